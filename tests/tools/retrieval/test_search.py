"""From a question to hits, whatever the question is."""

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from citeline.indexing.stores.overlay import DELTA_NAME
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.tools.handle import IndexHandle
from citeline.tools.question.clean import MAX_QUESTION
from citeline.tools.retrieval import ranking, search
from citeline.tools.retrieval.query import SearchQuery

from . import trees


@pytest.mark.parametrize("question", ["", "   ", "what is it", "🦊", "\x00\x1b", "\udcff", "`\udcff`", "?!"])
def test_a_question_without_content_finds_nothing(handle: IndexHandle, question: str) -> None:
    result = handle.search(question)
    assert (result.hits, result.query) == ((), question)


@pytest.mark.parametrize("question", ["cart", "where is the cart"])
def test_an_empty_index_finds_nothing(empty: IndexHandle, question: str) -> None:
    assert empty.search(question).hits == ()


@pytest.mark.parametrize("question", ["where is the number returned", "`get`", "get()", "answer"])
def test_an_index_of_one_chunk_finds_it(tmp_path: Path, home: Path, question: str) -> None:
    tree = trees.write(tmp_path / "tree", {"a.py": "def get():\n    return 42\n"})
    with trees.indexed(tree, home) as handle:
        assert trees.paths(handle, question) == ["a.py"]


def test_only_the_beginning_and_the_end_of_a_huge_question_count(
    handle: IndexHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[SearchQuery] = []

    def rank_files(index: object, query: SearchQuery, signals: object, *, limit: int) -> list[object]:
        asked.append(query)
        return []

    monkeypatch.setattr(search, "rank_files", rank_files)
    question = "cart " * 20_000
    result = handle.search(question)
    assert result.query == question
    assert MAX_QUESTION - 10 < len(asked[0].question.text) <= MAX_QUESTION


@pytest.mark.parametrize(
    ("english", "chinese", "path"),
    [
        ("where is the router", "路由在哪里", "web/router.ts"),
        ("payment errors", "支付错误", "src/shop/errors.py"),
        ("PaymentGateway", "PaymentGateway 在哪里定义", "src/shop/payment.py"),
    ],
)
def test_a_chinese_question_finds_the_file_of_its_english_form(
    handle: IndexHandle, english: str, chinese: str, path: str
) -> None:
    assert trees.paths(handle, english)[0] == trees.paths(handle, chinese)[0] == path


def test_chinese_text_is_found_in_chinese(handle: IndexHandle) -> None:
    assert "退款在七天内完成" in handle.search("退款需要几天").hits[0].chunk.text


def test_the_same_question_gives_the_same_hits_from_many_threads(handle: IndexHandle) -> None:
    questions = ["cart total", "PaymentGateway", "退款", "how are payments retried", "router"] * 4
    alone = {question: [hit.chunk.id for hit in handle.search(question).hits] for question in questions}
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda question: [hit.chunk.id for hit in handle.search(question).hits], questions))
    assert together == [alone[question] for question in questions]


def test_a_hit_is_printed_with_its_place_and_its_reasons(handle: IndexHandle) -> None:
    result = handle.search("PaymentGateway", top_k=1).to_json()
    (hit,) = result["hits"]
    assert (hit["path"], hit["language"]) == ("src/shop/payment.py", "python")
    assert hit["channels"]["lexical"] == 1
    assert hit["features"]["def_ident"] == 1.0
    assert all(hit["features"].values())
    assert set(hit["features"]) & set(ranking.feature_weights())
    assert set(result["timings_ms"]) == {"understand", "find", "rank"}


@pytest.mark.parametrize("refreshed", [False, True])
def test_a_first_search_reads_no_table_from_end_to_end(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch, refreshed: bool
) -> None:
    """A fresh process would pay for every file of a large tree before its first hit."""
    files = {f"shop/part{n}.py": f"import part{n + 1}\n\n\ndef basket_{n}(item):\n    return item\n" for n in range(30)}
    tree = trees.write(tmp_path / "tree", files)
    handle = trees.indexed(tree, home)
    if refreshed:
        trees.write(tree, {"shop/part3.py": "import part4\n\n\ndef basket_3(item):\n    # a word\n    return item\n"})
        handle = trees.indexed(tree, home)
        assert (handle.reader.location.generations / handle.reader.generation / DELTA_NAME).exists()
    plans: list[tuple[str, str]] = []
    plainly = StructureReader.rows

    def rows(reader: StructureReader, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        plan = plainly(reader, f"EXPLAIN QUERY PLAN {sql}", parameters)
        plans.extend((sql, row[3]) for row in plan)
        return plainly(reader, sql, parameters)

    monkeypatch.setattr(StructureReader, "rows", rows)
    with handle:
        assert trees.paths(handle, "which part has the basket of item 3")
    # A view's base table is called `b`; what has changed since is small.
    whole = re.compile(r"SCAN (?:b|documents|chunks|path_words|edges|terms)\b")
    assert plans and not [sql for sql, step in plans if whole.match(step) and "LIMIT" not in sql]
