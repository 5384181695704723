"""What the server can be told to answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the provider counts them."""

    prompt: int = 10
    completion: int = 5
    reasoning: int = 0
    """Of `completion`."""
    cached: int = 0
    """Of `prompt`."""


NOT_COUNTED: Final = None
"""For `usage`: an endpoint that counts nothing."""


@dataclass(frozen=True, slots=True)
class Says:
    """An answer; streamed when the request wants a stream."""

    text: str
    reasoning: str = ""
    usage: Usage | None = Usage()
    chunk_chars: int | None = None
    """None: a few chunks, whatever the length; a client takes a millisecond for each."""
    delay_s: float = 0.0
    """Before each chunk of a stream, or before the whole answer."""
    reasoning_field: Literal["reasoning_content", "reasoning"] = "reasoning_content"
    finish_reason: Literal["stop", "length", "content_filter"] | None = "stop"
    """None: the stream ends without saying why."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool; `arguments` goes out as it is, JSON or not."""

    name: str
    arguments: str = "{}"


@dataclass(frozen=True, slots=True)
class Calls:
    """An answer that calls tools, with an optional sentence before them. The ids are call_0, call_1, …"""

    calls: tuple[Call, ...]
    text: str = ""
    usage: Usage | None = Usage()
    chunk_chars: int | None = None
    delay_s: float = 0.0
    finish_reason: Literal["tool_calls", "stop", "length"] | None = "tool_calls"
    """None: the stream ends without saying why."""


@dataclass(frozen=True, slots=True)
class Refuses:
    """`message.refusal` instead of content."""

    text: str = "I can't help with that."


@dataclass(frozen=True, slots=True)
class NullContent:
    """A message whose content is null."""


@dataclass(frozen=True, slots=True)
class EmptyChoices:
    """`choices` is an empty list."""


@dataclass(frozen=True, slots=True)
class HugeOutput:
    """An answer of so many bytes, in chunks of 16 KiB."""

    size_bytes: int


Content: TypeAlias = Says | Calls | Refuses | NullContent | EmptyChoices | HugeOutput


@dataclass(frozen=True, slots=True)
class Stalls:
    """Sends so many chunks of an answer, then nothing more; the connection stays open."""

    after_chunks: int = 2
    of: Content = Says("An answer that never comes to its end.")


@dataclass(frozen=True, slots=True)
class Cuts:
    """Sends so many chunks of an answer, then closes the connection."""

    after_chunks: int = 2
    of: Content = Says("An answer that never comes to its end.")


@dataclass(frozen=True, slots=True)
class Garbles:
    """Sends so many chunks of an answer, then this as the data of the next, and ends."""

    after_chunks: int = 2
    data: str = '{"choices": [{"ind'
    of: Content = Says("An answer that never comes to its end.")


@dataclass(frozen=True, slots=True)
class Fails:
    """An error status."""

    status: int
    body: str = ""
    """Empty: an error object as OpenAI sends it."""
    retry_after: str | None = None
    """The header, in seconds or as a date."""
    location: str | None = None
    """The header, for a redirect."""


@dataclass(frozen=True, slots=True)
class ContextLength:
    """400, because the prompt is too long."""

    limit_tokens: int = 8192


@dataclass(frozen=True, slots=True)
class Html:
    """200 with a page, as a captive portal or a wrong base URL answers."""

    page: str = "<!doctype html><html><body>Please sign in.</body></html>"


@dataclass(frozen=True, slots=True)
class Hangs:
    """Accepts the request and never sends a byte."""


Reply: TypeAlias = Content | Stalls | Cuts | Garbles | Fails | ContextLength | Html | Hangs
