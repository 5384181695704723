"""Signs that a question holds beside what it asks for, as patterns: the table `[cues]` of a language."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal, TypeAlias

from ..retrieval.language import Language
from ..retrieval.translation import Reading
from .languages import table_of

Cue: TypeAlias = Literal["newest", "flow"]

_IN_NAMES: Final = frozenset({"flow"})
"""Cues that count in names too."""
_OF_CODE: Final = re.compile(r"`[^`]*`|\w*[_.]\w+|\w+\(")


def has_cue(cue: Cue, text: str, read: Reading) -> bool:
    """Whether a question holds a cue, in its own words or in its English form."""
    wordings: list[tuple[Language, str]] = [("en", read.english)]
    # Chinese words of a Japanese question mean something else.
    wordings += [(read.language, text)] * (read.language not in ("en", "ja"))
    bare = [(language, said if cue in _IN_NAMES else _OF_CODE.sub(" ", said)) for language, said in wordings]
    return any((pattern := _pattern(language, cue)) is not None and pattern.search(said) for language, said in bare)


@cache
def _pattern(language: Language, cue: Cue) -> re.Pattern[str] | None:
    pattern = table_of(language).get("cues", {}).get(cue)
    return re.compile(pattern, re.IGNORECASE) if pattern else None
