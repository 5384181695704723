"""Teaches the vectors of words in spans, `tools/answer/ranking/bundled/words.npz` (docs/decisions/034 and 036).

`make likeness CORPORA=… LABELS=…` takes the questions of a labelled set, each in one of its wordings, and the chunks
that the ranker of passages would read for it: softmax over all runs of lines of thirty of these chunks, and over the
chunks by the nearest run of each, beside what is known of a chunk before it is read. A run is right that holds a needed
line. The encoder of the reranker stays as it is, and the vectors go on from those in the package. Corpora that judge or
that weights are fitted on teach nothing (`teaches` in labelled/corpora.toml). Needs what `make reranker` does,
and ten minutes on one core for 5,700 questions.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import torch

from citeline.model import StoredChunk
from citeline.protocols import FloatMatrix
from citeline.settings import Settings
from citeline.tools.answer.ranking.encoder import MODEL, WORDS, loaded, read_question
from citeline.tools.answer.ranking.likeness import Places, tokens_of
from citeline.tools.answer.ranking.passage_ranker import FOUND, line_runs, weights
from citeline.tools.answer.ranking.reranker import BESIDE, FARTHEST, TITLE_CHARACTERS
from citeline.tools.question.read import read

from .claims import fitting_parser, read_rewordings
from .labelled.__main__ import REWORDINGS, corpora_that_teach
from .passages import Pool, read_pools
from .reranker import descend, write_manifest

Tensor = Any

_CHUNKS: Final = 30
"""Of a question in one step."""
_RIGHT: Final = 4
_AT_ONCE: Final = 8
"""Questions of a step."""
_FALL: Final = 25.0
"""Places by which a wrong chunk is drawn e times more rarely; each at least a fiftieth as often as the first."""
_LEAST_CHANCE: Final = 0.02
_RATE, _FIGURE_RATE = 1e-3, 5e-3
_LEAST_RATE: Final = 0.02
"""Share of these that the last steps take."""
_FIGURE: Final = 4.0
"""What the learned figures are divided by, so that one rate fits."""


class Read(NamedTuple):
    """A chunk as it is compared."""

    tokens: Places
    counts: Places
    """Of its title and of each of its lines."""


class Example(NamedTuple):
    """A question with the chunks that are read for it, best first."""

    questions: Sequence[str]
    chunks: Sequence[StoredChunk]
    worth: FloatMatrix
    """Of each, before it is read."""
    needed: Mapping[int, Sequence[tuple[int, int]]]
    """Chunks that hold needed lines, and the first and last of these, by their places in it."""


def example_of(pool: Pool, wordings: Sequence[str]) -> Example | None:
    """What can be learned of a question; nothing where no chunk is right, or all are."""
    needed: dict[int, list[tuple[int, int]]] = {}
    for place, chunk in enumerate(pool.chunks):
        for need in (need for group in pool.case.needs for need in group if need.path == chunk.path):
            first, last = need.start_line - chunk.start_line, need.end_line - chunk.start_line
            if need.start_line <= chunk.end_line and chunk.start_line <= need.end_line:
                needed.setdefault(place, []).append((max(first, 0), last))
    if not 0 < len(needed) < len(pool.chunks):
        return None
    asked = [read(question).wordings[0] for question in (pool.case.question, *wordings)]
    return Example(asked, pool.chunks, pool.best.values @ weights("found", FOUND), needed)


class WordVectors(torch.nn.Module):  # type: ignore[misc]  # torch is not there where types are checked
    """Log-odds of runs of lines, by one vector for each of their tokens and the states of the question's words."""

    def __init__(self) -> None:
        """Those in the package."""
        super().__init__()
        held = loaded().words
        self.rows = torch.nn.Parameter(torch.from_numpy(held.rows.astype(np.float32) / 127))
        self.importance = torch.nn.Parameter(torch.from_numpy(held.importance).log())
        self.project = torch.nn.Parameter(torch.from_numpy(held.project.copy()))
        self.of_words = torch.nn.Parameter(torch.tensor(float(held.of_words) / _FIGURE))
        self.of_texts = torch.nn.Parameter(torch.tensor(float(held.of_texts) / _FIGURE))
        self.of_worth = torch.nn.Parameter(torch.tensor(0.8))
        """Of what is known before a chunk is read, beside which all of it is learned."""

    def forward(self, question: str, chunks: Sequence[Read], runs: tuple[Places, Places, Places]) -> Tensor:
        """Shape (runs,)."""
        asked = read_question(question)
        said = asked.counts > 0
        words = torch.nn.functional.normalize(torch.from_numpy(asked.words[said]) @ self.project, dim=-1)
        counts = torch.from_numpy(asked.counts[said])
        distinct, places = np.unique(np.concatenate([one.tokens for one in chunks]), return_inverse=True)
        known, held = torch.from_numpy(distinct), torch.from_numpy(places)
        near = torch.nn.functional.normalize(self.rows[known], dim=-1) @ words.T
        importance = self.importance[known].exp()
        meant = torch.stack([near @ counts * importance, importance], 1)[held]
        filled = np.concatenate([one.counts for one in chunks])
        row = torch.from_numpy(np.repeat(np.arange(len(filled)), filled))
        nearest = torch.full((len(filled), len(counts)), FARTHEST)
        nearest = nearest.scatter_reduce(0, row[:, None].expand(-1, len(counts)), near[held], "amax")
        sums = torch.zeros(len(filled), 2).index_add(0, row, meant)
        above = torch.cat([torch.zeros(1, 2), sums.cumsum(0)])
        owners, first, last = runs
        ends = np.cumsum([0, *(len(one.counts) for one in chunks)])
        titles = ends[owners]
        low = np.maximum(first + owners + 1 - BESIDE, titles + 1)
        high = np.minimum(last + owners + 1 + BESIDE, ends[owners + 1])
        widest = int((high - low).max())
        lines = np.minimum(low[:, None] + np.arange(widest), high[:, None] - 1)
        best = torch.maximum(nearest[torch.from_numpy(lines)].amax(1), nearest[torch.from_numpy(titles)])
        mean = above[torch.from_numpy(high)] - above[torch.from_numpy(low)] + sums[torch.from_numpy(titles)]
        return _FIGURE * (self.of_words * (best @ counts) + self.of_texts * mean[:, 0] / mean[:, 1].clamp(min=1e-6))


