from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from citeline.tools.models.replies import UnreadableReplyError, read_reply, without_thinking


class Answer(BaseModel):
    text: str
    notes: list[str] = Field(default_factory=list)
    score: int = 0


PLAIN = '{"text": "yes", "notes": ["a"], "score": 3}'


@pytest.mark.parametrize(
    "written",
    [
        PLAIN,
        f"```json\n{PLAIN}\n```",
        f"```\n{PLAIN}\n```",
        f"Sure! Here it is:\n{PLAIN}\nAnything else?",
        f"<think>text may be {{no}}</think>\n{PLAIN}",
        f"reasoning without its opening tag </think>{PLAIN}",
        f'{{"thought": 1}} {PLAIN}',
        f"\ufeff  {PLAIN}",
    ],
)
def test_whatever_stands_around_the_json_it_is_read(written: str) -> None:
    assert read_reply(written, Answer).value == Answer(text="yes", notes=["a"], score=3)


def test_line_breaks_inside_a_string_are_read() -> None:
    assert read_reply('{"text": "two\nlines"}', Answer).value.text == "two\nlines"


def test_a_wrong_optional_field_costs_that_field_only() -> None:
    reply = read_reply('{"text": "yes", "notes": 7, "score": 3}', Answer)
    assert reply.value == Answer(text="yes", score=3)
    assert reply.dropped == ("notes",)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("", "empty"),
        ("<think>for ever", "empty"),
        ("I cannot say.", "does not begin with"),
        ('{"text": "cut of', "Unterminated string"),
        ('{"answer": "yes"}', "text: Field required"),
        ('{"text": 5}', "text: Input should be a valid string"),
        ("[1, 2]", "does not begin with"),
    ],
)
def test_what_cannot_be_read_says_why_to_the_model(written: str, told: str) -> None:
    with pytest.raises(UnreadableReplyError, match=told):
        read_reply(written, Answer)


def test_thoughts_are_taken_out_wherever_they_stand() -> None:
    assert without_thinking("<think>a</think>b<thinking>c</thinking>d<think>e") == "bd"


@given(st.text())
def test_any_text_gives_a_reply_or_a_reason(written: str) -> None:
    try:
        read_reply(written, Answer)
    except UnreadableReplyError as error:
        assert str(error)


@given(st.text(), st.integers(), st.text(alphabet=st.characters(exclude_characters="{<"), max_size=40))
def test_json_of_any_text_survives_prose_around_it(text: str, score: int, prose: str) -> None:
    written = prose + json.dumps({"text": text, "score": score}, ensure_ascii=False) + prose
    if "</think" in text.lower() or "<think" in text.lower():
        return
    assert read_reply(written, Answer).value == Answer(text=text, score=score)


def test_thousands_of_open_brackets_are_refused_quickly() -> None:
    with pytest.raises(UnreadableReplyError):
        read_reply("{" * 20_000, Answer)
    with pytest.raises(UnreadableReplyError):
        read_reply('{"a":' * 20_000, Answer)
