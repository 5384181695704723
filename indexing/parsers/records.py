"""Files of records, one a line: by what their cells are parted and quoted, and which row is the header.

The ending of a file says little: what programs call CSV is parted by commas, semicolons, tabs or bars as the language
of their user has it. So the way of writing is found in the first rows, once, and kept with the table.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import compress, islice
from typing import Any, Final, NamedTuple

from citeline.dataclass import dataclass
from citeline.model import NodeData
from citeline.patterns import re

from .languages import DELIMITERS

_CANDIDATES: Final = "\t|;,"
"""Of two that fit alike the first: a comma stands inside of cells, a tab hardly ever."""
_SAMPLE_LINES: Final = 200
_LEAST_OBJECTS: Final = 0.9
_MOST_KEYS: Final = 200
_LEAST_SHARE: Final = 0.7
"""Of the rows have as many cells as most, where a file is not parted as its ending says."""
_MOST_ABOVE: Final = 20
"""Rows above the header: titles of reports, who exported them."""
_SEPARATOR_LINE: Final = re.compile(r"sep=(.)\s*$", re.IGNORECASE)
"""What Excel writes in front."""
_COMMENT: Final = re.compile(r"\ufeff?#(?:\s|$)")
_SINGLE_QUOTED: Final = re.compile(r"(?:^|[\t|;,])'[^']*'(?=[\t|;,]|$)")
_NUMBER: Final = re.compile(r"[-+(]?\W{0,3}\d[\d.,' ]*\W{0,3}$|\d{1,4}[-./]\d{1,2}[-./]\d{1,4}")
_WRITTEN_OUT: Final = re.compile(r"\D*\d+[^\d\s]\d")
"""A date, a decimal number: no number of a column, as which a header may count."""
_YEAR: Final = re.compile(r"(?:1[89]|20|21)\d\d$")


class Row(NamedTuple):
    """One record."""

    cells: list[str]
    first: int
    """Position of its line, from 0."""
    last: int


@dataclass(frozen=True, slots=True)
class Records:
    """How the records of a file are written."""

    delimiter: str
    quote: str = '"'
    first: int = 0
    """Position of the line of the header, or of the first row where there is none."""
    headers: tuple[str, ...] = ()
    """Empty without one."""
    above: tuple[str, ...] = ()
    """What stands above, and is no row."""

    def node_data(self, language: str) -> NodeData:
        """What the node of the table keeps of it: what the language does not say already."""
        told: dict[str, str | bool | list[str]] = {"headers": list(self.headers)}
        if self.above:
            told["caption"] = " ".join(self.above)
        if self.delimiter != DELIMITERS.get(language):
            told["delimiter"] = self.delimiter
        if self.quote != '"':
            told["quote"] = self.quote
        if not self.headers:
            told["headless"] = True
        return told


def find_records(lines: Sequence[str], language: str) -> Records:
    """How a file is written, by its first lines; `language` says what it is parted by where they do not."""
    usual = DELIMITERS.get(language, ",")
    start = 0
    told = _SEPARATOR_LINE.match(lines[0].removeprefix("\ufeff")) if lines else None
    if told:
        usual, start = told[1], 1
    while start < len(lines) and _COMMENT.match(lines[start]):
        start += 1
    if not any(map(str.strip, lines[start : start + _SAMPLE_LINES])):
        start = 0  # nothing but comments
    quote = _quote(lines[start : start + _SAMPLE_LINES])
    sample = {
        mark: list(islice(rows_of(lines[start : start + _SAMPLE_LINES], mark, quote), _SAMPLE_LINES))
        for mark in dict.fromkeys([usual, *_CANDIDATES])
    }
    titles = min(map(_unparted, sample.values()))
    if titles > min(_MOST_ABOVE, len(sample[usual]) // 2):
        titles = 0
    fits = {mark: _fit(rows[max(titles, _narrow(rows)) :]) for mark, rows in sample.items()}
    best = max(fits, key=lambda mark: (fits[mark], -_CANDIDATES.find(mark)))
    if told or fits[best] < _LEAST_SHARE or (fits[usual] >= fits[best] and best in ",|"):
        best = usual
    return _with_header(sample[best], best, quote, start)


def rows_of(lines: Sequence[str], delimiter: str, quote: str = '"') -> Iterator[Row]:
    """The records on these lines, blank ones left out. A field beyond the module's limit ends them."""
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter, quotechar=quote)
    before = 0
    with suppress(csv.Error):
        for cells in reader:
            if cells:
                yield Row(cells, before, reader.line_num - 1)
            before = reader.line_num


def table_rows(lines: Sequence[str], data: Mapping[str, Any], language: str) -> list[Row]:
    """The rows of a table below its header; `lines` are those of its node, `data` what the node keeps."""
    delimiter = data.get("delimiter") or DELIMITERS.get(language, ",")
    rows = list(rows_of(lines, delimiter, data.get("quote") or '"'))
    return rows if data.get("headless") else rows[1:]


