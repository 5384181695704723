"""Trains the bundled model: `python -m citeline.evals.research.embedding.train ARCHIVES [FOLDER]`.

The distilled table of `distil.py` goes on learning from the pairs of `pairs.py`: a question shall lie closer to its
answer than to the other answers of a batch, of which many come from the same package. ARCHIVES holds the packages of
`sources.tsv` (`sources.py` gets them). Needs the dependency group `distil`; seeds are fixed, and the same machine and
library versions give the same bytes. Reading the packages takes longer than the training, which is minutes on one core.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from citeline.dataclass import dataclass
from citeline.indexing.embedding.model_names import BUNDLED_FOLDER
from citeline.indexing.embedding.static import DAMPING, MAX_TOKENS, damped_counts
from citeline.indexing.embedding.word_tokenizer import WordTokenizer

from .distil import TokenTable, distil_table, manifest_of, model_files, silence
from .pairs import Pair, pairs_of
from .sources import TABLE, archives, read_sources

Ids = npt.NDArray[np.int64]

FILLERS: Final = (
    *("how to …", "how do i …", "how is …", "where is …", "what …", "which …", "where do we …", "how does …"),
    *("python …", "… in python", "… python", "python how to …", "python check if …", "how … is done", "find …"),
    *("code to …", "function to …", "… function", "… code", "implementation of …"),
)
"""What people write around a question; training with it teaches that it says little."""
_LIMITS: Final = (64, 40, 160, 96)
"""Tokens of a question, header, text and rest; longer texts cost time and taught no more."""
_WARM_UP: Final = 20
_HELD_OUT: Final = 26
"""Of 256 packages."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides what is learned, besides the pairs. What else was tried: docs/decisions/016."""

    epochs: int = 2
    batch: int = 1024
    neighbours: int = 32
    """Pairs of one package that come into a batch together: hard negatives of each other."""
    rate: float = 0.025
    """Of Adam, at its highest; entries of the distilled table are around 0.26."""
    temperature: float = 0.05
    header_share: float = 0.7
    """Of answers that begin with their header."""
    rest_share: float = 0.5
    """Of answers that keep what the docstring says after the question."""
    whole_share: float = 0.15
    """Of answers that keep the question too; half of its tokens are then left out of the question."""
    filler_share: float = 0.3
    """Of questions that get a filler."""
    seed: int = 6


@dataclass(frozen=True, slots=True)
class PairIds:
    """Token ids of a pair."""

    question: Ids
    header: Ids
    text: Ids
    rest: Ids


def tokenizer_of(table: TokenTable) -> WordTokenizer:
    """The tokeniser as searches use it."""
    plain = {**table.tokenizer, "padding": None, "truncation": None}
    return WordTokenizer(json.dumps(plain).encode(), max_tokens=MAX_TOKENS)


def pair_ids(tokenizer: WordTokenizer, pair: Pair) -> PairIds:
    """The pair's ids, cut to what training reads."""
    texts = (pair.question, pair.header, pair.text, pair.rest)
    return PairIds(*(tokenizer.token_ids(text)[:limit] for text, limit in zip(texts, _LIMITS, strict=True)))


def batches(packages: Ids, recipe: Recipe, rng: np.random.Generator) -> Iterator[Ids]:
    """Positions of the pairs of each batch, in random order, some neighbours of a package together.

    `packages` numbers the package of each pair. What is left at the end is too small a batch, and left out.
    """
    order = rng.permutation(len(packages))
    order = order[np.argsort(packages[order], kind="stable")]
    borders = np.flatnonzero(np.diff(packages[order])) + 1
    groups = [
        segment[start : start + recipe.neighbours]
        for segment in np.split(order, borders)
        for start in range(0, len(segment), recipe.neighbours)
    ]
    waiting: list[Ids] = []
    for group in rng.permutation(len(groups)):
        waiting.append(groups[group])
        if sum(map(len, waiting)) >= recipe.batch:
            yield np.concatenate(waiting)
            waiting = []


def draw(ids: PairIds, fillers: Sequence[tuple[Ids, Ids]], recipe: Recipe, rng: np.random.Generator) -> tuple[Ids, Ids]:
    """A question and an answer, each with what chance adds to it or leaves out."""
    question, answer = ids.question, list[Ids]()
    if rng.random() < recipe.header_share:
        answer.append(ids.header)
    if rng.random() < recipe.whole_share:
        answer.append(question)
        kept = rng.random(len(question)) > 0.5
        question = question[kept] if kept.any() else question
    if rng.random() < recipe.rest_share:
        answer.append(ids.rest)
    if rng.random() < recipe.filler_share:
        before, after = fillers[int(rng.integers(len(fillers)))]
        question = np.concatenate([before, question, after])
    return question, np.concatenate([*answer, ids.text])


