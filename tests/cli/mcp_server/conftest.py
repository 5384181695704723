"""A server over the shop, and the official client."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import anyio
import pytest
from mcp.client.client import Client

import citeline
from citeline.cli.mcp_server.repositories import Repositories
from citeline.cli.mcp_server.server import build_server
from citeline.settings import Settings

Talk: TypeAlias = Callable[[Callable[[Client], Awaitable[Any]]], Any]


def text_of(result: Any) -> str:
    """The one text of a result."""
    (content,) = result.content
    return str(content.text)


@pytest.fixture
def shop_indexed(shop: Path, home: Path) -> Path:
    citeline.index(shop).close()
    return shop


@pytest.fixture(params=["auto", "legacy"])
def talk(request: pytest.FixtureRequest, shop_indexed: Path) -> Talk:
    """Runs a conversation with a client of the current protocol, and with one of the older."""

    def run(conversation: Callable[[Client], Awaitable[Any]]) -> Any:
        async def main() -> Any:
            async with Client(build_server(Repositories([shop_indexed], Settings())), mode=request.param) as client:
                return await conversation(client)

        return anyio.run(main)

    return run
