"""Does a line set a name to a value? For lines that are a part of something longer: a field of a literal, one argument.

Alone they are no code that a grammar understands, so the line is read as it is spelled; a name in a comment or a
string sets nothing.
"""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Final

from .ground import Ground

_ARROWS: Final = frozenset({"php", "ruby", "elixir", "perl"})
"""Languages in which `=>` stands between key and value, and begins no function."""
_COMPARING: Final = frozenset({"sql", "bash", "c", "cpp"})
"""Languages in which `=` compares as well, or a colon tells the width of a field."""
_TYPE: Final = r"(?:\??:\s*[\w.<>\[\]?&*|:' ]{1,60}?)?"
_OTHERWISE: Final = re.compile(r"\b(?:case|lambda|where)\b|\[[^\]]*$|[|?]", re.IGNORECASE)
"""Before or behind what looks like an assignment: a pattern, an argument, a slice, a type, a choice."""
_GOES_ON: Final = re.compile(r"\||=>|^\s*[\d\"'\[({]")
"""Behind it: a type, a pattern, or the next part of a tuple."""


def is_set(name: str, value: str, ground: Ground) -> bool:
    """Whether a line of code says `name = value`, or `name: value` where an entry begins. Never raises."""
    if ground.reading is None or ground.reading.language in _COMPARING:
        return False
    *owners, own = re.split(r"\.|::|->|#", name)
    whose = owners[-1] if owners else ""
    arrow = "|=>" if ground.reading.language in _ARROWS else ""
    spelled = r"\s*".join(map(re.escape, value.split()))
    named = rf"[\"'`]?(?P<name>{re.escape(own)})[\"'`]?"
    ends = r"\s*[,;)}\]]"  # the end of a line ends no value that goes on in the next one
    patterns = [
        re.compile(rf"(?<![\w$]){named}\s*{_TYPE}\s*(?::=|=(?![=>]){arrow})\s*{spelled}{ends}"),
        re.compile(rf"(?:^|[{{(,])\s*{named}\s*:(?!:)\s*{spelled}{ends}"),
    ]
    written = dedent(ground.passage.text).split("\n")
    # Comments and strings are blank in there, and so are lines of a docstring.
    code = ground.reading.code.split("\n")
    for above, line, plain in zip(["", *map(str.rstrip, code)], written, code, strict=False):
        for pattern in patterns:
            for found in pattern.finditer(line):
                sign = plain[found.end("name") : found.end()]
                before, behind = plain[: found.start("name")], plain[found.end() :]
                of = re.search(r"(\w*)(?:\.|->|::)$", before)
                is_own = of is None or before.strip() == "." or (of[1] and of[1] in ("self", "this", "cls", whose))
                is_owned = of is not None or not whose or whose in ground.scope
                is_else = _OTHERWISE.search(before) or _GOES_ON.search(behind) or above.endswith(("?", ":"))
                if any(mark in sign for mark in ":=") and is_own and is_owned and not is_else:
                    return True
    return False
