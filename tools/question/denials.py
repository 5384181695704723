"""Whether a text says of some of its words that they are not meant: `not 20 but 15`, `do not send it to bob@x.org`."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, get_args

from citeline.text import is_cjk

from .vocabulary.language import Language
from .vocabulary.languages import table_of

_ENDS: Final = r"[.!?;](?=\s|$)|[。！？；]"
# `not bob@x.org, eve@x.org and 3`: behind a comma an address or a number goes on with what is denied.
_COMMA: Final = r"[,，、](?!\s*(?:\w+\s+)?(?:[^\s,，、]*@|[+\-−]?\d))"
_ANY_COMMA: Final = r"[,，、]"


def is_denied(text: str, start: int, end: int) -> bool:
    """Whether words of denial stand before a place in its clause, or behind it as in Japanese."""
    begin = max((found.end() for found in _begins().finditer(text) if found.end() <= start), default=0)
    behind = _stops().split(text[end:], maxsplit=1)[0]
    return (
        _denies("denies").search(text, begin, start) is not None or _denies("denies_after").search(behind) is not None
    )


def is_in_denial(text: str, start: int, end: int) -> bool:
    """Whether the clause of a place denies, before it or behind it: `when does x not use y`."""
    behind = end + len(_stops().split(text[end:], maxsplit=1)[0])
    return is_denied(text, start, end) or is_denied(text, behind, behind)


@cache
def _denies(key: str) -> re.Pattern[str]:
    return re.compile(_any(key), re.IGNORECASE)


@cache
def _begins() -> re.Pattern[str]:
    """Where what is denied before has an end: at a clause, or at words such as `but`."""
    return re.compile(rf"{_ENDS}|{_COMMA}|{_any('instead')}", re.IGNORECASE)


@cache
def _stops() -> re.Pattern[str]:
    return re.compile(rf"{_ENDS}|{_ANY_COMMA}|{_any('instead')}", re.IGNORECASE)


def _any(key: str) -> str:
    """Of all languages; in those with blanks they are whole words."""
    words = [table[key] for language in get_args(Language) if key in (table := table_of(language)["wish"])]
    return "|".join(f"(?:{one})" if is_cjk(one) else rf"(?<!\w)(?:{one})(?!\w)" for one in words)
