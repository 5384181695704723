"""Documentation of definitions and files: what a docstring or the comment directly above says, without its marks."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from .languages import Language

MAX_DOCSTRING: Final = 4_000
"""Characters; what comes later in a docstring is rarely what a reader looks for, and every node carries one."""
_MAX_LINES: Final = 400
_LICENSE: Final = re.compile(r"copyright|licen[sc]e|SPDX|all rights reserved|@generated|do not edit", re.I)
_STRING_MARKS: Final = re.compile(r"""^[A-Za-z~]{0,2}(\"\"\"|'''|"|'|\[=*\[)|(\"\"\"|'''|"|'|\]=*\])$""")
_DOC_LINES: Final = ("///",)
_DOC_BLOCKS: Final = ("/**", "/*!")
_XML_NAME: Final = re.compile(r"<(?:see|seealso|paramref|typeparamref)\s+\w+=\"(?:\w:)?([^\"]+)\"\s*/>")
_XML_TAG: Final = re.compile(
    r"</?(?:summary|remarks|returns|param|typeparam|value|para|c|code|example|exception|inheritdoc)\b[^>]*>"
)


@dataclass(frozen=True, slots=True)
class CommentStyle:
    """How a language marks comments."""

    line_marks: tuple[str, ...]
    opening: str
    """Of comments that span lines; empty when there are none."""
    closing: str

    @classmethod
    def of(cls, language: Language) -> CommentStyle:
        """The style in the language's row."""
        opening, _, closing = language.block_comment.partition(" ")
        return cls(tuple(language.line_comment.split()), opening, closing)


def clean_docstring(text: str) -> str:
    """A string literal's documentation: quotes and common indentation removed."""
    text = _STRING_MARKS.sub("", text.strip())
    return _limited(inspect.cleandoc(text))


def comment_above(lines: Sequence[str], start_line: int, style: CommentStyle) -> str:
    """The comment whose last line is directly above `start_line`, cleaned; empty when there is none.

    A documentation comment (`/** … */`, `///`) wins over a plain one that stands between it and the definition.
    """
    nearest = _comment_ending(lines, start_line - 2, style)
    if nearest is None:
        return ""
    first, last = nearest
    documenting = [line for line in lines[first : last + 1] if line.lstrip().startswith(_DOC_LINES)]
    if documenting and style.line_marks and not lines[first].lstrip().startswith(style.opening or "\0"):
        return clean_comment(documenting, style)
    if not _documents(lines[first]):
        above = _comment_ending(lines, first - 1, style)
        if above is not None and _documents(lines[above[0]]):
            first, last = above
    return clean_comment(lines[first : last + 1], style)


def _comment_ending(lines: Sequence[str], last: int, style: CommentStyle) -> tuple[int, int] | None:
    """First and last index of the comment that ends on the line with index `last`."""
    if last < 0:
        return None
    text = lines[last].strip()
    if style.opening and text.endswith(style.closing) and not _is_line_comment(text, style):
        opening = _opening_line(lines, last, style)
        return None if opening is None else (opening, last)
    first = last + 1
    while first > 0 and last - first < _MAX_LINES and _is_line_comment(lines[first - 1].strip(), style):
        first -= 1
    return (first, last) if first <= last else None


def _documents(line: str) -> bool:
    """Whether a comment that begins so is meant as documentation."""
    return line.lstrip().startswith((*_DOC_LINES, *_DOC_BLOCKS))


def comment_at_top(lines: Sequence[str], style: CommentStyle, definition_lines: Collection[int]) -> str:
    """What the comment at the top of a file says, unless it is a licence or belongs to the first definition."""
    line = 0
    while line < len(lines) and line < _MAX_LINES:
        text = lines[line].strip()
        if not text or text.startswith(("#!", "<?php", "#lang", "{-#", "'use strict'", '"use strict"')):
            line += 1
            continue
        end = _comment_end(lines, line, style)
        if end == line:
            return ""
        comment = clean_comment(lines[line:end], style)
        # Rust's `//!` speaks of the file whatever follows.
        about_file = text.startswith("//!") or end + 1 not in definition_lines
        if comment and about_file and not _LICENSE.search(comment):
            return comment
        line = end
    return ""


def clean_comment(lines: Sequence[str], style: CommentStyle) -> str:
    """The words of a comment: marks, stars and common indentation removed."""
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
    return text if len(text) <= MAX_DOCSTRING else text[:MAX_DOCSTRING].rstrip()


def _is_line_comment(text: str, style: CommentStyle) -> bool:
    # `#!` starts a script, `#[` a PHP attribute, `//!` documents what is around it.
    return text.startswith(style.line_marks) and not text.startswith(("#!", "#[", "//!")) if style.line_marks else False


def _opening_line(lines: Sequence[str], last: int, style: CommentStyle) -> int | None:
    for line in range(last, max(-1, last - _MAX_LINES), -1):
        if style.opening in lines[line]:
            # Code in front of the comment: it belongs to that code.
            return line if lines[line].lstrip().startswith(style.opening) else None
    return None


def _comment_end(lines: Sequence[str], first: int, style: CommentStyle) -> int:
    """Index behind the comment that starts at `first`; `first` itself when none does."""
    text = lines[first].strip()
    line = first
    if style.opening and text.startswith(style.opening):
        while line < len(lines) and style.closing not in lines[line][(2 if line == first else 0) :]:
            line += 1
        return min(line + 1, len(lines))
    while line < len(lines) and style.line_marks and lines[line].strip().startswith(style.line_marks):
        line += 1
    return line


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
