"""Teaches the reranker of claims, `tools/answer/ranking/bundled/reranker.onnx`, further (docs/decisions/032, 033, 037).

`make reranker CORPORA=… LABELS=…` takes the questions of a labelled set, each in one of its wordings, and the spans
that the linear ranker puts first, and teaches the transformer in the package, which was all-MiniLM-L6-v2, to find among
six of them and `nothing` the one that overlaps a needed place, and `nothing` where the question has no answer: late
interaction of the states of both texts, softmax, wrong spans the more often the higher they stand. Writes one graph in
8 bits. What it has learned from cannot judge it, so corpora that judge or that weights are fitted on are left out
(`teaches` in labelled/corpora.toml). What `make likeness` has taught knows the encoder of before: run it again. Needs
torch, transformers and onnx-ir, which nothing else here does, and forty minutes on one core. What is in the package
gained nothing by 2,600 steps more on twice as many questions (decision 37): it is replaced by hand.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
import onnx
import onnx.numpy_helper
import torch
from onnxruntime.quantization import QuantType, quant_pre_process, quantize_dynamic
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

from citeline.indexing.embedding.word_tokenizer import BUNDLED_TOKENIZER
from citeline.settings import Settings
from citeline.tools.answer.ranking.encoder import BEGINS, ENDS, HEADS, MODEL, QUESTION_TOKENS, WORDS, loaded, padded
from citeline.tools.answer.ranking.features import FEATURES, scored, weights
from citeline.tools.answer.ranking.ranker import worth_of
from citeline.tools.answer.ranking.reranker import SPAN_TOKENS, text_read
from citeline.tools.question.read import read

from .claims import Labelled, fitting_parser, read_labelled, read_rewordings
from .labelled.__main__ import REWORDINGS, corpora_that_teach

Tensor = Any
Tokens = Sequence[int]
Drawn = TypeVar("Drawn")

_FIRST: Final = 40
"""Spans of a question that wrong ones are drawn from, and beyond which right ones are looked for."""
_RIGHT: Final = 3
"""Right ones that one is drawn from."""
_SPANS: Final = 6
"""Of a question in one step."""
_AT_ONCE: Final = 4
"""Questions of a step."""
_FALL: Final = 8.0
"""Places by which a wrong span is drawn e times more rarely."""
_RATE, _HEAD_RATE = 4e-5, 4e-3
_WARM: Final = 40
"""Steps until the rate is reached, from which it falls to nothing."""
_MOVED: Final = 0.8
"""How much of the width of inputs is moved into weights. With .65 and 1 figures differ more, with .5 three times as
much (docs/decisions/032)."""
_SEEN: Final = 50
"""Questions whose states tell how wide inputs are."""
_BLOCK: Final = 64
"""Weights that have one scale where one does not fit a column."""
_MIDDLE: Final = 128
"""What nothing is in their 8 bits."""
_SHAPE: Final[Mapping[str, int]] = {
    "hidden_size": 384,
    "num_hidden_layers": 6,
    "num_attention_heads": 12,
    "intermediate_size": 1536,
}
"""Of all-MiniLM-L6-v2."""
_WIDE: Final = ("layer.0/output", "layer.1/output", "layer.2/output")
"""Layers whose inputs no one scale fits."""


class Example(NamedTuple):
    """A question with right spans, none where it has no answer, and wrong ones, best first by the linear ranker."""

    wordings: Sequence[Tokens]
    right: Sequence[Tokens]
    wrong: Sequence[Tokens]


def examples_of(labelled: Sequence[Labelled[Any]], wordings: Mapping[str, Sequence[str]]) -> Iterator[Example]:
    """What can be learned of each question: those with a right span, or without an answer, and enough wrong ones.

    `wordings`: others of some, by their ids.
    """
    tokenizer = Tokenizer.from_file(str(BUNDLED_TOKENIZER))
    for one in labelled:
        table = one.table
        worth = worth_of(scored(table.values, FEATURES, weights()), table.candidates)
        order = (-worth).argsort(kind="stable").tolist()
        best = one.gain.max(initial=0.0)
        right = [row for row in order if one.gain[row] == best > 0][:_RIGHT]
        wrong = [row for row in order[:_FIRST] if not one.gain[row]]
        if (right or not one.case.needs) and len(wrong) >= _SPANS - bool(right):
            texts = [text_read(table.candidates[row]) for row in [*right, *wrong]]
            spans = [found.ids[:SPAN_TOKENS] for found in tokenizer.encode_batch(texts, add_special_tokens=False)]
            asked = [read(text).wordings[0] for text in (one.case.question, *wordings.get(one.case.id, ()))]
            questions = [
                found.ids[:QUESTION_TOKENS] for found in tokenizer.encode_batch(asked, add_special_tokens=False)
            ]
            yield Example(questions, spans[: len(right)], spans[len(right) :])


def shipped_weights(graph: Path = MODEL) -> dict[str, Tensor]:
    """What `export` has written in 8 bits, as the transformer had it: names of weights to tensors."""
    model = onnx.load(graph).graph
    stored: dict[str, Any] = {one.name: onnx.numpy_helper.to_array(one) for one in model.initializer}
    found: dict[str, Any] = {}
    for name, values in stored.items():
        if name.startswith("model.") and name.endswith("_quantized"):
            owner = name.removesuffix("_quantized")
            zero, scale = (float(stored[f"{owner}_{part}"]) for part in ("zero_point", "scale"))
            found[owner] = (values.astype(np.float32) - zero) * scale
        elif name.startswith("model.") and not name.endswith(("_scale", "_zero_point", ".inverse")):
            found[name] = values
    for node in model.node:
        owner = ".".join(node.name.split("/")[1:-1])
        if node.op_type == "MatMulInteger":
            part = node.input[1].removesuffix("_quantized")
            whole = stored[node.input[1]].astype(np.float32) - stored[f"{part}_zero_point"]
            found[f"{owner}.weight"] = (whole * stored[f"{part}_scale"]).T * stored[f"{owner}.inverse"]
        elif node.op_type == "MatMulNBits":
            blocks = (stored[node.input[1]].astype(np.float32) - _MIDDLE).reshape(-1, _BLOCK)
            whole = (blocks * stored[node.input[2]].reshape(-1, 1)).reshape(len(stored[node.input[1]]), -1)
            found[f"{owner}.weight"] = whole * stored[f"{owner}.inverse"]
    return {name.removeprefix("model."): torch.tensor(np.asarray(values, np.float32)) for name, values in found.items()}


class LateInteraction(torch.nn.Module):  # type: ignore[misc]  # torch is not there where types are checked
    """Log-odds of spans against `nothing` for one question each, by the states of a transformer over both."""

    def __init__(self) -> None:
        """The one in the package, but for the bits that were cut off."""
        super().__init__()
        known = shipped_weights()
        words = known["embeddings.word_embeddings.weight"]
        config = BertConfig(vocab_size=len(words), **_SHAPE, attn_implementation="eager")
        self.model = BertModel(config, add_pooling_layer=False)
        self.model.load_state_dict(known)
        self.model.embeddings.word_embeddings.weight.requires_grad_(False)
        heads = loaded().heads
        self.gate = torch.nn.Linear(words.shape[1], 1)
        """How much each word of a question counts."""
        self.gate.weight.data[0] = torch.from_numpy(heads.gate)
        self.gate.bias.data[0] = float(heads.gate_bias)
        self.of_words, self.of_texts, self.nothing = (
            torch.nn.Parameter(torch.tensor(float(one))) for one in (heads.of_words, heads.of_texts, heads.nothing)
        )

    def states(self, tokens: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Of each token, whether it is one of the text, and the unit vector of all; shape (texts, tokens, …)."""
        held = (tokens != 0).long()
        with torch.autocast("cpu", torch.bfloat16, enabled=self.training):  # a third of the time
            read = self.model(input_ids=tokens, attention_mask=held, token_type_ids=torch.zeros_like(tokens))
        states = read.last_hidden_state.float()
        mask = held.float()
        mean = (states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        own = mask * (tokens != BEGINS).float() * (tokens != ENDS).float()
        return states, own, mean / mean.norm(dim=-1, keepdim=True)

    def forward(self, question: Tensor, spans: Tensor) -> Tensor:
        """Shape (spans,). `question` has one row, or several of which each has as many of the spans, in their order."""
        read = self.states(question)
        if len(question) > 1:
            read = tuple(one.repeat_interleave(len(spans) // len(question), 0) for one in read)
        asked, of_question, whole = read
        held, of_span, about = self.states(spans)
        counts = torch.nn.functional.softplus(self.gate(asked)[..., 0]) * of_question
        counts = counts / counts.sum(1, keepdim=True).clamp(min=1e-6)
        unit, others = (states / states.norm(dim=-1, keepdim=True).clamp(min=1e-6) for states in (asked, held))
        nearest = (torch.matmul(unit, others.transpose(1, 2)) - 2 * (1 - of_span)[:, None]).max(-1).values
        return self.of_words * (nearest * counts).sum(1) + self.of_texts * (whole * about).sum(1) - self.nothing


def train(model: LateInteraction, examples: list[Example], steps: int) -> None:
    """Teaches the model in place; prints the mean loss of every fifty steps (1.95 is chance)."""
    draw = np.random.default_rng(1)
    body = [one for one in model.model.parameters() if one.requires_grad]
    head = [*model.gate.parameters(), model.of_words, model.of_texts, model.nothing]
    groups = [{"params": body, "lr": _RATE}, {"params": head, "lr": _HEAD_RATE}]

    def lost(batch: Sequence[Example]) -> Tensor:
        spans: list[Tokens] = []
        for one in batch:
            chances = np.exp(-np.arange(len(one.wrong)) / _FALL)
            most = _SPANS - bool(one.right)
            rows = draw.choice(len(one.wrong), most, replace=False, p=chances / chances.sum()).tolist()
            right = [one.right[int(draw.integers(len(one.right)))]] if one.right else []
            spans += [*right, *(one.wrong[row] for row in rows)]
        asked = [one.wordings[int(draw.integers(len(one.wordings)))] for one in batch]
        questions = torch.from_numpy(padded(asked))
        scores = model(questions, torch.from_numpy(padded(spans))).view(len(batch), _SPANS)
        nothing = torch.zeros(len(batch), 1)
        wanted = torch.tensor([0 if one.right else _SPANS for one in batch])
        return torch.nn.functional.cross_entropy(torch.cat([scores, nothing], 1), wanted)

    model.train()
    descend(model, groups, examples, _AT_ONCE, steps, lost)


def descend(
    model: Any,
    groups: Sequence[Mapping[str, Any]],
    examples: Sequence[Drawn],
    at_once: int,
    steps: int,
    lost: Callable[[Sequence[Drawn]], Tensor],
    *,
    decay: float = 0.01,
    steepest: float = 1.0,
    least: float = 0.0,
) -> None:
    """So many steps down what is `lost` by some examples at once, all of them in turns; prints the mean of every fifty.

    The rate of each of the groups rises for `_WARM` steps, and falls to the share `least` with the last of all.
    `decay`: of weights; `steepest`: length of a gradient, beyond which it is shortened.
    """
    optimizer = torch.optim.AdamW(groups, weight_decay=decay)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / _WARM) * max(1 - step / steps, least)
    )
    losses: list[float] = []
    order: list[Drawn] = []
    for step in range(steps):
        if len(order) < at_once:
            order = random.Random(step).sample(examples, len(examples))
        batch, order = order[:at_once], order[at_once:]
        loss = lost(batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), steepest)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        losses.append(loss.item())
        if step % 50 == 49:
            sys.stdout.write(f"{step + 1} of {steps}: {np.mean(losses[-50:]):.3f}\n")
            sys.stdout.flush()


