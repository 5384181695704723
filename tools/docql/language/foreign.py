"""Characters that no token begins with, and what to type in their place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from .mistakes import Edit, Mistake

_OPENING: Final[Mapping[str, str]] = {
    "“": "”“", "”": "”", "„": "“”", "«": "»", "»": "«", "＂": "＂", "‘": "’‘", "’": "’", "‚": "‘’", "＇": "＇",
    "‹": "›", "「": "」", "『": "』", "《": "》", "`": "`´", "´": "´", "〝": "〞〟",
}  # fmt: skip
"""Quotation marks that are not ours, with those that close them."""
_IN_PLACE: Final[Mapping[str, str]] = {
    "，": ",", "、": ",", "【": "[", "】": "]", "〔": "[", "〕": "]", "。": ".", "￥": "$", "×": "*", "≥": ">=",
    "≤": "<=", "≠": "!=", "−": "-", "–": "-", "—": "-", "∧": "&&", "∨": "||", "¬": "!", "…": ":", "·": ".", "＆": "&&",
    "｜": "||", "&": "&&", "|": "||", "~": "~=", "{": "[", "}": "]", "∈": " in ", "→": ".", "－": "-",
}  # fmt: skip
_HINTS: Final[Mapping[str, str]] = {
    "&": "`and` is written &&",
    "|": "`or` is written ||, and there are no pipes: steps follow one another, as in $.toc[*][0]",
    "~": "`contains` may be written ~=, a search for a pattern =~",
    "\\": "a backslash stands inside of texts and patterns only; quotes need none",
    "-": 'a minus stands before a number; names hold letters, digits and "_"',
    "+": "numbers carry no plus sign, and there is no arithmetic",
    "%": 'there are no placeholders: `contains "…"` finds a part of a text',
    ";": "a query is one expression and needs no semicolon",
    "#": "an anchor is a text: write it in quotes",
    "{": "lists and selectors stand in [ ]",
    "}": "lists and selectors stand in [ ]",
}
_SUM: Final = re.compile(r"""[+-]\s*(?:"[^"]*"|'[^']*'|@?[\w.]+)""")
"""An operator with what stands to the right of it."""
_BEFORE_A_VALUE: Final = tuple("[(,=<>:~!")
_MERE_SPACE: Final = frozenset({"Cf", "Cc", "Zl", "Zp", "Cs", "Cn", "Co"})


def foreign_character(text: str, position: int) -> Mistake:
    """The mistake that the character at the position is."""
    character = text[position]
    closing = _OPENING.get(character)
    if closing is not None:
        return _quotation(text, position, closing)
    code = f"U+{ord(character):04X}"
    if unicodedata.category(character) in _MERE_SPACE:
        message = f"the invisible character {code} stands between tokens"
        return Mistake("syntax", position, message, "delete it or type a space", Edit(position, position + 1, " "))
    if character == "-" and text[position - 1 : position].isalnum() and text[position + 1 : position + 2].isalpha():
        return _dashed(text, position)
    ours = _IN_PLACE.get(character) or _ascii_form(character)
    hint = _HINTS.get(character, "")
    if ours is not None and not character.isascii():
        message = f"`{character}` ({code}) is not part of the language"
        return Mistake("syntax", position, message, f"type {ours.strip()}", Edit(position, position + 1, ours))
    message = (
        f"`{character}` means nothing here" if character.isascii() else f"`{character}` ({code}) means nothing here"
    )
    sum_ = (
        _SUM.match(text, position)
        if character in "+-" and text[:position].rstrip()[-1:] not in _BEFORE_A_VALUE
        else None
    )
    fix = Edit(position, sum_.end() if sum_ else _end_of_run(text, position), ours or "")
    return Mistake("syntax", position, message, hint or "text that is looked for stands in quotes", fix)


def _quotation(text: str, position: int, closing: str) -> Mistake:
    found = [place for mark in closing if (place := text.find(mark, position + 1)) >= 0]
    end = min(found, default=-1)
    inner = text[position + 1 : end] if end >= 0 else ""
    fix = Edit(position, end + 1 if end >= 0 else position + 1, f'"{inner.replace(chr(34), "")}"' if end >= 0 else '"')
    message = f"`{text[position]}` (U+{ord(text[position]):04X}) does not quote a text"
    return Mistake("syntax", position, message, "texts stand in straight quotes, \"…\" or '…'", fix)


def _dashed(text: str, position: int) -> Mistake:
    """`my-key`, with its dash at the position: behind `@` it is a key, which can stand in quotes."""
    message = "names hold no dashes: letters, digits and _ only"
    start = end = position
    while start and _is_of_key(text[start - 1]):
        start -= 1
    while end < len(text) and _is_of_key(text[end]):
        end += 1
    if text[start - 1] == "." and text.rfind("@", 0, start) > text.rfind(")]", 0, start):
        written = f'["{text[start:end]}"]'
        return Mistake("syntax", position, message, f"write @{written}"[:100], Edit(start - 1, end, written))
    return Mistake("syntax", position, message, "a text stands in quotes", Edit(position, position + 1, "_"))


def _is_of_key(character: str) -> bool:
    return character == "-" or character == "_" or character.isalnum()


def _ascii_form(character: str) -> str | None:
    """Of a full-width or otherwise dressed-up ASCII character, the plain one."""
    plain = unicodedata.normalize("NFKC", character)
    return plain if character != plain and plain.isascii() and plain.isprintable() else None


def _end_of_run(text: str, position: int) -> int:
    """Behind all the equal characters that follow one another, so that one fix removes them."""
    end = position + 1
    while end < len(text) and text[end] == text[position]:
        end += 1
    return end
