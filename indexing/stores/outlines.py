"""What other documents may know of one: its nodes, and what it imports and inherits; kept over a change of the file.

A node that is still there keeps its id, so that edges from elsewhere go on leading to it: it is known by kind, name and
place in the tree, and among those that are alike by their order.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any, Final, NamedTuple, TypeAlias

from citeline.dataclass import dataclass
from citeline.model import ParsedDocument

from .packed_uses import stored_identifiers
from .text_columns import to_column

NodeKey: TypeAlias = tuple[str, str, str, int]
"""Kind, name, qualified name, and the place among those that are alike."""


Centrality: TypeAlias = tuple[int, int, float]
"""Of a file: by how many it is imported and used, and its rank."""
NOT_CENTRAL: Final[Centrality] = (0, 0, 1.0)


class OutlineNode(NamedTuple):
    """A node as far as it can matter elsewhere."""

    id: int
    kind: str
    name: str
    qualified_name: str
    around: str
    """Qualified name of its parent."""
    data: str


class OutlineReference(NamedTuple):
    """A reference of kind `imports` or `inherits`."""

    kind: str
    scope: str
    """Qualified name of the node that it stands in."""
    target: str
    qualifier: str


@dataclass(frozen=True, slots=True)
class Outline:
    """A document as it is or was stored."""

    document: int
    path: str
    """As stored."""
    language: str
    format: str
    nodes: Sequence[OutlineNode]
    references: Sequence[OutlineReference]
    identifiers: Set[str]
    centrality: Centrality = NOT_CENTRAL
    """As it was last computed."""


class Change(NamedTuple):
    """A document before and after; None when there is none."""

    before: Outline | None
    after: Outline | None


def stored_outlines(connection: sqlite3.Connection, documents: Iterable[int]) -> Iterator[Outline]:
    """Of the documents that exist among the ids."""
    for document in documents:
        sql = "SELECT path, language, format, importers, users, pagerank FROM documents WHERE id = ?"
        found = connection.execute(sql, (document,)).fetchone()
        if found is None:
            continue
        path, language, form, *_ = found
        rows = connection.execute(
            "SELECT id, kind, name, qualified_name, parent_id, data FROM nodes WHERE doc_id = ? ORDER BY ord",
            (document,),
        ).fetchall()
        names = {row[0]: row[3] for row in rows}
        references = connection.execute(
            "SELECT kind, source_id, target, qualifier FROM refs WHERE doc_id = ? AND kind IN ('imports', 'inherits')",
            (document,),
        ).fetchall()
        yield Outline(
            document,
            path,
            language,
            form,
            [OutlineNode(row[0], row[1], row[2], row[3], names.get(row[4], ""), row[5]) for row in rows],
            [OutlineReference(kind, names[node], target, qualifier) for kind, node, target, qualifier in references],
            frozenset(stored_identifiers(connection, document)),
            (found[3], found[4], found[5]),
        )


def outline_of(
    path: str,
    document: ParsedDocument,
    identifiers: Set[str],
    node_rows: Sequence[tuple[Any, ...]],
    reference_rows: Sequence[tuple[Any, ...]],
) -> Outline:
    """Of rows as `structure_rows` makes them, and identifiers as they are stored."""
    names = {row[0]: row[7] for row in node_rows}
    return Outline(
        node_rows[0][1],
        to_column(path),
        document.language,
        document.format,
        [OutlineNode(row[0], row[4], row[5], row[7], names.get(row[3], ""), row[15]) for row in node_rows],
        [
            OutlineReference(kind, names[node], target, qualifier)
            for _, node, kind, target, qualifier, _ in reference_rows
            if kind in ("imports", "inherits")
        ],
        identifiers,
    )


def node_ids(document: ParsedDocument, before: Outline | None, following: int) -> list[int]:
    """An id for each node: that of before where there was such a node, else one of those from `following` on."""
    if before is None:
        return [*range(following, following + len(document.nodes))]
    keyed = ((node.kind, to_column(node.name), to_column(node.qualified_name)) for node in document.nodes)
    old = _keys((node.kind, node.name, node.qualified_name) for node in before.nodes)
    known = dict(zip(old, before.nodes, strict=True))
    new = itertools.count(following)
    return [known[key].id if key in known else next(new) for key in _keys(keyed)]


def _keys(nodes: Iterable[tuple[str, str, str]]) -> Iterator[NodeKey]:
    seen: Counter[tuple[str, str, str]] = Counter()
    for node in nodes:
        yield (*node, seen[node])
        seen[node] += 1
