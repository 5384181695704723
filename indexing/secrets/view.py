"""A line and those below it as they read: literals that are split are whole, escapes are undone, tags are gone.

Every character knows where in the file it stands.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from .names import holds_name

_BELOW: Final = 8
_WIDTH: Final = 400
"""Of each line below."""
_NOISE: Final = re.compile(
    r"(?P<split>(?<=[\w+/=])[\"'`](?:\s*(?:\.\.|<>|\|\||[+.&\\~])\s*|\s*\n\s*[+.&]?\s*)[bruf@$]?[\"'`](?=[\w+/=]))"
    r"|(?<!\\)\\+(?:(?P<quote>(?=[\"']))|(?P<end>[nrt]|u[0-9a-fA-F]{4}))"
    r"|(?P<tag></?[a-z][^<>\n]{0,300}>)",
    re.IGNORECASE,
)
_TELLING: Final = re.compile(r"\b(?:value|name|key|content)=", re.IGNORECASE)


class Place(NamedTuple):
    """A part of a line; `end` is exclusive."""

    line: int
    start: int
    end: int


class View:
    """The text from a place in a line on, with the lines below."""

    def __init__(self, lines: Sequence[str], number: int, start: int = 0, end: int | None = None) -> None:
        pieces = [lines[number][start:end], *(line[:_WIDTH] for line in lines[number + 1 : number + 1 + _BELOW])]
        raw = "\n".join(pieces)
        self._number = number
        self._start = start
        self._begins = [0, *accumulate(len(piece) + 1 for piece in pieces[:-1])]
        self.text, self._at = _read(raw)
        self.first_end = bisect_right(self._at, len(pieces[0]) - 1)
        """Where the line ends, and those below begin."""

    def places(self, start: int, end: int) -> Iterator[Place]:
        """Where a part of the text stands in the file: in several places if it was split."""
        first = last = self._at[start]
        for at in (*self._at[start + 1 : end], -1):
            if at != last + 1:
                piece = bisect_right(self._begins, first) - 1
                shift = self._begins[piece] - (0 if piece else self._start)
                yield Place(self._number + piece, first - shift, last + 1 - shift)
                first = at
            last = at


def _read(raw: str) -> tuple[str, Sequence[int]]:
    """The text as it reads, and the place of each character in the one that was given."""
    pieces: list[str] = []
    at: list[int] = []
    done = 0
    for match in _NOISE.finditer(raw):
        instead = ""
        if match["tag"]:
            if _TELLING.search(match["tag"]) or holds_name(match["tag"]):
                continue
            instead = " "
        elif match["end"]:
            instead = "\n"
        pieces += (raw[done : match.start()], instead)
        at += range(done, match.start())
        if instead:
            at.append(match.start())
        done = match.end()
    if not done:
        return raw, range(len(raw))
    pieces.append(raw[done:])
    at += range(done, len(raw))
    return "".join(pieces), at
