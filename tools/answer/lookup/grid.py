"""A table as a look-up reads it: heads, rows, and which of them a thing that was asked for is met by."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Final

from citeline.remembering import remembered, remembered_up_to
from citeline.text import digits_of, fold, has_digit, is_cjk

from ...question.tables.asked import Unit
from ...question.tables.lengths import Length, days_of_unit, sums_below
from ...question.tables.words import total_words
from ...question.vocabulary.finance import is_scaled, scale_in
from ...tables.catalog import TableEntry
from ...tables.columns import Typed, type_column
from ...tables.plain_numbers import read_number, tells_versions
from ...tables.rows import Cells
from .cell import clean, holds, number_in, plain_terms

_CELL: Final = "\x1f"
_LEAST_NUMBERS: Final = 0.6
"""Of the filled cells, for a column with some words in it: `nd` where nobody knows."""
_BLANK_LENGTH: Final = 4
_LEAST_OWNER: Final = 4
"""Letters of a name in a path."""
_CAPITAL: Final = re.compile(r"\b[A-Z]\w*")
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
_THINGS: Final = 16
"""Things of which a table keeps where it has them: those of one question."""


class Grid:
    """One table. What a first row of words or of units says is read into the heads of its columns."""

    def __init__(self, entry: TableEntry, cells: Cells, described: str = "", cover: str = "") -> None:
        """`described`: what another document says of the table; `cover`: the first page of its own."""
        self.entry = entry
        self.described = described
        self.cover = cover
        width = cells.width
        headers = [" ".join(header.split()) for header in cells.headers]
        rows, lines = cells.rows, cells.lines
        first_line = lines[0][0] if lines else entry.end_line + 1
        if not any(headers) and _is_head(rows):
            headers, first_line = list(rows[0]), lines[0][1] + 1
            rows, lines = rows[1:], lines[1:]
        self.units: list[str] = [""] * width
        if rows and any(headers) and _is_unit_row(rows):
            self.units = _padded(rows[0], width)
            rows, lines = rows[1:], lines[1:]
        self.rows = [_padded(row, width) for row in rows]
        self.headers = _above_cells(_padded(headers, width), self.rows)
        self.lines = lines
        self.head_lines = (entry.line, max(entry.line, first_line - 1))

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.headers)

    @cached_property
    def head_terms(self) -> list[frozenset[str]]:
        """Terms of each header, with those of its unit."""
        return [
            frozenset(plain_terms(f"{header} {unit}")) for header, unit in zip(self.headers, self.units, strict=True)
        ]

    @cached_property
    def head_words(self) -> list[int]:
        """How many terms each header has without its unit."""
        return [len(set(plain_terms(header))) for header in self.headers]

    @cached_property
    def context(self) -> frozenset[str]:
        """Terms of what stands around the table: path, caption, section, and what another document says of it."""
        entry = self.entry
        said = f"{entry.path} {entry.caption} {entry.heading} {entry.source} {self.described}"
        return frozenset(plain_terms(said))

    @cached_property
    def title(self) -> frozenset[str]:
        """The same without the folders, which say what all their files are about."""
        entry = self.entry
        name = entry.path.rpartition("/")[2]
        return frozenset(plain_terms(f"{name} {entry.caption} {entry.heading} {entry.source} {self.described}"))

    def is_of(self, unit: Unit) -> bool:
        """Whether all of the document is about a thing."""
        return is_about(unit, self.entry, self.cover)

    @cached_property
    def total_rows(self) -> frozenset[int]:
        """Rows that sum up the others, by their label."""
        return frozenset(number for number, row in enumerate(self.rows) if _is_total(row))

    @cached_property
    def title_rows(self) -> frozenset[int]:
        """Rows that only name those below them: one cell of several."""
        filled = (sum(bool(cell.strip()) for cell in row) for row in self.rows)
        return frozenset(number for number, count in enumerate(filled) if count < 2 < self.width)

    @cached_property
    def has_years(self) -> bool:
        """Whether heads of its columns name years."""
        return any(self.years_in(column) for column in range(self.width))

    def years_in(self, column: int) -> int:
        """How many years a head names."""
        return len(set(_YEAR.findall(self.headers[column])))

    @cached_property
    def label_column(self) -> int:
        """The first column of texts whose cells tell the rows apart best; 0 without one."""
        best, most = 0, 0.0
        for column in range(min(self.width, 12)):
            cells = [row[column] for row in self.rows[:500] if row[column].strip()]
            if not cells or self.typed(column).type in ("real", "boolean"):
                continue
            worth = len(set(cells)) / len(self.rows[:500])
            worth *= 1.0 if self.typed(column).type == "text" else 0.5
            if worth > most + 0.15:
                best, most = column, worth
        return best

    @remembered
    def typed(self, column: int) -> Typed:
        """A column as values; one of numbers may have words in it, which are None."""
        return _typed([row[column] for row in self.rows])

    def label(self, row: int) -> str:
        """What a row is called."""
        cells = self.rows[row]
        return clean(cells[self.label_column]) or clean(next(filter(str.strip, cells), ""))

    def said(self, row: int, column: int) -> str:
        """A cell with the unit that stands apart from it."""
        value, unit = clean(self.rows[row][column]), "" if scale_in(self.units[column]) else self.units[column]
        return f"{value} ({clean(unit).strip('()')})" if value and unit and has_digit(value) else value

    def scale_of(self, row: int, column: int) -> str:
        """`in thousands`, of a number in a table that says so."""
        cell, scale = self.rows[row][column], scale_in(self.units[column]) or self._scale
        is_amount = "%" not in cell and is_scaled(self.label(row)) and number_in(cell) is not None
        return scale if is_amount else ""

    @cached_property
    def _scale(self) -> str:
        return scale_in(f"{self.entry.caption}\n{self.headers[0] if self.headers else ''}\n{self.entry.heading}")

    @remembered_up_to(_THINGS)
    def met(self, unit: Unit) -> Mapping[int, frozenset[int]]:
        """The rows that hold a thing, and the columns in which they do; a question asks twice."""
        needle = unit.length.needle if unit.length else _needle(unit)
        if needle is None:
            return {}
        counted = self._counting(unit.length) if unit.length else {}
        text, starts = self._text
        found: dict[int, frozenset[int]] = {}
        known: dict[str, bool] = {}
        for number in dict.fromkeys(bisect_right(starts, hit.start()) - 1 for hit in needle.finditer(text)):
            columns = []
            for column, cell in enumerate(self.rows[number]):
                if cell not in known:
                    known[cell] = holds(cell, unit)
                if known[cell]:
                    columns.append(column)
            if columns:
                found[number] = frozenset(columns)
        return {**counted, **{number: columns | counted.get(number, frozenset()) for number, columns in found.items()}}

    def _counting(self, length: Length) -> dict[int, frozenset[int]]:
        """The rows that a number names which is so long by the head of its column: `Days`."""
        found: dict[int, frozenset[int]] = {}
        for column in {0, self.label_column} if self.headers else ():
            if length.is_money:
                head = f"{self.headers[column]} {self.units[column]}"
                for number, row in enumerate(self.rows):
                    if any(held.has(length) for held in sums_below(head, row[column], length.unit)):
                        found[number] = found.get(number, frozenset()) | {column}
                continue
            days = days_of_unit(f"{self.headers[column]} {self.units[column]}")
            for number, row in enumerate(self.rows) if days else ():
                count = number_in(row[column])
                if count is not None and length.low <= count * days * 1.00001 and count * days <= length.high * 1.00001:
                    found[number] = found.get(number, frozenset()) | {column}
        return found

    @cached_property
    def _text(self) -> tuple[str, list[int]]:
        """All rows in small letters, and where each begins."""
        lines = [f"{_CELL}{_CELL.join(row).lower()}{_CELL}\n".replace("\n", " ") + "\n" for row in self.rows]
        return "".join(lines), list(accumulate(map(len, lines), initial=0))[:-1]


def is_about(unit: Unit, entry: TableEntry, cover: str) -> bool:
    """Whether all of the document of a table is about a thing, by the names on its cover or by that of its file."""
    name = fold(unit.text)
    in_path = len(name) >= _LEAST_OWNER and name in fold(entry.path)
    return bool(cover) and unit.number is None and (in_path or unit.is_in(_names_on(cover)))


@lru_cache(maxsize=64)
def _names_on(cover: str) -> frozenset[str]:
    return frozenset(plain_terms(" ".join(_CAPITAL.findall(cover))))


def pairs_of(grid: Grid) -> Grid | None:
    """A form, `Name: … Date: …`, as a table of two columns with one label a row; None for what is no form."""
    width = grid.width
    if width < 2 or width % 2 or width > 6 or len(grid.rows) > 200:
        return None
    every = [(grid.headers, grid.head_lines), *zip(grid.rows, grid.lines, strict=True)]
    found: list[tuple[list[str], tuple[int, int]]] = []
    for row, lines in every:
        found += [
            ([row[at], row[at + 1]], lines) for at in range(0, width, 2) if row[at].strip() and row[at + 1].strip()
        ]
    labels = [clean(row[0]) for row, _ in found]
    marked = sum(label.endswith((":", "：", "#")) for label in labels)
    mixed = len({has_digit(row[1]) for row, _ in found}) == 2
    distinct = len(set(labels)) >= 0.8 * len(labels) and not any(
        re.fullmatch(r"[\d.,%$ -]+", label) for label in labels
    )
    # Only on a page nothing says which rows are heads: four columns of a README are no pairs.
    is_form = 2 * marked >= len(labels) or (width > 2 and mixed and grid.entry.page is not None)
    if not found or not distinct or not is_form:
        return None
    cells = Cells(["", ""], [row for row, _ in found], [lines for _, lines in found])
    return Grid(grid.entry, cells, grid.described, grid.cover)


def _typed(cells: Sequence[str]) -> Typed:
    plain = [clean(cell) for cell in cells]
    typed = type_column(plain)
    if typed.type != "text":
        return typed
    filled = [cell for cell in plain if cell]
    rest = Counter(cell for cell in filled if not has_digit(cell))
    blank = max(rest, key=lambda cell: rest[cell], default="")
    if len(blank) <= _BLANK_LENGTH and rest[blank] > 1:
        filled = [cell for cell in filled if cell != blank]  # `nd`, where nobody knows
    numbers = {cell: number for cell in dict.fromkeys(filled) if (number := read_number(cell, ".")) is not None}
    count = sum(cell in numbers for cell in filled)
    units = {number.unit for number in numbers.values()} - {""}
    short = all(len(number.part) <= 2 for number in numbers.values())
    if not count or count < _LEAST_NUMBERS * len(filled) or len(units) > 1:
        return typed
    if short and count == len(filled) and tells_versions(list(numbers.values())):
        return typed  # `3.9` and `3.10`
    values = [float(numbers[cell].value) if cell in numbers else None for cell in plain]
    return Typed("real", list(values), next(iter(units), ""), len(filled) - count)


def _needle(unit: Unit) -> re.Pattern[str] | None:
    """What the text of a row has in small letters if it has the unit; more may have it."""
    parts: list[str] = []
    if unit.literal:
        parts.append(re.escape(unit.literal.lower()))
    if unit.number is not None:
        digits = digits_of(f"{unit.number:.10g}") if "e" not in f"{unit.number:.10g}" else ""
        parts += ["[.,'’ ]?".join(digits)] if digits else []
    for form in unit.forms:
        longest = max(form, key=len, default="")
        if longest:
            parts.append(re.escape(longest[:-1] if len(longest) > 3 and longest.isascii() else longest))
    parts += [f"{_CELL}\\s*{re.escape(code.lower())}\\s*{_CELL}" for code in unit.codes]
    parts += [unit.day[:4]] if unit.day else []
    return re.compile("|".join(dict.fromkeys(parts))) if parts else None


def _padded(row: Sequence[str], width: int) -> list[str]:
    return [*row, *[""] * (width - len(row))]


def _above_cells(headers: list[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Heads of columns without cells, as a printed page may have them, above the cells without a head before them."""
    filled = [any(row[column].strip() for row in rows) for column in range(len(headers))]
    for column in range(2, len(headers)):
        if headers[column] and not filled[column] and filled[column - 1] and not headers[column - 1]:
            headers[column - 1], headers[column] = headers[column], ""
    return headers


