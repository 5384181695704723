"""A chat model in a role, and what it takes to ask it once within a budget.

Each call is reserved at its worst case, made over a stream that is read no further than it should be, and settled by
what the provider counted. What may pass is tried again while there is time and budget for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import field
from itertools import count
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar

from pydantic import BaseModel

from citeline.dataclass import dataclass
from citeline.settings import StructuredMethod

from .failures import BREAKING, OF_THE_HOST, TRIES, ModelFailedError, failure_of
from .meter import NOTHING, Cost, Meter, Prices
from .replies import (
    UnreadableReplyError,
    instructions,
    read_reply,
    repair_message,
    reply_text,
    request_options,
    sound_text,
)

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, InvalidToolCall, ToolCall
    from langchain_core.runnables import RunnableConfig

T = TypeVar("T", bound=BaseModel)

Role: TypeAlias = Literal["planner", "writer", "judge"]
Message: TypeAlias = "tuple[str, str] | BaseMessage"
"""(role, text), or a message that calls tools or answers such a call."""
OpenChat: TypeAlias = "Callable[[], AbstractAsyncContextManager[BaseChatModel]]"
"""Opens the model for one step; leaving the block closes its connections."""
Offered: TypeAlias = dict[str, Any]
"""Fields of a request body beside the messages: a response format, or tools."""
Options: TypeAlias = Callable[[Offered, int], dict[str, Any]]
"""How this model is told the fields of a request body and the output tokens it may use; what `bind` takes."""

_UNPAID: Final = ("connection", "server", "rate_limit", "barred", "rejected", "context_length")
"""Failures that cost a call, but no tokens."""
_FIRST_PAUSE_S: Final = 0.5
_MAX_ECHO: Final = 4_000
"""Characters of a broken reply that the model is shown when it is asked again."""
_EXCERPT: Final = re.compile(r"<DATA-[0-9a-f]{16} (?:piece=\d+|result)>")
"""See `tools/evidence/fencing.py`."""
_MESSAGE_TOKENS: Final = 16
"""Around each message, more than any chat format adds."""
_MAX_REPLY_CHARS: Final = 100_000
"""Far above any answer; a model that rambles is stopped, and paid, no later than here."""
_HALF: Final = "half a character"


@dataclass(frozen=True, slots=True)
class RoleModel:
    """A model as one role uses it."""

    role: Role
    name: str
    host: str
    """Where the prompts go; for a model handed in from Python the name of its class."""
    open_chat: OpenChat
    options: Options
    method: StructuredMethod
    prices: Prices = field(default_factory=Prices)
    timeout_s: float = 60.0
    """For one call."""
    binds_tools: bool = False
    """Whether it takes tools by LangChain's `bind_tools`, as other than OpenAI-compatible models do."""

    @property
    def endpoints(self) -> tuple[str, str]:
        """The host, and the model there: what a failure may be of."""
        return self.host, f"{self.host} {self.name}"

    @property
    def calls_tools(self) -> bool:
        """Whether tools are offered to it as such, not described in words."""
        return self.binds_tools or self.method != "prompt"


