"""What a model's turn is read as, and what it is sent back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from langchain_core.messages import AIMessageChunk, ToolCallChunk
from pydantic import BaseModel

from citeline.tools.models.failures import ModelFailedError
from citeline.tools.models.role import read_stream, text_of
from citeline.tools.models.turns import Asked, Offer, Talk, Turn


class Words(BaseModel):
    """What is searched for."""

    text: str


OFFER = Offer("search", "Finds text.", Words)


def read(*parts: dict[str, Any]) -> Any:
    async def stream() -> AsyncIterator[AIMessageChunk]:
        for part in parts:
            yield AIMessageChunk(
                content="",
                tool_call_chunks=[
                    ToolCallChunk(index=0, name=part.get("name"), args=part.get("args"), id=part.get("id"))
                ],
            )

    return asyncio.run(read_stream(stream(), lambda **what: None))


@pytest.mark.parametrize("cut", ['{"text": "pri', '{"text": "price"', '{"text": "price", "al', '{"text": "price",'])
def test_arguments_without_their_end_are_no_arguments(cut: str) -> None:
    message = read({"name": "search", "args": "", "id": "1"}, {"name": None, "args": cut, "id": None})
    assert message.tool_calls == []
    assert [(call["name"], call["args"]) for call in message.invalid_tool_calls] == [("search", cut)]


def test_whole_arguments_in_pieces_are_read() -> None:
    message = read({"name": "search", "args": '{"te', "id": "1"}, {"name": None, "args": 'xt": "price"}', "id": None})
    assert [call["args"] for call in message.tool_calls] == [{"text": "price"}]


def test_an_empty_stream_is_a_failure() -> None:
    with pytest.raises(ModelFailedError, match="nothing"):
        read()


def test_broken_arguments_are_not_sent_back_and_every_call_is_answered() -> None:
    talk = Talk("You search.", [OFFER], native=True)
    talk.tell("Where?")
    talk.answer(Turn("", (Asked("search", '{"te', "call_0"), Asked("search", {"text": "x"}, "call_1"))), ["no", "yes"])
    called, first, second = (message.model_dump() for message in talk.messages()[2:] if not isinstance(message, tuple))
    assert [call["args"] for call in called["tool_calls"]] == [{}, {"text": "x"}]
    assert [(one["tool_call_id"], one["content"]) for one in (first, second)] == [("call_0", "no"), ("call_1", "yes")]


def test_in_words_the_tools_and_the_results_stand_in_the_text() -> None:
    talk = Talk("You search.", [OFFER], native=False)
    talk.tell("Where?")
    talk.answer(Turn("", (Asked("search", {"text": "x"}, "call_0"),)), ["here"])
    system, _, said, told = map(text_of, talk.messages())
    assert "Finds text." in system and '"text"' in system and talk.body() == {}
    assert json.loads(said) == {"calls": [{"tool": "search", "arguments": {"text": "x"}}]}
    assert told == "Result 1, search:\nhere"


def test_a_turn_without_calls_and_words_is_not_sent_back_empty() -> None:
    talk = Talk("You search.", [OFFER], native=False)
    talk.tell("Where?")
    talk.answer(Turn("I am done.", ()), [])
    assert talk.messages()[2:] == [("assistant", "I am done.")]
    native = Talk("You search.", [OFFER], native=True)
    native.answer(Turn("", ()), [])
    assert len(native.messages()) == 1
