"""What a query over tables gives: rows, and the lines that each of them comes from."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from citeline.dataclass import dataclass

from .catalog import TypedTable
from .rows import Lines


@dataclass(frozen=True, slots=True)
class TableResult:
    """Rows of a SELECT."""

    sql: str
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    cites: tuple[tuple[Lines, ...], ...]
    """Of each row: the lines of the rows that it was made from, or, where these are many or cannot be told, of the
    whole tables.
    """
    tables: tuple[TypedTable, ...] = field(repr=False)
    """Those that were read."""
    truncated: bool = False
    """Whether there are more rows than were asked for."""
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The printed form; `cites` runs beside `rows`."""
        return {
            "sql": self.sql,
            "columns": list(self.columns),
            "rows": [[value if not isinstance(value, bytes) else value.hex() for value in row] for row in self.rows],
            "cites": [[str(place) for place in places] for places in self.cites],
            "truncated": self.truncated,
            "tables": [table.entry.name for table in self.tables],
            "notes": list(self.notes),
        }
