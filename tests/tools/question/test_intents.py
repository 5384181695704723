"""What a question asks for is read right often enough, in every language, on wordings that people have labelled."""

from typing import get_args

import pytest

from citeline.evals.research.intents import REVIEWED, accuracy, reviewed, vocabulary
from citeline.tools.question.intents import INTENTS, intent_chances, intents_of
from citeline.tools.question.read import read
from citeline.tools.question.vocabulary.language import Language

CASES = [case for name in REVIEWED for case in reviewed(name)]


def test_the_reviewed_questions_name_intents_and_languages_that_exist() -> None:
    assert {intent for case in CASES for intent in case.intents} <= set(INTENTS)
    assert len({case.text for case in CASES}) == len(CASES)


@pytest.mark.parametrize("language", get_args(Language))
def test_most_reviewed_questions_are_read_right(language: Language) -> None:
    right, of = accuracy(CASES)[language]
    assert right / of >= 7 / 8


def test_probabilities_sum_to_one() -> None:
    assert sum(intent_chances("who calls `send`?", "en").values()) == pytest.approx(1)


@pytest.mark.parametrize(
    "text",
    ["who calls flush_queue?", "who calls `Pool.acquire`?", "who calls send_all()?"],
)
def test_a_name_is_masked_whatever_its_shape(text: str) -> None:
    assert intents_of(text, "en")[0] == "callers"


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("What does `Cart.checkout` raise?", "error"),
        ("Which exceptions can `Cart.checkout` throw?", "error"),
        ("What does `charge` return?", "how"),
        ("What does `parse_args` accept?", "how"),
        ("What does `Cart.checkout` call?", "callees"),
        ("What uses `charge`?", "uses"),
    ],
)
def test_what_a_definition_does_is_not_who_is_tied_to_it(text: str, intent: str) -> None:
    assert intents_of(text, "en")[0] == intent


def test_of_several_sentences_the_one_that_asks_decides() -> None:
    text = "We keep a fork and cannot upgrade soon. Why is the lock taken twice?"
    assert intents_of(text, "en")[0] == "why"


@pytest.mark.parametrize("language", get_args(Language))
def test_the_weights_are_fitted_to_the_templates_as_they_are(language: Language) -> None:
    """Who adds a word to a template and forgets `make intents` changes nothing."""
    from citeline.tools.question.intents import _model

    assert vocabulary(language) == _model(language).known


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("where is exitOverride", "locate"),
        ("where's flush_queue?", "locate"),
        ("where is the function flush_queue", "locate"),
        ("wo ist exitOverride?", "locate"),
        ("où est exitOverride ?", "locate"),
        ("flush_queue used by?", "uses"),
        ("NewPool used by? (not tests)", "uses"),
        ("Cart.add usages", "uses"),
        ("Cart.add callers?", "callers"),
        ("flush_queue called from where", "callers"),
        ("Cart subclasses", "inherits"),
        ("flush_queue Aufrufer", "callers"),
        ("flush_queue usada por?", "uses"),
        ("flush_queue appelée par ?", "callers"),
        ("flush_queue 的调用者", "callers"),
        ("flush_queue 使用箇所", "uses"),
    ],
)
def test_a_name_with_the_words_of_a_relation_asks_for_its_far_ends(text: str, intent: str) -> None:
    """The model has only sentences: `used by?` was read as nothing in particular, and answered with the definition."""
    assert read(text).intents == (intent,)


@pytest.mark.parametrize("text", ["used by?", "is flush_queue used by the cart?", "what is flush_queue used for?"])
def test_any_other_word_leaves_a_relation_to_the_model(text: str) -> None:
    found = read(text)
    assert found.chances == intent_chances(text, found.language)
