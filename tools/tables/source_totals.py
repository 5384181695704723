"""Sums, means and counts of a whole database table that the index has a sample of: the database computed them."""

from __future__ import annotations

import re
from typing import Final

from citeline.indexing.databases.describing import TOTALS

from .catalog import TableCatalog, TableEntry, TypedTable

_PLAIN: Final = re.compile(r"\s*SELECT\s+(.+?)\s+FROM\s+(\"?[\w.]+\"?)\s*;?\s*$", re.IGNORECASE | re.DOTALL)
_ASKED: Final = re.compile(
    r"\s*(COUNT|SUM|AVG|MIN|MAX)\s*\(\s*(\*|\"?\w+\"?)\s*\)(?:\s+AS\s+(\"?\w+\"?)|\s*)\s*$", re.IGNORECASE
)

_TOLD: Final = {**{name: (name,) for name in ("count", "sum", "avg")}, "min": ("min", "first"), "max": ("max", "last")}
_HELD: Final = {
    **{name: f'"{name}"' for name in ("count", "sum", "avg")},
    "min": 'coalesce("min", "first")',
    "max": 'coalesce("max", "last")',
}
"""Function to the columns of the totals that have what it gives."""


def over_all_rows(sql: str, catalog: TableCatalog) -> tuple[str, str] | None:
    """A query for the totals of the table, and what to say of it; None where rows are chosen, grouped or joined, or
    all of them are in the index.
    """
    query = _PLAIN.match(sql)
    asked = [_ASKED.match(part) for part in query[1].split(",")] if query else []
    entry = catalog.find(query[2].strip('"')) if query else None
    if entry is None or not asked or None in asked:
        return None
    totals = _totals_of(entry, catalog)
    if totals is None:
        return None
    columns = catalog.load(entry).columns
    headers = {column.name.lower(): column.header for column in columns}
    picked: list[str] = []
    for one in filter(None, asked):
        wanted = one[2].strip('"').lower()
        header = "*" if wanted == "*" else headers.get(wanted, "")
        if not header or (wanted == "*" and one[1].upper() != "COUNT"):
            return None  # what is wrong with it is told of the table itself
        if not _is_told(header, one[1].lower(), catalog.load(totals)):
            return None  # of texts and truth values the database was not asked for it
        value = f"""max(CASE WHEN "column" = '{header.replace("'", "''")}' THEN {_HELD[one[1].lower()]} END)"""
        named = one[3] or f'"{one[0].strip().replace(chr(34), "")}"'
        picked.append(f"{value} AS {named}")
    computed = f"computed by the database over all rows of {entry.name.removesuffix('_rows')} when it was indexed"
    return f"SELECT {', '.join(picked)} FROM {totals.name}", computed


def _is_told(header: str, function: str, totals: TypedTable) -> bool:
    values = {column.name: cells for column, cells in zip(totals.columns, totals.values, strict=True)}
    rows = [at for at, name in enumerate(values["column"]) if name == header]
    return any(values[name][at] not in (None, "") for at in rows for name in _TOLD[function] if name in values)


def _totals_of(entry: TableEntry, catalog: TableCatalog) -> TableEntry | None:
    if not catalog.load(entry).sample:
        return None
    return next((one for one in catalog.entries if one.path == entry.path and one.heading == TOTALS), None)
