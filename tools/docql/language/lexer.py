"""Tokens of a query, one at a time and only when asked for: what follows `$.data` is JSONPath and must not be read."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from .caret import shorten
from .foreign import foreign_character
from .mistakes import Edit, Mistake

TokenKind: TypeAlias = Literal["mark", "name", "text", "number", "regex", "end"]


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
