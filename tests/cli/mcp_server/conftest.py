"""A server over the shop, and the official client."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import anyio
import pytest
from mcp.client.client import Client

from citeline.cli.mcp_server.repositories import Repositories
from citeline.cli.mcp_server.server import build_server
from citeline.settings import Settings

Talk: TypeAlias = Callable[[Callable[[Client], Awaitable[Any]]], Any]


def text_of(result: Any) -> str:
    """The one text of a result."""
    (content,) = result.content
    return str(content.text)


@pytest.fixture
def shop_indexed(indexed_shop: Path, shop_home: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The shop that nobody changes, with its index configured."""
    monkeypatch.setenv("CITELINE_HOME", str(shop_home))
    return indexed_shop


@pytest.fixture(params=["auto", "legacy"])
def mode(request: pytest.FixtureRequest) -> str:
    """Of a client: the current protocol, or the older."""
    return str(request.param)


@pytest.fixture
def talk(mode: str, shop_indexed: Path) -> Talk:
    """Runs a conversation with a server over the shop."""
    return talk_about(shop_indexed, mode)


def talk_about(root: Path, mode: str) -> Talk:
    """Runs a conversation with a server over this folder."""

    def run(conversation: Callable[[Client], Awaitable[Any]]) -> Any:
        async def main() -> Any:
            async with Client(build_server(Repositories([root], Settings())), mode=mode) as client:
                return await conversation(client)

        return anyio.run(main)

    return run
