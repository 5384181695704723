"""Masks secrets by what a file is written in: in code only inside of literals and comments, so that it stays code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..secrets import PartsOfText, mask_lines
from .languages import language_of, language_row

_SNIFFED_CHARS: Final = 20_000


def mask_file(path: str, lines: Sequence[str]) -> tuple[str, ...]:
    """All lines of a file, as the index has them."""
    return mask_lines(lines, lambda lines: _text_in(lines, language_of(path, "\n".join(lines)[:_SNIFFED_CHARS])))


def mask_part(lines: Sequence[str], language: str) -> tuple[str, ...]:
    """Lines that follow each other in a file of the language."""
    return mask_lines(lines, lambda lines: _text_in(lines, language))


def _text_in(lines: Sequence[str], language: str) -> PartsOfText | None:
    if not language_row(language).grammar:
        return None
    from .programs.literals import text_in  # loads the parsers, and few files have what looks like a secret

    return text_in(lines, language)
