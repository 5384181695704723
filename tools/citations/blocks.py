"""Paragraphs of a document and comments of code: what a sentence ends with where it has no full stop."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from citeline.indexing.parsers.languages import language_of, language_row

from .passage import SENTENCE_END, Passage

_COMMENT_LINE: Final = re.compile(r"\s*(?://|#|/?\*|--|;|%)")
_OPENS: Final = re.compile(r"\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|[=~^-]{3,}\s*$)")
_CLOSES: Final = re.compile(r"\s*(?:#{1,6}\s|[=~^-]{3,}\s*$)")
"""A line of a document that begins a block, and one that is its last: a heading, or the line below one."""
_ITEM: Final = re.compile(r"(?P<indent>\s*)(?:[-*+•]|(?P<number>\d{1,3})[.)])\s")
_FENCED: Final = re.compile(r"^[ \t]*(```+|~~~+).*?(?:^[ \t]*\1|\Z)", re.MULTILINE | re.DOTALL)
BAR: Final = re.compile(r"(?<!\\)\|")


def is_document(passage: Passage) -> bool:
    """Whether lines are of a text that people read, and not of code or data."""
    return language_row(language_of(passage.path, passage.text)).format in ("prose", "text")


def without_fences(text: str) -> str:
    """The text of a document without its blocks of code between fences."""
    return _FENCED.sub("", text)


def cells_of(passage: Passage) -> Iterator[str]:
    """Cells of the tables of a document, where rows are written between bars; in code bars make no rows."""
    for line in without_fences(passage.text).split("\n") if is_document(passage) else ():
        row = line.strip()
        if row.startswith("|") and row.endswith("|"):
            yield from (cell.strip() for cell in BAR.split(row)[1:-1])


def blocks_of(text: str, *, is_code: bool) -> Iterator[str]:
    """Paragraphs, headings and items of a list, or comments apart from the code around them: a sentence needs no full
    stop to end with them.
    """
    opens, closes = (_COMMENT_LINE, _COMMENT_LINE) if is_code else (_OPENS, _CLOSES)
    block: list[str] = []
    was_apart = False
    for line in text.split("\n"):
        is_apart = opens.match(line) is not None and (is_code or not _goes_on(block, line))
        if not line.strip() or (is_apart != was_apart if is_code else is_apart or was_apart):
            yield "\n".join(block)
            block = []
        block.append(line)
        was_apart = closes.match(line) is not None
    yield "\n".join(block)


def _goes_on(block: Sequence[str], line: str) -> bool:
    """Whether a line that begins with a number may be the middle of a sentence and not an item of a list."""
    item = _ITEM.match(line)
    if item is None or not item["number"] or not block or not block[-1].strip():
        return False
    above = _ITEM.match(block[0])
    return not (SENTENCE_END.search(block[-1]) or (above is not None and above["indent"] == item["indent"]))
