"""Reads a whole query: `$` and its steps."""

from __future__ import annotations

from .errors import Edit, Mistake
from .lexer import Token
from .parse_conditions import read_condition, read_value
from .reader import MAX_LENGTH, MAX_STEPS, Reader, unexpected
from .step_habits import no_name, no_selector, no_start, no_step, second_part
from .syntax import Call, Filter, Index, Property, Query, Selector, Slice, Step, Tail, Value, Wildcard


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
