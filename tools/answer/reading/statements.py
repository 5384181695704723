"""Code as a sentence of an answer repeats it: a whole statement, a condition with the one step that follows from it."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from citeline.dataclass import dataclass

from .guards import is_block, is_definition
from .syntax import Source, ancestors, lines_of, text_of

_WIDEST: Final = 4
"""Bytes of a character of code, indentation among them: what is longer is not read."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a line of code belongs to."""

    text: str
    """On one line."""
    start_line: int
    end_line: int


def statement_at(source: Source, line: int, most: int) -> Statement | None:
    """The whole of what the line is a part of: its statement, or the largest part of that with `most` characters.

    None where the line is all there is, and at the head of a block with several steps.
    """
    node = source.node_of_line(line)
    whole: Node | None = None
    for around in ancestors(node):
        if around.parent is None or is_block(around) or is_definition(around) or "comment" in around.type:
            break
        if around.end_byte - around.start_byte > _WIDEST * most or not _is_plain(around):
            break
        if len(_on_one_line(around)) > most:
            break
        if is_definition(around.parent) and around != around.parent.child_by_field_name("body"):
            break  # its modifiers, parameters or a clause of it
        if text_of(around).startswith("(") and not is_block(around.parent):
            continue  # the arguments of a call, which say nothing without what is called
        whole = around
        if is_block(around.parent):
            break
    if whole is None:
        return None
    first, last = lines_of(whole)
    return Statement(_on_one_line(whole), first, last) if last > first else None


def _on_one_line(node: Node) -> str:
    return " ".join(text_of(node).split())


def _is_plain(node: Node) -> bool:
    """Whether it reads as one sentence: without a block of several steps, and without comments but in a literal."""
    steps = [one for one in node.named_children if "comment" not in one.type]
    if is_block(node) and (len(steps) > 1 or len(steps) < node.named_child_count):
        return False
    return all(map(_is_plain, steps))
