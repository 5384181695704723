"""The prose in code: comments and docstrings as whole sentences, with the lines on which they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import dedent
from typing import Final

from tree_sitter import Node

from ...citations.passage import without_comment_marks
from .sentences import Sentence, split_sentences
from .syntax import Source, ancestors, lines_of

_QUOTES: Final = re.compile(r"^(\s*)[rRbBuUfF]{0,2}(?:\"\"\"|'''|\"|')|(?:\"\"\"|'''|\"|')\s*$")
_STATEMENTS: Final = frozenset(["block", "expression_statement", "module"])
"""What holds a string that is no part of anything else."""
_FARTHEST: Final = 60
"""Lines of one comment above and below a line."""


def documentation_around(source: Source, first: int, last: int) -> list[Sentence]:
    """The sentences of comments and docstrings that touch the lines, whole also where they begin before or end behind.

    Empty where the lines are nothing but code, and without a grammar.
    """
    found: list[Sentence] = []
    line = first
    while line <= last:
        block = _block_at(source, line)
        if block is None:
            line += 1
            continue
        begin, end = block
        spoken = split_sentences(_plain(source.lines[begin - 1 : end]), begin)
        found += [one for one in spoken if one.start_line <= last and first <= one.end_line]
        line = end + 1
    return found


def _block_at(source: Source, line: int) -> tuple[int, int] | None:
    """First and last line of the comment or docstring that the line is part of; None for code."""
    node = source.node_of_line(line)
    if node is None:
        return None
    whole = next((one for one in ancestors(node) if _is_said(one)), None)
    if whole is None:
        return None
    first, last = lines_of(whole)
    if "comment" not in whole.type:
        return first, last
    while first > max(1, line - _FARTHEST) and _goes_on(source, first - 1, whole):
        first -= 1
    while last < min(len(source.lines), line + _FARTHEST) and _goes_on(source, last + 1, whole):
        last += 1
    return first, last


def _goes_on(source: Source, line: int, comment: Node) -> bool:
    """Whether a comment of the same kind stands alone on a line next to it."""
    node = source.node_of_line(line)
    return (
        node is not None
        and node.type == comment.type
        and node.start_point.column == comment.start_point.column
        and bool(source.lines[line - 1].strip())
    )


def _is_said(node: Node) -> bool:
    """A comment, or a string that is a statement by itself, as docstrings are."""
    if "comment" in node.type:
        return True
    parent = node.parent
    return "string" in node.type and parent is not None and parent.type in _STATEMENTS


def _plain(lines: Sequence[str]) -> str:
    """The lines without the marks of comments and the quotes around a docstring, as many as before."""
    bare = [without_comment_marks(line) for line in lines]
    bare[0] = _QUOTES.sub(r"\1", bare[0])
    bare[-1] = _QUOTES.sub(r"\1", bare[-1])
    # The first line of a docstring stands behind its quotes, so its indentation tells nothing.
    rest = dedent("\n".join(bare[1:]))
    return "\n".join([bare[0].strip(), rest]) if len(bare) > 1 else bare[0].strip()
