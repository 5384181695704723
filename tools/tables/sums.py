"""Which columns a query sums, through other names, subqueries and functions that leave a text a text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from .catalog import TypedTable
from .row_identity import ENDS, JOINS, Token, closing, tokens_of

_SUMS: Final = frozenset(["sum", "avg", "total"])
_THROUGH: Final = frozenset(["abs", "coalesce", "ifnull", "max", "min", "nullif", "round"])
"""Functions that give a text for a text, or the number that it begins with. Any other makes a number of it, or a text
on purpose.
"""
_TRUTHS: Final = frozenset(
    ["=", "<", ">", "like", "is", "in", "not", "and", "or", "between", "glob", "regexp", "case", "select"]
)
"""What makes a number of texts: `sum(state = 'paid')` counts."""
_COMPOUNDS: Final = frozenset(["union", "intersect", "except"])
_BEFORE_TABLES: Final = frozenset(["from", "join", ",", "(", "."])
_MOST_LAYERS: Final = 50
"""Of names that are made of other names; behind them the name itself is looked for."""
_WORDS: Final = frozenset(["as", "distinct", "all", "null", "filter", "over"])


@dataclass(frozen=True, slots=True)
class Summed:
    """A column that a sum is made of."""

    function: str
    """`sum`, `avg` or `total`."""
    column: str
    """In small letters."""
    tables: tuple[TypedTable, ...]
    """Those that it may be of."""


@dataclass(frozen=True, slots=True)
class _Named:
    """What a SELECT gives another name: `length(note) AS note`."""

    select: range
    value: range


_Found: TypeAlias = dict[tuple[str, str], tuple[TypedTable, ...]]
"""Tables by the name of a column, and where it stands."""


def summed_columns(sql: str, tables: Mapping[str, TypedTable]) -> Iterator[Summed]:
    """The columns, by their names in the tables; `tables` by the names that the query uses."""
    yield from _Sums(list(tokens_of(sql)), {name.lower(): table for name, table in tables.items()}).summed()


class _Sums:
    """Positions are those of tokens."""

    def __init__(self, tokens: Sequence[Token], tables: Mapping[str, TypedTable]) -> None:
        self._tokens = tokens
        self._selects = [range(at, self._end(at)) for at, token in enumerate(tokens) if token.word == "select"]
        self._innermost = [range(0)] * len(tokens)
        """The SELECT around each token."""
        for select in self._selects:
            self._innermost[select.start : select.stop] = [select] * len(select)
        self._named: dict[str, list[_Named]] = {}
        names: dict[int, list[str]] = {}
        for select in self._selects:
            items = [*self._items(select)]
            # Of a UNION the first SELECT names the columns of all.
            above = select.start - (2 if tokens[select.start - 1].word == "all" else 1)
            given = names.get(above, [])
            own = [self._name(item) for item in items]
            names[select.stop] = own = given if len(given) == len(items) else own
            for name, item in zip(own, items, strict=True):
                if name:
                    self._named.setdefault(name, []).append(_Named(select, self._value(item)))
        self._places = [
            (at, self._called(at), tables[name])
            for at, token in enumerate(tokens)
            if (name := _plain(token)) in tables and at and tokens[at - 1].word in _BEFORE_TABLES
        ]
        """Where tables stand, and what they are called there."""
        self._held: dict[str, list[tuple[int, str, TypedTable]]] = {}
        self._known: dict[_Named, _Found] = {}
        self._asked: list[_Named] = []
        """Those of which the columns are being looked for."""

    def summed(self) -> Iterator[Summed]:
        for at in range(len(self._tokens) - 1):
            if self._tokens[at].word in _SUMS and self._tokens[at + 1].text == "(":
                for (column, _), tables in self._columns(range(at + 2, closing(self._tokens, at + 1))).items():
                    yield Summed(self._tokens[at].word, column, tables)

    def _columns(self, value: range) -> _Found:
        found: _Found = {}
        if any(self._tokens[at].word in _TRUTHS for at in value):
            return found
        for at in self._names(value):
            name, of = _plain(self._tokens[at]), self._qualifier(at)
            if tables := self._tables_called(of, name) or self._tables_beside(at, name):
                found[name, str(at)] = tables
                continue
            # A name that the SELECT of the sum gives, or one around it, is none inside of the sum.
            named = [one for one in self._named.get(name, ()) if at not in one.select and one not in self._asked]
            if named and len(self._asked) < _MOST_LAYERS:
                for one in named:
                    found.update(self._columns_of(one))
            else:
                found[name, str(at)] = self._tables_near(at, name)
        return found

    def _columns_of(self, named: _Named) -> _Found:
        """Each is looked at once: a query may name one a thousand times."""
        if named not in self._known:
            self._asked.append(named)
            self._known[named] = self._columns(named.value)
            self._asked.pop()
        return self._known[named]

    def _names(self, value: range) -> Iterator[int]:
        """Where columns are named; of a function that makes another value, what is inside is passed over."""
        end = value.start
        for at in value:
            token = self._tokens[at]
            follows = self._tokens[at + 1].text if at + 1 in value else ""
            if at < end or token.kind not in {"word", "quoted"} or token.word in _WORDS or follows == ".":
                continue
            if follows != "(":
                yield at
            elif token.word not in _THROUGH:
                end = closing(self._tokens, at + 1)

    def _tables_called(self, called: str, name: str) -> tuple[TypedTable, ...]:
        return tuple(table for _, other, table in self._having(name) if called == other)

    def _tables_beside(self, at: int, name: str) -> tuple[TypedTable, ...]:
        """Those of the same SELECT that have such a column."""
        around = self._innermost[at]
        return tuple(table for place, _, table in self._having(name) if self._innermost[place] == around)

    def _tables_near(self, at: int, name: str) -> tuple[TypedTable, ...]:
        """Those with such a column within the SELECT, else all of them."""
        having, around = self._having(name), self._innermost[at]
        within = tuple(table for place, _, table in having if place in around)
        return within or tuple(table for *_, table in having)

    def _having(self, name: str) -> list[tuple[int, str, TypedTable]]:
        if name not in self._held:
            self._held[name] = [one for one in self._places if any(column.name == name for column in one[2].columns)]
        return self._held[name]

    def _qualifier(self, at: int) -> str:
        return _plain(self._tokens[at - 2]) if at > 1 and self._tokens[at - 1].text == "." else ""

    def _called(self, at: int) -> str:
        """What the table at this place is called in its SELECT."""
        after = at + 1
        if after < len(self._tokens) and self._tokens[after].word == "as":
            after += 1
        token = self._tokens[after] if after < len(self._tokens) else None
        is_name = token is not None and token.kind in {"word", "quoted"} and token.word not in ENDS | JOINS | _COMPOUNDS
        return _plain(self._tokens[after if is_name else at])

    def _end(self, at: int) -> int:
        """Behind the last token of the SELECT that begins here."""
        depth = self._tokens[at].depth
        for place in range(at + 1, len(self._tokens)):
            token = self._tokens[place]
            if token.depth < depth or (token.depth == depth and token.word in _COMPOUNDS):
                return place
        return len(self._tokens)

    def _items(self, select: range) -> Iterator[range]:
        """What a SELECT asks for."""
        start, depth = select.start + 1, self._tokens[select.start].depth
        start += start in select and self._tokens[start].word in {"distinct", "all"}
        for at in select:
            token = self._tokens[at]
            if token.depth == depth and token.word in {",", "from"}:
                yield range(start, at)
                start = at + 1
            if token.depth == depth and token.word == "from":
                return
        yield range(start, select.stop)

    def _name(self, item: range) -> str:
        """What is asked for is called, be it a column of that name; empty where it has none."""
        return _plain(self._tokens[item[-1]]) if self._value(item) != item or self._is_column(item) else ""

    def _is_column(self, item: range) -> bool:
        return len(item) in {1, 3} and all(self._tokens[at].kind in {"word", "quoted"} for at in item[::2])

    def _value(self, item: range) -> range:
        """What is asked for without the name that it is given."""
        if len(item) < 2 or self._tokens[item[-1]].kind not in {"word", "quoted"}:
            return item
        before = self._tokens[item[-2]]
        if before.word == "as":
            return item[:-2]
        return item[:-1] if before.kind != "mark" or before.text == ")" else item


def _plain(token: Token) -> str:
    """A name in small letters, without quotes; empty for what is none."""
    if token.kind == "quoted":
        return token.text[1:-1].lower()
    return token.text.lower() if token.kind == "word" else ""
