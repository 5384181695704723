"""Signs that a question holds beside what it asks for, as patterns: the table `[cues]` of a language."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, TypeAlias

from ..retrieval.language import Language
from ..retrieval.translation import Reading
from .languages import table_of

Cue: TypeAlias = Literal["newest"]

_OF_CODE = re.compile(r"`[^`]*`|\w*[_.]\w+|\w+\(")


def has_cue(cue: Cue, text: str, read: Reading) -> bool:
    """Whether a question holds a cue outside of its names, in its own words or in its English form."""
    wordings: list[tuple[Language, str]] = [("en", read.english)]
    # Chinese words of a Japanese question mean something else.
    wordings += [(read.language, text)] * (read.language not in ("en", "ja"))
    return any(
        (pattern := _pattern(language, cue)) is not None and pattern.search(_OF_CODE.sub(" ", said)) is not None
        for language, said in wordings
    )


@cache
def _pattern(language: Language, cue: Cue) -> re.Pattern[str] | None:
    pattern = table_of(language).get("cues", {}).get(cue)
    return re.compile(pattern, re.IGNORECASE) if pattern else None
