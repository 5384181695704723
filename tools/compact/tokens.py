"""About how many tokens a text is, without any model's vocabulary."""

from __future__ import annotations

import re
from typing import Final

_PIECE: Final = re.compile(r"[A-Za-z]+|[0-9]{1,3}|[!-/:-@\[-`{-~]+|\s+|[^\x00-\x7f]")
_LETTERS: Final = 7
"""Of a word in one token: longer identifiers are divided. With 6 numbered code is estimated a third too high, with 9
Markdown falls below what o200k counts."""


def estimated_tokens(text: str) -> int:
    """Tokens of a text, rather too many than too few.

    Measured against o200k on sources, Markdown, JSON and Chinese: 0.98 to 1.31 of what that counts.
    """
    return sum(map(_tokens_of, _PIECE.findall(text)))


def _tokens_of(piece: str) -> int:
    first = piece[0]
    if not first.isascii() or first.isdigit():
        return 1
    if first.isspace():
        # The blank before a word belongs to it; an indentation is one token.
        return int(len(piece) > 1 or first == "\n")
    if first.isalpha():
        return 1 + (len(piece) - 1) // _LETTERS
    return (len(piece) + 1) // 2
