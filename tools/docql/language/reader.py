"""What every part of the parser reads from: tokens, and the limits that keep a hostile query from costing anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeAlias

from .errors import Edit, Fix, Mistake, shorten
from .lexer import Lexer, Token

MAX_LENGTH: Final = 20_000
"""Characters of a query."""
MAX_DEPTH: Final = 20
"""Brackets and negations inside of one another: SQLite's parser, which reads filters too, has a stack of a hundred."""
MAX_STEPS: Final = 32
"""Steps become subqueries of one SQL query."""
MAX_TESTS: Final = 200
"""Tests of all filters together: SQLite refuses expressions that are a thousand deep."""
MAX_VALUES: Final = 1000
"""Values of all lists together: SQLite takes 32,766 parameters at most."""
_LONGEST_HINT: Final = 60
"""Of one that quotes the query."""

Row: TypeAlias = tuple[str, str, str]
"""What stands there: marks, words in lower case, and kinds of tokens in capitals; anything if empty. The hint. The fix:
`=` and what to write in place of it, `+` and what to write before it, `<` and what to write in place of it and the dot
before it; empty if there is none. `{}` is what stands there."""


class Reader:
    """Tokens of a query, with counts of what has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lexer = Lexer(text)
        self._depth = 0
        self._tests = 0
        self._values = 0

    def peek(self) -> Token:
        """The next token, which stays."""
        return self.lexer.peek()

    def take(self) -> Token:
        """The next token."""
        return self.lexer.take()

    def next_is(self, *marks: str) -> bool:
        """Whether one of the marks comes next."""
        return self.peek().is_mark(*marks)

    def expect(self, mark: str, closes: str) -> Token:
        """Take the mark, which `closes` something."""
        token = self.peek()
        if token.is_mark(mark):
            return self.take()
        message = f"`{mark}` is missing, which closes {closes}"
        if token.kind != "end":
            message += f", before {described(token, self.text)}"
        raise Mistake("syntax", token.position, message, f"type {mark}", Edit(token.position, token.position, mark))

    @contextmanager
    def deeper(self, token: Token) -> Iterator[None]:
        """One more level of brackets or negations, which begins with the token."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            message = f"this is nested more than {MAX_DEPTH} deep"
            raise Mistake("syntax", token.position, message, "brackets around brackets can be left out")
        yield
        self._depth -= 1

    def count_test(self, token: Token) -> None:
        """One more test in a filter."""
        self._tests += 1
        if self._tests > MAX_TESTS:
            hint = "`in [...]` and a pattern with | stand for many tests of one property"
            raise Mistake("syntax", token.position, f"there are more than {MAX_TESTS} tests", hint)

    def count_value(self, token: Token) -> None:
        """One more value in a list."""
        self._values += 1
        if self._values > MAX_VALUES:
            hint = "ask several times, or for what the values have in common"
            raise Mistake("syntax", token.position, f"there are more than {MAX_VALUES} values in lists", hint)


def described(token: Token, text: str) -> str:
    """How a message speaks of a token."""
    return "the end of the query" if token.kind == "end" else f"`{shorten(text[token.position : token.end])}`"


def unexpected(reader: Reader, expected: str, hint: str = "", fix: Fix | None = None) -> Mistake:
    """The next token cannot stand where it does."""
    token = reader.peek()
    if token.kind == "end":
        message = f"the query ends where {expected} should follow"
    else:
        message = f"{described(token, reader.text)} stands where {expected} should"
    return Mistake("syntax", token.position, message, hint, fix)


def misplaced(reader: Reader, expected: str, rows: Sequence[Row], dot: Token | None = None) -> Mistake:
    """The next token cannot stand where it does: what the first row that fits it says. The last fits any."""
    token = reader.peek()
    written = reader.text[token.position : token.end]
    stands = {token.kind.upper(), written.lower() if token.kind in {"mark", "name"} else ""}
    hint, fix = next((hint, fix) for there, hint, fix in rows if not there or not stands.isdisjoint(there.split()))
    if "{}" in hint:
        hint = hint.replace("{}", written)[:_LONGEST_HINT]
    if not fix:
        return unexpected(reader, expected, hint)
    start = dot.position if dot and fix[0] == "<" else token.position
    end = token.position if fix[0] == "+" else token.end
    return unexpected(reader, expected, hint, Edit(start, end, fix[1:].replace("{}", written)))
