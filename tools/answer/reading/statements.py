"""Code as a sentence of an answer repeats it: a whole statement, or a condition with what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tree_sitter import Node

from .guards import guard_of, guarded_at, is_block, is_definition, outcome_of
from .syntax import Source, ancestors, lines_of, text_of

_WIDEST: Final = 4
"""Bytes of a character of code, indentation among them: what is longer is not read."""
_NEAR: Final = 8
"""Lines between a condition and what follows from it, for both to be shown."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a line of code belongs to."""

    text: str
    """On one line."""
    start_line: int
    end_line: int
    condition: str = ""
    """Where the text is what follows from it."""


def statement_at(source: Source, line: int, most: int, *, conditional: bool = False) -> Statement | None:
    """The whole of what the line is a part of, `most` characters at most; None where the line is all there is.

    That is its statement, or the largest part of one that is short enough; of a branch with several steps the condition
    and the step that ends it. With `conditional` a step comes with the condition that it is under.
    """
    node = source.node_of_line(line)
    whole: Node | None = None
    for around in ancestors(node):
        if around.parent is None or is_block(around) or is_definition(around):
            break
        if around.end_byte - around.start_byte > _WIDEST * most or not _is_plain(around):
            break
        if len(_on_one_line(around)) > most:
            break
        whole = around
        if is_block(around.parent):
            break
    first, last = lines_of(whole) if whole is not None else (line, line)
    if whole is not None and conditional and (guard := guard_of(whole)) and last - guard.start_line < _NEAR:
        return Statement(_on_one_line(whole), guard.start_line, last, guard.condition)
    if whole is not None:
        return Statement(_on_one_line(whole), first, last) if last > first else None
    guarded = guarded_at(source, line)
    if guarded is None:
        return None
    guard, body = guarded
    return Statement(outcome_of(body), guard.start_line, min(guard.end_line, line + _NEAR), guard.condition)


def _on_one_line(node: Node) -> str:
    return " ".join(text_of(node).split())


def _is_plain(node: Node) -> bool:
    """Whether it reads as one sentence: without comments, and without a block of several steps."""
    steps = [one for one in node.named_children if "comment" not in one.type]
    if len(steps) < node.named_child_count or (is_block(node) and len(steps) > 1):
        return False
    return all(map(_is_plain, steps))
