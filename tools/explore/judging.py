"""What the pieces are worth: relevance by words and names, and the answer that can be extracted from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from citeline.state import Claim, Evidence

from ..answer.compose import compose
from ..answer.writing.rendering import render_quoted, with_lines
from ..evidence.filter import keep_present, score_relevance
from ..question.question import Question
from ..retrieval.query import first_query
from .arguments import AnswerArguments, FilterArguments, VisualizeArguments
from .desk import Desk, ToolError
from .showing import joined, place, show_pieces

_BAR: Final = 10
_MOST_READ: Final = 8
"""Pieces that an answer is extracted from when none are named."""


def filter_documents(desk: Desk, asked: FilterArguments) -> str:
    """Which pieces are about a question: relevance from 0 to 10 by words, names and rank. Best first."""
    scored = most_relevant(desk, asked.pieces, desk.asked(asked.question))
    kept = [piece for piece in scored if piece["relevance"] >= asked.threshold]
    left = f"{len(kept)} of {len(scored)} pieces reach {asked.threshold:g}"
    if not kept:
        return (
            f"{left}; the best has {scored[0]['relevance']:.1f}: search for other words, or follow what they point to"
        )
    notes = {piece["id"]: f"{piece['relevance']:.1f}" for piece in kept}
    return joined([left, *show_pieces(desk, [piece["id"] for piece in kept], notes=notes)])


def visualize_relevance(desk: Desk, asked: VisualizeArguments) -> str:
    """The relevance of pieces as bars, best first."""
    scored = most_relevant(desk, asked.pieces, desk.asked(asked.question))
    width = max(len(str(piece["id"])) for piece in scored)
    rows = []
    for piece in scored:
        full = round(piece["relevance"] / 10 * _BAR)
        bar = "█" * full + "░" * (_BAR - full)
        rows.append(
            f"[{piece['id']}]{' ' * (width - len(str(piece['id'])))} {bar} {piece['relevance']:4.1f} "
            f"{desk.files.of(piece['path'])} {piece['path']}:{place(piece)}"
        )
    return joined(rows)


def generate_answer(desk: Desk, asked: AnswerArguments) -> str:
    """A draft from pieces, quoted and cited, to see what is missing. The final answer is written later."""
    question = desk.asked(asked.question)
    chosen = [desk.piece(number) for number in dict.fromkeys(asked.pieces)]
    if not chosen:
        chosen = keep_present(question, most_relevant(desk, [], question))[:_MOST_READ]
    composed = compose(desk.index, question, chosen, lexicon=desk.lexicon)
    if not composed.claims:
        raise ToolError("these pieces hold nothing of the question: take others, or look further")
    # Cited are single lines; here they are called by the pieces that hold them, as everywhere on the desk.
    cited = composed.evidence
    numbers = {piece["id"]: desk.number_of(piece) for piece in cited}
    claims: list[Claim] = [
        {**claim, "evidence": [numbers[one] for one in claim["evidence"]]}
        for claim in with_lines(composed.claims, cited)
    ]
    return desk.masks.sentence(render_quoted(claims), cited)


def most_relevant(desk: Desk, numbers: Sequence[int], question: Question) -> list[Evidence]:
    """Pieces with their relevance, best first; no numbers means all. Raises ToolError."""
    pieces = [desk.piece(number) for number in dict.fromkeys(numbers)] or list(desk.pieces.values())
    if not pieces:
        raise ToolError("no piece was found yet: begin with retrieve_documents")
    query = first_query(desk.index, question)
    scored = score_relevance(desk.index, query, pieces)
    return sorted(scored, key=lambda piece: (-piece["relevance"], piece["id"]))
