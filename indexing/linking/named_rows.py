"""References that a name leads along, as linking takes them: of one document, or all in the order of what they name."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from ..stores.packed_uses import uses_of

_BASES: Final = (
    "SELECT r.doc_id, r.source_id, r.kind, r.target, r.qualifier, r.line, n.qualified_name"
    " FROM refs r JOIN nodes n ON n.id = r.source_id WHERE r.kind = 'inherits' AND r.doc_id = ?"
)


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


def every_by_target(connection: sqlite3.Connection, documents: Iterable[int]) -> sqlite3.Cursor:
    """Those of all documents, as plain tuples; by way of a table on disk, for they may not fit into memory."""
    connection.execute("DROP TABLE IF EXISTS temp.named_rows")
    connection.execute("CREATE TEMP TABLE named_rows (doc_id, source_id, kind, target, qualifier, line, scope)")
    rows = (row for one in documents for row in named_rows(connection, one))
    connection.executemany("INSERT INTO named_rows VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    return connection.execute("SELECT * FROM named_rows ORDER BY target")
