"""A socket of this machine, for the page and for the MCP server."""

from __future__ import annotations

import socket
from typing import Final

from citeline.errors import UsageError

HOST: Final = "127.0.0.1"


def listen(port: int) -> socket.socket:
    """A socket on loopback; 0 takes a free port. Raises UsageError for one that cannot be had."""
    listener = socket.socket()
    # A port that was just left is free; one that somebody listens on is refused all the same.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        # From here on who connects waits, so that the address works as soon as it is printed.
        listener.listen()
    except OSError as error:
        listener.close()
        raise UsageError(
            f"port {port} is taken or not allowed: {error.strerror}",
            remedy="end what listens there, name another --port, or leave it out",
        ) from error
    return listener
