"""Patterns: compiled with RE2, which takes time linear in the text, whatever the pattern.

Unlike Python's `re` it knows no look-around and no back-references. A text is searched as UTF-8; lone surrogates, which
file names may have, match like U+FFFD.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import re2

from citeline.dataclass import dataclass
from citeline.patterns import re

from .errors import DocQLError, shorten

_MAX_MEMORY: Final = 1 << 20
"""Bytes for the compiled pattern and its automaton: an over-large one fails within about ten milliseconds."""
_MULTILINE: Final = "(?m)"
_WORD: Final = re.compile(r"[^\W_]+")
_SPECIAL: Final = re.compile(r"\\.|\(\?[^)]*\)|\{[^}]*\}|\[[^\]]*\]?", re.DOTALL)

_HINTS: Final[Mapping[str, str]] = {
    "invalid perl operator": "look-ahead, look-behind and atomic groups do not exist in RE2: join tests with && and !",
    "invalid escape sequence": r"RE2 knows \d \w \s \b \pL \x{…} and such; no back-references (\1), and \z is its \Z",
    "missing )": r"close the group with ), or write \( for a bracket as such",
    "unexpected )": r"write \) for a bracket as such",
    "missing ]": r"close the class with ], or write \[ for a bracket as such",
    "no argument for repetition operator": r"put something before it, or write \* \+ \? for the character as such",
    "bad repetition operator": r"one of * + ? {n} is enough; possessive repetition does not exist in RE2",
    "invalid repetition size": "a part may be repeated up to 1000 times in all",
    "invalid character class range": "ranges go upwards: [a-z]; classes are called \\pL, \\p{Greek} or [[:alpha:]]",
    "pattern too large": "repeat less: {1,50} inside of {1,20} is a thousand copies",
    "trailing \\": r"a backslash at the end escapes nothing: write \\",
    "invalid named capture group": "names of groups have letters, digits and _: (?P<name>…)",
}
_LOOKED_AT: Final = 500
"""Characters of a wrong pattern from which a right one is made."""
_LOST: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern."""

    compiled: Any

    def search(self, text: str) -> bool:
        """Whether it matches anywhere in the text."""
        return self.compiled.search(text.encode("utf-8", "surrogatepass")) is not None


def compile_pattern(pattern: str, flags: str = "", *, position: int = 0, query: str = "") -> Pattern:
    """The compiled pattern, from a cache if it was compiled before. `flags` are `i`, `m` and `s`.

    Raises DocQLError of kind `regex`; `position` is where the pattern stands in the query, its first `/` or quote.
    """
    try:
        return _compile(pattern, flags)
    except re2.error as error:
        reason, fragment = _told(error)
        offset = _offset(pattern, reason, fragment)
        hint = next((hint for start, hint in _HINTS.items() if reason.startswith(start)), "")
        message = f"the pattern cannot be used: {reason}"
        if fragment and fragment != pattern:
            message += f" `{shorten(fragment)}`"
        place = _place(query, position, offset)
        raise DocQLError("regex", message, position=place, hint=hint, query=query) from None


@lru_cache(maxsize=256)
def _compile(pattern: str, flags: str) -> Pattern:
    if _LOST.search(pattern):
        raise re2.error("lone surrogates cannot be searched for")
    options = re2.Options()
    options.max_mem = _MAX_MEMORY
    options.log_errors = False
    options.never_capture = True
    options.case_sensitive = "i" not in flags
    options.dot_nl = "s" in flags
    written = _MULTILINE + pattern if "m" in flags else pattern
    return Pattern(re2.compile(written.encode("utf-8"), options))


def simpler(pattern: str) -> str:
    """A pattern that can be used and looks for what the wrong one most likely looks for."""
    words = _WORD.findall(_SPECIAL.sub(" ", pattern[:_LOOKED_AT])) or _WORD.findall(pattern[:_LOOKED_AT])
    return max(words, key=len)[:40] if words else "."


def _told(error: Exception) -> tuple[str, str]:
    """RE2's reason and the part of the pattern that it names."""
    raw = error.args[0]
    told = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else str(raw)
    reason, _, fragment = told.partition(": ")
    return reason, fragment.removeprefix(_MULTILINE)


def _offset(pattern: str, reason: str, fragment: str) -> int:
    """Where in the pattern the reason lies, as well as RE2 tells."""
    if reason.startswith("trailing"):
        return max(len(pattern) - 1, 0)
    if reason == "missing )":
        return _unclosed(pattern)
    if reason == "unexpected )":
        return _unopened(pattern)
    found = _LOST.search(pattern)
    if found and not fragment:
        return found.start()
    return max(pattern.find(fragment), 0) if fragment != pattern else 0


def _brackets(pattern: str) -> tuple[list[int], int | None]:
    """Where groups open that nothing closes, and the first `)` that closes none."""
    opened: list[int] = []
    for found in re.finditer(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]|[()]", pattern, re.DOTALL):
        if found[0] == "(":
            opened.append(found.start())
        elif found[0] == ")":
            if not opened:
                return opened, found.start()
            opened.pop()
    return opened, None


def _unclosed(pattern: str) -> int:
    opened, _ = _brackets(pattern)
    return opened[-1] if opened else 0


def _unopened(pattern: str) -> int:
    return _brackets(pattern)[1] or 0


def _place(query: str, position: int, offset: int) -> int:
    """The offset in the query, in which a backslash may stand before the quote or slash."""
    if position >= len(query) or query[position] not in "/\"'":
        return position
    quote, place = query[position], position + 1
    for _ in range(offset):
        place += 2 if query[place : place + 2] == "\\" + quote else 1
    return min(place, len(query))
