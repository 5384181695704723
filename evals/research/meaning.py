"""Teaches the bundled embedding, `indexing/embedding/bundled/rows.npy`, further (docs/decisions/016 and 037).

`make meaning CORPORA=… LABELS=…` takes the questions of a labelled set, each in one of its wordings, and all chunks of
their corpora, as they are embedded: softmax over the chunks with a needed line, forty of those that are nearest in
meaning or words, and forty of any. The table goes on from the one in the package; questions and chunks share it, so
that both learn. Corpora that judge or that weights are fitted on teach nothing (`teaches` in labelled/corpora.toml).
A table in words or a page of HTML is taught by its text, which is embedded otherwise. Indexes are built anew with what
comes out, and passages need other weights (`make passage-weights`). Needs torch, and five minutes on one core for
10,000 questions.
"""

from __future__ import annotations

import hashlib
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import torch

from citeline.indexing.embedding.dense import header_text
from citeline.indexing.embedding.model_names import BUNDLED_FOLDER, ROWS_FILE, model_manifest
from citeline.indexing.embedding.static import MAX_TOKENS, SCALES_FILE, TOKENIZER_FILE, damped_counts
from citeline.indexing.embedding.word_tokenizer import WordTokenizer
from citeline.indexing.reader import Index
from citeline.settings import Settings
from citeline.tools.question.read import read
from citeline.tools.retrieval.channels import lexical
from citeline.tools.retrieval.query import first_query

from ..cases.case import Case
from .claims import fitting_parser, holds_needed, opened, read_rewordings
from .labelled.__main__ import REWORDINGS, corpora_that_teach
from .reranker import descend

Tensor = Any
Places: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[np.float32]

_NEAR, _ANY = 40, 40
"""Wrong chunks of a question in one step."""
_NEAREST: Final = 300
"""In meaning, and a third as many in words, from which the near ones are drawn."""
_RIGHT: Final = 4
"""Chunks with a needed line in one step, at most."""
_AT_ONCE: Final = 16
"""Questions of a step."""
_RATE, _SHARPNESS_RATE = 2e-3, 1e-2
"""Of three thousandths the figures are the same within their error (docs/decisions/037)."""
_SHARPNESS: Final = 20.0
"""What cosines are multiplied with at first."""
_LEAST_RATE: Final = 0.02
"""Share of the rate that the last steps take."""


class Bags(NamedTuple):
    """Texts as the sums of their tokens' vectors that they are."""

    tokens: Places
    counts: Numbers
    ends: Places
    """Of each text, behind those before; shape (texts + 1,)."""

    def some(self, texts: Sequence[int]) -> Bags:
        """Those at these places."""
        spans = [slice(*self.ends[text : text + 2]) for text in texts]
        ends = np.cumsum([0, *(one.stop - one.start for one in spans)])
        tokens, counts = (np.concatenate([part[one] for one in spans]) for part in (self.tokens, self.counts))
        return Bags(tokens, counts, ends)


class Example(NamedTuple):
    """A question in some wordings, and chunks of its corpus by their places among `chunks`."""

    wordings: Bags
    chunks: Bags
    needed: Places
    near: Places
    """Of the others, those that are near."""


class TokenVectors(torch.nn.Module):  # type: ignore[misc]  # torch is not there where types are checked
    """One vector for each token."""

    def __init__(self) -> None:
        """That in the package."""
        super().__init__()
        rows, scales = (np.load(BUNDLED_FOLDER / name) for name in (ROWS_FILE, SCALES_FILE))
        self.rows = torch.nn.Parameter(torch.from_numpy(rows.astype(np.float32) * scales[:, None]))
        self.sharpness = torch.nn.Parameter(torch.tensor(_SHARPNESS).log())

    def forward(self, texts: Bags) -> Tensor:
        """Unit vectors, shape (texts, dimension)."""
        tokens, counts, starts = map(torch.from_numpy, (texts.tokens, texts.counts, texts.ends[:-1]))
        sums = torch.nn.functional.embedding_bag(tokens, self.rows, starts, mode="sum", per_sample_weights=counts)
        return torch.nn.functional.normalize(sums, dim=-1)


def bags(tokenizer: WordTokenizer, texts: Iterator[str]) -> Bags:
    """The texts as the bundled embedder reads them."""
    found = [damped_counts(np.asarray(tokenizer.token_ids(text), np.int64)) for text in texts]
    ends = np.cumsum([0, *(len(tokens) for tokens, _ in found)])
    tokens, counts = (np.concatenate(part) for part in zip(*found, strict=True))
    return Bags(tokens, counts, ends)


