"""The features of a file: numbers that a person can check, and nothing that the weights do not know."""

import json
from importlib.resources import files
from math import log

import pytest

from citeline.indexing.reader import Index
from citeline.tools.retrieval.corpus import corpus_of
from citeline.tools.retrieval.features import FEATURES, Features, file_features
from citeline.tools.retrieval.ranking import candidate_files, feature_weights
from citeline.tools.retrieval.signals import term_weights

from . import trees

QUESTIONS = ("PaymentGateway", "where is the cart total computed", "router", "test of the total", "payment errors")


def features_of(index: Index, question: str) -> dict[str, Features]:
    corpus = corpus_of(index)
    query = trees.asked(question, *question.split())
    signals = trees.signals(index, query)
    weights = term_weights(corpus, query.analysis)
    table = file_features(corpus, query, weights, signals, candidate_files(signals))
    return {corpus.documents[document].path: features for document, features in table.items()}


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_feature_has_a_weight(index: Index, question: str) -> None:
    used = {name for features in features_of(index, question).values() for name in features}
    assert used <= set(feature_weights())


def test_the_shipped_weights_are_those_of_the_features_and_say_where_they_come_from() -> None:
    assert tuple(feature_weights()) == FEATURES
    assert len(set(FEATURES)) == 37
    told = json.loads(files("citeline.tools.retrieval").joinpath("weights.json").read_text("utf-8"))
    assert "fit_ranking" in told["source"] and told["embedding"] and told["date"]
    assert (
        told["cross-validated NDCG@10"]["chunks"] >= told["cross-validated NDCG@10"]["chunks, with the weights before"]
    )


@pytest.mark.parametrize(
    ("question", "path", "part", "synonym"),
    [
        ("routes of the web", "web/router.ts", 1.0, 1.0),  # `rout` begins `router`, and both are one concept
        ("trolley total", "src/shop/cart.py", 0.0, 0.0),  # the lexicon has no such word
        ("router", "web/router.ts", 0.0, 0.0),  # said by `stem_cov`
    ],
)
def test_a_file_called_by_a_form_of_a_word_or_its_synonym_says_so(
    index: Index, question: str, path: str, part: float, synonym: float
) -> None:
    found = features_of(index, question)[path]
    assert (found.get("stem_part", 0.0), found.get("stem_syn", 0.0)) == (part, synonym)


def test_a_file_called_like_the_question_says_so(index: Index) -> None:
    found = features_of(index, "router")
    router = found["web/router.ts"]
    assert (router["stem_eq"], router["stem_cov"], router["stem_q"]) == (1.0, 1.0, 1.0)
    handlers = found["web/handlers.ts"]
    assert "stem_eq" not in handlers
    assert handlers.get("stem_cov", 0.0) == 0.0


def test_a_definition_that_is_the_question_has_an_f1_of_one(index: Index) -> None:
    payment = features_of(index, "payment gateway")["src/shop/payment.py"]
    assert payment["def_f1"] == pytest.approx(1.0)
    assert payment["name_cov"] == pytest.approx(1.0)


def test_tests_are_marked_unless_they_are_asked_for(index: Index) -> None:
    assert features_of(index, "cart total")["tests/test_cart.py"]["is_test"] == 1.0
    assert features_of(index, "test of the cart total")["tests/test_cart.py"]["is_test"] == 0.0


def test_importers_are_counted_on_a_log_scale(index: Index) -> None:
    # payment.py and test_cart.py import cart.py.
    assert features_of(index, "cart total")["src/shop/cart.py"]["inimp"] == pytest.approx(log(3) / 4)


def test_normalised_features_stay_between_nought_and_one(index: Index) -> None:
    for features in features_of(index, "charge a card for the cart").values():
        for name in ("bm_max", "bm_top3", "bm_file", "emb_max", "emb_top3", "emb_hdr", "emb_file", "coh", "rrf"):
            assert 0 <= features.get(name, 0.0) <= 1


def test_no_candidates_have_no_features(index: Index) -> None:
    corpus = corpus_of(index)
    query = trees.asked("cart", "cart")
    weights = term_weights(corpus, query.analysis)
    assert file_features(corpus, query, weights, trees.signals(index, query), []) == {}
