"""File Hit@10, and lines cited, on the `repo-qa` set: long questions about two repositories, as engineers ask them.

Labels: SWE-QA (Apache-2.0), with the files and lines that the reference answers mention. Questions whose answer
mentions none cannot be judged and are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from citeline.graph.run import ask
from citeline.tools.handle import IndexHandle

from ...metrics import line_precision, line_recall
from ...outcome import citations_of
from ...places import Place

TOP: Final = 10
TREE_PREFIX: Final = "sweqa-"
"""Working trees are named after the repository with this before: `code-search` has the same ones at other commits."""


@dataclass(frozen=True, slots=True)
class QaSample:
    """A question with the places that its reference answer mentions; a place without lines is a whole file."""

    repository: str
    query: str
    places: tuple[Place, ...]


def read_samples(labels: Path) -> list[QaSample]:
    """All questions that can be judged, in file order."""
    rows = [json.loads(line) for line in (labels / "queries.jsonl").read_text("utf-8").splitlines()]
    return [
        QaSample(
            row["repo"],
            row["query"],
            tuple(Place(at["file"], at.get("start_line") or 0, at.get("end_line") or 0) for at in row["relevant"]),
        )
        for row in rows
        if row["usable"] and row["relevant"]
    ]


def scores(sample: QaSample, handle: IndexHandle) -> Iterator[tuple[str, float]]:
    """Measures of one question by name; those of lines only where the labels have lines, and the answer cites some."""
    files = {place.path for place in sample.places}
    hits = handle.search(sample.query, top_k=TOP).hits
    yield "file Hit@10", float(any(hit.chunk.path in files for hit in hits))
    answer = ask(sample.query, handle, settings=handle.settings)
    cited = [place for place in citations_of(answer) if place.in_evidence]
    yield "refused", float(not cited)
    yield "cites a right file", float(any(place.path in files for place in cited))
    for name, value in (
        ("line recall", line_recall(cited, sample.places)),
        ("line precision", line_precision(cited, sample.places)),
    ):
        if value is not None:
            yield name, value
