"""DocQL as a tool for chat models: the language in a few hundred tokens, and errors that a model can act on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, Protocol

from langchain_core.tools import BaseTool, StructuredTool, ToolException
from pydantic import BaseModel, Field

from citeline.visible import visible_json

from .language.catalog import FUNCTIONS, OPERATORS, PROPERTIES
from .language.errors import DocQLError
from .language.plan import ItemKind
from .result import DocQLResult

_MAX_ITEMS: Final = 20
MAX_CHARS: Final = 24_000
"""Of an answer, some 6,000 tokens."""
_TEXT_LIMITS: Final = (2_000, 1_000, 500, 250, 120)
"""Characters of one text: the largest number with which the answer fits is taken."""
_LIST_SHARE: Final = 20
"""A list or an object inside of an item keeps one entry for so many characters that a text may have."""
_ERROR_TEXT: Final = 2_000


_EVERYWHERE: Final = ("path", "line", "endLine")
_DESCRIBED: Final[Mapping[str, ItemKind]] = {
    "toc": "toc",
    "entities": "entities",
    "codeblock": "codeblocks",
    "table": "tables",
    "files": "files",
    "links": "links",
}


def _description() -> str:
    """The language, in under 600 tokens; lists of names come from the catalog."""
    of_items = " ".join(f".{one.name}()" for one in FUNCTIONS if {"entities", "chunks"} & set(one.on))
    properties = "; ".join(
        f"{name}: {' '.join(one.name for one in PROPERTIES[kind] if one.name not in _EVERYWHERE)}"
        for name, kind in _DESCRIBED.items()
    )
    types = next(one.meaning for one in PROPERTIES["entities"] if one.name == "type")
    kinds = next(one.meaning for one in PROPERTIES["links"] if one.name == "kind")
    return f"""\
Query code and documents by structure. Deterministic; lines are 1-based. A query is a context, then any selectors and \
functions.
Contexts: $.toc (headings) $.entities (definitions) $.code.classes $.code.functions $.content.codeblock \
$.content.table $.files $.structure $.frontmatter $.links
Sections: $.content.heading("title part") $.content.grep("regex") $.content.chapter("1.2") \
$.content.chapter("#anchor") $.content.chunks()
Code by exact name: $.code.class("Name") $.code.function("name") $.code.function("Class.name"); by part: \
$.code.query("part")
JSON, YAML, TOML, CSV: $.data.key.path[*] (JSONPath)
Functions of items: {of_items}
Selectors: [*] [0] [-1] [2:5] [?(@.property OP value)], tests joined by && || ! and parentheses; keys of a front \
matter are properties: @.author.name, @["my-key"]
OP: {" ".join(OPERATORS["any"])}; values: "text" 3 null /regex/i, for in a list ["a","b"]
Properties: {properties}; all: {" ".join(_EVERYWHERE)}
Entity types: {types}. Link kinds: {kinds}
Examples: $.code.class("Session").members() $.code.function("retry").callers() $.toc[?(@.level<=2 && @.path contains \
"guide")] $.entities[?(@.type=="method" && @.name startsWith "get_")][0:10].source()
Text without $ is a keyword search. An empty answer names the step that emptied it and what exists nearby; "next" \
lists queries that return something: follow them before you conclude that something does not exist."""


DESCRIPTION: Final = _description()


class Queryable(Protocol):
    """What can be asked: an `IndexHandle`, or files that were opened."""

    def query(self, text: str, *, limit: int) -> DocQLResult:
        """Raises DocQLError."""
        ...


class DocQLArguments(BaseModel):
    """What the model fills in."""

    query: str = Field(description='A DocQL query such as $.code.class("Session").members(), or plain keywords.')
    max_items: int = Field(default=_MAX_ITEMS, ge=1, le=200, description="Items to return at most.")


def docql_tool(index: Queryable, *, name: str = "query_docql") -> BaseTool:
    """A LangChain tool that asks an index: `docql_tool(citeline.index("path/to/repo"))`.

    It never raises for what a model writes: the error comes back as content, with its position, a hint and a right
    example, and a tool message has the status `error`. An answer has 24,000 characters at most.
    """

    def run(query: str, max_items: int = _MAX_ITEMS) -> str:
        try:
            return fitting(index.query(query, limit=max_items))
        except DocQLError as error:
            raise ToolException(visible_json(_shortened(error.to_json(), _ERROR_TEXT))) from error

    return StructuredTool.from_function(
        run,
        name=name,
        description=DESCRIPTION,
        args_schema=DocQLArguments,
        handle_tool_error=True,
        handle_validation_error=_explain,
    )


def _explain(error: Any) -> str:
    """Arguments that are none, in the one shape of errors; `error` is of pydantic, of either of its versions."""
    told = "; ".join(f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}" for problem in error.errors())
    return visible_json(DocQLError("type", told, hint="query: a text; max_items: 1 to 200", example="$.toc").to_json())


def fitting(result: DocQLResult) -> str:
    """The result as JSON of MAX_CHARS at most: long texts are cut, then items left out, and it says so."""
    while True:
        printed = result.to_json()
        text = visible_json(printed)
        for limit in _TEXT_LIMITS:
            if len(text) <= MAX_CHARS:
                return text
            text = visible_json(_cut(printed, limit))
        if len(text) <= MAX_CHARS:
            return text
        if len(result.items) <= 1:
            return visible_json(_cut(_without_items(printed), min(_TEXT_LIMITS)))
        result = replace(result, items=result.items[: len(result.items) // 2])


def _without_items(printed: Mapping[str, Any]) -> dict[str, Any]:
    left = {key: value for key, value in printed.items() if key not in {"files", "structure", "next"}}
    return {**left, "shown": 0, "truncated": True, "notes": ["the item is too large to show: ask for a part of it"]}


def _cut(printed: Mapping[str, Any], limit: int) -> dict[str, Any]:
    """The same with shorter texts; lists of items and paths stay whole, and no query to follow is cut in two."""
    cut = {key: _shortened(value, limit) for key, value in printed.items()}
    if "files" in printed:
        cut["files"] = {path: [_inside(item, limit) for item in items] for path, items in printed["files"].items()}
    if "next" in printed:
        cut["next"] = [query for query in printed["next"] if len(query) <= limit]
    return cut


def _inside(item: Mapping[str, Any], limit: int) -> dict[str, Any]:
    return {key: _shortened(value, limit, limit // _LIST_SHARE) for key, value in item.items()}


def _shortened(value: Any, limit: int, entries: int | None = None) -> Any:
    if isinstance(value, str) and len(value) > limit:
        return f"{value[:limit]} … [{len(value) - limit} more characters]"
    if isinstance(value, dict):
        kept = {key: _shortened(item, limit, entries) for key, item in list(value.items())[:entries]}
        return kept | ({"…": f"{len(value) - len(kept)} more keys"} if len(kept) < len(value) else {})
    if isinstance(value, list):
        items = [_shortened(item, limit, entries) for item in value[:entries]]
        return items + ([f"… {len(value) - len(items)} more"] if len(items) < len(value) else [])
    return value
