"""Which types a type inherits from, level by level."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from citeline.text import code_words

from .candidates import Candidate
from .documents import Document
from .imports import Imports
from .reach import reach_of

_MAX_LEVELS: Final = 8
_FEW: Final = 50
"""Documents whose bases are looked up by themselves; when more are asked for, all are read at once."""
_ROWS: Final = (
    "SELECT r.doc_id, n.qualified_name, r.target, r.qualifier"
    " FROM refs r JOIN nodes n ON n.id = r.source_id WHERE r.kind = 'inherits'"
)


class InheritsRow(NamedTuple):
    """One stored reference of kind `inherits`."""

    document: int
    scope: str
    """Qualified name of the type that inherits."""
    target: str
    qualifier: str


ResolveBase: TypeAlias = Callable[[Document, str, str, str], Sequence[Candidate]]
"""Takes the document and the scope of the type that inherits, and the base's name and qualifier."""


class Hierarchy:
    """The bases that types name."""

    def __init__(self, documents: Mapping[int, Document], connection: sqlite3.Connection) -> None:
        self._documents = documents
        self._connection = connection
        self._by_document: dict[int, dict[str, list[InheritsRow]]] = {}
        self._all_read = False

    @cached_property
    def _rows(self) -> list[InheritsRow]:
        return list(map(InheritsRow._make, self._connection.execute(_ROWS)))

    @cached_property
    def _by_family(self) -> Mapping[tuple[str, str], Sequence[InheritsRow]]:
        """Family and scope to what types name that may have parts in several files."""
        found: dict[tuple[str, str], list[InheritsRow]] = defaultdict(list)
        for row in self._rows:
            family = self._documents[row.document].family
            if _has_parts(family, row.scope):
                found[family, row.scope].append(row)
        return found

    def _of_document(self, document: int) -> Mapping[str, Sequence[InheritsRow]]:
        """Scope to what its types name."""
        if document not in self._by_document and not self._all_read:
            self._all_read = len(self._by_document) >= _FEW
            if self._all_read:
                self._by_document.clear()
                rows: Iterable[InheritsRow] = self._rows
            else:
                found = self._connection.execute(f"{_ROWS} AND r.doc_id = ?", (document,))
                rows = map(InheritsRow._make, found)
            for row in rows:
                self._by_document.setdefault(row.document, {}).setdefault(row.scope, []).append(row)
            self._by_document.setdefault(document, {})
        return self._by_document.get(document, {})

    def levels_above(self, near: Document, scope: str, resolve: ResolveBase) -> Iterator[list[Candidate]]:
        """The bases of the type with the qualified name `scope`, then theirs, and so on."""
        seen: set[tuple[int, str]] = set()
        types = [(near, scope)]
        for _ in range(_MAX_LEVELS):
            found: dict[int, Candidate] = {}
            for document, name in types:
                if (document.id, name) in seen:
                    continue
                seen.add((document.id, name))
                for row in self._rows_of(document, name):
                    bases = resolve(self._documents[row.document], row.scope, row.target, row.qualifier)
                    found.update((base.node, base) for base in bases)
            if not found:
                return
            level = list(found.values())
            yield level
            types = [(base.document, base.qualified_name) for base in level]

    def heirs(self, names: Collection[str], documents: Collection[int], imports: Imports) -> tuple[set[int], set[str]]:
        """Documents with a type that inherits, directly or not, from one of the names or from a type in `documents`;
        and the names of these types.
        """
        tainted = set(names)
        found: set[int] = set()
        waiting = self._rows
        while True:
            left: list[InheritsRow] = []
            for row in waiting:
                named = {row.target, *code_words(row.qualifier)}
                is_tainted = row.document in documents or not named.isdisjoint(tainted)
                if is_tainted or imports.may_be_another(row.document, row.target, tainted):
                    found.add(row.document)
                    tainted.add(row.scope.rpartition(".")[2])
                else:
                    left.append(row)
            if len(left) == len(waiting):
                return found, tainted.difference(names)
            waiting = left

    def _rows_of(self, document: Document, scope: str) -> Sequence[InheritsRow]:
        if _has_parts(document.family, scope):
            return self._by_family.get((document.family, scope), ())
        return self._of_document(document.id).get(scope, ())


def _has_parts(family: str, scope: str) -> bool:
    """Whether a type of that name may have parts in several files."""
    reach = reach_of(family)
    return reach.split_types or (bool(reach.everywhere) and scope.startswith(f"{reach.everywhere}."))


def is_member(candidate: Candidate, base: Candidate, *, split: bool) -> bool:
    """Whether the candidate belongs to a type; `split` types have members in other files too."""
    return candidate.prefix == base.qualified_name and (split or candidate.document is base.document)


def outwards(scope: str) -> Iterator[str]:
    """The qualified names of what is around, the scope itself first."""
    while scope:
        yield scope
        scope = scope.rpartition(".")[0]
