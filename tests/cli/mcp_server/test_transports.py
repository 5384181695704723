"""Real processes: stdin and stdout, HTTP behind a token, and clients that go away."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import anyio
import httpx
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

from citeline.cli.loopback import listen
from citeline.cli.main import run
from citeline.errors import UsageError

from .conftest import text_of

_COMMAND = [sys.executable, "-m", "citeline.cli.main", "mcp"]
_TOKEN = "a-token-of-the-test"


@dataclass
class Served:
    url: str
    process: subprocess.Popen[str]


@pytest.fixture
def served(shop_indexed: Path) -> Iterator[Served]:
    process = subprocess.Popen(
        [*_COMMAND, "--http", "--port", "0", "--root", str(shop_indexed)],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "CITELINE_MCP_TOKEN": _TOKEN},
    )
    assert process.stderr is not None
    try:
        yield Served(process.stderr.readline().strip(), process)
    finally:
        process.terminate()
        process.wait(30)
        process.stderr.close()


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_over_stdio_gets_cited_lines(shop_indexed: Path, mode: str) -> None:
    async def main() -> str:
        parameters = StdioServerParameters(
            command=_COMMAND[0], args=_COMMAND[1:], cwd=str(shop_indexed), env=dict(os.environ)
        )
        async with Client(stdio_client(parameters), mode=mode) as client:
            return text_of(await client.call_tool("search", {"query": "total of the cart"}))

    assert "src/shop/cart.py:" in anyio.run(main)


@pytest.mark.slow
def test_the_server_ends_with_its_client(shop_indexed: Path) -> None:
    process = subprocess.Popen(_COMMAND, cwd=shop_indexed, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    out, _ = process.communicate(b"this is no JSON\n", timeout=60)
    assert process.returncode == 0
    assert all(line.startswith(b"{") for line in out.splitlines())


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a console of Windows interrupts a group of processes, the tests too")
def test_a_person_at_a_terminal_can_interrupt_the_server(shop_indexed: Path) -> None:
    process = subprocess.Popen(
        _COMMAND, cwd=shop_indexed, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        process.stdin.flush()
        process.stdout.readline()  # it serves, and stdin stays open
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert b"interrupted" in process.stderr.read()
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_over_http_only_the_token_opens(served: Served) -> None:
    async def ask(token: str) -> str:
        async with (
            create_mcp_http_client(headers={"Authorization": f"Bearer {token}"}) as http,
            Client(streamable_http_client(served.url, http_client=http)) as client,
        ):
            return text_of(await client.call_tool("search", {"query": "total of the cart"}))

    assert "src/shop/cart.py:" in anyio.run(ask, _TOKEN)
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert httpx.post(served.url, json=ping).status_code == 401
    assert httpx.post(served.url, json=ping, headers={"Authorization": "Bearer wrong"}).status_code == 401
    # A page in a browser that has resolved its own name to this machine.
    headers = {"Authorization": f"Bearer {_TOKEN}", "Host": "evil.example", "Accept": "application/json"}
    assert httpx.post(served.url, json=ping, headers=headers).status_code == 421


@pytest.mark.slow
def test_a_client_that_disconnects_leaves_the_others_served(served: Served) -> None:
    port = int(served.url.split(":")[2].split("/")[0])
    body = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{"question":"cart"}}}'
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {_TOKEN}\r\n"
        "Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    for sent in (head.encode() + body, head.encode(), b"POST /mcp HTT"):
        with socket.create_connection(("127.0.0.1", port)) as gone:
            gone.sendall(sent)
    test_over_http_only_the_token_opens(served)
    assert served.process.poll() is None


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str], shop: Path, home: Path) -> None:
    with listen(0) as taken:
        port = taken.getsockname()[1]
        assert run(["mcp", "--http", "--port", str(port), "--root", str(shop)]) == 2
        with pytest.raises(UsageError, match=str(port)):
            listen(port)
    printed = capsys.readouterr().err
    assert f"port {port} is taken" in printed and "--port" in printed
