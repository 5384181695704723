"""Headings of Markdown found line by line: what remains when the real parser gives up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .headings import Heading

_ATX: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")


def scan_headings(lines: Sequence[str]) -> list[Heading]:
    """`#` headings outside fences; underlined ones are left out, as a line alone cannot tell them from rules."""
    headings: list[Heading] = []
    fence = ""
    for number, line in enumerate(lines, start=1):
        opened = _FENCE.match(line)
        if fence:
            if opened and opened[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif opened:
            fence = opened[1]
        elif match := _ATX.match(line):
            headings.append(Heading(level=len(match[1]), title=(match[2] or "").strip(), line=number))
    return headings
