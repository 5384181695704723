"""What docstrings and comments say, without their marks."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from typing import Final

from .comment_styles import CommentStyle

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
