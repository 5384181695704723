"""Finds the comment that documents a definition, and the one that documents the file."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from citeline.patterns import re

from .comment_styles import CommentStyle

_MAX_LINES: Final = 400
_MAX_COMMENTS: Final = 4
"""Comments above a definition among which its documentation is sought."""
_LICENSE: Final = re.compile(r"copyright|licen[sc]e|SPDX|all rights reserved|@generated|do not edit", re.I)
_ALONE: Final = re.compile(
    r"[@\\](?:typedef|callback|file|fileoverview|overview|module|packageDocumentation|defgroup|addtogroup|[{}])(?!\w)"
)
"""Tags of comments that speak of no definition below them."""
_OF_CALLABLE: Final = re.compile(r"[@\\](?:param|returns?)\b")
MAX_DOCSTRING: Final = 4_000
"""Characters; what comes later in a docstring is rarely what a reader looks for, and every node carries one."""
_STRING_MARKS: Final = re.compile(r"""^[A-Za-z~]{0,2}(\"\"\"|'''|"|'|\[=*\[)|(\"\"\"|'''|"|'|\]=*\])$""")
_XML_NAME: Final = re.compile(r"<(?:see|seealso|paramref|typeparamref)\s+\w+=\"(?:\w:)?([^\"]+)\"\s*/>")
_XML_TAG: Final = re.compile(
    r"</?(?:summary|remarks|returns|param|typeparam|value|para|c|code|example|exception|inheritdoc)\b[^>]*>"
)
_TO_TOOLS: Final = re.compile(
    r"\W*(?:go:[a-z]|\+build |-\*- |nolint|NOLINT|NOSONAR|noqa\b|eslint[- ]|tslint:|@ts-|prettier-ignore|biome-ignore"
    r"|istanbul |v8 ignore|rubocop:|frozen_string_literal:|noinspection |ignore(?:_for_file)?: ?\w+$|swiftlint:|ktlint"
    r"|checkstyle:|clang-format|MARK:|pragma |type: ignore|pylint:|mypy:|fmt: |phpcs:|@phpstan-ignore|shellcheck )"
)
"""Lines written for compilers and linters."""


class Comment(NamedTuple):
    """A comment with its place."""

    start_line: int
    text: str
    """Without marks."""
    is_doc: bool
    """Whether it is marked as documentation."""


class _Range(NamedTuple):
    first: int
    """Index of a line."""
    last: int


def comment_above(lines: Sequence[str], start_line: int, style: CommentStyle) -> Comment | None:
    """The comment that documents what begins at `start_line`; None when there is none.

    The nearest one that is marked as documentation, whatever comments and empty lines come between; else a plain one
    that touches the definition.
    """
    plain: Comment | None = None
    last, apart = start_line - 2, False
    for _ in range(_MAX_COMMENTS):
        end = _skip_upwards(lines, last, style)
        # A line between that only the preprocessor reads parts nothing.
        apart = apart or any(not line.strip() for line in lines[end + 1 : last + 1])
        found = _comment_ending(lines, end, style)
        if found is None:
            break
        comment = _read(lines, found, style)
        if comment.is_doc:
            return comment if _speaks_of_next(lines, comment, style, apart=apart) else plain
        if end == start_line - 2 and comment.text:
            plain = comment
        last = found.first - 1
    return plain


def comment_below(lines: Sequence[str], end_line: int, style: CommentStyle) -> Comment | None:
    """The documentation that follows what ends at `end_line`, where a language writes it there."""
    if not style.follows or end_line >= len(lines) or not style.is_doc(lines[end_line]):
        return None
    end = _comment_end(lines, end_line, style)
    # Touching what comes next too, it belongs to that.
    if end < len(lines) and lines[end].strip():
        return None
    return _read(lines, _Range(end_line, end - 1), style)


def comment_at_top(
    lines: Sequence[str], style: CommentStyle, definition_lines: Collection[int], taken: Collection[int]
) -> str:
    """What the comment at the top of a file says, unless it is a licence or belongs to the first definition.

    `taken` are the lines on which comments begin that document definitions.
    """
    for found in _comments_at_top(lines, style):
        comment = _read(lines, found, style)
        # Rust's `//!` speaks of the file whatever follows.
        free = comment.start_line not in taken and found.last + 2 not in definition_lines
        inner = lines[found.first].lstrip().startswith("//!")
        if comment.text and (free or inner) and not _LICENSE.search(comment.text):
            return comment.text
    return ""


def _skip_upwards(lines: Sequence[str], last: int, style: CommentStyle) -> int:
    """Index of the last line at or above `last` that is more than white space, a pragma or a lone macro."""
    while last >= 0:
        text = lines[last].strip()
        if text and not (style.between and style.between.match(text)):
            return last
        if style.doc is None or style.follows:
            return -1  # nothing may stand between
        last -= 1
    return last


