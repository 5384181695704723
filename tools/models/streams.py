"""One reply out of the chunks in which it comes, read no further than it should be."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Final

from .failures import ModelFailedError
from .replies import sound_text

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage, AIMessageChunk, InvalidToolCall, ToolCall

_MAX_REPLY_CHARS: Final = 100_000
"""Far above any answer; a model that rambles is stopped, and paid, no later than here."""
_HALF: Final = "half a character"


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
