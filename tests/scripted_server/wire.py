"""Replies as the bytes of OpenAI's chat completions protocol, whole or as server-sent events."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any, Final, TypeAlias

from .replies import Calls, Content, ContextLength, EmptyChoices, Fails, HugeOutput, NullContent, Refuses, Says, Usage

Json: TypeAlias = dict[str, Any]

DONE: Final = b"data: [DONE]\n\n"
_HUGE_CHUNK: Final = 16_384
_PIECE: Final = 24
"""Bytes of a whole answer that count as a chunk when it is cut or stalls."""
_CHUNKS: Final = 8
"""Of a text whose chunks nobody asks to be of a size; a short one has fewer."""
_LEAST_CHARS: Final = 8


def events(content: Content, body: Json) -> Iterator[bytes]:
    """A streamed answer, one event at a time, up to and with [DONE]."""
    wants_usage = bool((body.get("stream_options") or {}).get("include_usage"))
    head = _head(body, "chat.completion.chunk")
    if isinstance(content, EmptyChoices):
        yield event({**head, "choices": []})
        yield DONE
        return
    for delta in _deltas(content):
        yield event({**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
    if (reason := _finish(content)) is not None:
        yield event({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
    if wants_usage and (usage := _usage(content)):
        yield event({**head, "choices": [], "usage": usage})
    yield DONE


def whole(content: Content, body: Json) -> bytes:
    """The answer as one JSON object."""
    answer = _head(body, "chat.completion")
    if isinstance(content, EmptyChoices):
        return json.dumps({**answer, "choices": []}).encode()
    answer["choices"] = [{"index": 0, "message": _message(content), "finish_reason": _finish(content)}]
    if usage := _usage(content):
        answer["usage"] = usage
    return json.dumps(answer).encode()


def pieces(content: Content, body: Json) -> Iterator[bytes]:
    """The answer in the chunks that can be counted: events of a stream, or a few bytes of the object."""
    if body.get("stream"):
        yield from events(content, body)
        return
    answer = whole(content, body)
    yield from (answer[at : at + _PIECE] for at in range(0, len(answer), _PIECE))


def event(data: Mapping[str, Any] | str) -> bytes:
    """One server-sent event."""
    text = data if isinstance(data, str) else json.dumps(data)
    return f"data: {text}\n\n".encode()


def error(reply: Fails | ContextLength) -> tuple[int, str, dict[str, str]]:
    """Status, body and headers of a failure."""
    if isinstance(reply, ContextLength):
        message = f"This model's maximum context length is {reply.limit_tokens} tokens. Please reduce your messages."
        return 400, _error_body(message, "invalid_request_error", "context_length_exceeded"), {}
    named = {"retry-after": reply.retry_after, "location": reply.location}
    body = reply.body or _error_body(f"scripted failure {reply.status}", "server_error", None)
    return reply.status, body, {name: value for name, value in named.items() if value is not None}


def _error_body(message: str, kind: str, code: str | None) -> str:
    return json.dumps({"error": {"message": message, "type": kind, "param": None, "code": code}})


def _head(body: Json, kind: str) -> Json:
    return {"id": "chatcmpl-scripted", "object": kind, "created": 1_700_000_000, "model": body.get("model", "")}


def _message(content: Content) -> Json:
    message: Json = {"role": "assistant", "content": None}
    match content:
        case Says():
            message["content"] = content.text
            if content.reasoning:
                message[content.reasoning_field] = content.reasoning
        case Calls():
            message["content"] = content.text or None
            message["tool_calls"] = [
                {"id": f"call_{at}", "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
                for at, call in enumerate(content.calls)
            ]
        case Refuses():
            message["refusal"] = content.text
        case HugeOutput():
            message["content"] = "x" * content.size_bytes
    return message


def _deltas(content: Content) -> Iterator[Json]:
    yield {"role": "assistant", "content": None if isinstance(content, NullContent | Refuses) else ""}
    match content:
        case Says():
            name: str = content.reasoning_field
            yield from ({name: part} for part in _parts(content.reasoning, content.chunk_chars))
            yield from ({"content": part} for part in _parts(content.text, content.chunk_chars))
        case Calls():
            yield from ({"content": part} for part in _parts(content.text, content.chunk_chars))
            yield from _call_deltas(content)
        case Refuses():
            yield from ({"refusal": part} for part in _parts(content.text, None))
        case HugeOutput():
            yield from ({"content": part} for part in _parts("x" * content.size_bytes, _HUGE_CHUNK))


def _call_deltas(content: Calls) -> Iterator[Json]:
    """The first delta of a call has its id and name, the others have parts of the arguments."""
    for at, call in enumerate(content.calls):
        first = {"index": at, "id": f"call_{at}", "type": "function", "function": {"name": call.name, "arguments": ""}}
        yield {"tool_calls": [first]}
        for part in _parts(call.arguments, content.chunk_chars):
            yield {"tool_calls": [{"index": at, "function": {"arguments": part}}]}


def _finish(content: Content) -> str | None:
    return content.finish_reason if isinstance(content, Says | Calls) else "stop"


def _usage(content: Content) -> Json | None:
    usage = content.usage if isinstance(content, Says | Calls) else Usage()
    if usage is None:
        return None
    return {
        "prompt_tokens": usage.prompt,
        "completion_tokens": usage.completion,
        "total_tokens": usage.prompt + usage.completion,
        "prompt_tokens_details": {"cached_tokens": usage.cached},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning},
    }


def _parts(text: str, size: int | None) -> Iterator[str]:
    size = size or max(_LEAST_CHARS, ceil(len(text) / _CHUNKS))
    return (text[at : at + size] for at in range(0, len(text), size))
