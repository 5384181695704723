"""NDCG@10 on the `code-search` set: 25 repositories, file-level targets.

Labels and scoring: `repos.json` and `annotations/*.json` of the semble benchmark (MIT). A corpus is a working tree
per repository at its pinned revision; what is not there is skipped with a message.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from math import log2
from pathlib import Path
from typing import TypeAlias

from citeline.dataclass import dataclass
from citeline.model import Hit
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, index

TOP = 10

Place: TypeAlias = tuple[str, int, int]
"""A path, relative to what was indexed, with first and last line."""


@dataclass(frozen=True, slots=True)
class Target:
    """A file that answers a query, or some lines of it."""

    path: str
    start_line: int = 0
    """0 when the label is the whole file."""
    end_line: int = 0

    def holds(self, place: Place, prefix: str) -> bool:
        """The place's path ends with the target's and, where the label has lines, it overlaps them.

        `prefix` is the folder of the repository that was indexed: labels are relative to the repository.
        """
        path, start_line, end_line = place
        if not f"/{prefix}/{path}".endswith(f"/{self.path}"):
            return False
        return not self.start_line or (start_line <= self.end_line and self.start_line <= end_line)


@dataclass(frozen=True, slots=True)
class Sample:
    """One labelled query."""

    repository: str
    query: str
    category: str
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Repository:
    """One corpus of the set."""

    name: str
    language: str
    root: Path
    prefix: str
    """The indexed folder, relative to the repository; empty for the whole."""
    samples: tuple[Sample, ...]


def target(label: str | dict[str, str | int]) -> Target:
    """A label: a path, or a path with lines."""
    if isinstance(label, str):
        return Target(label)
    return Target(str(label["path"]), int(label.get("start_line", 0)), int(label.get("end_line", 0)))


def repositories(labels: Path, corpora: Path) -> Iterator[Repository]:
    """The repositories whose working tree is there, in the order of `repos.json`."""
    for entry in json.loads((labels / "repos.json").read_text("utf-8")):
        root = corpora / entry["name"] / (entry["benchmark_root"] or "")
        if not root.is_dir():
            continue
        rows = json.loads((labels / "annotations" / f"{entry['name']}.json").read_text("utf-8"))
        samples = tuple(
            Sample(
                entry["name"],
                row["query"],
                row["category"],
                tuple(target(label) for label in [*row["relevant"], *row["secondary"]]),
            )
            for row in rows
        )
        yield Repository(entry["name"], entry["language"], root, entry["benchmark_root"] or "", samples)


def ndcg(hits: Sequence[Hit], targets: Sequence[Target], prefix: str = "") -> float:
    """Binary gain of the first hit of each target among the first ten; ideal = all targets first."""
    return ndcg_of_places([_places(hit) for hit in hits], targets, prefix)


def ndcg_of_places(hits: Sequence[Sequence[Place]], targets: Sequence[Target], prefix: str = "") -> float:
    """The same for what something else has found: the places of each hit, best hit first."""
    gain = 0.0
    for target in targets:
        found = (any(target.holds(place, prefix) for place in hit) for hit in hits[:TOP])
        rank = next((rank for rank, right in enumerate(found, start=1) if right), None)
        if rank is not None:
            gain += 1 / log2(rank + 1)
    ideal = sum(1 / log2(rank + 1) for rank in range(1, min(len(targets), TOP) + 1))
    return gain / ideal if ideal else 0.0


def _places(hit: Hit) -> list[Place]:
    return [(place.path, place.start_line, place.end_line) for place in hit.places]


def open_corpus(repository: Repository, settings: Settings) -> IndexHandle:
    """Index a repository, or what has changed of it."""
    return index(repository.root, settings=settings, force=True)
