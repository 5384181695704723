"""References that a name leads along, as linking takes them: of one document, or all in the order of what they name."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from operator import itemgetter
from typing import Final, NamedTuple

from ..stores.packed_uses import uses_of

_BASES: Final = (
    "SELECT r.doc_id, r.source_id, r.kind, r.target, r.qualifier, r.line, n.qualified_name"
    " FROM refs r JOIN nodes n ON n.id = r.source_id WHERE r.kind = 'inherits' AND r.doc_id = ?"
)

_IN_MEMORY: Final = 100_000
"""Rows that are sorted where they are, some 30 MB of them; a table on disk takes a quarter longer."""


class NamedRow(NamedTuple):
    """One reference of kind `calls`, `inherits`, `references` or `mentions`; texts as stored."""

    document: int
    source: int
    """Node that it stands in."""
    kind: str
    target: str
    qualifier: str
    line: int
    scope: str
    """Qualified name of that node."""


def named_rows(connection: sqlite3.Connection, document: int) -> Iterator[NamedRow]:
    """Those of a document."""
    yield from map(NamedRow._make, connection.execute(_BASES, (document,)))
    packed = connection.execute("SELECT body FROM uses WHERE doc_id = ?", (document,)).fetchone()
    if packed is None:
        return
    rows = connection.execute("SELECT ord, id, qualified_name FROM nodes WHERE doc_id = ?", (document,))
    nodes = {place: node for place, *node in rows}
    for place, kind, target, qualifier, line in uses_of(packed[0]):
        node, scope = nodes[place]
        yield NamedRow(document, node, kind, target, qualifier, line, scope)


def every_by_target(
    connection: sqlite3.Connection, documents: Iterable[int], *, at_once: int
) -> Iterator[Sequence[NamedRow]]:
    """Those of all documents, some at once; many by way of a table on disk, for they may not fit into memory."""
    rows = (row for one in documents for row in named_rows(connection, one))
    few = list(islice(rows, _IN_MEMORY))
    if len(few) < _IN_MEMORY:
        few.sort(key=itemgetter(3))
        yield from (few[start : start + at_once] for start in range(0, len(few), at_once))
        return
    connection.execute("DROP TABLE IF EXISTS temp.named_rows")
    connection.execute("CREATE TEMP TABLE named_rows (doc_id, source_id, kind, target, qualifier, line, scope)")
    connection.executemany("INSERT INTO named_rows VALUES (?, ?, ?, ?, ?, ?, ?)", chain(few, rows))
    few.clear()
    found = connection.execute("SELECT * FROM named_rows ORDER BY target")
    while some := found.fetchmany(at_once):
        yield some
