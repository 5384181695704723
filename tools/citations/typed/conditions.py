"""Does a statement run under the condition that a sentence names, and before or behind another one?

Conditions of sentences and guards of code become tests: the words of what is tested, whether it must be so or must not
be so, and for comparisons their direction and bound. A test of a sentence is decided only by a test of the code that
holds all of its words.
Of an order, and of the side of a branch, each clause is found by its words among what the definition does; what is not
found, or in several places that overlap, is not judged. Order in loops, in deferred calls and between functions is left
open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from citeline.text import BACKQUOTED, terms

from ..facts import phrasings, read_condition_of
from ..passage import Passage, contains_name
from .branches import Under
from .ground import UNKNOWN, Found, Ground, ground_of
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
_NAME: Final = re.compile(r"`([^`]+?)(?:\(\))?`")
_ENDS: Final = ("raises", "returns", "panics")
_ENOUGH: Final = 2
"""Plain words that stand on the other side only; one name, or the verb, is as good."""


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
