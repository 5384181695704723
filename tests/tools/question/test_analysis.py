"""A question taken apart: what the ranker and the symbol channel believe that it names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.text import name_terms
from citeline.tools.question.analysis import analyse, is_change_log


def test_identifiers_keep_their_case_and_give_their_last_segment() -> None:
    assert analyse("what does Session.send() do").identifiers == ("Session.send", "send")


def test_what_an_apostrophe_joins_is_no_word() -> None:
    """`can't` looked for pieces with `t`, and `runTest's` for no name at all."""
    read = analyse("why can’t I set runTest's timeout")
    assert read.terms.keys() == {"set", "run", "test", "runtest", "timeout"}
    assert read.identifiers == ("runTest",)


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


def test_name_terms_leave_the_compound_out() -> None:
    assert name_terms("getUserName") == {"user", "name"}


@given(st.text(max_size=300))
def test_any_text_can_be_analysed(text: str) -> None:
    found = analyse(text)
    assert all(1 <= count <= 2 for count in found.terms.values())


def test_change_logs_are_known_by_name() -> None:
    """Whoever asks what is, is answered by what was, where a log is taken for a page."""
    logs = ["CHANGES.rst", "docs/release-notes.md", "History.md", "changelog/1.md", "src/changes/changes.xml", "NEWS"]
    logs += ["docs/versionhistory.rst", "doc/tool_changelog.txt", "docs/changelogs/changelog_3x.md", "ChangeLog-old.md"]
    logs += [
        "docs/content/2013-news.md",
        "docs/whats-new.md",
        "changelog.d/403.fixed.md",
        "CHANGES-2.1",
        "CHANGELOG.zh-CN.md",
        "CHANGES.1.0.md",
    ]
    assert all(map(is_change_log, [*logs, "HISTORY-archive.md", "debian/changelog.Debian.gz", "changelog-en-US.md"]))
    pages = ["docs/guide.md", "exchange.md", "docs/history-and-values.md", ".github/require-changelog-for-prs.yml"]
    code = ["src/changeset.py", "src/newsletter.py", "packages/auto-changelog/src/cli.py", "src/audit-changelog.ts"]
    assert not any(map(is_change_log, [*pages, *code, "docs/conversion-history.md"]))
