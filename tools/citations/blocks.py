"""Paragraphs of a document and comments of code: what a sentence ends with where it has no full stop."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from .passage import SENTENCE_END

_COMMENT_LINE: Final = re.compile(r"\s*(?://|#|/?\*|--|;|%)")
_OPENS: Final = re.compile(r"\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|[=~^-]{3,}\s*$)")
_CLOSES: Final = re.compile(r"\s*(?:#{1,6}\s|[=~^-]{3,}\s*$)")
"""A line of a document that begins a block, and one that is its last: a heading, or the line below one."""
_ITEM: Final = re.compile(r"(?P<indent>\s*)(?:[-*+•]|(?P<number>\d{1,3})[.)])\s")


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
