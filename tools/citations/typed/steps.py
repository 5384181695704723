"""In which order does a definition do what a sentence tells in words?

Each clause is found by its words among what the definition does; what is not found, or in several places that overlap,
is not judged. Order in loops, in deferred calls and between functions is left open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from citeline.text import terms

from ..facts import phrasings
from ..passage import Passage
from .finding import UNKNOWN, Found
from .ground import Ground, ground_of
from .walking import Told

_NAME: Final = re.compile(r"`([^`]+?)(?:\(\))?`")
_ENDS: Final = ("raises", "returns", "panics")


def check_order(sentence: str, passage: Passage) -> Found:
    """Contradicts a sentence whose later step is over before its earlier one begins."""
    clauses = _clauses_of(sentence)
    if clauses is None:
        return UNKNOWN
    ground = ground_of(passage)
    subjects = [name for name in _NAME.findall(sentence) if ground.is_whole(name)]
    if len(set(subjects)) != 1:
        return UNKNOWN
    said = [frozenset(terms(clause)) - frozenset(terms(subjects[0])) - _filler() for clause in clauses]
    events = [one for one in ground.around(subjects[0]) if one.end]
    first, second = (_steps(said[at], said[at] - said[1 - at], events) for at in (0, 1))
    closures = {one.run.closed for one in (*first, *second)}
    waits = any(one.run.again or one.run.later for one in (*first, *second))
    if not first or not second or {*map(id, first)} & {*map(id, second)} or waits or len(closures) > 1:
        return UNKNOWN
    if max(one.end for one in second) < min(one.end for one in first):
        return "contradicted", _reason(first[0], second[0], ground)
    return UNKNOWN


def words_of(told: Told) -> frozenset[str]:
    """The words of what is done, with the verbs that tell it."""
    return frozenset(terms(f"{told.name} {told.value}")) | _verbs().get(told.saying, frozenset())


def _clauses_of(sentence: str) -> tuple[str, str] | None:
    """What is said to be done first, and what next."""
    for pattern in _patterns():
        if found := pattern.match(sentence.strip()):
            return found["first"], found["second"]
    return None


def _steps(words: frozenset[str], own: frozenset[str], events: Sequence[Told]) -> list[Told]:
    """The events that most of the words tell, at least half of them and one that only this clause has."""
    shared = [len(words & told) if own & (told := _step_words(one)) else 0 for one in events]
    most = max(shared, default=0)
    if not most or most * 2 < len(words):
        return []
    return [one for one, count in zip(events, shared, strict=True) if count == most]


def _step_words(told: Told) -> frozenset[str]:
    """Of what leaves a definition, also those of the test in front of it: it is what a check comes to."""
    tested = terms(told.under.guards[-1][0]) if told.saying in _ENDS and told.under.guards else []
    return words_of(told) | frozenset(tested)


def _reason(first: Told, second: Told, ground: Ground) -> str:
    one, other = (told.value.partition("\n")[0][:60] for told in (first, second))
    return f"in {ground.passage.lines}, `{other}` stands before `{one}`"


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in phrasings()["steps"]["order"])


@cache
def _verbs() -> dict[str, frozenset[str]]:
    return {saying: frozenset(terms(verbs)) for saying, verbs in phrasings()["steps"]["verbs"].items()}


@cache
def _filler() -> frozenset[str]:
    return frozenset(terms(phrasings()["steps"]["filler"]))
