"""One item of a DocQL result as lines of a terminal; a `Layout` keeps the items of a result in columns."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.highlighter import JSONHighlighter
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from citeline.dataclass import dataclass
from citeline.pages import page_of, page_word
from citeline.text import whole_word
from citeline.tools.docql.language.plan import ItemKind
from citeline.visible import one_line, visible

from .counts import counted
from .render import as_page, snippet

Printed: TypeAlias = Mapping[str, Any]
"""An item in its printed form."""

_TALL: Final = frozenset({"chunks", "codeblocks", "tables", "frontmatter"})
_LINES: Final = 60
"""Of source, for all items together: one function is shown whole, and twenty sections by how they begin."""
_FEWEST_LINES: Final = 5
_TABLE_ROWS: Final = 12
_COLUMN: Final = 12
"""Cells of the screen that a column of a table needs to be read."""
_CELL: Final = 200
_WIDEST_NAME: Final = 36
_WIDEST_PATH: Final = 60
_SIGNATURE: Final = 120
_NARROWEST: Final = 8
_MODIFIERS: Final = frozenset({
    "abstract", "async", "class", "const", "data", "def", "enum", "export", "final", "fn", "fun", "func",
    "function", "get", "impl", "inline", "interface", "internal", "let", "local", "mod", "module", "object",
    "open", "override", "private", "protected", "pub", "pub(crate)", "public", "readonly", "record", "sealed",
    "set", "static", "struct", "trait", "type", "union", "val", "var"
})  # fmt: skip
"""What may stand before a name without telling more than its type."""
_SHORT_JSON: Final = 80
_JSON_LINES: Final = 30
_LONGEST_VALUE: Final = 400
_MARGIN: Final = " " * 4
UNCERTAIN: Final = "  ?"
"""Behind a definition that another one of the same name may be meant instead of."""
_JSON_COLOURS: Final = JSONHighlighter()
_NUMBER: Final = re.compile(r"[-+−]?[€$£]?\d[\d,.]*\s?[%€$£]?")


@dataclass(frozen=True, slots=True)
class Layout:
    """What the items of a result have in common: columns, and how much of each is shown."""

    place: int
    """Width of `12-20`, line numbers right-aligned."""
    label: int
    """Width of the type, kind or language."""
    name: int
    top: int
    """The smallest level of a heading."""
    lines: int
    """Of source, for each item."""
    is_tall: bool
    """Items take many lines, so that files are set apart."""

    @classmethod
    def of(cls, kind: ItemKind, items: Sequence[Printed], console: Console) -> Layout:
        """Fitted to these items."""
        most = _WIDEST_PATH if kind == "files" else _WIDEST_NAME
        names = [cell_len(one_line(_name(kind, item))) for item in items]
        return cls(
            place=max(len(_place(item)) for item in items) if kind != "files" else 0,
            label=max(len(_label(kind, item)) for item in items),
            name=max((width for width in names if width <= most), default=0),
            top=min((item["level"] for item in items if item.get("level")), default=1),
            lines=max(_FEWEST_LINES, _LINES // len(items)),
            is_tall=kind in _TALL,
        )


def render_file(item: Printed, layout: Layout, console: Console) -> None:
    """A file on one line."""
    line = _padded(Text(one_line(item["path"]), style="bold cyan"), layout.name)
    line.append_text(_padded(Text(f"  {item['language']}", style="magenta"), layout.label + 2))
    line.append(f"  {counted(item['lines'], 'line'):>12}  {_size(item['size']):>8}", style="dim")
    console.print(line, soft_wrap=True)


def _size(size: int) -> str:
    return f"{size:,} B" if size < 10_000 else f"{size / 1000:,.0f} kB"


def _place(item: Printed) -> str:
    first, last = item["line"], item.get("end_line", item["line"])
    return f"{first}-{last}" if last > first else f"{first}"


def _label(kind: ItemKind, item: Printed) -> str:
    return str(item.get({"files": "language", "links": "kind"}.get(kind, "type"), ""))


def _name(kind: ItemKind, item: Printed) -> str:
    match kind:
        case "files":
            return str(item["path"])
        case "links":
            return str(item.get("text", ""))
        case "data":
            return str(item["pointer"])
        case _:
            return ""


def _padded(text: Text, width: int) -> Text:
    text.append(" " * max(width - text.cell_len, 0))
    return text


def _start(item: Printed, layout: Layout) -> Text:
    return Text(f"  {_place(item):>{layout.place}}  ", style="dim")


def _print(line: Text, console: Console) -> None:
    line.rstrip()
    console.print(line, soft_wrap=True)


def _toc(item: Printed, layout: Layout, console: Console) -> None:
    depth = max(item["level"] - layout.top, 0)
    line = _start(item, layout).append("  " * depth).append(one_line(item["title"]), style="bold" if not depth else "")
    if item["type"] != "heading":
        line.append(f"  {item['type']}", style="magenta")
    if item.get("page"):
        line.append(f"  {page_of(item)}", style="dim")
    elif item.get("anchor") and page_word(item["path"]) == "anchor":  # elsewhere it is made of the title
        line.append(f"  {one_line(item['anchor'])}", style="dim")
    _print(line, console)


def _entity(item: Printed, layout: Layout, console: Console) -> None:
    line = _start(item, layout).append_text(_padded(Text(item["type"], style="magenta"), layout.label + 2))
    line.append(one_line(item["qualified_name"] or item["name"]), style="bold")
    rest = _declared(" ".join((item.get("signature") or "").split()), item["name"])
    mark = UNCERTAIN if item.get("uncertain") else ""
    room = min(_SIGNATURE, console.width - line.cell_len - len(mark))
    if room >= _NARROWEST:
        line.append_text(_clipped(one_line(rest), room, "dim"))
    _print(line.append(mark, style="yellow"), console)


def _declared(signature: str, name: str) -> str:
    """How a declaration goes on behind the name; all of it where something before the name matters too."""
    # As a word: the `f` of `def f` is not that of `def`.
    found = whole_word(name, signature) if name else None
    if found and _MODIFIERS.issuperset(signature[: found.start()].split()):
        return signature[found.end() :].rstrip(" ;{:")
    return f"  {signature}" if signature else ""


def _clipped(text: str, width: int, style: str = "") -> Text:
    clipped = Text(text, style=style)
    clipped.truncate(width, overflow="ellipsis")
    return clipped


def _chunk(item: Printed, layout: Layout, console: Console) -> None:
    _print(_start(item, layout).append(one_line(item.get("name") or item["title"]), style="bold"), console)
    _snippet_with_match(item, console, layout.lines)


def _snippet_with_match(item: Printed, console: Console, limit: int) -> None:
    """The first lines; of a section in which a pattern matches further down its first line, and those around that."""
    first, language = item["line"], item.get("language", "")
    if (read := as_page(item["path"], item["text"])) is not None:
        item, language = {**item, "text": "\n".join(read)}, "markdown"
    ahead = item.get("match_line", first) - first
    if ahead < limit:
        return snippet(item["text"], first, language, console, limit)
    lines = item["text"].split("\n")
    snippet(lines[0], first, language, console, 1)
    start = ahead - 1
    _print(Text(f"{_MARGIN}… {counted(start - 1, 'line')}", style="dim"), console)
    return snippet("\n".join(lines[start:]), first + start, language, console, limit - 1)


def _where(item: Printed) -> str:
    """The sheet and cells of a table, or the page; empty where there is none."""
    if item.get("anchor"):
        return f"  {one_line(item['anchor'].removeprefix('#'))}"
    return f"  {page_of(item)}" if item.get("page") else ""


def _codeblock(item: Printed, layout: Layout, console: Console) -> None:
    language = item.get("language", "")
    title = _start(item, layout).append(one_line(language) or "code", style="magenta")
    _print(title.append(_where(item), style="dim"), console)
    is_indented = len(item["code"].split("\n")) == item["end_line"] - item["line"] + 1
    snippet(item["code"], item["line"] + (not is_indented), language, console, layout.lines)


def _table(item: Printed, layout: Layout, console: Console) -> None:
    headers, rows = item["headers"], item["rows"]
    size = f"{counted(len(headers), 'column')} × {counted(len(rows), 'row')}"
    title = _start(item, layout).append(one_line(item.get("caption", "")), style="bold")
    _print(title.append("  " * bool(item.get("caption"))).append(size + _where(item), style="dim"), console)
    fitting = max((console.width - 2) // _COLUMN, 1)
    columns = [Column(_cell(header), justify=_justify(rows, place)) for place, header in enumerate(headers[:fitting])]
    table = Table(*columns, box=box.ROUNDED, border_style="dim", header_style="bold")
    for row in rows[:_TABLE_ROWS]:
        table.add_row(*map(_cell, row[: len(columns)]))
    console.print(Padding(table, (0, 0, 0, 2), expand=False))
    left = [counted(len(rows) - _TABLE_ROWS, "more row")] if len(rows) > _TABLE_ROWS else []
    left += [counted(len(headers) - fitting, "more column")] if len(headers) > fitting else []
    if left:
        _print(Text(f"  … {', '.join(left)}", style="dim"), console)


def _cell(text: str) -> Text:
    return _clipped(visible(text), _CELL)


def _justify(rows: Sequence[Sequence[str]], place: int) -> Literal["left", "right"]:
    """Numbers stand to the right, so that they can be compared."""
    cells = [row[place].strip() for row in rows if place < len(row) and row[place].strip()]
    return "right" if cells and all(_NUMBER.fullmatch(cell) for cell in cells) else "left"


def _frontmatter(item: Printed, layout: Layout, console: Console) -> None:
    _json(_start(item, layout), item["data"], console)


def _data(item: Printed, layout: Layout, console: Console) -> None:
    pointer = _padded(Text(one_line(item["pointer"]), style="magenta"), layout.name)
    start = _start(item, layout).append_text(pointer).append("  ")
    if item.get("computed"):
        start.append("computed  ", style="dim")
    _json(start, item["value"], console)


def _json(start: Text, value: object, console: Console) -> None:
    """Behind the start when it is short, else indented below."""
    short = visible(json.dumps(value, ensure_ascii=False))
    if len(short) <= min(_SHORT_JSON, console.width - start.cell_len):
        return _print(start.append_text(_JSON_COLOURS(Text(short))), console)
    _print(start, console)
    lines = visible(json.dumps(value, ensure_ascii=False, indent=2)).split("\n")
    for line in lines[:_JSON_LINES]:
        _print(Text(_MARGIN).append_text(_JSON_COLOURS(_clipped(line, _LONGEST_VALUE))), console)
    if len(lines) > _JSON_LINES:
        _print(Text(f"{_MARGIN}… {counted(len(lines) - _JSON_LINES, 'more line')}", style="dim"), console)
    return None


def _link(item: Printed, layout: Layout, console: Console) -> None:
    line = _start(item, layout).append_text(_padded(Text(item["kind"], style="magenta"), layout.label + 2))
    line.append_text(_padded(Text(one_line(item.get("text", ""))), layout.name))
    line.append("  ").append(one_line(item["target"]), style="cyan")
    if item.get("resolved"):
        line.append(f"  → {one_line(item['resolved'])}", style="dim")
    elif item["kind"] in {"internal", "anchor"}:
        line.append("  ✗ leads nowhere", style="yellow")
    _print(line, console)


RENDERERS: Final[Mapping[ItemKind, Callable[[Printed, Layout, Console], None]]] = {
    "toc": _toc,
    "entities": _entity,
    "chunks": _chunk,
    "codeblocks": _codeblock,
    "tables": _table,
    "frontmatter": _frontmatter,
    "data": _data,
    "links": _link,
}
"""Each prints one item, below the path of its file."""
