"""The lines of a page of HTML as a reader wants them: what is hidden or no text is blank, no line endless.

A saved page keeps its scripts, style sheets and pictures inside, often on one line of 40,000 characters. Line numbers
stay those of the file, except behind a line so long that it is broken where its blocks begin: a citation of such a page
counts the lines that are shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Final

from .html_nodes import hides
from .open_elements import OpenElements

SUFFIXES: Final = (".html", ".htm", ".xhtml")
_LONGEST_LINE: Final = 4_000
"""Characters, of which half are tags: as much text as three chunks."""
_MOST_OF_A_PAGE: Final = 500
"""The same of a line that is more than half of its page: a program has taken the line ends out."""
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
    r"|\A(?=.*\brole\s*=\s*[\"']?(?:alert)?dialog\b).*\b(?:cookies?|gdpr|consent)\b"
    r"|\b(?:id|class)\s*=\s*[\"']?[^\"'>]{0,200}"
    r"\b(?:cookie|gdpr|consent)[-_]?(?:banner|bar|notice|consent|popup|overlay|modal|message|law)",
    re.IGNORECASE | re.DOTALL,
)
"""Attributes of an element that stands beside the text of a page: its menus, its search, the question about cookies."""
_PICTURES: Final = frozenset(["svg", "noscript", "template", "iframe", "object"])
"""Of a saved page: what shows no text, or shows it only where scripts do not run."""
_ROOTS: Final = frozenset(["html", "body"])
_MAY_HIDE: Final = re.compile(r"hidden|none|&#", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(r"""([^\s"'<>/=]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++)))?+""")
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
    """Without menus, questions about cookies and hidden parts; with an endless line also without scripts, pictures."""
    text = "\n".join(lines)
    longest = max(map(len, lines), default=0)
    limit = _MOST_OF_A_PAGE if 2 * longest > len(text) else _LONGEST_LINE
    is_saved = longest > limit
    if is_saved:
        text = _UNSEEN.sub(_blank, text)
    shown = _without_menus(text, _PICTURES if is_saved else frozenset()).split("\n")
    if not is_saved:
        return shown
    return [piece for line in shown for piece in _pieces(line, limit)]


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _without_menus(text: str, unseen: frozenset[str]) -> str:
    """Nor elements of these names, nor hidden ones. What does not end stays: a slip of its author hides no page."""
    elements = OpenElements()
    for match in _TAG.finditer(text):
        name, rest = (match["tag"] or "").lower(), match["rest"] or ""
        if match["raw"]:
            if match["raw"].lower() == "textarea" and _hidden(match[0].partition(">")[0][len("<textarea") :]):
                elements.left_out.append(match.span())
        elif not name or name in _ROOTS:
            continue
        elif match["end"]:
            elements.end(name, *match.span())
        elif name in _WITHOUT_END:
            if _hidden(rest):
                elements.left_out.append(match.span())
        elif not rest.endswith("/"):
            hidden = _hidden(rest)
            is_beside = name == "nav" or name in unseen or (name != "main" and bool(_BESIDE.search(rest)))
            keeps_tags = not is_beside and _keeps_tags(name, hidden)
            elements.start(name, *match.span(), is_out=is_beside or bool(hidden), keeps_tags=keeps_tags)
    elements.finish(len(text))
    kept: list[str] = []
    done = 0
    for start, end in sorted(elements.left_out):
        if end > done:
            start = max(start, done)
            kept += (text[done:start], "\n" * text.count("\n", start, end))
            done = end
    kept.append(text[done:])
    return "".join(kept)


def _hidden(rest: str) -> dict[str, str]:
    """The attributes of a tag when they hide its element, else none. `rest`: the tag behind its name."""
    if not _MAY_HIDE.search(rest):
        return {}
    about: dict[str, str] = {}
    for name, *values in _ATTRIBUTE.findall(rest):
        about.setdefault(name.lower(), unescape("".join(values)))
    return about if hides(about) else {}


def _keeps_tags(tag: str, hidden: Mapping[str, str]) -> bool:
    """Whether others need a hidden element: links lead to it, or the cells behind it stand one column further."""
    if tag in {"td", "th"}:
        return "hidden" not in hidden and "none" not in hidden.get("style", "").lower()
    return tag == "a" and ("id" in hidden or "name" in hidden)


def _pieces(line: str, limit: int) -> list[str]:
    """A line, or where it is too long the blocks on it; what is still endless is cut between its words."""
    if len(line) <= limit:
        return [line]
    blocks = [piece for piece in map(str.strip, _BLOCK.split(line)) if piece]
    return [part.strip() for block in blocks for part in _WORDS.findall(block)] or [""]
