"""Which definitions lead through which names, and whose calls: what must be linked again when a type may be another."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Set
from typing import Final

from citeline.model import DEFINITION_KINDS, VALUE_KINDS

from ..stores.leading_names import declared_by_way_of
from ..stores.outlines import Change
from ..stores.packed_uses import DocumentsByName
from .named_rows import NamedRow, base_rows, rows_among

_KINDS: Final = ",".join(f"'{kind}'" for kind in sorted(DEFINITION_KINDS))
_DECLARING: Final = f"SELECT name, kind, data FROM nodes WHERE doc_id = ? AND data != '{{}}' AND +kind IN ({_KINDS})"


class TypePaths:
    """Follows names to what is declared by way of them, and from there to calls and bases; reads the types of documents
    that have these names.

    What documents declared before `changes` counts as well.
    """

    def __init__(
        self, connection: sqlite3.Connection, by_name: DocumentsByName, changes: Iterable[Change] = ()
    ) -> None:
        self._connection = connection
        self._by_name = by_name
        self._by_word: dict[str, set[str]] = defaultdict(set)
        """Word of a type's path to names of what is declared by way of it."""
        self._values: set[str] = set()
        """Those of variables, fields and what methods assign."""
        self._documents: set[int] = set()
        """Those that have been read, since they have one of the names that were `_asked` for."""
        self._asked: set[str] = set()
        for change in changes:
            for node in change.before.nodes if change.before else ():
                if node.kind in DEFINITION_KINDS:
                    self._add(node.name, node.kind, node.data)

    def uses(
        self, names: Set[str], affected: Set[str], but: Collection[int]
    ) -> Iterator[tuple[int, list[NamedRow], set[int]]]:
        """Documents that are linked again in part, `but` for some: what leads to an affected name; and the nodes with a
        call on a path through one of `names` or of what is declared by way of one, or with one of such a value, which
        leads to what is called otherwise: `kind = Shape`.
        """
        reached = self._reached(names)
        held = reached & self._values
        for document in self._by_name.naming(reached | affected):
            if document not in but:
                rows, nodes = rows_among(self._connection, document, affected, held, reached)
                if rows or nodes:
                    yield document, rows, nodes

    def bases(self, names: Collection[str]) -> set[str]:
        """Names of variables that types inherit from, whose values lead through one of the names: `Form = Shape`."""
        held = (self._reached(names) & self._values).difference(names)
        naming = self._by_name.naming(held)
        return {row.target for one in naming for row in base_rows(self._connection, one) if row.target in held}

    def _reached(self, names: Collection[str]) -> set[str]:
        """The names, and those of all definitions whose types lead through one of them."""
        reached: set[str] = set()
        waiting = set(names)
        while waiting:
            self._read(waiting)
            reached |= waiting
            waiting = {user for name in waiting for user in self._by_word.get(name, ())} - reached
        return reached

    def _read(self, names: Set[str]) -> None:
        """What documents that have one of the names declare."""
        for document in self._by_name.naming(names - self._asked):
            if document not in self._documents:
                self._documents.add(document)
                for row in self._connection.execute(_DECLARING, (document,)):
                    self._add(*row)
        self._asked |= names

    def _add(self, name: str, kind: str, data: str) -> None:
        for declared, word in declared_by_way_of(name, data):
            self._by_word[word].add(declared)
            if declared != name or kind in VALUE_KINDS:
                self._values.add(declared)


def module_names(path: str) -> Iterator[str]:
    """What a path in Rust's code calls the module of a file: nothing for files of other languages."""
    folder, _, name = path.rpartition("/")
    stem, _, suffix = name.rpartition(".")
    if suffix == "rs":
        yield folder.rpartition("/")[2] if stem == "mod" else stem
