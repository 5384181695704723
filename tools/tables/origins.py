"""Where the rows are of which the index has a sample: files and databases, and why they cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from citeline.indexing.databases.asking import OpenSource
from citeline.indexing.secrets import mask_lines
from citeline.model import Secrets

from .columns import Value

_AT_ONCE = 500
"""Rows that are masked together."""


class NotAllRowsError(Exception):
    """Why only the sample of a table can be asked."""


@dataclass(frozen=True, slots=True)
class Origins:
    """What finds them, and whether their secrets are shown."""

    source: OpenSource
    file_of: Callable[[str], Path]
    """The file on disk behind a path of the index."""
    secrets: Secrets = "mask"

    def shown(self, rows: Iterable[Sequence[Value]]) -> Iterator[tuple[Value, ...]]:
        """The rows without secrets, as the index has the sample."""
        return map(tuple, rows) if self.secrets == "keep" else _masked(iter(rows))


def _masked(rows: Iterator[Sequence[Value]]) -> Iterator[tuple[Value, ...]]:
    while batch := [*islice(rows, _AT_ONCE)]:
        lines = [line for row in batch for cell in row if isinstance(cell, str) for line in cell.split("\n")]
        shown = mask_lines(lines)
        if shown == tuple(lines):
            yield from map(tuple, batch)
            continue
        masked = iter(shown)
        for row in batch:
            yield tuple(_joined(cell, masked) if isinstance(cell, str) else cell for cell in row)


def _joined(cell: str, lines: Iterator[str]) -> str:
    """A cell from as many of the masked lines as it has."""
    return "\n".join(islice(lines, cell.count("\n") + 1))
