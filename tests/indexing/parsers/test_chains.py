"""Chains of calls are read once, and what is read of their beginnings is what they say by themselves."""

from __future__ import annotations

import re

import pytest

from citeline.indexing.parsers.programs import receivers, type_paths
from citeline.indexing.parsers.programs.chains import Chain
from citeline.indexing.parsers.programs.code import parse_code
from citeline.indexing.parsers.programs.grammars import GRAMMARS
from citeline.indexing.parsers.programs.receivers import expression_path

from .examples import source_of


def _brackets_read(calls: int, monkeypatch: pytest.MonkeyPatch) -> int:
    read: list[int] = []
    found = type_paths.bracket_end

    def read_one(text: str, start: int) -> int | None:
        read.append(start)
        return found(text, start)

    monkeypatch.setattr(receivers, "bracket_end", read_one)
    chain = "".join(f".step{n}(b.turn().back())" for n in range(calls))
    document = parse_code(source_of(f"def go(a, b):\n    return a{chain}\n", "a.py"), "python")
    monkeypatch.undo()
    assert {f"step{n}" for n in range(calls)} <= {one.target for one in document.references}
    return len(read)


def test_reading_grows_with_the_length_of_a_chain_and_not_with_its_square(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _brackets_read(60, monkeypatch) < 2.5 * _brackets_read(30, monkeypatch)


@pytest.mark.parametrize("longest_first", [True, False])
@pytest.mark.parametrize(
    ("language", "links"),
    [
        ("python", ["(await x)", ".a(1)", "[0]", ".b()", "\n  .c('(')", ".d()"]),
        ("rust", ["Option::<u8>", "::Some(x)", ".a()?", ".await", ".b::<T>(c.d())", ".e()"]),
        ("rust", ["ready!(x)", ".a()", ".b()?", ".c()"]),
        ("go", ["f(x)", ".a()", ".(Size)", ".b()", ".c[0]", ".d()"]),
        ("java", ["((Shape) x)", ".a()", ".b()", ".<T>c()", ".d()"]),
        ("typescript", ["new A(x)", "?.a()", "!.b()", ".c<T>()", ".d()"]),
    ],
)
def test_what_follows_changes_no_path(language: str, links: list[str], longest_first: bool) -> None:
    separators = (re.match(r"\W*", one)[0] for one in links[1:])  # type: ignore[index]  # matches always
    texts = ["".join(links[: n + 1]) + separator for n, separator in enumerate(separators)]
    grammar, chain = GRAMMARS[language], Chain()
    for text in reversed(texts) if longest_first else texts:
        assert expression_path(text, grammar, chain) == expression_path(text, grammar), text


def test_expressions_and_types_that_come_again_are_read_once() -> None:
    """A test class names the same few values in each of its hundreds of calls."""
    calls = "".join("        check(this.parsed, base.text(), Kind.OPEN);\n" for _ in range(50))
    code = f"class A {{\n    Parsed parsed; Base base;\n    void run(Base base) {{\n{calls}    }}\n}}\n"
    receivers._known_path.cache_clear()
    parse_code(source_of(code, "A.java"), "java")
    found = receivers._known_path.cache_info()
    assert found.hits > 90 and found.misses < 10
