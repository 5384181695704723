"""Is a bound drawn on the right side? Comparisons in prose against the comparisons of the code.

`more than 5` and `at most 5` draw the same line, whatever happens on either side of it; `at least 5` draws another.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from citeline.text import terms

from ..facts import phrasings
from ..passage import Passage
from .conditions import Test, expressions_of, find_comparisons, read_code
from .finding import UNKNOWN, Found
from .ground import ground_of

_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_BEHIND: Final = frozenset({">", "<="})
"""The line is behind the bound, which itself belongs to the smaller ones."""


def check_bound(sentence: str, passage: Passage) -> Found:
    """Contradicts the only comparison of a sentence where every one of the lines with that bound draws another line.

    Only where the sentence says what is tested: "at most 5 times" is also what a counter below 5 comes to.
    """
    said = _tested(sentence)
    compared = list(find_comparisons(said)) if said else []
    if len(compared) != 1 or not _NUMBER.fullmatch(compared[0][1]):
        return UNKNOWN
    operator, bound = compared[0]
    words = {word[:4] for word in terms(said)}
    tests = [test for test in _comparisons(passage) if test.bound == bound]
    if not tests or any(words.isdisjoint(word[:4] for word in test.words) for test in tests):
        return UNKNOWN
    if bound == "0" and any(test.operator == f"{operator}=" for test in tests):
        return UNKNOWN  # what holds for zero and below holds for what is negative
    if all((test.operator in _BEHIND) != (operator in _BEHIND) for test in tests):
        return "contradicted", f"{passage.lines} compare with `{tests[0].operator} {bound}`"
    return UNKNOWN


def _comparisons(passage: Passage) -> list[Test]:
    written = dict.fromkeys(text for told in ground_of(passage).told() for text in expressions_of(told))
    return [test for text in written for tests in read_code(text) for test in tests if test.operator]


def _tested(sentence: str) -> str:
    """The part of a sentence that says what is tested; empty where none does."""
    found = _patterns().search(sentence)
    return sentence[found.end() :] if found else ""


@cache
def _patterns() -> re.Pattern[str]:
    return re.compile(phrasings()["conditions"]["tested"], re.IGNORECASE)
