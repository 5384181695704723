"""Edges of the graph from diagrams: what each names, and between what its arrows join.

A block `mentions` the definitions, sections and files that its shapes are labelled with; where both ends of an arrow
name one thing each, an edge `references` leads from one to the other, with the line of the arrow.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from citeline.model import CALLABLE_KINDS, TYPE_KINDS, VALUE_KINDS
from citeline.text import fold

from ..stores.text_columns import from_column, to_column
from .diagram import arrows_of, shapes_of

_META: Final = "diagram_edges"
_WEIGHT: Final = 0.5
"""Drawn, not called: a person says so, and nobody has checked."""
_MOST: Final = 3
"""Things that one label may mean; more tell nothing."""
_RANKS: Final[dict[str, int]] = {
    **dict.fromkeys(TYPE_KINDS, 0),
    **dict.fromkeys(CALLABLE_KINDS, 1),
    **dict.fromkeys(VALUE_KINDS, 3),
    "heading": 2,
    "file": 2,
}
_CODE_LIKE: Final = re.compile(r"[A-Z_.]|\(\)")
_CALL: Final = re.compile(r"\(.*\)$|[?!]$")


@dataclass(frozen=True, slots=True)
class _Place:
    node: int
    document: int
    kind: str
    name: str


def forget_diagrams(connection: sqlite3.Connection) -> None:
    """Take out what diagrams brought, before the other edges are made: these are then what they would be without."""
    found = connection.execute("SELECT value FROM meta WHERE key = ?", [_META]).fetchone()
    if found is not None:
        edges = json.loads(found[0])
        connection.executemany("DELETE FROM edges WHERE src = ? AND type = ? AND dst = ?", edges)
        connection.execute("DELETE FROM meta WHERE key = ?", [_META])


def link_diagrams(connection: sqlite3.Connection) -> None:
    """Add the edges of all diagrams, where there is no such edge already."""
    diagrams = [
        (node, document, json.loads(data))
        for node, document, data in connection.execute(
            "SELECT id, doc_id, data FROM nodes WHERE kind = 'codeblock' AND data LIKE '%\"diagram\": \"%' ORDER BY id"
        )
    ]
    if not diagrams:
        return
    places = _places(connection, {label for _, _, data in diagrams for label in data.get("shapes", [])})
    added: list[tuple[int, str, int]] = []
    for node, document, data in diagrams:
        for source, kind, target, line in _edges(node, document, data, places):
            key = (source, kind, target)
            sql = "SELECT 1 FROM edges WHERE src = ? AND type = ? AND dst = ?"
            if connection.execute(sql, key).fetchone() is None:
                connection.execute("INSERT INTO edges VALUES (?, ?, ?, ?, ?)", (*key, line, _WEIGHT))
                added.append(key)
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_META, json.dumps(added).encode()))


def _edges(
    node: int, document: int, data: dict[str, Any], places: dict[str, list[_Place]]
) -> Iterator[tuple[int, str, int, int]]:
    meant = {label: list(_meant(label, document, places)) for label, _ in shapes_of(data)}
    for label, line in shapes_of(data):
        for place in meant[label]:
            yield node, "mentions", place.node, line
    for arrow in arrows_of(data):
        ends = meant.get(arrow.source, []), meant.get(arrow.target, [])
        if len(ends[0]) == len(ends[1]) == 1 and ends[0][0].node != ends[1][0].node:
            yield ends[0][0].node, "references", ends[1][0].node, arrow.line


def _meant(label: str, document: int, places: dict[str, list[_Place]]) -> list[_Place]:
    """What a label means: of the nearest in spelling, kind and place those that are equally near, if they are few."""
    for name in _names(label):
        ranked: dict[tuple[bool, int, bool], list[_Place]] = {}
        for place in places.get(fold(name), []):
            is_exact = place.name in (name, label)
            # `start` and `user` are words; only their capitals or brackets make names of them.
            if place.kind not in {"heading", "file"} and not (_CODE_LIKE.search(label) and (is_exact or " " in name)):
                continue
            rank = (not is_exact, _RANKS[place.kind], place.document != document)
            ranked.setdefault(rank, []).append(place)
        if ranked:
            best = ranked[min(ranked)]
            return best if len(best) <= _MOST else []
    return []


def _names(label: str) -> list[str]:
    """What a label may be the name of: all of it, and `place` of `OrderService.place(order)`."""
    plain = _CALL.sub("", label.strip()).strip()
    last = "" if " " in plain else re.split(r"::|\.|#", plain)[-1]
    return [name for name in dict.fromkeys([plain, last]) if fold(name)]


def _places(connection: sqlite3.Connection, labels: Iterable[str]) -> dict[str, list[_Place]]:
    wanted = {fold(name) for label in labels for name in _names(label)}
    kinds = ",".join(f"'{kind}'" for kind in _RANKS)
    found: dict[str, list[_Place]] = {}
    for folded in sorted(wanted):
        sql = f"SELECT id, doc_id, kind, name FROM nodes WHERE folded = ? AND kind IN ({kinds}) ORDER BY id"
        for node, document, kind, name in connection.execute(sql, [to_column(folded)]):
            found.setdefault(folded, []).append(_Place(node, document, kind, from_column(name)))
    return found
