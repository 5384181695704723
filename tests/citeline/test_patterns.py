"""Patterns that wait: what they do is what the library's do, and none of ours is found to be wrong only when asked."""

import gc
import pkgutil
import re as library
from importlib import import_module

import pytest

import citeline
from citeline.patterns import re


def test_a_pattern_is_compiled_when_it_is_used_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven hundred patterns, of which a question needs a third, were a tenth of what `ask` takes."""
    made: list[object] = []
    compiled = library.compile

    def counted(pattern: str, flags: int = 0) -> library.Pattern[str]:
        made.append(pattern)
        return compiled(pattern, flags)

    monkeypatch.setattr(library, "compile", counted)
    pattern = re.compile(r"(?P<word>b+)", re.IGNORECASE)
    assert not made
    assert [match["word"] for match in pattern.finditer("abBc b")] == ["bB", "b"]
    assert (pattern.pattern, pattern.groups, dict(pattern.groupindex)) == (r"(?P<word>b+)", 1, {"word": 1})
    assert pattern.sub("x", "abc") == "axc"
    assert len(made) == 1


def test_a_pattern_that_waits_offers_what_one_does_and_no_more() -> None:
    offered = {name for name in dir(library.Pattern) if not name.startswith("_")}
    assert all(hasattr(re.compile("a"), name) for name in offered)
    assert not hasattr(re.compile("a"), "another")
    with pytest.raises(library.error):
        re.compile("(").search("")


TRAINING = tuple(f"citeline.evals.research.{name}" for name in ("reranker", "likeness", "meaning"))
"""They need torch, which is not installed for tests; they have no pattern."""


def test_every_pattern_of_the_package_compiles() -> None:
    for module in pkgutil.walk_packages(citeline.__path__, "citeline."):
        if not module.name.endswith("__main__") and module.name not in TRAINING:
            import_module(module.name)
    gc.unfreeze()  # what is set aside for good, the collector does not list
    gc.collect()  # wrong ones that other tests have made and left
    waiting = [one for one in gc.get_objects() if type(one) is type(re.compile(""))]
    gc.freeze()
    assert len([one.pattern for one in waiting]) > 500
