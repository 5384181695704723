"""Rows of tables as sentences: `Service: billing · Owner: Ana`, with the line that each stands on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from citeline.dataclass import dataclass

from ...citations.stated import BETWEEN
from ...tables.rows import Cells
from .sentences import split_sentences

_MOST_CHARS: Final = 300
_MIN_CELLS: Final = 2
"""Of a row: one alone is a label."""
_CUT: Final = "…"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: its filled cells, each behind its header."""

    cells: tuple[str, ...]
    start_line: int
    end_line: int

    @property
    def text(self) -> str:
        """All of it, however long."""
        return BETWEEN.join(self.cells)

    def told(self, worth: Callable[[str], float] = lambda _: 0.0) -> str:
        """The row as it is said: of a long one its first cell and those with the most `worth`, in their order, of which
        a long one is told by its best sentence; the first ones that there is room for where none has any.
        """
        if len(self.text) <= _MOST_CHARS:
            return self.text
        name = self.cells[0][:_MOST_CHARS]
        held = {at: value for at, cell in enumerate(self.cells[1:], 1) if (value := worth(cell)) > 0}
        room, told = _MOST_CHARS - len(name), {0: name}
        for at in sorted(held, key=lambda at: -held[at]) or range(1, len(self.cells)):
            part = self.cells[at] if not held or len(self.cells[at]) <= room else _best_sentence(self.cells[at], worth)
            if len(part) <= room:
                told[at], room = part, room - len(part)
            elif not held:
                break
        said: list[str] = []
        for before, at in pairwise([-1, *sorted(told), len(self.cells)]):
            said += [_CUT] * (at > before + 1) + [told.get(at, "")]
        return BETWEEN.join(filter(None, said))


def _best_sentence(cell: str, worth: Callable[[str], float]) -> str:
    """The sentence of a cell with the most worth, behind the header."""
    header, mark, value = cell.partition(": ")
    sentences = [one.text for one in split_sentences(value or header)]
    return f"{header}{mark}{max(sentences, key=worth, default='')}" if mark else max(sentences, key=worth, default="")


def rows_of(cells: Cells, first: int, last: int) -> list[Row]:
    """The rows that lie in the lines, in order; those with fewer than two filled cells say nothing."""
    return [
        Row(filled, start, end)
        for values, (start, end) in zip(cells.rows, cells.lines, strict=True)
        if first <= start and end <= last and len(filled := _filled(cells.headers, values)) >= _MIN_CELLS
    ]


def _filled(headers: list[str], values: list[str]) -> tuple[str, ...]:
    named = [*headers, *[""] * (len(values) - len(headers))]
    return tuple(
        f"{name}: {value}" if (name := " ".join(header.split()).rstrip(":： ")) else value
        for header, cell in zip(named, values, strict=False)
        if (value := " ".join(cell.split()))
    )