def examples_of(
    table: TokenVectors,
    tokenizer: WordTokenizer,
    reader: Index,
    cases: Sequence[Case],
    wordings: Mapping[str, Sequence[str]],
) -> Iterator[Example]:
    """What can be learned of the questions about a corpus; nothing where no chunk is right."""
    ids = [identity for (identity,) in reader.structure.rows("SELECT id FROM chunks ORDER BY id", [])]
    known = reader.structure.chunks(ids)
    chunks = [known[identity] for identity in ids]
    place_of = {identity: place for place, identity in enumerate(ids)}
    held = bags(tokenizer, (f"{header_text(one.path, one)}\n{one.text}" for one in chunks))
    with torch.no_grad():
        vectors = table(held)
    for case in cases:
        needed = np.flatnonzero(holds_needed(case, chunks))
        queries = [first_query(reader, read(question)) for question in (case.question, *wordings.get(case.id, ()))]
        asked = bags(tokenizer, (query.english for query in queries))
        if not len(needed) or queries[0].is_blank:
            continue
        with torch.no_grad():
            order = (-(vectors @ table(asked)[0])).argsort()[:_NEAREST].tolist()
        by_words = [place_of[one] for one in lexical(reader, queries[0]).chunks.ids[: _NEAREST // 3].tolist()]
        near = [place for place in dict.fromkeys([*order, *by_words]) if place not in needed]
        yield Example(asked, held, needed, np.asarray(near))


def train(table: TokenVectors, examples: Sequence[Example], passes: int) -> None:
    """Teaches the table in place; prints the mean loss of every fifty steps."""
    draw = np.random.default_rng(1)

    def lost(batch: Sequence[Example]) -> Tensor:
        losses = []
        for one in batch:
            right = draw.choice(one.needed, min(_RIGHT, len(one.needed)), replace=False)
            near = draw.choice(one.near, min(_NEAR, len(one.near)), replace=False)
            others = np.setdiff1d(draw.integers(0, len(one.chunks.ends) - 1, _ANY), one.needed)
            vectors = table(one.chunks.some([*right, *near, *others]))
            wording = int(draw.integers(len(one.wordings.ends) - 1))
            odds = vectors @ table(one.wordings.some([wording]))[0] * table.sharpness.exp()
            losses.append(odds.logsumexp(0) - odds[: len(right)].logsumexp(0))
        return torch.stack(losses).mean()

    groups = [{"params": [table.rows], "lr": _RATE}, {"params": [table.sharpness], "lr": _SHARPNESS_RATE}]
    steps = passes * len(examples) // _AT_ONCE
    descend(table, groups, examples, _AT_ONCE, steps, lost, decay=0.0, steepest=math.inf, least=_LEAST_RATE)


def export(table: TokenVectors, questions: int, passes: int) -> None:
    """The table in 8 bits, one scale a row, with the manifest that indexes are known by."""
    rows = table.rows.detach().numpy()
    scales = np.abs(rows).max(1) / 127
    scales[scales == 0] = 1
    np.save(BUNDLED_FOLDER / ROWS_FILE, np.rint(rows / scales[:, None]).astype(np.int8))
    np.save(BUNDLED_FOLDER / SCALES_FILE, scales.astype(np.float32))
    manifest = model_manifest(BUNDLED_FOLDER)
    manifest["recipe"].setdefault("taught", []).append({"questions": questions, "passes": passes, "rate": _RATE})
    for name in (ROWS_FILE, SCALES_FILE):
        content = (BUNDLED_FOLDER / name).read_bytes()
        manifest["files"][name] = {"size_bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    (BUNDLED_FOLDER / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")


def main() -> None:
    """Gather, train, store."""
    parser = fitting_parser(__doc__)
    parser.add_argument("--rewordings", type=Path, default=REWORDINGS, help="JSON lines of ids with other wordings")
    parser.add_argument("--passes", type=int, default=2, help="over all questions")
    given = parser.parse_args()
    wordings, teaching = read_rewordings(given.rewordings), corpora_that_teach("all")
    tokenizer = WordTokenizer((BUNDLED_FOLDER / TOKENIZER_FILE).read_bytes(), max_tokens=MAX_TOKENS)
    table, examples = TokenVectors(), list[Example]()
    for reader, cases in opened(given.labels, given.corpora, Settings(home=given.home), teaching):
        examples += examples_of(table, tokenizer, reader, cases, wordings)
    if len(examples) < _AT_ONCE:
        sys.exit("error: no trees of corpora that teach, or too few\n  fix: lay them out (docs/labelled.md)")
    sys.stdout.write(f"{len(examples)} questions\n")
    train(table, examples, given.passes)
    export(table, len(examples), given.passes)


if __name__ == "__main__":
    main()
