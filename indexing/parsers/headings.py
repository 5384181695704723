"""From a flat list of headings to nodes in a tree, with spans, qualified names and anchors."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from citeline.dataclass import dataclass
from citeline.model import Node
from citeline.patterns import re

SEPARATOR: Final = " › "
"""Between the titles of a qualified name."""
_ATX: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading as a parser finds it."""

    level: int
    """1-6."""
    title: str
    """As rendered, without markup."""
    line: int
    """1-based line where the heading begins."""
    anchor: str = ""
    """Given by the writer, without `#`; empty = made from the title."""


class Slugs:
    """GitHub's anchors of one document: a title that comes again gets -1, -2 and so on."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def claim(self, wanted: str) -> str:
        """`wanted` if it is free, else the first free `wanted-n`."""
        anchor = wanted
        number = self._next.get(wanted, 0)
        while anchor in self._taken:
            number += 1
            anchor = f"{wanted}-{number}"
        self._next[wanted] = number
        self._taken.add(anchor)
        return anchor


def slug(title: str) -> str:
    """GitHub's slug: lower case, spaces to hyphens, punctuation dropped, letters of every script kept."""
    kept = (
        char if char in "-_" or unicodedata.category(char)[0] in "LMN" else "-" if char == " " else ""
        for char in title.strip().lower()
    )
    return "".join(kept)


def heading_nodes(headings: Sequence[Heading], last_line: int) -> list[Node]:
    """One node a heading, in order; they follow node 0, the file.

    A heading ends before the next one of its own or a higher level. Headings without a parent heading hang on
    node 0. `headings` are sorted by line.
    """
    ends = _ends(headings, last_line)
    slugs = Slugs()
    given = {position: slugs.claim(heading.anchor) for position, heading in enumerate(headings) if heading.anchor}
    nodes: list[Node] = []
    path: list[tuple[int, int]] = []
    for position, heading in enumerate(headings):
        while path and path[-1][0] >= heading.level:
            path.pop()
        parent = path[-1][1] if path else 0
        prefix = nodes[parent - 1].qualified_name + SEPARATOR if path else ""
        anchor = given[position] if position in given else slugs.claim(slug(heading.title))
        nodes.append(
            Node(
                kind="heading",
                name=heading.title,
                qualified_name=prefix + heading.title,
                start_line=heading.line,
                end_line=ends[position],
                parent=parent,
                level=heading.level,
                anchor=f"#{anchor}",
            )
        )
        path.append((heading.level, 1 + position))
    return nodes


def with_anchors(sections: Sequence[Node], given: Sequence[Sequence[str]]) -> list[Node]:
    """The nodes of headings with further anchors of each, `#name`."""
    others = [
        [one for one in dict.fromkeys(own) if one != node.anchor] for node, own in zip(sections, given, strict=True)
    ]
    return [replace(node, data={"anchors": more} if more else {}) for node, more in zip(sections, others, strict=True)]


def _ends(headings: Sequence[Heading], last_line: int) -> list[int]:
    ends = [last_line] * len(headings)
    open_: list[int] = []
    for position, heading in enumerate(headings):
        while open_ and headings[open_[-1]].level >= heading.level:
            # Two headings on one line (in an HTML block) would otherwise end before they begin.
            closed = open_.pop()
            ends[closed] = max(headings[closed].line, heading.line - 1)
        open_.append(position)
    return ends


def scan_headings(lines: Sequence[str]) -> list[Heading]:
    """`#` headings outside fences; underlined ones are left out, as a line alone cannot tell them from rules."""
    headings: list[Heading] = []
    fence = ""
    for number, line in enumerate(lines, start=1):
        opened = _FENCE.match(line)
        if fence:
            if opened and opened[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif opened:
            fence = opened[1]
        elif match := _ATX.match(line):
            headings.append(Heading(level=len(match[1]), title=(match[2] or "").strip(), line=number))
    return headings
