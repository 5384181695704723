"""Tables: the pipe tables of Markdown, and the captions that stand next to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from markdown_it.token import Token

from citeline.dataclass import dataclass
from citeline.model import Node, NodeData

from .inline import read_inline, shorten

_CAPTION: Final = re.compile(
    r"(?:table|tab\.|表格?)\s*"
    # `Table 2 shows …` is a sentence, `Table 2 Results` and `Table 2: results` are captions.
    r"(?:[:：]|(?:[A-Z]?\d+(?:[.\-–]\d+)*|[一二三四五六七八九十]+)(?:\s*[:：.。、|)）—–-]|\s+(?-i:[^a-z\s])|\s*$)"
    r"|[IVX]+\s*[:：.])",
    re.IGNORECASE,
)
_MOST_COLUMNS: Final = 1_000
_MOST_PLACES: Final = 200_000
"""A span of a thousand by a thousand is written in thirty characters."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as a parser finds it."""

    headers: list[str]
    rows: list[list[str]]
    """Without the headers."""
    row_lines: list[int]
    """1-based line that each of `rows` begins on."""
    caption: str
    line: int
    end_line: int
    within: str = ""
    """Of one in a cell of another table: the row and column of that cell, as `inner_place` puts it."""
    goes_on: bool = False
    """These are further rows of the table before it, on the next page."""

    @property
    def name(self) -> str:
        """Its caption, the cell that it stands in, or its first header."""
        return self.caption or self.within or next(filter(None, self.headers), "")

    @property
    def data(self) -> NodeData:
        """What a node keeps of it."""
        data: dict[str, str | list[str] | list[int] | list[list[str]]] = {
            "headers": self.headers,
            "rows": self.rows,
            "row_lines": self.row_lines,
        }
        told = {"caption": self.caption, "within": self.within}
        rest: NodeData = {"goes_on": True} if self.goes_on else {}
        return {**data, **{key: text for key, text in told.items() if text}, **rest}

    def node(self, anchor: str = "") -> Node:
        """As a leaf of a document, which is hung where it belongs by `place_leaves`."""
        return Node("table", self.name, self.name, self.line, self.end_line, 0, anchor=anchor, data=self.data)


def inner_place(first: str, header: str) -> str:
    """What a cell is called that holds a table: what its row begins with, and the header above it."""
    return shorten(", ".join(dict.fromkeys(filter(None, (" ".join(first.split()), " ".join(header.split()))))))


class PipeTables:
    """Reads the tables of one document in order; each caption goes to one table, rather to the one below it."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._captions: set[int] = set()
        """Positions of the paragraphs that have been taken."""

    def read(self, index: int) -> Table:
        """The table whose `table_open` token is at `index`."""
        rows: list[list[str]] = []
        lines: list[int] = []
        end = index
        while self._tokens[end].type != "table_close":
            token = self._tokens[end]
            if token.type == "tr_open":
                rows.append([])
                lines.append(token.map[0] + 1 if token.map else 0)
            elif token.type in {"th_open", "td_open"}:
                rows[-1].append(read_inline(self._tokens[end + 1]).text)
            end += 1
        caption = self._caption(index - 2, "paragraph_close", index - 1) or self._caption(
            end + 2, "paragraph_open", end + 1
        )
        first, last = self._tokens[index].map or [0, 1]
        return Table(rows[0] if rows else [], rows[1:], lines[1:], caption, first + 1, last)

    def _caption(self, position: int, border: str, border_at: int) -> str:
        """The text of the inline token at `position`, if its paragraph ends or begins at `border_at` and is one."""
        if position in self._captions or not 0 <= min(position, border_at) <= max(position, border_at) < len(
            self._tokens
        ):
            return ""
        if self._tokens[border_at].type != border:
            return ""
        text = read_inline(self._tokens[position]).text
        if not _CAPTION.match(text):
            return ""
        self._captions.add(position)
        return shorten(text)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell as it is written."""

    text: str
    columns: int = 1
    """At least 1."""
    rows: int = 1


def to_grid(rows: Iterable[Sequence[Cell]]) -> list[list[str]]:
    """Rows of equal length; a cell that spans several places stands in each of them."""
    grid: list[list[str]] = []
    below: dict[int, tuple[int, str]] = {}
    """Column to the rows that a cell from above still fills, and its text."""
    places = 0
    for cells in rows:
        row: list[str] = []
        waiting = list(reversed(cells))
        next_below: dict[int, tuple[int, str]] = {}
        while (waiting or any(column >= len(row) for column in below)) and len(row) < _MOST_COLUMNS:
            if len(row) in below:
                left, text = below[len(row)]
                if left > 1:
                    next_below[len(row)] = left - 1, text
                row.append(text)
            elif waiting:
                cell = waiting.pop()
                for _ in range(min(cell.columns, _MOST_COLUMNS - len(row))):
                    if cell.rows > 1:
                        next_below[len(row)] = cell.rows - 1, cell.text
                    row.append(cell.text)
            else:
                row.append("")
        places += len(row)
        if places > _MOST_PLACES:
            break
        below = next_below
        grid.append(row)
    width = max(map(len, grid), default=0)
    return [row + [""] * (width - len(row)) for row in grid] if width * len(grid) <= 2 * _MOST_PLACES else grid
