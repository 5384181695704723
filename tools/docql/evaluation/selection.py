"""Items that have not been looked at yet: one query over the structure store, which filters and steps make longer.

Counting a selection, taking its first twenty items or walking on from it costs what SQLite needs for that, however many
items there are.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias

from citeline.dataclass import dataclass

from ..language.plan import ItemKind
from .conditions import Sql
from .corpus import DOCUMENTS, FILE, Corpus

Table: TypeAlias = Literal["nodes", "documents", "links"]
Extent: TypeAlias = Literal["node", "section"]
"""Of chunks: the lines of a node, all that it contains included; or up to the next heading or definition."""

NODE_COLUMNS: Final = (
    "n.id, n.doc_id, d.path, d.language, d.format, d.package, n.kind, n.name, n.qualified_name, n.start_line,"
    " n.end_line, n.level, n.signature, n.docstring, n.anchor, n.page, n.data"
)
DOCUMENT_COLUMNS: Final = ", ".join(f"d.{name}" for name in ("doc_id", *FILE))
LINK_COLUMNS: Final = "l.id, l.doc_id, d.path, l.source_id, l.target, l.text, l.line, l.kind, l.resolved"
LINKS: Final = "docql_links"
"""Temporary table that `links` makes; ids follow the order of results."""
_MANY_KINDS: Final = 8
_COLUMNS: Final[Mapping[Table, str]] = {"nodes": NODE_COLUMNS, "documents": DOCUMENT_COLUMNS, "links": LINK_COLUMNS}
"""What rows have; the id of the row comes first."""
_ORDERS: Final[Mapping[Table, tuple[str, ...]]] = {
    "nodes": ("d.place", "n.ord"),
    "documents": ("d.path",),
    "links": ("l.id",),
}


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
    ids: tuple[int, ...] | None = None
    """Of the rows, in order, once they are known."""
    uncertain: frozenset[int] = frozenset()
    """Ids of nodes that may not be meant: another one has the same name."""

    def also(self, condition: Sql) -> Selection:
        """Those for which the condition is true as well."""
        return replace(self, where=(*self.where, condition), ids=None)

    @property
    def is_small(self) -> bool:
        """An index finds its few rows."""
        return any(part.selective for part in self.where)

    def certain_first(self, uncertain: frozenset[int]) -> Selection:
        """The same, those that may not be meant last, whatever filter follows."""
        if not uncertain:
            return self
        order = Sql("n.id NOT IN (SELECT value FROM json_each(?))", (json.dumps(sorted(uncertain)),))
        return replace(self, first=(order,), uncertain=uncertain)

    def of_kinds(self, kinds: Collection[str]) -> Selection:
        """Those nodes whose kind is one of the given ones."""
        kept = tuple(kind for kind in self.node_kinds if kind in kinds)
        return replace(self, node_kinds=kept, ids=None) if kept else self.also(NOTHING)

    def count(self, corpus: Corpus) -> int:
        """How many there are."""
        if self.ids is not None:
            return len(self.ids)
        where = self._where()
        # Counted from outside: of a store that has changed, SQLite would look at every row. A limit keeps it apart.
        inner = f"SELECT 1 FROM {self._source()} WHERE {where.expression} LIMIT -1"
        return corpus.number(f"SELECT count(*) FROM ({inner})", where.parameters)

    def exists(self, corpus: Corpus) -> bool:
        """Whether there is one."""
        if self.ids is not None:
            return bool(self.ids)
        where = self._where()
        sql = f"SELECT EXISTS (SELECT 1 FROM {self._source()} WHERE {where.expression})"
        return bool(corpus.number(sql, where.parameters))

    def settled(self, corpus: Corpus, limit: int = sys.maxsize - 1) -> Selection:
        """The same, by the ids of its rows if they are `limit` at most: its conditions are then paid for once."""
        where = self._where()
        values = (*self._first_values(), *where.parameters, limit + 1)
        columns = f"{self._id}, {self._ordered_by()}"
        sql = f"SELECT {columns} FROM {self._source(with_documents=True)} WHERE {where.expression}"
        ids = corpus.ids(f"{sql} ORDER BY {self._order()} LIMIT ?", values)
        if len(ids) > limit:
            return self
        return replace(self, node_kinds=(), where=(with_ids(ids, self._id),), ids=ids)

    def rows(self, corpus: Corpus, offset: int = 0, limit: int = -1) -> list[tuple[Any, ...]]:
        """The rows themselves, in order; all of them when `limit` is negative. A negative offset counts from the end,
        and costs what it would cost from the beginning.
        """
        if offset < 0 and self.ids is None:
            last = self._rows(corpus, 0, -offset, backwards=True)[::-1]
            return last[:limit] if limit >= 0 else last
        return self._rows(corpus, offset if offset >= 0 else max(offset + self.count(corpus), 0), limit)

    def _rows(self, corpus: Corpus, offset: int, limit: int, *, backwards: bool = False) -> list[tuple[Any, ...]]:
        columns = _COLUMNS[self.table]
        if self.ids is not None:
            wanted = self.ids[offset : offset + limit if limit >= 0 else None]
            where = with_ids(wanted, self._id)
            found = corpus.rows(
                f"SELECT {columns} FROM {self._source(with_documents=True)} WHERE {where.expression}", where.parameters
            )
            by_id = {row[0]: row for row in found}
            return [by_id[identity] for identity in wanted]
        where = self._where(ordered=True)
        if self.table == "nodes" and not self.is_small and not self.first:
            # Many come in order from a walk through the documents, which ends with the last row that is wanted.
            source = f"{DOCUMENTS} d CROSS JOIN nodes n ON d.doc_id = n.doc_id"
        else:
            source = self._source(with_documents=True)
        order = self._order(backwards=backwards)
        sql = f"SELECT {columns}, {self._ordered_by()} FROM {source} WHERE {where.expression} ORDER BY {order}"
        found = corpus.rows(f"{sql} LIMIT ? OFFSET ?", [*self._first_values(), *where.parameters, limit, offset])
        added = len(self.first) + len(_ORDERS[self.table])
        return [row[:-added] for row in found]

    def node_ids(self) -> Sql:
        """A subquery for the ids of the nodes: for files that of the file, for links that of the linking section."""
        where = self._where()
        if self.table == "documents":
            source = f"nodes n JOIN {DOCUMENTS} d ON d.doc_id = n.doc_id"
            return Sql(f"SELECT n.id FROM {source} WHERE n.ord = 0 AND {where.expression}", where.parameters)
        column = "l.source_id" if self.table == "links" else "n.id"
        return Sql(f"SELECT {column} FROM {self._source()} WHERE {where.expression}", where.parameters)

    @property
    def _id(self) -> str:
        return _COLUMNS[self.table].partition(",")[0]

    def _ordered_by(self) -> str:
        """What the order goes by, as columns: else SQLite gathers all rows of a store that has changed, then sorts."""
        parts = [part.expression for part in self.first] + list(_ORDERS[self.table])
        return ", ".join(f"{part} AS order_{place}" for place, part in enumerate(parts))

    def _order(self, *, backwards: bool = False) -> str:
        first, then = ("ASC", "DESC") if backwards else ("DESC", "ASC")
        directions = [first] * len(self.first) + [then] * len(_ORDERS[self.table])
        return ", ".join(f"order_{place} {direction}" for place, direction in enumerate(directions))

    def _first_values(self) -> list[Any]:
        return [value for part in self.first for value in part.parameters]

    def _source(self, *, with_documents: bool = False) -> str:
        """What is read; documents beside nodes and links only where they are asked for."""
        if self.table == "documents":
            return f"{DOCUMENTS} d"
        table, row = (f"{LINKS} l", "l") if self.table == "links" else ("nodes n", "n")
        if with_documents or any("d." in part.expression for part in self.where):
            return f"{table} JOIN {DOCUMENTS} d ON d.doc_id = {row}.doc_id"
        return table

    def _where(self, *, ordered: bool = False) -> Sql:
        parts = [part.expression for part in self.where]
        values: list[Any] = [value for part in self.where for value in part.parameters]
        if self.node_kinds:
            # The plus keeps SQLite from the index on kinds: where another one is better, where the order would be
            # lost, and where so many kinds are wanted that all rows are read faster one after the other.
            without_index = self.is_small or len(self.node_kinds) > (1 if ordered else _MANY_KINDS)
            plus = "+" if without_index else ""
            parts.append(f"{plus}n.kind IN ({','.join('?' * len(self.node_kinds))})")
            values += self.node_kinds
        return Sql(" AND ".join(parts) or "1", tuple(values))


def nodes(kind: ItemKind, node_kinds: Iterable[str] = (), *where: Sql, extent: Extent = "node") -> Selection:
    """A selection of nodes."""
    return Selection(kind, "nodes", tuple(sorted(node_kinds)), where, extent=extent)


def with_ids(ids: Collection[int], column: str = "n.id") -> Sql:
    """The condition that a node, or a row of another table, is one of those."""
    return Sql(f"{column} IN (SELECT value FROM json_each(?))", (json.dumps(list(ids)),), selective=True)


def ids_of(ids: Collection[int], documents: Collection[int] = ()) -> Sql:
    """A subquery that gives the ids of nodes, and those of the files of the documents."""
    listed = "SELECT value FROM json_each(?)"
    files = f"SELECT f.id FROM nodes f WHERE f.ord = 0 AND f.doc_id IN ({listed})"
    return Sql(f"{listed} UNION ALL {files}", (json.dumps(list(ids)), json.dumps(list(documents))))