class Smoothed(torch.nn.Module):  # type: ignore[misc]
    """A linear layer whose inputs have been divided by what its weights were multiplied with."""

    def __init__(self, layer: Any, scale: Tensor) -> None:
        """`scale`: of each input."""
        super().__init__()
        self.register_buffer("inverse", 1 / scale)
        self.weight = torch.nn.Parameter(layer.weight.detach() * scale)
        self.bias = layer.bias

    def forward(self, inputs: Tensor) -> Tensor:
        """The same as before, but for rounding."""
        return torch.nn.functional.linear(inputs * self.inverse, self.weight, self.bias)


def smooth(model: LateInteraction, examples: Sequence[Example]) -> None:
    """Makes the inputs of each layer about as wide as each other, in place, so that one scale of 8 bits fits them
    (SmoothQuant, Xiao et al. 2023, arxiv.org/abs/2211.10438).
    """
    layers = {name: one for name, one in model.model.encoder.named_modules() if isinstance(one, torch.nn.Linear)}
    widths = {one: torch.zeros(one.in_features) for one in layers.values()}

    def measure(layer: Any, given: tuple[Tensor], _: Tensor) -> None:
        widths[layer] = torch.maximum(widths[layer], given[0].flatten(0, -2).abs().amax(0))

    hooks = [one.register_forward_hook(measure) for one in layers.values()]
    with torch.no_grad():
        for one in examples:
            spans = [*one.right, *one.wrong][:_SPANS]
            model(torch.from_numpy(padded([one.wordings[0]])), torch.from_numpy(padded(spans)))
    for hook in hooks:
        hook.remove()
    for name, layer in layers.items():
        held = layer.weight.detach().abs().amax(0).clamp(min=1e-5)
        scale = widths[layer].clamp(min=1e-5) ** _MOVED / held ** (1 - _MOVED)
        parent, _, own = name.rpartition(".")
        setattr(model.model.encoder.get_submodule(parent), own, Smoothed(layer, scale))


