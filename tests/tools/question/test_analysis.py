"""A question taken apart: what the ranker and the symbol channel believe that it names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.tools.question.analysis import analyse, asks_for_changes, asks_how_to, is_change_log, name_terms


def test_identifiers_keep_their_case_and_give_their_last_segment() -> None:
    assert analyse("what does Session.send() do").identifiers == ("Session.send", "send")


def test_adjacent_words_are_glued_because_they_may_name_one_symbol() -> None:
    assert "ratelimiter" in analyse("where is the rate limiter").joined


def test_a_stop_word_at_an_end_glues_nothing() -> None:
    assert "ofthe" not in analyse("body of the request").joined


def test_plural_words_also_match_singular_names() -> None:
    assert {"cookies", "cookie"} <= set(analyse("where are cookies stored").words)
    assert {"policies", "policy"} <= set(analyse("retry policies").words)


def test_a_term_counts_twice_at_most() -> None:
    assert analyse("cache cache cache cache").terms == {"cach": 2}


@pytest.mark.parametrize("question", ["Session", "get_user", "http.client.HTTPConnection", "std::vector", "app.handle"])
def test_a_bare_identifier_is_a_symbol_question(question: str) -> None:
    assert analyse(question).is_symbol


def test_a_mark_of_punctuation_hides_no_name() -> None:
    assert {"Session", "Session?"} <= set(analyse("Session?").identifiers)
    assert analyse("get()").identifiers == ("get",)


@pytest.mark.parametrize("question", ["session", "where is Session defined", "请求 Session"])
def test_words_and_sentences_are_not_symbol_questions(question: str) -> None:
    assert not analyse(question).is_symbol


def test_questions_about_tests_are_recognised_in_both_languages() -> None:
    assert analyse("which tests cover retries").about_tests
    assert analyse("重试的测试在哪里").about_tests
    assert not analyse("how is the latest version chosen").about_tests


def test_name_terms_leave_the_compound_out() -> None:
    assert name_terms("getUserName") == {"user", "name"}


@given(st.text(max_size=300))
def test_any_text_can_be_analysed(text: str) -> None:
    found = analyse(text)
    assert all(1 <= count <= 2 for count in found.terms.values())


@pytest.mark.parametrize("question", ["what changed in 3.0", "which version added retries", "最新版本有什么变更？"])
def test_questions_about_changes_are_told_from_others(question: str) -> None:
    assert asks_for_changes(question)
    assert not asks_for_changes("how are retries configured")


def test_questions_about_one_record_of_a_release_may_be_answered_from_it() -> None:
    assert asks_for_changes("When does PR-4827 ship?") and asks_for_changes("what does issue #12 say")


def test_change_logs_are_known_by_name() -> None:
    assert all(map(is_change_log, ["CHANGES.rst", "docs/release-notes.md", "History.md", "changelog/1.md"]))
    assert not any(map(is_change_log, ["src/changeset.py", "docs/guide.md", "exchange.md"]))


@pytest.mark.parametrize(
    "question",
    [
        "how to set a proxy",
        "How do I run the tests?",
        "what are the rules for contributing",
        "what is the license",
        "what do the docs say about budgets",
        "which Python versions are supported",
        "如何安装？",
        "贡献的规则是什么",
    ],
)
def test_who_wants_to_do_something_is_recognised(question: str) -> None:
    assert asks_how_to(question)


@pytest.mark.parametrize(
    "question", ["how is a cookie signed", "how does routing work", "路由是如何注册的", "what is Flask"]
)
def test_who_wants_to_know_how_something_works_is_told_from_them(question: str) -> None:
    assert not asks_how_to(question)
