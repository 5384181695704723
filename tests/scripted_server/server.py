"""The server: uvicorn in a thread, on a free port of this machine."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request as HttpRequest
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from . import wire
from .replies import Calls, Content, ContextLength, Cuts, Fails, Garbles, Hangs, Html, Reply, Says, Stalls

_POLL_S: Final = 0.005
_START_WITHIN_S: Final = 10.0
_STREAM: Final = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Request:
    """What a client sent."""

    body: dict[str, Any]
    headers: Mapping[str, str]
    """Names in lower case."""
    time_s: float = field(default_factory=time.monotonic)


class _CutError(Exception):
    """Leaves a response unfinished, so that uvicorn closes the connection."""


class _QuickServer(uvicorn.Server):
    """Stops at once: uvicorn's own 0.1 to 0.2 s are paid by every test, and it would wait for a reply that hangs."""

    async def main_loop(self) -> None:
        await self.on_tick(0)
        while not self.should_exit:
            await asyncio.sleep(_POLL_S)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        for task in list(self.server_state.tasks):
            task.cancel()


class ScriptedServer:
    """A context manager that serves `url` and keeps what was sent to it in `requests`.

    A request that nobody scripted, or that the function of a test cannot answer, is answered with 400; the product may
    well live with that, so leaving the block then raises AssertionError, or what the function raised.
    """

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self._script: deque[Reply | Callable[[dict[str, Any]], Reply]] = deque()
        self._repeats_last = False
        self._unscripted = 0
        self._broken_script: Exception | None = None
        self._socket = socket.create_server(("127.0.0.1", 0))
        app = Starlette(routes=[Route("/v1/chat/completions", self._complete, methods=["POST"])])
        # Idle connections are the client's to close: none of them may vanish before a test has counted it.
        self._server = _QuickServer(
            uvicorn.Config(
                app,
                loop="asyncio",
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                log_level=60,
                access_log=False,
                timeout_keep_alive=3600,
            )
        )
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, name="scripted-server", daemon=True
        )

    @property
    def url(self) -> str:
        """The base URL, ending in /v1."""
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/v1"

    @property
    def open_connections(self) -> int:
        """Connections that are open now, also idle ones. A closed one is seen a moment late: see connections_left."""
        return len(self._server.server_state.connections)

    def connections_left(self, within_s: float = 1.0) -> int:
        """How many connections are open once all should be closed; waits that long for the last to close."""
        end_s = time.monotonic() + within_s
        while self.open_connections and time.monotonic() < end_s:
            time.sleep(_POLL_S)
        return self.open_connections

    def reply(self, *replies: Reply | Callable[[dict[str, Any]], Reply], repeat_last: bool = False) -> None:
        """Adds answers to the script: each reply answers one request, in their order of arrival.

        A function of the request body answers every request from its turn on, in the server's thread.
        """
        self._script.extend(replies)
        self._repeats_last = repeat_last

    def forget(self) -> None:
        """Forgets what has been scripted so far."""
        self._script.clear()

    def __enter__(self) -> Self:
        self._thread.start()
        end_s = time.monotonic() + _START_WITHIN_S
        while not self._server.started:
            if time.monotonic() > end_s or not self._thread.is_alive():
                raise RuntimeError("the scripted server did not start")
            time.sleep(_POLL_S)
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        self._server.should_exit = True
        self._thread.join(timeout=5)
        self._socket.close()
        if self._thread.is_alive():
            raise RuntimeError("the scripted server did not stop")
        if kind is None and self._broken_script:
            raise self._broken_script
        if kind is None and self._unscripted:
            raise AssertionError(f"{self._unscripted} of {len(self.requests)} requests had no scripted reply")

    async def _complete(self, request: HttpRequest) -> Response:
        body = json.loads(await request.body())
        self.requests.append(Request(body, dict(request.headers)))
        reply = self._next(body)
        match reply:
            case Hangs():
                await self._hang(request)
                return Response(status_code=503)
            case Fails() | ContextLength():
                status, text, headers = wire.error(reply)
                return Response(text, status, headers, media_type="application/json")
            case Html():
                return Response(reply.page, media_type="text/html")
            case Stalls() | Cuts() | Garbles():
                media_type = _STREAM if body.get("stream") else "application/json"
                return StreamingResponse(self._broken(reply, body, request), media_type=media_type)
            case _:
                return await self._answer(reply, body)

    def _next(self, body: dict[str, Any]) -> Reply:
        if not self._script:
            self._unscripted += 1
            return _not_scripted("the test scripted no reply for this request")
        reply = self._script[0]
        if callable(reply):
            try:
                return reply(body)
            except Exception as error:  # noqa: BLE001  # raised where the test sees it, when the block is left
                self._broken_script = error
                return _not_scripted(f"the test's function raised {error!r}")
        if len(self._script) > 1 or not self._repeats_last:
            self._script.popleft()
        return reply

    async def _answer(self, reply: Content, body: dict[str, Any]) -> Response:
        delay_s = reply.delay_s if isinstance(reply, Says | Calls) else 0.0
        if body.get("stream"):
            return StreamingResponse(_paced(reply, body, delay_s), media_type=_STREAM)
        await asyncio.sleep(delay_s)
        return Response(wire.whole(reply, body), media_type="application/json")

    async def _broken(
        self, reply: Stalls | Cuts | Garbles, body: dict[str, Any], request: HttpRequest
    ) -> AsyncIterator[bytes]:
        sent = zip(range(reply.after_chunks), wire.pieces(reply.of, body), strict=False)
        for _, piece in sent:
            yield piece
        if isinstance(reply, Garbles):
            yield wire.event(reply.data) if body.get("stream") else reply.data.encode()
            return
        if isinstance(reply, Stalls):
            await self._hang(request)
        raise _CutError

    async def _hang(self, request: HttpRequest) -> None:
        """Until the client goes away."""
        while not await request.is_disconnected():
            await asyncio.sleep(_POLL_S)


async def _paced(reply: Content, body: dict[str, Any], delay_s: float) -> AsyncIterator[bytes]:
    for piece in wire.events(reply, body):
        await asyncio.sleep(delay_s)
        yield piece


def _not_scripted(message: str) -> Fails:
    return Fails(400, json.dumps({"error": {"message": message}}))