class Encoder(torch.nn.Module):  # type: ignore[misc]
    """What is run by the graph: the transformer alone."""

    def __init__(self, model: LateInteraction) -> None:
        """The encoder of a trained one."""
        super().__init__()
        self.model = model.model

    def forward(self, tokens: Tensor) -> Tensor:
        """The states of texts, shape (texts, tokens, dimension)."""
        held = (tokens != 0).long()
        read = self.model(input_ids=tokens, attention_mask=held, token_type_ids=torch.zeros_like(tokens))
        return read.last_hidden_state


def export(model: LateInteraction, target: Path) -> None:
    """What compares texts as arrays, and the encoder as one graph in 8 bits: the vectors of tokens and each column of
    weights with one scale, the inputs of a layer with another; those that are `_WIDE` with one for each 64 weights and
    inputs (docs/decisions/032). Seven bits of the weights are used, since processors without VNNI add two products
    in 16.
    """
    model.eval()
    heads = target.with_name(HEADS)
    gate = {"gate": model.gate.weight[0], "gate_bias": model.gate.bias[0]}
    figures = {"of_words": model.of_words, "of_texts": model.of_texts, "nothing": model.nothing}
    np.savez(heads, **{name: one.detach().numpy() for name, one in (gate | figures).items()})
    whole, ready = target.with_suffix(".whole"), target.with_suffix(".ready")
    torch.onnx.export(
        Encoder(model),
        (torch.from_numpy(padded([[2000, 3000, 4000], [5000]])),),
        str(whole),
        input_names=["tokens"],
        output_names=["states"],
        dynamic_axes={"tokens": {0: "texts", 1: "tokens"}, "states": {0: "texts", 1: "tokens"}},
        opset_version=17,
        dynamo=False,
    )
    quant_pre_process(str(whole), str(ready), skip_symbolic_shape=True)
    wide = [one.name for one in onnx.load(ready).graph.node if any(part in one.name for part in _WIDE)]
    quantize_dynamic(
        str(ready),
        str(whole),
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        op_types_to_quantize=["Gather", "MatMul"],
        nodes_to_exclude=wide,
    )
    blocks: Any = MatMulNBitsQuantizer(onnx.load(whole), bits=8, block_size=_BLOCK, is_symmetric=True, accuracy_level=4)
    blocks.process()
    onnx.save(blocks.model.model, target)
    whole.unlink()
    ready.unlink()
    write_manifest(target.parent)


