"""ChatOpenAI for any endpoint that speaks its protocol, with what it drops of a reply kept: reasoning and refusals.

Importing this takes a second and is left to runs that have a model.
"""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final, cast

import openai
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_openai import ChatOpenAI
from openai import DefaultAsyncHttpxClient, DefaultHttpxClient
from pydantic import SecretStr

_REASONING_FIELDS: Final = ("reasoning_content", "reasoning")
"""DeepSeek, Qwen and vLLM use the first name, OpenRouter, Ollama and newer vLLM the second; some send both."""


class ReasoningChat(ChatOpenAI):
    """Keeps reasoning text in `additional_kwargs["reasoning_content"]` and a streamed refusal in `["refusal"]`.

    ChatOpenAI reads only OpenAI's own fields. Both hooks are private to it; `tests/tools/models/test_openai_chat.py`
    notices over a real connection when they no longer are called.
    """

    def _convert_chunk_to_generation_chunk(
        self, chunk: dict[str, Any], default_chunk_class: type, base_generation_info: dict[str, Any] | None
    ) -> ChatGenerationChunk | None:
        generation = super()._convert_chunk_to_generation_chunk(chunk, default_chunk_class, base_generation_info)
        # With a response format the SDK wraps each chunk in an event.
        choices = chunk.get("choices") or (chunk.get("chunk") or {}).get("choices")
        if generation is not None and choices:
            _keep(generation.message, choices[0].get("delta"))
        return generation

    def _create_chat_result(
        self, response: dict[str, Any] | openai.BaseModel, generation_info: dict[str, Any] | None = None
    ) -> ChatResult:
        result = super()._create_chat_result(response, generation_info)
        whole = response if isinstance(response, dict) else response.model_dump(warnings=False)
        for generation, choice in zip(result.generations, whole["choices"], strict=True):
            _keep(generation.message, choice.get("message"))
        return result


def open_client() -> DefaultAsyncHttpxClient:
    """An HTTP client for `open_chat`; whoever opens it closes it, with `async with` or `aclose`.

    It follows no redirect: excerpts go to the host that was announced, and to no other.
    """
    return DefaultAsyncHttpxClient(follow_redirects=False, verify=_trusted())


def open_chat(
    *,
    model: str,
    base_url: str,
    api_key: str,
    timeout_s: float,
    http_async_client: DefaultAsyncHttpxClient | None = None,
) -> ReasoningChat:
    """A chat model at an endpoint; opens no connection before the first call, and never repeats one.

    `timeout_s` bounds the connection, the wait for the first byte and each pause in a stream. Whoever calls bounds the
    whole call: an endpoint that sends a comment now and then never pauses.
    Without `http_async_client` the library's own is used, which is shared and never closed.
    """
    return ReasoningChat(
        model=model,
        base_url=base_url,
        # Endpoints on this machine want no key, the SDK wants one.
        api_key=SecretStr(api_key or "none"),
        timeout=timeout_s,
        # Its warning would land in the terminal; the pause between two reads is bounded by `timeout` already.
        stream_chunk_timeout=None,
        max_retries=0,
        stream_usage=True,
        http_client=_calls_that_wait(),
        http_async_client=http_async_client,
        # Said, so that neither the model's name nor the environment decides it.
        use_responses_api=False,
        output_version="v0",
        openai_proxy=None,
    )


def _keep(message: Any, sent: Mapping[str, Any] | None) -> None:
    if not isinstance(message, AIMessage) or not sent:  # a chunk of an AIMessage is one too
        return
    for name in _REASONING_FIELDS:
        if isinstance(text := sent.get(name), str) and text:
            message.additional_kwargs["reasoning_content"] = text
            break
    if isinstance(refusal := sent.get("refusal"), str) and refusal:
        message.additional_kwargs["refusal"] = refusal


@cache
def _calls_that_wait() -> DefaultHttpxClient:
    """One client for all calls outside of an event loop. We make none, but ChatOpenAI opens one for each endpoint, and
    each would read the certificates anew."""
    return DefaultHttpxClient(follow_redirects=False, verify=_trusted())


@cache
def _trusted() -> ssl.SSLContext:
    """The certificates the SDK would trust, read once for all clients: it takes 20 ms."""
    # The SDK moved from httpx to httpx2; both have this function.
    library = DefaultAsyncHttpxClient.__mro__[-2].__module__.partition(".")[0]
    return cast(ssl.SSLContext, import_module(library).create_ssl_context())
