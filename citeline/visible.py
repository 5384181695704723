"""Text as it may be shown: what a terminal, a person or a model would obey or overlook is written out.

The one place for it. A source must not be able to move the cursor, colour the screen, reverse a line that a person
relies on, or say to a model what a person does not see. Only what is shown changes: stored text, cited text and its
hashes are as they are in the file.
"""

from __future__ import annotations

import json
from typing import Any, Final

from citeline.patterns import re

_EMOJI: Final = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935"
    "\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_CONTROL: Final = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029"
_BIDI: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
# Default_Ignorable_Code_Point of Unicode 16 without what stands above and below, and what else takes no room: marks
# of annotations, and the blank of Braille.
_INVISIBLE: Final = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u2060-\u2065\u206a-\u206f\u2800\u3164\ufe00-\ufe0e"
    "\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_SURROGATES: Final = "\ud800-\udfff"
_UNSAFE: Final = re.compile(
    f"[{_CONTROL}{_BIDI}{_INVISIBLE}{_SURROGATES}]"
    # Emoji are made with two invisible characters: one behind an emoji or in a keycap, one between two of them.
    f"|(?<![{_EMOJI}])\ufe0f(?!\u20e3)|(?<![{_EMOJI}\ufe0f])\u200d|\u200d(?![{_EMOJI}])"
)


def visible(text: str) -> str:
    """Control, bidi and invisible characters as `\\u202e`; tabs and line feeds stay, and so do emoji."""
    return _UNSAFE.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def one_line(text: str) -> str:
    """The text made visible, its line feeds and tabs too: a name must not pass for two."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def visible_json(value: Any, *, indent: int | None = None, ensure_ascii: bool = False) -> str:
    """JSON in which the same characters are escaped by the rules of JSON: who parses it gets them back.

    Lone surrogates, as of odd file names, are escaped too, so that the result is always UTF-8.
    """
    return _UNSAFE.sub(_json_escape, json.dumps(value, ensure_ascii=ensure_ascii, indent=indent))


def _json_escape(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
