"""Precision and recall of call edges: `python -m citeline.evals.research.calls.score INDEX TRUTH.jsonl [--list]`.

A truth is one JSON object a call site: `at` (file, line), `name`, and `to`: the definitions that the language's own
resolver finds, as (file, line of the name); null for what is defined elsewhere, empty where the resolver does not know.
An edge is a pair of definitions. A call to a constructor is one of its type. Edges whose only call sites the resolver
does not know are neither right nor wrong.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
from collections.abc import Iterable
from dataclasses import field
from pathlib import Path
from typing import Final, NamedTuple

from citeline.dataclass import dataclass
from citeline.model import DEFINITION_KINDS

SURE: Final = 0.999
"""Weight from which an edge is stated without reserve."""
_USERS: Final = DEFINITION_KINDS | {"file"}


class Place(NamedTuple):
    """A definition of the index."""

    node: int
    start: int
    end: int
    kind: str
    name: str
    parent: int


@dataclass(slots=True)
class Figures:
    """Counts of edges, once each."""

    right: int = 0
    wrong: int = 0
    found: int = 0
    missed: int = 0
    examples: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Of what was said; 1 when nothing was."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """Of what there is; 1 when nothing is."""
        return self.found / (self.found + self.missed) if self.found + self.missed else 1.0


class Definitions:
    """The definitions of an index by file and line."""

    def __init__(self, connection: sqlite3.Connection, files: Iterable[str]) -> None:
        self.by_node: dict[int, Place] = {}
        self.paths: dict[int, str] = {}
        self._by_file: dict[str, list[Place]] = {}
        for path in set(files):
            rows = connection.execute(
                "SELECT n.id, n.start_line, n.end_line, n.kind, n.name, coalesce(n.parent_id, 0) FROM nodes n"
                " JOIN documents d ON d.id = n.doc_id WHERE d.path = ? ORDER BY n.ord",
                (path,),
            )
            places = [Place._make(row) for row in rows]
            self._by_file[path] = places
            self.by_node.update((place.node, place) for place in places)
            self.paths.update((place.node, path) for place in places)

    def around(self, path: str, line: int) -> int | None:
        """The innermost definition around a line; of two on the same lines the one in the other."""
        found = [p for p in self._by_file.get(path, ()) if p.kind in _USERS and p.start <= line <= p.end]
        return max(found, key=lambda p: (p.start, -p.end, p.node)).node if found else None

    def named(self, path: str, line: int, name: str) -> int | None:
        """The definition on a line: of that name when there is one, else the innermost that begins near it."""
        found = [p for p in self._by_file.get(path, ()) if p.kind != "file" and p.start <= line <= p.end]
        here = [p for p in found if p.name == name] or [p for p in found if p.start == line]
        return self.type_of(max(here, key=lambda p: (p.start, -p.end)).node) if here else None

    def type_of(self, node: int) -> int:
        """The type of a constructor; any other node itself."""
        place = self.by_node[node]
        return place.parent if place.kind == "constructor" and place.parent in self.by_node else node

    def told(self, node: int) -> str:
        """Where and what a definition is."""
        place = self.by_node[node]
        return f"{self.paths[node]}:{place.start} {place.name}"


def score(index: Path, truth: Path, *, sure: bool) -> Figures:
    """Compare the call edges of a structure store; of the `sure` ones only precision means anything."""
    rows = [json.loads(line) for line in truth.read_text("utf-8").splitlines()]
    sites = {row["at"][0] for row in rows}
    connection = sqlite3.connect(f"file:{index}?mode=ro&immutable=1", uri=True)
    places = Definitions(connection, sites | {to[0] for row in rows for to in row["to"] or ()})
    wanted: dict[tuple[int, frozenset[int]], str] = {}
    allowed: set[tuple[int, int]] = set()
    unknown: set[tuple[int, str]] = set()
    figures = Figures()
    for row in rows:
        source = places.around(*row["at"])
        if source is None:
            continue
        if row["to"] == []:
            unknown.add((source, row["name"]))
        targets = [places.named(path, line, row["name"]) for path, line in row["to"] or ()]
        said = f"{row['at'][0]}:{row['at'][1]} {row['name']} -> {row['to']}"
        known = frozenset(target for target in targets if target is not None)
        if targets:
            wanted.setdefault((source, known), said)
            allowed.update((source, target) for target in known)
    ours: dict[tuple[int, int], tuple[int, float]] = {}
    for source, target, line, weight in connection.execute(
        "SELECT e.src, e.dst, e.line, e.weight FROM edges e WHERE e.type = 'calls'"
    ):
        if source in places.by_node and target in places.by_node and places.paths[source] in sites:
            ours[source, places.type_of(target)] = (line, weight)
    for (source, target), (line, weight) in ours.items():
        if sure and weight < SURE:
            continue
        if (source, target) in allowed:
            figures.right += 1
        elif (source, places.by_node[target].name) not in unknown:
            figures.wrong += 1
            figures.examples.append(f"wrong {places.paths[source]}:{line} ({weight:.2f}) -> {places.told(target)}")
    for (source, known), said in wanted.items():
        if any((source, target) in ours for target in known):
            figures.found += 1
        else:
            figures.missed += 1
            figures.examples.append(f"missed {said}{'' if known else ' (no symbol)'}")
    return figures


def main() -> None:
    """Print one line of figures a truth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", type=Path, help="structure.db of a generation")
    parser.add_argument("truth", type=Path)
    parser.add_argument("--list", action="store_true", help="print each wrong and missed edge")
    options = parser.parse_args()
    every, sure = (score(options.index, options.truth, sure=flag) for flag in (False, True))
    if options.list:
        sys.stdout.write("\n".join([*sorted(every.examples), ""]))
    sys.stdout.write(
        f"{options.truth.stem}: {every.found + every.missed} edges, precision {every.precision:.3f},"
        f" recall {every.recall:.3f}; certain: {sure.right + sure.wrong}, precision {sure.precision:.3f}\n"
    )


if __name__ == "__main__":
    main()
