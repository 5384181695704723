from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

from citeline.tools.docql.language.catalog import CONTEXTS, FUNCTIONS
from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.docql.tool import MAX_CHARS, docql_tool
from citeline.tools.handle import IndexHandle

from .fuzz import fuzz, random_queries
from .fuzz_index import asking, small_index


@pytest.fixture(scope="module")
def handle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexHandle]:
    with small_index(tmp_path_factory.mktemp("fuzz")) as opened:
        yield opened


def test_mutated_queries_give_a_result_or_an_error(handle: IndexHandle) -> None:
    outcomes = fuzz(1500, seed=2, run=asking(handle)).outcomes
    assert {"found", "nothing", "syntax", "name", "type"} <= set(outcomes)
    assert outcomes["found"] > 100


@pytest.mark.parametrize(
    "query", ['$.code.function("retry\0")', '$.content.chapter("\ud800")', '$.content.heading("in\0stal")', "in\0stal"]
)
def test_a_character_that_ends_texts_elsewhere_does_no_harm(query: str, handle: IndexHandle) -> None:
    asking(handle)(query)


@pytest.mark.parametrize(
    "example", [*(context.example for context in CONTEXTS), *(function.example for function in FUNCTIONS)]
)
def test_every_example_of_the_language_finds_something(example: str, handle: IndexHandle) -> None:
    assert handle.query(example).total


def test_what_is_to_be_asked_next_gives_something(handle: IndexHandle) -> None:
    examples = [*(context.example for context in CONTEXTS), *(function.example for function in FUNCTIONS)]
    offered: set[str] = set()
    for query in [*examples, *random_queries(1000, 5)]:
        with suppress(DocQLError):
            offered.update(handle.query(query).next)
    assert len(offered) > 50
    assert [query for query in offered if not handle.query(query).total] == []


def test_the_tool_answers_whatever_is_written(handle: IndexHandle) -> None:
    tool = docql_tool(handle)
    for query in random_queries(200, 3):
        assert 0 < len(tool.invoke({"query": query, "max_items": 200})) <= MAX_CHARS
