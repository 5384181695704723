"""SQL is no query; whoever writes it is told how to ask."""

from __future__ import annotations

import pytest

from citeline.tools.docql.checking.check import plan
from citeline.tools.docql.from_sql import notes_on_sql
from citeline.tools.docql.parser import parse


@pytest.mark.parametrize(
    ("sql", "query"),
    [
        ("select * from toc", "$.toc"),
        ("SELECT title FROM headings WHERE level = 1;", "$.toc[?(@.level==1)]"),
        ("select * from functions where name like 'get%' limit 3", '$.code.functions[?(@.name startsWith "get")][0:3]'),
        ("select a, b from classes where nam <> 'x' or line>=3", '$.code.classes[?(@.name!="x" || @.line>=3)]'),
        ("select * from links where kind='web' order by text", '$.links[?(@.kind=="web")]'),
        ("select * from things where (select 1)", '$.entities[?(@.type=="class")]'),
    ],
)
def test_a_select_is_answered_with_a_query_that_can_be_asked(sql: str, query: str) -> None:
    (note,) = notes_on_sql(sql)
    assert note.endswith(f"is written like {query}")
    plan(parse(query))


@pytest.mark.parametrize(
    "text", ["select the best from all", "from x select", "selector", "", "select * from " + "x" * 400]
)
def test_words_that_are_no_sql_are_left_alone(text: str) -> None:
    assert notes_on_sql(text) == ()
