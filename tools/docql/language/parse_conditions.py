"""Reads conditions of filters: tests joined by `&&`, `||`, `!` and brackets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from .condition_habits import MARKS_BEFORE_A_VALUE, no_join, no_operator, no_property, no_test, odd_operator
from .lexer import Token
from .parse_values import read_value
from .reader import Reader
from .syntax import And, Condition, Not, Operator, Or, Test

MARKED: Final[Mapping[str, Operator]] = {
    "==": "==",
    "=": "==",
    "!=": "!=",
    "~=": "contains",
    "=~": "=~",
    ">": ">",
    ">=": ">=",
    "<": "<",
    "<=": "<=",
}
SPELT: Final[Mapping[str, Operator]] = {
    "contains": "contains",
    "startswith": "startsWith",
    "endswith": "endsWith",
    "in": "in",
}
"""In lower case."""
_KEY: Final = re.compile(r"\[\s*[\"']")


def read_condition(reader: Reader) -> Condition:
    """The condition that comes next."""
    first = _all_of(reader)
    parts = _parts(first, Or)
    while reader.next_is("||"):
        reader.take()
        parts += _parts(_all_of(reader), Or)
    if reader.peek().kind != "end" and not reader.next_is(")", "]"):
        raise no_join(reader)
    return first if len(parts) == 1 else Or(tuple(parts), parts[0].position)


def _parts(condition: Condition, joined: type[And] | type[Or]) -> list[Condition]:
    """Of a condition that is joined in this way its parts, so that joins of one kind never stand inside each other."""
    if isinstance(condition, (And, Or)) and isinstance(condition, joined):
        return list(condition.parts)
    return [condition]


def _all_of(reader: Reader) -> Condition:
    first = _one(reader)
    parts = _parts(first, And)
    while reader.next_is("&&"):
        reader.take()
        parts += _parts(_one(reader), And)
    return first if len(parts) == 1 else And(tuple(parts), parts[0].position)


def _one(reader: Reader) -> Condition:
    token = reader.peek()
    if token.is_mark("!"):
        reader.take()
        with reader.deeper(token):
            return Not(_one(reader), token.position)
    if token.is_mark("("):
        reader.take()
        with reader.deeper(token):
            inner = read_condition(reader)
            reader.expect(")", "a bracket")
        return inner
    return _test(reader)


def _test(reader: Reader) -> Test:
    start = reader.peek()
    if not start.is_mark("@"):
        raise no_test(reader)
    reader.take()
    reader.count_test(start)
    names = _path(reader, start)
    path, position = tuple(str(name.value) for name in names), names[0].position
    token = reader.peek()
    if token.kind == "end" or token.is_mark("&&", "||", ")", "]"):
        return Test(path, position=position, operator_position=position)
    operator = _operator(reader, names[-1])
    if reader.next_is(*MARKS_BEFORE_A_VALUE):
        raise odd_operator(reader, token)
    return Test(path, operator, read_value(reader), position, token.position)


def _path(reader: Reader, start: Token) -> list[Token]:
    """The names behind `@`: `.name`, or `["any text"]` for keys of a front matter that are no names."""
    names: list[Token] = []
    while True:
        if _KEY.match(reader.text, reader.peek().position):
            reader.take()
            names.append(reader.take())
            reader.expect("]", "the key")
            continue
        if names and not reader.next_is("."):
            return names
        dot = reader.peek()
        if dot.is_mark("."):
            reader.take()
        if not dot.is_mark(".") or reader.peek().kind != "name":
            raise no_property(reader, start, dot)
        names.append(reader.take())


def _operator(reader: Reader, last: Token) -> Operator:
    """The operator that comes next; `last` is the name in front of it."""
    token = reader.peek()
    if token.kind == "mark" and (marked := MARKED.get(str(token.value))):
        reader.take()
        return marked
    word = str(token.value).lower() if token.kind == "name" else ""
    if spelt := SPELT.get(word):
        reader.take()
        return spelt
    if word in {"starts", "ends"}:
        reader.take()
        with_ = reader.peek()
        if with_.kind == "name" and str(with_.value).lower() == "with":
            reader.take()
            return SPELT[word + "with"]
    raise no_operator(reader, token, last)
