"""An answer that was saved as a page, read as its reader sees it: sentences, the places behind them, quoted lines.

Nothing that is not shown is read, so that what somebody has changed in the page is what is checked.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

from citeline.markup import inert, without_colon
from citeline.visible import one_line

SAVED: Final = '<meta name="generator" content="Citeline">'
"""Stands in the head of each saved page."""
_BLOCKS: Final = re.compile(r"address|article|blockquote|br|d[dlt]|div|h[1-6r]|li|[ou]l|p|pre|section|t[dhr]|table")
_UNSEEN: Final = frozenset({"script", "style", "template", "title"})
_NUMBERS: Final = re.compile(r"(?:\s*\[\d+\])+\s*$")
_LAST: Final = 500
"""Characters in which the numbers at the end of a sentence are looked for."""
_CITED: Final = re.compile(r"\s*\[(\d+)\]\s")
_FENCE: Final = "``````"
_QUOTE: Final = "`"
"""Around the code of a sentence, as it was before it was shown as a page."""
_LINE_NUMBER: Final = "n"
"""Class of what stands before a quoted line."""


def shown_text(page: str) -> str | None:
    """The Markdown of what a saved page shows, each part at or below the line of the page where it begins.

    None where it is no HTML that can be read to its end.
    """
    reader = _Reader()
    try:
        reader.feed(page)
        reader.close()
    except AssertionError:  # what the parser of the standard library raises at `<![foo>`
        return None
    reader.end_block()
    lines: list[str] = []
    places: dict[str, str] = {}
    for at, (line, kind, text, code) in enumerate(reader.blocks):
        if kind == "h1":  # each answer counts from one
            places = _places(reader.blocks[at + 1 :])
            continue
        lines += [""] * max(line - len(lines) - 1, 1)
        if kind == "pre":
            lines += [_FENCE, *text.removeprefix("\n").removesuffix("\n").split("\n"), _FENCE]
        elif _CITED.match(text) and code:
            lines.append(f"`{code}`:")
        else:
            text = " ".join(text.split())
            numbers = (
                re.findall(r"\d+", found[0]) if (found := _NUMBERS.search(text, max(0, len(text) - _LAST))) else []
            )
            cited = ", ".join(f"`{places[number]}`" for number in numbers if number in places)
            said = text[: found.start()] if cited and found else text
            lines.append(inert(without_colon(one_line(said).strip())) + (f" ({cited})" if cited else ""))
    return "\n".join([*lines, ""])


def _places(blocks: list[tuple[int, str, str, str]]) -> dict[str, str]:
    """By number, of one answer."""
    found: dict[str, str] = {}
    for _, kind, text, code in blocks:
        if kind == "h1":
            break
        if code and (number := _CITED.match(text)):
            found.setdefault(number[1], code)
    return found


class _Reader(HTMLParser):
    """Gathers what is shown: line of the page, tag of the block, its text, and the first code in it."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[tuple[int, str, str, str]] = []
        self._line, self._kind, self._text, self._code = 0, "", list[str](), list[str]()
        self._unseen: list[str] = []
        self._is_code = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A new block, or something that is not read."""
        is_number = tag == "span" and self._kind == "pre" and dict(attrs).get("class") == _LINE_NUMBER
        if tag in _UNSEEN or is_number:
            self._unseen.append(tag)
        elif _BLOCKS.fullmatch(tag):
            self.end_block(tag)
        elif tag == "code" and self._kind == "p":
            self._text.append(_QUOTE)
        elif tag == "code" and not self._code:
            self._is_code = True

    def handle_endtag(self, tag: str) -> None:
        """The end of one."""
        if self._unseen and tag == self._unseen[-1]:
            self._unseen.pop()
        elif _BLOCKS.fullmatch(tag):
            self.end_block()
        elif tag == "code":
            self._is_code = False
            if self._kind == "p":
                self._text.append(_QUOTE)

    def handle_data(self, data: str) -> None:
        """Text that is shown."""
        is_number = self._unseen[-1:] == ["span"] and (data.isspace() or data.strip().isdigit())
        if is_number or not _UNSEEN.isdisjoint(self._unseen):
            return
        self._line = self._line or self.getpos()[0]
        self._text.append(data)
        if self._is_code:
            self._code.append(data)

    def end_block(self, begun: str = "") -> None:
        """Keep what a block has shown, if anything; what follows is of the block that is `begun`."""
        text = "".join(self._text)
        if text.strip():
            self.blocks.append((self._line, self._kind, text, "".join(self._code)))
        self._line, self._kind, self._text, self._code, self._is_code = 0, begun, [], [], False
