"""Does a line set a name to a value? For lines that are a part of something longer: a field of a literal, one argument.

Alone they are no code that a grammar understands, so the line is read as it is spelled; a name in a comment or a
string sets nothing.
"""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Final

from ..passage import last_part
from .ground import Ground

_ARROWS: Final = frozenset({"php", "ruby", "elixir", "perl"})
"""Languages in which `=>` stands between key and value, and begins no function."""
_TYPE: Final = r"(?:\??:\s*[\w.<>\[\]?&*|:' ]+?)?"


def is_set(name: str, value: str, ground: Ground) -> bool:
    """Whether a line of code says `name = value`, or `name: value` where an entry begins. Never raises."""
    if ground.reading is None:
        return False
    arrow = "|=>" if ground.reading.language in _ARROWS else ""
    spelled = r"\s*".join(map(re.escape, value.split()))
    named = rf"[\"'`]?(?P<name>{re.escape(last_part(name))})[\"'`]?"
    ends = r"\s*(?:[,;)}\]]|//|\#|/\*|$)"
    patterns = [
        re.compile(rf"(?<![\w$]){named}\s*{_TYPE}\s*(?::=|=(?![=>]){arrow})\s*{spelled}{ends}"),
        re.compile(rf"(?:^|[{{(,])\s*{named}\s*:(?!:)\s*{spelled}{ends}"),
    ]
    written = dedent(ground.passage.text).split("\n")
    # Comments and strings are blank in there, and so are lines of a docstring.
    code = ground.reading.code.split("\n")
    for line, plain in zip(written, code, strict=False):
        for pattern in patterns:
            for found in pattern.finditer(line):
                sign = plain[found.end("name") : found.end()]
                is_choice = "?" in plain[: found.start("name")]  # `asked ? name : 5`
                if any(mark in sign for mark in ":=") and not is_choice:
                    return True
    return False
