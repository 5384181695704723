"""Lists as they stand in a source: one that a claim shows some of is shown as a whole.

Three shapes are found, whatever the language: items with a mark, neighbouring lines that begin alike, and a line with
commas.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from citeline.patterns import re
from citeline.text import indent_of

from ...citations.governed import FENCES
from ..reading.lines import read_line

MOST_LINES: Final = 30
"""Of a list that is shown as a whole."""
_FEWEST_ROWS: Final = 3
_ALIKE: Final = 3
"""Tokens that neighbouring lines have to begin with alike."""

Kind = Literal["marked", "rows", "line"]

_MARK: Final = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+\S")
_COMMENT: Final = re.compile(r"\s*(?://+|#+(?!\[)|--+|\*|;+)\s?")
_RULE: Final = re.compile(r"\s*\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?)?\s*$")
"""The line between the head of a table and its rows."""
_ROW: Final = re.compile(r"\s*\|.*\|\s*")
_TABLE_HEAD: Final = 2
"""Lines of a table above its rows."""
_CLOSING: Final = re.compile(r"\s*[\])}]")
_TOKEN: Final = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\w+|[^\w\s]")


class Enumeration(NamedTuple):
    """A list within a passage."""

    first: int
    """The line of its first item, counted from 0 within the passage."""
    last: int
    items: int
    kind: Kind


def enumerations_in(lines: Sequence[str], *, prose: bool = False, most: int = MOST_LINES) -> list[Enumeration]:
    """The lists of a passage that have so many lines at most, by place; in `prose` none goes over a heading."""
    bare = [line if prose and read_line(line).heading else _bare(line) for line in lines]
    found = [*_marked(bare, prose=prose), *_rows(bare, prose=prose), *_in_line(bare)]
    return sorted(one for one in set(found) if one.last - one.first < most)


def is_table_row(line: str) -> bool:
    """Whether a line is one of a table of Markdown, its head and its rule among them."""
    return _ROW.fullmatch(line) is not None


def _bare(line: str) -> str:
    """A line without the mark of a comment; its text stays where it is."""
    mark = None if _MARK.match(line) else _COMMENT.match(line)
    return " " * mark.end() + line[mark.end() :] if mark else line


def _marked(lines: Sequence[str], *, prose: bool) -> Iterator[Enumeration]:
    """Items of one indentation; what is indented further belongs to the item above it, and in prose the lines that go
    on with its paragraph, and a block of code.
    """
    marks = [place for place, line in enumerate(lines) if _MARK.match(line)]
    for indent in {indent_of(lines[place]) for place in marks}:
        items: list[int] = []
        for place in [*(one for one in marks if indent_of(lines[one]) == indent), len(lines)]:
            between = lines[items[-1] + 1 : place] if items else []
            if items and (place == len(lines) or _leaves(between, indent, prose=prose)):
                if len(items) > 1:
                    yield Enumeration(items[0], _end(lines, items[-1], indent, prose=prose), len(items), "marked")
                items = []
            items.append(place)


def _leaves(lines: Sequence[str], indent: int, *, prose: bool) -> bool:
    """Whether one of the lines below an item is no part of it."""
    is_code = is_new = False
    for line in lines:
        if prose and line.strip().startswith(FENCES):
            is_code, is_new = not is_code, False
        elif not is_code and line.strip():
            if indent_of(line) <= indent and (is_new or not prose or read_line(line).heading):
                return True
            is_new = False
        elif not is_code:
            is_new = True
    return False


def _end(lines: Sequence[str], item: int, indent: int, *, prose: bool) -> int:
    end = item
    while (
        end + 1 < len(lines) and lines[end + 1].strip() and not _leaves(lines[end + 1 : end + 2], indent, prose=prose)
    ):
        end += 1
    return end


def _rows(lines: Sequence[str], *, prose: bool) -> Iterator[Enumeration]:
    """Neighbouring lines of one indentation that begin alike, each with what is indented further below it.

    The lines of a paragraph begin alike too: with words.
    """
    shapes = [_shape(line) for line in lines]
    first = 0
    while first < len(lines):
        indent, rows, last = indent_of(lines[first]), 1, first
        for place in range(first + 1, len(lines)):
            line = lines[place]
            deeper = indent_of(line) > indent or (indent_of(line) == indent and _CLOSING.match(line))
            alike = indent_of(line) == indent and _begin_alike(shapes[place], shapes[first])
            if not line.strip() or not (deeper or alike):
                break
            rows, last = rows + (alike and not deeper), place
        is_list = rows >= _FEWEST_ROWS and bool(shapes[first]) and not _MARK.match(lines[first])
        if is_list and not (prose and {*shapes[first]} == {"name"}):
            head = _TABLE_HEAD if first >= _TABLE_HEAD and _RULE.match(lines[first - 1]) else 0
            yield Enumeration(first - head, last, rows, "rows")
            first = last
        first += 1


def _begin_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    return bool(one) and all(mine == yours for mine, yours in zip(one, other, strict=False))


def _shape(line: str) -> tuple[str, ...]:
    """What the first tokens of a line are: names, numbers, texts, or the marks that they are; of a row of a table its
    bar, whatever its cells are.
    """
    if is_table_row(line):
        return () if _RULE.match(line) else ("|",)
    return tuple(
        "text" if token[0] in "'\"`" and len(token) > 1 else "number" if token[0].isdigit() else
        "name" if token[0].isalnum() or token[0] == "_" else token
        for token in _TOKEN.findall(line)[:_ALIKE]
    )  # fmt: skip


def _in_line(lines: Sequence[str]) -> Iterator[Enumeration]:
    for place, line in enumerate(lines):
        items = max(line.count(mark) for mark in (",", "|", "、")) + 1
        if items >= _FEWEST_ROWS:
            yield Enumeration(place, place, items, "line")
