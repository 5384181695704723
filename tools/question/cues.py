"""Signs that a question holds beside what it asks for, as patterns: the table `[cues]` of a language."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal, TypeAlias

from .language import Language
from .languages import table_of
from .translation import Reading

Cue: TypeAlias = Literal["newest", "flow"]

_IN_NAMES: Final = frozenset({"flow"})
"""Cues that count in names too."""
_OF_CODE: Final = re.compile(r"`[^`]*`|\w*[_.]\w+|\w+\(")


def has_cue(cue: Cue, text: str, read: Reading) -> bool:
    """Whether a question holds a cue, in its own words or in its English form."""
    # Chinese words of a Japanese question mean something else; the English form of a Chinese one is too loose.
    wordings = {"en": (text,), "zh": (text,), "ja": (read.english,)}.get(read.language, (text, read.english))
    bare = [said if cue in _IN_NAMES else _OF_CODE.sub(" ", said) for said in wordings]
    patterns = [found for language in ("en", read.language) if (found := _pattern(language, cue))]
    return any(pattern.search(said) for pattern in patterns for said in bare)


@cache
def _pattern(language: Language, cue: Cue) -> re.Pattern[str] | None:
    pattern = table_of(language).get("cues", {}).get(cue)
    return re.compile(pattern, re.IGNORECASE) if pattern else None
