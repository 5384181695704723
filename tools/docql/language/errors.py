"""The one shape of every mistake in a query, from a missing bracket to a file that cannot be read; how it is
raised inside, with how the query would have been right, and how its place is shown.
"""

from __future__ import annotations

import unicodedata
from typing import Any, Final, Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.errors import UsageError
from citeline.visible import visible

from .syntax import Condition, Step, Test

ErrorKind: TypeAlias = Literal["syntax", "name", "type", "regex", "file"]
WINDOW: Final = 100
"""Characters of the text that are shown, ellipses included."""
_PICTURES: Final = 0x2400
_DELETE: Final = 0x7F


class DocQLError(UsageError):
    """A query that cannot be answered as it stands; says what is wrong, where, and how to say it instead."""

    def __init__(
        self, kind: ErrorKind, message: str, *, position: int = 0, hint: str = "", example: str = "", query: str = ""
    ) -> None:
        super().__init__(message, remedy="; ".join(filter(None, [hint, example and f"for example `{example}`"])))
        self.kind: ErrorKind = kind
        self.position = position
        """0-based offset into the query, which may be its length: something is missing at the end."""
        self.message = message
        self.hint = hint
        self.example = example
        """A query that is right, made from the one that is not; empty when there is nothing to make it from."""
        self.query = query

    def to_json(self) -> dict[str, Any]:
        """The printed form: `{"error": {"type", "position", "message", "hint", "example"}}`."""
        return {
            "error": {
                "type": self.kind,
                "position": self.position,
                "message": self.message,
                "hint": self.hint,
                "example": self.example,
            }
        }

    def caret(self) -> str:
        """Two lines: the query, or the hundred characters of it around the mistake, and `^` under the mistake."""
        return caret(self.query, self.position)

    def report(self) -> str:
        """All of it as lines for a terminal: message, query, caret, hint and example."""
        lines = [f"{self.kind} error: {self.message}"]
        if self.query:
            lines += [f"  {line}".rstrip() for line in self.caret().split("\n")]
        if self.hint:
            lines.append(f"hint: {self.hint}")
        if self.example:
            lines.append(f"example: {self.example}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Edit:
    """Another text in place of `query[start:end]`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class SwapStep:
    """Other steps, or none, in place of one."""

    old: Step
    new: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class SwapTest:
    """Another condition in place of a test."""

    old: Test
    new: Condition


Fix: TypeAlias = Edit | SwapStep | SwapTest


class Mistake(Exception):  # noqa: N818 - it never leaves the language; what callers see is DocQLError
    """One thing that is wrong with a query; what it quotes of it is made visible and stays on one line."""

    def __init__(self, kind: ErrorKind, position: int, message: str, hint: str = "", fix: Fix | None = None) -> None:
        super().__init__(pictured(message))
        self.kind: ErrorKind = kind
        self.position = position
        self.message = pictured(message)
        self.hint = pictured(hint)
        self.fix = fix
        """A step towards a right query: what it leads to may have further mistakes."""
        self.before: tuple[Step, ...] = ()
        """The steps in front of the one with the mistake."""


def caret(text: str, position: int) -> str:
    """Two lines; of a long text only what is around the position. Columns count wide and combining characters as
    terminals do.
    """
    position = min(max(position, 0), len(text))
    start, stop = 0, len(text)
    if stop > WINDOW:
        # One character is kept free behind the text, for a caret at its end.
        start = min(max(position - WINDOW // 2, 0), stop - WINDOW + 1)
        stop = min(start + WINDOW - 1, stop)
    before, after = pictured(text[start:position]), pictured(text[position:stop])
    if start:
        before = "…" + before[1:]
    if stop < len(text):
        after = after[:-1] + "…"
    return f"{before}{after}\n{' ' * width(before)}^"


def pictured(text: str) -> str:
    """The text on one line, one character for each, so that a place in it stays its place.

    Pictures stand for control characters, U+FFFD for whatever else `citeline.visible` would write out.
    """
    # Nearly every text is: a tenth of reading a wrong query was to look at each of its characters.
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_picture, text))


def shorten(text: str, limit: int = 40) -> str:
    """The text as messages quote it: on one line, and cut when it is long."""
    shown = pictured(text[: limit + 1])
    return shown if len(text) <= limit else shown[: limit - 1] + "…"


def width(text: str) -> int:
    """Columns of a terminal that the text takes."""
    return sum(_columns(character) for character in text)


def _picture(character: str) -> str:
    code = ord(character)
    if code < ord(" "):
        return chr(_PICTURES + code)
    if code == _DELETE:
        return "\N{SYMBOL FOR DELETE}"
    if visible(character) == character:
        return character
    return "\N{REPLACEMENT CHARACTER}"


def _columns(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
