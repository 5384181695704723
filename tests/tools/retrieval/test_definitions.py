"""Definitions that a question names mark the chunks and, by them, the files."""

from math import sqrt
from pathlib import Path

import pytest

from citeline.indexing.reader import Index
from citeline.tools.question.read import read
from citeline.tools.retrieval.corpus import corpus_of
from citeline.tools.retrieval.definitions import CALLABLE_VALUE, IDENTIFIER, JOINED, TYPE_VALUE, match_definitions
from citeline.tools.retrieval.query import first_query

from . import trees


def by_path(index: Index, question: str, kind: str) -> dict[str, float]:
    corpus = corpus_of(index)
    kinds = trees.signals(index, first_query(index, read(question))).file_kinds
    return {corpus.documents[document].path: value for document, value in kinds[kind].items()}


def test_an_exact_name_marks_the_chunk_and_the_file_that_define_it(index: Index) -> None:
    corpus = corpus_of(index)
    assert by_path(index, "PaymentGateway", IDENTIFIER) == {"src/shop/payment.py": TYPE_VALUE}
    found = match_definitions(corpus, trees.asked("PaymentGateway")).kinds[IDENTIFIER].ids.tolist()
    assert [corpus.documents[corpus.document_of(chunk)].path for chunk in found] == ["src/shop/payment.py"]


def test_words_that_stand_together_may_name_one_definition(index: Index) -> None:
    question = "where is the best discount"
    assert by_path(index, question, JOINED) == {"src/shop/cart.py": pytest.approx(CALLABLE_VALUE)}
    assert not by_path(index, question, IDENTIFIER)


def test_a_name_that_two_files_define_says_less_about_each(tmp_path: Path, home: Path) -> None:
    tree = trees.write(tmp_path / "tree", {f"{name}.py": "def spread_thin():\n    pass\n" for name in "ab"})
    with trees.indexed(tree, home) as handle:
        found = match_definitions(corpus_of(handle.reader), trees.asked("spread_thin")).kinds[IDENTIFIER]
    assert found.values.tolist() == [pytest.approx(CALLABLE_VALUE / sqrt(2))] * 2
