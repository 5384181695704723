"""The lines of a page of HTML as a reader wants them: what is no text of the page is blank, and no line is endless.

A saved page keeps its scripts, style sheets and pictures inside, often on one line of 40,000 characters. Line numbers
stay those of the file, except behind a line so long that it is broken where its blocks begin: a citation of such a page
counts the lines that are shown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

SUFFIXES: Final = (".html", ".htm", ".xhtml")
_LONGEST_LINE: Final = 4_000
"""Characters, of which half are tags: as much text as three chunks."""
_UNSEEN: Final = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?P<raw>script|style)(?=[\s/>]).*?(?:</(?P=raw)\s*>|\Z)|(?<==[\"'])data:[^\"'<>]*+",
    re.DOTALL | re.IGNORECASE,
)
_TAG: Final = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(?P<raw>script|style|textarea|title)(?=[\s/>]).*?(?:</(?P=raw)\s*>|\Z)"
    r"""|<(?P<end>/?)(?P<tag>[a-z][^\s/>]*+)(?P<rest>(?:[^>"'=]++|=\s*+(?:"[^"]*+"|'[^']*+')?|["'])*+)(?:>|\Z)""",
    re.DOTALL | re.IGNORECASE,
)
_BESIDE: Final = re.compile(
    r"\brole\s*=\s*[\"']?(?:navigation|search)\b"
    r"|\b(?:id|class)\s*=\s*[\"']?[^\"'>]{0,200}"
    r"\b(?:cookie|gdpr|consent)[-_]?(?:banner|bar|notice|consent|popup|overlay|modal|message|law)",
    re.IGNORECASE,
)
"""Attributes of an element that stands beside the text of a page: its menus, its search, the question about cookies."""
_PICTURES: Final = frozenset(["svg", "noscript", "template", "iframe", "object"])
"""Of a saved page: what shows no text, or shows it only where scripts do not run."""
_PAGE: Final = frozenset(["html", "body", "main"])
_WITHOUT_END: Final = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
_BLOCK: Final = re.compile(
    r"(?=<(?:address|article|aside|blockquote|br|caption|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|"
    r"h[1-6]|header|hr|li|main|ol|p|pre|section|summary|table|tr|ul)[\s/>])",
    re.IGNORECASE,
)

_WORDS: Final = re.compile(r".{1,20000}(?:(?<=>)|\s|\Z)|.{1,20000}", re.DOTALL)


def page_lines(lines: Sequence[str]) -> list[str]:
    """Without menus and questions about cookies; a page with an endless line also without scripts, styles, pictures."""
    text = "\n".join(lines)
    is_saved = max(map(len, lines), default=0) > _LONGEST_LINE
    if is_saved:
        text = _UNSEEN.sub(_blank, text)
    shown = _without_menus(text, _PICTURES if is_saved else frozenset()).split("\n")
    if not is_saved:
        return shown
    return [piece for line in shown for piece in _pieces(line)]


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _without_menus(text: str, unseen: frozenset[str]) -> str:
    """Nor elements of these names. An element that does not end stays: a slip of its author hides no page."""
    kept: list[str] = []
    done = start = depth = 0
    tag = ""
    for match in _TAG.finditer(text):
        name = (match["tag"] or "").lower()
        if not name or name in _WITHOUT_END:
            continue
        if not tag:
            is_out = name == "nav" or name in unseen or (name not in _PAGE and _BESIDE.search(match["rest"]))
            if is_out and not match["end"] and not match["rest"].endswith("/"):
                tag, start, depth = name, match.start(), 1
        elif name == tag:
            depth += -1 if match["end"] else 1
            if not depth:
                kept += (text[done:start], "\n" * text.count("\n", start, match.end()))
                done, tag = match.end(), ""
    kept.append(text[done:])
    return "".join(kept)


def _pieces(line: str) -> list[str]:
    """A line, or where it is too long the blocks on it; what is still endless is cut between its words."""
    if len(line) <= _LONGEST_LINE:
        return [line]
    blocks = [piece for piece in map(str.strip, _BLOCK.split(line)) if piece]
    return [part.strip() for block in blocks for part in _WORDS.findall(block)] or [""]
