"""Questions that ask several things at once, taken apart."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final, get_args

from citeline.text import identifiers_in, is_cjk, word_runs

from .vocabulary.language import Language
from .vocabulary.languages import table_of

_RECORD: Final = re.compile(r"\b[A-Z][A-Z0-9]*-\d+\b")
_MOST: Final = 4
_LEAST_WORDS: Final = 3
"""Of a part: `and how` alone asks nothing."""
_LONGEST: Final = 100
"""Characters of a thing that stands for a pronoun."""


def parts_of(question: str) -> list[str]:
    """What is asked, one question each; the question alone when it asks one thing.

    The name that the first part is about, or else the thing, stands for a pronoun in the others, so that each can be
    answered by itself.
    """
    parts = [part.strip(" ¿?？.") for part in _patterns().between.split(question) if part.strip(" ¿?？.")]
    whole = len(parts) > 1 and all(map(_asks, parts))
    if not whole or len(parts) > _MOST:
        return [question]
    things = _patterns().thing.findall(parts[0])
    names = [*_RECORD.findall(parts[0]), *identifiers_in(parts[0]), *(one for one in things if len(one) <= _LONGEST)]
    if not names:
        return parts
    return [parts[0], *(with_pronoun_named(part, names[0]) for part in parts[1:])]


def with_pronoun_named(question: str, name: str) -> str:
    """The question with the name in the place of its first pronoun."""
    return _patterns().pronoun.sub(lambda _: name, question, count=1)


def _asks(part: str) -> bool:
    """In Chinese a comma also stands behind a condition, which asks nothing: `没有 pip，怎么装包？`"""
    if is_cjk(part):
        return _patterns().asks.search(part) is not None and not _patterns().condition.match(part)
    return len(word_runs(part)) >= _LEAST_WORDS


@dataclass(frozen=True, slots=True)
class _Patterns:
    """Those of all languages: a question of two parts may mix them."""

    between: re.Pattern[str]
    pronoun: re.Pattern[str]
    thing: re.Pattern[str]
    """What a question without a name is about, to its end."""
    asks: re.Pattern[str]
    """Of Chinese, where words are not apart."""
    condition: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    tables = {language: table_of(language).get("parts", {}) for language in get_args(Language)}
    between = [table["between"].replace("{asks}", table["asks"]) for table in tables.values() if table]
    return _Patterns(
        re.compile("|".join(between), re.IGNORECASE),
        re.compile(tables["en"]["pronoun"], re.IGNORECASE),
        re.compile(tables["en"]["thing"], re.IGNORECASE),
        re.compile(tables["zh"]["asks"]),
        re.compile(tables["zh"]["condition"]),
    )
