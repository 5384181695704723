"""Texts of a question that the sources may hold word for word: quotations, error messages, pasted log lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from citeline.text import is_cjk, unique

from .messages import LEAST_LETTERS, ExactKind, messages
from .question import Exact

_QUOTED: Final = re.compile(
    r"\"([^\"\n]{2,})\"|“([^”\n]{2,})”|「([^」\n]{2,})」|『([^』\n]{2,})』|«([^»\n]{2,})»|„([^“”\n]{2,})[“”]"
    r"|`([^`\n]{2,})`|(?<![\w'])'([^'\n]{2,})'(?!\w)"
)
_HOLE: Final = re.compile(
    r"[a-z][a-z+.-]*://\S+|(?<!\w)'[^']*'|\"[^\"]*\"|`[^`]*`|<[^>]*>|0x[0-9a-fA-F]+|(?<!\w)/?(?:[\w.-]+/)+[\w.-]*|[\w.-]*\d[\w.:-]*"
)
_CUT: Final = re.compile(r"(?<=[.!?;])\s+|,\s+")


def exact_texts(question: str) -> tuple[Exact, ...]:
    """Quotations first, then messages; once each. Line ends of a pasted text count, so give the question as it came."""
    found: dict[str, Exact] = {}
    quoted: list[tuple[str, ExactKind]] = [(one.text, one.kind) for one in messages(question)]
    quoted += _quotations(question)
    for text, kind in quoted:
        found.setdefault(text, Exact(text, kind, pieces_of(text)))
    return tuple(found.values())


def pieces_of(text: str) -> tuple[str, ...]:
    """What a program writes itself of a message, the longest first."""
    parts = [piece.strip(" :,;()[]{}.?!'\"") for hole in _HOLE.split(text) for piece in _CUT.split(hole)]
    whole = [text.strip()] if not _HOLE.search(text) else []
    long = [part for part in parts if (" " in part and sum(map(str.isalpha, part)) >= LEAST_LETTERS) or is_cjk(part)]
    return tuple(sorted(unique([*whole, *long]), key=len, reverse=True))


def _quotations(question: str) -> Iterator[tuple[str, ExactKind]]:
    for found in _QUOTED.finditer(question):
        inner = next(filter(None, found.groups())).strip()
        if re.search(r"\w", inner):
            yield inner, "quote"
