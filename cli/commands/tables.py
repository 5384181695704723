"""`citeline tables`: the tables of all documents, and SQL over them."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from citeline.errors import UsageError
from citeline.settings import Settings, StalePolicy
from citeline.tools.handle import IndexHandle
from citeline.tools.tables.errors import TableQueryError
from citeline.visible import visible

from ..console import stdout
from ..exit_codes import ANSWERED, NOT_FOUND
from ..json_output import print_json, refuse
from ..opening import open_or_build, with_staleness
from ..options import force_option, format_among, repo_option, stale_option
from ..rendering.render_tables import cell, render_rows, render_table_error, render_tables

if TYPE_CHECKING:
    from citeline.tools.tables import TableResult, TypedTable

_MAX_ROWS: Final = 100
_SQL: Final = re.compile(
    r"\s*(?:--[^\n]*\n\s*)*\(*(?:(?:select|with|values)\b"
    r"|(?:insert\s+into|update\s+\w+\s+set|delete\s+from|(?:drop|create|alter)\s+\w+|attach|pragma|explain)\b"
    r"|(?:describe|desc)\s+\w+\s*;?$|show\s+(?:tables|columns)\b"
    r"|.*\*\s+from\s)",
    re.IGNORECASE,
)
"""Queries, and what is meant as one: a statement that writes is refused with its reason, a misspelt one told."""
_FROM: Final = re.compile(r"\s*\(*(\w+)\b.*\bfrom\b", re.IGNORECASE | re.DOTALL)
_ALIKE: Final = 0.8
"""Of `select` and `slect`, `selct` or `seelct`; `revenue` has 0.3 of it."""


@click.command("tables")
@click.argument("words", nargs=-1, metavar="[SQL | WORDS]")
@click.option("--sql", default=None, metavar="SELECT", help="The query, for one that does not begin like one.")
@repo_option
@click.option(
    "--top-k", "limit", type=click.IntRange(1), default=_MAX_ROWS, show_default=True, metavar="N", help="Rows at most."
)
@format_among("json", "csv", use="For people, for programs, or for sheets.")
@stale_option
@force_option
def command(
    words: tuple[str, ...],
    sql: str | None,
    repo: Path,
    limit: int,
    output: str,
    stale: StalePolicy | None,
    force: bool,
) -> int:
    """List the tables of all documents with their columns, or ask them in SQL.

    `citeline tables "SELECT item, price FROM prices WHERE price > 100"` answers with the lines that each row comes
    from. Other words list only tables about them. `docs/tables.md` tells how tables and columns are called.
    Exit code 0: found, 2: the query is wrong or refused, 3: nothing found.
    """
    text = " ".join(words)
    if sql is not None and text:
        raise UsageError("both --sql and words are given", remedy="give the query alone")
    query = sql if sql is not None else text if _SQL.match(text) else None
    with open_or_build(repo, Settings(), force=force, stale=stale) as handle:
        if query is None:
            found = handle.tables(text)
            if found or not _is_misspelt(text):
                return _list(handle, found, output)
        try:
            result = handle.query_tables(query or text, limit=limit)
        except TableQueryError as error:
            return refuse(error, output, render_table_error)
        return _answer(handle, result, output)


def _is_misspelt(text: str) -> bool:
    """Whether words about no table are a query: `SELEC item FROM prices`, not "selected items from Italy"."""
    first = _FROM.match(text)
    word = first[1].lower() if first else ""
    return not word.startswith("select") and bool(get_close_matches(word, ["select"], cutoff=_ALIKE))


def _list(handle: IndexHandle, tables: list[TypedTable], output: str) -> int:
    if output == "json":
        found = {"tables": [table.to_json() for table in tables], "index": handle.reader.identity()}
        print_json(with_staleness(found, handle))
    elif output == "csv":
        write = _csv()
        write(["name", "path", "line", "rows", "columns"])
        for table in tables:
            columns = " ".join(f"{column.name}:{column.type}" for column in table.columns)
            write([table.entry.name, table.entry.path, str(table.entry.line), str(table.row_count), columns])
    else:
        render_tables(tables, stdout())
    return ANSWERED if tables else NOT_FOUND


def _answer(handle: IndexHandle, result: TableResult, output: str) -> int:
    if output == "json":
        print_json(with_staleness({**result.to_json(), "index": handle.reader.identity()}, handle))
    elif output == "csv":
        write = _csv()
        write([*result.columns, "source"])
        for row, places in zip(result.rows, result.cites, strict=True):
            write([*map(cell, row), " ".join(map(str, places))])
    else:
        render_rows(result, stdout())
    return ANSWERED if result.rows else NOT_FOUND


def _csv() -> Callable[[list[str]], None]:
    writer = csv.writer(sys.stdout, lineterminator="\n")

    def write(row: list[str]) -> None:
        writer.writerow(map(visible, row))

    return write
