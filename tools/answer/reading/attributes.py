"""Attributes that the methods of a type set, in languages that declare none."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from tree_sitter import Node

from citeline.model import TYPE_KINDS, StoredNode
from citeline.patterns import re

from .syntax import Source, is_called, lines_of, text_of

_ASSIGNMENT: Final = re.compile(
    r"assignment(?:_expression|_statement)?|operator_assignment|augmented_assignment_expression"
)
_FILLS: Final = frozenset({"=", "||=", "&&=", "??="})
"""What stands between an attribute and what it is set to; `+=` changes one that is set elsewhere."""
_SEVERAL: Final = re.compile(r".*(?:pattern|list)|tuple")
"""What holds the targets of `self.width, self.height = size`."""
_ATTRIBUTE: Final = re.compile(r"\$?(?:self|this)(?:\.|->)([A-Za-z_$][\w$]*)|@([a-z_]\w*)")


def attributes_set(source: Source, owner: StoredNode) -> Iterator[tuple[str, int]]:
    """Each attribute with its line, in order: `self.name = name`, `@name ||= name`; none of a type inside."""
    inner = [one for one in source.nodes if one.kind in TYPE_KINDS and one.id != owner.id and _is_in(one, owner)]
    taken = {line for one in inner for line in range(one.start_line, one.end_line + 1)}
    root = source.root
    return _below(root, owner, taken) if root is not None else iter(())


def _is_in(node: StoredNode, owner: StoredNode) -> bool:
    return owner.start_line <= node.start_line and node.end_line <= owner.end_line


def _below(root: Node, owner: StoredNode, taken: Collection[int]) -> Iterator[tuple[str, int]]:
    left = [root]
    while left:
        node = left.pop()
        first, last = lines_of(node)
        if last < owner.start_line or first > owner.end_line:
            continue
        if is_called(node.type, _ASSIGNMENT) and node.children and owner.start_line <= first not in taken:
            signs = [child.type for child in node.children[1:] if not child.is_named]
            if ":" in signs or not _FILLS.isdisjoint(signs):
                yield from ((name, first) for name in _targets(node.children[0]))
        left.extend(reversed(node.named_children))


def _targets(node: Node) -> Iterator[str]:
    if is_called(node.type, _SEVERAL):
        for child in node.named_children:
            yield from _targets(child)
    elif found := _ATTRIBUTE.fullmatch(text_of(node)):
        yield from filter(None, found.groups())
