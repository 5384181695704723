"""The scripted server itself: what goes over the wire, its script, and that it neither lingers nor leaks."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import httpx
import pytest

from . import (
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
    NullContent,
    Refuses,
    Reply,
    Says,
    ScriptedServer,
    Stalls,
    Usage,
)

USER = [{"role": "user", "content": "hi"}]


def post(server: ScriptedServer, *, timeout_s: float = 5.0, **body: Any) -> httpx.Response:
    return httpx.post(
        f"{server.url}/chat/completions", json={"model": "m", "messages": USER, **body}, timeout=timeout_s
    )


def data_lines(response: httpx.Response) -> list[str]:
    return [line.removeprefix("data: ") for line in response.text.splitlines() if line]


def test_a_whole_answer_has_text_reasoning_and_usage(model_server: ScriptedServer) -> None:
    model_server.reply(Says("an answer", reasoning="a thought", usage=Usage(20, 9, reasoning=4, cached=8)))
    answer = post(model_server).json()
    [choice] = answer["choices"]
    assert choice["message"] == {"role": "assistant", "content": "an answer", "reasoning_content": "a thought"}
    assert choice["finish_reason"] == "stop"
    assert answer["usage"]["total_tokens"] == 29
    assert answer["usage"]["prompt_tokens_details"] == {"cached_tokens": 8}


def test_a_stream_sends_usage_in_its_last_chunk_and_only_when_asked(model_server: ScriptedServer) -> None:
    model_server.reply(Says("an answer"), repeat_last=True)
    lines = data_lines(post(model_server, stream=True, stream_options={"include_usage": True}))
    assert lines[-1] == "[DONE]"
    chunks = [json.loads(line) for line in lines[:-1]]
    assert chunks[-1]["choices"] == [] and chunks[-1]["usage"]["prompt_tokens"] == 10
    assert not any("usage" in chunk for chunk in chunks[:-1])
    assert not any("usage" in line for line in data_lines(post(model_server, stream=True)))


def test_an_endpoint_that_counts_nothing_sends_no_usage(model_server: ScriptedServer) -> None:
    model_server.reply(Says("an answer", usage=NOT_COUNTED), repeat_last=True)
    assert "usage" not in post(model_server).json()
    assert "usage" not in post(model_server, stream=True, stream_options={"include_usage": True}).text


def test_chunks_are_as_long_as_told_and_come_as_late(model_server: ScriptedServer) -> None:
    model_server.reply(Says("abcdef", chunk_chars=2, delay_s=0.02))
    start_s = time.monotonic()
    chunks = [json.loads(line) for line in data_lines(post(model_server, stream=True))[:-1]]
    parts = [chunk["choices"][0]["delta"].get("content") for chunk in chunks]
    assert [part for part in parts if part] == ["ab", "cd", "ef"]
    assert time.monotonic() - start_s >= 0.02 * len(parts)


def test_arguments_of_calls_go_out_as_they_are(model_server: ScriptedServer) -> None:
    model_server.reply(Calls((Call("look", '{"x": '), Call("read")), text="First I look."), repeat_last=True)
    message = post(model_server).json()["choices"][0]["message"]
    assert [call["function"]["arguments"] for call in message["tool_calls"]] == ['{"x": ', "{}"]
    assert [call["id"] for call in message["tool_calls"]] == ["call_0", "call_1"]
    deltas = [json.loads(line)["choices"][0]["delta"] for line in data_lines(post(model_server, stream=True))[:-1]]
    calls = [call for delta in deltas for call in delta.get("tool_calls", [])]
    assert "".join(call["function"]["arguments"] for call in calls if call["index"] == 0) == '{"x": '


@pytest.mark.parametrize(
    ("reply", "status", "kind", "text"),
    [
        (Fails(503), 503, "application/json", "scripted failure 503"),
        (Fails(500, "<html>oops"), 500, "application/json", "<html>oops"),
        (ContextLength(4096), 400, "application/json", "context_length_exceeded"),
        (Html(), 200, "text/html; charset=utf-8", "<!doctype html>"),
        (EmptyChoices(), 200, "application/json", '"choices": []'),
        (NullContent(), 200, "application/json", '"content": null'),
        (Refuses("no"), 200, "application/json", '"refusal": "no"'),
        (Garbles(1, "oops"), 200, "application/json", "oops"),
    ],
)
def test_a_failure_looks_as_a_provider_sends_it(
    model_server: ScriptedServer, reply: Reply, status: int, kind: str, text: str
) -> None:
    model_server.reply(reply)
    response = post(model_server)
    assert (response.status_code, response.headers["content-type"]) == (status, kind)
    assert text in response.text


def test_retry_after_is_sent(model_server: ScriptedServer) -> None:
    model_server.reply(Fails(429, retry_after="7"))
    assert post(model_server).headers["retry-after"] == "7"


@pytest.mark.parametrize("stream", [True, False])
def test_a_cut_closes_the_connection_in_the_middle_of_the_answer(model_server: ScriptedServer, stream: bool) -> None:
    model_server.reply(Cuts(2))
    with pytest.raises(httpx.RemoteProtocolError, match="incomplete"):
        post(model_server, stream=stream)
    assert model_server.connections_left() == 0


@pytest.mark.parametrize("stream", [True, False])
def test_a_stall_sends_its_chunks_and_then_nothing(model_server: ScriptedServer, stream: bool) -> None:
    model_server.reply(Stalls(2))
    body = {"model": "m", "messages": USER, "stream": stream}
    got = b""
    with (
        pytest.raises(httpx.ReadTimeout),
        httpx.stream("POST", f"{model_server.url}/chat/completions", json=body, timeout=0.5) as response,
    ):
        for part in response.iter_bytes():
            got += part
    assert got.count(b"data: ") == 2 if stream else len(got) == 48


@pytest.mark.timeout(120)
@pytest.mark.parametrize("reply", [Hangs(), Stalls(1), Says("slow", delay_s=30)])
def test_the_server_stops_while_a_request_is_pending(reply: Reply) -> None:
    failures: list[Exception] = []

    def ask() -> None:
        try:
            post(server, stream=True, timeout_s=120)
        except httpx.HTTPError as error:
            failures.append(error)

    with ScriptedServer() as server:
        server.reply(reply)
        client = threading.Thread(target=ask)
        client.start()
        while not server.requests:
            time.sleep(0.005)
    # Nothing that the server was told to send ends by itself before the request does.
    client.join(timeout=10)
    assert not client.is_alive()


def test_replies_come_in_order_and_the_last_repeats_when_told(model_server: ScriptedServer) -> None:
    model_server.reply(Says("one"), Fails(500), Says("three"), repeat_last=True)
    assert [post(model_server).status_code for _ in range(4)] == [200, 500, 200, 200]


def test_a_function_answers_each_request_by_its_body(model_server: ScriptedServer) -> None:
    model_server.reply(Says("first"), lambda body: Says(str(body["messages"][0]["content"]).upper()))
    texts = [post(model_server).json()["choices"][0]["message"]["content"] for _ in range(3)]
    assert texts == ["first", "HI", "HI"]


def test_a_function_that_is_wrong_fails_the_test_that_wrote_it() -> None:
    with pytest.raises(KeyError, match="no such field"), ScriptedServer() as server:
        server.reply(lambda body: Says(body["no such field"]))
        assert post(server).status_code == 400


def test_a_request_that_nobody_scripted_fails_the_test() -> None:
    with pytest.raises(AssertionError, match="1 of 2 requests"), ScriptedServer() as server:
        server.reply(Says("one"))
        assert [post(server).status_code for _ in range(2)] == [200, 400]


def test_requests_are_kept_with_headers_and_time(model_server: ScriptedServer) -> None:
    model_server.reply(Says("one"), repeat_last=True)
    before_s = time.monotonic()
    post(model_server, temperature=0)
    post(model_server)
    first, second = model_server.requests
    assert first.body["temperature"] == 0 and first.headers["content-type"] == "application/json"
    assert before_s <= first.time_s <= second.time_s <= time.monotonic()


def test_a_connection_that_is_not_closed_is_counted(model_server: ScriptedServer) -> None:
    model_server.reply(Says("one"))
    with httpx.Client() as client:
        client.post(f"{model_server.url}/chat/completions", json={"messages": USER})
        assert model_server.connections_left(within_s=0.05) == 1
    assert model_server.connections_left() == 0
    assert model_server.open_connections == 0
