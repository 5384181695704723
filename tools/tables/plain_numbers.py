"""Finds texts where numbers are computed with: SQLite takes `24/7` for 24 in a sum, and any word for 0.

In a query that sums, a function of ours is put around whatever is summed or computed with. It gives back what it
gets, sees the values themselves, under whatever name they come, and refuses texts that are no numbers to SQLite.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.indexing.extraction.workbooks.number_formats import CURRENCY
from citeline.patterns import re
from citeline.text import digits_of

from .row_identity import Token, closing, tokens_of

CHECK: Final = "plain_number"
"""The function."""
_BEFORE: Final = f"{CHECK}("
_BEHIND: Final = f"/*{CHECK}*/)"
_NUMBER: Final = re.compile(r"[ \t\n\v\f\r]*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[ \t\n\v\f\r]*", re.ASCII)
_SUMS: Final = frozenset(["sum", "avg", "total"])
_ROUNDING: Final = frozenset(["abs", "round"])
"""Functions that make a number of a text without a word, of their first argument."""
_OPERATORS: Final = frozenset("+-*/%")
_BEHIND_CALLS: Final = frozenset(["over", "filter"])
_NO_VALUES_BEHIND: Final = _BEHIND_CALLS | {"in"}
"""Words in front of a window, a condition, a list or a table."""
_NO_VALUES: Final = _NO_VALUES_BEHIND | frozenset(
    (  # noqa: SIM905
        "select distinct all from where and or not is isnull notnull between like glob regexp match escape collate when"
        " then else by having on limit offset as union intersect except with values asc desc"
    ).split()
)
"""Words beside a value that are neither a name nor a function."""
Point: TypeAlias = Literal[".", ","]
"""What parts the whole from its fraction."""

_SHAPE: Final = re.compile(
    rf"(?P<open>\()?\s*(?P<sign>[-+−–]?)\s*(?P<before>{CURRENCY}|[A-Z]{{3}}(?=\s?\d))?\s*(?P<inner>[-−]?)"
    r"(?P<digits>\d[\d.,'’ \u00a0\u202f]*?|[.,]\d+)(?P<power>[eE][-+]?\d{1,3})?"
    rf"\s*(?P<after>{CURRENCY}|[%‰°]|[A-Za-zµ°][A-Za-zµ°/]{{0,11}}|)\s*(?P<close>\))?"
)
_WRITTEN: Final = {
    ".": re.compile(r"(?P<whole>\d{1,3}(?:[,'’ \u00a0\u202f]\d{3})+|\d{1,2}(?:,\d\d)+,\d{3}|\d+|)(?:\.(?P<part>\d+))?"),
    ",": re.compile(r"(?P<whole>\d{1,3}(?:[.'’ \u00a0\u202f]\d{3})+|\d+|)(?:,(?P<part>\d+))?"),
}
_MOST_DIGITS: Final = 18
"""Longer whole numbers name something, and SQLite has no room for them."""
_CURRENCY: Final = re.compile(CURRENCY)
_VERSION_DIGITS: Final = 4


def is_plain(text: str) -> bool:
    """Whether SQLite takes a text for a number, all of it."""
    return _NUMBER.fullmatch(text) is not None


def with_checks(sql: str) -> str:
    """A query that SQLite has taken, with the function around each value where it sums; any other as it is."""
    tokens = list(tokens_of(sql))
    sums = [_argument(tokens, at) for at, token in enumerate(tokens) if _called(tokens, at) and _name(token) in _SUMS]
    if not sums:
        return sql
    values = [value for value in {*sums, *_operands(tokens)} if value]
    opened = Counter(tokens[value.start].start for value in values)
    closed = Counter(tokens[value[-1]].start + len(tokens[value[-1]].text) for value in values)
    pieces, done = [], 0
    for place in sorted({*opened, *closed}):
        pieces += [sql[done:place], _BEHIND * closed[place], _BEFORE * opened[place]]
        done = place
    return "".join([*pieces, sql[done:]])


def without_checks(name: str) -> str:
    """A column of the answer as it is called without the function: by its own SQL, if it was given no name."""
    return name.replace(_BEFORE, "").replace(_BEHIND, "")


def _operands(tokens: Sequence[Token]) -> Iterator[range]:
    for at, token in enumerate(tokens):
        if token.word in _OPERATORS and tokens[at + 1 : at + 2] and tokens[at + 1].text != ">":  # `->` takes from JSON
            yield _value_before(tokens, at)
            yield _value_behind(tokens, at)
        elif token.word in _ROUNDING and _called(tokens, at):
            depth, all_of_it = tokens[at].depth + 1, _argument(tokens, at)
            first = (one for one in all_of_it if tokens[one].text == "," and tokens[one].depth == depth)
            yield range(all_of_it.start, next(first, all_of_it.stop))


def _argument(tokens: Sequence[Token], at: int) -> range:
    """What a function is called with, positions of tokens; empty for nothing."""
    start = at + 2
    start += start < len(tokens) and tokens[start].word in {"distinct", "all"}
    return range(start, closing(tokens, at + 1))


def _value_before(tokens: Sequence[Token], at: int) -> range:
    """A name, a call, a CASE or what stands in parentheses in front of an operator; empty for any other."""
    start = at - 1
    if start >= 0 and tokens[start].text == ")":
        start = next(one for one in range(start, -1, -1) if one == 0 or _closes(tokens, one, at - 1))
        start -= start > 0 and _is_name(tokens[start - 1])
    elif start >= 0 and tokens[start].word == "end":
        open_cases = 1
        while start and open_cases:
            start -= 1
            open_cases += (tokens[start].word == "end") - (tokens[start].word == "case")
    elif start < 0 or not _is_name(tokens[start]):
        return range(0)
    while start > 1 and tokens[start - 1].text == ".":
        start -= 2
    return range(0) if start and tokens[start - 1].word in _NO_VALUES_BEHIND else range(start, at)


def _value_behind(tokens: Sequence[Token], at: int) -> range:
    start = end = at + 1
    if tokens[end].word == "case":
        open_cases = 1
        while end + 1 < len(tokens) and open_cases:
            end += 1
            open_cases += (tokens[end].word == "case") - (tokens[end].word == "end")
        return range(start, end + 1)
    if tokens[end].text == "(":
        return range(start, closing(tokens, end) + 1)
    if not _is_name(tokens[end]):
        return range(0)
    while end + 2 < len(tokens) and tokens[end + 1].text == ".":
        end += 2
    if _called(tokens, end):
        end = closing(tokens, end + 1)
        if end + 1 < len(tokens) and tokens[end + 1].word in _BEHIND_CALLS:
            return range(0)
    return range(start, end + 1)


def _closes(tokens: Sequence[Token], opened: int, closed: int) -> bool:
    return tokens[opened].text == "(" and tokens[opened].depth == tokens[closed].depth


def _called(tokens: Sequence[Token], at: int) -> bool:
    return at + 1 < len(tokens) and tokens[at + 1].text == "("


def _is_name(token: Token) -> bool:
    return token.kind == "quoted" or (token.kind == "word" and token.word not in _NO_VALUES)


def _name(token: Token) -> str:
    return token.text[1:-1].lower() if token.kind == "quoted" else token.word


@dataclass(frozen=True, slots=True)
class Number:
    """A cell that is a number."""

    value: int | float
    unit: str
    """`%`, `$`, `ms`, `USD`; empty without one."""
    part: str
    """The digits of its fraction, as written."""


def read_number(text: str, point: Point) -> Number | None:
    """The number that a cell holds; None for text, for dates and versions, and for names made of digits (`007`)."""
    if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS and (text[0] != "0" or len(text) == 1):
        return Number(int(text), "", "")
    shape = _SHAPE.fullmatch(text)
    if shape is None or (shape["open"] is None) != (shape["close"] is None):
        return None
    written = _WRITTEN[point].fullmatch(shape["digits"])
    if written is None:
        return None
    whole, part = digits_of(written["whole"]), written["part"] or ""
    if len(whole) > _MOST_DIGITS or (len(whole) > 1 and whole[0] == "0"):
        return None
    is_negative = bool(shape["open"] or shape["inner"] or shape["sign"].strip("+"))
    value: int | float = int(whole or "0")
    if part or shape["power"]:
        value = float(f"{whole or '0'}.{part or '0'}{shape['power'] or ''}")
    return Number(-value if is_negative else value, _unit(shape["before"], shape["after"]), part)


def common_unit(numbers: Sequence[Number]) -> str | None:
    """The unit of all of them; None when they have several.

    Of a sum of money only the first and the last row may name the currency, and a zero needs no unit.
    """
    units = {number.unit for number in numbers if number.value}
    named = units - {""}
    if len(named) > 1 or ("" in units and not all(map(_CURRENCY.fullmatch, named))):
        return None
    return next(iter(named), "")


def is_grouped_money(numbers: Sequence[Number]) -> bool:
    """Whether `1.234 €` means 1234: every fraction of the money has three digits, which no money has."""
    parts = [number.part for number in numbers if number.part]
    return bool(parts) and all(len(part) == 3 for part in parts) and any(_CURRENCY.fullmatch(n.unit) for n in numbers)


def tells_versions(numbers: Sequence[Number]) -> bool:
    """Whether `3.9` and `3.10` stand side by side: as numbers they would be in the wrong order, and `3.10` be `3.1`.

    `875.0` beside `85.95` is what a program writes of a number, and so is a fraction of many digits.
    """
    parts = [number.part for number in numbers if number.part]
    lengths = set(map(len, parts))
    is_measured = any(number.value < 0 for number in numbers) or max(lengths, default=0) > _VERSION_DIGITS
    return not is_measured and len(lengths) > 1 and any(len(part) > 1 and part.endswith("0") for part in parts)


def _unit(before: str | None, after: str) -> str:
    return " ".join(filter(None, (before, after)))
