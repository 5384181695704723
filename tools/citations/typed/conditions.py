"""Does a statement run under the condition that a sentence names? Conditions of sentences against guards of code.

Both become tests: the words of what is tested, whether it must be so or must not be so, and for comparisons their
direction and bound. A test of a sentence is decided only by a test of the code that holds all of its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from citeline.text import BACKQUOTED

from .branches import Under
from .heads import split_outside
from .read_tests import (
    COMPARES,
    NUMBER,
    Test,
    bound_of,
    comparisons,
    outside_of_brackets,
    read_code,
    read_condition,
    read_words,
    unwrapped,
)
from .walking import Told

_JOINED: Final = re.compile(r"&&|\|\||\band\b|\bor\b")
_DENIED: Final = re.compile(r"\s*(?:!|not\b)")


def runs_under(condition: str, turned: bool, under: Under) -> bool | None:
    """Whether a statement runs when the condition holds; False when it runs when it does not, None undecided."""
    if [(unwrapped(text), holds) for text, holds in under.guards] == [(unwrapped(condition), not turned)]:
        return True
    claimed = read_condition(condition, turned)
    guards = [tests for text, holds in under.guards for tests in read_code(text, holds)]
    passed = [tests for text, holds in under.passed for tests in read_code(text, holds)]
    hit: set[int] = set()
    undecided = not claimed
    for alternatives in claimed:
        decided = [_decide(test, (*guards, *passed), hit, len(alternatives)) for test in alternatives]
        if False in decided:  # each alternative is said to be enough
            return False
        undecided = undecided or not all(decided)
    # What runs under no branch of its own runs whenever nothing before it has left.
    needed = guards or passed
    met = [test for number in hit for test in (*guards, *passed)[number]]
    if undecided or any(number not in hit and not _is_implied(needed[number], met) for number in range(len(needed))):
        return None
    return True


def _is_implied(alternatives: Sequence[Test], met: Sequence[Test]) -> bool:
    """That something is there is no more than what is said of it, or of a part of it."""
    if len(alternatives) != 1 or alternatives[0].kind != "none" or alternatives[0].negative:
        return False
    return any(not test.negative and alternatives[0].words < test.words for test in met)


def runs_alike(condition: str, turned: bool, under: Under) -> bool | None:
    """As `runs_under`, for one condition that tells the same test in other words: good for saying no, not for yes."""
    found = is_met(condition, turned, under)
    needed = [tests for text, holds in (under.guards or under.passed) for tests in read_code(text, holds)]
    return None if found and len(needed) != 1 else found


def is_met(condition: str, turned: bool, under: Under) -> bool | None:
    """Whether the only test of a condition holds where a statement runs, whatever else must hold there."""
    claimed = read_condition(condition, turned)
    if len(claimed) != 1 or len(claimed[0]) != 1:
        return None
    tests = [t for text, holds in (*under.guards, *under.passed) for t in read_code(text, holds) if len(t) == 1]
    decided = {_agree(claimed[0][0], test) for (test,) in tests} - {None}
    if not decided and not BACKQUOTED.fullmatch(condition.strip()):
        decided = {_resemble(claimed[0][0], test) for (test,) in tests} - {None}
    return decided.pop() if len(decided) == 1 else None


def _resemble(claimed: Test, found: Test) -> bool | None:
    claimed, found = _as_comparison(claimed), _as_comparison(found)
    if claimed.operator or found.operator:
        alike = claimed.bound == found.bound and bool(_prefixed(claimed.words) & _prefixed(found.words))
        return _same_comparison(replace(claimed, words=found.words), found) if alike else None
    if not found.head or not _covers(claimed.words, found.head) or {claimed.kind, found.kind} >= {"error"} != {"error"}:
        return None
    if claimed.kind and found.kind and claimed.kind != found.kind:
        return None
    if found.kind and not (claimed.kind or claimed.negative or claimed.given or claimed.words <= found.words):
        return None  # what is zero is something
    return claimed.negative == found.negative


def _covers(words: frozenset[str], head: frozenset[str]) -> bool:
    """Whether all words of a name are said; `hasSubCommands` is about a "subcommand" too."""
    return all(any(word == one or (len(one) > 2 and one in word) for word in words) for one in head)


def _prefixed(words: Iterable[str]) -> frozenset[str]:
    """Words cut to three letters: `abs` for `absolute`, `len` for `length`."""
    return frozenset(word[:3] for word in words)


def is_tested(expression: str, written: Sequence[str]) -> bool | None:
    """Whether the written expressions test all of an expression; False where one says otherwise, None undecided."""
    claims = read_code(expression)
    shapes = [sorted(map(len, read_code(text))) for text in written if text]
    if sum(map(len, claims)) > 1 and sorted(map(len, claims)) not in shapes:
        return None  # `and` is not `or`
    found = [test for text in written if text for tests in read_code(text) for test in tests]
    decided: list[bool | None] = []
    for claimed in (test for tests in claims for test in tests):
        told = [_agree(claimed, other) for other in found]
        decided.append(True if True in told else False if False in told else None)
    if False in decided and any(read_code(text, False) == claims for text in written if text):
        return None  # what is left, or refused, where it does not hold is checked all the same
    return False if False in decided else None if None in decided or not decided else True


def is_truth(text: str, *, typed: bool) -> bool:
    """Whether an expression is true or false, and no other value: where types do not tell, each part must compare."""
    parts = _JOINED.split(outside_of_brackets(unwrapped(text)))
    compared = [COMPARES.search(part) is not None or _DENIED.match(part) is not None for part in parts]
    return all(compared) or (typed and len(parts) > 1)


def expressions_of(told: Told) -> Iterator[str]:
    """What is tested around a statement, or by it."""
    yield from (text for text, _ in (*told.under.guards, *told.under.passed))
    if told.saying == "returns":
        yield told.value
    elif told.saying == "calls" and "assert" in told.name.lower():
        yield from split_outside(told.value.partition("(")[2].removesuffix(")"))[:1]


def find_comparisons(text: str) -> Iterator[tuple[str, str]]:
    """Operator and bound of every comparison in words, the longest phrases first."""
    plain = " ".join(text.replace("`", " ").split())
    for operator, pattern, fixed in comparisons():
        for found in pattern.finditer(plain):
            if number := fixed or found["before"] or found["bound"]:
                yield operator, bound_of("0" if number == "zero" else number)
        plain = pattern.sub(" ", plain)


def is_about(condition: str, under: Under, denied: Sequence[Under] = ()) -> bool:
    """Whether a branch around a statement tests any of what the condition names; True where there is no branch.

    Where the branches that deny the condition test something telling that it names, only that counts.
    """
    said = frozenset(word for tests in read_words(condition) for test in tests for word in test.words)
    guards = (guard for one in denied for guard in (*one.guards, *one.passed))
    telling = (test.head - test.roots for text, _ in guards for tests in read_code(text) for test in tests)
    said = frozenset(word for head in telling for word in head & said) or said
    tested = (test for text, _ in under.guards for tests in read_code(text) for test in tests)
    return not under.guards or any(said & test.words for test in tested)


def _decide(test: Test, guards: Sequence[tuple[Test, ...]], hit: set[int], many: int) -> bool | None:
    found: bool | None = None
    for number, alternatives in enumerate(guards):
        told = [_agree(test, other) for other in alternatives]
        if True in told:
            hit.add(number)
            found = True
        elif found is None and False in told:
            # One of several alternatives is denied only by a bound of its own, where as many are said to be there.
            bounds = {other.operator for other in alternatives} if len(alternatives) == many else set()
            found = False if len(alternatives) == 1 or test.operator in bounds - {""} else None
    return found


def _agree(claimed: Test, found: Test) -> bool | None:
    if claimed.operator or found.operator:
        return _same_comparison(*map(_as_comparison, (claimed, found)))
    kinds = {claimed.kind, found.kind}
    apart = len(kinds) > 1 and ("" not in kinds or "error" in kinds or found.kind == "false")
    if not claimed.words or not _is_about_the_same(claimed, found) or apart:
        return None
    same = claimed.negative == found.negative
    # `if x` is more than that it is not `None`.
    return None if same and claimed.kind and not found.kind and not claimed.negative else same


def _is_about_the_same(claimed: Test, found: Test) -> bool:
    left_out = found.words - found.roots
    return claimed.words == found.words or (claimed.words == left_out and bool(left_out & found.head))


def _as_comparison(test: Test) -> Test:
    """That something is empty says that it is no longer than 0."""
    return replace(test, operator="<=" if test.negative else ">", bound="0") if test.kind == "empty" else test


def _same_comparison(claimed: Test, found: Test) -> bool | None:
    if not (claimed.operator and found.operator and claimed.words and _is_about_the_same(claimed, found)):
        return None
    if claimed.bound == found.bound:
        # What is negative is not above zero either: a part of the cases is no other one.
        narrower = found.operator == f"{claimed.operator}=" and found.bound == "0" and claimed.is_worded
        return None if narrower else claimed.operator == found.operator
    high, low = sorted((claimed, found), key=lambda test: test.operator, reverse=True)  # `>` stands behind `<`
    numbers = all(NUMBER.fullmatch(test.bound) for test in (high, low))
    is_apart = numbers and low.operator < "=" < high.operator and float(high.bound) > float(low.bound)
    return False if is_apart else None
