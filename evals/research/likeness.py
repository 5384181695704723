"""Teaches the vectors of words in spans, `tools/answer/ranking/bundled/words.npz` (docs/decisions/034).

`make likeness CORPORA=… LABELS=… BASE=… KEPT=…` takes the questions of a labelled set and the spans of its passages,
and teaches a vector for each token of spans, with what brings the words of a question, as the encoder of the reranker
reads them, among these: softmax over 48 spans by the score of the linear ranker and what is learned, wrong ones the
more often the higher they stand. The encoder stays as it is: KEPT is what `--keep` of the reranker's training wrote.
What it has learned from cannot judge it: a third of the corpora is left out, by which what is stated is fitted. Needs
torch and transformers, and ten minutes on one core for 4,000 questions.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from tokenizers import Tokenizer

from citeline.indexing.embedding.word_tokenizer import BUNDLED_TOKENIZER
from citeline.settings import Settings
from citeline.tools.answer.ranking.candidates import Candidate
from citeline.tools.answer.ranking.encoder import BEGINS, MODEL, QUESTION_TOKENS, WORDS, padded
from citeline.tools.answer.ranking.features import FEATURES, scored, weights
from citeline.tools.answer.ranking.likeness import Places, word_tokenizer
from citeline.tools.answer.ranking.ranker import worth_of
from citeline.tools.answer.ranking.reranker import FARTHEST, with_title
from citeline.tools.question.read import read

from .claims import Labelled, read_labelled
from .reranker import LateInteraction, descend, third_of, training_parser, write_manifest

Tensor = Any

_DIMENSION: Final = 128
_SPANS: Final = 48
"""Of a question in one step."""
_RIGHT: Final = 4
_AT_ONCE: Final = 8
"""Questions of a step."""
_FALL: Final = 40.0
"""Places by which a wrong span is drawn e times more rarely; each at least a fiftieth as often as the first."""
_LEAST_CHANCE: Final = 0.02
_TABLE_RATE, _HEAD_RATE, _FIGURE_RATE = 1e-3, 1e-3, 1e-2
_TOKENS: Final = 200
"""Of a span with what stands beside it."""
_FIGURE: Final = 4.0
"""What the learned figures are divided by, so that one rate fits."""


class Example(NamedTuple):
    """A question with its spans, and how they are placed without what is learned."""

    question: Sequence[int]
    spans: Sequence[Places]
    worth: npt.NDArray[np.float32]
    right: Places
    wrong: Places


def tokens_of(candidate: Candidate) -> Places:
    """The tokens of a span with its heading and the lines beside it, as `likeness` compares them."""
    return word_tokenizer().token_ids("\n".join(with_title(candidate)))[:_TOKENS]


def examples_of(labelled: Sequence[Labelled[Any]]) -> Iterator[Example]:
    """What can be learned of each question that has a right span among enough others."""
    tokenizer = Tokenizer.from_file(str(BUNDLED_TOKENIZER))
    unlearned = {**weights(), "likeness": 0.0}
    for one in labelled:
        table = one.table
        best = one.gain.max(initial=0.0)
        spans = [*map(tokens_of, table.candidates)]
        has_words = np.asarray([len(span) > 0 for span in spans])
        right, wrong = np.flatnonzero((one.gain == best) & has_words), np.flatnonzero((one.gain == 0) & has_words)
        if best == 0 or not len(right) or len(wrong) < _SPANS:
            continue
        question = tokenizer.encode(read(one.case.question).wordings[0], add_special_tokens=False)
        worth = worth_of(scored(table.values, FEATURES, unlearned), table.candidates)
        yield Example(question.ids[:QUESTION_TOKENS], spans, worth, right, wrong)


class WordVectors(torch.nn.Module):  # type: ignore[misc]  # torch is not there where types are checked
    """Log-odds of spans, by one vector for each of their tokens and the states of the question's words."""

    def __init__(self, base: Path, kept: Path) -> None:
        """`base`: a folder with all-MiniLM-L6-v2; `kept`: the weights of the reranker.

        Each token begins as its state where it stands alone, along the directions in which these differ most.
        """
        super().__init__()
        encoder = LateInteraction(base)
        encoder.load_state_dict(torch.load(kept))
        self.encoder = encoder.eval().requires_grad_(requires_grad=False)
        tokens = torch.arange(BEGINS)
        with torch.no_grad():
            texts = (torch.from_numpy(padded(part[:, None].tolist())) for part in tokens.split(2000))
            alone = [encoder.states(text)[0][:, 1] for text in texts]
        states = torch.nn.functional.normalize(torch.cat(alone), dim=-1)
        directions = torch.linalg.svd(states - states.mean(0), full_matrices=False)[2][:_DIMENSION]
        self.rows = torch.nn.Embedding.from_pretrained(states @ directions.T, freeze=False)
        self.importance = torch.nn.Embedding.from_pretrained(torch.zeros(BEGINS, 1), freeze=False)
        self.project = torch.nn.Parameter(directions.T.clone())
        self.of_words = torch.nn.Parameter(torch.tensor(4.0))
        self.of_texts = torch.nn.Parameter(torch.tensor(1.0))
        self.of_worth = torch.nn.Parameter(torch.tensor(1.0))
        """Of the score of the linear ranker, beside which all of it is learned."""

    def asked(self, questions: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
        """The words of each question among those of spans, and how much each counts; shape (questions, words, …)."""
        with torch.no_grad():
            states, own, _ = self.encoder.states(torch.from_numpy(padded(questions)))
            counts = torch.nn.functional.softplus(self.encoder.gate(states)[..., 0]) * own
        return torch.nn.functional.normalize(states @ self.project, dim=-1), counts / counts.sum(1, keepdim=True).clamp(
            min=1e-6
        )

    def forward(self, words: Tensor, counts: Tensor, spans: Sequence[Places]) -> Tensor:
        """Shape (spans,), for one question."""
        lengths = torch.tensor([len(one) for one in spans])
        tokens = torch.nn.utils.rnn.pad_sequence([torch.from_numpy(one.copy()) for one in spans], batch_first=True)
        is_held = torch.arange(tokens.shape[1]) < lengths[:, None]
        near = torch.nn.functional.normalize(self.rows(tokens), dim=-1) @ words.T
        nearest = torch.where(is_held[..., None], near, FARTHEST).amax(1)
        shares = torch.where(is_held, self.importance(tokens)[..., 0], -torch.inf).softmax(1)
        whole = ((near @ counts) * shares).sum(1)
        return _FIGURE * (self.of_words * (nearest @ counts) + self.of_texts * whole)


def train(model: WordVectors, examples: Sequence[Example], steps: int) -> None:
    """Teaches the model in place; prints the mean loss of every fifty steps."""
    draw = np.random.default_rng(1)
    figures = [model.of_words, model.of_texts, model.of_worth]
    groups = [
        {"params": [model.rows.weight, model.importance.weight], "lr": _TABLE_RATE},
        {"params": [model.project], "lr": _HEAD_RATE},
        {"params": figures, "lr": _FIGURE_RATE},
    ]

    def lost(batch: Sequence[Example]) -> Tensor:
        words, counts = model.asked([one.question for one in batch])
        losses = []
        for place, one in enumerate(batch):
            right = draw.choice(one.right, min(_RIGHT, len(one.right)), replace=False)
            places = (-one.worth[one.wrong]).argsort().argsort()
            chances = np.exp(-places / _FALL) + _LEAST_CHANCE
            wrong = draw.choice(one.wrong, _SPANS - len(right), replace=False, p=chances / chances.sum())
            chosen = np.concatenate([right, wrong])
            odds = model(words[place], counts[place], [one.spans[row] for row in chosen])
            odds = odds + model.of_worth * torch.from_numpy(one.worth[chosen])
            losses.append(odds.logsumexp(0) - odds[: len(right)].logsumexp(0))
        return torch.stack(losses).mean()

    descend(model, groups, examples, _AT_ONCE, steps, lost)


def export(model: WordVectors, target: Path) -> None:
    """The table in 8 bits, with the manifest of its folder."""
    rows = torch.nn.functional.normalize(model.rows.weight, dim=-1)
    found = {
        "rows": (127 * rows).round().to(torch.int8),
        "importance": model.importance.weight[:, 0].exp(),
        "project": model.project,
        "of_words": _FIGURE * model.of_words,
        "of_texts": _FIGURE * model.of_texts,
    }
    np.savez(target, **{name: one.detach().numpy() for name, one in found.items()})
    write_manifest(target.parent)


def main() -> None:
    """Gather, train, store."""
    parser = training_parser(__doc__)
    parser.add_argument("--kept", type=Path, required=True, help="the weights of the reranker")
    parser.add_argument("--steps", type=int, default=700, help="of eight questions each")
    parser.add_argument("--leave-out", type=int, choices=(0, 1, 2), default=0, help="a third of the corpora")
    parser.add_argument("--out", type=Path, default=MODEL.with_name(WORDS))
    given = parser.parse_args()
    torch.manual_seed(1)
    labelled = read_labelled(given.labels, given.corpora, Settings(home=given.home)).spans
    examples = [*examples_of([one for one in labelled if third_of(one.corpus) != given.leave_out])]
    sys.stdout.write(f"{len(examples)} questions of {len(labelled)}\n")
    model = WordVectors(given.base, given.kept)
    train(model, examples, given.steps)
    export(model, given.out)


if __name__ == "__main__":
    main()
