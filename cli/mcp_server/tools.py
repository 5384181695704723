"""The four tools: what they are called, what they take, and what they are for. Loads nothing of what they do."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from citeline.dataclass import dataclass
from citeline.errors import CitelineError

MOST_CHARS: Final = 20_000
"""Of a question: a longer one is a document that was pasted."""
_MOST_TEXT: Final = 1_000_000


class Arguments(BaseModel):
    """What every tool takes."""

    model_config = ConfigDict(extra="forbid")

    repo: str = Field(default="", max_length=4_096)
    max_tokens: int = Field(default=2_000, ge=100, le=50_000)


class AskArguments(Arguments):
    """A question and how long it may take."""

    question: str = Field(min_length=1, max_length=MOST_CHARS)
    where: str = Field(default="", max_length=MOST_CHARS)
    seconds: float = Field(default=30, gt=0, le=600)


class SearchArguments(Arguments):
    """Words or a question."""

    query: str = Field(min_length=1, max_length=MOST_CHARS)
    where: str = Field(default="", max_length=MOST_CHARS)


class QueryArguments(Arguments):
    """A query in DocQL."""

    query: str = Field(min_length=1, max_length=MOST_CHARS)


class VerifyArguments(Arguments):
    """A text that cites."""

    text: str = Field(min_length=1, max_length=_MOST_TEXT)


@dataclass(frozen=True, slots=True)
class Tool:
    """One row of `TOOLS`."""

    name: str
    description: str
    arguments: type[Arguments]
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


TOOLS: Final[tuple[Tool, ...]] = (
    Tool(
        "ask",
        "Answer a question about this repository's code and documents: sentences with checked file:line citations and "
        "the cited lines. Use first for how, where, why, what calls what. repo: folder or index name. max_tokens caps "
        "the result. where: only documents that say so of themselves, author=Ines && modified>=2025.",
        AskArguments,
    ),
    Tool(
        "search",
        "Find the lines of code and documents that a question or keywords are about, best first, numbered. Use instead "
        "of grep and reading whole files.",
        SearchArguments,
    ),
    Tool(
        "query",
        'Exact structure, in DocQL: $.code.class("Name").members() $.code.function("name").callers() '
        '$.entities[?(@.type=="method" && @.name contains "get")].source() $.toc $.files $.content.grep("regex") '
        '$.data.key[*] $.content.heading("title"). Complete lists; errors say what to write.',
        QueryArguments,
    ),
    Tool(
        "verify",
        "Check the path:line citations of your draft before you show it: a verdict for each, new line numbers where "
        "lines have moved.",
        VerifyArguments,
        as_is=True,
    ),
)
BY_NAME: Final = {tool.name: tool for tool in TOOLS}


def wrong_call(error: CitelineError) -> str:
    """An error as a model can act on it."""
    return f"error: {error}\nfix: {error.remedy}"
