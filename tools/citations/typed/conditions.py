"""Does a statement run under the condition that a sentence names? Conditions of sentences against guards of code.

Both become tests: the words of what is tested, whether it must be so or must not be so, and for comparisons their
direction and bound. A test of a sentence is decided only by a test of the code that holds all of its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias

from citeline.text import BACKQUOTED, last_part, names_in, terms

from ..facts import phrasings
from .heads import split_outside
from .walking import Told, Under

Kind: TypeAlias = Literal["", "none", "empty", "false", "error"]
_OPENING: Final = "([{"
_CLOSING: Final = ")]}"
_COMPARES: Final = re.compile(
    r"\s*(===|!==|==|!=|>=|<=|(?<![-=<])>(?!>)|<(?!<)|\bis not\b|\bis\b|\bnot in\b|\bin\b)\s*"
)
_LENGTH: Final = re.compile(r"^(?:len\((.+)\)|(.+?)\.(?:length|Length|Count|size\(\)|len\(\)|count\(\)))$")
_NUMBER: Final = re.compile(r"-?\d[\d_,]*(?:\.\d+)?")
_NOTHING: Final = {
    **dict.fromkeys(("None", "null", "nil", "undefined", "NULL", "nullptr"), "none"),
    **dict.fromkeys(('""', "''", "[]", "{}", "()", "string.Empty"), "empty"),
    **dict.fromkeys(("false", "False"), "false"),
}
_INVERSE: Final = {">": "<=", "<=": ">", "<": ">=", ">=": "<"}
_MIRROR: Final = {">": "<", "<": ">", ">=": "<=", "<=": ">="}
_PATTERN: Final = re.compile(r"(?:Some|Ok|Err)\(")
_JOINED: Final = re.compile(r"&&|\|\||\band\b|\bor\b")
_DENIED: Final = re.compile(r"\s*(?:!|not\b)")
_ASKED: Final = re.compile(r"(.+)\.is_(none|some|err|ok)\(\)")
_ANSWERED: Final = {"none": "None", "some": "not None", "err": "Err(_)", "ok": "Ok(_)"}
"""Rust: what is asked of an option or a result."""
_MEMBERSHIP: Final = re.compile(
    r"(?P<one>[^=<>&|]+?)\s+(?P<denied>not )?in\s+[(\[{](?P<members>[^()]+)[)\]}]$"
    r"|\[(?P<array>[^\[\]]+)\]\.(?:includes|contains)\((?P<tested>[^()]+)\)$"
)
_CONSTANT: Final = re.compile(r"(?:\w+(?:\.|::))*[A-Z][A-Z0-9_]*|(?:\w+(?:\.|::))+[A-Z]\w*|\"[^\"]+\"|'[^']+'")
_ROOT: Final = re.compile(r"([^\W\d]\w*)(?:\[[^\]]*\])?(?:\.|::|->|\?\.)(?=[^\W\d])|\(\w+\)\s*(?=\w)")
_OR: Final = re.compile(r" or (?!(?:less|fewer|equal|more|negative|positive|below|above)\b)(?=(?:[^`]*`[^`]*`)*[^`]*$)")
_LOOKS_LIKE_CODE: Final = re.compile(r"[=<>!()&|\[\]]|^not |\bis\b|\bin\b")


@dataclass(frozen=True, slots=True)
class Test:
    """One thing that is tested."""

    words: frozenset[str]
    negative: bool
    kind: Kind = ""
    """Of what is absent, where that is said: a `None`, something empty, or `False`."""
    operator: str = ""
    bound: str = ""
    """Of a comparison: what stands on its right."""
    roots: frozenset[str] = frozenset()
    """Words of what the tested thing is a part of, which a sentence may leave out: `conn` of `conn.is_closed()`."""
    head: frozenset[str] = frozenset()
    """Words that tell this test from others: the last name, or the constant that something is compared with."""
    is_worded: bool = False
    """Of a sentence: whether the bound is in a word, `negative` or `positive`."""
    given: bool = False
    """Of a sentence: whether it says of what it names that it is there, and no more."""


Tests: TypeAlias = tuple[tuple[Test, ...], ...]
"""All of these must hold, of each at least one alternative."""


def runs_under(condition: str, turned: bool, under: Under) -> bool | None:
    """Whether a statement runs when the condition holds; False when it runs when it does not, None undecided."""
    if [(_unwrapped(text), holds) for text, holds in under.guards] == [(_unwrapped(condition), not turned)]:
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
    parts = _JOINED.split(_outside(_unwrapped(text)))
    compared = [_COMPARES.search(part) is not None or _DENIED.match(part) is not None for part in parts]
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
    for operator, pattern, fixed in _comparisons():
        for found in pattern.finditer(plain):
            if number := fixed or found["before"] or found["bound"]:
                yield operator, _bound("0" if number == "zero" else number)
        plain = pattern.sub(" ", plain)


def is_about(condition: str, under: Under, denied: Sequence[Under] = ()) -> bool:
    """Whether a branch around a statement tests any of what the condition names; True where there is no branch.

    Where the branches that deny the condition test something telling that it names, only that counts.
    """
    said = frozenset(word for tests in _read_words(condition) for test in tests for word in test.words)
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
    numbers = all(_NUMBER.fullmatch(test.bound) for test in (high, low))
    is_apart = numbers and low.operator < "=" < high.operator and float(high.bound) > float(low.bound)
    return False if is_apart else None


@lru_cache(maxsize=512)
def read_code(text: str, holds: bool = True) -> Tests:
    """An expression that is true, or false, as tests."""
    plain = _unwrapped(text)
    if plain.startswith("!") and not plain.startswith("!=") and len(_split(plain, ("&&", "||"))) == 1:
        if not _COMPARES.search(_outside(plain)):
            return read_code(plain[1:], not holds)
    elif plain.startswith("not ") and len(_split(plain, (" and ", " or "))) == 1:
        return read_code(plain[4:], not holds)
    both, either = _split(plain, ("&&", " and ")), _split(plain, ("||", " or "))
    if len(either) > 1:  # `or` binds less than `and`
        parts = [read_code(part, holds) for part in either]
        return _joined(parts) if not holds else _alternatives(parts)
    if len(both) > 1:
        parts = [read_code(part, holds) for part in both]
        return _joined(parts) if holds else _alternatives(parts)
    if members := _MEMBERSHIP.match(plain):
        listed = [part.strip() for part in _split(members["members"] or members["array"], (",",)) if part.strip()]
        left = members["one"] or members["tested"]
        is_one = holds != bool(members["denied"])
        parts = [((_test(f"{left} == {member}", is_one),),) for member in listed]
        return _alternatives(parts) if is_one else _joined(parts)
    return ((_test(plain, holds),),)


def _joined(parts: Iterable[Tests]) -> Tests:
    return tuple(tests for part in parts for tests in part)


def _alternatives(parts: Sequence[Tests]) -> Tests:
    """One of several; alternatives of several tests are too much to tell, and one of them stands for nothing."""
    return (tuple(test if len(part) == 1 else Test(frozenset(), False) for part in parts for test in part[0]),)


def _test(text: str, holds: bool) -> Test:
    if asked := _ASKED.fullmatch(text):
        text = f"{asked[1]} is {_ANSWERED[asked[2]]}"
    found = _COMPARES.search(_outside(text))
    if found is None:
        return Test(_words(text), not holds, _kind_of_call(text), roots=_roots(text), head=_head(text))
    left, operator, right = text[: found.start()].strip(), found[1], text[found.end() :].strip()
    if left.startswith("!") and operator in ("is", "in"):
        left, holds = left[1:], not holds
    if operator in _INVERSE:
        return _comparison(left, operator if holds else _INVERSE[operator], right)
    negative = operator in ("!==", "!=", "is not", "not in") or (operator == "is" and right.startswith("not "))
    if operator == "is" and right.startswith("not "):
        right = right[4:]
    matched = _PATTERN.match(right) if operator == "is" else None
    if matched:  # of Rust
        wanted: Kind = "none" if matched[0] == "Some(" else "error"
        same = holds == (matched[0] == "Ok(")  # `Ok` is no error
        return Test(_words(left), same, wanted, roots=_roots(left), head=_head(left))
    kind = _NOTHING.get(right, "")
    length = _LENGTH.match(left)
    if length and right == "0":
        kind, left = "empty", length[1] or length[2]
    if kind:
        told = _words(left), negative != holds, kind
        return Test(*told, roots=_roots(left), head=_head(left))  # type: ignore[arg-type]  # values of the table
    if right in ("true", "True"):
        return Test(_words(left), negative == holds, roots=_roots(left), head=_head(left))
    # All words of a text: `'a'` is no article. One without words is still another test than that of the left side.
    other = (frozenset(terms(right)) if right[:1] in ("'", '"') else frozenset()) or _words(right)
    is_telling = _CONSTANT.fullmatch(right) is not None or operator.endswith("in")
    head = other if is_telling else frozenset()
    return Test(_words(left) | (other or {right}), negative == holds, roots=_roots(left), head=head)


def _comparison(left: str, operator: str, right: str) -> Test:
    length = _LENGTH.match(left)
    if length and (operator, right) in ((">", "0"), (">=", "1")):
        return Test(_words(length[1] or length[2]), False, "empty", head=_head(length[1] or length[2]))
    if length and (operator, right) in (("<", "1"), ("<=", "0")):
        return Test(_words(length[1] or length[2]), True, "empty", head=_head(length[1] or length[2]))
    if _NUMBER.fullmatch(left):
        left, operator, right = right, _MIRROR[operator], left
    return Test(_words(left), False, "", operator, _bound(right), _roots(left), _words(left) - _roots(left))


def _roots(text: str) -> frozenset[str]:
    """Words of the names in front of `.`, `::` and `->`, and of casts."""
    return frozenset(word for name in _ROOT.findall(text) for word in _words(name))


def _head(text: str) -> frozenset[str]:
    """Words of the last name that is called or read and says anything; of plain words none."""
    names = names_in(_unwrapped(_outside(text)).replace("\0", " "))
    return next((words for name in reversed(names) if (words := _words(name))), frozenset())


def _bound(text: str) -> str:
    plain = text.strip("` ")
    if _NUMBER.fullmatch(plain):
        return plain.replace("_", "").replace(",", "")
    return last_part(plain)


def _kind_of_call(text: str) -> Kind:
    return "empty" if re.search(r"\.?(?:is_?)?[eE]mpty\(\)$", text) else ""


@lru_cache(maxsize=256)
def read_condition(text: str, turned: bool) -> Tests:
    """What a sentence says behind `if`, as tests; nothing where it cannot be taken apart."""
    read = _read_words(text)
    if not turned:
        return read
    if len(read) != 1 or len(read[0]) != 1:
        return ()
    if operator := read[0][0].operator:
        return ((replace(read[0][0], operator=_INVERSE[operator]),),)
    return ((replace(read[0][0], negative=not read[0][0].negative),),)


def _read_words(text: str) -> Tests:
    alone = BACKQUOTED.fullmatch(text.strip())
    if alone:
        return read_code(alone[1])
    if neither := _neither().match(text):
        about, first, second = neither["about"], neither["first"], neither["second"]
        return _joined(_read_words(f"{about} not {one}") for one in (first, second))
    both = re.split(r" and (?=(?:[^`]*`[^`]*`)*[^`]*$)", text)
    if len(both) > 1:
        about = re.match(phrasings()["conditions"]["about"], both[0])
        return _joined(_read_words(f"{about[1]} {part}" if about and _is_elided(part) else part) for part in both)
    either = _OR.split(text)
    if len(either) > 1:
        parts = [_read_words(part) for part in either]
        if any(len(part) != 1 for part in parts):
            return ()
        about = parts[0][0][0].words
        return (tuple(replace(test, words=test.words or about) for part in parts for test in part[0]),)
    codes = BACKQUOTED.findall(text)
    if len(codes) == 1 and _LOOKS_LIKE_CODE.search(codes[0]) and not _words(BACKQUOTED.sub(" ", text)):
        return read_code(codes[0], not _is_negative(BACKQUOTED.sub(" ", text)))
    return ((_said(text),),)


def _is_elided(text: str) -> bool:
    """Whether a comparison has no left side, which then is what the one before it has."""
    plain = " ".join(text.replace("`", " ").split())
    return any(
        (found := pattern.search(plain)) and not _words(plain[: found.start()]) for _, pattern, _ in _comparisons()
    )


def _said(text: str) -> Test:
    plain = " ".join(text.replace("`", " ").split())
    for operator, pattern, fixed in _comparisons():
        found = pattern.search(plain)
        if found:
            number = fixed or found["before"] or found["bound"] or ""
            if not number or _words(plain[found.end() :]):
                return Test(frozenset(), False)
            bound = "0" if number == "zero" else _bound(number)
            return Test(_words(plain[: found.start()]), False, "", operator, bound, is_worded=bool(fixed))
    kind: Kind = ""
    if failed := _failing().search(plain):
        return Test(_words(plain[: failed.start()]), _is_negative(failed[0]), "error")
    if re.search(r"\b(?:None|null|nil|undefined)\b", plain):
        kind = "none"
    elif re.search(r"\bempty\b", plain):
        kind = "empty"
    elif re.search(r"\b(?:[Ff]alse|falsy)\b", plain):
        kind = "false"
    return Test(_words(plain), _is_negative(plain), kind, given=_given().search(plain) is not None)


@cache
def _comparisons() -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """Operators, the words for them, and the bound where the words say it."""
    rows: list[tuple[str, ...]] = phrasings()["conditions"]["comparisons"]
    return tuple(
        (
            operator,
            re.compile(
                rf"\b(?:is )?(?:(?P<before>\S+) (?=(?:or|and) ))?(?:{words})(?: (?:the )?(?P<bound>[\w.,]*\w))?",
                re.IGNORECASE,
            ),
            "".join(bound),
        )
        for operator, words, *bound in rows
    )


@cache
def _neither() -> re.Pattern[str]:
    return re.compile(phrasings()["conditions"]["neither"], re.IGNORECASE)


@cache
def _failing() -> re.Pattern[str]:
    return re.compile(rf" (?:{phrasings()['conditions']['failing']})$", re.IGNORECASE)


@cache
def _given() -> re.Pattern[str]:
    return re.compile(phrasings()["conditions"]["given"], re.IGNORECASE)


def _is_negative(text: str) -> bool:
    said = re.findall(r"n't\b|(?<![\w.:])[A-Za-z]+(?![\w.:]\w)", text)
    return len([word for word in said if word == "n't" or word.lower() in _listed("negative")]) % 2 == 1


def _words(text: str) -> frozenset[str]:
    # In code the names of members and arguments say something, whatever they are called.
    plain_text = _joined_words().sub(lambda found: f"{found[1]}s_with", text)
    said = re.findall(r"[.(][^\W\d]\w*\b(?!\()|[^\W\d]\w*|\d+", plain_text)
    left = [word for word in said if word.lower() not in _listed("filler") and word not in ("(self", "(this")]
    plain = [word for word in left if word.lower() not in _listed("negative")]
    plain = plain or [word for word in said if word in _listed("nouns")]  # some parameters are called so
    return frozenset(term for word in plain for term in _parts(word.lstrip(".(")))


def _parts(word: str) -> list[str]:
    """The terms of a name without the whole of it: `hasRequestContext` is "request context" in words."""
    found = terms(word)
    if not found and word.isupper():
        return [word.lower()]  # `GET` is no common word
    return found[:-1] if len(found) > 1 else found


@cache
def _joined_words() -> re.Pattern[str]:
    return re.compile(phrasings()["conditions"]["joined"])


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(phrasings()["conditions"][name].split())


def _unwrapped(text: str) -> str:
    plain = text.strip()
    while plain.startswith("(") and plain.endswith(")") and _closes(plain) == len(plain) - 1:
        plain = plain[1:-1].strip()
    return plain


def _closes(text: str) -> int:
    depth = 0
    for place, character in enumerate(text):
        depth += (character in _OPENING) - (character in _CLOSING)
        if not depth:
            return place
    return -1


def _outside(text: str) -> str:
    """The text with what stands in brackets or quotation marks blanked out."""
    return "".join(character if depth == 0 else "\0" for character, depth in _depths(text))


def _depths(text: str) -> Iterator[tuple[str, int]]:
    depth, quoted = 0, ""
    for character in text:
        if quoted:
            yield character, 1
            quoted = "" if character == quoted else quoted
            continue
        if character in "\"'":
            quoted = character
            yield character, 1
            continue
        closing = character in _CLOSING
        depth -= closing
        yield character, depth
        depth += character in _OPENING


def _split(text: str, marks: Sequence[str]) -> list[str]:
    outside = _outside(text)
    found = sorted((match.start(), match.end()) for mark in marks for match in re.finditer(re.escape(mark), outside))
    parts, start = [], 0
    for begin, end in found:
        parts.append(text[start:begin])
        start = end
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]
