"""Slips of the finger in a question: a word that no text of the corpus has, beside one that its texts are full of."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from .vocabulary.ordinary import is_unheard_of, meant_by

_MAX_CHARS: Final = 400
"""A longer question holds a text that somebody has pasted."""
_WORD: Final = re.compile(
    r"(?<![\w`'’\"./\\(\[{$@#:=*+<~-])(?:^[A-Z][a-z]{4,}|[a-z]{5,})(?![\w`'’\"/\\(\[{=@*+>~-]|[.:]\w)", re.MULTILINE
)
"""Words in small letters, the first perhaps with a capital; nothing that is quoted or a part of a name."""


def respelled(question: str, count: Callable[[str], int]) -> tuple[str, dict[str, str]]:
    """The question with its slips mended, and what was meant by each of them: `securty` → `security`.

    `count` tells how many texts of the corpus have a word. A word that one has stays, and one is put in its place only
    if some have that.
    """
    meant: dict[str, str] = {}
    if len(question) <= _MAX_CHARS:
        for word in dict.fromkeys(match[0] for match in _WORD.finditer(question)):
            near = meant_by(word) if is_unheard_of(word) else ()  # software says `mongo`, which is no `mongol`
            if near and not count(word):
                best = max(sorted(near), key=count)
                if count(best):
                    meant[word] = best.capitalize() if word[0].isupper() else best
    return _WORD.sub(lambda match: meant.get(match[0], match[0]), question), meant
