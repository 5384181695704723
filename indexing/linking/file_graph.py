"""Relations between files, and how central each file is."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import isclose
from typing import Final

import numpy as np

from ..stores.packed_uses import DocumentsByName, identifiers_of
from .definitions import DefinedNames
from .documents import Document
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


def write_reference_edges(
    connection: sqlite3.Connection,
    documents: Mapping[int, Document],
    defined: DefinedNames,
    by_name: DocumentsByName,
    affected: Collection[str] | None,
    fresh: Collection[int],
) -> bool:
    """Make the `references` rows of `file_edges` say what the identifiers say: all, or (given `affected` names) those
    of documents that are fresh or use one of the names. False when nothing differs.
    """
    if affected is None:
        return _write_all_references(connection, documents, defined.every())
    marked = {name for name in affected if len(name) >= MIN_NAME}
    rows = _identifiers(connection, fresh)
    if marked:
        others = _identifiers(connection, (one for one in by_name.naming(marked) if one not in fresh))
        rows += [(one, listed) for one, listed in others if not marked.isdisjoint(listed)]
    names = defined.fetch(name for _, listed in rows for name in listed if len(name) >= MIN_NAME)
    sources = {document for document, _ in rows} | {*fresh}
    stored = _stored(connection, False, sources)
    return _write(connection, False, stored, _references(rows, documents, names))


def _write_all_references(
    connection: sqlite3.Connection, documents: Mapping[int, Document], names: Mapping[str, Collection[int]]
) -> bool:
    """Some documents after the other: their edges are many times the documents."""
    telling = _telling(names, documents)
    every, differs = list(documents), False
    for start in range(0, len(every), _DOCUMENTS_AT_ONCE):
        some = every[start : start + _DOCUMENTS_AT_ONCE]
        wanted = _edges(_identifiers(connection, some), documents, names, telling)
        differs |= _write(connection, False, _stored(connection, False, some), wanted)
    return differs


def _identifiers(connection: sqlite3.Connection, documents: Iterable[int]) -> list[tuple[int, list[str]]]:
    """Documents with their identifiers, those that have any."""
    sql = "SELECT body FROM uses WHERE doc_id = ?"
    rows = ((one, identifiers_of(body)) for one in documents for (body,) in connection.execute(sql, (one,)))
    return [(one, listed) for one, listed in rows if listed]


def _references(
    rows: Iterable[tuple[int, Sequence[str]]], documents: Mapping[int, Document], names: Mapping[str, Collection[int]]
) -> dict[Pair, float]:
    return _edges(rows, documents, names, _telling(names, documents))


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
