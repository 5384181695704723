"""Where in a document a person finds its lines: the page, slide, sheet and cells, cell of a notebook, or anchor."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Final, TypeAlias

from citeline.patterns import re

from .dataclass import dataclass
from .visible import one_line

PAGED_SUFFIXES: Final[Mapping[str, str]] = {
    ".pdf": "page",
    ".ipynb": "cell",
    **dict.fromkeys((".pptx", ".pptm", ".ppsx", ".ppsm", ".potx"), "slide"),
    **dict.fromkeys((".xlsx", ".xlsm", ".xltx", ".xlsb", ".xls", ".ods"), "sheet"),
    **dict.fromkeys((".html", ".htm", ".xhtml"), "anchor"),
}
"""Endings of documents with pages, and what a page of each is called."""
PAGED_LANGUAGES: Final = frozenset(["html", "notebook", "pdf", "slides", "spreadsheet"])
"""Languages whose documents know pages; no other document is asked for them."""
_ROFF: Final = (".man", ".mdoc", ".in")
"""Endings of manual pages beside those that begin with the number of a section."""
_CELLS: Final = re.compile(r"#(.*)!([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$", re.DOTALL)
_UNCLEAR: Final = re.compile(r"[^\w .&+/-]")
"""In the name of a sheet: nobody could tell where the name ends."""

Cells: TypeAlias = tuple[str, int, str, int]
"""Column and row of the first and of the last cell."""


def page_word(path: str) -> str:
    """What a page of the file is called: `page`, `slide`, `sheet`, `cell` of a notebook, or `anchor` of HTML."""
    return PAGED_SUFFIXES.get(PurePosixPath(path).suffix.lower(), "page")


def may_be_marked_up(path: str) -> bool:
    """Whether a file may be a page of HTML or roff, by its name: a quick look before anything is loaded to read one."""
    suffix = PurePosixPath(path).suffix.lower()
    return PAGED_SUFFIXES.get(suffix) == "anchor" or suffix in _ROFF or suffix[1:2].isdigit()


@dataclass(frozen=True, slots=True)
class SheetArea:
    """A table of a spreadsheet."""

    start_line: int
    end_line: int
    anchor: str
    """As `#Costs!B4:F7`; its last row stands on the last line."""

    def cells(self, start_line: int, end_line: int) -> Cells | None:
        """Those of some lines of the table."""
        found = _CELLS.match(self.anchor)
        if found is None:
            return None
        _, left, top, right, bottom = found.groups()
        last = int(bottom) - max(0, self.end_line - end_line)
        # The lines above the first row tell of the table: its caption, and the rule below its headers.
        first = max(int(top), int(bottom) - (self.end_line - start_line))
        return left, first, right, max(first, last)

    def address(self, start_line: int, end_line: int) -> str:
        """The cells of some lines as programs write them: `Costs!B6:F7`, `'Q3 costs'!B6:F7`; empty without cells."""
        found, cells = _CELLS.match(self.anchor), self.cells(start_line, end_line)
        if found is None or cells is None:
            return ""
        name = found[1] if found[1].replace("_", "").isalnum() else _in_quotes(found[1])
        return f"{name}!{cells[0]}{cells[1]}:{cells[2]}{cells[3]}"


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of one document."""

    word: str
    """What each of them is called."""
    lines: tuple[int, ...]
    """Where each begins, rising."""
    numbers: tuple[int, ...] = ()
    """Of each, as long as `lines`; the sections of HTML have none."""
    names: tuple[str, ...] = ()
    """Of sheets and slides; of sections their anchors, `#install`; of cells their ids, empty for one without. Empty, or
    as long as `lines`."""
    areas: tuple[SheetArea, ...] = ()

    def number_at(self, line: int) -> int | None:
        """None above the first page, and where they have no numbers."""
        found = bisect_right(self.lines, line)
        return self.numbers[found - 1] if found and self.numbers else None

    def title_at(self, line: int) -> str:
        """Of the slide or sheet; empty where pages have none."""
        found = bisect_right(self.lines, line)
        return self.names[found - 1] if found and self.names and self.numbers else ""

    def told(self, start_line: int, end_line: int) -> str:
        """As a person looks for it: `page 3`, `pages 3-4`, `sheet Costs, B6:F7`, `#install`; empty above the first one.

        The sections of HTML are told by the one that the lines begin in, a cell of a notebook by its id, which stays
        when others are put above it.
        """
        first, last = (bisect_right(self.lines, line) - 1 for line in (start_line, end_line))
        if last < 0:
            return ""
        first = max(first, 0)
        if self.word == "anchor":
            return self.names[first]
        if self.word == "sheet" and self.names:
            cells = self.cells_at(start_line, end_line) if first == last else None
            told = f", {cells[0]}{cells[1]}:{cells[2]}{cells[3]}" if cells else ""
            return f"sheet {_quoted(self.names[first])}{told}"
        if self.word == "cell" and self.names and self.numbers[first] == self.numbers[last] and self.names[first]:
            return f"cell {self.names[first]}"
        if first == last:
            return f"{self.word} {self.numbers[first]}"
        return f"{self.word}s {self.numbers[first]}-{self.numbers[last]}"

    def cells_at(self, start_line: int, end_line: int) -> Cells | None:
        """Of the one table that the lines lie in, or that they hold; None for none or several."""
        touched = [area for area in self.areas if area.start_line <= end_line and start_line <= area.end_line]
        return touched[0].cells(start_line, end_line) if len(touched) == 1 else None

    def lines_of(self, first: int, last: int, line_count: int) -> tuple[int, int] | None:
        """Lines from the beginning of one page to the end of another, by their numbers; None where one is not there.

        A page without text has no lines, and counts in the middle of others.
        """
        inside = [at for at, number in enumerate(self.numbers) if first <= number <= last]
        if not inside or last > self.numbers[-1]:
            return None
        return self.lines[inside[0]], self._end(inside[-1], line_count)

    def named_lines(self, name: str, line_count: int) -> tuple[int, int] | None:
        """Lines of the cell with this id; None where none has it."""
        inside = [at for at, one in enumerate(self.names) if one == name]
        return (self.lines[inside[0]], self._end(inside[-1], line_count)) if name and inside else None

    def sheet_lines(self, name: str, line_count: int) -> tuple[int, int] | None:
        """Lines of the sheet that is called so, however it is spelled, or else has this number."""
        names = [title.casefold() for title in self.names]
        if name.casefold() in names:
            found = names.index(name.casefold())
            return self.lines[found], self._end(found, line_count)
        return self.lines_of(int(name), int(name), line_count) if name.isdecimal() and len(name) < 10 else None

    def cell_lines(self, cells: Cells, sheet: tuple[int, int]) -> tuple[int, int] | None:
        """Lines of the rows that these cells lie in, on a sheet of these lines; None where no table has such cells."""
        left, top, right, bottom = cells
        spans: list[tuple[int, int]] = []
        for area in self.areas:
            found = _CELLS.match(area.anchor)
            if found is None or not sheet[0] <= area.start_line <= sheet[1]:
                continue
            first, last = int(found[3]), int(found[5])
            start, from_, to, end = map(column_number, (found[2], left, right, found[4]))
            if bottom < first or top > last or to < start or from_ > end:
                continue
            # Two lines stand above the rows where headers and a rule do: whoever means the headers means these too.
            begin = area.start_line if top <= first else area.end_line - (last - top)
            spans.append((max(begin, area.start_line), area.end_line - max(0, last - bottom)))
        return (min(span[0] for span in spans), max(span[1] for span in spans)) if spans else None

    def _end(self, page: int, line_count: int) -> int:
        """The last line of a page, by its position."""
        return self.lines[page + 1] - 1 if page + 1 < len(self.lines) else max(line_count, self.lines[page])


