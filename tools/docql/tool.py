"""DocQL as a tool for chat models: the language in a few hundred tokens, and errors that a model can act on."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from langchain_core.tools import BaseTool, StructuredTool
from pydantic import BaseModel, Field

from .errors import DocQLError
from .result import DocQLResult

Ask = Callable[[str, int], DocQLResult]
"""Answers a query with so many items at most: `IndexHandle.query`, or that of files."""

_MAX_ITEMS: Final = 20
_MAX_CHARS: Final = 24_000
"""Of an answer, some 6,000 tokens: the texts of its items are shortened until it fits."""
DESCRIPTION: Final = """\
Query code and documents by structure. Deterministic; lines are 1-based. Syntax: $.context[selector].function()
Contexts: $.toc (headings) $.entities (definitions) $.files $.structure $.frontmatter $.links $.content.codeblock \
$.content.table $.code.classes $.code.functions
Sections by text: $.content.heading("title part") $.content.grep("regex") $.content.chapter("1.2" or "#anchor") \
$.content.h1("part")..h6 $.content.chunks()
Code by exact name: $.code.class("Name") $.code.function("name" or "Class.name"); by part: $.code.query("part")
JSON/YAML/TOML/CSV: $.data.key.path[*] (JSONPath)
Next steps from items: .callers() .callees() .tests() .members() .parents() .references() .source() .outline()
Selectors: [*] [0] [-1] [2:5] [?(@.property OP value && ...)] with && || ! and parentheses.
OP: == != contains startsWith endsWith =~ /regex/i > >= < <= in ["a","b"]
Properties: toc: level title anchor page; entities: name type qualifiedName signature docstring language package; \
codeblock: language code; table: headers rowCount columnCount caption; files: name directory extension language size \
lines; links: text target kind(web,internal,file,anchor); everywhere: path line endLine
Entity types: class interface struct enum trait type function method constructor field constant module term api
Examples: $.code.class("Session").members()  $.code.function("retry").callers()  $.toc[?(@.level<=2 && @.path \
contains "guide")]  $.entities[?(@.type=="method" && @.name startsWith "get_")][0:10].source()
Text without $ is a keyword search. An empty answer names the step that emptied it and what exists nearby; "next" \
lists queries that return something: follow them before you conclude that something does not exist."""


class DocQLArguments(BaseModel):
    """What the model fills in."""

    query: str = Field(description='A DocQL query such as $.code.class("Session").members(), or plain keywords.')
    max_items: int = Field(default=_MAX_ITEMS, ge=1, le=200, description="Items to return at most.")


def docql_tool(ask: Ask, *, name: str = "query_docql") -> BaseTool:
    """A LangChain tool around an index: `docql_tool(lambda text, limit: index.query(text, limit=limit))`.

    It never raises for a wrong query: the error comes back as content, with its position, a hint and a right example.
    """

    def run(query: str, max_items: int = _MAX_ITEMS) -> str:
        try:
            return _fitting(ask(query, max_items).to_json())
        except DocQLError as error:
            return json.dumps(error.to_json(), ensure_ascii=False)

    return StructuredTool.from_function(run, name=name, description=DESCRIPTION, args_schema=DocQLArguments)


def _fitting(result: dict[str, Any]) -> str:
    """The result as JSON; long texts are cut, and say so, until all of it fits."""
    text = json.dumps(result, ensure_ascii=False)
    limit = 2_000
    while len(text) > _MAX_CHARS and limit >= 100:
        text = json.dumps(_shortened(result, limit), ensure_ascii=False)
        limit //= 2
    return text


def _shortened(value: Any, limit: int) -> Any:
    if isinstance(value, dict):
        return {key: _shortened(item, limit) for key, item in value.items()}
    if isinstance(value, list):
        return [_shortened(item, limit) for item in value]
    if isinstance(value, str) and len(value) > limit:
        return f"{value[:limit]} … [{len(value) - limit} more characters]"
    return value
