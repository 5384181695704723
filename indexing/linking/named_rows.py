"""References that a name leads along, as linking takes them: of one document, or all in the order of what they name."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, islice
from operator import itemgetter
from typing import Final, NamedTuple

from citeline.model import CALLABLE_KINDS, VALUE_KINDS

from ..stores.packed_uses import Use, uses_among, uses_of

_BASES: Final = (
    "SELECT r.doc_id, r.source_id, r.kind, r.target, r.qualifier, r.line, n.qualified_name"
    " FROM refs r JOIN nodes n ON n.id = r.source_id WHERE r.kind = 'inherits' AND r.doc_id = ?"
)
EXTENDS: Final = "extends"
"""Kind of what leads from a member to its type where it stands outside of that: a function of a receiver, `T::f`, what
is in an `impl` block or an extension. Readers see such edges turned round, as `contains`."""
_MEMBERS: Final = ",".join(f"'{kind}'" for kind in sorted(CALLABLE_KINDS | VALUE_KINDS))
_OUTSIDE: Final = (
    f"SELECT n.doc_id, n.id, '{EXTENDS}', n.qualified_name, n.name, n.start_line"
    " FROM nodes n JOIN nodes p ON p.id = n.parent_id WHERE n.doc_id = ?"
    f" AND n.kind IN ({_MEMBERS})"
    " AND (instr(p.data, '\"extends\"')"
    " OR length(n.qualified_name) > length(p.qualified_name) + length(n.name) + 1)"
)
_BODY: Final = "SELECT body FROM uses WHERE doc_id = ?"

_IN_MEMORY: Final = 100_000
"""Rows that are sorted where they are, some 30 MB of them; a table on disk takes a quarter longer."""


class NamedRow(NamedTuple):
    """One reference of kind `calls`, `inherits`, `references` or `mentions`, or of EXTENDS; texts as stored."""

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
    yield from base_rows(connection, document)
    yield from _member_rows(connection, document)
    packed = connection.execute(_BODY, (document,)).fetchone()
    if packed is not None:
        yield from _rows(document, uses_of(packed[0]), _nodes(connection, document))


def base_rows(connection: sqlite3.Connection, document: int) -> Iterator[NamedRow]:
    """Those of kind `inherits`."""
    return map(NamedRow._make, connection.execute(_BASES, (document,)))


def _member_rows(connection: sqlite3.Connection, document: int) -> Iterator[NamedRow]:
    """Those of members that stand outside of their type."""
    for near, node, kind, qualified, name, line in connection.execute(_OUTSIDE, (document,)):
        scope = qualified[: -len(name) - 1]
        yield NamedRow(near, node, kind, scope.rpartition(".")[2], "", line, scope)


def rows_among(
    connection: sqlite3.Connection, document: int, names: Set[str], held: Set[str], words: Set[str]
) -> tuple[list[NamedRow], set[int]]:
    """Those of a document that lead to one of the names; and its nodes with a call of one of `held`, or on a path
    through one of the words.
    """
    leading = chain(base_rows(connection, document), _member_rows(connection, document))
    rows = [row for row in leading if row.target in names]
    packed = connection.execute(_BODY, (document,)).fetchone()
    uses, calling = uses_among(packed[0], names, held, words) if packed else ((), ())
    if not uses and not calling:
        return rows, set()
    nodes = _nodes(connection, document)
    return [*rows, *_rows(document, uses, nodes)], {nodes[place][0] for place in calling}


def _rows(document: int, uses: Iterable[Use], nodes: Mapping[int, tuple[int, str]]) -> Iterator[NamedRow]:
    for place, kind, target, qualifier, line in uses:
        node, scope = nodes[place]
        yield NamedRow(document, node, kind, target, qualifier, line, scope)


def _nodes(connection: sqlite3.Connection, document: int) -> dict[int, tuple[int, str]]:
    """Place in the document's tree to the node's id and qualified name."""
    rows = connection.execute("SELECT ord, id, qualified_name FROM nodes WHERE doc_id = ?", (document,))
    return {place: (node, scope) for place, node, scope in rows}


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
