"""Keywords widen level by level: the words asked, their parts and likes, related words."""

from typing import Any

import pytest

from citeline.indexing.reader import Index
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.state import Keywords, Queries
from citeline.tools.question.question import translate
from citeline.tools.question.read import read
from citeline.tools.retrieval.keywords import expand_keywords
from citeline.tools.retrieval.query import PART_WEIGHT, RELATED_WEIGHT, make_query


def expand(index: Index, question: str, level: int) -> Keywords:
    return expand_keywords(index, read(question), translate(read(question)), level=level)


def test_the_first_level_is_the_content_words_alone(index: Index) -> None:
    assert expand(index, "where is the CartTotal of a cart", 1) == {
        "exact": ["CartTotal", "cart"],
        "parts": [],
        "related": [],
    }


def test_the_second_level_adds_parts_of_identifiers(index: Index) -> None:
    found = expand(index, "CartTotal", 2)
    assert {"cart", "total"} <= set(found["parts"])
    assert found["related"] == []


def test_the_second_level_adds_names_like_a_word_that_the_corpus_lacks(index: Index) -> None:
    assert "checkout" in expand(index, "checkuot", 2)["parts"]
    assert expand(index, "router", 2)["parts"] == []


def test_the_third_level_adds_related_words(index: Index) -> None:
    assert expand(index, "error", 3)["related"] != []


def test_a_chinese_question_brings_its_english_words_and_itself(index: Index) -> None:
    exact = expand(index, "错误处理", 1)["exact"]
    assert exact[0] == "error" and exact[-1] == "错误处理"


def test_a_pasted_log_is_not_looked_up_word_by_word(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def suggest(self: Any, text: str, limit: int) -> list[str]:
        asked.append(text)
        return []

    monkeypatch.setattr(StructureReader, "suggest_names", suggest)
    expand(index, " ".join(f"zzqx{number}yyqx" for number in range(400)), 2)
    assert 0 < len(asked) < 20


def test_what_a_model_expects_is_searched_for_from_the_first_round_on(index: Index) -> None:
    queries: Queries = {**translate(read("how is a card charged")), "names": ["PaymentGateway"], "words": ["receipt"]}
    found = expand_keywords(index, read("how is a card charged"), queries, level=1)
    assert found["parts"] == ["PaymentGateway"] and found["related"] == ["receipt"]
    weights = make_query(read("how is a card charged"), queries, found).weights
    assert weights["payment"] == PART_WEIGHT and weights["receipt"] == RELATED_WEIGHT
