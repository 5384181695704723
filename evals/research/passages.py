"""Fits the ranker of the passages that answers are made from, `tools/answer/ranking/passages.json`.

`make passage-weights CORPORA=… LABELS=…` asks the questions with `needs` of the labelled set, gathers what the channels
find for each, and fits two listwise softmaxes: one of what is known of a chunk before it is read, one that knows how
near its lines are to the question, too. A chunk is right that holds a line of a needed place. The embedding and the
vectors of words have learned from most questions, so that meaning and nearness would count too much there: both are
fitted on corpora that these have not learned from. Which chunks are read is decided by the weights that are there: run
it again where these were others. Prints of how many questions about the corpora that judge, which fit nothing, a right
chunk is among the first.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

import numpy as np

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.model import ChunkId, StoredChunk
from citeline.protocols import FloatMatrix
from citeline.settings import Settings
from citeline.tools.answer.ranking.passage_ranker import FOUND, MOST_READ, READ, by_found, found_values, read_values
from citeline.tools.question.read import read
from citeline.tools.retrieval.query import SearchQuery, first_query
from citeline.tools.retrieval.search import styled_signals

from ..cases.case import Case
from ..places import Place
from .claims import Labelled, fit, fitting_parser, holds_needed, opened
from .labelled.__main__ import corpora_that_teach

FIRST: Final = (1, 3, 5, 10, 20, 60)
"""Places by which the orders are judged."""


@dataclass(frozen=True, slots=True)
class Chunks:
    """Features of the chunks of a question, shape (chunks, features)."""

    values: FloatMatrix


@dataclass(frozen=True, slots=True)
class Pool:
    """What the channels find for a question."""

    case: Case
    query: SearchQuery
    found: Chunks
    """Of all that are ranked."""
    places: Sequence[Place]
    """Of the same."""
    chunks: Sequence[StoredChunk]
    """Those that are worth being read, best first."""
    best: Chunks
    """Of these, before they are read."""


def read_pools(dataset: Path, trees: Path, settings: Settings, corpora: Collection[str] = ()) -> Iterator[Pool]:
    """What is found for each question of a dataset that has an answer and whose working tree is there.

    `corpora`: those that count; by default all.
    """
    for reader, cases in opened(dataset, trees, settings, corpora):
        for case in cases:
            query = first_query(reader, read(case.question))
            if not query.is_blank:
                yield _pool_of(reader, case, query)


def _pool_of(reader: Index, case: Case, query: SearchQuery) -> Pool:
    query, signals = styled_signals(reader, query)
    rows, values = found_values(reader, query, signals)
    known = reader.structure.chunks([ChunkId(one) for one in signals.chunks[rows].tolist()])
    chunks = [known[ChunkId(one)] for one in signals.chunks[rows].tolist()]
    best = by_found(values)[:MOST_READ]
    places = [Place(one.path, one.start_line, one.end_line) for one in chunks]
    return Pool(case, query, Chunks(values), places, [chunks[row] for row in best], Chunks(values[best]))


def _labelled(case: Case, chunks: Chunks, places: Sequence[Place | StoredChunk]) -> Labelled[Chunks]:
    return Labelled(case, chunks, holds_needed(case, places), 1.0)


def recall(labelled: Sequence[Labelled[Chunks]], fitted: Sequence[float]) -> list[float]:
    """The share of questions of which a right chunk is among the first one, three …, as `FIRST` has it."""
    found = []
    for one in labelled:
        right = one.gain[(-one.table.values @ np.asarray(fitted)).argsort(kind="stable")] > 0
        found.append([bool(right[:first].any()) for first in FIRST])
    shares: list[float] = np.asarray(found, float).mean(0).tolist()
    return shares


def main() -> None:
    """Gather, fit, report, and with --write store."""
    parser = fitting_parser(__doc__)
    parser.add_argument("--write", action="store_true", help="store the weights")
    given = parser.parse_args()
    found, that_read = [], []
    for pool in read_pools(given.labels, given.corpora, Settings(home=given.home)):
        found.append(_labelled(pool.case, pool.found, pool.places))
        values = read_values(pool.query, pool.chunks, pool.best.values)
        that_read.append(_labelled(pool.case, Chunks(values), pool.chunks))
    judges, unlearned = corpora_that_teach("nothing"), corpora_that_teach("weights")
    if not any(one.corpus in unlearned for one in that_read):
        sys.exit('error: no tree of a corpus with `teaches = "weights"`\n  fix: lay one out (docs/labelled.md)')
    fitted = {
        "found": fit([one for one in found if one.corpus in unlearned], FOUND),
        "read": fit([one for one in that_read if one.corpus in unlearned], READ),
    }
    for stage, labelled in (("found", found), ("read", that_read)):
        judged = [one for one in labelled if one.corpus in judges]
        if not judged:
            sys.exit(
                'error: no tree of a corpus that judges\n  fix: lay one out (`teaches = "nothing"`, docs/labelled.md)'
            )
        shares = recall(judged, [*fitted[stage].values()])
        told = "  ".join(f"{first}: {share:.3f}" for first, share in zip(FIRST, shares, strict=True))
        sys.stdout.write(f"{stage:<5}  {told}\n")
    if given.write:
        source = {"source": "evals/research/passages.py: do not edit, run `make passage-weights`"}
        target = Path(str(files("citeline.tools.answer.ranking").joinpath("passages.json")))
        target.write_text(json.dumps(source | fitted, indent=2) + "\n", "utf-8")
        sys.stdout.write(f"written to {target.name}\n")


if __name__ == "__main__":
    main()