def lost(model: WordVectors, one: Example, draw: np.random.Generator) -> Tensor:
    """By runs and by chunks, half each."""
    right = [*one.needed][:_RIGHT]
    wrong = [place for place in range(len(one.chunks)) if place not in one.needed]
    chances = np.exp(-np.arange(len(wrong)) / _FALL) + _LEAST_CHANCE
    others = draw.choice(wrong, min(_CHUNKS - _RIGHT, len(wrong)), replace=False, p=chances / chances.sum())
    chosen = [*right, *others.tolist()]
    chunks = [one.chunks[place] for place in chosen]
    runs = owners, first, last = line_runs(chunks)
    above = np.cumsum([0, *(chunk.text.count("\n") + 1 for chunk in chunks)])[owners]
    is_right = [
        any(start <= end and begin < stop for begin, end in one.needed.get(chosen[owner], ()))
        for owner, start, stop in zip(owners.tolist(), (first - above).tolist(), (last - above).tolist(), strict=True)
    ]
    odds = model(one.questions[int(draw.integers(len(one.questions)))], [*map(read_chunk, chunks)], runs)
    worth = torch.from_numpy(np.asarray(one.worth[chosen], np.float32))
    odds = odds + model.of_worth * worth[torch.from_numpy(owners)]
    by_chunk = torch.full((len(chosen),), -torch.inf).scatter_reduce(0, torch.from_numpy(owners), odds, "amax")
    by_run = odds.logsumexp(0) - odds[torch.tensor(is_right)].logsumexp(0)
    return (by_run + by_chunk.logsumexp(0) - by_chunk[: len(right)].logsumexp(0)) / 2


def read_chunk(chunk: StoredChunk) -> Read:
    """The tokens of its title and its lines."""
    tokens, counts = tokens_of(chunk.text, chunk.language, chunk.path, chunk.breadcrumb[-TITLE_CHARACTERS:])
    return Read(tokens, np.asarray(counts))


def train(model: WordVectors, examples: Sequence[Example], passes: int) -> None:
    """Teaches the model in place; prints the mean loss of every fifty steps."""
    draw = np.random.default_rng(1)
    figures = [model.of_words, model.of_texts, model.of_worth]
    groups = [
        {"params": [model.rows, model.importance, model.project], "lr": _RATE},
        {"params": figures, "lr": _FIGURE_RATE},
    ]

    def mean_lost(batch: Sequence[Example]) -> Tensor:
        return torch.stack([lost(model, one, draw) for one in batch]).mean()

    steps = passes * len(examples) // _AT_ONCE
    descend(model, groups, examples, _AT_ONCE, steps, mean_lost, decay=0.0, steepest=math.inf, least=_LEAST_RATE)


def export(model: WordVectors, target: Path) -> None:
    """The table in 8 bits, with the manifest of its folder."""
    rows = torch.nn.functional.normalize(model.rows, dim=-1)
    found = {
        "rows": (127 * rows).round().to(torch.int8),
        "importance": model.importance.exp(),
        "project": model.project,
        "of_words": _FIGURE * model.of_words,
        "of_texts": _FIGURE * model.of_texts,
    }
    np.savez(target, **{name: one.detach().numpy() for name, one in found.items()})
    write_manifest(target.parent)


def main() -> None:
    """Gather, train, store."""
    parser = fitting_parser(__doc__)
    parser.add_argument("--rewordings", type=Path, default=REWORDINGS, help="JSON lines of ids with other wordings")
    parser.add_argument("--passes", type=int, default=4, help="over all questions")
    parser.add_argument("--out", type=Path, default=MODEL.with_name(WORDS))
    given = parser.parse_args()
    torch.manual_seed(1)
    wordings = read_rewordings(given.rewordings)
    pools = read_pools(given.labels, given.corpora, Settings(home=given.home), corpora_that_teach("all"))
    found = (example_of(pool, wordings.get(pool.case.id, ())) for pool in pools)
    examples = [one for one in found if one is not None]
    sys.stdout.write(f"{len(examples)} questions\n")
    model = WordVectors()
    train(model, examples, given.passes)
    export(model, given.out)


if __name__ == "__main__":
    main()