def _quoted(name: str) -> str:
    """A sheet's name, in quotation marks where it would be read as something else."""
    return _in_quotes(name) if _UNCLEAR.search(name) else name


def _in_quotes(name: str) -> str:
    doubled = name.replace("'", "''")
    return f"'{doubled}'"


def column_number(letters: str) -> int:
    """Of a sheet, from 1: 28 for `AB`."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def pages_of(language: str, root: Mapping[str, Any], areas: Sequence[SheetArea] = ()) -> Pages | None:
    """The pages that the data of a document's own node tells of; None when it tells of none."""
    lines = root.get("page_lines")
    if not isinstance(lines, list) or not lines:
        return None
    word = "cell" if language == "notebook" else str(root.get("page_kind", "page"))
    numbers = root.get("page_numbers") or (() if word == "anchor" else range(1, len(lines) + 1))
    return Pages(word, tuple(lines), tuple(numbers), tuple(root.get("page_names") or ()), tuple(areas))


def page_of(item: Mapping[str, Any]) -> str:
    """`page 3`, of a notebook `cell 3`, of a deck `slide 3`, of a spreadsheet `sheet 3`; what evidence says itself."""
    return one_line(item.get("place") or f"{page_word(str(item['path']))} {item['page']}")


def place(item: Mapping[str, Any]) -> str:
    """`path:12-20`, `path:12` for one line, with the page where there is one; one line whatever the file is called."""
    return f"{one_line(item['path'])}:{lines_of(item)}"


def lines_of(item: Mapping[str, Any]) -> str:
    """The same without the path."""
    page = f" ({page_of(item)})" if item.get("page") or item.get("place") else ""
    return f"{line_range(item['start_line'], item['end_line'])}{page}"


def line_range(first: int, last: int) -> str:
    """`12-20`, or `12` for one line."""
    return str(first) if first == last else f"{first}-{last}"
