"""The prose in code: comments and docstrings as whole sentences, with the lines on which they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import dedent
from typing import Final

from tree_sitter import Node

from citeline.model import StoredNode

from ...citations.passage import without_comment_marks
from .sentences import split_sentences
from .syntax import Source, ancestors, lines_of

_QUOTES: Final = re.compile(r"^(\s*)[rRbBuUfF]{0,2}(?:\"\"\"|'''|\"|')|(?:\"\"\"|'''|\"|')\s*$")
_PARAGRAPH: Final = re.compile(r"^(\s*)(?:</?(?:p|li|ul|ol|br|dd|dt)\b[^<>]*/?>\s*)+")
"""What begins a line of Javadoc, and is no text."""
_STATEMENTS: Final = frozenset(["block", "expression_statement", "module"])
"""What holds a string that is no part of anything else."""
_ATTRIBUTES: Final = 5
"""Lines below a comment in which its definition begins."""
_FARTHEST: Final = 60
"""Lines of one comment above and below a line."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence of a comment or docstring."""

    text: str
    start_line: int
    end_line: int
    about: StoredNode | None
    """The definition that it documents, or stands in."""


def documentation_around(source: Source, first: int, last: int) -> list[Spoken]:
    """The sentences of comments and docstrings that touch the lines, whole also where they begin before or end behind.

    Empty where the lines are nothing but code, and without a grammar.
    """
    found: list[Spoken] = []
    line = first
    while line <= last:
        block = _block_at(source, line)
        if block is None:
            line += 1
            continue
        begin, end, is_comment = block
        spoken = split_sentences(_plain(source.lines[begin - 1 : end]), begin)
        about = _documented(source, end) if is_comment else source.enclosing(line)
        found += [
            Spoken(one.text, one.start_line, one.end_line, about)
            for one in spoken
            if one.start_line <= last and first <= one.end_line
        ]
        line = end + 1
    return found


def _documented(source: Source, end: int) -> StoredNode | None:
    """The definition that begins below a comment, behind its decorators or attributes; else the one around it."""
    for line in range(end + 1, min(end + _ATTRIBUTES, len(source.lines)) + 1):
        if not source.lines[line - 1].strip():
            break
        node = source.enclosing(line)
        if node is not None and node.start_line == line:
            return node
    return source.enclosing(end)


def _block_at(source: Source, line: int) -> tuple[int, int, bool] | None:
    """First and last line of the comment or docstring that the line is part of, and whether it is a comment; None for
    code.
    """
    node = source.node_of_line(line)
    if node is None:
        return None
    whole = next((one for one in ancestors(node) if _is_said(one)), None)
    if whole is None:
        return None
    first, last = lines_of(whole)
    if "comment" not in whole.type:
        return first, last, False
    while first > max(1, line - _FARTHEST) and _goes_on(source, first - 1, whole):
        first -= 1
    while last < min(len(source.lines), line + _FARTHEST) and _goes_on(source, last + 1, whole):
        last += 1
    return first, last, True


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
    bare = [_PARAGRAPH.sub(r"\1", without_comment_marks(line)) for line in lines]
    bare[0] = _QUOTES.sub(r"\1", bare[0])
    bare[-1] = _QUOTES.sub(r"\1", bare[-1])
    # The first line of a docstring stands behind its quotes, so its indentation tells nothing.
    rest = dedent("\n".join(bare[1:]))
    return "\n".join([bare[0].strip(), rest]) if len(bare) > 1 else bare[0].strip()
