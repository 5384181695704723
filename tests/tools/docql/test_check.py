from __future__ import annotations

import pytest

from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.docql.language.plan import Plan
from citeline.tools.docql.language.printer import show
from citeline.tools.docql.language.syntax import Filter, Index, Property, Query, Regex
from citeline.tools.docql.language.syntax import Test as PropertyTest
from citeline.tools.docql.parser import parse, plan


def plan_of(text: str) -> Plan:
    return plan(parse(text))


def starts(text: str) -> tuple[str, str, str, str, int]:
    start = plan_of(text).start
    return start.context, start.kind, start.argument, start.flags, start.level


@pytest.mark.parametrize(
    ("query", "start"),
    [
        ("$.toc", ("toc", "toc", "", "", 0)),
        ("$.entities[0]", ("entities", "entities", "", "", 0)),
        ("$.content.codeblock()", ("content.codeblock", "codeblocks", "", "", 0)),
        ("$.content.table", ("content.table", "tables", "", "", 0)),
        ('$.content.heading("a b")', ("content.heading", "chunks", "a b", "", 0)),
        ('$.content.grep("a|b")', ("content.grep", "chunks", "a|b", "", 0)),
        ("$.content.grep(/a|b/s)", ("content.grep", "chunks", "a|b", "s", 0)),
        ('$.content.chapter("#a")', ("content.chapter", "chunks", "#a", "", 0)),
        ('$.content.h3("k")', ("content.headings", "toc", "k", "", 3)),
        ("$.content.h1()", ("content.headings", "toc", "", "", 1)),
        ("$.content.all()", ("content.chunks", "chunks", "", "", 0)),
        ("$.code.methods[*]", ("code.functions", "entities", "", "", 0)),
        ('$.code.method("x")', ("code.function", "chunks", "x", "", 0)),
        ('$.code.class("*")', ("code.classes", "entities", "", "", 0)),
        ('$.code.function("")', ("code.functions", "entities", "", "", 0)),
        ('$.code.query("*")', ("code.chunks", "chunks", "", "", 0)),
        ('$.code.query("k")', ("code.query", "chunks", "k", "", 0)),
        ("$.data", ("data", "data", "$", "", 0)),
        ("$.data.a[*].b", ("data", "data", "$.a[*].b", "", 0)),
        ("$.data [0]", ("data", "data", "$[0]", "", 0)),
    ],
)
def test_starts(query: str, start: tuple[str, str, str, str, int]) -> None:
    assert starts(query) == start


def test_steps_are_shown_up_to_each_of_them() -> None:
    planned = plan_of("$.code.class('A') . members() [?@.name = 'b'][0].source()")
    assert planned.start.step == '$.code.class("A")'
    assert [operation.step for operation in planned.operations] == [
        '$.code.class("A").members()',
        '$.code.class("A").members()[?(@.name=="b")]',
        '$.code.class("A").members()[?(@.name=="b")][0]',
        '$.code.class("A").members()[?(@.name=="b")][0].source()',
    ]
    assert [operation.kind for operation in planned.operations] == ["entities", "entities", "entities", "chunks"]


def test_members_and_parents_of_headings_are_headings() -> None:
    kinds = [operation.kind for operation in plan_of("$.toc.members().parents().references()").operations]
    assert kinds == ["toc", "toc", "entities"]


@pytest.mark.parametrize(
    "query",
    [
        "$.structure.tree()",
        "$.structure.flat()",
        "$.files.outline().source()",
        "$.content.table.source()",
        '$.content.heading("x").references()',
        '$.frontmatter[?(@.tags contains "x" && @.author.name && @.draft == true && @.weight > 1)]',
        '$.frontmatter[?(@.tags == ["a", 1, true])]',
        "$.toc[?(@.page == null || @.page != null)]",
        '$.content.table[?(@.headers == ["a", "b"])]',
        "$.files[?(@.size in [1, 2.5])]",
    ],
)
def test_what_makes_sense(query: str) -> None:
    plan_of(query)


def condition_of(text: str) -> str:
    operation = plan_of(text).operations[-1]
    assert isinstance(operation.syntax, Filter)
    return show(operation.syntax.condition)


def test_a_text_behind_a_pattern_operator_becomes_a_pattern() -> None:
    operation = plan_of('$.toc[?(@.title =~ "a/b")]').operations[0]
    assert operation.syntax == Filter(PropertyTest(("title",), "=~", Regex("a/b")))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('@.type=="API"', '@.type in ["api"]'),
        ('@.type!="ClassEntity"', '!@.type in ["class", "interface", "struct", "enum", "trait"]'),
        ('@.type in ["FunctionEntity", "term"]', '@.type in ["function", "method", "term"]'),
        ('@.name=="API"', '@.name=="API"'),
        ('@.type=="class"', '@.type=="class"'),
    ],
)
def test_types_of_entities_by_their_former_names(written: str, meant: str) -> None:
    assert condition_of(f"$.entities[?({written})]") == meant


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("$.tok", "name"),
        ("$[0]", "name"),
        ("$.toc[?(@.tile)]", "name"),
        ("$.toc.callers()", "name"),
        ("$.toc[?(@.title > 3)]", "type"),
        ('$.content.heading("x", "y")', "type"),
        ("$.toc[?(@.title =~ /(/)]", "regex"),
        ('$.toc[?(@.title =~ "(")]', "regex"),
        ('$.content.grep("(")', "regex"),
        ('$.content.grep("\udc80")', "regex"),
    ],
)
def test_kinds_of_errors(query: str, kind: str) -> None:
    with pytest.raises(DocQLError) as caught:
        plan_of(query)
    assert caught.value.kind == kind
    assert caught.value.query == query


def test_a_tree_that_nobody_wrote_is_shown_in_its_error() -> None:
    with pytest.raises(DocQLError) as caught:
        plan(Query((Property("toc"), Index(0), Property("titel"))))
    assert caught.value.query == "$.toc[0].titel"
    assert caught.value.example == "$.toc[0][?(@.title)]"
