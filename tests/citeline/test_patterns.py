"""Patterns that wait: what they do is what the library's do, and none of ours is found to be wrong only when asked."""

import re as library
import subprocess
import sys

import pytest

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


def test_every_pattern_of_the_package_compiles() -> None:
    """In a process of its own: what others have set aside for good, the collector does not list."""
    script = (
        "import gc, pkgutil, citeline\n"
        "from importlib import import_module\n"
        "from citeline.patterns import re\n"
        "for module in pkgutil.walk_packages(citeline.__path__, 'citeline.'):\n"
        "    if not module.name.endswith('__main__'):\n"
        "        import_module(module.name)\n"
        "waiting = [one for one in gc.get_objects() if isinstance(one, type(re.compile('')))]\n"
        "print(len([one.pattern for one in waiting]) > 500)\n"
    )
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert finished.stdout.splitlines()[-1] == "True"
