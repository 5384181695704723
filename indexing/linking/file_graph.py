"""Relations between files, and how central each file is."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from math import isclose
from typing import Final, NamedTuple

import numpy as np

from citeline.model import DEFINITION_KINDS

from ..stores.outlines import Change, Outline
from ..stores.packed_uses import DocumentsByName, stored_identifiers
from .definitions import DefinedNames
from .documents import Document, family_of
from .imports import DocumentImports, Imports

# A name of three letters, or one that four files define, says nothing about who uses whom.
MIN_NAME: Final = 4
MAX_DEFINING: Final = 3

_DAMPING: Final = 0.85
_ROUNDS: Final = 40
"""The error shrinks by the damping each round: after forty it is below a thousandth of the smallest score."""

_SAME: Final = 0.01
"""Ranks this close are the same: ranking takes their logarithm, so that it moves by a hundredth at most."""

Pair = tuple[int, int]
_FILE_EDGE: Final = np.dtype([("source", np.int64), ("target", np.int64), ("weight", np.float64), ("is_import", bool)])
_DOCUMENTS_AT_ONCE: Final = 1_000


def write_import_edges(connection: sqlite3.Connection, imports: Imports, only: Collection[int] | None) -> bool:
    """Make the `imports` rows of `file_edges` say what the imports say, all or `only` those of some documents; only
    differences are written. False when there are none.
    """
    if only is None:
        found: Mapping[int, DocumentImports | None] = imports.every()
    else:
        found = {document: imports.of(document) for document in only}
    wanted = {
        (source, target): float(count)
        for source, its in found.items()
        for target, count in (its.counts.items() if its else ())
    }
    return _write(connection, True, _stored(connection, True, only), wanted)


def change_reference_edges(
    connection: sqlite3.Connection,
    documents: Mapping[int, Document],
    defined: DefinedNames,
    by_name: DocumentsByName,
    changes: Collection[Change],
) -> bool:
    """Make the `references` rows of `file_edges` say what the identifiers say after the changes. False when nothing
    differs.

    To what is stored the identifiers are added that came, or that another file defines now, and those taken off that
    were counted before.
    """
    ours = {change.after.document: change for change in changes if change.after}
    before, after = _defined_in(change.before for change in changes), _defined_in(change.after for change in changes)
    moved = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    uses = [use for change in ours.values() for use in _differing(change, moved)]
    uses += (
        _Uses(one, documents[one].family, sign, listed)
        for one in by_name.naming(moved)
        if one not in ours and (listed := moved.intersection(stored_identifiers(connection, one)))
        for sign in (1, -1)
    )
    now = defined.fetch({name for use in uses for name in use.names if len(name) >= MIN_NAME})
    targets: dict[tuple[str, int], dict[int, str]] = {}
    for name, of_now in now.items():
        # What no change defines or defined is defined where it was.
        new = {one: documents[one].family for one in of_now}
        old = {one: family for one, family in new.items() if one not in after.get(name, ())} | before.get(name, {})
        targets[name, 1], targets[name, -1] = new, old
    targets.update(((name, -1), before[name]) for name in before.keys() - now.keys())
    differences: Counter[Pair] = Counter()
    for source, family, sign, names in uses:
        for name in names:
            files = targets.get((name, sign), {})
            for target, its in files.items() if len(files) <= MAX_DEFINING else ():
                if its == family and target != source and target in documents:
                    differences[source, target] += sign
    known = _stored(connection, False, {source for (source, _), difference in differences.items() if difference})
    stored: dict[Pair, float] = {}
    wanted: dict[Pair, float] = {}
    for pair, difference in differences.items():
        weight = known.get(pair, 0.0)
        stored |= {pair: weight} if difference and weight else {}
        wanted |= {pair: weight + difference} if difference and weight + difference else {}
    return _write(connection, False, stored, wanted)


class _Uses(NamedTuple):
    """Names that a document of a family uses now, or (with a sign of -1) has used."""

    document: int
    family: str
    sign: int
    names: Set[str]


def _differing(change: Change, moved: Set[str]) -> Iterator[_Uses]:
    """What a document uses and used, as far as the one is not the other."""
    old, new = change
    same: Set[str] = frozenset()
    if old and new and family_of(old.language) == family_of(new.language):
        same = (old.identifiers & new.identifiers) - moved
    for outline, sign in ((new, 1), (old, -1)):
        if outline is not None:
            yield _Uses(outline.document, family_of(outline.language), sign, outline.identifiers - same)


def _defined_in(outlines: Iterable[Outline | None]) -> dict[str, dict[int, str]]:
    """Name to the documents that define it, with their families."""
    found: dict[str, dict[int, str]] = defaultdict(dict)
    for outline in filter(None, outlines):
        family = family_of(outline.language)
        for node in outline.nodes:
            if node.kind in DEFINITION_KINDS and len(node.name) >= MIN_NAME:
                found[node.name][outline.document] = family
    return {**found}


def write_reference_edges(
    connection: sqlite3.Connection, documents: Mapping[int, Document], defined: DefinedNames
) -> bool:
    """Make the `references` rows of `file_edges` say what the identifiers say. False when nothing differs.

    Some documents after the other: their edges are many times the documents.
    """
    names = defined.every()
    telling = _telling(names, documents)
    every, differs = list(documents), False
    for start in range(0, len(every), _DOCUMENTS_AT_ONCE):
        some = every[start : start + _DOCUMENTS_AT_ONCE]
        wanted = _edges(_identifiers(connection, some), documents, names, telling)
        differs |= _write(connection, False, _stored(connection, False, some), wanted)
    return differs


def _identifiers(connection: sqlite3.Connection, documents: Iterable[int]) -> list[tuple[int, list[str]]]:
    """Documents with their identifiers, those that have any."""
    rows = ((one, stored_identifiers(connection, one)) for one in documents)
    return [(one, listed) for one, listed in rows if listed]


def _telling(names: Mapping[str, Collection[int]], documents: Mapping[int, Document]) -> Mapping[str, Collection[str]]:
    """Family to the names that say something about who uses whom."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, ids in names.items():
        if len(name) >= MIN_NAME and len(ids) <= MAX_DEFINING:
            for identity in ids:
                found[documents[identity].family].add(name)
    return found


