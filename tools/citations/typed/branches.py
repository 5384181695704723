"""On which side of a branch does something happen? For sentences whose main clause is no typed fact.

What a sentence says of a condition is looked for in what runs when it holds, and in what runs when it does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from citeline.text import terms

from ..facts import phrasings, read_condition_of
from ..passage import Passage, contains_name
from .conditions import is_met
from .finding import UNKNOWN, Found
from .ground import Ground, ground_of
from .steps import words_of
from .walking import Told

_NAME: Final = re.compile(r"`([^`]+?)(?:\(\))?`")
_ENOUGH: Final = 2
"""Plain words that stand on the other side only; one name, or the verb, is as good."""


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
