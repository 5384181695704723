"""Rows of tables as sentences: `Service: billing · Owner: Ana`, with the line that each stands on."""

from __future__ import annotations

from typing import Final

from citeline.dataclass import dataclass

from ...tables.rows import Cells

_MOST_CHARS: Final = 300
_MIN_CELLS: Final = 2
"""Of a row: one alone is a label."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table, as it is said."""

    text: str
    start_line: int
    end_line: int


def rows_of(cells: Cells, first: int, last: int) -> list[Row]:
    """The rows that lie in the lines, in order; those with fewer than two filled cells say nothing."""
    return [
        Row(text, start, end)
        for values, (start, end) in zip(cells.rows, cells.lines, strict=True)
        if first <= start and end <= last and (text := _said(cells.headers, values))
    ]


def _said(headers: list[str], values: list[str]) -> str:
    named = [*headers, *[""] * (len(values) - len(headers))]
    parts = [
        f"{name}: {value}" if (name := " ".join(header.split()).rstrip(":： ")) else value
        for header, cell in zip(named, values, strict=False)
        if (value := " ".join(cell.split()))
    ]
    said = ""
    for place, part in enumerate(parts if len(parts) >= _MIN_CELLS else []):
        if place and len(said) + len(part) > _MOST_CHARS:
            return f"{said} · …"
        said = f"{said} · {part}" if said else part[:_MOST_CHARS]
    return said