def keys_of(lines: Sequence[str]) -> tuple[str, ...]:
    """What the objects of JSON lines are told by, in order: the heads of their columns; empty where most are none."""
    sample = [line for line in lines[:_SAMPLE_LINES] if line.strip()]
    found = [one for one in map(_object, sample) if one is not None]
    keys = tuple(dict.fromkeys(key for one in found for key in one))
    return keys if len(found) >= _LEAST_OBJECTS * len(sample) and len(keys) <= _MOST_KEYS else ()


def object_cells(line: str, keys: Sequence[str]) -> list[str] | None:
    """The values of an object on a line, below these keys; None for a line of anything else."""
    found = _object(line)
    return None if found is None else [found.get(key, "") for key in keys]


def object_rows(lines: Sequence[str], keys: Sequence[str]) -> list[Row]:
    """The rows of JSON lines."""
    cells = ((at, object_cells(line, keys)) for at, line in enumerate(lines))
    return [Row(found, at, at) for at, found in cells if found is not None]


def _object(line: str) -> dict[str, str] | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return dict(_flat(found)) if isinstance(found, dict) else None


def _flat(value: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """`{"user": {"name": "Ana"}}` as `user.name`; what is longer stays as it is written."""
    for key, held in value.items():
        if isinstance(held, dict) and not prefix:
            yield from _flat(held, f"{key}.")
        else:
            yield f"{prefix}{key}", held if isinstance(held, str) else "" if held is None else json.dumps(held)


def _quote(lines: Sequence[str]) -> str:
    single = sum(1 for line in lines if _SINGLE_QUOTED.search(line))
    return "'" if 2 * single > len(lines) and not any('"' in line for line in lines) else '"'


def _fit(rows: Sequence[Row]) -> float:
    """Share of the rows that have as many cells as most, if these are several."""
    widths = Counter(len(row.cells) for row in rows)
    widths.pop(1, None)
    return max(widths.values(), default=0) / max(1, len(rows))


def _unparted(rows: Sequence[Row]) -> int:
    """How many rows of one cell stand above the first of several: what no mark parts are titles."""
    return next((at for at, row in enumerate(rows) if len(row.cells) > 1), len(rows))


def _with_header(rows: Sequence[Row], delimiter: str, quote: str, start: int) -> Records:
    at = _header_at(rows)
    if at is None:
        return Records(delimiter, quote, start)
    above = tuple(text for row in rows[:at] if (text := " ".join(filter(None, map(_plain, row.cells)))))
    headers = tuple(map(_plain, rows[at].cells))
    below = [row.cells for row in rows[at + 1 :]]
    if _is_row(headers, below):
        headers = ()
    return Records(delimiter, quote, start + rows[at].first, headers, above)


def _header_at(rows: Sequence[Row]) -> int | None:
    """The first row that is filled like those below it; above it there may be titles."""
    usual, narrow = _usual_width(rows), _narrow(rows)
    filled = [sum(map(bool, map(str.strip, row.cells))) for row in rows]
    for at, row in enumerate(rows[:_MOST_ABOVE]):
        is_title = at < narrow or (usual > 1 and len(row.cells) == 1)
        # Spreadsheets pad a title with empty cells.
        if not is_title and (filled[at] > 1 or usual < 3 or not any(count > 1 for count in filled[at:])):
            return at
    return 0 if rows else None


def _narrow(rows: Sequence[Row]) -> int:
    """How many rows at the top have less than half of the usual cells: titles of two parts, which may be most rows."""
    if not rows or len(rows[0].cells) < 2:
        return 0
    usual = max(_usual_width(rows), _usual_width(rows[len(rows) // 2 :]))
    return next((at for at, row in enumerate(rows[:_MOST_ABOVE]) if usual < 3 or len(row.cells) * 2 >= usual), 0)


def _usual_width(rows: Sequence[Row]) -> int:
    widths = Counter(len(row.cells) for row in rows)
    return max(widths, key=lambda width: (widths[width], width), default=0)


def _is_row(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether the first row is one of values: of the kinds that stand below, and some of them numbers."""
    if not below or sum(map(bool, first)) < 2:
        return False
    numbers = [_NUMBER.match(cell) is not None and not _YEAR.match(cell) for cell in first]
    if not any(numbers) or (not all(first) and not any(map(_WRITTEN_OUT.match, compress(first, numbers)))):
        return False
    return 2 * sum(_is_alike(first, numbers, row) for row in below[:10]) > len(below[:10])


def _is_alike(first: Sequence[str], numbers: Sequence[bool], row: Sequence[str]) -> bool:
    """Whether a row has numbers where the first one has them; an empty cell of either says nothing."""
    both = [(number, cell.strip()) for one, number, cell in zip(first, numbers, row, strict=False) if one and cell]
    found = [_NUMBER.match(cell) is not None for _, cell in both]
    return len(row) == len(first) and any(found) and found == [number for number, _ in both]


def _plain(cell: str) -> str:
    return cell.strip().removeprefix("\ufeff")
