"""Reads values: texts, numbers, constants, patterns and lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from .lexer import Token, end_of_name
from .mistakes import Edit, Mistake
from .reader import Reader, unexpected
from .syntax import Constant, Listed, Number, Regex, Text, Value

_CONSTANTS: Final[Mapping[str, bool | None]] = {"true": True, "false": False, "null": None}
_OTHER_CONSTANTS: Final = {"none": "null", "nil": "null", "undefined": "null", "yes": "true", "no": "false"}
_NUMBER_LIKE: Final = re.compile(r"\+?(?=\.?[0-9])[0-9]*(?:\.[0-9]*)?")


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
