"""Code, prose or both: told by what is close to the question."""

import pytest

from citeline.indexing.reader import Index
from citeline.state import Style
from citeline.tools.handle import IndexHandle
from citeline.tools.question.read import read
from citeline.tools.retrieval import style as module
from citeline.tools.retrieval.corpus import Corpus, corpus_of
from citeline.tools.retrieval.query import first_query
from citeline.tools.retrieval.style import MIXED_SHARE, PROSE_SHARE, style_of

from . import trees


def style(index: Index, question: str) -> Style:
    query = first_query(index, read(question))
    return style_of(corpus_of(index), query, trees.signals(index, query))


def whole(index: Index) -> Corpus:
    """The corpus with all of its documents, whatever was read of them before."""
    corpus = corpus_of(index)
    corpus.read_documents([one.id for path in index.structure.paths() if (one := index.structure.document(path))])
    return corpus


def one_of_each(index: Index) -> dict[bool, int]:
    """A document of prose and one of code."""
    corpus = whole(index)
    return {kind: next(one for one in corpus.documents if corpus.is_prose(one) is kind) for kind in (True, False)}


def test_an_identifier_asks_about_code(index: Index) -> None:
    assert style(index, "PaymentGateway.charge") == "code"


def test_an_empty_index_is_searched_as_code(empty: IndexHandle) -> None:
    assert style(empty.reader, "where is the cart") == "code"


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        (0.0, "code"),
        (MIXED_SHARE - 0.01, "code"),
        (MIXED_SHARE, "mixed"),
        (PROSE_SHARE - 0.01, "mixed"),
        (PROSE_SHARE, "prose"),
        (1.0, "prose"),
    ],
)
def test_the_share_of_prose_decides(index: Index, monkeypatch: pytest.MonkeyPatch, prose: float, expected: str) -> None:
    documents = one_of_each(index)
    near = [(documents[True], prose), (documents[False], 1 - prose)]
    monkeypatch.setattr(module, "near_chunks", lambda signals, depth: near)
    assert style(index, "anything") == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how the cart chooses a discount", "mixed"),
        ("how to choose a discount", "prose"),
        ("how does a cart choose its discount", "mixed"),
        ("how can I choose a discount", "prose"),
        ("which discounts are there", "prose"),
        ("discount of a cart", "mixed"),
    ],
)
def test_who_asks_how_to_do_something_or_what_there_is_is_answered_from_guides(
    index: Index, monkeypatch: pytest.MonkeyPatch, question: str, expected: str
) -> None:
    documents = one_of_each(index)
    near = [(documents[True], 0.5), (documents[False], 0.5)]
    monkeypatch.setattr(module, "near_chunks", lambda signals, depth: near)
    assert style(index, question) == expected


@pytest.mark.parametrize("question", ["how are payments retried", "PaymentGateway", "the delay doubles"])
def test_a_search_is_ranked_in_the_style_of_what_its_channels_find(handle: IndexHandle, question: str) -> None:
    assert handle.search(question).style == style(handle.reader, question)


def test_prose_is_documents_and_plain_text(index: Index) -> None:
    corpus = whole(index)
    prose = {corpus.documents[number].path for number in corpus.documents if corpus.is_prose(number)}
    assert prose == {"README.md", "docs/guide.md"}


@pytest.mark.parametrize(
    ("question", "expected"), [("how do I choose a discount", "mixed"), ("how does a cart choose a discount", "code")]
)
def test_documents_are_read_beside_code_that_crowds_them_out_where_somebody_wants_to_do_something(
    index: Index, monkeypatch: pytest.MonkeyPatch, question: str, expected: str
) -> None:
    near = [(one_of_each(index)[False], 1.0)]
    monkeypatch.setattr(module, "near_chunks", lambda signals, depth: near)
    assert style(index, question) == expected
