"""What the parsers of documents share: a tree made of what they found, leaves hung below headings."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from citeline.model import Node, ParsedDocument, Reference, SourceFile

from .headings import SEPARATOR
from .text import parse_plain


def tree_of(
    source: SourceFile,
    language: str,
    sections: Sequence[Node],
    leaves: Iterable[Node],
    references: Iterable[Reference],
    *,
    title: str = "",
    root: Node | None = None,
    note: str = "",
) -> ParsedDocument:
    """A document of its headings, in order, its leaves and its references, whose sources are filled in here.

    `title`, `root`: by default those of plain text.
    """
    plain = parse_plain(source, language)
    nodes = place_leaves([root or plain.nodes[0], *sections], leaves)
    placed = place_references(references, nodes)
    return replace(plain, title=title or plain.title, nodes=tuple(nodes), references=placed, note=note)


def place_leaves(sections: Sequence[Node], leaves: Iterable[Node]) -> list[Node]:
    """Nodes in the order of their lines. `sections`: the file and its headings, in order; leaves hang on node 0."""
    starts = [node.start_line for node in sections[1:]]
    nodes = list(sections)
    for leaf in leaves:
        parent = bisect_right(starts, leaf.start_line)
        above = sections[parent]
        # HTML that is left open may reach over the next heading.
        last = min(leaf.end_line, starts[parent] - 1) if parent < len(starts) else leaf.end_line
        if leaf.kind == "api" and leaf.start_line == above.start_line and parent:
            last = above.end_line
        name = SEPARATOR.join(filter(None, (above.qualified_name, leaf.name)))
        nodes.append(replace(leaf, parent=parent, end_line=last, qualified_name=name))
    return _in_line_order(nodes)


def section_at(nodes: Sequence[Node]) -> Callable[[int], int]:
    """Line to the position of the heading that it stands below; 0 above the first one."""
    places = [(node.start_line, i) for i, node in enumerate(nodes) if node.kind == "heading"]
    starts = [line for line, _ in places]

    def find(line: int) -> int:
        found = bisect_right(starts, line)
        return places[found - 1][1] if found else 0

    return find


def place_references(references: Iterable[Reference], nodes: Sequence[Node]) -> tuple[Reference, ...]:
    """References by line, with the sections that they stand in; an identifier is mentioned once a section."""
    section = section_at(nodes)
    seen: set[tuple[int, str, str]] = set()
    placed: list[Reference] = []
    for found in sorted(references, key=lambda found: found.line):
        source = section(found.line)
        if found.kind == "mentions":
            key = source, found.target, found.qualifier
            if key in seen:
                continue
            seen.add(key)
        # Not by `replace`, which takes three times as long: a page may have thousands.
        placed.append(Reference(source, found.kind, found.target, found.line, found.qualifier))
    return tuple(placed)


def _in_line_order(nodes: Sequence[Node]) -> list[Node]:
    """The same nodes by line, headings before what begins on their line, parents renumbered."""
    order = sorted(range(len(nodes)), key=lambda i: (i > 0, nodes[i].start_line, nodes[i].kind != "heading", i))
    moved = {old: new for new, old in enumerate(order)}
    return [
        node if node.parent is None or moved[node.parent] == node.parent else replace(node, parent=moved[node.parent])
        for node in map(nodes.__getitem__, order)
    ]
