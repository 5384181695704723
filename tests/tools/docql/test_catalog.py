from __future__ import annotations

from typing import get_args

import pytest

from citeline.tools.docql.checking.names import habits_of, nearest_property
from citeline.tools.docql.language.catalog import (
    CONTEXTS,
    FUNCTIONS,
    NOUNS,
    OPERATORS,
    PROPERTIES,
    ArgumentKind,
    PropertyType,
    context_names,
    functions_on,
    members_of,
)
from citeline.tools.docql.language.parse_steps import CONTEXT_NAMES
from citeline.tools.docql.language.plan import FUNCTIONS_OF_ITEMS, ContextName, ItemKind
from citeline.tools.docql.language.printer import show
from citeline.tools.docql.language.syntax import Filter, Listed, Number, Operator, Query, Regex, Text, Value
from citeline.tools.docql.language.syntax import Test as PropertyTest
from citeline.tools.docql.parser import parse, plan
from citeline.tools.documents.about import looks_like_date

from .fuzz import starts_of

EXAMPLES = [entry.example for entry in CONTEXTS] + [entry.example for entry in FUNCTIONS]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_right_and_canonical(example: str) -> None:
    query = parse(example)
    plan(query)
    assert show(query) == example


def test_every_context_of_a_plan_is_in_the_tables() -> None:
    assert {entry.name for entry in CONTEXTS} | {entry.context for entry in FUNCTIONS if entry.context} == set(
        get_args(ContextName)
    ) - {"code.chunks"}  # which `$.code.query("*")` is


def test_every_function_of_items_is_in_the_tables() -> None:
    assert {entry.name for entry in FUNCTIONS if entry.context is None} == set(get_args(FUNCTIONS_OF_ITEMS))


def test_kinds_have_properties_and_receivers_exist() -> None:
    kinds = set(get_args(ItemKind))
    assert set(PROPERTIES) == kinds
    assert {receiver for entry in FUNCTIONS for receiver in entry.on} <= kinds | {"content", "code"}
    assert all(any(known.name == "path" and known.type == "text" for known in PROPERTIES[kind]) for kind in kinds)


def test_rows_of_the_catalog_have_types_and_arguments_that_exist() -> None:
    known = {known.type for properties in PROPERTIES.values() for known in properties}
    assert known <= set(get_args(PropertyType)) and set(OPERATORS) == set(get_args(PropertyType))
    assert {entry.argument for entry in FUNCTIONS} == set(get_args(ArgumentKind))
    assert {entry.kind for entry in CONTEXTS} | {entry.kind for entry in FUNCTIONS} <= set(NOUNS) == set(PROPERTIES)


def test_messages_list_the_contexts_of_the_catalog() -> None:
    assert ", ".join(context_names()) == CONTEXT_NAMES


def test_habits_lead_to_names_that_exist() -> None:
    for branch in ("content", "code"):
        members = {name.partition("(")[0] for name in members_of(branch)}
        meanings = set(habits_of("members", branch).values())
        assert meanings and meanings <= members
    for meant in habits_of("contexts").values():
        branch, _, member = meant.partition(".")
        assert branch in context_names()
        assert not member or member in {name.partition("(")[0] for name in members_of(branch)}
    assert set(habits_of("steps").values()) <= set(get_args(FUNCTIONS_OF_ITEMS))


@pytest.mark.parametrize(
    ("kind", "written", "meant"),
    [
        ("toc", "lineNumber", "line"),
        ("toc", "heading", "title"),
        ("entities", "qualified_name", "qualifiedName"),
        ("entities", "end_line", "endLine"),
        ("tables", "row_count", "rowCount"),
        ("files", "ext", "extension"),
        ("links", "href", "target"),
        ("codeblocks", "page_number", "page"),
        ("links", "page_number", None),
        ("files", "zzzz", None),
    ],
)
def test_properties_by_their_names_elsewhere(kind: ItemKind, written: str, meant: str | None) -> None:
    assert nearest_property(written, kind) == meant


def _value(operator: Operator, sample: str | int) -> Value:
    plain: Value = Text(sample) if isinstance(sample, str) else Number(sample)
    if operator == "=~":
        return Regex("a")
    if operator in {">", ">=", "<", "<="}:
        return plain if isinstance(sample, str) and looks_like_date(sample) else Number(1)
    return Listed((plain,)) if operator == "in" else plain


@pytest.mark.parametrize("kind", [kind for kind in get_args(ItemKind) if kind != "data"])
def test_every_property_takes_the_operators_of_its_type(kind: ItemKind) -> None:
    steps = parse(starts_of(kind)[0]).steps
    for known in PROPERTIES[kind]:
        for operator in OPERATORS[known.type]:
            value = _value(operator, known.sample)
            if known.type == "list" and operator in {"==", "!="}:
                value = Listed((value,))
            plan(Query((*steps, Filter(PropertyTest((known.name,), operator, value)))))


def test_functions_know_what_they_apply_to() -> None:
    assert [function.name for function in functions_on("structure")] == ["tree", "flat"]
    assert [function.name for function in functions_on("files")] == ["members", "references", "source", "outline"]