@dataclass(slots=True)
class ModelRun:
    """A model during one step of one run."""

    model: RoleModel
    meter: Meter
    left_s: Callable[[], float]
    """Seconds that model calls of this step may still take."""
    note: Callable[[str, str, str], None]
    """Records what was asked for, what came of it, and why."""
    config: RunnableConfig | None = None
    keep: Cost = NOTHING
    """What must remain for a later, more important call."""
    tell: Callable[..., None] = lambda **what: None
    """Shows what is done, when somebody watches: `text`, and the model's `output` and `thinking` as they come."""
    broken: dict[str, str] = field(default_factory=dict)
    """Host to the kind of failure that it was given up for; a later success takes it away."""

    def worst_case(self, messages: Sequence[Message], max_output_tokens: int, offered: Offered | None = None) -> Cost:
        """A byte-level tokenizer never makes more tokens than there are bytes."""
        tokens = sum(_bytes(message) + _MESSAGE_TOKENS for message in messages)
        tokens += len(json.dumps(offered).encode()) if offered else 0
        return Cost(tokens, max_output_tokens, self.model.prices.of(tokens, max_output_tokens))

    def why_not(self, messages: Sequence[Message], max_output_tokens: int, offered: Offered | None = None) -> str:
        """Why a call with these messages cannot be made; empty when it can."""
        if self.left_s() <= 0:
            return "no time is left for a model"
        return self.meter.why_not(self.worst_case(messages, max_output_tokens, offered), keep=self.keep)

    async def ask(self, messages: Sequence[Message], schema: type[T], *, max_output_tokens: int) -> T:
        """What the model answers, read into the schema; a reply that cannot be read is asked for once more.

        Raises ModelFailedError.
        """
        method = self.model.method
        asked: list[Message] = [("system", text_of(messages[0]) + instructions(schema)), *messages[1:]]
        try:
            message = await self.attempt(asked, request_options(method, schema), max_output_tokens)
        except ModelFailedError as failure:
            if failure.kind != "rejected" or method == "prompt":
                raise
            # What was rejected may have been the way of asking.
            message = await self.attempt(asked, {}, max_output_tokens)
            self.note(method, "prompt", failure.why)
            method = "prompt"
        try:
            return self._read(message, schema)
        except UnreadableReplyError as error:
            problem = str(error)
        again = [*asked, ("assistant", reply_text(message)[:_MAX_ECHO] or "…"), ("user", repair_message(problem))]
        message = await self.attempt(again, request_options(method, schema), max_output_tokens)
        try:
            value = self._read(message, schema)
        except UnreadableReplyError as error:
            raise ModelFailedError("reply", f"{self.model.name} gave no usable JSON twice: {error}") from None
        self.note("first reply", "second reply", problem)
        return value

    def _read(self, message: AIMessage, schema: type[T]) -> T:
        refusal = message.additional_kwargs.get("refusal")
        if refusal and not message.text:
            raise ModelFailedError("refusal", f"{self.model.name} refuses: {str(refusal)[:200]}")
        reply = read_reply(reply_text(message), schema)
        if reply.dropped:
            self.note("whole reply", "reply without " + ", ".join(reply.dropped), "wrong values")
        return reply.value

    async def attempt(self, messages: Sequence[Message], body: Offered, max_output_tokens: int) -> AIMessage:
        """One answer, repeated while that may help and fits. `body`: what is asked for beside the messages.

        Raises ModelFailedError.
        """
        from asyncio import sleep  # .02 s, and a question without a model needs none

        pause_s = _FIRST_PAUSE_S
        for attempt in count(1):
            if why := self.why_not(messages, max_output_tokens, body):
                raise ModelFailedError("budget", why)
            try:
                answer = await self._call(messages, body, max_output_tokens)
                self.broken.update(dict.fromkeys(self.model.endpoints, ""))
                return answer
            except ModelFailedError as failure:
                wait_s = max(pause_s, failure.retry_after_s or 0.0)
                if attempt >= TRIES.get(failure.kind, 1) or wait_s >= self.left_s():
                    if failure.kind in BREAKING:
                        host, model = self.model.endpoints
                        self.broken[host if failure.kind in OF_THE_HOST else model] = failure.kind
                    raise
                self.note("first try", "another try", failure.why)
            await sleep(wait_s)
            pause_s *= 2
        raise AssertionError("the loop returns or raises")

    async def _call(self, messages: Sequence[Message], body: Offered, max_output_tokens: int) -> AIMessage:
        from asyncio import timeout  # as above

        worst = self.worst_case(messages, max_output_tokens, body)
        self.meter.reserve(worst)
        excerpts = sum(len(_EXCERPT.findall(text_of(message))) for message in messages)
        self.tell(text=f"sending {excerpts} excerpt{'s' * (excerpts != 1)} to {self.model.host}")
        limit_s = min(self.model.timeout_s, self.left_s())
        try:
            async with timeout(limit_s), self.model.open_chat() as chat:
                ready: Any = chat.bind_tools(body["tools"]) if self.model.binds_tools and "tools" in body else chat
                bound = ready.bind(**self.model.options(body, max_output_tokens))
                answer = await read_stream(bound.astream(list(messages), _unstreamed(self.config)), self.tell)
        except ModelFailedError:
            self.meter.settle(worst)
            raise
        except TimeoutError:
            self.meter.settle(worst)
            raise ModelFailedError("time", f"{self.model.host} did not answer within {limit_s:.3g} s") from None
        except Exception as error:  # any client library may stand behind a chat model
            failure = failure_of(error, host=self.model.host)
            self.meter.settle(Cost(0, 0, 0.0) if failure.kind in _UNPAID else worst)
            raise failure from error
        self.meter.settle(self._cost(answer, worst))
        return answer

    def _cost(self, answer: AIMessage, worst: Cost) -> Cost:
        usage = answer.usage_metadata
        if usage is None:  # the endpoint does not count: the prompt as assumed, the reply by its bytes
            output = min(len(answer.text.encode()), worst.output_tokens)
            return Cost(worst.input_tokens, output, self.model.prices.of(worst.input_tokens, output))
        counted = usage["input_tokens"], usage["output_tokens"]
        return Cost(*counted, self.model.prices.of(*counted))