def _is_head(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row of a table without heads is one: words alone, above numbers."""
    if len(rows) < 2:
        return False
    named = [column for column, cell in enumerate(rows[0]) if cell.strip()]
    if len(named) < 2 or any(has_digit(rows[0][column]) for column in named):
        return False
    below = [row[column] for row in rows[1:] for column in named if column < len(row) and row[column].strip()]
    return 4 * sum(number_in(cell) is not None for cell in below) >= len(below) > 0


def _is_unit_row(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row says what the numbers below it are counted in, and has no label: `| | 1,000 US$ |`."""
    first = rows[0]
    if len(rows) < 3 or first[0].strip():
        return False
    said = [column for column, cell in enumerate(first) if cell.strip()]
    if not said or not all(re.search(r"[^\W\d]|[%$€£¥]", first[column]) for column in said):
        return False
    below = [row[column] for row in rows[1:] for column in said if column < len(row) and row[column].strip()]
    return 2 * sum(number_in(cell) is not None for cell in below) >= len(below) > 0


def _is_total(row: Sequence[str]) -> bool:
    label = clean(next(filter(str.strip, row), "")).lower().strip(":： ")
    if is_cjk(label):
        return any(word in label for word in total_words() if is_cjk(word)) and len(label) <= 6
    held = label.split()
    return bool(held) and len(held) <= 4 and (held[0] in total_words() or held[-1] in total_words())
