"""The `[lexicon]` of a `citeline.toml`: words that mean the same in this project, in any language.

    [lexicon]
    basket = ["cart", "Warenkorb", "购物车"]
    "rate limit" = ["throttle", "quota"]

The word before the sign is the one that the code uses; who asks with one of the others means it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from citeline.errors import ProjectFileError

WordGroup: TypeAlias = tuple[str, ...]
"""Words that mean the same, without repetitions; the first is the one that the code uses."""

_MOST_GROUPS: Final = 2_000
_MOST_WORDS: Final = 50
_LONGEST: Final = 60
"""Characters of a word: what is longer is a sentence, and would be searched for in no question."""
_EXAMPLE: Final = 'such as basket = ["cart", "Warenkorb"]'


def word_groups(table: object, text: str) -> tuple[WordGroup, ...]:
    """The groups of a `[lexicon]`, in the order of the file. `text`: the file, to tell where something is wrong.

    Raises ProjectFileError, which names the line.
    """
    if not isinstance(table, Mapping):
        raise ProjectFileError(f"{at_line(text, 'lexicon')}`lexicon` must be a table, {_EXAMPLE}")
    if len(table) > _MOST_GROUPS:
        raise ProjectFileError(f"`lexicon` has {len(table):,} groups; it may have {_MOST_GROUPS:,}")
    return tuple(_group(head, given, at_line(text, "lexicon", head)) for head, given in table.items())


def _group(head: str, given: Any, where: str) -> WordGroup:
    from citeline.text import has_word, is_cjk, unique  # every build asks for a lexicon, few projects have one

    told = f"{where}`lexicon.{head}`"
    words: Sequence[object] = [given] if isinstance(given, str) else given
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        raise ProjectFileError(f"{told} must be a list of words, {_EXAMPLE}")
    group = tuple(unique(" ".join(str(word).split()) for word in (head, *words)))
    if len(group) > _MOST_WORDS:
        raise ProjectFileError(f"{told} has {len(group)} words; it may have {_MOST_WORDS}")
    for word in group:
        if not has_word(word) or len(word) > _LONGEST or not word.isprintable():
            raise ProjectFileError(f"{told}: {word[:_LONGEST]!r} is no word of up to {_LONGEST} characters")
    if is_cjk(head):
        raise ProjectFileError(
            f"{told}: the first word is one that the code uses, in Latin letters; {head} belongs into the list"
        )
    return group


def at_line(text: str, table: str, key: str = "") -> str:
    """`line 3: `, where the key of a table, or the table itself, stands in a TOML file; empty where that is not seen.

    Only what people write is looked for, `[table]` and `key = …`: this is for a message, and TOML has been parsed.
    """
    name = rf"""(?:"{re.escape(key)}"|'{re.escape(key)}'|{re.escape(key)})\s*="""
    header = re.compile(rf"\s*\[{re.escape(table)}\]")
    inside = not table
    for number, line in enumerate(text.splitlines(), start=1):
        if header.match(line) or (not key and re.match(rf"\s*(?:\[{{1,2}})?{re.escape(table)}\b", line)):
            if not key:
                return f"line {number}: "
            inside = True
        elif line.lstrip().startswith("["):
            inside = False
        elif key and ((inside and re.match(rf"\s*{name}", line)) or re.match(rf"\s*{re.escape(table)}\.{name}", line)):
            return f"line {number}: "
    return ""
