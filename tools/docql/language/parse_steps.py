"""Reads a whole query: `$` and its steps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .errors import Edit, Mistake
from .lexer import Token, is_name
from .parse_conditions import read_condition, read_value
from .reader import MAX_LENGTH, MAX_STEPS, Reader, Row, misplaced, unexpected
from .syntax import Call, Filter, Index, Property, Query, Selector, Slice, Step, Tail, Value, Wildcard

CONTEXT_NAMES: Final = "toc, entities, content, code, files, structure, frontmatter, data, links"
"""What can stand behind `$.`; a test holds it equal to the catalog."""
_COMPARISONS: Final = ("==", "=", "!=", "~=", "=~", ">", ">=", "<", "<=")
_UNION: Final = re.compile(r"\[\s*-?\d+(?:\s*,\s*-?\d+)+\s*,?\s*\]")
_NAMES: Final = re.compile(r"""\[\s*(?:"[^"]*"|'[^']*')(?:\s*,\s*(?:"[^"]*"|'[^']*'))*\s*,?\s*\]""")
_QUOTED: Final = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_BEGINS: Final = f"a query begins with $ and a context: {CONTEXT_NAMES}"
_ALL: Final = f"contexts: {CONTEXT_NAMES}"
_A_STEP: Final = "a step is .name, .name(…) or [selector]"
_SELECTORS: Final = "selectors are [*], [n], [from:to] and [?(condition)]"
_START: Final[tuple[Row, ...]] = (
    ("NAME", _BEGINS, "+$."),
    ("@", _BEGINS, "=$"),
    (". [", _BEGINS, "+$"),
    ("", _BEGINS, ""),
)
_STEP: Final[tuple[Row, ...]] = (
    ("NAME", "write .{}", "+."),
    ("*", "all items are written [*]", "=[*]"),
    ("? @", 'conditions stand in [?(...)]: [?(@.name == "x")]', ""),
    ("&& || !", "conditions are joined inside of one filter: [?(a && b)]", ""),
    (") ] , :", _A_STEP, "="),
    ("", _A_STEP, ""),
)
_NAME: Final[tuple[Row, ...]] = (
    (".", "every context sees all levels already: $.toc[*], $.entities, $.code.functions", "="),
    ("*", "all items are written [*]", "<[*]"),
    ("[", "a selector needs no dot before it", "<["),
    ("NUMBER", "the n-th item is written [n], counted from 0", "<[{}]"),
    ("", _A_STEP, "<{}"),
)
_SELECTOR: Final[tuple[Row, ...]] = (
    ("NAME", "a filter is written [?(@.name …)]", "+?@."),
    ("REGEX", "a pattern stands in a filter: [?(@.name =~ /…/)]", "+?@.path =~ "),
    ("@ !", "a filter begins with ?: [?(@.name …)]", "+?"),
    ("(", _SELECTORS, "+?"),
    ("END ]", _SELECTORS, "+*"),
    ("", _SELECTORS, "="),
)
_SELECTOR_END: Final[tuple[Row, ...]] = (("* ! . = )", _SELECTORS, "="), ("", "type ]", "+]"))
_FROM_END: Final = re.compile(r"\(\s*@\s*\.\s*length\s*-\s*(\d+)\s*\)")


def no_start(reader: Reader) -> Mistake:
    """The query does not begin with `$`."""
    token = reader.peek()
    if token.kind == "end":
        fix = Edit(0, len(reader.text), "$.toc[*]")
        return Mistake("syntax", token.position, "the query is empty", _BEGINS, fix)
    return misplaced(reader, "`$`", _START)


def no_step(reader: Reader, steps: Sequence[Step]) -> Mistake:
    """What comes next begins no step."""
    token = reader.peek()
    if token.kind == "end":
        return Mistake("syntax", token.position, "`$` alone asks for nothing", _ALL, Edit(0, token.end, "$.toc"))
    if token.is_mark(*_COMPARISONS) and steps and isinstance(steps[-1], Property):
        return _bare_comparison(reader, steps[-1])
    return misplaced(reader, "`.` or `[`", _STEP)


def _bare_comparison(reader: Reader, step: Property) -> Mistake:
    """`$.toc.level == 1`."""
    operator = reader.peek()
    mistake = unexpected(reader, "`.` or `[`", f"properties are compared in a filter: [?(@.{step.name} …)]"[:100])
    reader.take()
    start = reader.peek().position
    try:
        read_value(reader)
    except Mistake:
        return mistake
    value = reader.text[start : reader.peek().position].rstrip()
    dot = reader.text.rfind(".", 0, step.position)
    test = f"[?(@.{step.name} {operator.value} {value})]"
    mistake.fix = Edit(dot, start + len(value), test)
    return mistake


def no_name(reader: Reader, dot: Token, steps: Sequence[Step]) -> Mistake:
    """A dot that no name follows."""
    token = reader.peek()
    if token.kind == "text" and is_name(str(token.value)):
        return unexpected(reader, "a name", "names need no quotes", Edit(token.position, token.end, str(token.value)))
    if steps or token.kind == "number" or token.is_mark(".", "["):
        return misplaced(reader, "a name", _NAME, dot)
    if token.is_mark("*"):
        hint = f"a context comes first: {CONTEXT_NAMES}"
        return unexpected(reader, "a name", hint, Edit(token.position, token.end, "toc[*]"))
    return unexpected(reader, "a context", _ALL, Edit(dot.end, dot.end, "toc"))


def no_selector(reader: Reader, opening: Token) -> Mistake:
    """What stands behind `[` is no selector."""
    token, text = reader.peek(), reader.text
    word = str(token.value).lower() if token.kind == "name" else ""
    if token.kind == "text":
        return _quoted_names(reader, opening)
    if token.kind == "number":
        whole = Edit(token.position, token.end, str(int(token.value)))
        return unexpected(reader, "a selector", "items are counted in whole numbers, from 0", whole)
    if word in {"first", "last"}:
        number = "0" if word == "first" else "-1"
        end = text.find("]", token.end)
        fix = Edit(token.position, end if end >= 0 else token.end, number)
        return unexpected(reader, "a selector", f"the {word} item is [{number}]", fix)
    if script := _FROM_END.match(text, token.position):
        fix = Edit(token.position, script.end(), f"-{script[1]}")
        return unexpected(reader, "a selector", f"counted from the end: [-{script[1]}]"[:60], fix)
    return misplaced(reader, "a selector", _SELECTOR)


def _quoted_names(reader: Reader, opening: Token) -> Mistake:
    """`["a"]` and `["a", "b"]`."""
    found = _NAMES.match(reader.text, opening.position)
    names = [double or single for double, single in _QUOTED.findall(found[0])] if found else []
    if len(names) > 1:
        hint = 'unions of names are written as a test: [?(@.name in ["a", "b"])]'
        if all(map(is_name, names)) and reader.text[: opening.position].strip() == "$":
            return unexpected(
                reader, "a selector", hint, Edit(opening.position, found.end() if found else 0, f".{names[0]}")
            )
        inner = reader.text[opening.position : found.end()] if found else ""
        fix = Edit(opening.position, opening.position + len(inner), f"[?(@.name in {inner})]")
        return unexpected(reader, "a selector", hint, fix)
    if found and not is_name(names[0]):
        test = f"[?(@{found[0]})]"
        fix = Edit(opening.position, found.end(), test)
        return unexpected(reader, "a selector", f"a key is asked for in a filter: {test}"[:100], fix)
    hint = "a name is reached with a dot: .name"
    dotted = Edit(opening.position, found.end(), f".{names[0]}") if found else None
    return unexpected(reader, "a selector", hint, dotted)


def second_part(reader: Reader, opening: Token) -> Mistake:
    """Behind a finished selector stands more than `]`."""
    token, text = reader.peek(), reader.text
    if token.is_mark(","):
        hint = "unions do not exist: take a slice [0:3] or a filter with || or `in`"
        union: Edit | None = None
        if found := _UNION.match(text, opening.position):
            numbers = [int(number) for number in re.findall(r"-?\d+", found[0])]
            union = Edit(opening.position, found.end(), f"[{min(numbers)}:{max(numbers) + 1 or ''}]")
        return unexpected(reader, "`]`", hint, union)
    if token.is_mark(":"):
        end = text.find("]", token.end)
        shorter = Edit(token.position, end, "") if end >= 0 else None
        return unexpected(reader, "`]`", "slices have no step: [from:to]", shorter)
    return misplaced(reader, "`]`", _SELECTOR_END)


def read_query(text: str) -> Query:
    """The tree of a query. Raises Mistake, which knows the steps in front of it."""
    if len(text) > MAX_LENGTH:
        message = f"the query has {len(text)} characters, and at most {MAX_LENGTH} are read"
        raise Mistake("syntax", MAX_LENGTH, message, "ask for less at once: `next` of a result leads on")
    reader, steps = Reader(text), list[Step]()
    try:
        _read_steps(reader, steps)
    except Mistake as mistake:
        mistake.before = tuple(steps)
        raise
    return Query(tuple(steps), text)


def _read_steps(reader: Reader, steps: list[Step]) -> None:
    if not reader.next_is("$"):
        raise no_start(reader)
    reader.take()
    while not steps or reader.peek().kind != "end":
        if len(steps) == MAX_STEPS:
            position = reader.peek().position
            hint = "a query that needs so many asks several questions"
            raise Mistake("syntax", position, f"there are more than {MAX_STEPS} steps", hint)
        steps.append(_step(reader, steps))
        if len(steps) == 1 and isinstance(steps[0], Property) and steps[0].name == "data":
            steps += _tail(reader)
            return


def _step(reader: Reader, steps: list[Step]) -> Step:
    token = reader.peek()
    if token.is_mark("["):
        reader.take()
        return _selector(reader, token)
    if not token.is_mark("."):
        raise no_step(reader, steps)
    reader.take()
    name = reader.peek()
    if name.kind != "name":
        raise no_name(reader, token, steps)
    reader.take()
    # `$.data` is the one step behind which no token may be read.
    if not steps and name.value == "data":
        return Property("data", name.position)
    if reader.next_is("("):
        return Call(str(name.value), _arguments(reader), name.position)
    return Property(str(name.value), name.position)


def _arguments(reader: Reader) -> tuple[Value, ...]:
    opening = reader.take()
    values: list[Value] = []
    with reader.deeper(opening):
        while not reader.next_is(")"):
            if values:
                reader.take()
            reader.count_value(reader.peek())
            values.append(read_value(reader))
            if reader.peek().kind in {"text", "number", "regex", "name"}:
                position = reader.peek().position
                raise unexpected(reader, "`,` or `)`", "commas stand between arguments", Edit(position, position, ","))
            if not reader.next_is(","):
                break
        reader.expect(")", "the arguments")
    return tuple(values)


def _selector(reader: Reader, opening: Token) -> Selector:
    token = reader.peek()
    if token.is_mark("*"):
        reader.take()
        selector: Selector = Wildcard(opening.position)
    elif token.is_mark("?"):
        reader.take()
        with reader.deeper(token):
            selector = Filter(read_condition(reader), opening.position)
    elif token.is_mark(":") or (token.kind == "number" and isinstance(token.value, int)):
        selector = _index_or_slice(reader, opening)
    else:
        raise no_selector(reader, opening)
    if not reader.next_is("]"):
        if not isinstance(selector, Filter) or reader.next_is(")"):
            raise second_part(reader, opening)
        reader.expect("]", "the filter")
    reader.take()
    return selector


def _index_or_slice(reader: Reader, opening: Token) -> Index | Slice:
    start = _whole(reader)
    if not reader.next_is(":"):
        assert start is not None
        return Index(start, opening.position)
    reader.take()
    return Slice(start, _whole(reader), opening.position)


def _whole(reader: Reader) -> int | None:
    token = reader.peek()
    if token.kind != "number":
        return None
    if not isinstance(token.value, int):
        fix = Edit(token.position, token.end, str(int(token.value)))
        raise unexpected(reader, "a whole number", "items are counted from 0, and from the end with -1", fix)
    reader.take()
    return token.value


def _tail(reader: Reader) -> tuple[Tail, ...]:
    text, position = reader.lexer.rest()
    if not text:
        return ()
    if text[0] not in ".[":
        hint = "behind $.data stands JSONPath: $.data.dependencies[*].name"
        fix = Edit(position, len(reader.text), "")
        raise Mistake("syntax", position, "`$.data` goes on with `.` or `[`", hint, fix)
    return (Tail(text, position),)
