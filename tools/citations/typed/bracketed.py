"""Text of code by its brackets and quotation marks: what stands outside of them, and where it may be taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

_OPENING: Final = "([{"
_CLOSING: Final = ")]}"


def unwrapped(text: str) -> str:
    """The text without brackets around all of it."""
    plain = text.strip()
    while plain.startswith("(") and plain.endswith(")") and _closes(plain) == len(plain) - 1:
        plain = plain[1:-1].strip()
    return plain


def _closes(text: str) -> int:
    depth = 0
    for place, character in enumerate(text):
        depth += (character in _OPENING) - (character in _CLOSING)
        if not depth:
            return place
    return -1


def outside_of_brackets(text: str) -> str:
    """The text with what stands in brackets or quotation marks blanked out."""
    return "".join(character if depth == 0 else "\0" for character, depth in _depths(text))


def _depths(text: str) -> Iterator[tuple[str, int]]:
    depth, quoted = 0, ""
    for character in text:
        if quoted:
            yield character, 1
            quoted = "" if character == quoted else quoted
            continue
        if character in "\"'":
            quoted = character
            yield character, 1
            continue
        closing = character in _CLOSING
        depth -= closing
        yield character, depth
        depth += character in _OPENING


def parts_between(text: str, marks: Sequence[str]) -> list[str]:
    """What stands between marks that are in no brackets, without blanks and empty parts."""
    outside = outside_of_brackets(text)
    found = sorted((match.start(), match.end()) for mark in marks for match in re.finditer(re.escape(mark), outside))
    parts, start = [], 0
    for begin, end in found:
        parts.append(text[start:begin])
        start = end
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]
