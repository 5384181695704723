"""Lists as they stand in a source: what a question for all of something is answered with.

A list is one answer, however long: the ranker of claims, for which each line has its price, would cut it. Three shapes
are found, whatever the language: items with a mark, neighbouring lines that begin alike, and a line with commas. A
linear model over a dozen features says which one is asked for and how likely it is
(`evals/research/claims.py` fits it beside the ranker; docs/answers_log.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import Final, Literal, NamedTuple

import numpy as np

from citeline.indexing.reader import Index
from citeline.patterns import re
from citeline.text import indent_of, terms

from ...retrieval.paths import read_path
from ..reading.lines import as_read, lines_of, read_line
from .candidates import Candidate, Passage, Sought
from .features import Table, scored, similarity_of, weights
from .spans import Span

FEATURES: Final = (
    *("coverage_all", "coverage_lead", "similarity", "score_share", "inverse_rank"),
    *("log_items", "log_lines", "document", "test", "example", "changelog"),
    *("marked", "rows", "denial"),
)
"""Every feature of a list, in the order of `weights.json`."""

MOST_LINES: Final = 30
"""Of a list that is shown as a whole."""
LEAST: Final = 0.25
"""The chance from which on a list comes first."""
_FEWEST_ROWS: Final = 3
_LEAD: Final = 2
"""Lines above a list of which the nearest one with words leads in."""
_ALIKE: Final = 3
"""Tokens that neighbouring lines have to begin with alike."""

Kind = Literal["marked", "rows", "line"]

_MARK: Final = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+\S")
_COMMENT: Final = re.compile(r"\s*(?://+|#+(?!\[)|--+|\*|;+)\s?")
_CONTENTS: Final = re.compile(r"\s*(?:[-*+]|\d+[.)])\s*\[.*\]\(#[^)]*\)\s*$")
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
    found = [*_marked(bare), *_rows(bare, prose=prose), *_in_line(bare)]
    return sorted(one for one in set(found) if one.last - one.first < most)


def is_table_row(line: str) -> bool:
    """Whether a line is one of a table of Markdown, its head and its rule among them."""
    return _ROW.fullmatch(line) is not None


def _bare(line: str) -> str:
    """A line without the mark of a comment; its text stays where it is."""
    mark = None if _MARK.match(line) else _COMMENT.match(line)
    return " " * mark.end() + line[mark.end() :] if mark else line


def _marked(lines: Sequence[str]) -> Iterator[Enumeration]:
    """Items of one indentation; what is indented further belongs to the item above it."""
    marks = [place for place, line in enumerate(lines) if _MARK.match(line)]
    for indent in {indent_of(lines[place]) for place in marks}:
        items: list[int] = []
        for place in [*(one for one in marks if indent_of(lines[one]) == indent), len(lines)]:
            between = lines[items[-1] + 1 : place] if items else []
            if items and (place == len(lines) or any(line.strip() and indent_of(line) <= indent for line in between)):
                if len(items) > 1:
                    yield Enumeration(items[0], _end(lines, items[-1], indent), len(items), "marked")
                items = []
            items.append(place)


def _end(lines: Sequence[str], item: int, indent: int) -> int:
    end = item
    while end + 1 < len(lines) and lines[end + 1].strip() and indent_of(lines[end + 1]) > indent:
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


def enumerations_of(index: Index, passages: Sequence[Passage], sought: Sought) -> Table:
    """The lists of the passages, each with the line that leads in, and their features."""
    total = sum(sought.weights.values())
    candidates: list[Candidate] = []
    rows: list[Mapping[str, float]] = []
    for rank, passage in enumerate(passages, start=1):
        chunk, path = passage.chunk, read_path(passage.chunk.path)
        lines = as_read(chunk.text, chunk.language, chunk.path).split("\n")
        read = lines_of(chunk)
        head = {*terms(chunk.breadcrumb), *terms(chunk.path)}
        for one in enumerations_in(lines, prose=passage.prose):
            lead = lead_of(lines, one.first)
            if read[lead].mute or _is_contents(lines[one.first : one.last + 1]):
                continue
            candidate = Candidate(passage, Span(lead, one.last, "list"), rank)
            held = head.union(terms(candidate.text))
            if sought.weights.keys().isdisjoint(held):
                continue  # neither it nor what it stands under has a word of the question
            led_by = read[lead : one.first + (one.kind != "marked")]
            led = head.union(terms("\n".join(lines[lead : one.first + (one.kind != "marked")])))
            features = {
                "coverage_all": _coverage(sought.weights, held, total),
                "coverage_lead": _coverage(sought.weights, led, total),
                "score_share": passage.score,
                "inverse_rank": 1.0 / rank,
                "log_items": float(np.log(one.items)),
                "log_lines": float(np.log(candidate.lines)),
                "document": float(passage.prose),
                "test": float(path.is_test or passage.inline_test),
                "example": float(path.is_example),
                "changelog": float(path.is_change_log),
                "denial": sought.intents.get("denial", 0.0) * any("denial" in line.cues for line in led_by),
            }
            candidates.append(candidate)
            rows.append({**features, **{kind: float(one.kind == kind) for kind in ("marked", "rows")}})
    values = np.array([[row.get(name, 0.0) for name in FEATURES] for row in rows], np.float32)
    values = values.reshape(len(rows), len(FEATURES))
    if candidates:
        values[:, FEATURES.index("similarity")] = similarity_of(index, candidates, sought.texts)
    return Table(candidates, values)


def _is_contents(lines: Sequence[str]) -> bool:
    """Whether lines name the headings of their own page."""
    return all(_CONTENTS.match(line) for line in lines if line.strip())


def lead_of(lines: Sequence[str], first: int) -> int:
    """The line with words above a list, or its own first one."""
    above = range(first - 1, max(first - 1 - _LEAD, -1), -1)
    return next((place for place in above if lines[place].strip()), first)


def _coverage(weights: Mapping[str, float], held: set[str], total: float) -> float:
    return fsum(weights[term] for term in weights.keys() & held) / total if total else 0.0


class Likeliest(NamedTuple):
    """The list that fits best."""

    candidate: Candidate
    chance: float
    """0 to 1, among the lists of the passages."""


def likeliest(table: Table, known: Mapping[str, float] | None = None) -> Likeliest | None:
    """The list that is asked for, if there is any; by other weights than the shipped ones where some are given."""
    if not table.candidates:
        return None
    scores = scored(table.values, FEATURES, known or weights("lists"))
    chances = np.exp(scores - scores.max())
    best = int(scores.argmax())
    return Likeliest(table.candidates[best], float(chances[best] / chances.sum()))
