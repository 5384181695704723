"""The text of a question as everything reads it."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MAX_QUESTION: Final = 4_000
"""Characters kept of a question. A pasted log beyond that only adds words that are rare by accident."""
_BEGINNING: Final = 2_000
"""Of a longer one; the rest is its end: what failed stands first or last in a trace, and so does the question."""
_WIDTHS: Final = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uff9f]+")


def clean_question(question: str) -> str:
    """On one line, without control characters and lone surrogates, which no index holds and JSON cannot carry.

    Half-width katakana and full-width letters and digits become those that sources have.
    """
    plain = "".join(
        " " if unicodedata.category(char) == "Cc" else char for char in question if unicodedata.category(char) != "Cs"
    )
    return " ".join(_WIDTHS.sub(lambda found: unicodedata.normalize("NFKC", found[0]), plain).split())


def cut_question(question: str) -> str:
    """A question of at most 4,000 characters: the beginning and the end of a longer one, whole words of the end."""
    if len(question) <= MAX_QUESTION:
        return question
    end = question[_BEGINNING + 1 - MAX_QUESTION :]
    space = re.search(r"\s", end)
    return f"{question[:_BEGINNING]}\n{end[space.end() if space else 0 :]}"
