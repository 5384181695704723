"""The tree that is cut: definitions and sections with the lines that belong to them.

Differs from the tree of nodes in that siblings never overlap, children lie inside their parents, and comments
and decorators directly above a definition are part of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field
from typing import Final

from citeline.dataclass import dataclass
from citeline.model import DEFINITION_KINDS, Node, NodeKind, ParsedDocument
from citeline.text import indent_of

ATOM_KINDS: Final[frozenset[NodeKind]] = frozenset({"codeblock", "table", "frontmatter"})
_SECTION_KINDS: Final[frozenset[NodeKind]] = frozenset({"heading"})
_BLOCK_KINDS: Final = DEFINITION_KINDS | ATOM_KINDS | _SECTION_KINDS

_ATTACHED: Final = re.compile(
    r"""\s*(?:\#(?!\s*(?:include|define|undef|if|ifdef|ifndef|else|elif|endif|pragma|import)\b)"""
    r"""|//|/\*|\*|--|;|%|@|\[[A-Za-z]|\{-|template\s*<)"""
)
"""Comment, decorator, annotation or attribute, in any language; preprocessor lines are none."""
_MAX_ATTACHED: Final = 200
"""Lines; a longer comment is text of its own."""


@dataclass(slots=True)
class Block:
    """A node with the lines it is cut by."""

    node: int
    """Position in `ParsedDocument.nodes`."""
    kind: NodeKind
    start: int
    end: int
    children: list[Block] = field(default_factory=list)
    """Sorted, not overlapping, inside `start`…`end`."""


def build_blocks(lines: Sequence[str], document: ParsedDocument) -> Block:
    """The file's block with all others below it."""
    root = Block(node=0, kind="file", start=1, end=len(lines))
    blocks: dict[int, Block] = {0: root}
    with_comments = document.format == "code"
    for position in _in_order(document.nodes):
        node = document.nodes[position]
        parent = _known_ancestor(document.nodes, blocks, node)
        floor = parent.children[-1].end + 1 if parent.children else parent.start
        start, end = max(node.start_line, floor), min(node.end_line, parent.end)
        # Several names declared on one line make one block: the first.
        if start > end:
            continue
        if with_comments:
            # A parent's own first line is never taken for its first member's comment.
            start = _attached_start(lines, start, max(floor, parent.start + (parent is not root)))
        block = Block(node=position, kind=node.kind, start=start, end=end)
        parent.children.append(block)
        blocks[position] = block
    return root


def _in_order(nodes: Sequence[Node]) -> list[int]:
    """Positions of the nodes that become blocks, parents before children and siblings by line."""
    positions = [i for i, node in enumerate(nodes) if i and node.kind in _BLOCK_KINDS]
    return sorted(positions, key=lambda i: (nodes[i].start_line, i))


def _known_ancestor(nodes: Sequence[Node], blocks: dict[int, Block], node: Node) -> Block:
    parent = node.parent
    while parent is not None and parent not in blocks:
        parent = nodes[parent].parent
    return blocks[parent or 0]


def _attached_start(lines: Sequence[str], start: int, floor: int) -> int:
    """The first line of what stands directly above `start` and belongs to it, not above `floor`."""
    floor = max(floor, start - _MAX_ATTACHED)
    indent = indent_of(lines[start - 1])
    while start > floor:
        above = lines[start - 2]
        text = above.strip()
        if not text:
            break
        if text.endswith("*/") or text == "-}":
            opened = _find_above(lines, start - 1, floor, ("/*", "{-"))
        elif text == '"""':
            opened = _find_above(lines, start - 2, floor, ('"""',))
        elif _ATTACHED.match(above):
            opened = start - 1
        elif text[0] in ")]}":
            opened = _decorator_above(lines, start - 1, floor, indent)
        else:
            break
        if opened is None:
            break
        start = opened
    return start


def _find_above(lines: Sequence[str], line: int, floor: int, openings: tuple[str, ...]) -> int | None:
    for candidate in range(line, floor - 1, -1):
        if any(opening in lines[candidate - 1] for opening in openings):
            # Code in front of the comment: the line belongs to that code.
            return candidate if _ATTACHED.match(lines[candidate - 1]) else None
    return None


def _decorator_above(lines: Sequence[str], line: int, floor: int, indent: int) -> int | None:
    """The first line of a decorator whose arguments span lines and whose last line is `line`."""
    for candidate in range(line - 1, floor - 1, -1):
        text = lines[candidate - 1]
        if not text.strip():
            return None
        if indent_of(text) <= indent:
            return candidate if text.lstrip()[0] in "@#[" else None
    return None
