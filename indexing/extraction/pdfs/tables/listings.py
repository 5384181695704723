"""Code, logs and other listings, whose line numbers and indents look like the columns of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ..pdf_patterns import MONOSPACED
from .lines import TableLine

_CODE: Final = re.compile(
    r"[{}]|;\s*$|\w\(|[=!<>]=|[-=]>|::|:=|&&|\|\||(?<!:)//|/\*|\*/|\w\s?=\s|</?[a-z]+\b[^<]*>|^\s*[#@$\\]"
    r"|^\s*(?:def|class|return|import|let|const|fn)\b"
)
"""Signs and words of programs that tables hardly have."""
_NUMBER: Final = re.compile(r"^\d{1,5}[^\w\s]?\s+")
"""Of a line, in front of it."""
_LINE_NUMBERS: Final = re.compile(r"(?:\d{1,5}[^\w\s]?\s?)+$")
_FEWEST_NUMBERS: Final = 2
_SOME_ARE: Final = 0.25
"""Of the lines with a sign of code, in a monospaced listing with line numbers."""
_MOST_ARE: Final = 0.5
"""The same in one without the one or the other, and of the letters that are monospaced."""
_NEARLY_ALL_ARE: Final = 0.6
"""Of the letters of a listing without line numbers, and of what stands in front of one that has them."""
_SPACED: Final = re.compile(r"(?:(?<!\w)[^\W\d_] ){3}[^\W\d_](?!\w)")
"""Letters of one word apart: TeX sets programs so whose letters are not monospaced."""
_BOXES_OF_WORDS: Final = 2
"""Lines: so few may be text with code in shaded boxes."""


def is_listing(lines: Sequence[TableLine], *, is_ruled: bool) -> bool:
    """Whether lines that are parted into columns are those of a program; `is_ruled` where rules part its columns."""
    letters, monospaced, signs = 0, 0, 0
    if 2 * sum(any(map(_SPACED.search, line.cells)) for line in lines) >= len(lines):
        return True
    for line in lines:
        text = " ".join(word.text for word in line.words)
        signs += _CODE.search(_NUMBER.sub("", text)) is not None
        for word in line.words:
            letters += len(word.text)
            monospaced += len(word.text) * (MONOSPACED.search(word.style.face) is not None)
    is_code = signs >= _MOST_ARE * len(lines)
    is_table = is_ruled and len(lines) > _BOXES_OF_WORDS
    if _has_line_numbers(lines):
        if monospaced >= _MOST_ARE * letters:
            return signs >= _SOME_ARE * len(lines)
        return is_code and not is_table  # a step of a method in each row, and what it computes
    return is_code and monospaced >= _NEARLY_ALL_ARE * letters and not is_table


def _has_line_numbers(lines: Sequence[TableLine]) -> bool:
    """A column in front of another holds numbers that count the lines."""
    columns = zip(*(line.cells for line in lines), strict=True)
    return any(_counts([cell for cell in column if cell]) for column in list(columns)[:-1])


def _counts(cells: Sequence[str]) -> bool:
    numbered = [cell for cell in cells if _LINE_NUMBERS.match(cell)]
    if len(numbered) < _NEARLY_ALL_ARE * len(cells):
        return False
    numbers = list(_numbers(numbered))
    return len(numbers) >= _FEWEST_NUMBERS and all(below == above + 1 for above, below in pairwise(numbers))


def _numbers(cells: Sequence[str]) -> Iterator[int]:
    for cell in cells:
        yield from map(int, re.findall(r"\d+", cell))
