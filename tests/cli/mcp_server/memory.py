"""Whether a server that is asked again keeps what it was asked: `python -m tests.cli.mcp_server.memory 10000`.

Prints the resident memory of this process, server and client, every tenth of the calls.
"""

from __future__ import annotations

import gc
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import anyio
from mcp.client.client import Client

import citeline
from citeline.cli.mcp_server.repositories import Repositories
from citeline.cli.mcp_server.server import build_server
from citeline.settings import Settings

SHOP = Path(__file__).parents[2] / "fixtures/shop"


def resident_mb(process: int | str = "self") -> float:
    """Of a process, by default this one, from the kernel."""
    gc.collect()
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def calls(number: int) -> Iterator[tuple[str, dict[str, str]]]:
    """Different ones each time: what a cache would keep."""
    for turn in range(number):
        match turn % 8:
            case 0:
                yield "ask", {"question": f"what does the cart do with {turn} items?"}
            case 1 | 2 | 3:
                yield "search", {"query": f"total of the cart number {turn}"}
            case 4 | 5:
                yield "query", {"query": f"$.entities[?(@.line>{turn % 40})]"}
            case 6:
                yield "verify", {"text": f"Item {turn} is in `src/shop/cart.py:{turn % 60 + 1}`."}
            case 7:
                yield "search", {"query": f"{turn}", "repo": f"/no/such/place/{turn}"}


def measured(root: Path, number: int, parts: int = 10) -> list[float]:
    """Megabytes after each part of that many calls."""
    found: list[float] = []

    async def main() -> None:
        async with Client(build_server(Repositories([root], Settings(no_model=True)))) as client:
            for turn, (tool, arguments) in enumerate(calls(number), start=1):
                await client.call_tool(tool, {**arguments, "max_tokens": 500})
                if turn % (number // parts) == 0:
                    found.append(resident_mb())

    anyio.run(main)
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(home=Path(home))
        citeline.index(SHOP, settings=settings).close()
        import os

        os.environ["CITELINE_HOME"] = home
        print([round(value) for value in measured(SHOP, int(sys.argv[1]))])  # noqa: T201 (what it is for)
