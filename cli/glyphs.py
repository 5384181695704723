"""Our own signs on a terminal that is not Unicode: `ok` for a tick, `->` for an arrow.

Other characters, which come from sources, are printed as their escape: nothing is lost.
"""

from __future__ import annotations

import codecs
from typing import Final

_IN_ASCII: Final = {
    "✓": "ok",
    "✗": "x",
    "↷": "~>",
    "→": "->",
    "←": "<-",
    "›": ">",
    "·": "-",
    "…": "...",
    "–": "-",
    "—": "-",
    "−": "-",
    "×": "x",
    "≤": "<=",
    "≥": ">=",
    "█": "#",
    "░": ".",
    "━": "-",
    "─": "-",
    "│": "|",
    "•": "*",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "\u00a0": " ",
}
READABLE: Final = "citeline.readable"
"""An error handler for streams."""


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    out: list[str] = []
    for character in error.object[error.start : error.end]:
        known = _IN_ASCII.get(character)
        out.append(known if known is not None else character.encode("ascii", "backslashreplace").decode())
    return "".join(out), error.end


codecs.register_error(READABLE, _replace)
