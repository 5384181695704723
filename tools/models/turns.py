"""A conversation in which a model calls tools, offered as such or described in words.

Endpoints and models that know no tools write their calls as JSON; whoever runs the tools sees no difference.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, Field

from citeline.dataclass import dataclass

from .failures import ModelFailedError
from .replies import UnreadableReplyError, read_reply, without_thinking, without_titles
from .role import Message, ModelRun

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage

MAX_CALLS: Final = 4
"""In one turn: what comes after has not seen what the first ones found."""
_IN_WORDS: Final = """

Tools are called by answering with one JSON object and nothing else, no fence and no text around it:
{{"calls": [{{"tool": "NAME", "arguments": {{…}}}}]}}
An empty list of calls ends the search. The tools, each with the JSON Schema of its arguments:
{tools}"""


@dataclass(frozen=True, slots=True)
class Offer:
    """A tool as a model is told of it."""

    name: str
    description: str
    arguments: type[BaseModel]

    def to_json(self) -> dict[str, Any]:
        """As OpenAI's protocol wants it, which LangChain understands too."""
        parameters = without_titles(self.arguments.model_json_schema())
        parameters.pop("description", None)  # of the class: the tool has its own
        function = {"name": self.name, "description": self.description, "parameters": parameters}
        return {"type": "function", "function": function}


@dataclass(frozen=True, slots=True)
class Asked:
    """One call as the model wrote it."""

    name: str
    arguments: Mapping[str, Any] | str
    """A text where it is no complete JSON object."""
    identity: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a model says and which tools it calls; without calls it takes itself to be done."""

    text: str
    calls: tuple[Asked, ...]
    """The first few; more are not answered."""


class _OneCall(BaseModel):
    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)


class _CallsReply(BaseModel):
    calls: list[_OneCall]


@dataclass(slots=True)
class Talk:
    """Everything said so far."""

    system: str
    offers: Sequence[Offer]
    native: bool
    """Whether the tools are offered as such."""
    said: list[Message] = field(default_factory=list)

    def tell(self, text: str) -> None:
        """Add what the person's side says."""
        self.said.append(("user", text))

    def answer(self, turn: Turn, results: Sequence[str]) -> None:
        """Add a turn of the model with the results of its calls, in their order."""
        if not turn.calls:
            if turn.text:  # some endpoints refuse an empty message
                self.said.append(("assistant", turn.text))
            return
        if not self.native:
            calls = [{"tool": call.name, "arguments": call.arguments} for call in turn.calls]
            self.said.append(("assistant", json.dumps({"calls": calls}, ensure_ascii=False)))
            told = (f"Result {at}, {call.name}:\n{text}" for at, (call, text) in enumerate(_pairs(turn, results), 1))
            self.said.append(("user", "\n\n".join(told)))
            return
        from langchain_core.messages import AIMessage, ToolCall, ToolMessage

        # Broken arguments are not sent back: some endpoints refuse a conversation in which they stand.
        made = [
            ToolCall(
                name=call.name,
                args=dict(call.arguments) if isinstance(call.arguments, Mapping) else {},
                id=call.identity,
            )
            for call in turn.calls
        ]
        self.said.append(AIMessage(content=turn.text, tool_calls=made))
        self.said += [ToolMessage(content=text, tool_call_id=call.identity) for call, text in _pairs(turn, results)]

    def messages(self) -> list[Message]:
        """As the model is sent them."""
        if self.native:
            return [("system", self.system), *self.said]
        described = "\n".join(json.dumps(offer.to_json()["function"], ensure_ascii=False) for offer in self.offers)
        return [("system", self.system + _IN_WORDS.format(tools=described)), *self.said]

    def body(self) -> dict[str, Any]:
        """What is asked for beside the messages."""
        return {"tools": [offer.to_json() for offer in self.offers]} if self.native else {}


async def take_turn(model: ModelRun, talk: Talk, *, max_output_tokens: int) -> Turn:
    """What the model says next. Where an endpoint rejects tools, they are described in words from then on.

    Raises ModelFailedError.
    """
    try:
        message = await model.attempt(talk.messages(), talk.body(), max_output_tokens)
    except ModelFailedError as failure:
        if failure.kind != "rejected" or not talk.native or len(talk.said) > 1:
            raise
        talk.native = False
        message = await model.attempt(talk.messages(), {}, max_output_tokens)
        model.note("tools", "tools in words", failure.why)
    refusal = message.additional_kwargs.get("refusal")
    if refusal and not message.text:
        raise ModelFailedError("refusal", f"{model.model.name} refuses: {str(refusal)[:200]}")
    turn = _read(message)
    return Turn(turn.text, turn.calls[:MAX_CALLS])


def _read(message: AIMessage) -> Turn:
    text = without_thinking(str(message.text))
    calls = [Asked(call["name"], call["args"], call["id"] or "") for call in message.tool_calls]
    calls += [Asked(call["name"] or "", call["args"] or "", call["id"] or "") for call in message.invalid_tool_calls]
    if calls:
        # Some endpoints give no ids, or the same one twice; an answer must name the call that it answers.
        return Turn(text, tuple(Asked(call.name, call.arguments, f"call_{at}") for at, call in enumerate(calls)))
    # Models that know no tools write their calls, and so do some that know them.
    try:
        written = read_reply(text, _CallsReply).value.calls
    except UnreadableReplyError:
        return Turn(text, ())
    return Turn("", tuple(Asked(call.tool, call.arguments, f"call_{at}") for at, call in enumerate(written)))


def _pairs(turn: Turn, results: Sequence[str]) -> list[tuple[Asked, str]]:
    return list(zip(turn.calls, results, strict=True))
