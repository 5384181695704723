"""Which elements of a page are open, as a browser has them while it reads the tags: where each of them ends is known.

That takes no tree: an author may leave out the ends of paragraphs, items and cells, which the next tag ends, and an
end tag ends whatever was left open inside of its element.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

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