def write_manifest(folder: Path) -> None:
    """What the models in a folder are, by which a damaged one is found."""
    there = [folder / name for name in (MODEL.name, HEADS, WORDS) if (folder / name).exists()]
    content = {file.name: file.read_bytes() for file in there}
    said = {name: {"size_bytes": len(of), "sha256": hashlib.sha256(of).hexdigest()} for name, of in content.items()}
    (folder / "manifest.json").write_text(json.dumps({"files": said}, indent=2) + "\n", "utf-8")


def main() -> None:
    """Gather, train, store."""
    parser = fitting_parser(__doc__)
    parser.add_argument("--rewordings", type=Path, default=REWORDINGS, help="JSON lines of ids with other wordings")
    parser.add_argument("--steps", type=int, default=2600, help="of four questions each")
    parser.add_argument("--out", type=Path, required=True, help="the graph; what compares texts is written beside it")
    given = parser.parse_args()
    torch.manual_seed(1)
    questions = read_labelled(given.labels, given.corpora, Settings(home=given.home))
    labelled = [*questions.spans, *questions.unanswerable]
    teaching, wordings = corpora_that_teach("all"), read_rewordings(given.rewordings)
    examples = [*examples_of([one for one in labelled if one.corpus in teaching], wordings)]
    sys.stdout.write(f"{len(examples)} questions of {len(labelled)}\n")
    model = LateInteraction()
    train(model, examples, given.steps)
    smooth(model, examples[:: max(len(examples) // _SEEN, 1)])
    export(model, given.out)
    sys.stdout.write(f"{given.out.name}: {given.out.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
