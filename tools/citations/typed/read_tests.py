"""Conditions as tests, of code and of sentences: the words of what is tested, its direction and its bound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.patterns import re
from citeline.text import BACKQUOTED, last_part, names_in, terms

from ..facts import phrasings

_OPENING: Final = "([{"
_CLOSING: Final = ")]}"


def unwrapped(text: str) -> str:
    """The text without brackets around all of it."""
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


def outside_of_brackets(text: str) -> str:
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


def parts_between(text: str, marks: Sequence[str]) -> list[str]:
    """What stands between marks that are in no brackets, without blanks and empty parts."""
    outside = outside_of_brackets(text)
    found = sorted((match.start(), match.end()) for mark in marks for match in re.finditer(re.escape(mark), outside))
    parts, start = [], 0
    for begin, end in found:
        parts.append(text[start:begin])
        start = end
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]


Kind: TypeAlias = Literal["", "none", "empty", "false", "error"]
COMPARES: Final = re.compile(r"\s*(===|!==|==|!=|>=|<=|(?<![-=<])>(?!>)|<(?!<)|\bis not\b|\bis\b|\bnot in\b|\bin\b)\s*")
_LENGTH: Final = re.compile(r"^(?:len\((.+)\)|(.+?)\.(?:length|Length|Count|size\(\)|len\(\)|count\(\)))$")
NUMBER: Final = re.compile(r"-?\d[\d_,]*(?:\.\d+)?")
_NOTHING: Final = {
    **dict.fromkeys(("None", "null", "nil", "undefined", "NULL", "nullptr"), "none"),
    **dict.fromkeys(('""', "''", "[]", "{}", "()", "string.Empty"), "empty"),
    **dict.fromkeys(("false", "False"), "false"),
}
_INVERSE: Final = {">": "<=", "<=": ">", "<": ">=", ">=": "<"}
_MIRROR: Final = {">": "<", "<": ">", ">=": "<=", "<=": ">="}
_PATTERN: Final = re.compile(r"(?:Some|Ok|Err)\(")
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


@lru_cache(maxsize=512)
def read_code(text: str, holds: bool = True) -> Tests:
    """An expression that is true, or false, as tests."""
    plain = unwrapped(text)
    if plain.startswith("!") and not plain.startswith("!=") and len(parts_between(plain, ("&&", "||"))) == 1:
        if not COMPARES.search(outside_of_brackets(plain)):
            return read_code(plain[1:], not holds)
    elif plain.startswith("not ") and len(parts_between(plain, (" and ", " or "))) == 1:
        return read_code(plain[4:], not holds)
    both, either = parts_between(plain, ("&&", " and ")), parts_between(plain, ("||", " or "))
    if len(either) > 1:  # `or` binds less than `and`
        parts = [read_code(part, holds) for part in either]
        return _joined(parts) if not holds else _alternatives(parts)
    if len(both) > 1:
        parts = [read_code(part, holds) for part in both]
        return _joined(parts) if holds else _alternatives(parts)
    if members := _MEMBERSHIP.match(plain):
        listed = [
            part.strip() for part in parts_between(members["members"] or members["array"], (",",)) if part.strip()
        ]
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
    found = COMPARES.search(outside_of_brackets(text))
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
    if NUMBER.fullmatch(left):
        left, operator, right = right, _MIRROR[operator], left
    return Test(_words(left), False, "", operator, bound_of(right), _roots(left), _words(left) - _roots(left))


def _roots(text: str) -> frozenset[str]:
    """Words of the names in front of `.`, `::` and `->`, and of casts."""
    return frozenset(word for name in _ROOT.findall(text) for word in _words(name))


def _head(text: str) -> frozenset[str]:
    """Words of the last name that is called or read and says anything; of plain words none."""
    names = names_in(unwrapped(outside_of_brackets(text)).replace("\0", " "))
    return next((words for name in reversed(names) if (words := _words(name))), frozenset())


def bound_of(text: str) -> str:
    """What a number, or a name, of a comparison is compared as."""
    plain = text.strip("` ")
    if NUMBER.fullmatch(plain):
        return plain.replace("_", "").replace(",", "")
    return last_part(plain)


def _kind_of_call(text: str) -> Kind:
    return "empty" if re.search(r"\.?(?:is_?)?[eE]mpty\(\)$", text) else ""


@lru_cache(maxsize=256)
def read_condition(text: str, turned: bool) -> Tests:
    """What a sentence says behind `if`, as tests; nothing where it cannot be taken apart."""
    read = read_words(text)
    if not turned:
        return read
    if len(read) != 1 or len(read[0]) != 1:
        return ()
    if operator := read[0][0].operator:
        return ((replace(read[0][0], operator=_INVERSE[operator]),),)
    return ((replace(read[0][0], negative=not read[0][0].negative),),)


def read_words(text: str) -> Tests:
    """A condition of a sentence as tests; nothing where it cannot be taken apart."""
    alone = BACKQUOTED.fullmatch(text.strip())
    if alone:
        return read_code(alone[1])
    if neither := _neither().match(text):
        about, first, second = neither["about"], neither["first"], neither["second"]
        return _joined(read_words(f"{about} not {one}") for one in (first, second))
    both = re.split(r" and (?=(?:[^`]*`[^`]*`)*[^`]*$)", text)
    if len(both) > 1:
        about = re.match(phrasings()["conditions"]["about"], both[0])
        return _joined(read_words(f"{about[1]} {part}" if about and _is_elided(part) else part) for part in both)
    either = _OR.split(text)
    if len(either) > 1:
        parts = [read_words(part) for part in either]
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
        (found := pattern.search(plain)) and not _words(plain[: found.start()]) for _, pattern, _ in comparisons()
    )


def _said(text: str) -> Test:
    plain = " ".join(text.replace("`", " ").split())
    for operator, pattern, fixed in comparisons():
        found = pattern.search(plain)
        if found:
            number = fixed or found["before"] or found["bound"] or ""
            if not number or _words(plain[found.end() :]):
                return Test(frozenset(), False)
            bound = "0" if number == "zero" else bound_of(number)
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
def comparisons() -> tuple[tuple[str, re.Pattern[str], str], ...]:
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
