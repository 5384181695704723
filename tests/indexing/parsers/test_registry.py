"""The registry finds the right parser, and no parser's failure loses a file."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from citeline.indexing.parsers import registry
from citeline.indexing.parsers.limits import TimeLimitExceeded, time_limit
from citeline.indexing.parsers.registry import parse
from citeline.model import ParsedDocument, SourceFile

from .examples import source_of


@pytest.mark.parametrize(
    ("path", "text", "format_", "kinds"),
    [
        ("README.md", "# A\n", "prose", ["file", "heading"]),
        ("guide.rst", "A\n===\n", "prose", ["file", "heading"]),
        ("notes.txt", "text\n", "text", ["file"]),
        ("package.json", '{"a": 1}\n', "data", ["file", "field"]),
        ("a.py", "def f():\n    pass\n", "code", ["file", "function"]),
        ("LICENSE", "words\n", "text", ["file"]),
        (
            "shoprc",
            "# how\n[main]\n# coins\nlimit = 5\nmode =\n\n[colours]\nred = 1\n",
            "data",
            ["file", "field", "field"],
        ),
        ("minutes", "[main] was merged\nlimit = 5\n", "text", ["file"]),
        ("todo", "- [ ] a\nb = c\n", "text", ["file"]),
    ],
)
def test_files_reach_their_parser(path: str, text: str, format_: str, kinds: list[str]) -> None:
    document = parse(source_of(text, path))
    assert document.format == format_
    assert [node.kind for node in document.nodes] == kinds
    assert document.note == ""


def _recurse(depth: int) -> int:
    return _recurse(depth + 1)


def _raising(source: SourceFile, language: str) -> ParsedDocument:
    raise ValueError("bad byte")


def _recursing(source: SourceFile, language: str) -> ParsedDocument:
    _recurse(0)
    raise AssertionError


def _hanging(source: SourceFile, language: str) -> ParsedDocument:
    while True:
        pass


@pytest.mark.parametrize(
    ("parser", "why"),
    [(_raising, "ValueError: bad byte"), (_recursing, "RecursionError"), (_hanging, "TimeLimitExceeded")],
)
def test_a_parser_that_fails_leaves_plain_text_and_a_note(
    parser: Callable[[SourceFile, str], ParsedDocument], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_loaded", lambda name: parser)
    monkeypatch.setattr(registry, "PARSE_LIMIT_S", 0.1)
    document = parse(source_of("# Title\n", "a.md"))
    assert [node.kind for node in document.nodes] == ["file"]
    assert document.language == "markdown"
    assert "read as plain text" in document.note
    assert why in document.note


def test_time_limit_leaves_an_earlier_timer_running() -> None:
    with pytest.raises(TimeLimitExceeded), time_limit(0.05):
        with time_limit(10):
            pass
        _work(1)


def test_time_that_goes_by_on_a_busy_machine_is_not_counted() -> None:
    with time_limit(0.05):
        time.sleep(0.2)


def _work(seconds: float) -> None:
    started = time.process_time()
    while time.process_time() - started < seconds:
        pass
