"""The kind of literal that a question asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias, get_args

from .intents import SPACELESS
from .vocabulary.languages import table_of

LiteralKind: TypeAlias = Literal["number", "string", "boolean"]


def literal_asked(texts: Mapping[str, str]) -> LiteralKind | None:
    """Of a question in one or several languages, by language; None when its words do not tell."""
    return next(
        (kind for kind in get_args(LiteralKind) if any(_asking(kind, one).search(text) for one, text in texts.items())),
        None,
    )


@cache
def _asking(kind: LiteralKind, language: str) -> re.Pattern[str]:
    expressions = table_of(language)["literals"][kind]
    if language in SPACELESS:
        return re.compile("|".join(expressions))
    bounded = (rf"\b(?:{words})\b" if words[0] != "^" else words for words in expressions)
    return re.compile("|".join(bounded), re.IGNORECASE)
