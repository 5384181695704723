"""Which lines of a PDF are headings: those of the outline, and those that a fitted model takes for one."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass
from citeline.protocols import FloatMatrix

from .pdf_furniture import body_style
from .pdf_heading_features import FEATURES, Candidate, candidates_of, measured
from .pdf_lines import Line
from .pdf_outline import Place
from .pdf_patterns import ITEM, PART
from .pdf_words import NO_STYLE, Style

WEIGHTS: Final = "heading_weights.json"
"""Made by `python -m citeline.evals.research.headings`, which says on what."""

_BOLD, _LARGEST, _SIZE = map(FEATURES.index, ("bold_body", "largest", "size"))
_CONTENTS, _TITLE_CASE = map(FEATURES.index, ("contents", "title_case"))
_TITLE_SIZE: Final = 0.14
"""Logarithm of its ratio to that of the text: 1.15 times."""
_MOST_TITLED: Final = 0.6
"""Share of the longer words that begin with a capital."""
_WEIGHTS: Final = {"thin": 1, "hairline": 1, "extralight": 2, "ultralight": 2, "light": 3, "medium": 5}
_WEIGHT_NAME: Final = re.compile(rf"{'|'.join(_WEIGHTS)}", re.IGNORECASE)
_REGULAR_WEIGHT: Final = 4
"""Of a face that names no weight, or one in the middle."""
_MUCH_BOLDER: Final = 2
"""Steps: from a light face to a medium one."""


@dataclass(frozen=True, slots=True)
class Found:
    """Lines that are a heading; none, and -1 for the first, for one that stands above its page."""

    page: int
    line: int
    count: int
    text: str
    style: Style
    level: int = 0
    """Of the outline; 0 when it does not say."""


@dataclass(frozen=True, slots=True)
class HeadingModel:
    """One hidden layer over FEATURES."""

    hidden: FloatMatrix
    """One row for each feature, one column for each unit."""
    bias: FloatMatrix
    out: FloatMatrix
    out_bias: float
    least: float
    """Score from which a line is a heading."""

    def scores(self, rows: FloatMatrix) -> FloatMatrix:
        """From 0 to 1, one for each row."""
        inner = np.tanh(rows @ self.hidden + self.bias)
        chances = 1 / (1 + np.exp(-(inner @ self.out + self.out_bias)))
        scores: FloatMatrix = chances.astype(np.float32, copy=False)
        return scores


@cache
def heading_model() -> HeadingModel:
    """The one that the package holds."""
    kept = json.loads(shipped_text("citeline.indexing.extraction.pdfs", WEIGHTS))
    hidden = np.asarray([kept["hidden"][name] for name in FEATURES], np.float32)
    return HeadingModel(
        hidden,
        np.asarray(kept["bias"], np.float32),
        np.asarray(kept["out"], np.float32),
        kept["out_bias"],
        kept["least"],
    )


def find_headings(pages: Sequence[Sequence[Line]], outlined: Sequence[Place]) -> list[Found]:
    """The headings in order; `outlined` are those of the outline, which are beyond doubt."""
    known = [_from_outline(place, pages[place.page]) for place in outlined]
    taken = {(found.page, found.line + at) for found in known for at in range(found.count)}
    seen = [
        Found(one.page, one.line, one.count, one.text, one.style)
        for one in seen_headings(pages)
        if not any((one.page, one.line + at) in taken for at in range(one.count))
    ]
    return sorted([*known, *seen], key=lambda found: (found.page, found.line))


def seen_headings(pages: Sequence[Sequence[Line]]) -> list[Candidate]:
    """What the model takes for headings, in order."""
    candidates = candidates_of(pages)
    if not candidates:
        return []
    model = heading_model()
    rows = measured(pages, candidates)
    title = _title(candidates, rows)
    scored = zip(candidates, rows, model.scores(rows).tolist(), strict=True)
    return [one for one, row, score in scored if score >= model.least or one is title or _is_labelled(one, row)]


def _title(candidates: Sequence[Candidate], rows: FloatMatrix) -> Candidate | None:
    """The first line of a document that is bold, or larger than its text and than what follows: no outline lists it."""
    one, row = candidates[0], rows[0]
    is_title = row[_BOLD] or (row[_LARGEST] and row[_SIZE] > _TITLE_SIZE)
    return one if is_title and not (one.page or one.line) else None


def _is_labelled(one: Candidate, row: FloatMatrix) -> bool:
    """`PART I` and `Item 1A. Risk Factors`: annual reports set many of them like their text."""
    if not (ITEM.match(one.text) or PART.match(one.text)) or row[_CONTENTS] or "(continued)" in one.text.lower():
        return False
    last = one.text.rpartition(" ")[2]
    return bool(row[_TITLE_CASE] >= _MOST_TITLED and not (last.endswith(".") and last.islower()))


def _from_outline(place: Place, lines: Sequence[Line]) -> Found:
    if not place.count:
        return Found(place.page, -1, 0, place.title, NO_STYLE, place.level)
    own = lines[place.line : place.line + place.count]
    text = " ".join(" ".join(line.text.split()) for line in own)
    return Found(place.page, place.line, place.count, text, own[0].style, place.level)


def bold_beside_light(pages: Sequence[list[Line]]) -> list[list[Line]]:
    """The same lines; where most of a document is set in a light face, those in a medium one are bold.

    Families of fonts for Korean, Chinese and Japanese come in light, medium and bold, and headings are set in medium.
    """
    body = body_style(pages)
    least = _weight(body.face) + _MUCH_BOLDER
    if body.is_bold or least > max(_WEIGHTS.values()):
        return list(pages)
    return [[_bold(line) if _weight(line.style.face) >= least else line for line in lines] for lines in pages]


def _bold(line: Line) -> Line:
    return replace(line, style=replace(line.style, is_bold=True))


def _weight(face: str) -> int:
    """From 1, the thinnest; faces that are bold by themselves are known as such before."""
    match = _WEIGHT_NAME.search(face)
    return _WEIGHTS[match[0].lower()] if match is not None else _REGULAR_WEIGHT
