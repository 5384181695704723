"""The four tools: what they take, what they are for, and the text that they give back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from io import StringIO
from typing import Any, Final, TypeAlias

import anyio.to_thread
from pydantic import BaseModel, ConfigDict, Field
from rich.console import Console

from citeline.errors import CitelineError
from citeline.graph.events import CompletionEvent, ErrorEvent, StepStartEvent
from citeline.graph.run import run_with_events_async
from citeline.tools.citations.verification import verify_draft
from citeline.tools.compact import answer_text, fit, search_text

from ..render_query import render_query
from ..verdicts import verification_text
from .repositories import Served

MOST_CHARS: Final = 20_000
"""Of a question: a longer one is a document that was pasted."""
_MOST_TEXT: Final = 1_000_000
_COLUMNS: Final = 240
_MOST_ITEMS: Final = 200

Told: TypeAlias = Callable[[str], Awaitable[None]]
"""Told which step a run is at."""


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")

    repo: str = Field(default="", max_length=4_096)
    max_tokens: int = Field(default=2_000, ge=100, le=50_000)


class AskArguments(_Arguments):
    """A question and how long it may take."""

    question: str = Field(min_length=1, max_length=MOST_CHARS)
    seconds: float = Field(default=30, gt=0, le=600)


class SearchArguments(_Arguments):
    """Words or a question."""

    query: str = Field(min_length=1, max_length=MOST_CHARS)


class QueryArguments(_Arguments):
    """A query in DocQL."""

    query: str = Field(min_length=1, max_length=MOST_CHARS)


class VerifyArguments(_Arguments):
    """A text that cites."""

    text: str = Field(min_length=1, max_length=_MOST_TEXT)


@dataclass(frozen=True, slots=True)
class Tool:
    """One row of `TOOLS`."""

    name: str
    description: str
    arguments: type[_Arguments]
    call: Callable[[Served, Any, Told], Awaitable[str]]
    as_is: bool = False
    """Works on the index as it is: bringing it up to date would forget what the citations were written for."""

    def schema(self) -> dict[str, Any]:
        """JSON schema of the arguments, without what only repeats: every byte of it is sent with every conversation."""
        made = self.arguments.model_json_schema()
        names = sorted(made["properties"], key=lambda name: (name not in made["required"], name == "repo"))
        properties = {name: _bare(made["properties"][name]) for name in names}
        return {"type": "object", "properties": properties, "required": made["required"]}


def _bare(schema: dict[str, Any]) -> dict[str, Any]:
    # Limits are told when they are passed.
    return {key: value for key, value in schema.items() if key in ("type", "default") and value != ""}


async def _ask(served: Served, asked: AskArguments, told: Told) -> str:
    async for event in run_with_events_async(asked.question, served.handle, budget_s=asked.seconds):
        match event:
            case StepStartEvent():
                await told(event.step.replace("_", " "))
            case CompletionEvent():
                return answer_text(event.answer.to_json(), max_tokens=asked.max_tokens, notes=served.notes)
            case ErrorEvent():
                raise event.error
    raise AssertionError("a run ends with one of these")


async def _search(served: Served, asked: SearchArguments, told: Told) -> str:
    def run() -> str:
        found = served.handle.search(asked.query, top_k=_SEARCHED, single=True)
        return search_text(found, max_tokens=asked.max_tokens, notes=served.notes)

    return await anyio.to_thread.run_sync(run, abandon_on_cancel=True)


_SEARCHED: Final = 25


async def _query(served: Served, asked: QueryArguments, told: Told) -> str:
    def run() -> str:
        result = served.handle.query(asked.query, limit=_MOST_ITEMS)
        screen = Console(file=StringIO(), width=_COLUMNS, color_system=None, highlight=False, markup=False)
        render_query(result, screen)
        assert isinstance(screen.file, StringIO)
        lines = [line.rstrip() for line in screen.file.getvalue().rstrip("\n").split("\n")]
        return fit([*served.notes, *lines], (), max_tokens=asked.max_tokens)

    return await anyio.to_thread.run_sync(run, abandon_on_cancel=True)


async def _verify(served: Served, asked: VerifyArguments, told: Told) -> str:
    def run() -> str:
        return verification_text(verify_draft(served.handle.reader, asked.text), max_tokens=asked.max_tokens)

    return await anyio.to_thread.run_sync(run, abandon_on_cancel=True)


TOOLS: Final[tuple[Tool, ...]] = (
    Tool(
        "ask",
        "Answer a question about this repository's code and documents: sentences with checked file:line citations and "
        "the cited lines. Use first for how, where, why, what calls what. repo: folder or index name. max_tokens caps "
        "the result.",
        AskArguments,
        _ask,
    ),
    Tool(
        "search",
        "Find the lines of code and documents that a question or keywords are about, best first, numbered. Use instead "
        "of grep and reading whole files.",
        SearchArguments,
        _search,
    ),
    Tool(
        "query",
        'Exact structure, in DocQL: $.code.class("Name").members() $.code.function("name").callers() '
        '$.entities[?(@.type=="method" && @.name contains "get")].source() $.toc $.files $.content.grep("regex") '
        '$.data.key[*] $.content.heading("title"). Complete lists; errors say what to write.',
        QueryArguments,
        _query,
    ),
    Tool(
        "verify",
        "Check the path:line citations of your draft before you show it: a verdict for each, new line numbers where "
        "lines have moved.",
        VerifyArguments,
        _verify,
        as_is=True,
    ),
)
BY_NAME: Final = {tool.name: tool for tool in TOOLS}


def wrong_call(error: CitelineError) -> str:
    """An error as a model can act on it."""
    return f"error: {error}\nfix: {error.remedy}"
