"""What stands on every page of a PDF and belongs to none: running headers and footers, and page numbers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Final

from citeline.dataclass import dataclass

from .pdf_lines import Line
from .pdf_patterns import ITEM, NAMED_PART, PAGE_NUMBER
from .pdf_words import NO_STYLE, Style

_MARGIN: Final = 0.1
"""Of the height of a page, above and below."""
_SHARE: Final = 0.04
"""Of the pages that have the same text in a margin: a header changes with the chapter."""
_FEWEST_PAGES: Final = 3
_SLOT_SHARE: Final = 0.5
"""Of the pages that have a line in the same place and style."""
_COUNTED: Final = 0.6
"""Of lines that are alike."""
_DIGITS: Final = re.compile(r"\d{1,9}")
_NUMBER: Final = re.compile(r"\d{1,4}$")
_OWN_NUMBER: Final = re.compile(r"^(\d{1,4})\s|\s(\d{1,4})$")


def drop_furniture(pages: Sequence[list[Line]], heights: Sequence[float]) -> list[list[Line]]:
    """The pages without it. A page keeps its first and last line where nothing like them is repeated."""
    margins = [_in_margin(lines, height) for lines, height in zip(pages, heights, strict=True)]
    largest = 1.05 * body_style(pages).size
    texts: dict[tuple[bool, str], _Repeated] = defaultdict(_Repeated)
    slots: dict[tuple[int, Style], _Repeated] = defaultdict(_Repeated)
    for number, (lines, found) in enumerate(zip(pages, margins, strict=True)):
        for at, is_top in found.items():
            text = lines[at].text
            texts[is_top, _DIGITS.sub("#", text)].add(number, text, [int(one) for one in _DIGITS.findall(text)])
            own = _OWN_NUMBER.search(text)
            slots[_slot(lines[at])].add(number, text, [int(own[1] or own[2])] if own else [])
    enough = max(_FEWEST_PAGES, _SHARE * len(pages))
    often = max(_FEWEST_PAGES, _SLOT_SHARE * len(pages))
    counted = {slot for slot, repeated in slots.items() if repeated.pages >= often and repeated.is_counted}

    def is_furniture(line: Line, is_top: bool) -> bool:
        if PAGE_NUMBER.match(line.text):
            return True
        repeated = texts[is_top, _DIGITS.sub("#", line.text)]
        # `Chapter 3` and `Item 3.` differ in their numbers as well, but not as the pages do.
        is_label = NAMED_PART.match(line.text) or ITEM.match(line.text)
        count = repeated.pages if repeated.is_counted and not is_label else repeated.texts[line.text]
        return count >= enough or (line.style.size <= largest and _slot(line) in counted)

    kept = [
        _without(lines, [at for at, is_top in found.items() if is_furniture(lines[at], is_top)])
        for lines, found in zip(pages, margins, strict=True)
    ]
    return _without_numbers(kept)


@dataclass(slots=True)
class _Repeated:
    """Lines that are alike but for their numbers."""

    pages: int = 0
    texts: Counter[str] = field(default_factory=Counter)
    offsets: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Which number of the line it is, and how far from that of its page."""

    def add(self, page: int, text: str, numbers: Sequence[int]) -> None:
        self.pages += 1
        self.texts[text] += 1
        self.offsets.update((place, number - page) for place, number in enumerate(numbers))

    @property
    def is_counted(self) -> bool:
        """One of the numbers is that of the page, or differs from it always by the same."""
        return max(self.offsets.values(), default=0) >= _COUNTED * self.pages


def _without_numbers(pages: Sequence[list[Line]]) -> list[list[Line]]:
    """The pages without numbers that stand right below a text which ends early."""
    offsets = Counter(
        int(lines[-1].text) - number
        for number, lines in enumerate(pages)
        if lines and not lines[-1].table and _NUMBER.match(lines[-1].text)
    )
    usual, count = max(offsets.items(), key=lambda item: item[1], default=(0, 0))
    if count < _FEWEST_PAGES:
        return list(pages)
    return [
        lines[:-1] if lines and not lines[-1].table and lines[-1].text == str(number + usual) else lines
        for number, lines in enumerate(pages)
    ]


def body_style(pages: Iterable[Sequence[Line]]) -> Style:
    """That of most characters of the text."""
    chars = Counter[Style]()
    for lines in pages:
        for line in lines:
            if not line.table:
                chars[line.style] += len(line.text)
    return max(chars.items(), key=lambda item: (item[1], item[0].size, item[0].face))[0] if chars else NO_STYLE


def _in_margin(lines: Sequence[Line], height: float) -> dict[int, bool]:
    """Position of a line in a margin to whether it is the upper one."""
    return {
        at: line.base < height / 2
        for at, line in enumerate(lines)
        if not line.table and not _MARGIN * height < line.base < (1 - _MARGIN) * height
    }


def _slot(line: Line) -> tuple[int, Style]:
    return round(line.base / 2), line.style


def _without(lines: Sequence[Line], dropped: Iterable[int]) -> list[Line]:
    gone = set(dropped)
    return [line for at, line in enumerate(lines) if at not in gone]
