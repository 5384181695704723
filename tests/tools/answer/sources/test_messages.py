from __future__ import annotations

import pytest

from citeline.tools.answer.sources import messages
from citeline.tools.answer.sources.messages import Word, matches, read_message

LEAST = 0.6


@pytest.mark.parametrize(
    ("printed", "source"),
    [
        ("no user 'ann' in group 'staff'", 'raise KeyError(f"no user {name!r} in group {group!r}")'),
        ("no user ann in group 7", 'raise KeyError("no user %s in group %s" % (name, group))'),
        ("cannot open /srv/a.txt for reading", 'throw new Error("cannot open " + path + " for reading")'),
        ("cannot open /srv/a.txt for reading", "throw new Error(`cannot open ${file.path} for reading`)"),
        ("port 8080 is taken", 'panic(fmt.Sprintf("port %d is taken", port))'),
        ("port 8080 is taken", 'return Err(format!("port {} is taken", port))'),
        ("port 8080 is taken", 'raise "port #{port} is taken"'),
        ("port 8080 is taken", 'fatalError("port \\(port) is taken")'),
        ("a text over two lines", 'raise ValueError(\n    "a text over "\n    "two lines"\n)'),
        ("a text over two lines", 'throw new Error("a text over " +\n    "two lines");'),
        ("duplicate key: a", 'throw new JsonSyntaxException("duplicate key: " + key);'),
        ("status 404 for '/x'", "the log says: status 500 for '/index'"),
    ],
)
def test_a_printed_message_is_found_in_the_source_that_words_it(printed: str, source: str) -> None:
    (found, *_) = matches(read_message(printed, {}), source, least_share=LEAST)
    assert found.whole


@pytest.mark.parametrize(
    "source",
    [
        "for reading the file it may open one that cannot be found",
        'raise ValueError("cannot read this, open it first")',
        "",
    ],
)
def test_the_same_words_in_another_order_are_no_message(source: str) -> None:
    assert not matches(read_message("cannot open the file for reading", {}), source, least_share=LEAST)


def test_what_a_person_leaves_out_may_be_anything() -> None:
    message = read_message("refutable pattern in local binding ... pattern None not covered", {})
    printed = (
        "error: refutable pattern in local binding\n --> main.rs:3:9\n  |\n"
        "3 | let Some(x)\n  pattern `None` not covered"
    )
    (found,) = matches(message, printed, least_share=LEAST)
    assert found.whole


def test_a_message_that_stands_twice_is_found_twice() -> None:
    text = 'if a:\n    raise E("both are set")\nelse:\n    raise E("both are set")\n'
    assert len(matches(read_message("both are set", {}), text, least_share=LEAST)) == 2


def test_a_long_message_and_a_long_text_take_no_long_time() -> None:
    message = read_message("the same words " * 40, {})
    assert matches(message, "the same words " * 60, least_share=LEAST)


def test_words_that_a_message_has_not_are_counted_and_not_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of some hundred words of each of 24 pieces of text was an object, for a question that quotes nothing."""
    made: list[str] = []

    def word(text: str, *rest: object) -> Word:
        made.append(text)
        return Word(text, *rest)  # type: ignore[arg-type]

    message = read_message("both are set", {})
    monkeypatch.setattr(messages, "Word", word)
    source = 'if first and second:  # of many https://shop.test/help\n    raise E("both are set")\n'
    assert matches(message, source, least_share=LEAST)
    assert {"both", "are", "set"} <= {*made}
    assert {"first", "second", "many", "raise"}.isdisjoint(made)