def write_centrality(connection: sqlite3.Connection, documents: Mapping[int, Document]) -> None:
    """Fill `importers`, `users` and `pagerank` from `file_edges`; only differences are written, of the rank those that
    matter: one edge moves the rank of every file a little.
    """
    if not documents:
        return
    count = len(documents)
    # Row by row into one array: as tuples they take eight times as much, and there are millions in a large corpus.
    rows = connection.execute("SELECT src, dst, weight, is_import FROM file_edges")
    table = np.fromiter(rows, _FILE_EDGE)
    numbers = np.asarray(list(documents), np.int64)
    sources, targets = np.searchsorted(numbers, table["source"]), np.searchsorted(numbers, table["target"])
    is_import = table["is_import"]
    importers = np.bincount(targets[is_import], minlength=count)
    users = np.bincount(targets[~is_import], minlength=count)
    scores = page_rank(count, sources, targets, table["weight"]) * count
    stored = dict.fromkeys(documents, (0, 0, 0.0))
    for document, *known in connection.execute("SELECT id, importers, users, pagerank FROM documents"):
        stored[document] = tuple(known)
    wanted = zip(importers.tolist(), users.tolist(), scores.tolist(), numbers.tolist(), strict=True)
    connection.executemany(
        "UPDATE documents SET importers = ?, users = ?, pagerank = ? WHERE id = ?",
        [
            row
            for row in wanted
            if row[:2] != stored[row[3]][:2] or not isclose(row[2], stored[row[3]][2], rel_tol=_SAME)
        ],
    )


def page_rank(count: int, sources: np.ndarray, targets: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The chance of a random reader to be at each of `count` files; sums to 1. Files with no way out lead anywhere."""
    outgoing = np.bincount(sources, weights, count)
    share = weights / outgoing[sources] if len(sources) else weights
    lost = outgoing == 0
    score = np.full(count, 1 / count)
    for _ in range(_ROUNDS):
        moved = np.bincount(targets, score[sources] * share, count)
        score = (1 - _DAMPING) / count + _DAMPING * (moved + score[lost].sum() / count)
    return score


def _edges(
    rows: Iterable[tuple[int, Sequence[str]]],
    documents: Mapping[int, Document],
    names: Mapping[str, Collection[int]],
    telling: Mapping[str, Collection[str]],
) -> dict[Pair, float]:
    found: dict[Pair, float] = {}
    for source, listed in rows:
        family = documents[source].family
        of_family = telling.get(family, ())
        counts: Counter[int] = Counter()
        for name in listed:
            if name in of_family:
                counts.update(names[name])
        for target, count in counts.items():
            if target != source and documents[target].family == family:
                found[source, target] = float(count)
    return found


def _stored(connection: sqlite3.Connection, is_import: bool, sources: Collection[int] | None) -> dict[Pair, float]:
    """All edges that are imports or references, or those from some documents."""
    sql = "SELECT src, dst, weight FROM file_edges WHERE is_import = ?"
    if sources is None:
        rows = connection.execute(sql, (is_import,)).fetchall()
    else:
        rows = [row for one in sources for row in connection.execute(f"{sql} AND src = ?", (is_import, one))]
    return {(source, target): weight for source, target, weight in rows}


def _write(
    connection: sqlite3.Connection, is_import: bool, stored: Mapping[Pair, float], wanted: Mapping[Pair, float]
) -> bool:
    gone = [(source, is_import, target) for source, target in sorted(stored.keys() - wanted.keys())]
    connection.executemany("DELETE FROM file_edges WHERE src = ? AND is_import = ? AND dst = ?", gone)
    new = [(pair[0], is_import, pair[1], weight) for pair, weight in wanted.items() if stored.get(pair) != weight]
    connection.executemany("INSERT OR REPLACE INTO file_edges VALUES (?, ?, ?, ?)", sorted(new))
    return bool(gone or new)
