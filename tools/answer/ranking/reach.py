"""How far what is shown with a span reaches: every line of the run around it has a chance to be needed as well.

A logistic over a dozen features of a line, fitted to the lines that full answers need (`evals/research/claims.py`). A
fixed number of lines, or the enclosing definition, shows more lines and answers less (docs/answers.md).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
import numpy.typing as npt

from citeline.indexing.reader import Index

from ..reading.lines import as_read, lines_of
from .features import Candidate, Numbers, Sought

FEATURES: Final = (
    *("far", "next", "behind", "far_behind", "far_prose", "outdented", "comment", "raises", "new_words", "similarity"),
    *("deeper_condition", "sequence", "far_sequence", "reason", "comment_reason", "lines", "always"),
)
"""Every feature of a line, in the order of `weights.json`."""
_NEXT: Final = 3
_TENTH: Final = 0.1


class Reach:
    """Grows the spans of one question."""

    def __init__(self, index: Index, sought: Sought, known: Mapping[str, float] | None = None) -> None:
        """`known`: weights other than those shipped."""
        self._index, self._sought = index, sought
        used = weights() if known is None else known
        self._known = np.asarray([used.get(name, 0.0) for name in FEATURES])
        self._total = sum(sought.weights.values()) or 1.0

    def by(self, known: Mapping[str, float]) -> Reach:
        """The same question by other weights."""
        return Reach(self._index, self._sought, known)

    def around(self, candidate: Candidate, least: float, most: int, is_free: Callable[[int], bool]) -> tuple[int, int]:
        """First and last line to show, in the file: at most so many, and on either side as many as are likelier needed
        than `least` on the whole. `is_free`: whether a line, counted from 0 in the passage, may be shown.
        """
        chunk, first, last = candidate.passage.chunk, candidate.span.first, candidate.span.last
        more = [0, 0]
        for side, step in enumerate((-1, 1)):
            place = (first, last)[side] + step
            run: list[int] = []
            while len(run) < most and is_free(place):
                run.append(place)
                place += step
            if run:
                gains = (self.chances(candidate, run) - least).cumsum()
                more[side] = int(gains.argmax()) + 1 if gains.max() > 0 else 0
        while sum(more) and sum(more) + candidate.lines > most:
            more[more[0] < more[1]] -= 1
        return chunk.start_line + first - more[0], chunk.start_line + last + more[1]

    def chances(self, candidate: Candidate, run: Sequence[int]) -> Numbers:
        """Of the lines of a run beside a span, the nearest first: whether each is needed with it."""
        return np.asarray(1 / (1 + np.exp(-(self.features(candidate, run) @ self._known))))

    def features(self, candidate: Candidate, run: Sequence[int]) -> npt.NDArray[np.float64]:
        """Shape (lines, FEATURES)."""
        chunk, span, asked = candidate.passage.chunk, candidate.span, self._sought.intents
        lines = lines_of(chunk)
        texts = as_read(chunk.text, chunk.language).split("\n")
        within = lines[span.first : span.last + 1]
        edge = min((line.indent for line in within if not line.blank), default=0)
        held = frozenset[str]().union(*(line.terms for line in within))
        weights = self._sought.weights
        lowest = np.minimum.accumulate([lines[place].indent for place in run])
        far = _TENTH * np.arange(1, len(run) + 1)
        behind = float(run[0] > span.last)
        comment = np.asarray([lines[place].comment for place in run], float)
        new = [sum(weights[term] for term in weights.keys() & lines[place].terms - held) for place in run]
        asked_for = max(asked.get("list", 0.0), asked.get("order", 0.0))
        columns: Mapping[str, npt.ArrayLike] = {
            "far": far,
            "next": np.minimum(far, _TENTH * _NEXT),
            "behind": behind,
            "far_behind": far * behind,
            "far_prose": far * candidate.passage.prose,
            "outdented": (lowest < edge).astype(float),
            "comment": comment,
            "raises": np.asarray([lines[place].raises for place in run], float),
            "new_words": np.asarray(new) / self._total,
            "similarity": self._index.embedder.embed([texts[place] for place in run]) @ self._asked,
            "deeper_condition": (lowest > edge) * asked.get("condition", 0.0),
            "sequence": asked_for,
            "far_sequence": far * asked_for,
            "reason": asked.get("reason", 0.0),
            "comment_reason": comment * asked.get("reason", 0.0),
            "lines": _TENTH * candidate.lines,
            "always": 1.0,
        }
        return np.stack([np.broadcast_to(columns[name], len(run)) for name in FEATURES], axis=1)

    @property
    def _asked(self) -> npt.NDArray[np.float32]:
        return self._index.embed_query(self._sought.texts[0])


@cache
def weights() -> Mapping[str, float]:
    """Feature to weight, as fitted."""
    known = json.loads(files("citeline.tools.answer.ranking").joinpath("weights.json").read_text("utf-8"))
    return dict(known["lines"])
