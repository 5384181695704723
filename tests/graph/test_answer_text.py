"""Which sentences of an answer are shown without their lines."""

from __future__ import annotations

import pytest

from citeline.graph.answer_text import lines_below, sentence_above, told_by_sentences


@pytest.mark.parametrize("relation", ["calls", "may_call"])
def test_a_long_list_of_calls_is_read_as_a_list_however_certain_they_are(relation: str) -> None:
    """Each of five uncertain calls on lines below one another was printed with them, certain ones without."""
    text = "    store.add(it)"
    evidence = {
        one: {"id": one, "path": "a.py", "text": text, "start_line": one, "end_line": one} for one in range(1, 6)
    }
    fact = {"relation": relation, "subject": "load", "object": "Store.add"}
    claims = [{"text": f"`load_{one}` is said of it:", "evidence": [one], "fact": fact} for one in evidence]
    assert told_by_sentences(claims, evidence) == set(evidence)
    assert not told_by_sentences(claims[:3], evidence)


@pytest.mark.parametrize(
    ("relation", "stated", "text", "left"),
    [
        (
            "quoted",
            "Keys rotate on Monday, all of them.",
            "Keys rotate on\n**Monday**, all of them.\n\nOld ones stay.",
            [9, 10, 12],
        ),
        ("quoted", "Keys rotate on Monday.", "Keys rotate on\n**Monday**.\n", []),
        ("quoted", "Keys rotate.", "Keys rotate. They are\nlong.", [9, 10]),
        ("quoted", "`a` · `b`", "These paths:\n\n* `a`\n* `b`\n* `c`", [9, 11, 12, 13]),
        ("quoted", "x", "Pears\n-----\nOld ones stay.", [9, 11]),
        ("quoted", "x", "## Keys\n\nOld ones stay.\n```sh\nkeys\n```", [11, 13]),
        ("shown", "Ask twice.", 'def ask():\n    """Ask twice.\n\n    Or once.\n    """', [9, 12]),
        ("shown", "Ask twice.", "# Ask twice.\nask()\n#\nask()", [10, 12]),
        ("shown", "Ask twice.", "# Ask twice.\n# Tell once.", [9, 10]),
        ("code", "ask()", "ask()\n\nif left {\n}\nask()\n}", [9, 11, 12, 13]),
        ("code", "ask()", ")\n'~',\nask()", [10, 11]),
    ],
)
def test_what_a_sentence_has_said_and_lines_that_say_nothing_are_not_printed_below_it(
    relation: str, stated: str, text: str, left: list[int]
) -> None:
    """Whoever asked read the same words twice, and a fifth of the lines below had nothing on them."""
    item = {"text": text, "start_line": 9, "name": "Keys"}
    claim = {"text": stated, "fact": {"relation": relation, "subject": "shop.ask", "object": stated}}
    assert [number for number, _ in lines_below(claim, item)] == left


@pytest.mark.parametrize(
    ("relation", "text", "stated", "told"),
    [
        ("code", "`f`: `if a { b() }`", "if a { b() }", "`f`:"),
        ("code", "`f`: `b()`", "b()", "`f`: `b()`"),
        ("shown", "`f`: Asks. … `if a { b() }`", "Asks. … `if a { b() }`", "`f`: Asks."),
        ("quoted", "`a b`", "`a b`", "`a b`"),
    ],
)
def test_code_of_several_lines_is_no_sentence_above_the_same_code(
    relation: str, text: str, stated: str, told: str
) -> None:
    """A statement of ten lines stood as three lines of one sentence, and as ten lines right below it."""
    item = {"text": "if a {\n    b()\n}", "start_line": 1}
    claim = {"text": text, "fact": {"relation": relation, "subject": "f", "object": stated}}
    assert sentence_above(claim, item) == told
    longer = {**item, "text": "c = d(e)\n" * 3 + str(item["text"])}
    assert sentence_above(claim, longer) == text, "which of six lines is meant"
