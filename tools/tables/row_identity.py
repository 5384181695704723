"""Lets a SELECT tell which rows of which tables each row of its result was made from.

SQLite knows it and does not say it. Where every row of a result comes from one row of each table, `t.rowid` is asked
for as well; where it comes from several (sums, groups), the list of them. Of anything else (UNION, DISTINCT, a
subquery in the place of a table) no row can be told, only the tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from citeline.dataclass import dataclass
from citeline.patterns import re

_TOKEN: Final = re.compile(
    r"(?P<space>\s+|--[^\n]*|/\*.*?(?:\*/|\Z))|(?P<text>'(?:[^']|'')*')"
    r'|(?P<quoted>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])|(?P<word>[^\W\d][\w$]*)|(?P<number>\d[\w.]*)|(?P<mark>.)',
    re.DOTALL,
)
_MANY: Final = frozenset(
    ["avg", "count", "group_concat", "string_agg", "sum", "total", "json_group_array", "json_group_object"]
)
_EXTREME: Final = frozenset(["min", "max"])
"""Of one argument; what stands beside a single one of them is taken from the row that it was found in."""
_ENDS: Final = frozenset(["where", "group", "having", "window", "order", "limit", ";"])
_JOINS: Final = frozenset([",", "join", "natural", "left", "right", "full", "outer", "inner", "cross", "on", "using"])
_COMPOUND: Final = frozenset(["union", "intersect", "except"])


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a name, a text, a number or a mark of SQL."""

    text: str
    kind: str
    start: int
    depth: int
    """Parentheses around it."""

    @property
    def word(self) -> str:
        """In small letters; empty for anything quoted."""
        return self.text.lower() if self.kind in {"word", "mark"} else ""


@dataclass(frozen=True, slots=True)
class Telling:
    """A SELECT that tells of its rows."""

    sql: str
    count: int
    """Columns added behind the others, one a table: a rowid, or a JSON list of them."""


def plain_quotes(sql: str) -> str:
    """The same with `[name]` for `"name"`: SQLite takes a name in double quotes that it does not know for a text."""

    def replaced(found: re.Match[str]) -> str:
        quoted = found["quoted"]
        if not quoted or quoted[0] != '"':
            return found[0]
        name = quoted[1:-1].replace('""', '"')
        return f"[{name}]" if name and "]" not in name else found[0]

    return _TOKEN.sub(replaced, sql)


def telling_rows(sql: str) -> Telling | None:
    """The query with columns that say where its rows come from; None when it is not of a form that can."""
    tokens = list(tokens_of(sql))
    top = [token for token in tokens if not token.depth]
    at = next((place for place, token in enumerate(top) if token.word == "select"), None)
    if at is None or top[0].word not in {"select", "with"} or any(token.word in _COMPOUND for token in top):
        return None
    start = next((place for place in range(at + 1, len(top)) if top[place].word == "from"), None)
    if start is None or top[at + 1].word == "distinct":
        return None
    names = list(_from_names(top[start + 1 :]))
    end = top[start].start
    chosen = [token for token in tokens if top[at].start < token.start < end]
    calls = list(_aggregates(chosen))
    groups = any(token.word == "group" for token in top[start:])
    if not names:
        return None
    one = calls[0] in _EXTREME if len(calls) == 1 else not calls and not groups
    told = [f"{name}.rowid" if one else f"json_group_array({name}.rowid)" for name in names]
    return Telling(f"{sql[:end]}, {', '.join(told)} {sql[end:]}", len(told))


def tokens_of(sql: str) -> Iterator[Token]:
    """All but blanks and comments."""
    depth = 0
    for found in _TOKEN.finditer(sql):
        kind = found.lastgroup or ""
        if kind == "space":
            continue
        depth -= found[0] == ")"
        yield Token(found[0], kind, found.start(), depth)
        depth += found[0] == "("


def _from_names(tokens: Sequence[Token]) -> Iterator[str]:
    """What the tables of a FROM clause are called behind it; subqueries are left out."""
    expected = True
    place = 0
    while place < len(tokens) and tokens[place].word not in _ENDS:
        token = tokens[place]
        place += 1
        if token.word in {",", "join"}:
            expected = True
        elif token.word in _JOINS:
            continue
        elif expected:
            expected = False
            if token.kind not in {"word", "quoted"}:
                continue
            name = token.text
            while place + 1 < len(tokens) and tokens[place].text == ".":
                name += f".{tokens[place + 1].text}"
                place += 2
            if place < len(tokens) and tokens[place].text == "(":
                continue  # a function that gives a table
            if place < len(tokens) and tokens[place].word == "as":
                place += 1
            after = tokens[place] if place < len(tokens) else None
            if after is not None and after.kind in {"word", "quoted"} and after.word not in _ENDS | _JOINS:
                name = after.text
                place += 1
            yield name


def _aggregates(tokens: Sequence[Token]) -> Iterator[str]:
    """Names of the aggregate functions that are called, those of subqueries and windows left out."""
    place = 0
    while place < len(tokens):
        token = tokens[place]
        follows = tokens[place + 1].text if place + 1 < len(tokens) else ""
        if token.text == "(" and follows.lower() in {"select", "with"}:
            place = closing(tokens, place)
        elif follows == "(" and token.word in _MANY | _EXTREME:
            end = closing(tokens, place + 1)
            inside = tokens[place + 2 : end]
            if not _is_window(tokens, end) and not (
                token.word in _EXTREME
                and any(one.text == "," and one.depth == tokens[place + 1].depth + 1 for one in inside)
            ):
                yield token.word
                place = end
        place += 1


def _is_window(tokens: Sequence[Token], end: int) -> bool:
    """Whether a call that ends here goes on with OVER, behind a FILTER if there is one."""
    if end + 2 < len(tokens) and tokens[end + 1].word == "filter":
        end = closing(tokens, end + 2)
    return end + 1 < len(tokens) and tokens[end + 1].word == "over"


def closing(tokens: Sequence[Token], place: int) -> int:
    """Position of the parenthesis that closes the one at `place`."""
    for later in range(place + 1, len(tokens)):
        if tokens[later].text == ")" and tokens[later].depth == tokens[place].depth:
            return later
    return len(tokens)
