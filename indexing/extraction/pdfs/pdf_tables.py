"""The tables on the pages of a PDF, found by liteparse, checked against the words that stand in their place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from liteparse.parser import LiteParse
from liteparse.types import ParseError

from .pdf_layout import chars_inside, chars_of
from .pdf_lines import Block, Line
from .pdf_patterns import CONTENTS_LEADER, ITEM, PART
from .pdf_words import NO_STYLE, Page

_LEAST_ROWS: Final = 2
_MOST_COLUMNS: Final = 60
_SAME_CHARS: Final = 0.97
"""Share of the characters in a table's place that its cells have; with less, the text is left as it is."""
_SIGN_BEFORE: Final = re.compile(r"[$€£¥(]{1,2}$")
_SIGN_BEHIND: Final = re.compile(r"[)%]{1,2}$")
_NUMBER: Final = re.compile(r"[($€£¥+−–-]*\s?\d[\d,. ]*\s?[)%]*$|[—–-]$")
_YEAR: Final = re.compile(r"(?:19|20)\d\d$")
_BULLET: Final = re.compile(r"[•▪●◦–*-]$|\(?[a-zA-Z\d]{1,3}[.)]$")
_EQUATION: Final = re.compile(r"[=≤≥∑∫\ufffd]|(?:^|\s)[+×·](?:\s|$)")
_EQUATIONS: Final = 0.25
"""Of the cells: more of them with signs of equations are no table."""
_BROKEN: Final = re.compile(r"\w[-,]$")
_INSIDE: Final = 0.4
"""Of the cells begin or end in the middle of a sentence."""
_FEW_ROWS: Final = 4
_MOST_HEADS: Final = 4
_PROSE_CHARS: Final = 80
"""Of a cell, on average: columns of text are no table."""


def read_tables(data: bytes, pages: Sequence[int]) -> dict[int, list[Block]]:
    """Position of a page to the tables on it; empty where liteparse gives up.

    `pages` bound what is in memory at once.
    """
    if not pages:
        return {}
    reader = LiteParse(
        ocr_enabled=False,
        extract_blocks=True,
        output_format="markdown",
        quiet=True,
        num_workers=1,
        keep_headers_footers=True,
        extract_links=False,
        continue_on_page_error=True,
        target_pages=",".join(str(page + 1) for page in pages),
    )
    try:
        found = reader.parse(data)
    except ParseError:
        return {}
    return {page.page_num - 1: blocks for page in found.pages if (blocks := list(_blocks(page.blocks or ())))}


def sound_blocks(page: Page, blocks: Sequence[Block], taken: Sequence[Block] = ()) -> list[Block]:
    """Those that hold the very text of their place, and touch none of `taken`: nothing may be lost to a table."""
    sound: list[Block] = []
    for block in blocks:
        if any(_touch(block, other) for other in (*taken, *sound)):
            continue
        inside, cells = chars_inside(page, block), chars_of(block)
        if (inside & cells).total() >= _SAME_CHARS * max(inside.total(), cells.total(), 1):
            sound.append(block)
    return sound


def _touch(one: Block, other: Block) -> bool:
    return one.left < other.right and one.right > other.left and one.top < other.bottom and one.bottom > other.top


def _blocks(found: Sequence[Any]) -> Iterator[Block]:
    for block in found:
        if block.kind != "table" or block.bbox is None:
            continue
        box = block.bbox
        headers = [list(block.header)] if block.header else []
        rows = [*headers, *(block.rows or ())]
        grid = _grid([[" ".join(cell.text.split()) for cell in row] for row in rows])
        if not is_table(grid):
            continue
        heads = max(len(headers), _head_count(grid))
        lines = tuple(
            Line("\t".join(row), NO_STYLE, True, box.x, box.x + box.width, box.y, not at, table=1, is_head=at < heads)
            for at, row in enumerate(grid)
        )
        # Boxes touch the letters: a little air for what rounding does.
        yield Block(lines, box.x - 2, box.x + box.width + 2, box.y - 1, box.y + box.height + 3)


def _grid(rows: list[list[str]]) -> list[list[str]]:
    """Rows of equal length, without empty rows and columns; signs stand with their numbers."""
    width = max(map(len, rows), default=0)
    full = [row + [""] * (width - len(row)) for row in rows if any(row)]
    columns = [list(column) for column in zip(*full, strict=True)]
    joined: list[list[str]] = []
    before = [""] * len(full)
    for column in columns:
        filled = [cell for cell in column if cell]
        if filled and all(map(_SIGN_BEFORE.match, filled)):
            before = [f"{sign}{cell}" for sign, cell in zip(before, column, strict=True)]
        elif filled and joined and all(map(_SIGN_BEHIND.match, filled)):
            joined[-1] = [f"{cell}{sign}" for cell, sign in zip(joined[-1], column, strict=True)]
        else:
            column = [f"{sign} {cell}".strip() if sign else cell for sign, cell in zip(before, column, strict=True)]
            before = [""] * len(full)
            if any(column):
                joined.append(column)
    if any(before):
        joined.append(before)
    return [list(row) for row in zip(*joined, strict=True)]


def is_table(grid: list[list[str]]) -> bool:
    """Whether rows of equal length are a table, and no headings, list, equation, or words of justified lines."""
    if len(grid) < _LEAST_ROWS or not 2 <= len(grid[0]) <= _MOST_COLUMNS:
        return False
    cells = [cell for row in grid for cell in row if cell]
    if any(PART.match(row[0]) or ITEM.match(" ".join(row)) for row in grid):
        return False  # headings, or the contents
    if sum(1 for row in grid if CONTENTS_LEADER.search(" ".join(row))) * 2 > len(grid):
        return False
    if all(_BULLET.match(row[0]) for row in grid) and len(grid[0]) == 2:
        return False  # a list
    if len(cells) < 0.35 * len(grid) * len(grid[0]):
        return False
    if sum(1 for cell in cells if _EQUATION.search(cell)) >= _EQUATIONS * len(cells):
        return False
    if len(grid) <= _FEW_ROWS and len(grid[0]) >= _FEW_ROWS and _reads_on(grid[0]) and _reads_on(cells):
        return False  # words of a justified line
    return sum(map(len, cells)) <= _PROSE_CHARS * len(cells)


def _reads_on(cells: Sequence[str]) -> bool:
    """Whether the cells are pieces of sentences: many begin in the middle of one, and few hold figures."""
    inside = sum(1 for cell in cells if cell[:1].islower() or _BROKEN.search(cell))
    return inside >= _INSIDE * len(cells) and not sum(map(bool, map(_NUMBER.match, cells))) > _EQUATIONS * len(cells)


def _head_count(grid: list[list[str]]) -> int:
    """Rows above the first that has a number, not a year, behind its first cell; one for a table of words.

    A second line of headers begins with no label, and has a number at most beside its words: `mAP (0.75)`.
    """
    for at, row in enumerate(grid[: _MOST_HEADS + 1]):
        numbers = sum(1 for cell in row[1:] if _NUMBER.match(cell) and not _YEAR.match(cell))
        if numbers and (row[0] or not at or 2 * numbers >= sum(map(bool, row))):
            return at
    return 1
