"""In which order, and on which side of a branch, does a definition do what a sentence tells in words?

Each clause is found by its words among what the definition does; what is not found, or in several places that overlap,
is not judged. Order in loops, in deferred calls and between functions is left open.
What a sentence says of a condition is looked for in what runs when it holds, and in what runs when it does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from citeline.text import terms

from ..facts import phrasings, read_condition_of
from ..passage import Passage, contains_name
from .conditions import is_met
from .ground import UNKNOWN, Found, Ground, ground_of
from .walking import Told

_NAME: Final = re.compile(r"`([^`]+?)(?:\(\))?`")
_ENDS: Final = ("raises", "returns", "panics")
_ENOUGH: Final = 2
"""Plain words that stand on the other side only; one name, or the verb, is as good."""


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


def check_branch(sentence: str, passage: Passage) -> Found:
    """Contradicts a sentence of which everything that can be found runs only where its condition does not hold."""
    read = read_condition_of(sentence)
    if read is None or _denying().search(read[0]):
        return UNKNOWN
    main, condition, turned = read
    ground = ground_of(passage)
    subjects = [name for name in _NAME.findall(main) if ground.is_whole(name)]
    if len(subjects) != 1:
        return UNKNOWN
    sides: dict[bool | None, list[Told]] = {True: [], False: [], None: []}
    for told in ground.around(subjects[0]):
        if told.end:
            sides[is_met(condition, turned, told.under)].append(told)
    names = [name for name in _NAME.findall(main) if name != subjects[0]]
    said = _words(condition) | _words(subjects[0])
    behind = terms(main.partition(f"`{subjects[0]}`")[2])
    verb = frozenset(behind[:1]) - said
    return _compared(sides, names, _words(main) - said, verb, ground)


def _compared(
    sides: dict[bool | None, list[Told]], names: list[str], words: frozenset[str], verb: frozenset[str], ground: Ground
) -> Found:
    if not sides[False]:
        return UNKNOWN
    there, elsewhere = " ".join(map(_text, sides[False])), " ".join(map(_text, (*sides[True], *sides[None])))
    found = [name for name in names if contains_name(there, name)]
    if any(contains_name(elsewhere, name) for name in names):
        return UNKNOWN
    here = _all_words(sides[False])
    other = _all_words((*sides[True], *sides[None]))
    shared = words & here - other
    if not (found or len(shared) >= _ENOUGH or verb & shared) or words & other - here:
        return UNKNOWN
    told = ", ".join(f"`{name}`" for name in found) or " and ".join(sorted(shared))
    return "contradicted", f"{ground.passage.lines} show {told} only where that is not the case"


def _text(told: Told) -> str:
    return f"{told.name} {told.value}"


def _all_words(events: Iterable[Told]) -> frozenset[str]:
    return frozenset(word for told in events for word in words_of(told))


@cache
def _denying() -> re.Pattern[str]:
    return re.compile(phrasings()["conditions"]["denying"], re.IGNORECASE)


def _words(text: str) -> frozenset[str]:
    return frozenset(terms(text))
