"""Tokens of a query, one at a time and only when asked for: what follows `$.data` is JSONPath and must not be read."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from citeline.dataclass import dataclass

from .errors import Edit, Mistake, shorten

TokenKind: TypeAlias = Literal["mark", "name", "text", "number", "regex", "end"]
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


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `position` and `end` are its place in the query."""

    kind: TokenKind
    value: str | int | float
    """The mark or name itself, the value of a text or number, the pattern of a regex."""
    position: int
    end: int
    flags: str = ""

    def is_mark(self, *marks: str) -> bool:
        """Whether it is one of those marks."""
        return self.kind == "mark" and self.value in marks


_SPACE: Final = re.compile("[ \t\r\n\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]*")
_MARK: Final = re.compile(r"&&|\|\||==|!=|=~|~=|>=|<=|[$.()\[\],:*?@!=<>]")
_NUMBER: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_REGEX: Final = re.compile(r"/((?:[^/\\]++|\\.)*+)/", re.DOTALL)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_WORD: Final = re.compile(r"\w*")
_ASCII_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
MOST_DIGITS: Final = 18
"""So that every whole number fits into 64 bits, which is what the store compares."""
_REST_OF_PATTERN: Final = 200
"""How far behind a pattern a slash is looked for that may belong to it."""
FLAGS: Final = "ims"
_IGNORED_FLAGS: Final = "gu"
"""Part of the language that ours continues, without effect there too."""


class Lexer:
    """Gives the tokens of a text in order, with a look at the next one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._at = 0
        self._next: Token | None = None

    def peek(self) -> Token:
        """The next token, which stays; `end` for ever when there is none. Raises Mistake when it is no token."""
        if self._next is None:
            self._next = self._read()
        return self._next

    def take(self) -> Token:
        """The next token."""
        token = self.peek()
        self._next = None
        self._at = token.end
        return token

    def rest(self) -> tuple[str, int]:
        """All that has not been taken, white space around it left out, and where it begins."""
        start = _skip_space(self.text, self._at)
        self._next, self._at = None, len(self.text)
        return self.text[start:].rstrip(), start

    def _read(self) -> Token:
        text, start = self.text, _skip_space(self.text, self._at)
        if start >= len(text):
            return Token("end", "", start, start)
        character = text[start]
        if character in "\"'":
            return _read_text(text, start)
        if character == "/":
            return _read_regex(text, start)
        if number := _NUMBER.match(text, start):
            return _read_number(text, number)
        if mark := _MARK.match(text, start):
            return Token("mark", mark[0], start, mark.end())
        end = end_of_name(text, start)
        if end > start:
            return Token("name", text[start:end], start, end)
        raise foreign_character(text, start)


def end_of_name(text: str, start: int) -> int:
    """Behind the name that begins there; `start` itself when none does."""
    if found := _ASCII_NAME.match(text, start):
        end = found.end()
    elif start < len(text) and text[start].isidentifier():
        end = start + 1
    else:
        return start
    # Marks belong to the letters before them in many scripts: `\w` alone would cut हिन्दी into pieces.
    while end < len(text) and ("_" + text[end]).isidentifier():
        end += 1
    return end


def is_name(text: str) -> bool:
    """Whether the text can stand behind a dot."""
    return bool(text) and end_of_name(text, 0) == len(text)


def _skip_space(text: str, start: int) -> int:
    space = _SPACE.match(text, start)
    return space.end() if space else start


def _read_text(text: str, start: int) -> Token:
    quote = text[start]
    end = text.find(quote, start + 1)
    # A quote right behind a backslash belongs to the text, whatever stands before the backslash.
    while end > 0 and end - 1 > start and text[end - 1] == "\\":
        end = text.find(quote, end + 1)
    if end < 0:
        raise _unclosed_text(text, start)
    return Token("text", text[start + 1 : end].replace("\\" + quote, quote), start, end + 1)


def _unclosed_text(text: str, start: int) -> Mistake:
    quote = text[start]
    ending = text.rfind("\\" + quote, start)
    if ending >= 0:
        hint = f"a backslash before {quote} makes it part of the text, so no text ends with a backslash"
        return Mistake("syntax", start, "this text has no end", hint, Edit(ending, ending + 1, ""))
    at = _before_closers(text, start + 1)
    return Mistake("syntax", start, "this text has no end", f"close it with {quote}", Edit(at, at, quote))


def _before_closers(text: str, start: int) -> int:
    """Where a text that was not closed most likely was to end: in front of the brackets at the end of the query."""
    return max(start, len(text.rstrip(")] \t\r\n")))


def _read_regex(text: str, start: int) -> Token:
    found = _REGEX.match(text, start)
    if found is None:
        hint = r"close it with /; a slash inside of it is written \/"
        at = _before_closers(text, start + 1)
        raise Mistake("syntax", start, "this pattern has no end", hint, Edit(at, at, "/"))
    pattern = _ESCAPED.sub(lambda escaped: "/" if escaped[1] == "/" else escaped[0], found[1])
    end = end_of_name(text, found.end())
    written = text[found.end() : end]
    for place, flag in enumerate(written):
        if flag not in FLAGS + _IGNORED_FLAGS or flag in written[:place]:
            slash = found.end() - 1 if "/" in text[end : end + _REST_OF_PATTERN] else None
            raise _wrong_flag(found.end() + place, end, written, flag, slash)
    return Token("regex", pattern, start, end, "".join(flag for flag in FLAGS if flag in written))


def _wrong_flag(position: int, end: int, written: str, flag: str, slash: int | None) -> Mistake:
    """`slash` is the one that ended the pattern, if there is a later one that was perhaps meant to."""
    told = f"the flag `{flag}` stands here twice" if flag in FLAGS else f"`{shorten(flag)}` is no flag of a pattern"
    kept = "".join(known for known in FLAGS if known in written)
    hint = r"flags are i (ignore case), m (^ and $ at lines), s (. matches line ends); a slash inside is written \/"
    fix = Edit(end - len(written), end, kept) if slash is None else Edit(slash, slash, "\\")
    return Mistake("syntax", position, told, hint, fix)


def _read_number(text: str, found: re.Match[str]) -> Token:
    written, start, end = found[0], found.start(), found.end()
    behind = _WORD.match(text, end)
    if behind and behind[0]:
        stop = behind.end()
        hint = "numbers carry no units; a text stands in quotes"
        raise Mistake("syntax", start, f"`{shorten(text[start:stop])}` is no number", hint, Edit(end, stop, ""))
    if text.startswith(".", end) and text[end + 1 : end + 2].isdigit():
        stop = end
        while stop < len(text) and (text[stop] == "." or text[stop].isdigit()):
            stop += 1
        fix = Edit(start, stop, f'"{text[start:stop]}"')
        raise Mistake("syntax", start, f"`{shorten(text[start:stop])}` is no number", "write it in quotes", fix)
    if sum(map(str.isdigit, written)) > MOST_DIGITS and written.lstrip("-").isdigit():
        raise _too_large(written, start, end)
    value = int(written) if written.lstrip("-").isdigit() else float(written)
    if math.isinf(value):
        raise _too_large(written, start, end)
    return Token("number", value, start, end)


def _too_large(written: str, start: int, end: int) -> Mistake:
    hint = f"whole numbers have at most {MOST_DIGITS} digits"
    return Mistake(
        "syntax", start, f"the number {shorten(written, 24)} is too large", hint, Edit(start, end, "1000000")
    )


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
