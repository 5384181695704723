"""The text of a question as everything reads it."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MAX_QUESTION: Final = 4_000
"""Characters kept of a question. A pasted log beyond that only adds words that are rare by accident."""
_WIDTHS: Final = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uff9f]+")


def clean_question(question: str) -> str:
    """On one line, without control characters and lone surrogates, which no index holds and JSON cannot carry.

    Half-width katakana and full-width letters and digits become those that sources have.
    """
    plain = "".join(
        " " if unicodedata.category(char) == "Cc" else char for char in question if unicodedata.category(char) != "Cs"
    )
    return " ".join(_WIDTHS.sub(lambda found: unicodedata.normalize("NFKC", found[0]), plain).split())
