"""Items that have not been looked at yet: one query over the structure store, which filters and steps make longer.

Counting a selection, taking its first twenty items or walking on from it costs what SQLite needs for that, however many
items there are.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from .conditions import Sql
from .corpus import DOCUMENTS, Corpus
from .plan import ItemKind

Table: TypeAlias = Literal["nodes", "documents", "links"]
Extent: TypeAlias = Literal["node", "section"]
"""Of chunks: the lines of a node, all that it contains included; or up to the next heading or definition."""

NODE_COLUMNS: Final = (
    "n.id, n.doc_id, d.path, d.language, d.format, d.package, n.kind, n.name, n.qualified_name, n.start_line,"
    " n.end_line, n.level, n.signature, n.docstring, n.anchor, n.page, n.data"
)
DOCUMENT_COLUMNS: Final = "d.doc_id, d.path, d.name, d.directory, d.extension, d.language, d.size, d.lines, d.source"
LINK_COLUMNS: Final = "r.doc_id, d.path, r.source_id, r.target, r.qualifier, r.line"


NOTHING: Final = Sql("0", selective=True)


@dataclass(frozen=True, slots=True)
class Selection:
    """Some rows of one table, in the order of results: by document, and by place in it."""

    kind: ItemKind
    table: Table
    node_kinds: tuple[str, ...] = ()
    """Of a selection of nodes; empty means any."""
    where: tuple[Sql, ...] = ()
    first: tuple[Sql, ...] = ()
    """What comes before the order of documents: expressions, highest first."""
    extent: Extent = "node"

    def also(self, condition: Sql) -> Selection:
        """Those for which the condition is true as well."""
        return replace(self, where=(*self.where, condition))

    @property
    def is_small(self) -> bool:
        """An index finds its few rows."""
        return any(part.selective for part in self.where)

    def of_kinds(self, kinds: Collection[str]) -> Selection:
        """Those nodes whose kind is one of the given ones."""
        kept = tuple(kind for kind in self.node_kinds if kind in kinds)
        return replace(self, node_kinds=kept) if kept else replace(self, where=(*self.where, NOTHING))

    def count(self, corpus: Corpus) -> int:
        """How many there are."""
        where = self._where()
        return corpus.number(f"SELECT count(*) FROM {self._source()} WHERE {where.expression}", where.parameters)

    def exists(self, corpus: Corpus) -> bool:
        """Whether there is one."""
        where = self._where()
        sql = f"SELECT EXISTS (SELECT 1 FROM {self._source()} WHERE {where.expression})"
        return bool(corpus.number(sql, where.parameters))

    def settled(self, corpus: Corpus, limit: int = sys.maxsize - 1) -> Selection:
        """The same, by the ids of its nodes if they are `limit` at most: its conditions are then paid for once."""
        if self.table != "nodes":
            return self
        where = self._where()
        sql = f"SELECT n.id FROM {self._source()} WHERE {where.expression} LIMIT {limit + 1}"
        ids = [row[0] for row in corpus.rows(sql, where.parameters)]
        return self if len(ids) > limit else replace(self, node_kinds=(), where=(with_ids(ids),))

    def rows(self, corpus: Corpus, offset: int = 0, limit: int = -1) -> list[tuple[Any, ...]]:
        """The rows themselves, in order; all of them when `limit` is negative."""
        where = self._where(ordered=True)
        first = [f"{part.expression} DESC" for part in self.first]
        values = [value for part in self.first for value in part.parameters]
        if self.table == "documents":
            source, columns, order = f"{DOCUMENTS} d", DOCUMENT_COLUMNS, ["d.path"]
        elif self.table == "links":
            source = f"{DOCUMENTS} d CROSS JOIN refs r ON r.doc_id = d.doc_id"
            columns, order = LINK_COLUMNS, ["d.place", "r.line", "r.rowid"]
        else:
            # Few rows are sorted once they are found; many come in order from a walk through the documents, which
            # ends with the last row that is wanted.
            joined = "nodes n JOIN {} d" if self.is_small or self.first else "{} d CROSS JOIN nodes n"
            source = f"{joined.format(DOCUMENTS)} ON d.doc_id = n.doc_id"
            columns, order = NODE_COLUMNS, ["d.place", "n.ord"]
        sql = f"SELECT {columns} FROM {source} WHERE {where.expression} ORDER BY {', '.join(first + order)}"
        return corpus.rows(f"{sql} LIMIT ? OFFSET ?", [*where.parameters, *values, limit, offset])

    def node_ids(self) -> Sql:
        """A subquery for the ids of the nodes: for files that of the file, for links that of the linking section."""
        where = self._where()
        if self.table == "documents":
            source = f"nodes n JOIN {DOCUMENTS} d ON d.doc_id = n.doc_id"
            return Sql(f"SELECT n.id FROM {source} WHERE n.ord = 0 AND {where.expression}", where.parameters)
        column = "r.source_id" if self.table == "links" else "n.id"
        return Sql(f"SELECT {column} FROM {self._source()} WHERE {where.expression}", where.parameters)

    def _source(self) -> str:
        """What is read when the order does not matter."""
        about_documents = any("d." in part.expression for part in self.where)
        if self.table == "documents":
            return f"{DOCUMENTS} d"
        table = "refs r" if self.table == "links" else "nodes n"
        return f"{table} JOIN {DOCUMENTS} d ON d.doc_id = {table[-1]}.doc_id" if about_documents else table

    def _where(self, *, ordered: bool = False) -> Sql:
        parts = [part.expression for part in self.where]
        values: list[Any] = [value for part in self.where for value in part.parameters]
        if self.table == "links":
            parts.append("r.kind = 'links_to'")
        elif self.node_kinds:
            # The plus keeps SQLite from the index on kinds, where another one is better or the order would be lost.
            plus = "+" if self.is_small or (ordered and len(self.node_kinds) > 1) else ""
            parts.append(f"{plus}n.kind IN ({','.join('?' * len(self.node_kinds))})")
            values += self.node_kinds
        return Sql(" AND ".join(parts) or "1", tuple(values))


def nodes(kind: ItemKind, node_kinds: Iterable[str] = (), *where: Sql, extent: Extent = "node") -> Selection:
    """A selection of nodes."""
    return Selection(kind, "nodes", tuple(sorted(node_kinds)), where, extent=extent)


def with_ids(ids: Collection[int]) -> Sql:
    """The condition that a node is one of those."""
    return Sql("n.id IN (SELECT value FROM json_each(?))", (json.dumps(list(ids)),), selective=True)


def ids_of(ids: Collection[int]) -> Sql:
    """A subquery that gives the ids."""
    return Sql("SELECT value FROM json_each(?)", (json.dumps(list(ids)),))
