"""A condition means the same in SQL and in Python, whatever stands in the rows."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citeline.indexing.stores.structure_reader import StructureReader
from citeline.tools.docql.evaluation import contexts
from citeline.tools.docql.evaluation.conditions import holds
from citeline.tools.docql.evaluation.corpus import Corpus
from citeline.tools.docql.evaluation.evaluate import evaluate
from citeline.tools.docql.evaluation.items import Item, items_of
from citeline.tools.docql.evaluation.selection import Selection
from citeline.tools.docql.language.catalog import OPERATORS, PROPERTIES, PropertyInfo
from citeline.tools.docql.language.plan import ContextName, ItemKind, Operation, Plan, Start
from citeline.tools.docql.language.syntax import (
    And,
    Call,
    Condition,
    Constant,
    Filter,
    Listed,
    Not,
    Number,
    Operator,
    Or,
    Regex,
    Text,
    Value,
)
from citeline.tools.docql.language.syntax import Test as PropertyTest

from .corpora import build_store, write_files

_ODD = [
    "",
    "%",
    "_",
    "\\",
    "'",
    '"',
    "''",
    "K",
    "k",
    "İ",
    "i",
    "ß",
    "SS",
    "é",
    "É",
    "\udce9",
    "e9",
    "00dce9",
    "中",
    "文章",
    "\n",
]
_PATTERNS = [".", "^$", "(?i)a", "[A-Z]", "é", "\\d+", "^.{3}$", "中|b", "e9", "%$"]
_FILES: dict[str, str | bytes] = {
    "a%b_c.md": "before\n# 100% _a_ 'q' \"r\" \\s\n## K kelvin İstanbul\n#\n## Straße ÉTÉ été\n# 中文章\n"
    "```Py\nK = 1\n```\n\n```\nfile\n```\n\n| a'b | % |\n|---|---|\n| 1 | 2 |\n\n"
    "[K%](x_y.md) [](#) [é](caf%C3%A9.md#中)\n",
    'it\'s "q".md': "[self](it's%20%22q%22.md) `K` `Kelvin`\n\n| É |\n|---|\n",
    "new\nline.md": "# new\n",
    "中/文.py": '"""Été."""\nclass K:\n    """100%."""\n\n    def k(self): return été(self)\n\ndef été(Kelvin): ...\n',
    "t.sql": "CREATE TABLE users (id INTEGER);\n",
    "data.json": '{"a_b": 1, "É": 2}\n',
    "d.csv": "a,É\n1,2\n",
    "x_y.md": "# x\n",
}
_UNDECODABLE = b"caf\xe9.py"
_STARTS: dict[ItemKind, tuple[ContextName, tuple[Operation, ...]]] = {
    "toc": ("toc", ()),
    "entities": ("entities", ()),
    "chunks": ("content.chunks", ()),
    "codeblocks": ("content.codeblock", ()),
    "tables": ("content.table", ()),
    "files": ("files", ()),
    "links": ("links", ()),
}
_NODES_OF_FILES = (Operation(Call("outline"), "$.files.outline()", "toc"),)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    folder = tmp_path_factory.mktemp("conditions") / "files"
    write_files(folder, _FILES)
    (folder / os.fsdecode(_UNDECODABLE)).write_text("class É: ...\n\n\ndef e9(): K()\n", encoding="utf-8")
    store = folder.with_name("structure.db")
    build_store(folder, store)
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE nodes SET page = start_line % 4 WHERE start_line % 3 = 0")
    with closing(StructureReader(store)) as structure:
        yield Corpus(structure, folder)


def _plan(kind: ItemKind, *filters: Condition, from_files: bool = False) -> Plan:
    name, operations = ("files", _NODES_OF_FILES) if from_files else _STARTS[kind]
    start = Start(name, "files" if from_files else kind, "$")
    return Plan(start, (*operations, *(Operation(Filter(part), "", kind) for part in filters)), "")


@cache
def _every(corpus: Corpus, kind: ItemKind) -> list[Item]:
    found = contexts.items(corpus, Start(_STARTS[kind][0], kind, "$"))
    assert isinstance(found, Selection)
    return items_of(found, corpus)


def _texts(values: list[Any]) -> st.SearchStrategy[str]:
    known = st.sampled_from(sorted({value for value in values if isinstance(value, str)} | set(_ODD)))
    parts = st.builds(lambda text, start, end: text[start : start + end], known, st.integers(0, 5), st.integers(0, 8))
    return st.one_of(known, parts, parts.map(str.upper), parts.map(str.lower), st.sampled_from(_ODD))


# Kept, as all of these are: building and checking a strategy anew for each example took most of the time.
@cache
def _values(corpus: Corpus, kind: ItemKind, known: PropertyInfo, operator: Operator) -> st.SearchStrategy[Value]:
    number = st.one_of(st.integers(-2, 12), st.floats(-1, 9, allow_nan=False), st.just(10**15)).map(Number)
    values = [item.get((known.name,)) for item in _every(corpus, kind)]
    single: st.SearchStrategy[Value] = number if known.type == "number" else _texts(values).map(Text)
    if operator == "=~":
        return st.builds(Regex, st.sampled_from(_PATTERNS), st.sampled_from(["", "i", "m", "s"]))
    if operator == "in":
        return st.lists(single, min_size=1, max_size=4).map(lambda found: Listed(tuple(found)))
    if operator in {"==", "!="}:
        return st.one_of(st.just(Constant(None)), single)
    return single


@st.composite
def _tests(draw: st.DrawFn, corpus: Corpus, kind: ItemKind) -> Condition:
    known = draw(st.sampled_from(PROPERTIES[kind]))
    operators: list[Operator | None] = [None, *OPERATORS[known.type]]
    operator = draw(st.sampled_from(operators))
    if operator is None:
        return PropertyTest((known.name,))
    return PropertyTest((known.name,), operator, draw(_values(corpus, kind, known, operator)))


@cache
def _conditions(corpus: Corpus, kind: ItemKind) -> st.SearchStrategy[Condition]:
    return st.recursive(
        _tests(corpus, kind),
        lambda inner: st.one_of(
            inner.map(Not),
            st.lists(inner, min_size=2, max_size=3).map(lambda parts: And(tuple(parts))),
            st.lists(inner, min_size=2, max_size=3).map(lambda parts: Or(tuple(parts))),
        ),
        max_leaves=4,
    )


def _places(items: list[Item] | tuple[Item, ...]) -> list[tuple[str, int, int | None]]:
    return [(item.path, item.line, item.node) for item in items]


@pytest.mark.parametrize("kind", _STARTS)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_sql_and_python_agree(kind: ItemKind, data: st.DataObject, corpus: Corpus) -> None:
    condition = data.draw(_conditions(corpus, kind))
    expected = [item for item in _every(corpus, kind) if holds(condition, item.get)]
    found = evaluate(corpus, _plan(kind, condition), limit=10_000)
    assert _places(found.items) == _places(expected)
    assert found.total == len(expected)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_they_agree_behind_other_steps(data: st.DataObject, corpus: Corpus) -> None:
    first, second = data.draw(_conditions(corpus, "toc")), data.draw(_conditions(corpus, "toc"))
    every = evaluate(corpus, _plan("toc", from_files=True), limit=10_000).items
    expected = [item for item in every if holds(first, item.get) and holds(second, item.get)]
    found = evaluate(corpus, _plan("toc", first, second, from_files=True), limit=10_000)
    assert _places(found.items) == _places(expected)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_long_condition_means_what_a_short_one_means(data: st.DataObject, corpus: Corpus) -> None:
    kind: ItemKind = data.draw(st.sampled_from(["toc", "entities", "files", "links"]))
    condition = data.draw(_tests(corpus, kind))
    short = evaluate(corpus, _plan(kind, condition), limit=10_000)
    for joined in (And, Or):
        found = evaluate(corpus, _plan(kind, joined((condition,) * 1_200)), limit=10_000)
        assert _places(found.items) == _places(short.items)
    many = evaluate(corpus, _plan(kind, *[condition] * 300), limit=10_000)
    assert _places(many.items) == _places(short.items)


def test_rows_are_odd_enough(corpus: Corpus) -> None:
    assert any("\udce9" in item.path for item in _every(corpus, "files"))
    assert {item.get(("page",)) for item in _every(corpus, "toc")} > {None, 2}
    assert {item.get(("kind",)) for item in _every(corpus, "links")} == {"anchor", "file", "internal"}
    assert {item.get(("type",)) for item in _every(corpus, "entities")} >= {"class", "method", "function", "table"}


def test_filters_of_both_meanings_are_joined(corpus: Corpus) -> None:
    code = PropertyTest(("code",), "contains", Text("k"))
    either = Or((code, PropertyTest(("language",), "==", Constant(None))))
    found = evaluate(corpus, _plan("codeblocks", either), limit=10)
    assert [item.line for item in found.items] == [7, 11]
    assert replace(found, items=()).total == 2
