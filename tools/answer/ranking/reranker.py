"""Reads the likeliest spans once more, each beside the question, by a small transformer in the package.

Late interaction (Khattab and Zaharia 2020, arxiv.org/abs/2004.12832): each word of the question, as it is meant there,
is compared with the nearest word of the span, as that is meant there. So `restart` is near `reboot`, which shares no
letters with it. How it was made, what it adds and what it costs: docs/decisions/032.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from citeline.protocols import FloatMatrix

from .candidates import Candidate
from .encoder import CHARACTERS, encoded, is_latin, loaded, read_question, similarities, units

SPAN_TOKENS: Final = 86
TITLE_CHARACTERS: Final = 70
"""The end of the breadcrumb, which says most of where a span stands."""
BESIDE: Final = 2
"""Lines before and behind a span that are read with it."""
FARTHEST: Final = -2.0
"""What no word is as near as."""


def text_read(candidate: Candidate) -> str:
    """Where a span stands, and its lines with those around it."""
    title, *lines = with_title(candidate)
    return "\n".join([f"{title} :", *lines])[:CHARACTERS]


def with_title(candidate: Candidate) -> list[str]:
    """The end of the breadcrumb of a span, and its lines with those beside it."""
    chunk, span = candidate.passage.chunk, candidate.span
    lines = chunk.text.split("\n")[max(span.first - BESIDE, 0) : span.last + 1 + BESIDE]
    return [chunk.breadcrumb[-TITLE_CHARACTERS:], *lines]


def is_read(candidate: Candidate) -> bool:
    """Whether a span is of a script that the reranker reads."""
    return is_latin(candidate.text)


def nearness(asked: str, spans: Sequence[Candidate]) -> FloatMatrix:
    """Log-odds that each span says what is `asked`, and not that nothing here does; shape (spans,).

    Raises EmbeddingError where the model cannot be read, or what runs it.
    """
    question, heads = read_question(asked), loaded().heads
    states, is_word, whole = encoded([*map(text_read, spans)], SPAN_TOKENS)
    near = similarities(units(states).reshape(-1, states.shape[-1]), question.words).reshape(*is_word.shape, -1)
    nearest = np.where(is_word[..., None], near, FARTHEST).max(1)
    odds: FloatMatrix = heads.of_words * (nearest @ question.counts) + heads.of_texts * (whole @ question.whole)
    return odds - heads.nothing
