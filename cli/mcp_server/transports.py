"""Serving over stdin and stdout, or over HTTP on this machine behind a token."""

from __future__ import annotations

import hmac
import os
import signal
import socket
from types import FrameType
from typing import Any, Final

import anyio
import uvicorn
from mcp.server import Server
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend, RequireAuthMiddleware
from mcp.server.auth.provider import AccessToken
from mcp.server.stdio import stdio_server
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.types import ASGIApp

from ..exit_codes import INTERRUPTED
from ..loopback import HOST

PATH: Final = "/mcp"
_GRACE_S: Final = 3
"""For calls under way when the server is told to end."""


class _OneToken:
    """Says whose a bearer token is: nobody's but for the one."""

    def __init__(self, token: str) -> None:
        self._token = token.encode()

    async def verify_token(self, token: str) -> AccessToken | None:
        if not hmac.compare_digest(token.encode(), self._token):
            return None
        return AccessToken(token=token, client_id="local", scopes=[])


def serve_stdio(server: Server[Any]) -> None:
    """Serve one client until its end of the pipe closes, or a person at a terminal interrupts."""

    async def run() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    signal.signal(signal.SIGINT, _end)
    anyio.run(run)


def _end(_number: int, _frame: FrameType | None) -> None:
    # Not by KeyboardInterrupt: a thread of the transport is blocked reading a line of stdin and cannot be cancelled, so
    # that the loop, and then Python, would wait for it until somebody presses Enter. Each reply has been flushed.
    os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)


def http_app(server: Server[Any], token: str) -> ASGIApp:
    """The server as an ASGI application that answers only requests with the token, and with a Host of this machine."""
    app = server.streamable_http_app(streamable_http_path=PATH, host=HOST)
    guarded = RequireAuthMiddleware(app, [])

    async def entry(scope: Any, receive: Any, send: Any) -> None:
        # Starting up and ending are no requests; there is nobody to be asked for a token.
        await (app if scope["type"] == "lifespan" else guarded)(scope, receive, send)

    return AuthenticationMiddleware(entry, backend=BearerAuthBackend(_OneToken(token)))


def serve_http(server: Server[Any], token: str, listener: socket.socket) -> None:
    """Serve any number of clients until interrupted."""
    config = uvicorn.Config(http_app(server, token), log_level="warning", timeout_graceful_shutdown=_GRACE_S)
    anyio.run(lambda: uvicorn.Server(config).serve(sockets=[listener]))