def _unstreamed(config: RunnableConfig | None) -> RunnableConfig:
    """With LangGraph's tag that keeps a model's own text, which is JSON and unchecked, out of the stream `messages`."""
    found: RunnableConfig = {**config} if config else {}
    return {**found, "tags": [*(found.get("tags") or []), "nostream"]}


def text_of(message: Message) -> str:
    """What a message says, without the calls in it."""
    return message[1] if isinstance(message, tuple) else str(message.text)


def _bytes(message: Message) -> int:
    calls = getattr(message, "tool_calls", None)
    return len(text_of(message).encode()) + (len(json.dumps(calls).encode()) if calls else 0)


async def read_stream(stream: Any, tell: Callable[..., None]) -> AIMessage:
    """The whole message; `tell` gets each piece of it as `output` or `thinking`.

    A stream may end without a reason. Raises ModelFailedError when it is empty or has no end.
    """
    from langchain_core.messages import AIMessage

    whole: AIMessageChunk | None = None
    length = 0
    async with aclosing(stream):  # also where it is read no further
        async for chunk in stream:
            whole = chunk if whole is None else whole + chunk
            if thought := chunk.additional_kwargs.get("reasoning_content"):
                tell(thinking=str(thought))
            if chunk.text:
                tell(output=str(chunk.text))
            length += len(chunk.text) + sum(len(call.get("args") or "") for call in chunk.tool_call_chunks)
            if length > _MAX_REPLY_CHARS:
                raise ModelFailedError("reply", f"the reply is longer than {_MAX_REPLY_CHARS:,} characters")
    if whole is None:
        raise ModelFailedError("reply", "the model answered nothing")
    calls, broken = _strictly(whole)
    return AIMessage(
        content=sound_text(whole.content) if isinstance(whole.content, str) else whole.content,
        additional_kwargs=whole.additional_kwargs,
        tool_calls=calls,
        invalid_tool_calls=broken,
        usage_metadata=whole.usage_metadata,
        response_metadata=whole.response_metadata,
    )


def _strictly(whole: AIMessageChunk) -> tuple[list[ToolCall], list[InvalidToolCall]]:
    """Its tool calls whose arguments are whole, and the others.

    LangChain completes what it has of a JSON text, so that arguments of which the end is missing look right.
    """
    from langchain_core.messages import ToolCall

    calls: list[ToolCall] = []
    broken: list[InvalidToolCall] = []
    if not whole.tool_call_chunks:  # a model that does not stream its calls
        for call in whole.tool_calls:
            if _can_be_sent(call["args"]):
                calls.append(call)
            else:
                broken.append(_broken(call["name"], json.dumps(call["args"]), call["id"], _HALF))
        return calls, [*whole.invalid_tool_calls, *broken]
    for chunk in whole.tool_call_chunks:
        name, written, identity = chunk.get("name") or "", chunk.get("args") or "", chunk.get("id")
        try:
            arguments = json.loads(written or "{}", strict=False)
        except (ValueError, RecursionError) as error:
            broken.append(_broken(name, written, identity, str(error)))
            continue
        if not _can_be_sent(arguments):
            broken.append(_broken(name, written, identity, _HALF))
        elif isinstance(arguments, dict):
            calls.append(ToolCall(name=name, args=arguments, id=identity))
        else:
            broken.append(_broken(name, written, identity, "no JSON object"))
    return calls, broken


def _can_be_sent(arguments: Any) -> bool:
    """Whether the arguments can go back to the endpoint with their result: half a character can be written only."""
    try:
        json.dumps(arguments, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _broken(name: str, written: str, identity: str | None, why: str) -> InvalidToolCall:
    return {"type": "invalid_tool_call", "name": name, "args": written, "id": identity, "error": why}
