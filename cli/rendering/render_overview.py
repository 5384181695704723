"""The overview of a corpus as a person reads it, in a terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from citeline.tools.answer.overview import Overview
from citeline.tools.answer.overview.screen import (
    Row,
    command_rows,
    entry_rows,
    feature_row,
    label_of,
    mermaid,
    order_rows,
    part_rows,
    purpose_row,
    shown_dependencies,
)
from citeline.visible import one_line

_LABEL = 42
"""Columns for a path, however narrow the screen."""
_DEPTH = 3
"""Levels of the tree of dependencies."""
_TITLES = ("Main parts", "How they depend", "Set up and check", "Entry points", "Where to start reading")


def render_overview(overview: Overview, console: Console) -> None:
    """Name and purpose in the first line, then each section, every line with its place."""
    purpose = purpose_row(overview)
    head = Text(one_line(overview.name), style="bold green")
    if purpose:
        head.append(f"  {one_line(purpose.text)}", style="default not bold")
        head.append(f"  {one_line(purpose.place)}", style="cyan not bold")
    if not overview.facts and not overview.parts:
        nothing = (
            "nothing to show: no README, manifest or code; `citeline status` lists what is indexed and what is left out"
        )
        head.append(f"  {nothing}", style="yellow not bold")
    console.print(head)
    features = feature_row(overview)
    if features:
        console.print(Text.assemble(one_line(features.text), (f"  {one_line(features.place)}", "cyan")), style="dim")
    parts, depend, commands, entries, order = _TITLES
    _section(parts, part_rows(overview), console)
    _tree(depend, overview, console)
    _section(commands, command_rows(overview), console)
    _section(entries, entry_rows(overview), console)
    _section(order, _numbered(order_rows(overview)), console)


def _section(title: str, rows: Sequence[Row], console: Console) -> None:
    if not rows:
        return
    console.print(Text(f"\n{title}", style="bold"))
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    has_labels = any(row.label for row in rows)
    if has_labels:
        table.add_column(style="green", overflow="fold", max_width=_LABEL)
    table.add_column(overflow="fold", ratio=None)
    table.add_column(style="cyan", overflow="fold")
    for row in rows:
        cells = [Text(one_line(row.text)), Text(one_line(row.place))]
        table.add_row(*([Text(f"  {one_line(row.label)}")] if has_labels else []), *cells)
    console.print(table)


def _tree(title: str, overview: Overview, console: Console) -> None:
    """The parts below those that depend on them; a part is opened once."""
    edges = shown_dependencies(overview)
    if not edges:
        return
    console.print(Text(f"\n{title}", style="bold"))
    labels = {part.path: one_line(label_of(part, overview.parts)) for part in overview.parts}
    targets = {edge.target for edge in edges}
    sources = list(dict.fromkeys(edge.source for edge in edges))
    roots = [source for source in sources if source not in targets] or sources[:1]
    opened: set[str] = set()

    def grow(branch: Tree, path: str, level: int) -> None:
        if path in opened or level >= _DEPTH:
            return
        opened.add(path)
        for edge in edges:
            if edge.source == path:
                place = _place(edge.fact.path, edge.fact.draft.start_line)
                label = Text.assemble((labels[edge.target], "green"), (f"  {place}", "cyan"))
                grow(branch.add(label), edge.target, level + 1)

    for root in [*roots, *(source for source in sources if source not in roots)]:
        if root not in opened:
            tree = Tree(Text(labels[root], style="green"), guide_style="dim")
            grow(tree, root, 0)
            if tree.children:
                console.print(tree)


def markdown_overview(overview: Overview) -> str:
    """The same as Markdown, with the dependencies as a Mermaid diagram; each line ends with its place."""
    return "\n".join(_markdown(overview)) + "\n"


def _markdown(overview: Overview) -> Iterator[str]:
    purpose, features = purpose_row(overview), feature_row(overview)
    yield f"# {one_line(overview.name)}"
    for row in (purpose, features):
        if row is not None:
            yield f"\n{one_line(row.text)} {_cited(row)}"
    parts, depend, commands, entries, order = _TITLES
    yield from _markdown_list(parts, part_rows(overview))
    if picture := mermaid(overview):
        yield f"\n## {depend}\n\n```mermaid\n{picture}\n```\n"
        for edge in shown_dependencies(overview):
            place = _place(edge.fact.path, edge.fact.draft.start_line)
            yield f"- `{one_line(edge.source)}` depends on `{one_line(edge.target)}` (`{place}`)"
    yield from _markdown_list(commands, command_rows(overview))
    yield from _markdown_list(entries, entry_rows(overview))
    yield from _markdown_list(order, _numbered(order_rows(overview)))


def _markdown_list(title: str, rows: Sequence[Row]) -> Iterator[str]:
    if rows:
        yield f"\n## {title}\n"
    for row in rows:
        label = f"**{one_line(row.label)}** " if row.label else ""
        yield f"- {label}{one_line(row.text)} {_cited(row)}"


def _numbered(rows: Sequence[Row]) -> list[Row]:
    return [
        Row(f"{number}. {row.label}", row.text, row.path, row.start_line, row.end_line)
        for number, row in enumerate(rows, start=1)
    ]


def _cited(row: Row) -> str:
    return f"(`{one_line(row.place)}`)"


def _place(path: str, line: int) -> str:
    return f"{one_line(path)}:{line}"