def _speaks_of_next(lines: Sequence[str], comment: Comment, style: CommentStyle, *, apart: bool) -> bool:
    """Whether documentation is about the definition below it and not about the file or nothing at hand."""
    if _ALONE.search(comment.text):
        return False
    if not apart or _OF_CALLABLE.search(comment.text):
        return True
    if _LICENSE.search(comment.text):
        return False
    # Above everything else, with an empty line below: writers describe the file like this.
    return all(found.first + 1 != comment.start_line for found in _comments_at_top(lines, style))


def _read(lines: Sequence[str], found: _Range, style: CommentStyle) -> Comment:
    """What a comment says; of line comments only the documentation, when they have some."""
    numbers = list(range(found.first, found.last + 1))
    marked = [number for number in numbers if style.is_doc(lines[number])]
    if marked and not (style.opening and lines[marked[0]].lstrip().startswith(style.opening)):
        if not style.continues:
            numbers = [number for number in numbers if number in marked or lines[number].strip() in style.line_marks]
        elif "@" not in lines[marked[0]][:8]:
            # Below a line of dashes, or a heading. But tags are preceded by what they belong to.
            numbers = [number for number in numbers if number >= marked[0]]
    return Comment(numbers[0] + 1, clean_comment([lines[number] for number in numbers], style), bool(marked))


def _comment_ending(lines: Sequence[str], last: int, style: CommentStyle) -> _Range | None:
    """The comment whose last line has the index `last`; line comments of one kind are one."""
    if last < 0:
        return None
    text = lines[last].strip()
    if style.opening and text.endswith(style.closing) and not style.is_line_comment(text):
        for line in range(last, max(-1, last - _MAX_LINES), -1):
            begin = lines[line].lstrip()
            if begin.startswith(style.opening):
                return _Range(line, last)
            # Code in front of the comment: it belongs to that code. But ` * Accept: text/*` opens nothing.
            if style.opening in begin and not begin.startswith("*"):
                return None
        return None
    first = last + 1
    while first > 0 and last - first < _MAX_LINES and style.is_line_comment(lines[first - 1]):
        first -= 1
    return _Range(first, last) if first <= last else None


def _comments_at_top(lines: Sequence[str], style: CommentStyle) -> Iterator[_Range]:
    """The comments before the first line of code."""
    line = 0
    while line < len(lines) and line < _MAX_LINES:
        text = lines[line].strip()
        if not text or text.startswith(("#!", "<?php", "#lang", "{-#", "'use strict'", '"use strict"')):
            line += 1
            continue
        end = _comment_end(lines, line, style)
        if end == line:
            return
        yield _Range(line, end - 1)
        line = end


def _comment_end(lines: Sequence[str], first: int, style: CommentStyle) -> int:
    """Index behind the comment that starts at `first`; `first` itself when none does."""
    text = lines[first].strip()
    line = first
    if style.opening and text.startswith(style.opening):
        while line < len(lines) and style.closing not in lines[line][(2 if line == first else 0) :]:
            line += 1
        return min(line + 1, len(lines))
    inner = text.startswith("//!")
    while line < len(lines) and style.line_marks and lines[line].strip().startswith(style.line_marks):
        if lines[line].lstrip().startswith("//!") != inner:
            break
        line += 1
    return line


def clean_docstring(text: str) -> str:
    """A string literal's documentation: quotes and common indentation removed."""
    text = _STRING_MARKS.sub("", text.strip())
    return _limited(inspect.cleandoc(text))


def clean_comment(lines: Sequence[str], style: CommentStyle) -> str:
    """The words of a comment: marks, stars, common indentation and lines for linters removed."""
    lines = [line for line in lines if not _TO_TOOLS.match(line)]
    if not lines:
        return ""
    block = bool(style.opening) and lines[0].lstrip().startswith(style.opening)
    cleaned = [_without_block_marks(line, style) if block else _without_line_mark(line, style) for line in lines]
    while cleaned and not any(map(str.isalnum, cleaned[0])):
        cleaned.pop(0)
    while cleaned and not any(map(str.isalnum, cleaned[-1])):
        cleaned.pop()
    text = inspect.cleandoc("\n".join(cleaned))
    if "///" in lines[0] and "<" in text:
        text = _XML_TAG.sub("", _XML_NAME.sub(r"\1", text)).strip()
    return _limited(text)


def _limited(text: str) -> str:
    return text[:MAX_DOCSTRING].rstrip()


def _without_block_marks(line: str, style: CommentStyle) -> str:
    text = line.strip()
    if text.startswith(style.opening):
        return text.removeprefix(style.opening).removesuffix(style.closing).lstrip("*!-|^ ").rstrip("*- ")
    bare = line.rstrip().removesuffix(style.closing).rstrip("*") if text.endswith(style.closing) else line
    star = bare.lstrip()
    return star[1:] if star.startswith("*") and style.closing == "*/" else bare


def _without_line_mark(line: str, style: CommentStyle) -> str:
    text = line.strip()
    for mark in style.line_marks:
        if text.startswith(mark):
            text = text.lstrip(mark[-1])
            # Haskell's `-- |`, Rust's `//!`, Doxygen's `///<`, roxygen's `#'`.
            return re.sub(r"^(?:\s?[|^](?=\s)|[!<'])", "", text)
    return text
