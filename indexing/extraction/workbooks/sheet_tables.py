"""Islands of cells as tables: which row names the columns, what the caption is, and which cells they fill."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from citeline.dataclass import dataclass

from ..line_writer import LineWriter
from .number_formats import CURRENCY

_NUMBER: Final = re.compile(
    rf"[-+(]?(?:{CURRENCY}\s?)?\d[\d.,\s]*(?:%|{CURRENCY})?\)?$"
    r"|\d{4}-\d\d-\d\d|\d+:\d\d:\d\d|TRUE$|FALSE$"
)
_MOST_CAPTION: Final = 200
_NEAR: Final = 3
"""Rows between a caption and its table, at most."""
_TEXT_ROWS: Final = 2
"""A single column of so few cells is a note."""
_MOST_ISLANDS: Final = 2_000
"""Of a sheet; one that has more is a form or a picture, and the rest is read as one."""


def write_islands(
    rows: Sequence[Sequence[str]],
    islands: Sequence[Area],
    merged: Sequence[Area],
    origin: tuple[int, int],
    writer: LineWriter,
) -> None:
    """Each island as a table, a caption or a paragraph; `origin` is the row and column of the sheet where `rows`
    begins, from 0.
    """
    captions = _captions(rows, islands)
    taken = set(captions.values())
    for number, area in enumerate(islands):
        if number in taken:
            continue
        texts = [list(row[area.left : area.right + 1]) for row in rows[area.top : area.bottom + 1]]
        if area.width == 1 and area.height <= _TEXT_ROWS and number not in captions:
            writer.paragraph("\n".join(row[0] for row in texts))
            continue
        caption = rows[islands[captions[number]].top][islands[captions[number]].left] if number in captions else ""
        _write_table(texts, area, caption, merged, origin, writer)


def _captions(rows: Sequence[Sequence[str]], islands: Sequence[Area]) -> dict[int, int]:
    """Position of an island to that of the single cell above it that names it."""
    found: dict[int, int] = {}
    waiting: list[int] = []
    for number, area in enumerate(islands):
        if area.height == 1 and area.width == 1:
            text = rows[area.top][area.left]
            if len(text) <= _MOST_CAPTION and not text.endswith((".", "!", "?")) and not _NUMBER.match(text):
                waiting.append(number)
            continue
        for candidate in reversed(waiting):
            above = islands[candidate]
            is_near = 0 < area.top - above.top <= _NEAR
            if is_near and area.left - 1 <= above.left <= area.right and candidate not in found.values():
                found[number] = candidate
                break
    return found


def _write_table(
    texts: list[list[str]],
    area: Area,
    caption: str,
    merged: Sequence[Area],
    origin: tuple[int, int],
    writer: LineWriter,
) -> None:
    skipped = 0
    while not caption and area.width > 1 and len(texts) > skipped + 2 and _is_title(texts[skipped], texts[skipped + 1]):
        caption = next(filter(None, texts[skipped]))
        skipped += 1
    texts = texts[skipped:]
    heads = _head_rows(texts, area.top + skipped, area, merged)
    headers = [" ".join(dict.fromkeys(filter(None, column))) for column in zip(*texts[:heads], strict=True)]
    first = f"{_letters(area.left + origin[1])}{area.top + origin[0] + 1 + skipped}"
    last = f"{_letters(area.right + origin[1])}{area.bottom + origin[0] + 1}"
    writer.table(texts[heads:], headers=headers, caption=caption, cells=f"{first}:{last}")


def _is_title(row: Sequence[str], below: Sequence[str]) -> bool:
    """One text, alone in its row or merged over all of it, above a row of several."""
    texts = set(filter(None, row))
    alone = len(texts) == 1 and (row.count("") == len(row) - 1 or not row.count(""))
    return alone and len(row) - below.count("") > 1 and len(set(filter(None, below))) > 1 and bool(row[0])


def _head_rows(texts: Sequence[Sequence[str]], top: int, area: Area, merged: Sequence[Area]) -> int:
    """How many rows name the columns: 0, 1, or 2 where cells of the first are merged over several columns."""
    if len(texts) < 2 or not _names_columns(texts[0]):
        return 0
    over = any(
        found.top == top and found.right > found.left and area.left <= found.left <= area.right for found in merged
    )
    return 2 if over and len(texts) > 2 and _names_columns(texts[1]) else 1


def _names_columns(row: Sequence[str]) -> bool:
    """Texts, no numbers, in at least half of the columns; years name columns too."""
    filled = [text for text in row if text]
    numbers = sum(bool(_NUMBER.match(text)) and not _is_year(text) for text in filled)
    return len(filled) * 2 >= len(row) and not numbers and not all(map(_is_year, filled))


def _is_year(text: str) -> bool:
    return len(text) == 4 and text.isdecimal() and text[:2] in {"19", "20"}


def _letters(column: int) -> str:
    """Name of a column, from 0: A, B … Z, AA."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


@dataclass(frozen=True, slots=True)
class Area:
    """Positions of rows and columns from 0, all inclusive."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def height(self) -> int:
        """In rows."""
        return self.bottom - self.top + 1

    @property
    def width(self) -> int:
        """In columns."""
        return self.right - self.left + 1


def find_islands(rows: Sequence[Sequence[str]]) -> list[Area]:
    """From top to bottom, those that begin in one row from left to right; `rows` are of one length."""
    found: list[Area] = []
    for top, bottom in _bands(rows):
        for left, right in _columns(rows, top, bottom):
            part = [row[left : right + 1] for row in rows[top : bottom + 1]]
            found += [Area(top + first, left, top + last, right) for first, last in _bands(part)]
        if len(found) > _MOST_ISLANDS:
            found.append(Area(bottom + 1, 0, len(rows) - 1, len(rows[0]) - 1))
            break
    return sorted(
        (_trimmed(rows, area) for area in found if area.top <= area.bottom), key=lambda area: (area.top, area.left)
    )


def _bands(rows: Sequence[Sequence[str]]) -> Iterator[tuple[int, int]]:
    """First and last row of each run of rows that are not empty."""
    empty = [""] * len(rows[0]) if rows else []
    start = -1
    for number, row in enumerate(rows):
        # Ends at the first full cell, in C.
        if row != empty:
            start = number if start < 0 else start
        elif start >= 0:
            yield start, number - 1
            start = -1
    if start >= 0:
        yield start, len(rows) - 1


def _columns(rows: Sequence[Sequence[str]], top: int, bottom: int) -> Iterator[tuple[int, int]]:
    """First and last column of each run of columns that are not empty in these rows."""
    start = -1
    width = len(rows[top])
    filled = [any(row[column] for row in rows[top : bottom + 1]) for column in range(width)]
    for column, is_filled in enumerate([*filled, False]):
        if is_filled:
            start = column if start < 0 else start
        elif start >= 0:
            yield start, column - 1
            start = -1


def _trimmed(rows: Sequence[Sequence[str]], area: Area) -> Area:
    """Without empty columns at its sides."""
    columns = [
        column
        for column in range(area.left, area.right + 1)
        if any(row[column] for row in rows[area.top : area.bottom + 1])
    ]
    return Area(area.top, columns[0], area.bottom, columns[-1]) if columns else area
