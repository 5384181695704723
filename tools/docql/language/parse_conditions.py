"""Reads conditions of filters, tests joined by `&&`, `||`, `!` and brackets, and the values in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from .condition_habits import MARKS_BEFORE_A_VALUE, no_join, no_operator, no_property, no_test, odd_operator
from .errors import Edit, Mistake
from .lexer import Token, end_of_name
from .reader import Reader, unexpected
from .syntax import And, Condition, Constant, Listed, Not, Number, Operator, Or, Regex, Test, Text, Value

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
_CONSTANTS: Final[Mapping[str, bool | None]] = {"true": True, "false": False, "null": None}
_OTHER_CONSTANTS: Final = {"none": "null", "nil": "null", "undefined": "null", "yes": "true", "no": "false"}
_NUMBER_LIKE: Final = re.compile(r"\+?(?=\.?[0-9])[0-9]*(?:\.[0-9]*)?")


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


def read_value(reader: Reader) -> Value:
    """The value that comes next. Raises Mistake when something else does."""
    token = reader.peek()
    match token.kind:
        case "text":
            reader.take()
            return Text(str(token.value), token.position)
        case "number":
            reader.take()
            assert not isinstance(token.value, str)
            return Number(token.value, token.position)
        case "regex":
            reader.take()
            return Regex(str(token.value), token.flags, token.position)
        case "name":
            return _constant(reader, token)
        case _:
            if token.is_mark("["):
                return _listed(reader)
            raise _no_value(reader, token)


def _constant(reader: Reader, token: Token) -> Constant:
    name = str(token.value)
    if name in _CONSTANTS:
        reader.take()
        return Constant(_CONSTANTS[name], token.position)
    lower = name.lower()
    meant = lower if lower in _CONSTANTS else _OTHER_CONSTANTS.get(lower)
    if meant:
        fix = Edit(token.position, token.end, meant)
        raise Mistake("syntax", token.position, f"`{name}` is written {meant} here", f"type {meant}", fix)
    end = _end_of_words(reader.text, token.end)
    words = reader.text[token.position : end]
    fix = Edit(token.position, end, f'"{words}"')
    raise unexpected(reader, "a value", f'texts stand in quotes: "{words}"' if len(words) < 40 else "use quotes", fix)


def _end_of_words(text: str, end: int) -> int:
    """Behind words that are joined by dots, dashes or slashes, as in a path."""
    while end + 1 < len(text) and text[end] in ".-/" and end_of_name(text, end + 1) > end + 1:
        end = end_of_name(text, end + 1)
    return end


def _listed(reader: Reader) -> Listed:
    opening = reader.take()
    with reader.deeper(opening):
        if reader.next_is("]"):
            raise unexpected(reader, "a value", "a list has at least one value", Edit(opening.end, opening.end, '""'))
        values = [_counted(reader)]
        while reader.next_is(","):
            comma = reader.take()
            if reader.next_is("]"):
                fix = Edit(comma.position, comma.end, "")
                raise unexpected(reader, "a value", "there is no comma behind the last value", fix)
            values.append(_counted(reader))
        if reader.peek().kind in {"text", "number", "regex", "name"}:
            position = reader.peek().position
            raise unexpected(reader, "`,` or `]`", "commas stand between values", Edit(position, position, ","))
        reader.expect("]", "the list")
    return Listed(tuple(values), opening.position)


def _counted(reader: Reader) -> Value:
    reader.count_value(reader.peek())
    return read_value(reader)


def _no_value(reader: Reader, token: Token) -> Mistake:
    if token.is_mark("("):
        closing = reader.text.find(")", token.end)
        inner = reader.text[token.end : closing] if closing >= 0 else ""
        fix = Edit(token.position, closing + 1, f"[{inner}]") if closing >= 0 else None
        return unexpected(reader, "a value", 'lists stand in square brackets: ["a", "b"]', fix)
    if token.is_mark("@", "$"):
        return unexpected(reader, "a value", "a property is compared with a value, not with another property")
    if token.is_mark("."):
        number = _NUMBER_LIKE.match(reader.text, token.position)
        fix = Edit(token.position, token.position, "0") if number else None
        return unexpected(reader, "a value", "write 0.5, not .5" if number else "texts stand in quotes", fix)
    hint = 'a text "…", a number, true, false, null, a pattern /…/ or a list […]'
    fix = None if token.kind == "mark" and not token.is_mark(")", "]", "&&", "||") else _blank(token)
    return unexpected(reader, "a value", hint, fix)


def _blank(token: Token) -> Edit:
    return Edit(token.position, token.position, '"…"')
