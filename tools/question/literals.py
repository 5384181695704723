"""The kind of literal that a question asks for."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, TypeAlias, get_args

from .languages import table_of

LiteralKind: TypeAlias = Literal["number", "string", "boolean"]


def literal_asked(english: str) -> LiteralKind | None:
    """Of the English form of a question; None when its words do not tell."""
    return next((kind for kind in get_args(LiteralKind) if _asking(kind).search(english)), None)


@cache
def _asking(kind: LiteralKind) -> re.Pattern[str]:
    expressions = table_of("en")["literals"][kind]
    bounded = (rf"\b(?:{words})\b" if words[0] != "^" else words for words in expressions)
    return re.compile("|".join(bounded), re.IGNORECASE)
