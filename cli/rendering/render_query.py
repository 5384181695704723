"""Results of DocQL queries as a person reads them in a terminal."""

from __future__ import annotations

from typing import Final

from rich.console import Console
from rich.text import Text

from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.docql.language.plan import ItemKind
from citeline.tools.docql.result import DocQLResult, Statistics, shown, tree_of
from citeline.visible import one_line, visible

from .counts import counted
from .render_items import RENDERERS, UNCERTAIN, Layout, render_file

_NOUNS: Final[dict[ItemKind, tuple[str, str]]] = {
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
_STALE: Final = {"changed": "has changed", "deleted": "is gone"}


def render_query(result: DocQLResult, console: Console) -> None:
    """The items by file, what was left out, and where to go from here."""
    if not result.total:
        _render_nothing(result, console)
    elif result.kind == "structure":
        paths = [one_line(item.path) for item in result.items]
        is_flat = any(traced.step.endswith(".flat()") for traced in result.trace)
        for line in paths if is_flat else tree_of(paths).split("\n"):
            _line(console, line, "bold cyan" if line.endswith("/") else "")
    else:
        _render_items(result, console)
    _render_footer(result, console)


def render_query_error(error: DocQLError, console: Console) -> None:
    """What is wrong, where, and how to say it instead."""
    _line(console, Text.assemble((f"{error.kind} error: ", "bold red"), visible(error.message)))
    if error.query:
        for line in error.caret().split("\n"):
            _line(console, f"  {line}", "bold yellow" if line.strip() == "^" else "")
    if error.hint:
        _line(console, Text.assemble(("hint: ", "bold"), visible(error.hint)))
    if error.example:
        _line(console, Text.assemble(("example: ", "bold"), (visible(error.example), "green")))


def _line(console: Console, text: str | Text, style: str = "") -> None:
    console.print(Text(text, style=style) if isinstance(text, str) else text, soft_wrap=True)


def _render_items(result: DocQLResult, console: Console) -> None:
    by_file = result.by_file()
    layout = Layout.of(result.kind, [item for items in by_file.values() for item in items], console)
    for number, (path, items) in enumerate(by_file.items()):
        if result.kind == "files":
            render_file(items[0], layout, console)
            continue
        if number and layout.is_tall:
            console.print()
        _line(console, one_line(path), "bold cyan")
        for item in items:
            RENDERERS[result.kind]({"path": path, **item}, layout, console)


def _render_nothing(result: DocQLResult, console: Console) -> None:
    _line(console, "Nothing found.", "bold yellow")
    for traced in result.trace:
        mark, style = ("→", "dim") if traced.items else ("✗", "yellow")
        _line(console, f"  {mark} {visible(traced.step)}  {traced.items:,}", style)
        if not traced.items:
            break
    if result.emptiness is not None and result.emptiness.nearest:
        nearest = ", ".join(map(one_line, result.emptiness.nearest))
        _line(console, Text.assemble(("  nearest: ", "bold"), nearest))


def _render_footer(result: DocQLResult, console: Console) -> None:
    if result.total:
        _line(console, _summary(result), "dim")
    for path, state in result.stale.items():
        _line(console, f"stale: {one_line(path)} {_STALE[state]} since it was indexed: `citeline index`", "yellow")
    for note in result.notes:
        _line(console, f"note: {visible(note)}", "yellow")
    if result.next:
        _line(console, "next:", "dim")
        for query in result.next:
            _line(console, f"  {one_line(query)}", "green")


def _summary(result: DocQLResult) -> str:
    parts = [counted(result.total, *_noun(result))]
    if result.truncated:
        parts.append(f"{len(result.items):,} shown: --top-k {result.total} shows all")
    if any(item.values.get("uncertain") for item in result.items):
        parts.append(f"{UNCERTAIN.strip()}: or another one of that name")
    counts = [traced.items for traced in result.trace]
    if result.search is not None:
        parts += _statistics(result.search)
    elif len(set(counts)) > 1:
        parts.append(" → ".join(f"{count:,}" for count in counts))
    return " · ".join(parts)


def _noun(result: DocQLResult) -> tuple[str, str]:
    if result.kind == "chunks" and all("name" in shown(item) for item in result.items):
        return "definition", "definitions"
    if result.kind == "toc" and any(shown(item)["type"] != "heading" for item in result.items):
        return "entry", "entries"
    return _NOUNS[result.kind]


def _statistics(search: Statistics) -> list[str]:
    channels = ", ".join(f"{name} {count}" for name, count in search.channels.items())
    return [f"level {len(search.levels)} of 3", channels, f"{search.before_ranking} before ranking"]
