"""ReasoningChat over a real connection: what it keeps of a reply, what each failure raises, that nothing stays open.

The two methods it overrides are private to langchain-openai; that they are still called is what the tests of reasoning
and refusals notice.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage

from citeline.tools.models.openai_chat import ReasoningChat, open_chat, open_client
from tests.scripted_server import (
    NOT_COUNTED,
    Call,
    Calls,
    ContextLength,
    Cuts,
    EmptyChoices,
    Fails,
    Garbles,
    Hangs,
    Html,
    HugeOutput,
    NullContent,
    Refuses,
    Reply,
    Says,
    ScriptedServer,
    Stalls,
    Usage,
)

SHORT_S = 0.5
"""For replies that never come; everything else may take as long as a busy machine needs."""
THOUGHT = Says("The answer is 42.", reasoning="Six times seven, I think.", usage=Usage(20, 9, reasoning=4, cached=8))


@dataclass
class Outcome:
    """What a call gave, or raised after so many chunks."""

    chunks: list[AIMessageChunk] = field(default_factory=list)
    message: BaseMessage = field(default_factory=lambda: AIMessage(content=""))
    error: Exception | None = None

    @property
    def text(self) -> str:
        return "".join(str(chunk.text) for chunk in self.chunks)

    @property
    def raised(self) -> str:
        return type(self.error).__name__


def call(server: ScriptedServer | str, *, stream: bool = True, settings: dict[str, Any] | None = None) -> Outcome:
    """One call with a client of its own, which is closed afterwards."""
    outcome = Outcome()

    async def read(chat: ReasoningChat) -> None:
        if not stream:
            outcome.message = await chat.ainvoke("hi")
            return
        whole: AIMessageChunk | None = None
        async for chunk in chat.astream("hi"):
            assert isinstance(chunk, AIMessageChunk)
            outcome.chunks.append(chunk)
            whole = chunk if whole is None else whole + chunk
            outcome.message = whole

    async def run() -> None:
        url = server if isinstance(server, str) else server.url
        given: dict[str, Any] = {"model": "m", "base_url": url, "api_key": "k", "timeout_s": 10}
        async with open_client() as client:
            try:
                await read(open_chat(**{**given, **(settings or {})}, http_async_client=client))
            except Exception as error:  # noqa: BLE001  # which one it is, is the question
                outcome.error = error

    asyncio.run(run())
    if isinstance(server, ScriptedServer):
        assert server.connections_left() == 0
    return outcome


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
def test_reasoning_is_kept_whatever_the_endpoint_calls_it(
    model_server: ScriptedServer, name: Any, stream: bool
) -> None:
    model_server.reply(Says(THOUGHT.text, reasoning=THOUGHT.reasoning, reasoning_field=name))
    message = call(model_server, stream=stream).message
    assert message.text == "The answer is 42."
    assert message.additional_kwargs["reasoning_content"] == "Six times seven, I think."


def test_reasoning_streams_before_the_answer(model_server: ScriptedServer) -> None:
    model_server.reply(THOUGHT)
    chunks = call(model_server).chunks
    thoughts = [at for at, chunk in enumerate(chunks) if chunk.additional_kwargs.get("reasoning_content")]
    words = [at for at, chunk in enumerate(chunks) if chunk.text]
    assert len(thoughts) > 1 and len(words) > 1 and max(thoughts) < min(words)


@pytest.mark.parametrize("stream", [True, False])
def test_usage_is_counted_with_cached_and_reasoning_tokens(model_server: ScriptedServer, stream: bool) -> None:
    model_server.reply(THOUGHT)
    message = call(model_server, stream=stream).message
    assert isinstance(message, AIMessage)
    assert message.usage_metadata == {
        "input_tokens": 20,
        "output_tokens": 9,
        "total_tokens": 29,
        "input_token_details": {"cache_read": 8},
        "output_token_details": {"reasoning": 4},
    }


@pytest.mark.parametrize("stream", [True, False])
def test_an_endpoint_that_counts_nothing_leaves_usage_empty(model_server: ScriptedServer, stream: bool) -> None:
    model_server.reply(Says("hello", usage=NOT_COUNTED))
    message = call(model_server, stream=stream).message
    assert isinstance(message, AIMessage) and message.text == "hello" and message.usage_metadata is None


@pytest.mark.parametrize("stream", [True, False])
def test_several_tool_calls_come_with_their_sentence(model_server: ScriptedServer, stream: bool) -> None:
    model_server.reply(Calls((Call("look", '{"for": "retries"}'), Call("read", '{"id": 3}')), text="Let me look."))
    message = call(model_server, stream=stream).message
    assert isinstance(message, AIMessage) and message.text == "Let me look."
    assert [(each["name"], each["args"], each["id"]) for each in message.tool_calls] == [
        ("look", {"for": "retries"}, "call_0"),
        ("read", {"id": 3}, "call_1"),
    ]


@pytest.mark.parametrize(("stream", "arguments"), [(True, "look for retries"), (True, "[1]"), (False, '{"for": ')])
def test_arguments_that_are_no_object_are_invalid(model_server: ScriptedServer, stream: bool, arguments: str) -> None:
    model_server.reply(Calls((Call("look", arguments), Call("read", '{"id": 3}'))))
    message = call(model_server, stream=stream).message
    assert isinstance(message, AIMessage)
    assert [(each["name"], each["args"]) for each in message.invalid_tool_calls] == [("look", arguments)]
    assert [each["name"] for each in message.tool_calls] == ["read"]


def test_arguments_that_are_cut_off_in_a_stream_are_completed_but_stay_readable(model_server: ScriptedServer) -> None:
    # langchain-core guesses the end of unfinished JSON, and a call with half of its arguments looks valid. Whoever
    # runs a tool reads the text of the chunks.
    model_server.reply(Calls((Call("delete", '{"path": "src", "only": "*.tm'),)))
    message = call(model_server).message
    assert isinstance(message, AIMessageChunk) and message.invalid_tool_calls == []
    assert message.tool_calls[0]["args"] == {"path": "src", "only": "*.tm"}
    assert message.tool_call_chunks[0]["args"] == '{"path": "src", "only": "*.tm'


@pytest.mark.parametrize("stream", [True, False])
def test_a_refusal_is_kept(model_server: ScriptedServer, stream: bool) -> None:
    model_server.reply(Refuses("I can't help with that."))
    message = call(model_server, stream=stream).message
    assert message.text == "" and message.additional_kwargs["refusal"] == "I can't help with that."


@pytest.mark.parametrize("reply", [EmptyChoices(), NullContent(), Says("")])
def test_a_stream_without_an_answer_is_an_empty_message(model_server: ScriptedServer, reply: Reply) -> None:
    model_server.reply(reply)
    outcome = call(model_server)
    assert outcome.error is None and outcome.message.text == ""


@pytest.mark.parametrize("stream", [True, False])
def test_a_megabyte_of_output_is_read(model_server: ScriptedServer, stream: bool) -> None:
    model_server.reply(HugeOutput(1_000_000))
    assert len(call(model_server, stream=stream).message.text) == 1_000_000


@pytest.mark.parametrize(
    ("status", "raised"),
    [
        (400, "OpenAIInvalidRequestError"),
        (401, "OpenAIAuthenticationError"),
        (402, "APIStatusError"),
        (403, "OpenAIPermissionDeniedError"),
        (404, "OpenAIModelNotFoundError"),
        (408, "APIStatusError"),
        (422, "UnprocessableEntityError"),
        (429, "OpenAIRateLimitError"),
        (500, "OpenAIAPIError"),
        (503, "OpenAIAPIError"),
    ],
)
def test_an_error_status_is_raised_with_its_status_and_never_repeated(
    model_server: ScriptedServer, status: int, raised: str
) -> None:
    model_server.reply(Fails(status, retry_after="7"))
    outcome = call(model_server)
    assert (outcome.raised, outcome.chunks) == (raised, [])
    error: Any = outcome.error
    assert error.status_code == status and error.response.headers["retry-after"] == "7"
    assert len(model_server.requests) == 1


def test_a_prompt_that_is_too_long_is_told_by_its_code(model_server: ScriptedServer) -> None:
    # Not by its class: langchain-openai looks for the code in a text that no longer has it.
    model_server.reply(ContextLength())
    error: Any = call(model_server).error
    assert (error.status_code, error.code) == (400, "context_length_exceeded")


@pytest.mark.parametrize(
    ("reply", "raised", "text"),
    [
        (Hangs(), "OpenAITimeoutError", ""),
        (Stalls(0), "OpenAITimeoutError", ""),
        (Stalls(3), "OpenAITimeoutError", "An answer that n"),
        (Cuts(0), "OpenAIConnectionError", ""),
        (Cuts(3), "OpenAIConnectionError", "An answer that n"),
        (Garbles(3), "JSONDecodeError", "An answer that n"),
        (Garbles(3, "[1, 2]"), "AttributeError", "An answer that n"),
        (Garbles(3, '{"error": {"message": "overloaded", "code": 503}}'), "APIError", "An answer that n"),
        (Html(), "ValueError", ""),
    ],
)
def test_a_stream_that_breaks_raises_after_what_came(
    model_server: ScriptedServer, reply: Reply, raised: str, text: str
) -> None:
    model_server.reply(reply)
    outcome = call(model_server, settings=_patience(reply))
    assert (outcome.raised, outcome.text) == (raised, text)
    assert len(model_server.requests) == 1


@pytest.mark.parametrize(
    ("reply", "raised"),
    [
        (Fails(429), "OpenAIRateLimitError"),
        (Stalls(3), "OpenAITimeoutError"),
        (Cuts(3), "OpenAIConnectionError"),
        (Garbles(3), "JSONDecodeError"),
        (Html(), "ValueError"),
        (EmptyChoices(), "IndexError"),
    ],
)
def test_a_whole_answer_that_breaks_raises(model_server: ScriptedServer, reply: Reply, raised: str) -> None:
    model_server.reply(reply)
    assert call(model_server, stream=False, settings=_patience(reply)).raised == raised


def _patience(reply: Reply) -> dict[str, Any]:
    return {"timeout_s": SHORT_S} if isinstance(reply, Hangs | Stalls) else {}


def closed_port(server: ScriptedServer) -> str:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return f"http://127.0.0.1:{port}/v1"


@pytest.mark.parametrize(
    ("url", "cause"),
    [
        (closed_port, "ConnectionRefusedError"),
        (lambda server: "http://no-such-host.invalid/v1", "gaierror"),
        (lambda server: server.url.replace("http:", "https:"), "SSLError"),
    ],
)
def test_a_host_that_cannot_be_reached_says_why(
    model_server: ScriptedServer, monkeypatch: pytest.MonkeyPatch, url: Callable[[ScriptedServer], str], cause: str
) -> None:
    resolve = socket.getaddrinfo

    def resolved(host: Any, *args: Any, **more: Any) -> Any:
        if host in ("no-such-host.invalid", b"no-such-host.invalid"):
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return resolve(host, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    outcome = call(url(model_server))
    assert outcome.raised == "OpenAIConnectionError"
    names, error = [], outcome.error
    while error is not None:
        names.append(type(error).__name__)
        error = error.__cause__ or error.__context__  # type: ignore[assignment]  # a cause may be no Exception
    assert cause in names


def test_a_redirect_is_not_followed_to_another_host(model_server: ScriptedServer) -> None:
    with ScriptedServer() as elsewhere:
        model_server.reply(Fails(307, location=f"{elsewhere.url}/chat/completions"))
        assert call(model_server).raised == "APIStatusError"
    assert elsewhere.requests == []


def test_leaving_a_stream_early_or_cancelling_it_closes_the_connection(model_server: ScriptedServer) -> None:
    model_server.reply(Says("word " * 50, delay_s=0.01), Stalls(2), Hangs())

    async def run(*, cancel: bool) -> None:
        async with open_client() as client:
            chat = open_chat(model="m", base_url=model_server.url, api_key="k", timeout_s=10, http_async_client=client)
            stream = chat.astream("hi")
            if not cancel:
                await anext(stream)
                return
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    async for _ in stream:
                        pass

    asyncio.run(run(cancel=False))
    assert model_server.connections_left() == 0
    for _ in range(2):
        asyncio.run(run(cancel=True))
        assert model_server.connections_left() == 0


def test_the_environment_of_other_programs_changes_nothing(
    model_server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-another")
    monkeypatch.setenv("LC_OUTPUT_VERSION", "responses/v1")
    model_server.reply(Says("hello"), repeat_last=True)
    assert call(model_server).message.content == "hello"
    assert call(model_server, settings={"api_key": ""}).message.content == "hello"
    assert [request.headers["authorization"] for request in model_server.requests] == ["Bearer k", "Bearer none"]


def test_the_key_does_not_show_in_the_model_or_its_errors(model_server: ScriptedServer) -> None:
    model_server.reply(Fails(401))
    outcome = call(model_server, settings={"api_key": "sk-very-secret"})
    chat = open_chat(model="m", base_url=model_server.url, api_key="sk-very-secret", timeout_s=1)
    assert "very-secret" not in f"{outcome.error!r} {outcome.error} {chat!r} {json.dumps(chat.to_json(), default=str)}"
