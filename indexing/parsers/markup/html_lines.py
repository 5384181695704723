"""HTML with the line of each tag written into it, because the parser tells of no node where it stood."""

from __future__ import annotations

import re
from typing import Final

LINE: Final = "data-citeline-line"
"""Attribute of the start tags that matter. It comes first, and of two equal attributes a parser keeps the first."""
END: Final = "citeline-end "
"""Begins the comment in front of an end tag; its line follows."""

_TAG: Final = re.compile(
    r"<!--.*?(?:-->|\Z)"
    # What stands in these is text, whatever it looks like.
    r"|<(?P<raw>script|style|textarea|title|xmp|noembed|noframes|iframe)(?=[\s/>]).*?(?:</(?P=raw)(?=[\s/>])|\Z)"
    r"|</(?P<end>[a-z][^\s/>]*+)"
    # A whole start tag: `<` inside the quotes of an attribute begins nothing.
    r"""|<(?P<start>[a-z][^\s/>]*+)(?:[^>"'=]++|=\s*+(?:"[^"]*+"|'[^']*+')?|["'])*+(?:>|\Z)""",
    re.DOTALL | re.IGNORECASE,
)
_MARKED: Final = frozenset(
    ["a", "caption", "code", "h1", "h2", "h3", "h4", "h5", "h6", "img", "pre", "table", "td", "th", "tr", "video"]
)
_WITH_END: Final = frozenset(["table", "pre"])
WITHOUT_END: Final = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
"""Elements that have no end tag."""
_FLAT: Final = WITHOUT_END | frozenset(
    ["body", "dd", "dt", "head", "html", "li", "option", "p", "tbody", "td", "tfoot", "th", "thead", "tr"]
)
"""Elements without an end, and those that the next one of their kind ends: they do not nest by themselves."""
_FORMATTING: Final = frozenset(
    ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"]
)
"""Left open, each is opened again in every block that follows."""
_MOST_STEPS: Final = 100_000_000
"""The parser looks through all open elements at each tag; so many steps take half a second."""
_MOST_COPIES: Final = 1_000_000


def with_lines(text: str, first: int = 1) -> tuple[str, bool]:
    """The same document to any parser, but for an attribute and a comment here and there; and whether it is whole.

    It begins on line `first`.
    A page that would take the parser's time or memory out of proportion is cut where it becomes so.
    """
    pieces: list[str] = []
    done = counted = 0
    line = first
    depth = steps = formats = copies = 0
    for match in _TAG.finditer(text):
        if start := match["start"]:
            start = start.lower()
            if start in _FORMATTING:
                formats += 1
            else:
                copies += formats
            if start not in _FLAT:
                depth += 1
            steps += depth
            if steps > _MOST_STEPS or copies > _MOST_COPIES:
                pieces.append(text[done : match.start()])
                return "".join(pieces), False
            if start not in _MARKED:
                continue
            at, mark = match.end("start"), f' {LINE}="'
        elif end := match["end"]:
            end = end.lower()
            if end not in _FLAT and depth:
                depth -= 1
            if formats and end in _FORMATTING:
                formats -= 1
            if end not in _WITH_END:
                continue
            at, mark = match.start(), f"<!--{END}"
        else:
            continue
        line += text.count("\n", counted, at)
        counted = at
        pieces += text[done:at], f'{mark}{line}"' if start else f"{mark}{line}-->"
        done = at
    pieces.append(text[done:])
    return "".join(pieces), True
