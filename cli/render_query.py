"""Results of DocQL queries as a person reads them in a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from citeline.tools.docql.errors import DocQLError
from citeline.tools.docql.result import DocQLResult

from .render import counted, snippet, visible

_SNIPPET_LINES: Final = 10
_TABLE_ROWS: Final = 8
_NOUNS: Final[Mapping[str, tuple[str, str]]] = {
    "toc": ("heading", "headings"),
    "entities": ("symbol", "symbols"),
    "chunks": ("section", "sections"),
    "codeblocks": ("code block", "code blocks"),
    "tables": ("table", "tables"),
    "files": ("file", "files"),
    "structure": ("file", "files"),
    "frontmatter": ("front matter", "front matters"),
    "data": ("value", "values"),
    "links": ("link", "links"),
}


def render_query(result: DocQLResult, console: Console) -> None:
    """The items by file, what was left out, and where to go from here."""
    printed = result.to_json()
    if not result.total:
        _render_nothing(result, console)
    elif result.kind == "structure":
        _line(console, visible(printed["structure"]["tree"]))
    else:
        for path, items in printed["files"].items():
            _line(console, visible(path), "bold cyan")
            for item in items:
                _RENDERERS[result.kind](item, console)
    _render_footer(result, console)


def render_query_error(error: DocQLError, console: Console) -> None:
    """What is wrong, where, and how to say it instead."""
    _line(console, Text.assemble((f"{error.kind} error: ", "bold red"), visible(error.message)))
    if error.query:
        for line in error.caret().split("\n"):
            _line(console, f"  {line}", "yellow" if line.strip() == "^" else "")
    if error.hint:
        _line(console, Text.assemble(("hint: ", "bold"), visible(error.hint)))
    if error.example:
        _line(console, Text.assemble(("example: ", "bold"), (visible(error.example), "green")))


def _line(console: Console, text: str | Text, style: str = "") -> None:
    console.print(Text(text, style=style) if isinstance(text, str) else text, soft_wrap=True)


def _render_nothing(result: DocQLResult, console: Console) -> None:
    _line(console, "Nothing found.", "bold yellow")
    for traced in result.trace:
        mark, style = ("→", "dim") if traced.items else ("✗", "yellow")
        _line(console, f"  {mark} {visible(traced.step)}  {traced.items:,}", style)
    if result.emptiness is not None and result.emptiness.nearest:
        _line(console, f"  nearest: {visible(', '.join(result.emptiness.nearest))}")


def _render_footer(result: DocQLResult, console: Console) -> None:
    if result.total:
        text = counted(result.total, *_NOUNS[result.kind])
        if result.truncated:
            text += f", {len(result.items):,} shown: --max {result.total} shows all"
        _line(console, text, "dim")
    for path, state in result.stale.items():
        _line(console, f"stale: {visible(path)} was {state} since it was indexed: `citeline index`", "yellow")
    for note in result.notes:
        _line(console, f"note: {visible(note)}", "yellow")
    if result.next:
        _line(console, "next:", "dim")
        for query in result.next:
            _line(console, f"  {visible(query)}", "green")


def _place(item: Mapping[str, Any]) -> str:
    first, last = item["line"], item.get("end_line", item["line"])
    return f"{first}-{last}" if last > first else f"{first}"


def _toc(item: Mapping[str, Any], console: Console) -> None:
    indent = "  " * max(item["level"] - 1, 0)
    title = Text.assemble((f"{_place(item):>9}  ", "dim"), f"{indent}{visible(item['title'])}")
    if item["type"] != "heading":
        title.append(f"  {item['type']}", style="magenta")
    _line(console, title)


def _entity(item: Mapping[str, Any], console: Console) -> None:
    text = Text.assemble((f"{_place(item):>9}  ", "dim"), (f"{item['type']} ", "magenta"))
    text.append(visible(item["qualified_name"] or item["name"]), style="bold")
    if item.get("signature"):
        text.append(f"  {visible(' '.join(item['signature'].split()))[:120]}", style="dim")
    _line(console, text)


def _chunk(item: Mapping[str, Any], console: Console) -> None:
    _line(console, Text.assemble((f"{_place(item):>9}  ", "dim"), (visible(item.get("name") or item["title"]), "bold")))
    snippet(item["text"], item["line"], item.get("language", ""), console, _SNIPPET_LINES)


def _codeblock(item: Mapping[str, Any], console: Console) -> None:
    language = item.get("language", "")
    _line(console, Text.assemble((f"{_place(item):>9}  ", "dim"), (language or "code", "magenta")))
    snippet(item["code"], item["line"] + 1, language, console, _SNIPPET_LINES)


def _table(item: Mapping[str, Any], console: Console) -> None:
    rows = item["rows"]
    _line(console, Text.assemble((f"{_place(item):>9}  ", "dim"), visible(item.get("caption", ""))))
    table = Table(*(Column(Text(visible(header))) for header in item["headers"]), pad_edge=False)
    for row in rows[:_TABLE_ROWS]:
        table.add_row(*(Text(visible(cell)) for cell in row[: len(item["headers"])]))
    console.print(table)
    if len(rows) > _TABLE_ROWS:
        _line(console, f"          … {counted(len(rows) - _TABLE_ROWS, 'more row')}", "dim")


def _file(item: Mapping[str, Any], console: Console) -> None:
    _line(console, f"           {item['language']} · {counted(item['lines'], 'line')} · {item['size']:,} bytes", "dim")


def _json(item: Mapping[str, Any], value: object, label: str, console: Console) -> None:
    text = visible(json.dumps(value, ensure_ascii=False, indent=2))
    _line(console, Text.assemble((f"{_place(item):>9}  ", "dim"), (label, "magenta"), text))


def _link(item: Mapping[str, Any], console: Console) -> None:
    text = Text.assemble(
        (f"{item['line']:>9}  ", "dim"), (f"{item['kind']} ", "magenta"), visible(item.get("text", ""))
    )
    text.append(f"  {visible(item['target'])}", style="cyan")
    if item.get("resolved"):
        text.append(f"  → {visible(item['resolved'])}", style="dim")
    _line(console, text)


_RENDERERS: Final[Mapping[str, Callable[[Mapping[str, Any], Console], None]]] = {
    "toc": _toc,
    "entities": _entity,
    "chunks": _chunk,
    "codeblocks": _codeblock,
    "tables": _table,
    "files": _file,
    "frontmatter": lambda item, console: _json(item, item["data"], "", console),
    "data": lambda item, console: _json(item, item["value"], f"{item['pointer']} ", console),
    "links": _link,
}
