"""Numbers and slices count as in Python, whatever the items come from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citeline.tools.docql.evaluation.corpus import Corpus
from citeline.tools.docql.evaluation.items import Item
from citeline.tools.docql.query import query

from .corpora import corpus_of

_PROSE = "\n".join(
    f"{'#' * (number % 3 + 1)} Title {number % 5}\n\n[x{number}](#title-1)\n\n```py\n{number}\n```\n\n| a |\n|---|\n"
    for number in range(9)
)
_FILES = {
    "a.md": f"---\nn: 1\n---\n{_PROSE}",
    "b.md": f"---\nn: 2\n---\n{_PROSE}",
    "c.py": "\n".join(f"class C{number}:\n    def m(self): return C{number}()\n" for number in range(7)),
    "d.json": '{"a": [1, 2, 3, 4, 5]}',
}
_LISTS = (
    "$.toc[*]",
    "$.toc[?(@.level<3)]",
    '$.toc[?(@.title contains "1")].parents()',
    "$.entities",
    "$.code.classes.members()",
    '$.code.query("C")',
    '$.content.heading("title")',
    '$.content.grep("title [12]")',
    "$.content.chunks()",
    "$.content.chunks()[?(@.endLine>9)]",
    '$.content.chunks()[?(@.text contains "1")]',
    "$.content.codeblock",
    "$.content.table[?(@.rowCount==0)]",
    "$.files",
    "$.structure",
    "$.frontmatter",
    "$.links",
    '$.links[?(@.text!="x3")]',
)
_ENDS = st.none() | st.integers(-25, 25) | st.sampled_from([10**14, -(10**14)])


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    with corpus_of(tmp_path_factory.mktemp("selection"), _FILES) as corpus:
        yield corpus


def _places(corpus: Corpus, text: str) -> list[tuple[str, int, object]]:
    found = query(corpus, text, limit=1_000)
    assert found.total == len(found.items)
    return [_place(item) for item in found.items]


def _place(item: Item) -> tuple[str, int, object]:
    return item.path, item.line, item.node or item.values.get("pointer")


def _shown(end: int | None) -> str:
    return "" if end is None else str(end)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.sampled_from(_LISTS), start=_ENDS, stop=_ENDS)
def test_slices_count_as_in_python(text: str, start: int | None, stop: int | None, corpus: Corpus) -> None:
    assert _places(corpus, f"{text}[{_shown(start)}:{_shown(stop)}]") == _places(corpus, text)[start:stop]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.sampled_from(_LISTS), number=st.integers(-25, 25))
def test_a_number_is_the_item_at_that_place_or_nothing(text: str, number: int, corpus: Corpus) -> None:
    every = _places(corpus, text)
    expected = [every[number]] if -len(every) <= number < len(every) else []
    assert _places(corpus, f"{text}[{number}]") == expected


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(start=_ENDS, stop=_ENDS)
def test_right_behind_toc_they_count_roots(start: int | None, stop: int | None, corpus: Corpus) -> None:
    roots = [place for place in _places(corpus, "$.toc") if place not in _places(corpus, "$.toc.members()")]
    assert _places(corpus, f"$.toc[{_shown(start)}:{_shown(stop)}]") == roots[start:stop]


@pytest.mark.parametrize("text", _LISTS)
def test_what_is_shown_begins_as_the_whole_does(text: str, corpus: Corpus) -> None:
    every = _places(corpus, text)
    for limit in (1, 3, len(every)):
        found = query(corpus, text, limit=limit)
        whole = "structure" in text
        assert [_place(item) for item in found.items] == (every if whole else every[:limit])
        assert (found.total, found.truncated) == (len(every), not whole and limit < len(every))


@pytest.mark.parametrize("text", _LISTS)
def test_what_to_ask_next_gives_something(text: str, corpus: Corpus) -> None:
    for asked in (text, f"{text}[-1]", f"{text}[999]"):
        for following in query(corpus, asked).next:
            assert query(corpus, following).total, following


@pytest.mark.parametrize("text", _LISTS)
def test_every_result_can_be_printed(text: str, corpus: Corpus) -> None:
    printed = query(corpus, text).to_json()
    assert printed["total"] == printed["trace"][-1]["items"]
    assert (printed["kind"] == "empty") == (not printed["total"])


def test_the_trace_ends_with_what_there_is(corpus: Corpus) -> None:
    found = query(corpus, '$.toc[?(@.level<3)][?(@.title contains "1")][0:2].parents()')
    assert [traced.items for traced in found.trace] == [18, 12, 4, 2, 1]


def test_filters_may_stand_behind_each_other(corpus: Corpus) -> None:
    for context in ("$.files", "$.links"):
        whole = query(corpus, context).total
        assert query(corpus, context + "[?(@.path)]" * 25).total == whole
