"""Reads `queries/*.md`, and shows results in the way in which those files write them.

A part begins with a heading of level one. In it stand files, each a fenced block whose info line gives a language and a
path, and then queries: a block `docql`, and behind it a plain block with what is expected. The text between is comment.

A path may have `%20` for a space. Behind it may stand `crlf`, `bom`, or `open` (no line end behind the last line).
Behind `docql` may stand `limit=N` and what is to be shown besides the items: `text`, `trace`, `next`, `total`; `order`
shows paths alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from markdown_it import MarkdownIt

from citeline.tools.docql.evaluation.corpus import Corpus
from citeline.tools.docql.evaluation.items import Item
from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.docql.query import MAX_ITEMS, query
from citeline.tools.docql.result import DocQLResult

FOLDER: Final = Path(__file__).parent / "queries"


@dataclass(frozen=True, slots=True)
class QueryExample:
    """A query, and what it gives."""

    name: str
    query: str
    expected: str
    line: int
    """Of the query in its file."""
    limit: int = MAX_ITEMS
    shows: frozenset[str] = frozenset()


@dataclass(slots=True)
class Part:
    """Some files, and queries on them."""

    name: str
    files: dict[str, bytes] = field(default_factory=dict)
    examples: list[QueryExample] = field(default_factory=list)


def read_parts(path: Path) -> list[Part]:
    """The parts of one file."""
    parts: list[Part] = []
    heading = ""
    tokens = MarkdownIt("commonmark").parse(path.read_text(encoding="utf-8"))
    asked = None
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = tokens[place + 1].content
            if token.tag == "h1":
                parts.append(Part(heading))
        if token.type != "fence":
            continue
        words = token.info.split()
        if words[:1] == ["docql"]:
            asked = (token.content.rstrip("\n"), words[1:], (token.map or [0])[0] + 1)
        elif asked is not None:
            text, options, line = asked
            limit = next((int(word[6:]) for word in options if word.startswith("limit=")), MAX_ITEMS)
            shows = frozenset(word for word in options if "=" not in word)
            parts[-1].examples.append(QueryExample(heading, text, token.content.rstrip("\n"), line, limit, shows))
            asked = None
        else:
            parts[-1].files[unquote(words[1])] = _content(token.content, words[2:])
    return parts


def _content(text: str, options: list[str]) -> bytes:
    if "open" in options:
        text = text.removesuffix("\n")
    if "crlf" in options:
        text = text.replace("\n", "\r\n")
    return ("\ufeff" * ("bom" in options) + text).encode()


def answer(corpus: Corpus, example: QueryExample) -> str:
    """What the query gives, in the form of the files."""
    try:
        result = query(corpus, example.query, limit=example.limit)
    except DocQLError as error:
        return f"{error.kind} error at {error.position}: {error.message}"
    return "\n".join(show(result, example.shows))


def show(result: DocQLResult, shows: frozenset[str] = frozenset()) -> list[str]:
    """One line an item; when there is none, where they went and what is near; then what else was asked for."""
    if "order" in shows:
        lines = list(dict.fromkeys(item.path for item in result.items))
    else:
        lines = [line for item in result.items for line in _show_item(item, with_text="text" in shows)]
    if result.emptiness is not None:
        lines.append(f"nothing left by {result.emptiness.step}")
        if result.emptiness.nearest:
            lines.append(f"nearest: {', '.join(result.emptiness.nearest)}")
    if "trace" in shows:
        lines += [f"{traced.items:5} {traced.step}" for traced in result.trace]
    if "next" in shows:
        lines += [f"next: {query}" for query in result.next]
    if "total" in shows:
        lines.append(f"{len(result.items)} of {result.total}{', truncated' * result.truncated}")
    return [*lines, *(f"note: {note}" for note in result.notes)]


def _show_item(item: Item, *, with_text: bool) -> list[str]:
    place = f"{item.path}:{item.line}-{item.end_line}" if item.end_line != item.line else f"{item.path}:{item.line}"
    words = [place, *_WORDS[item.kind](item.values)]
    if item.values.get("uncertain"):
        words.append("?")
    if item.values.get("matchLine", item.line) != item.line:
        words.append(f"matches on {item.values['matchLine']}")
    if item.values.get("computed"):
        words.append("computed")
    text = item.values.get("text") or item.values.get("code") or "" if with_text else ""
    return [" ".join(words), *(f"    {line}".rstrip() for line in text.rstrip("\n").split("\n") if text)]


def _toc(values: Mapping[str, Any]) -> list[str]:
    if values["type"] == "heading":
        return [f"h{values['level']}", values["title"], values["anchor"]]
    return [values["type"], values["title"]]


def _chunk(values: Mapping[str, Any]) -> list[str]:
    return [values["type"], (values["format"] == "code" and values["qualifiedName"]) or values["title"]]


def _table(values: Mapping[str, Any]) -> list[str]:
    caption = f' "{values["caption"]}"' if values["caption"] else ""
    rows = "; ".join(" | ".join(row) for row in values["rows"]).replace("\n", "\\n")
    return [f"table{caption} {' | '.join(values['headers'])} / {values['rowCount']}x{values['columnCount']} / {rows}"]


def _frontmatter(values: Mapping[str, Any]) -> list[str]:
    return [json.dumps(dict(values), ensure_ascii=False, allow_nan=False)]


def _link(values: Mapping[str, Any]) -> list[str]:
    arrow = f"-> {values['resolved']}" if values["resolved"] else "-> nowhere"
    return [values["kind"], json.dumps(values["text"], ensure_ascii=False), values["target"], arrow]


_WORDS: Final[Mapping[str, Callable[[Mapping[str, Any]], list[str]]]] = {
    "toc": _toc,
    "chunks": _chunk,
    "entities": lambda values: [values["type"], values["qualifiedName"] or values["name"]],
    "codeblocks": lambda values: ["codeblock", values["language"] or "-"],
    "tables": _table,
    "files": lambda values: [
        values["language"],
        values["directory"] or "-",
        values["name"],
        values["extension"] or "-",
    ],
    "structure": lambda values: [],
    "frontmatter": _frontmatter,
    "data": lambda values: [values["pointer"] or "-", json.dumps(values["value"], ensure_ascii=False)],
    "links": _link,
}
