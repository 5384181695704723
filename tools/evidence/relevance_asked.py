"""How a model scores pieces against a question: one call for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.state import Evidence
from citeline.visible import one_line

from ..models.prompts import Prompt
from ..models.role import ModelRun
from ..models.schemas import RelevanceReply
from ..question.question import Question
from .fencing import DATA_RULE, fence, new_marker
from .masks import Masks

_OUTPUT_TOKENS: Final = 600
_SHOWN_LINES: Final = 25
"""Of a piece: enough to tell what it is, at half the price of all of it."""


@dataclass(frozen=True, slots=True)
class Scored:
    """The pieces with their relevance, in the order given, and whether they suffice."""

    evidence: list[Evidence]
    sufficient: bool | None
    """None when the model does not say."""
    missing: str


async def ask_relevance(
    model: ModelRun,
    prompt: Prompt,
    evidence: Sequence[Evidence],
    *,
    index: Index,
    question: Question,
    otherwise: Mapping[int, float],
) -> Scored:
    """Scores from 0 to 10; a piece that the model leaves out has that of `otherwise`, by its id, or 0.

    Raises ModelFailedError.
    """
    messages = prompt.render(
        name=one_line(index.name),
        question=question.text,
        data_rule=DATA_RULE,
        sources=fence([beginning(piece, _SHOWN_LINES) for piece in Masks(index).pieces(evidence)], new_marker()),
    )
    reply = await model.ask(messages, RelevanceReply, max_output_tokens=_OUTPUT_TOKENS)
    given = {score.piece: min(10.0, max(0.0, score.score)) for score in reply.relevance}
    scored: list[Evidence] = [
        {**piece, "relevance": given.get(piece["id"], otherwise.get(piece["id"], 0.0))} for piece in evidence
    ]
    return Scored(scored, reply.sufficient, reply.missing.strip())


def beginning(piece: Evidence, lines: int) -> Evidence:
    """The piece cut to its first lines."""
    first = piece["text"].split("\n")[:lines]
    return {**piece, "text": "\n".join(first), "end_line": piece["start_line"] + len(first) - 1}
