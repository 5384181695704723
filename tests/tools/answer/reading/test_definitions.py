"""Who asks what something is gets the sentence that says so, and none that only has the word."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.text import terms
from citeline.tools.answer.reading.definitions import shares_defined
from citeline.tools.answer.reading.lines import read_lines

PLAIN = {
    "A handle is a long-lived object.": "handle",
    "*Ownership* is a set of rules that\ngovern how a program manages memory.": "ownership",
    "// Handles represent an open\n// device.": "handle",
    "- `silence`: Silences are a way to mute alerts.": "silence",
    "In this project, a pack is simply a file with blobs.": "pack",
    "An event broker means the\nservice between schedulers.": "event broker",
    "* **FSM** - finite state machine, stores the state": "fsm",
    "- Barrier – waits for what was applied before": "barrier",
    "__Pack__: a file with several blobs": "pack",
    "调度器是一个服务。": "调度器",
    "调度器 是 一个 服务。": "调度器",
    "Ein Handle ist ein Objekt, das lange lebt.": "handle",
}
NONE = {
    "If the handle is a long-lived object, close it.": "handle",
    "A file handle is a long-lived object.": "handle",
    "The port of the\nhandle is a number.": "handle",
    "The handle is closed by its owner.": "handle",
    "if handle is a_file: return {}": "handle",
    "It needs a handle.": "handle",
    "- handle-count - how many are open": "handle",
    "handle = open - close and more": "handle",
}


def _best(text: str, asked: str) -> float:
    return max(shares_defined(text.split("\n"), read_lines(text), dict.fromkeys(terms(asked), 1.0)))


@pytest.mark.parametrize("text", PLAIN)
def test_a_sentence_that_says_what_a_thing_is_is_known(text: str) -> None:
    assert _best(text, PLAIN[text]) == 1


@pytest.mark.parametrize("text", NONE)
def test_a_sentence_about_something_else_or_a_state_is_no_definition(text: str) -> None:
    assert _best(text, NONE[text]) == 0


def test_the_first_sentence_below_the_heading_counts_less_than_a_plain_definition() -> None:
    assert 0 < _best("## Handles\n\nOpen one with `open`.", "handle") < 1


def test_a_notice_below_the_heading_says_what_something_else_is() -> None:
    """`The first edition of the book is no longer distributed` led the answer to `what is a trait object`."""
    assert _best("# Trait objects\n\nThe first edition of the book is no longer sold.\n", "trait object") == 0
    assert _best("# Context\n\nWhenever a command is run, a context is made.\n", "context") > 0


def test_a_difference_and_a_chinese_sentence_without_a_numeral_are_no_plain_definitions() -> None:
    assert _best("    handle - offset + 3,", "handle") < 1
    assert _best("调度器是actor模型的实现。", "调度器") < 1


def test_a_sentence_is_that_of_the_line_on_which_it_begins() -> None:
    text = "Handles matter.\nA handle is a long-lived object."
    assert [*shares_defined(text.split("\n"), read_lines(text), dict.fromkeys(terms("handle"), 1.0))] == [0, 1]


def test_a_line_of_many_marks_is_read_at_once() -> None:
    """Each way to share ten thousand marks between the two sides of a blank was tried, for nine seconds."""
    text = f"# Handle\n\n{'(' * 10_000}x"
    lines = read_lines(text)
    begun = process_time()
    assert max(shares_defined(text.split("\n"), lines, dict.fromkeys(terms("handle"), 1.0))) == 0
    assert process_time() - begun < 1


def test_of_two_words_that_are_asked_one_is_half() -> None:
    assert _best("A schedule is a plan.", "schedule job") == 0.5


@given(st.text(max_size=200), st.text(max_size=20))
def test_any_text_has_a_share_for_each_of_its_lines(text: str, asked: str) -> None:
    texts, weights = text.split("\n"), dict.fromkeys(terms(asked), 1.0)
    shares = [*shares_defined(texts, read_lines(text), weights)]
    assert len(shares) == len(texts)
    assert all(0 <= share <= 1.001 for share in shares)
