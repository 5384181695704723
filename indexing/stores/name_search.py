"""Finding names that look like another: a trigram index over the distinct names of definitions and headings.

23 ms and 0.7 MB for 10,000 names, 130 ms for 53,000 (measured). The base has one, which may know names that are gone:
they are left out when they are found. What has changed since has few names, and a process that looks for some indexes
them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from citeline.model import DEFINITION_KINDS
from citeline.text import fold

from .text_columns import from_column, to_column

if TYPE_CHECKING:
    from difflib import SequenceMatcher

Rows: TypeAlias = Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]
"""Runs a query with its parameters."""

_KINDS: Final = ",".join(f"'{kind}'" for kind in sorted({*DEFINITION_KINDS, "heading"}))
_TRIGRAM: Final = 3
_CANDIDATES: Final = 50
"""Names compared letter by letter; about 0.1 ms each."""
_SHORT: Final = 6
_SAME_INITIAL: Final = 1000
"""Names of like length added for a short word; about 10 ms if there are so many."""
_LIKE_ENOUGH: Final = 0.6
"""Share of matching letters; `difflib.get_close_matches` draws the same line."""


def build_names(connection: sqlite3.Connection, schema: str = "main", nodes: str = "main.nodes") -> None:
    """Write the index of the nodes' names into a schema that shows these nodes, inside the caller's transaction."""
    # The names themselves are those of nodes, and where in one a trigram stands nobody asks.
    connection.execute(
        f"CREATE VIRTUAL TABLE {schema}.names USING fts5(name, content='nodes', content_rowid='id', columnsize=0,"
        " detail=none, tokenize='trigram')"
    )
    connection.execute(
        f"INSERT INTO {schema}.names (rowid, name) SELECT min(id) AS first, name FROM {nodes}"
        f" WHERE kind IN ({_KINDS}) AND name <> '' GROUP BY name ORDER BY first"
    )


def suggest(rows: Rows, text: str, limit: int, tables: Sequence[str] = ("names",)) -> list[str]:
    """Names in the `tables` closest to the text: equal but for case and separators, then beginning with it, then
    holding it, then alike by spelling; shorter first among equals. Names that are not alike are left out.
    """
    asked = fold(text)
    if not asked or limit < 1:
        return []
    stored = to_column(text.strip())
    if len(stored) < _TRIGRAM:
        sql = (
            "SELECT DISTINCT name FROM nodes"
            f" WHERE instr(lower(name), lower(?)) AND +kind IN ({_KINDS}) AND name <> '' LIMIT ?"
        )
        return _ranked(asked, rows(sql, [stored, _SAME_INITIAL]))[:limit]
    trigrams = {stored[start : start + _TRIGRAM].replace('"', '""') for start in range(len(stored) - _TRIGRAM + 1)}
    match = " OR ".join(f'"{trigram}"' for trigram in sorted(trigrams))
    found: list[tuple[Any, ...]] = []
    for table in tables:
        matching = f"{table.rpartition('.')[2]} MATCH ?"
        found += rows(f"SELECT name FROM {table} WHERE {matching} ORDER BY rank LIMIT ?", [match, _CANDIDATES])
    if len(tables) > 1:
        found = _still_there(rows, found)
    if len(stored) <= _SHORT:
        # Two letters swapped in a short word leave hardly a trigram in common: `pasre`, `parse`.
        sql = (
            "SELECT DISTINCT name FROM nodes WHERE name >= ? COLLATE NOCASE AND name < ? COLLATE NOCASE"
            f" AND length(name) BETWEEN ? AND ? AND +kind IN ({_KINDS}) LIMIT ?"
        )
        bounds = [stored[0], stored[0] + "\U0010fffe", len(stored) - 1, len(stored) + 1]
        found = list(dict.fromkeys([*found, *rows(sql, [*bounds, _SAME_INITIAL])]))
    return _ranked(asked, found)[:limit]


def _still_there(rows: Rows, found: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Those of the names that something bears, once each."""
    # Not `DISTINCT`: SQLite would read every node of a changed store. The index on names ignores case.
    sql = (
        f"SELECT name FROM nodes WHERE name COLLATE NOCASE IN (SELECT value FROM json_each(?)) AND +kind IN ({_KINDS})"
    )
    names = {name for (name,) in found}
    borne = {name for (name,) in rows(sql, [json.dumps(sorted(names))])}
    return [(name,) for name in sorted(names & borne)]


def _ranked(asked: str, rows: Iterable[tuple[Any, ...]]) -> list[str]:
    from difflib import SequenceMatcher  # what indexes needs none

    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(asked)  # what the matcher caches; the other side changes
    scored: list[tuple[float, int, str]] = []
    for (stored,) in rows:
        name = from_column(stored)
        score = _likeness(matcher, asked, fold(name))
        if score >= _LIKE_ENOUGH:
            scored.append((-score, len(name), name))
    return [name for _, _, name in sorted(scored)]


def _likeness(matcher: SequenceMatcher[str], asked: str, folded: str) -> float:
    if folded == asked:
        return 4.0
    matcher.set_seq1(folded)
    if folded.startswith(asked):
        return 3.0 + len(asked) / len(folded)
    if asked in folded:
        return 2.0 + len(asked) / len(folded)
    if matcher.real_quick_ratio() < _LIKE_ENOUGH or matcher.quick_ratio() < _LIKE_ENOUGH:
        return 0.0
    return matcher.ratio()
