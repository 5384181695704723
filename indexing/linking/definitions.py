"""The definitions of a name, read from the store when something asks for it, and kept while there is room."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from citeline.model import DEFINITION_KINDS, TYPE_KINDS
from citeline.remembering import remembered_up_to

from .candidates import Candidate
from .documents import Document

_MAX_IN_FAMILY: Final = 20_000
"""Names whose definitions are kept by family."""
MAX_NAMES: Final = 20_000
"""Names whose definitions are kept; a corpus of any size is linked within that."""
_BATCH: Final = 400
_KINDS: Final = ",".join(f"'{kind}'" for kind in sorted(DEFINITION_KINDS))
_SELECT: Final = (
    "SELECT n.id, n.doc_id, n.kind, n.name, n.qualified_name, n.data, p.qualified_name, p.kind, n.parent_id, n.ord"
    " FROM nodes n JOIN nodes p ON p.id = n.parent_id"
)
ByDocument = Mapping[int, list[Candidate]]
_NONE: Final[ByDocument] = {}
_NO_PAIRS: Final[Mapping[str, str]] = {}


class DefinedNames:
    """Name to the documents that define it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._known: dict[str, frozenset[int]] = {}
        self._all_read = False

    def get(self, name: str, otherwise: Collection[int] = ()) -> Collection[int]:
        """Those of one name."""
        if name not in self._known and not self._all_read:
            self.fetch((name,))
        return self._known.get(name) or otherwise

    def fetch(self, names: Iterable[str]) -> Mapping[str, Collection[int]]:
        """Those of the names; read many at once."""
        wanted = dict.fromkeys(names)
        missing = [] if self._all_read else [name for name in wanted if name not in self._known]
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            found: dict[str, set[int]] = {name: set() for name in batch}
            marks = ",".join("?" * len(batch))
            named = f"name COLLATE NOCASE IN ({marks}) AND +kind IN ({_KINDS})"
            sql = f"SELECT name, doc_id FROM nodes WHERE {named}"
            for name, document in self._connection.execute(sql, batch):
                if name in found:
                    found[name].add(document)
            self._known.update((name, frozenset(ids)) for name, ids in found.items())
        return {name: self._known[name] for name in wanted if self._known.get(name)}

    def every(self) -> Mapping[str, Collection[int]]:
        """Those of all names; most names share their set with all others of the same document."""
        if not self._all_read:
            self._all_read = True
            self._known = {}
            shared: dict[int, frozenset[int]] = {}
            sql = f"SELECT DISTINCT name, doc_id FROM nodes WHERE +kind IN ({_KINDS})"
            for name, document in self._connection.execute(sql):
                alone = shared.get(document)
                if alone is None:
                    alone = shared[document] = frozenset((document,))
                known = self._known.get(name)
                self._known[name] = alone if known is None else known | alone
        return self._known