def train(table: TokenTable, pairs: Sequence[Pair], recipe: Recipe) -> TokenTable:
    """The table after training. Rows that are zero (padding, punctuation) stay so: the tokeniser skips them."""
    import torch  # pyright: ignore[reportMissingImports]

    torch.set_num_threads(1)
    torch.manual_seed(recipe.seed)
    rng, tokenizer = np.random.default_rng(recipe.seed), tokenizer_of(table)
    ids = [pair_ids(tokenizer, pair) for pair in pairs]
    fillers = [(tokenizer.token_ids(before), tokenizer.token_ids(after)) for before, after in _split_fillers()]
    numbers = {name: number for number, name in enumerate(sorted({pair.package for pair in pairs}))}
    packages = np.array([numbers[pair.package] for pair in pairs], np.int64)
    rounds = [batch for _ in range(recipe.epochs) for batch in batches(packages, recipe, rng)]
    rows = torch.nn.Parameter(torch.from_numpy(table.vectors.copy()))
    silent = torch.from_numpy(~table.vectors.any(axis=1))
    optimizer = torch.optim.Adam([rows], lr=recipe.rate)
    for step, batch in enumerate(rounds):
        optimizer.param_groups[0]["lr"] = (
            recipe.rate * min(1, (step + 1) / _WARM_UP) * max(0.02, 1 - step / len(rounds))
        )
        drawn = [draw(ids[position], fillers, recipe, rng) for position in batch]
        loss = _loss(rows, drawn, recipe.temperature)
        optimizer.zero_grad()
        loss.backward()
        rows.grad[silent] = 0
        optimizer.step()
    return TokenTable(np.asarray(rows.detach().numpy(), np.float32), table.tokenizer)


def _split_fillers() -> Iterator[tuple[str, str]]:
    for filler in FILLERS:
        before, _, after = filler.partition("…")
        yield before, after


def _loss(rows: Any, drawn: Sequence[tuple[Ids, Ids]], temperature: float) -> Any:
    """Cross-entropy of each question among the answers of the batch, and of each answer among the questions."""
    import torch  # pyright: ignore[reportMissingImports]

    likeness = _unit_sums(rows, [pair[0] for pair in drawn]) @ _unit_sums(rows, [pair[1] for pair in drawn]).T
    own = torch.arange(len(drawn))
    entropy = torch.nn.functional.cross_entropy
    return (entropy(likeness / temperature, own) + entropy(likeness.T / temperature, own)) / 2


def _unit_sums(rows: Any, texts: Sequence[Ids]) -> Any:
    """One unit row a text, as the bundled model computes them."""
    import torch  # pyright: ignore[reportMissingImports]

    distinct, weights = zip(*map(damped_counts, texts), strict=True)
    flat, factors = torch.from_numpy(np.concatenate(distinct)), torch.from_numpy(np.concatenate(weights))
    offsets = torch.from_numpy(np.cumsum([0, *(len(tokens) for tokens in distinct[:-1])]))
    sums = torch.nn.functional.embedding_bag(flat, rows, offsets, mode="sum", per_sample_weights=factors)
    return torch.nn.functional.normalize(sums + 1e-7, dim=1)


def is_held_out(package: str) -> bool:
    """True for one package in ten: never trained on, and what the training is judged by."""
    return hashlib.sha256(package.encode()).digest()[0] < _HELD_OUT


def held_out_mrr(table: TokenTable, pairs: Sequence[Pair], *, limit: int = 2_000) -> dict[str, float]:
    """MRR@10 of each kind of pair; the pool are the first `limit` answers of the kind."""
    import torch  # pyright: ignore[reportMissingImports]

    tokenizer, rows, scores = tokenizer_of(table), torch.from_numpy(table.vectors), dict[str, float]()
    for kind in sorted({pair.kind for pair in pairs}):
        chosen = [pair for pair in pairs if pair.kind == kind][:limit]
        questions = _unit_sums(rows, [tokenizer.token_ids(pair.question) for pair in chosen])
        answers = _unit_sums(rows, [tokenizer.token_ids(f"{pair.header}\n{pair.text}") for pair in chosen])
        likeness = questions @ answers.T
        ranks = ((likeness > likeness.diag()[:, None]).sum(1) + 1).numpy()
        scores[kind] = round(float(np.where(ranks <= 10, 1 / ranks, 0).mean()), 3)
    return scores


def write_model(pairs: Sequence[Pair], folder: Path) -> str:
    """Train on nine packages of ten, write the model, and say what the tenth tells of it."""
    learned = [pair for pair in pairs if not is_held_out(pair.package)]
    judged = [pair for pair in pairs if is_held_out(pair.package)]
    start, recipe = silence(distil_table()), Recipe()
    trained = train(start, learned, recipe)
    files = model_files(trained)
    manifest = manifest_of(files)
    manifest["recipe"]["trained"] = {
        **asdict(recipe),
        "damping": DAMPING,
        "pairs": len(learned),
        "packages": len({pair.package for pair in learned}),
        "sources_sha256": hashlib.sha256(TABLE.read_bytes()).hexdigest(),
        "held_out_mrr_at_10": {"before": held_out_mrr(start, judged), "after": held_out_mrr(trained, judged)},
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    return json.dumps(manifest["recipe"]["trained"], indent=2)


def main() -> None:
    """Train on ARCHIVES and write the model into FOLDER, by default the one that is shipped."""
    parser = argparse.ArgumentParser(description="Train the bundled embedding model.")
    parser.add_argument("archives", type=Path)
    parser.add_argument("folder", nargs="?", type=Path, default=BUNDLED_FOLDER)
    arguments = parser.parse_args()
    found = archives(arguments.archives, read_sources())
    pairs = [pair for source, path in found for pair in pairs_of(path, f"{source.registry}:{source.file}")]
    sys.stdout.write(write_model(pairs, arguments.folder) + "\n")


if __name__ == "__main__":
    main()
