"""The lexicon: Chinese questions become English words, and related words are found both ways."""

import pytest

from citeline.tools.retrieval.lexicon import read_lexicon, shipped_lexicon
from citeline.tools.retrieval.translation import translate

SMALL = read_lexicon(
    """
    # comment
    error, exception | 错误, 异常
    handle | 处理
    error handling | 错误处理   # longer entries win
    lonely
    """
)


def test_the_longest_chinese_word_wins() -> None:
    assert SMALL.to_english("错误处理") == "error handling"


def test_unknown_chinese_vanishes_and_identifiers_stay() -> None:
    assert SMALL.to_english("魑魅 Session.send 的异常") == "Session.send error"


def test_synonyms_are_the_other_words_of_the_concept() -> None:
    assert SMALL.synonyms("exception") == ["error"]
    assert SMALL.synonyms("lonely") == []
    assert SMALL.synonyms("unheard") == []


@pytest.mark.parametrize(
    ("chinese", "expected"),
    [
        ("路由是怎么注册的", ["route", "register"]),
        ("缓存在哪里失效", ["cache", "evict"]),
        ("依赖注入", ["dependency", "injection"]),
    ],
)
def test_the_shipped_lexicon_translates_common_questions(chinese: str, expected: list[str]) -> None:
    assert [word for word in expected if word in translate(chinese)["english"].split()] == expected


def test_the_shipped_lexicon_has_at_least_four_hundred_concepts() -> None:
    assert len(shipped_lexicon().concepts) >= 400


def test_an_english_question_is_its_own_translation() -> None:
    assert translate("where are routes registered")["english"] == "where are routes registered"


def test_a_question_that_the_lexicon_cannot_read_stands_as_it_is() -> None:
    assert translate("魑魅魍魉")["english"] == "魑魅魍魉"
