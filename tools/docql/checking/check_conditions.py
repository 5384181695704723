"""Checks a filter: every property is known, takes its operator, and is compared with a value of its type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ...documents.about import looks_like_date
from ..language.catalog import NOUNS, OPERATORS, PROPERTIES, PropertyInfo, PropertyType
from ..language.errors import DocQLError, Mistake, SwapTest, shorten
from ..language.patterns import compile_pattern, simpler
from ..language.plan import ItemKind
from ..language.printer import show
from ..language.syntax import (
    Condition,
    Constant,
    Filter,
    Listed,
    Not,
    Number,
    Operator,
    Regex,
    Test,
    Text,
    Value,
    with_tests,
)
from .names import nearest_property

_OLD_TYPES: Final[Mapping[str, tuple[str, ...]]] = {
    "Term": ("term",),
    "API": ("api",),
    "ClassEntity": ("class", "interface", "struct", "enum", "trait"),
    "FunctionEntity": ("function", "method"),
    "ConstructorEntity": ("constructor",),
}
"""Names of types in the language that ours continues; queries with them keep working."""
_NULL: Final = Constant(None)
_TEXT_OPERATORS: Final = frozenset({"contains", "startsWith", "endsWith"})
_ORDERS: Final = frozenset({">", ">=", "<", "<="})
_TYPES_IN_WORDS: Final[Mapping[PropertyType, str]] = {
    "text": "a text",
    "number": "a number",
    "date": "a date",
    "list": "a list of texts",
    "truth": "true or false",
    "any": "a value",
}


def check_filter(step: Filter, kind: ItemKind, query: str) -> Filter:
    """The filter with values in the one form that evaluation knows. Raises Mistake."""
    return with_tests(step, lambda test: _check_test(test, kind, query))


def _check_test(test: Test, kind: ItemKind, query: str) -> Condition:
    known = property_of(test, kind)
    if test.operator is None or test.value is None:
        return test
    if test.operator not in OPERATORS[known.type]:
        raise _wrong_operator(test, test.operator, known, kind)
    _check_value(test, test.operator, test.value, known)
    if test.operator == "=~":
        test = replace(test, value=_compiled(test, test.value, query))
    return _in_our_types(test) if known.name == "type" and kind == "entities" else test


def property_of(test: Test, kind: ItemKind) -> PropertyInfo:
    """What the test asks for. Raises Mistake when items of the kind have no such property."""
    name = test.path[0]
    found = next((known for known in PROPERTIES[kind] if known.name == name), None)
    if found is None and kind == "frontmatter":
        return PropertyInfo(".".join(test.path), "any", "", "…")
    if found is None:
        meant = nearest_property(name, kind)
        names = ", ".join(known.name for known in PROPERTIES[kind])
        hint = f"did you mean `{meant}`? properties: {names}" if meant else f"properties: {names}"
        fix = SwapTest(test, replace(test, path=(meant or PROPERTIES[kind][0].name,)))
        raise Mistake("name", test.position, f"{NOUNS[kind]} have no property `{shorten(name)}`", hint, fix)
    if len(test.path) > 1:
        message = (
            f"`{name}` of {NOUNS[kind]} is {_TYPES_IN_WORDS[found.type]} and has no property `{shorten(test.path[1])}`"
        )
        raise Mistake("name", test.position, message, f"ask for @.{name}", SwapTest(test, replace(test, path=(name,))))
    return found


def _wrong_operator(test: Test, operator: Operator, known: PropertyInfo, kind: ItemKind) -> Mistake:
    message = f"`{known.name}` of {NOUNS[kind]} is {_TYPES_IN_WORDS[known.type]}, which does not take `{operator}`"
    hint = f"`{known.name}` takes {' '.join(OPERATORS[known.type])}"
    if operator in _ORDERS and known.type == "text":
        meant: Operator = "contains"
    else:
        meant = "contains" if known.type == "list" else "=="
    value = test.value.values[0] if isinstance(test.value, Listed) else test.value
    if isinstance(value, (Regex, Constant)) or value is None:
        value = _sample(known)
    fix = SwapTest(test, replace(test, operator=meant, value=_as_type(value, known)))
    return Mistake("type", test.operator_position, message, hint, fix)


def _check_value(test: Test, operator: Operator, value: Value, known: PropertyInfo) -> None:
    if operator == "in":
        _check_list(test, value, known)
    elif operator == "=~":
        if not isinstance(value, (Regex, Text)):
            searched = Regex(simpler(_plain(value)))
            raise _wrong_value(test, value, known, "`=~` takes a pattern: /…/", replace(test, value=searched))
    elif isinstance(value, Regex):
        raise _wrong_value(test, value, known, "a pattern goes with =~", replace(test, operator="=~"))
    elif operator in {"==", "!="}:
        _check_equal(test, operator, value, known)
    elif operator in _TEXT_OPERATORS:
        if not isinstance(value, Text):
            meant = Text(_plain(value))
            raise _wrong_value(test, value, known, f"`{operator}` takes a text in quotes", replace(test, value=meant))
    elif known.type == "date" or (known.type == "any" and is_date(value)):
        if not is_date(value):
            hint = f'`{operator}` takes a date: "2026-01-31"'
            raise _wrong_value(test, value, known, hint, replace(test, value=_sample(known)))
    elif not isinstance(value, Number):
        meant_number = _as_type(value, PropertyInfo(known.name, "number", "", 1))
        raise _wrong_value(test, value, known, f"`{operator}` takes a number", replace(test, value=meant_number))


def _check_equal(test: Test, operator: Operator, value: Value, known: PropertyInfo) -> None:
    if isinstance(value, Constant) and value.value is None:
        return
    if isinstance(value, Listed):
        if known.type in {"list", "any"}:
            _check_list(test, value, known)
            return
        inside = replace(test, operator="in", value=value)
        meant: Condition = Not(inside) if operator == "!=" else inside
        raise _wrong_value(test, value, known, "one of several values is asked for with `in`", meant)
    if known.type == "list":
        meant = replace(test, operator="contains", value=_as_type(value, known))
        raise _wrong_value(test, value, known, "`contains` asks for one of its elements", meant)
    if not _fits(value, known.type):
        fixed = replace(test, value=_as_type(value, known))
        raise _wrong_value(
            test, value, known, f"compare it with {_TYPES_IN_WORDS[known.type]}: {show(fixed)}"[:100], fixed
        )


def _check_list(test: Test, value: Value, known: PropertyInfo) -> None:
    if not isinstance(value, Listed):
        element = value if _fits(value, _element(known.type)) else _as_type(value, known)
        meant = replace(test, value=Listed((element,)))
        raise _wrong_value(test, value, known, f"`in` takes a list: {show(meant)}"[:100], meant)
    wanted = _element(known.type)
    for element in value.values:
        if not _fits(element, wanted):
            fixed = tuple(
                each if _fits(each, wanted) else _as_type(each, known) for each in value.values if each != _NULL
            )
            hint = f"every value of the list has to be {_TYPES_IN_WORDS[wanted]}; null is asked for with == null"
            meant = replace(test, value=Listed(fixed or (_sample(known),)))
            raise _wrong_value(test, element, known, hint, meant)


def is_date(value: Value) -> bool:
    """A year, a month or a day."""
    return isinstance(value, Text) and looks_like_date(value.value)


def _element(type_: PropertyType) -> PropertyType:
    """What a list that the property is compared with holds."""
    return "text" if type_ == "list" else type_


def _fits(value: Value, type_: PropertyType) -> bool:
    match value:
        case Text():
            return type_ in {"text", "date", "any"}
        case Number():
            return type_ in {"number", "any"}
        case Constant(constant):
            return constant is not None and type_ in {"truth", "any"}
        case _:
            return False


def _wrong_value(test: Test, value: Value, known: PropertyInfo, hint: str, meant: Condition) -> Mistake:
    try:
        shown = shorten(show(value), 30)
    except ValueError:
        shown = "this value"
    message = f"`{known.name}` {'is ' + _TYPES_IN_WORDS[known.type] if known.type != 'any' else 'may be anything'}"
    message += f", and `{test.operator}` cannot compare it with {shown}"
    return Mistake("type", value.position or test.operator_position, message, hint, SwapTest(test, meant))


def _plain(value: Value) -> str:
    match value:
        case Text(text):
            return text
        case Regex(pattern):
            return simpler(pattern)
        case Listed(values):
            return _plain(values[0])
        case _:
            return show(value)


def _as_type(value: Value, known: PropertyInfo) -> Value:
    """The value, or one like it, as what the property is."""
    if _fits(value, _element(known.type)):
        return value
    if known.type == "number":
        return _number(value) or _sample(known)
    if known.type == "truth":
        return Constant(True)
    return Text(_plain(value)) if not isinstance(value, Constant) else _sample(known)


def _number(value: Value) -> Number | None:
    if not isinstance(value, Text) or not value.value.isascii() or not value.value.isdigit() or len(value.value) > 9:
        return None
    return Number(int(value.value))


def _sample(known: PropertyInfo) -> Value:
    return Text(known.sample) if isinstance(known.sample, str) else Number(known.sample)


def _compiled(test: Test, value: Value, query: str) -> Regex:
    """The pattern of `=~`, which may be written as a text."""
    assert isinstance(value, (Regex, Text))
    pattern = value if isinstance(value, Regex) else Regex(value.value, "", value.position)
    try:
        compile_pattern(pattern.pattern, pattern.flags, position=value.position, query=query)
    except DocQLError as error:
        fix = SwapTest(test, replace(test, value=Regex(simpler(pattern.pattern), pattern.flags)))
        raise Mistake("regex", error.position, error.message, error.hint, fix) from None
    return pattern


def _in_our_types(test: Test) -> Condition:
    if isinstance(test.value, Text) and test.value.value in _OLD_TYPES and test.operator in {"==", "!="}:
        listed = Listed(tuple(map(Text, _OLD_TYPES[test.value.value])), test.value.position)
        inside = replace(test, operator="in", value=listed)
        return Not(inside, test.position) if test.operator == "!=" else inside
    if isinstance(test.value, Listed):
        texts = [value.value for value in test.value.values if isinstance(value, Text)]
        names = [name for text in texts for name in _OLD_TYPES.get(text, (text,))]
        return replace(test, value=Listed(tuple(map(Text, names)), test.value.position))
    return test
