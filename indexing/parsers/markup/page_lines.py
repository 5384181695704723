"""The lines of a page of HTML as a reader wants them: what is hidden or no text is blank, no line endless.

A saved page keeps its scripts, style sheets and pictures inside, often on one line of 40,000 characters. Line numbers
stay those of the file, except behind a line so long that it is broken where its blocks begin: a citation of such a page
counts the lines that are shown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from html import unescape
from typing import Final, NamedTuple

from citeline.dataclass import dataclass

from .html_lines import WITHOUT_END
from .html_nodes import hides

_PARTS: Final = frozenset(["caption", "colgroup", "table", "tbody", "td", "tfoot", "th", "thead", "tr"])
"""Of a table, with itself."""
_BLOCKS: Final = frozenset(
    [
        *("address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "div", "dl", "dt"),
        *("fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup"),
        *("hr", "li", "main", "menu", "nav", "ol", "p", "pre", "search", "section", "summary", "table", "ul"),
    ]
)
"""Each ends a paragraph."""
_ROWS: Final = frozenset(["td", "th", "tr"])
_GROUPS: Final = frozenset(["caption", "colgroup", "tbody", "tfoot", "thead"]) | _ROWS
_ENDS: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(_BLOCKS, frozenset(["p"])),
    "li": frozenset(["li", "p"]),
    **dict.fromkeys(("dd", "dt"), frozenset(["dd", "dt", "p"])),
    **dict.fromkeys(("td", "th"), frozenset(["td", "th", "caption"])),
    "tr": _ROWS | {"caption", "colgroup"},
    **dict.fromkeys(("tbody", "tfoot", "thead"), _GROUPS),
    "option": frozenset(["option"]),
    "optgroup": frozenset(["option", "optgroup"]),
}
"""Open elements that a start tag ends."""
_END_BY_THEMSELVES: Final = frozenset().union(*_ENDS.values())
_ROOMS: Final = frozenset(["table", "td", "th", "caption", "button", "object", "template"])
"""What stands in them ends nothing around them."""
_LISTS: Final = frozenset(["ul", "ol", "dl", "menu"]) | _ROOMS
_TABLE: Final = frozenset(["table"])
_CLOSED: Final = _BLOCKS | _PARTS | _ROOMS
"""The end of a part of a sentence ends none of these."""
_MOST_LEVELS: Final = 200
"""Open elements that are looked through for the one that a tag ends."""


class _Open(NamedTuple):
    tag: str
    out_from: int
    """Where the part begins that is left out; -1 when it is not."""
    keeps_tags: bool


@dataclass(slots=True)
class OpenElements:
    """Told of all tags in the order of the page."""

    left_out: list[tuple[int, int]] = field(default_factory=list)
    """Start and end offset of what ended, in the order of the ends; some may lie inside of others."""
    _open: list[_Open] = field(default_factory=list)
    _counts: Counter[str] = field(default_factory=Counter)

    def start(self, tag: str, first: int, last: int, *, is_out: bool = False, keeps_tags: bool = False) -> None:
        """A start tag between two offsets; of an element that `keeps_tags` only what is inside is left out."""
        if ended := _ENDS.get(tag):
            stops = _TABLE if tag in _PARTS and tag != "table" else _LISTS if tag in {"li", "dd", "dt"} else _ROOMS
            self._end_from(self._outermost(ended, stops), first)
        self._open.append(_Open(tag, (last if keeps_tags else first) if is_out else -1, keeps_tags))
        self._counts[tag] += 1

    def end(self, tag: str, first: int, last: int) -> None:
        """An end tag; one that belongs to nothing ends nothing."""
        if not self._counts[tag]:
            return
        stops = _TABLE if tag in _PARTS else _LISTS if tag == "li" else _ROOMS if tag in _CLOSED else _CLOSED
        for at in range(len(self._open) - 1, max(-1, len(self._open) - 1 - _MOST_LEVELS), -1):
            if self._open[at].tag == tag:
                self._end_from(at + 1, first)
                self._end_from(at, first if self._open[at].keeps_tags else last)
                return
            if self._open[at].tag in stops:
                return

    def finish(self, length: int) -> None:
        """The page ends: so do its last paragraph, item or row. What must have an end and has none stays."""
        for one in self._open:
            if one.out_from >= 0 and one.tag in _END_BY_THEMSELVES:
                self.left_out.append((one.out_from, length))

    def _outermost(self, ended: frozenset[str], stops: frozenset[str]) -> int:
        found = len(self._open)
        if not any(map(self._counts.__getitem__, ended)):
            return found
        for at in range(found - 1, max(-1, found - 1 - _MOST_LEVELS), -1):
            tag = self._open[at].tag
            if tag in ended:
                found = at
            elif tag in stops:
                break
        return found

    def _end_from(self, at: int, offset: int) -> None:
        for one in self._open[at:]:
            self._counts[one.tag] -= 1
            if one.out_from >= 0:
                self.left_out.append((one.out_from, offset))
        del self._open[at:]


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
        elif name in WITHOUT_END:
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
