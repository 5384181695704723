"""Conditions as other languages write them: what stands there instead of a test, and how to say it here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from .errors import Edit, Mistake
from .lexer import Token
from .reader import Reader, Row, described, misplaced, unexpected

MARKS_BEFORE_A_VALUE: Final = ("==", "=", "!=", "~=", "=~", ">", ">=", "<", "<=", "!")
"""That no value begins with: operators of other languages go on with them."""
_ODD_MARKS: Final[Mapping[str, str]] = {
    "===": "==", "!==": "!=", "=>": ">=", "=<": "<=", "<>": "!=", "=!": "!=", "~==": "contains", "==~": "=~",
    "=~=": "=~",
}  # fmt: skip
_WORDS: Final[Mapping[str, str]] = {
    word: operator
    for operator, words in {
        "&&": "and",
        "||": "or",
        "==": "is equals eq",
        "!=": "ne",
        ">": "gt",
        ">=": "ge gte between",
        "<": "lt",
        "<=": "le lte",
        "contains": "like ilike has includes include contain",
        "=~": "matches match regex regexp search",
        "startsWith": "starts_with prefix starts begins",
        "endsWith": "ends_with suffix ends",
        "in": "any any_of anyof",
    }.items()
    for word in words.split()
}
"""Operators of other languages, in lower case."""
_OURS: Final[Mapping[str, str]] = {
    "contains": "contains",
    "startswith": "startsWith",
    "endswith": "endsWith",
    "in": "in",
    "equalsignorecase": "contains",
}
_VALUE: Final = r"\"[^\"]*\"|'[^']*'|/(?:[^/\\]++|\\.)*+/\w*|-?[0-9.]+|true|false|null"
_PROPERTY: Final = r"@(?:\s*\.\s*\w+)+"
_CALLED: Final = re.compile(rf"(\w+)\s*\(\s*({_PROPERTY})\s*,\s*({_VALUE})\s*\)")
_METHOD: Final = re.compile(rf"\.\s*\w+\s*\(\s*({_VALUE})\s*\)")
_TURNED: Final = re.compile(rf"({_VALUE})\s*(==|!=|=~|>=|<=|=|<|>|in\b|contains\b)\s*({_PROPERTY})")
_LIKE: Final = frozenset({"like", "ilike"})
_TEXT_BEHIND: Final = re.compile(r"""\s*(?P<quote>["'])(?P<text>[^"'\\]*)(?P=quote)""")
_NUMBERED: Final = re.compile(r"\[\s*-?(?:\d+|\*)\s*\]")
_IS_NOT: Final = re.compile(r"is\s+not\b", re.IGNORECASE)
_TURN: Final[Mapping[str, str]] = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "in": "contains", "contains": "in"}
A_TEST: Final = 'a test looks like @.name == "x" or @.title contains "x"'
_OPERATORS: Final = "operators: == != contains startsWith endsWith =~ > >= < <= in; tests are joined with && and ||"
_JOINED: Final = "tests are joined with && and ||"
_TEST: Final[tuple[Row, ...]] = (
    ("not", "`{}` is written !", "=!"),
    ("and", "`{}` is written &&", "=&&"),
    ("or", "`{}` is written ||", "=||"),
    ("NAME", "a property begins with @: @.{}", "+@."),
    ("$", "in a filter, @ stands for the item", "=@"),
    (".", "properties begin with @: @.name", "+@"),
    ("END ) ] && ||", A_TEST, "+@.path"),
    ("", A_TEST, "+@."),
)
_OPERATOR: Final[tuple[Row, ...]] = (
    ("!", "negate the whole test: !(…)", "="),
    ("REGEX", "an operator stands before the value: =~", "+ =~ "),
    ("TEXT NUMBER", "an operator stands before the value: ==", "+ == "),
    (",", _OPERATORS, "=&&"),
    ("@", _OPERATORS, "+&& "),
    ("", _OPERATORS, "="),
)
_JOIN: Final[tuple[Row, ...]] = (
    ("and", "`and` is written &&", "=&&"),
    ("or", "`or` is written ||", "=||"),
    (",", _JOINED, "=&&"),
    ("@ ! (", _JOINED, "+&& "),
    ("$ [", _JOINED, ""),
    ("", _JOINED, "="),
)


def no_test(reader: Reader) -> Mistake:
    """Something else stands where a test should begin."""
    token, text = reader.peek(), reader.text
    if token.kind in {"text", "number", "regex"}:
        fix = None
        if turned := _TURNED.match(text, token.position):
            value, operator, path = turned.groups()
            fix = Edit(token.position, turned.end(), f"{path} {_TURN.get(operator, operator)} {value}")
        return unexpected(reader, "a test", "the property stands on the left, the value on the right", fix)
    if token.is_mark("&&", "||") and text[token.position - 1] in "&|(?":
        return unexpected(reader, "a test", A_TEST, Edit(token.position, token.end, ""))
    called = _CALLED.match(text, token.position)
    if called and called[1].lower() not in {"not", "and", "or"}:
        name, path, value = called.groups()
        operator = _WORDS.get(name.lower()) or _OURS.get(name.lower(), "contains")
        fix = Edit(token.position, called.end(), f"{path} {operator} {value}")
        return unexpected(reader, "a test", f"operators stand in the middle: {path} {operator} {value}"[:100], fix)
    return misplaced(reader, "a test", _TEST)


def no_property(reader: Reader, start: Token, dot: Token) -> Mistake:
    """`@` or a dot after it is not followed by a name; `dot` came first, and was taken if it is one."""
    token = reader.peek()
    if dot.is_mark("."):
        hint = "names begin with a letter or _"
        if token.is_mark("*", "."):
            return unexpected(reader, "the name of a property", hint, Edit(token.position, token.end, ""))
        fix = Edit(dot.position, dot.end, "") if dot.position > start.end else Edit(dot.end, dot.end, "path ")
        return unexpected(reader, "the name of a property", hint, fix)
    if token.kind == "name":
        return unexpected(reader, "`.`", f"write @.{token.value}"[:60], Edit(start.end, start.end, "."))
    if token.is_mark("["):
        return _bracketed(reader, token)
    return unexpected(reader, "`.` and a property", A_TEST, Edit(start.end, start.end, ".path "))


def _bracketed(reader: Reader, token: Token) -> Mistake:
    found = _NUMBERED.match(reader.text, token.position)
    fix = Edit(token.position, found.end(), "") if found else None
    hint = "a property is reached with a dot, @.name; lists are asked with `contains`"
    return unexpected(reader, "`.` or an operator", hint, fix)


def no_operator(reader: Reader, token: Token, last: Token) -> Mistake:
    """What stands behind a property is no operator; `last` is the last name of the property."""
    text = reader.text
    word = str(token.value).lower() if token.kind == "name" else ""
    if token.is_mark("("):
        return _method(reader, token, last)
    if token.is_mark("["):
        return _bracketed(reader, token)
    if word == "not":
        # The whole test is negated: what stood in front of it moves behind a `!`.
        start = text.rfind("@", 0, last.position)
        return unexpected(
            reader,
            "an operator",
            "negate the whole test: !(…)",
            Edit(start, token.end, f"!{text[start : token.position]}"),
        )
    if is_not := _IS_NOT.match(text, token.position):
        fix = Edit(token.position, is_not.end(), "!=")
        return unexpected(reader, "an operator", "`is not` is written !=", fix)
    if word in _LIKE:
        return _like(reader, token, word)
    if sign := _WORDS.get(word):
        return unexpected(reader, "an operator", f"`{word}` is written {sign}", Edit(token.position, token.end, sign))
    if token.kind == "name" and text[token.end :].lstrip()[:1] in {'"', "'"}:
        return unexpected(reader, "an operator", _OPERATORS, Edit(token.position, token.end, "=="))
    return misplaced(reader, "an operator", _OPERATOR)


def _like(reader: Reader, token: Token, word: str) -> Mistake:
    """SQL's LIKE: a `%` at an end of the text is the rest of it."""
    found = _TEXT_BEHIND.match(reader.text, token.end)
    sign, fix = "contains", Edit(token.position, token.end, "contains")
    if found:
        written = found["text"]
        if written.endswith("%") and not written.startswith("%"):
            sign = "startsWith"
        elif written.startswith("%") and not written.endswith("%"):
            sign = "endsWith"
        fix = Edit(token.position, found.end(), f'{sign} "{written.strip("%")}"')
    hint = f"`{word}` is written {sign}" + ", without %" * bool(found and "%" in found["text"])
    return unexpected(reader, "an operator", hint, fix)


def _method(reader: Reader, token: Token, last: Token) -> Mistake:
    """`@.title.contains("x")`."""
    text, name = reader.text, str(last.value)
    operator = _WORDS.get(name.lower()) or _OURS.get(name.lower(), "contains")
    dot = text.rfind(".", 0, last.position)
    found = _METHOD.match(text, dot) if dot >= 0 else None
    fix = Edit(dot, found.end(), f" {operator} {found[1]}") if found else Edit(token.position, token.end, " == ")
    shown = described(last, text)
    return unexpected(reader, "an operator", f"{shown} is no function here: @.title {operator} …", fix)


def no_join(reader: Reader) -> Mistake:
    """What stands behind a whole condition neither joins it with another one nor ends it."""
    token = reader.peek()
    joins = token.is_mark(",", "@", "!", "(") or (token.kind == "name" and str(token.value).lower() in {"and", "or"})
    return misplaced(reader, "`&&` or `||`" if joins else "`&&`, `||` or the end of the filter", _JOIN)


def odd_operator(reader: Reader, first: Token) -> Mistake:
    """Behind the operator that begins with `first` comes another one."""
    last, text = reader.peek(), reader.text
    written = text[first.position : last.end]
    meant = _ODD_MARKS.get("".join(written.split()), str(first.value))
    message = f"`{written[:20]}` is no operator"
    return Mistake("syntax", first.position, message, f"write {meant}", Edit(first.position, last.end, meant))
