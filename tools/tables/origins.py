"""Where the rows are of which the index has a sample: files and databases, and why they cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

from citeline.dataclass import dataclass
from citeline.indexing.databases.asking import OpenSource
from citeline.indexing.secrets import mask_lines
from citeline.left_out import Secrets

from .columns import Value

Row: TypeAlias = tuple[Value, ...]
_AT_ONCE: Final = 500
"""Rows that are masked together."""
_BAR: Final = "¦"
"""In place of a bar in a cell: behind an escaped one the columns are counted wrong."""


class NotAllRowsError(Exception):
    """Why only the sample of a table can be asked."""


@dataclass(frozen=True, slots=True)
class Origins:
    """What finds them, and whether their secrets are shown."""

    source: OpenSource
    file_of: Callable[[str], Path]
    """The file on disk behind a path of the index."""
    secrets: Secrets = "mask"

    def shown(self, rows: Iterable[Row], headers: Sequence[str]) -> Iterator[Row]:
        """The rows without secrets, as the index has the sample: some are known by their own shape, others by their
        header or by a name in another cell of their row.
        """
        return iter(rows) if self.secrets == "keep" else _masked(iter(rows), headers)


def _masked(rows: Iterator[Row], headers: Sequence[str]) -> Iterator[Row]:
    head = [_line(headers), _line(["---"] * len(headers))]
    while batch := _masked_alone([*islice(rows, _AT_ONCE)]):
        lines = [_line(row) for row in batch]
        masked = mask_lines([*head, *lines])[len(head) :]
        for row, before, after in zip(batch, lines, masked, strict=True):
            yield row if before == after else _taken_over(row, before, after)


def _masked_alone(rows: list[Row]) -> list[Row]:
    """With the secrets masked that are known by their own shape; a key may have several lines."""
    lines = [line for row in rows for cell in row if isinstance(cell, str) for line in cell.split("\n")]
    masked = mask_lines(lines)
    if masked == tuple(lines):
        return rows
    left = iter(masked)
    return [
        tuple("\n".join(islice(left, cell.count("\n") + 1)) if isinstance(cell, str) else cell for cell in row)
        for row in rows
    ]


def _line(cells: Sequence[Value]) -> str:
    """A row as the sample has it in Markdown."""
    texts = ("" if cell is None else " ".join(str(cell).split()).replace("|", _BAR) for cell in cells)
    return f"| {' | '.join(texts)} |"


def _taken_over(row: Row, before: str, after: str) -> Row:
    """The row with the cells that are masked in its line; all of its texts are, where the line is not of its cells."""
    cells, masked = before[2:-2].split(" | "), after[2:-2].split(" | ")
    if not len(cells) == len(masked) == len(row):
        return tuple("[secret]" if isinstance(cell, str) else cell for cell in row)
    return tuple(
        cell if old == new else new.replace(_BAR, "|") for cell, old, new in zip(row, cells, masked, strict=True)
    )