class Definitions:
    """Definitions by name and document."""

    def __init__(self, connection: sqlite3.Connection, documents: Mapping[int, Document]) -> None:
        self._connection = connection
        self._documents = documents
        self._known: dict[str, ByDocument] = {}

    @property
    def kept(self) -> int:
        """Names whose definitions are in memory."""
        return len(self._known)

    def named(self, name: str) -> ByDocument:
        """Document to its definitions of the name."""
        found = self._known.get(name)
        if found is None:
            self.fetch((name,))
            found = self._known[name]
        return found

    @remembered_up_to(_MAX_IN_FAMILY)
    def in_family(self, name: str, family: str) -> Sequence[Candidate]:
        """The definitions of a name in the languages of a family."""
        groups = self.named(name).values()
        return [c for group in groups if group[0].document.family == family for c in group]

    @remembered_up_to(_MAX_IN_FAMILY)
    def by_prefix(self, name: str, family: str) -> Mapping[str, Sequence[Candidate]]:
        """The definitions of a name by the qualified name of what is around them."""
        found: dict[str, list[Candidate]] = {}
        for candidate in self.in_family(name, family):
            found.setdefault(candidate.prefix, []).append(candidate)
            if "." in candidate.prefix and candidate.in_type and self._is_for_others(candidate):
                found.setdefault(candidate.owner, []).append(candidate)
            for further in self._stands_for(candidate) if candidate.in_type else ():
                found.setdefault(further, []).append(candidate)
        return found

    def _stands_for(self, member: Candidate) -> Sequence[str]:
        """Further types that the block around it is for."""
        if not member.document.reach.module_paths:
            return ()
        around = self.named(member.owner).get(member.document.id, ())
        return next((c.stands_for for c in around if c.node == member.block), ())

    def _is_for_others(self, member: Candidate) -> bool:
        """Whether a block in a module adds it to a type from elsewhere: `mod impls { impl Shape {} }`."""
        near = member.document
        return (
            near.reach.split_types
            and near.reach.module_paths
            and not any(
                c.qualified_name == member.prefix and not c.extends for c in self.named(member.owner).get(near.id, ())
            )
        )

    def fetch(self, names: Iterable[str]) -> None:
        """Read the names that are not known, many at once."""
        missing = [name for name in dict.fromkeys(names) if name not in self._known]
        if len(self._known) + len(missing) > MAX_NAMES:
            # The newest half stays: what one part of the corpus names, its neighbours name too.
            for name in list(self._known)[: max(len(self._known) // 2, len(missing), 1)]:
                del self._known[name]
        for start in range(0, len(missing), _BATCH):
            self._read(missing[start : start + _BATCH])

    def _read(self, names: Collection[str]) -> None:
        found: dict[str, dict[int, list[Candidate]]] = {}
        marks = ",".join("?" * len(names))
        # The index on names ignores case, so it is asked that way first; the plus keeps SQLite from that on kinds.
        sql = f"{_SELECT} WHERE n.name COLLATE NOCASE IN ({marks}) AND +n.kind IN ({_KINDS}) ORDER BY n.doc_id, n.ord"
        wanted = set(names)
        # What it is ordered by is among the columns: else SQLite gathers all nodes of a changed store before it sorts.
        for row in self._connection.execute(sql, [*names]):
            if row[3] in wanted:
                found.setdefault(row[3], {}).setdefault(row[1], []).append(self._candidate(*row[:-1]))
        for name in names:
            self._known[name] = {one: _counting(group) for one, group in found.get(name, _NONE).items()}

    def _candidate(
        self,
        node: int,
        document: int,
        kind: str,
        name: str,
        qualified: str,
        data: str,
        around: str,
        outer: str,
        block: int,
    ) -> Candidate:
        """One of a row: the last three are the qualified name, kind and number of the node around it."""
        near, prefix = self._documents[document], qualified[: -len(name) - 1]
        is_nested = bool(prefix) and prefix == around
        in_type = is_nested and outer in TYPE_KINDS and outer != "module"
        is_nested = is_nested and (not in_type or near.reach.in_types)
        if data == "{}":
            return Candidate(node, near, kind, name, prefix, False, is_nested, block, in_type)
        told: Mapping[str, Any] = json.loads(data)
        # In the order of the fields: most definitions have data, and naming them takes twice as long.
        return Candidate(
            node,
            near,
            kind,
            name,
            prefix,
            "extends" in told,
            is_nested,
            block,
            in_type,
            told.get("type", ""),
            _pairs(told, "attributes"),
            _pairs(told, "bounds"),
            told.get("fulfils", ""),
            "excluded" in told,
            told.get("parameters"),
            "keyed" in told,
            "computed" in told,
            "private" in told,
            told.get("for", ()),
            "property" in told,
        )


def _counting(found: list[Candidate]) -> list[Candidate]:
    """Without what a build leaves out where something else has its name."""
    if len(found) < 2 or not any(c.is_excluded for c in found):
        return found
    taken = {c.qualified_name for c in found if not c.is_excluded}
    return [c for c in found if not c.is_excluded or c.qualified_name not in taken]


def _pairs(data: Mapping[str, Any], key: str) -> Mapping[str, str]:
    return dict(pair.split("=", 1) for pair in data[key]) if key in data else _NO_PAIRS
