"""Which definitions lead through which names, and whose calls: what must be linked again when a type may be another."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple

from citeline.model import DEFINITION_KINDS, VALUE_KINDS
from citeline.text import code_words

from ..stores.outlines import Change
from ..stores.packed_uses import DocumentsByName
from .named_rows import NamedRow, base_rows, rows_among

_KINDS: Final = ",".join(f"'{kind}'" for kind in sorted(DEFINITION_KINDS))


class TypePaths:
    """Follows names to what is declared by way of them, and from there to calls and bases; reads all types once.

    What documents declared before `changes` counts as well.
    """

    def __init__(
        self, connection: sqlite3.Connection, by_name: DocumentsByName, changes: Iterable[Change] = ()
    ) -> None:
        self._connection = connection
        self._by_name = by_name
        self._replaced = [change.before for change in changes if change.before]

    def uses(
        self, names: Set[str], affected: Set[str], but: Collection[int]
    ) -> Iterator[tuple[int, list[NamedRow], set[int]]]:
        """Documents that are linked again in part, `but` for some: what leads to an affected name; and the nodes with a
        call on a path through one of `names` or of what is declared by way of one, or with one of such a value, which
        leads to what is called otherwise: `kind = Shape`.
        """
        reached = self._reached(names)
        held = reached & self._declared.values
        for document in self._by_name.naming(reached | affected):
            if document not in but:
                rows, nodes = rows_among(self._connection, document, affected, held, reached)
                if rows or nodes:
                    yield document, rows, nodes

    def bases(self, names: Collection[str]) -> set[str]:
        """Names of variables that types inherit from, whose values lead through one of the names: `Form = Shape`."""
        held = (self._reached(names) & self._declared.values).difference(names)
        naming = self._by_name.naming(held)
        return {row.target for one in naming for row in base_rows(self._connection, one) if row.target in held}

    def _reached(self, names: Collection[str]) -> set[str]:
        """The names, and those of all definitions whose types lead through one of them."""
        reached = set(names)
        waiting = list(names)
        while waiting:
            for user in self._declared.by_word.get(waiting.pop(), ()):
                if user not in reached:
                    reached.add(user)
                    waiting.append(user)
        return reached

    @cached_property
    def _declared(self) -> _Declared:
        by_word: dict[str, set[str]] = defaultdict(set)
        values: set[str] = set()
        rows: Iterable[tuple[str, str, str]] = self._connection.execute(
            f"SELECT name, kind, data FROM nodes WHERE data != '{{}}' AND +kind IN ({_KINDS})"
        )
        before = (node for outline in self._replaced for node in outline.nodes if node.kind in DEFINITION_KINDS)
        rows = chain(rows, ((node.name, node.kind, node.data) for node in before))
        for name, kind, data in rows:
            for declared, word in declared_by_way_of(name, data):
                by_word[word].add(declared)
                if declared != name or kind in VALUE_KINDS:
                    values.add(declared)
        return _Declared(by_word, values)


class _Declared(NamedTuple):
    by_word: Mapping[str, Collection[str]]
    """Word of a type's path to names of what is declared by way of it."""
    values: Set[str]
    """Those of variables, fields and what methods assign."""


def declared_by_way_of(name: str, data: str) -> Iterator[tuple[str, str]]:
    """What a definition declares, itself or an attribute, each with a name that the type of it leads through."""
    if data == "{}":
        return
    told = json.loads(data)
    for path in (told.get("type", ""), *told.get("parameters", ())):
        yield from ((name, word) for word in code_words(path))
    for pair in told.get("attributes", ()):
        attribute, _, path = pair.partition("=")
        # What a function takes and gives is said by way of its name.
        yield from ((name if attribute.startswith("(") else attribute, word) for word in code_words(path))


def module_names(path: str) -> Iterator[str]:
    """What a path in Rust's code calls the module of a file: nothing for files of other languages."""
    folder, _, name = path.rpartition("/")
    stem, _, suffix = name.rpartition(".")
    if suffix == "rs":
        yield folder.rpartition("/")[2] if stem == "mod" else stem
