"""Where in a document a person finds its lines: the page, slide, sheet and cells, or cell of a notebook."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Final

_WORDS: Final[Mapping[str, str]] = {
    ".ipynb": "cell",
    **dict.fromkeys((".pptx", ".pptm", ".ppsx", ".ppsm", ".potx"), "slide"),
    **dict.fromkeys((".xlsx", ".xlsm", ".xltx", ".xlsb", ".xls", ".ods"), "sheet"),
}
PAGED_LANGUAGES: Final = frozenset(["notebook", "pdf", "slides", "spreadsheet"])
"""Languages whose documents know pages; no other document is asked for them."""
_CELLS: Final = re.compile(r"#(.*)!([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$", re.DOTALL)


def page_word(path: str) -> str:
    """What a page of the file is called: `page`, `slide`, `sheet`, or `cell` of a notebook."""
    return _WORDS.get(PurePosixPath(path).suffix.lower(), "page")


@dataclass(frozen=True, slots=True)
class SheetArea:
    """A table of a spreadsheet."""

    start_line: int
    end_line: int
    anchor: str
    """As `#Costs!B4:F7`; its last row stands on the last line."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of one document."""

    word: str
    """What each of them is called."""
    lines: tuple[int, ...]
    """Where each begins, rising."""
    numbers: tuple[int, ...]
    """Of each; as long as `lines`."""
    names: tuple[str, ...] = ()
    """Of sheets and slides; empty, or as long as `lines`."""
    areas: tuple[SheetArea, ...] = ()

    def number_at(self, line: int) -> int | None:
        """None above the first page."""
        found = bisect_right(self.lines, line)
        return self.numbers[found - 1] if found else None

    def title_at(self, line: int) -> str:
        """Of the slide or sheet; empty where pages have none."""
        found = bisect_right(self.lines, line)
        return self.names[found - 1] if found and self.names else ""

    def told(self, start_line: int, end_line: int) -> str:
        """As a person looks for it: `page 3`, `pages 3-4`, `sheet Costs, B6:F7`; empty above the first page."""
        first, last = (bisect_right(self.lines, line) - 1 for line in (start_line, end_line))
        if last < 0:
            return ""
        first = max(first, 0)
        if self.word == "sheet" and self.names:
            cells = self._cells(start_line, end_line)
            return f"sheet {self.names[first]}{f', {cells}' if cells and first == last else ''}"
        if first == last:
            return f"{self.word} {self.numbers[first]}"
        return f"{self.word}s {self.numbers[first]}-{self.numbers[last]}"

    def _cells(self, start_line: int, end_line: int) -> str:
        """Of the one table that the lines lie in, or that they hold; empty for none or several."""
        touched = [area for area in self.areas if area.start_line <= end_line and start_line <= area.end_line]
        found = _CELLS.match(touched[0].anchor) if len(touched) == 1 else None
        if found is None:
            return ""
        _, left, top, right, bottom = found.groups()
        last = int(bottom) - max(0, touched[0].end_line - end_line)
        # The lines above the first row tell of the table: its caption, and the rule below its headers.
        first = max(int(top), int(bottom) - (touched[0].end_line - start_line))
        return f"{left}{first}:{right}{max(first, last)}"


def pages_of(language: str, root: Mapping[str, Any], areas: Sequence[SheetArea] = ()) -> Pages | None:
    """The pages that the data of a document's own node tells of; None when it tells of none."""
    lines = root.get("page_lines")
    if not isinstance(lines, list) or not lines:
        return None
    numbers = root.get("page_numbers") or range(1, len(lines) + 1)
    word = "cell" if language == "notebook" else str(root.get("page_kind", "page"))
    return Pages(word, tuple(lines), tuple(numbers), tuple(root.get("page_names") or ()), tuple(areas))
