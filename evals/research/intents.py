"""Fits what tells intents apart to the templates of each language: `python -m citeline.evals.research.intents --write`.

Every template is written out a few times: choices drawn, names masked or plain words, blanks empty or with words that
mislead. Multinomial logistic regression, Adam, some seconds a language.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from citeline.dataclass import dataclass
from citeline.protocols import FloatMatrix
from citeline.tools.question.intents import INTENTS, LONGEST, SPACELESS, Intent, intents_of, stemmed
from citeline.tools.question.masks import BLANK, ERROR, MESSAGE, NAME, NUMBER, OPTION, PATH, grams, tokens

REVIEWED: Final = ("intents_blind.txt", "intents_seen.txt")
_FOLDER: Final = Path(__file__).parent
_TEMPLATES: Final = _FOLDER.parent.parent / "tools" / "question" / "templates"
_WEIGHTS: Final = _TEMPLATES.parent / "weights"
_TIMES: Final = 48
"""Written-out wordings of a template at most."""
_EPOCHS: Final = 14
_BATCH: Final = 128
_RATE: Final = 0.02
_DECAY: Final = 2e-4
_LEAST_WEIGHT: Final = 0.25
"""Smaller ones are left out of the file."""
_CHOICE: Final = re.compile(r"\(([^()]*)\)(\??)")
_HOLE: Final = re.compile(r"\{(\w+)\}")
_MASKS: Final = {"name": NAME, "error": ERROR, "message": MESSAGE, "path": PATH, "option": OPTION, "number": NUMBER}


@dataclass(frozen=True, slots=True)
class Wording:
    """A question with what it asks for, the slot first."""

    intents: tuple[Intent, ...]
    language: str
    text: str


def reviewed(name: str) -> list[Wording]:
    """The questions of a file that people have labelled."""
    lines = (_FOLDER / name).read_text("utf-8").splitlines()
    found = [line.split(" | ", 2) for line in lines if line and not line.startswith("#")]
    return [Wording(tuple(kinds.split(",")), language, text) for kinds, language, text in found]  # type: ignore[arg-type]  # a test holds the names


def written_out(template: str, things: Sequence[str], draw: random.Random, spaceless: bool) -> str:
    """One wording of a template, masked."""
    while found := _CHOICE.search(template):
        options = [*found[1].split("|"), *([""] * bool(found[2]))]
        template = template[: found.start()] + draw.choice(options) + template[found.end() :]
    template = (
        re.sub(r"(.)\?", lambda found: found[1] if draw.random() < 0.5 else "", template) if spaceless else template
    )

    def filled(hole: re.Match[str]) -> str:
        if hole[1] == "x":
            chance = draw.random()
            return BLANK if chance < 0.6 else draw.choice(things) if chance < 0.8 else f"{BLANK} {draw.choice(things)}"
        if hole[1] == "name" and draw.random() < 0.2:
            return BLANK
        return _MASKS[hole[1]]

    return _HOLE.sub(lambda hole: f" {filled(hole)} ", template)


def wordings(language: str) -> Iterator[tuple[tuple[Intent, ...], str]]:
    """Every template of a language some times."""
    table = tomllib.loads((_TEMPLATES / f"{language}.toml").read_text("utf-8"))
    things = table["things"]["words"].split(", ")
    leads, tails = (["", *table["things"].get(key, "").split(", ")] for key in ("leads", "tails"))
    draw = random.Random(7)
    for kinds, templates in table["intents"].items():
        for template in templates:
            made = {written_out(template, things, draw, language in SPACELESS) for _ in range(_TIMES)}
            for text in sorted(made):
                lead = draw.choice(leads) if draw.random() < 0.2 else ""
                tail = draw.choice(tails) if draw.random() < 0.2 else ""
                yield tuple(kinds.split("+")), f"{lead} {text} {tail}"


def vocabulary(language: str) -> frozenset[str]:
    """Tokens of the templates outside of their holes."""
    table = tomllib.loads((_TEMPLATES / f"{language}.toml").read_text("utf-8"))
    texts = [template for templates in table["intents"].values() for template in templates]
    texts += [table["things"].get(key, "") for key in ("leads", "tails")]
    return frozenset(word for text in texts for word in stemmed(tokens(_HOLE.sub(" ", text)), language))


def fit(language: str, *, epochs: int = _EPOCHS) -> dict[str, object]:
    """The table of a language as the package ships it."""
    known, longest = vocabulary(language), LONGEST[language in SPACELESS]
    rows = [(kinds, grams(stemmed(tokens(text), language), known, longest)) for kinds, text in wordings(language)]
    counts: dict[str, int] = {}
    for _, features in rows:
        for feature in features:
            counts[feature] = counts.get(feature, 0) + 1
    names = ["*", *sorted(feature for feature, count in counts.items() if count > 1)]
    column = {name: place for place, name in enumerate(names)}
    places = [[0, *(column[one] for one in features if one in column)] for _, features in rows]
    wanted = np.zeros((len(rows), len(INTENTS)), np.float32)
    for row, (kinds, _) in enumerate(rows):
        for rank, kind in enumerate(kinds):
            wanted[row, INTENTS.index(kind)] = (0.6, 0.4)[rank] if len(kinds) > 1 else 1.0
    importance = 1 / np.sqrt(wanted.sum(0))
    weights = _descend(places, wanted, wanted @ importance, len(names), epochs)
    kept = {
        name: {
            INTENTS[one]: round(float(weights[place, one]), 1)
            for one in np.flatnonzero(abs(weights[place]) >= _LEAST_WEIGHT)
        }
        for place, name in enumerate(names)
    }
    return {"known": " ".join(sorted(known)), "weights": {name: found for name, found in kept.items() if found}}


def _descend(
    places: Sequence[Sequence[int]], wanted: FloatMatrix, importance: FloatMatrix, columns: int, epochs: int
) -> FloatMatrix:
    """Weights by column and intent, by Adam on batches in a fixed order."""
    weights = np.zeros((columns, wanted.shape[1]), np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    order, step = np.random.default_rng(7), 0
    scale = importance / importance.mean()
    for _ in range(epochs):
        for batch in np.array_split(order.permutation(len(places)), max(1, len(places) // _BATCH)):
            at = np.concatenate([places[row] for row in batch])
            row_of = np.repeat(np.arange(len(batch)), [len(places[row]) for row in batch])
            scores = np.zeros((len(batch), wanted.shape[1]), np.float32)
            np.add.at(scores, row_of, weights[at])
            powers = np.exp(scores - scores.max(1, keepdims=True))
            wrong = (powers / powers.sum(1, keepdims=True) - wanted[batch]) * scale[batch][:, None] / len(batch)
            gradient = _DECAY * weights
            np.add.at(gradient, at, wrong[row_of])
            step += 1
            first = 0.9 * first + 0.1 * gradient
            second = 0.999 * second + 0.001 * gradient**2
            weights -= _RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return weights


def accuracy(cases: Sequence[Wording]) -> Mapping[str, tuple[int, int]]:
    """Right slots and all, by language; a question that asks for two things may be read as either first."""
    found: dict[str, tuple[int, int]] = {}
    for case in cases:
        right, of = found.get(case.language, (0, 0))
        found[case.language] = (right + (intents_of(case.text, case.language)[0] in case.intents), of + 1)
    return found


def main() -> None:
    """Fit, write, and say how many of the reviewed questions are read right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the weights into the package")
    parser.add_argument("--misses", action="store_true", help="print the reviewed questions that are read wrong")
    asked = parser.parse_args()
    if asked.write:
        for file in sorted(_TEMPLATES.glob("*.toml")):
            (_WEIGHTS / f"{file.stem}.json").write_text(_as_json(fit(file.stem)), "utf-8")
    for name in REVIEWED:
        cases = reviewed(name)
        _say(f"{name}: " + ", ".join(f"{one} {right}/{of}" for one, (right, of) in accuracy(cases).items()))
        for case in cases if asked.misses else ():
            if (read := intents_of(case.text, case.language))[0] not in case.intents:
                _say(f"  {case.language} {','.join(case.intents)} read as {','.join(read)}: {case.text}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _as_json(table: Mapping[str, object]) -> str:
    """One feature a line, so that a change of a template is a change of few lines."""
    text = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    return re.sub(r'(\},|"weights":\{)(?=")', r"\1\n", text) + "\n"


if __name__ == "__main__":
    main()
