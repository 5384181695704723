"""The text of a question as everything reads it, and with its slips of the finger mended."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Final

from citeline.patterns import re

from .vocabulary.words import is_asking, is_unheard_of, one_slip_from

MAX_QUESTION: Final = 4_000
"""Characters kept of a question. A pasted log beyond that only adds words that are rare by accident."""
_BEGINNING: Final = 2_000
"""Of a longer one; the rest is its end: what failed stands first or last in a trace, and so does the question."""
_WIDTHS: Final = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uff9f]+")
_MAX_CHARS: Final = 400
"""A longer question holds a text that somebody has pasted."""
_WORD: Final = re.compile(
    r"(?<![\w`'’\"./\\(\[{$@#:=*+<~-])(?:^[A-Z][a-z]{4,}|[a-z]{5,})(?![\w`'’\"/\\(\[{=@*+>~-]|[.:]\w)", re.MULTILINE
)
"""Words in small letters, the first perhaps with a capital; nothing that is quoted or a part of a name."""


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


def respelled(question: str, count: Callable[[str], int]) -> tuple[str, dict[str, str]]:
    """The question with its slips mended, and what was meant by each of them: `securty` → `security`.

    `count` tells how many texts of the corpus have a word. A word that one has stays, and the one that most have of
    those that are a slip away is put in its place: no list of English words has `middleware` or `subcommand`.
    """
    meant: dict[str, str] = {}
    if len(question) <= _MAX_CHARS:
        for word in dict.fromkeys(match[0] for match in _WORD.finditer(question)):
            # Software says `mongo`, which is no `mongol`.
            if is_unheard_of(word) and not is_asking(word) and not count(word):
                best = max(sorted(one_slip_from(word.lower())), key=count)
                if count(best):
                    meant[word] = best.capitalize() if word[0].isupper() else best
    return _WORD.sub(lambda match: meant.get(match[0], match[0]), question), meant
