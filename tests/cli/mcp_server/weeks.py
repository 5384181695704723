"""Weeks of a server in minutes: `python -m tests.cli.mcp_server.weeks 10000`.

One HTTP server of its own process, two clients that ask, files that change, an index that is deleted now and then, and
clients that leave in the middle of a call. Prints the resident memory and the open files of the server on the way, and
every call that failed.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import anyio
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

from .memory import SHOP, calls, resident_mb

_CHANGED: Path = Path("src/shop/cart.py")
_CHANGE_EVERY_S = 5.0
_DELETE_EVERY = 30
"""Changes between two deletions of the index."""
_LEAVE_AFTER_S = 0.4
_LEAVE_EVERY_S = 2.0


class Weeks:
    """What happens to one server until so many calls were made."""

    def __init__(self, connected: Callable[[], Client], folder: Path, server: int, number: int) -> None:
        self._connected = connected
        self._folder = folder
        self._server = server
        self._left = calls(number)
        self._number = number
        self._done = 0
        self._failed = Counter[str]()

    async def run(self) -> None:
        """All of it at once."""
        async with anyio.create_task_group() as tasks:
            for happens in (self._ask, self._ask, self._change, self._leave):
                tasks.start_soon(happens)
        print(dict(self._failed) or "no call failed")  # noqa: T201 (what it is for)

    async def _ask(self) -> None:
        async with self._connected() as client:
            for tool, arguments in self._left:
                found = await client.call_tool(tool, {**arguments, "max_tokens": 500})
                self._failed += Counter([str(found.content)] if found.is_error and "repo" not in arguments else [])
                self._done += 1
                if self._done in (self._number // 10, self._number // 2, self._number):
                    files = len(list(Path(f"/proc/{self._server}/fd").iterdir()))
                    print(f"{self._done:,} calls: {resident_mb(self._server):.0f} MB, {files} files")  # noqa: T201

    async def _change(self) -> None:
        file, turn = self._folder / "shop" / _CHANGED, 0
        while self._done < self._number:
            turn += 1
            file.write_text(f"{(SHOP / _CHANGED).read_text()}\n# change {turn}\n")
            if turn % _DELETE_EVERY == 0:
                shutil.rmtree(self._folder / "home", ignore_errors=True)
            await anyio.sleep(_CHANGE_EVERY_S)

    async def _leave(self) -> None:
        while self._done < self._number:
            with anyio.move_on_after(_LEAVE_AFTER_S):
                async with self._connected() as client:
                    await client.call_tool("ask", {"question": f"how is a card charged {self._done} times?"})
            await anyio.sleep(_LEAVE_EVERY_S)


def main(number: int) -> None:
    """Start a server, let time pass, end it."""
    with tempfile.TemporaryDirectory() as name, socket.socket() as probe:
        folder = Path(name)
        shutil.copytree(SHOP, folder / "shop")
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        command = [*(sys.executable, "-m", "citeline.cli.entry", "mcp", "--http", "--root", str(folder / "shop"))]
        environment = {**os.environ, "CITELINE_HOME": str(folder / "home"), "CITELINE_MCP_TOKEN": "token"}
        server = subprocess.Popen([*command, "--port", str(port)], env=environment, stderr=subprocess.DEVNULL)

        def connected() -> Client:
            http = create_mcp_http_client(headers={"Authorization": "Bearer token"})
            return Client(streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=http))

        async def run() -> None:
            while await anyio.to_thread.run_sync(_is_closed, port):
                await anyio.sleep(0.2)
            await Weeks(connected, folder, server.pid, number).run()

        try:
            anyio.run(run)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


def _is_closed(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


if __name__ == "__main__":
    main(int(sys.argv[1]))
