"""A question in every form that the channels understand."""

from hypothesis import given
from hypothesis import strategies as st

from citeline.state import Keywords
from citeline.tools.question.clean import clean_question
from citeline.tools.question.question import translate
from citeline.tools.question.read import read
from citeline.tools.retrieval.query import PART_WEIGHT, RELATED_WEIGHT, make_query

KEYWORDS: Keywords = {"exact": ["retry"], "parts": ["attempt"], "related": ["repeat", "retry"]}


def test_added_words_weigh_less_than_the_words_asked() -> None:
    weights = make_query(read("retry"), translate(read("retry")), KEYWORDS).weights
    assert weights == {"retri": 1.0, "attempt": PART_WEIGHT, "repeat": RELATED_WEIGHT}


def test_a_word_asked_twice_weighs_two() -> None:
    alone: Keywords = {"exact": ["cache"], "parts": [], "related": []}
    assert make_query(read("cache of the cache"), translate(read("cache of the cache")), alone).weights == {"cach": 2.0}


def test_stop_words_alone_ask_for_nothing_unless_they_are_marked_as_code() -> None:
    nothing: Keywords = {"exact": [], "parts": [], "related": []}
    assert make_query(read("what is it"), translate(read("what is it")), nothing).is_blank
    assert not make_query(read("what is `get`"), translate(read("what is `get`")), nothing).is_blank
    assert not make_query(read("get()"), translate(read("get()")), nothing).is_blank


@given(st.text(st.characters(), max_size=200))
def test_a_clean_question_is_one_line_that_any_store_takes(text: str) -> None:
    cleaned = clean_question(text)
    cleaned.encode("utf-8")
    assert cleaned == clean_question(cleaned)
    assert not set(cleaned) & set("\n\r\t\0\x1b")


def test_lone_surrogates_vanish_and_control_characters_part_words() -> None:
    assert clean_question("a\x00b \udcff\n c") == "a b c"
