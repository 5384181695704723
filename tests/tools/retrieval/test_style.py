"""Code, prose or both: told by what is close to the question."""

import pytest

from citeline.indexing.reader import Index
from citeline.tools.handle import IndexHandle
from citeline.tools.retrieval import style as module
from citeline.tools.retrieval.corpus import Corpus, corpus_of
from citeline.tools.retrieval.style import MIXED_SHARE, PROSE_SHARE, choose_style


def test_an_identifier_asks_about_code(index: Index) -> None:
    assert choose_style(index, "PaymentGateway.charge") == "code"


def test_an_empty_index_is_searched_as_code(empty: IndexHandle) -> None:
    assert choose_style(empty.reader, "where is the cart") == "code"


@pytest.mark.parametrize(
    ("prose", "style"),
    [
        (0.0, "code"),
        (MIXED_SHARE - 0.01, "code"),
        (MIXED_SHARE, "mixed"),
        (PROSE_SHARE - 0.01, "mixed"),
        (PROSE_SHARE, "prose"),
        (1.0, "prose"),
    ],
)
def test_the_share_of_prose_decides(index: Index, monkeypatch: pytest.MonkeyPatch, prose: float, style: str) -> None:
    corpus = corpus_of(index)
    documents = {kind: next(d for d in corpus.documents if corpus.is_prose(d) is kind) for kind in (True, False)}
    near = [(documents[True], prose), (documents[False], 1 - prose)]
    monkeypatch.setattr(module, "near_chunks", lambda signals, depth: near)
    assert choose_style(index, "anything") == style


@pytest.mark.parametrize(
    ("question", "style"),
    [
        ("how the cart chooses a discount", "code"),
        ("how to choose a discount", "prose"),
        ("how does a cart choose its discount", "mixed"),
        ("how can I choose a discount", "prose"),
        ("discount of a cart", "mixed"),
    ],
)
def test_who_words_it_as_a_statement_asks_how_the_code_does_it(
    index: Index, monkeypatch: pytest.MonkeyPatch, question: str, style: str
) -> None:
    corpus = corpus_of(index)
    documents = {kind: next(d for d in corpus.documents if corpus.is_prose(d) is kind) for kind in (True, False)}
    near = [(documents[True], 0.5), (documents[False], 0.5)]
    monkeypatch.setattr(module, "near_chunks", lambda signals, depth: near)
    assert choose_style(index, question) == style


@pytest.mark.parametrize("question", ["how are payments retried", "PaymentGateway", "the delay doubles"])
def test_a_search_chooses_the_style_that_is_chosen_for_a_run(handle: IndexHandle, question: str) -> None:
    assert handle.search(question).style == choose_style(handle.reader, question)


def test_prose_is_documents_and_plain_text(index: Index) -> None:
    corpus: Corpus = corpus_of(index)
    prose = {corpus.documents[number].path for number in corpus.documents if corpus.is_prose(number)}
    assert prose == {"README.md", "docs/guide.md"}
