"""Whole questions that ask nothing about the sources: a greeting, thanks, a farewell, a call for help."""

from __future__ import annotations

import re
from functools import cache
from typing import get_args

from citeline.state import Chat
from citeline.text import identifiers_in, terms

from .vocabulary.language import Language
from .vocabulary.languages import table_of
from .vocabulary.translation import Reading


def small_talk(question: str, read: Reading) -> Chat | None:
    """Which reply is enough; `empty` where no word says anything; None for a question to search for."""
    # Brackets and back quotes stay, so that `bye()` is a name.
    bare = re.sub(r"[^\w\s,()`]+", "", question).strip(" ,").lower()
    for chat, pattern in _patterns():
        if pattern.fullmatch(bare):
            return chat
    asks = terms(question) if read.language in ("en", "zh") else read.own
    return None if asks or identifiers_in(question) else "empty"


@cache
def _patterns() -> tuple[tuple[Chat, re.Pattern[str]], ...]:
    tables = [table_of(language)["chat"] for language in get_args(Language)]
    return tuple((chat, re.compile(pattern)) for table in tables for chat, pattern in table.items())
