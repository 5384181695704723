"""What a reader of a format calls for each part of a document; it becomes lines of Markdown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal

from ..parsers.marks import FRONT, guarded, guarded_row, in_cell
from .errors import FullError, UnreadableError

MOST_CHARS: Final = 10_000_000
"""Of text. The longest annual reports have two million."""
_LONG_LINE: Final = 2_000
"""A line is what a citation points at: longer paragraphs are cut behind a sentence."""
_LONGEST_CELL: Final = 4_000
"""Of what is longer the beginning is kept, with a mark, and the document says so at its end."""
_LONGEST_ROW: Final = 100_000
_MOST_NAMED: Final = 20
"""Damaged parts."""
_SENTENCE_END: Final = re.compile(r"[.!?。！？][)\"'”’]?\s|[。！？]")
_UNPRINTED: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]|[\ud800-\udfff]")
_CELLS: Final = re.compile(r"([A-Z]+\d+:[A-Z]+)(\d+)")
_LINE_ENDS: Final = re.compile(r"\r\n?|[\v\f\x85\u2028\u2029]")
_IN_LINK: Final = str.maketrans({" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E", "\n": ""})

PlaceKind = Literal["page", "slide", "sheet", "part"]


class LineWriter:
    """Collects the lines of one document; every method raises FullError when there is no room for more."""

    def __init__(self, *, most_chars: int = MOST_CHARS) -> None:
        self._lines: list[str] = []
        self._front: dict[str, str] = {}
        self._left = most_chars
        self._has_text = False
        self._cut = ""
        self._lost: dict[str, None] = {}
        """Names of damaged parts, in the order in which they were asked for."""
        self._shortened = 0
        """Cells of which the end is left out."""
        self._open_fence = ""
        """Of the code block that is being written."""
        self._below = 0
        """Level of the heading of the part that is being written; 0 for the document itself."""
        self._end_of_item = -1
        """How many lines there were behind the last item: the next one follows it without a blank line."""

    @contextmanager
    def part(self, level: int) -> Iterator[None]:
        """What is written meanwhile is a document inside of this one, below a heading of that level: its headings are
        below too, and what it says about itself, its pages and its cells are nobody's.
        """
        before, self._below = self._below, level
        try:
            yield
        finally:
            self._below = before

    def about(self, key: str, value: str | None) -> None:
        """What the file says about itself: `title`, `author`, `created`, `modified`. Empty values are dropped."""
        if self._below:
            return
        value = " ".join(clean(value or "").split())[:_LONG_LINE]
        if value:
            self._front.setdefault(key, value)

    def place(self, kind: PlaceKind, number: int, name: str = "") -> None:
        """A page, slide, sheet or part begins; numbers are counted from 1 and rise. Of a slide or sheet the heading is
        written first.
        """
        if self._below:
            return
        name = " ".join(clean(name).split())
        self._block([f"[{kind} {number}: {name}]" if name else f"[{kind} {number}]"])

    def heading(self, level: int, title: str, *, made_up: bool = False) -> None:
        """A heading; its level is brought between 1 and 6. Nothing for a title without text. One that is `made_up`
        does not count as text of the document.
        """
        title = " ".join(clean(title).split())
        if title:
            self._block([f"{'#' * min(6, max(1, level + self._below))} {title}"], text=not made_up)

    def paragraph(self, text: str) -> None:
        """A paragraph with a blank line in front; its own line ends are kept, long lines are cut behind a sentence."""
        lines = [guarded(part) for line in clean(text).split("\n") for part in _parts(line.strip()) if part]
        self._block(lines, text=True)

    def text_line(self, line: str) -> None:
        """One line right below the one before it: for formats whose lines are known. A blank one parts paragraphs."""
        for part in _parts(" ".join(clean(line).split("\n")).rstrip()) or [""]:
            self._has_text = self._has_text or bool(part)
            self._add(guarded(part))

    def item(self, text: str, depth: int = 0, mark: str = "-") -> None:
        """An item of a list; `depth` counts from 0, `mark` is `-` or a number with its dot."""
        lines = [part for line in clean(text).split("\n") for part in _parts(line.strip()) if part]
        if not lines:
            return
        self._has_text = True
        indent = "  " * min(depth, 8)
        if len(self._lines) != self._end_of_item and self._lines and self._lines[-1]:
            self._add("")
        for number, line in enumerate(lines):
            self._add(f"{indent}{mark if not number else ' ' * len(mark)} {line}")
        self._end_of_item = len(self._lines)

    def code(self, text: str, language: str = "") -> None:
        """A block of code; its lines are kept as they are."""
        lines = clean(text).rstrip().split("\n")
        longest = max((len(found) for found in re.findall(r"`+", text)), default=0)
        fence = "`" * max(3, longest + 1)
        name = language if re.fullmatch(r"[\w+#.-]{1,30}", language) else ""
        self._block([f"{fence}{name}"], text=True)
        self._open_fence = fence
        for line in lines:
            self._add(line)
        self._add(fence)
        self._open_fence = ""

    def table(
        self,
        rows: Sequence[Sequence[str]],
        *,
        headers: Sequence[str] = (),
        caption: str = "",
        cells: str = "",
        within: str | None = None,
        goes_on: bool = False,
    ) -> None:
        """A table, one row a line; rows shorter than others are filled. `cells` as `B2:D9` for one of a sheet.

        `within` instead of a caption for one in a cell of another table: what that cell is called. `goes_on`: these are
        further rows of the table before it, under its headers, on the next page.
        """
        width = max([len(headers), *map(len, rows)], default=0)
        if not width:
            return
        caption, cells = " ".join(clean(within or caption).split()), "" if self._below else cells
        mark = f": {caption}]" if caption else "]"
        kind = "table goes on" if goes_on else "table" if within is None else "table within"
        self._block([f"[cells {cells}{mark}" if cells else f"[{kind}{mark}"], text=True)
        at, written = len(self._lines) - 1, 0
        try:
            if headers:
                self._add(self._row(headers, width))
                self._add("|" + " --- |" * width)
            for row in rows:
                self._add(guarded_row(self._row(row, width)))
                written += 1
        except FullError:
            if not written:
                # Headers without a row, or without the rule below them, would be read as something else.
                del self._lines[at:]
            elif found := _CELLS.fullmatch(cells):
                self._lines[at] = f"[cells {found[1]}{int(found[2]) - len(rows) + written}{mark}"
            raise

    def lines(self) -> list[str]:
        """The document. Raises UnreadableError when nobody finds a word in it."""
        if not self._has_text:
            if why := self._left_out():
                raise UnreadableError("unreadable", f"holds no text; {why}")
            raise UnreadableError("empty", "holds no text")
        while self._lines and not self._lines[-1]:
            self._lines.pop()
        why = self._left_out()
        front = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in self._front.items()]
        return [
            *([FRONT, *front, FRONT, ""] if front else []),
            *self._lines,
            *(["", f"[cut: {why}]"] if why else []),
        ]

    def cut(self, why: str) -> None:
        """Say at the end that the document goes on."""
        if self._open_fence:
            self._lines.append(self._open_fence)
            self._open_fence = ""
        self._cut = why

    def lost(self, part: str) -> None:
        """Say at the end that a part of the file is damaged or missing, and left out or read as far as it is sound."""
        self._lost[part] = None

    def _left_out(self) -> str:
        """Why this is not all of the document; empty when it is."""
        cells = "one cell" if self._shortened == 1 else f"{self._shortened:,} cells"
        shortened = f"only {_LONGEST_CELL:,} characters of {cells} were read" if self._shortened else ""
        named = ", ".join(list(self._lost)[:_MOST_NAMED])
        more = f" and {len(self._lost) - _MOST_NAMED:,} more" if len(self._lost) > _MOST_NAMED else ""
        lost = f"damaged, and left out or read in part: {named}{more}; open it and save it anew" if named else ""
        return "; ".join(filter(None, (shortened, self._cut, lost)))

    def _block(self, lines: Sequence[str], *, text: bool = False) -> None:
        if not lines:
            return
        self._has_text = self._has_text or text
        if self._lines and self._lines[-1]:
            self._add("")
        for line in lines:
            self._add(line)

    def _add(self, line: str) -> None:
        self._left -= len(line) + 1
        if self._left < 0:
            raise FullError("the text behind this line is left out, because the document is too long")
        self._lines.append(line)

    def _row(self, cells: Sequence[str], width: int) -> str:
        filled = [*cells, *[""] * (width - len(cells))]
        line = f"| {' | '.join(filled)} |"
        # Nearly every row is plain; looking at each of its cells takes ten times as long.
        if not line.isprintable() or line.count("|") > width + 1 or "\\ |" in line or len(line) > _LONGEST_CELL:
            line = f"| {' | '.join(map(self._cell, filled))} |"
        if len(line) > _LONGEST_ROW:
            raise FullError("a row of a table is too long to be read, and the text behind this line is left out")
        return line

    def _cell(self, text: str) -> str:
        if len(text) <= _LONGEST_CELL:
            return in_cell(clean(text))
        self._shortened += 1
        return f"{in_cell(clean(text[:_LONGEST_CELL]))}…"


def link(text: str, target: str) -> str:
    """A link inside of a paragraph, item or cell. Nothing is added for a target that leads nowhere a reader can go."""
    shown = " ".join(text.split()).replace("[", "(").replace("]", ")")
    target = clean(target).strip().translate(_IN_LINK)
    if not target or not shown or target.startswith(("javascript:", "data:")):
        return text
    return f"[{shown}]({target})"


def clean(text: str) -> str:
    """Text with LF as its only line end, and without characters that cannot be written or shown."""
    if text.isascii() and text.isprintable():
        return text
    return _UNPRINTED.sub("", _LINE_ENDS.sub("\n", text)).replace("\t", " ").replace("\xa0", " ").replace("\xad", "")


def _parts(line: str) -> list[str]:
    parts: list[str] = []
    while len(line) > _LONG_LINE:
        end = max((found.end() for found in _SENTENCE_END.finditer(line, 0, _LONG_LINE)), default=0)
        end = end or line.rfind(" ", 1, _LONG_LINE) + 1 or _LONG_LINE
        parts.append(line[:end].rstrip())
        line = line[end:]
    return [*parts, line]
