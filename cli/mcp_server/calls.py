"""What the tools do. Loaded at the first call: hosts wait a few seconds for a server to start, and this takes two."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from io import StringIO
from typing import Any, Final, TypeAlias

import anyio.to_thread
from rich.console import Console

from citeline.graph.events import CompletionEvent, ErrorEvent, StepStartEvent
from citeline.graph.run import run_with_events_async
from citeline.tools.compact import answer_text, fit, indexed_lines, search_text, verification_text
from citeline.tools.verify.verification import verify_draft

from ..rendering.render_overview import render_overview
from ..rendering.render_query import render_query
from .repositories import Served
from .tools import AskArguments, QueryArguments, SearchArguments, VerifyArguments

_SEARCHED: Final = 25
_MOST_ITEMS: Final = 200
_COLUMNS: Final = 240

Told: TypeAlias = Callable[[str], Awaitable[None]]
"""Told which step a run is at."""


async def ask(served: Served, asked: AskArguments, told: Told) -> str:
    """Sentences with their verdicts, and the lines that they cite."""
    async for event in run_with_events_async(asked.question, served.handle, budget_s=asked.seconds, where=asked.where):
        match event:
            case StepStartEvent():
                await told(event.step.replace("_", " "))
            case CompletionEvent():
                return answer_text(event.answer.to_json(), max_tokens=asked.max_tokens, notes=served.notes)
            case ErrorEvent():
                raise event.error
    raise AssertionError("a run ends with one of these")


async def search(served: Served, asked: SearchArguments, told: Told) -> str:
    """Places, best first."""

    def run() -> str:
        found = served.handle.search(asked.query, top_k=_SEARCHED, where=asked.where, single=True)
        return search_text(found, max_tokens=asked.max_tokens, notes=served.notes)

    return await anyio.to_thread.run_sync(run, abandon_on_cancel=True)


async def query(served: Served, asked: QueryArguments, told: Told) -> str:
    """The items of a DocQL query."""

    def run() -> str:
        result = served.handle.query(asked.query, limit=_MOST_ITEMS)
        screen = _screen()
        render_query(result, screen)
        return fit([*served.notes, *_printed(screen).split("\n")], (), max_tokens=asked.max_tokens)

    return await anyio.to_thread.run_sync(run, abandon_on_cancel=True)


async def verify(served: Served, asked: VerifyArguments, told: Told) -> str:
    """A verdict for each citation."""

    def run() -> str:
        return verification_text(verify_draft(served.handle.reader, asked.text), max_tokens=asked.max_tokens)

    return await anyio.to_thread.run_sync(run, abandon_on_cancel=True)


CALLS: Final[Mapping[str, Callable[[Served, Any, Told], Awaitable[str]]]] = {
    "ask": ask,
    "search": search,
    "query": query,
    "verify": verify,
}
"""By the names of `TOOLS`."""


def overview(served: Served) -> str:
    """What a newcomer wants to know of an index."""
    screen = _screen()
    render_overview(served.handle.overview(), screen)
    return _printed(screen)


def numbered(served: Served, path: str, first: int, last: int) -> str:
    """Lines of a file."""
    return "\n".join(indexed_lines(served.handle.reader, path, first, last))


def _screen() -> Console:
    return Console(file=StringIO(), width=_COLUMNS, color_system=None, highlight=False, markup=False)


def _printed(screen: Console) -> str:
    assert isinstance(screen.file, StringIO)
    return "\n".join(line.rstrip() for line in screen.file.getvalue().rstrip("\n").split("\n"))
