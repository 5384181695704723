"""Whether a value is told, and whether it comes first."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from citeline.indexing.reader import Index
from citeline.state import Fact

from ..citations.passage import contains_name
from ..question.question import Question
from .ranking.candidates import Passage, Sought
from .ranking.ranker import Chosen, leading
from .reading.lines import says_number
from .saying import facts_of
from .sources.values import LEAST, SURE, LikeliestValue, likeliest_value, values_asked
from .writing.citing import Citations


def value_asked(
    index: Index,
    question: Question,
    passages: Sequence[Passage],
    shown: Sequence[Chosen],
    sources: Collection[str],
    *,
    behind: bool,
) -> LikeliestValue | None:
    """The literal that is asked for, where one is likely; no literal is a reason. `How many threads does it use` may be
    read as a question for a cell, of which no table knows: then it has to be sure.

    So it has `behind` a message, near which stands many a number, and its name must have a word of the question.
    """
    is_number = question.asks_for("cell") and question.literal == "number"
    if question.asks_for("why") or not (question.asks_for("value") or is_number):
        return None
    found = likeliest_value(values_asked(index, question, passages, leading(shown), sources))
    least = LEAST if question.asks_for("value") and not behind else SURE
    return found if found and found.chance >= least and (found.is_named or not behind) else None


def tell(citations: Citations, value: LikeliestValue) -> bool:
    """Adds a value and those that are asked for beside it."""
    told = citations.add_draft(value.draft)
    for draft in value.beside if told else ():
        citations.add_draft(draft)
    return bool(told)


def is_led_by(
    index: Index,
    citations: Citations,
    question: Question,
    shown: Sequence[Chosen],
    sought: Sought,
    value: LikeliestValue,
) -> bool:
    """Whether a value comes before the ranked lines: where a number is asked for before all, and their first sentence
    has none, or is the code that has the value.
    """
    if not shown:
        return True
    stated = facts_of(index, citations, shown[0].candidate, sought, told="one")[:1]
    is_asked = question.intents[0] in ("value", "cell") and question.literal == "number"
    own = value.draft.fact["object"].strip("`")

    def says_another(fact: Fact) -> bool:
        is_code = fact["relation"] == "code"
        return says_number(fact["object"], code=is_code) and not (is_code and contains_name(fact["object"], own))

    return is_asked and not any(says_another(one.fact) for one in stated)
