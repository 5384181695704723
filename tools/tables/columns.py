"""What kind of values a column holds, and its cells as these values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Final, Literal, TypeAlias

from citeline.data_files import shipped_table
from citeline.dataclass import dataclass

from ..documents.dates import Order, read_date, read_digits, read_short
from .plain_numbers import Number, Point, common_unit, is_grouped_money, read_number, tells_versions

ColumnType: TypeAlias = Literal["integer", "real", "date", "boolean", "text"]
Value: TypeAlias = str | int | float | None

_BLANKS: Final = frozenset(
    [
        *("-", "–", "—", "--", "n/a", "na", "nan", "null", "none", "nil", "?", "…", "...", "tbd"),
        *("#n/a", "#div/0!", "#value!", "#ref!", "#name?", "#num!", "#null!"),
    ]
)
"""What stands in a column of numbers or dates where there is none. In text they may mean something."""
_TRUE: Final = frozenset(["yes", "true", "✓", "✔", "✅", "☑", ":white_check_mark:", ":heavy_check_mark:"])
_FALSE: Final = frozenset(["no", "false", "✗", "✘", "✕", "❌", "☐", ":x:", ":negative_squared_cross_mark:"])
_ODD_SHARE: Final = 0.1
"""Cells that may be something else: a footnote, a word. They stay as they are written, and are counted."""
_OF_ONE_LENGTH: Final = 0.95
"""Share of the numbers of a column of codes, such as postal ones, that have the same length."""
_SAMPLE: Final = 50
_DAY_WORDS: Final = "date_headers.toml"
_day_words: Final = partial(shipped_table, "citeline.tools.tables", _DAY_WORDS)


@dataclass(frozen=True, slots=True)
class Column:
    """A column as SQL sees it."""

    name: str
    header: str
    """As the table has it; empty without one."""
    type: ColumnType
    """Dates are ISO 8601 text, a boolean is 1 or 0."""
    unit: str = ""
    """Of numbers, taken off every cell: `%`, `$`, `ms`."""
    odd: int = 0
    """Cells that are not of the type, kept as text."""
    is_reread: bool = False
    """Whether a value of it is not the text of its cell: `12.5` of `$12.50`, and of `12.5` too."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The cells of a column as values."""

    type: ColumnType
    values: list[Value]
    unit: str = ""
    odd: int = 0
    is_reread: bool = False


def type_column(cells: Sequence[str], *, header: str = "") -> Typed:
    """The narrowest type that fits nine of ten cells; empty cells are None in any type.

    Below a header that speaks of days all of `20260131` and the like are dates, if every one of them is a day.
    """
    cells = [cell.strip() for cell in cells]
    counts = Counter(cells)
    counts.pop("", None)
    filled = {cell: count for cell, count in counts.items() if cell.lower() not in _BLANKS}
    total = sum(filled.values())
    sample = dict(islice(filled.items(), _SAMPLE))
    readers = (_days, _short_days, *_READERS) if _speaks_of_days(header) else _READERS
    for read in readers if filled else ():
        # A column of names is no number in its first cells already.
        if len(read(sample)[0]) * 2 < len(sample):
            continue
        known, kind, unit = read(filled)
        odd = total - sum(filled[cell] for cell in known)
        if kind and known and odd <= total * _ODD_SHARE:
            values: dict[str, Value] = {**dict.fromkeys(counts), **{cell: cell for cell in filled}, **known}
            is_reread = any(value != cell for cell, value in known.items())
            return Typed(kind, [values.get(cell) for cell in cells], unit, odd, is_reread)
    return Typed("text", [cell or None for cell in cells])


_Read: TypeAlias = tuple[Mapping[str, Value], ColumnType | None, str]
"""Cells to their values, what they are, and their unit."""


def _booleans(cells: Mapping[str, int]) -> _Read:
    known: dict[str, Value] = {}
    for cell in cells:
        plain = cell.lower().replace("\ufe0f", "")
        if plain in _TRUE or plain in _FALSE:
            known[cell] = int(plain in _TRUE)
    return known, "boolean", ""


def _numbers(point: Point) -> Callable[[Mapping[str, int]], _Read]:
    def read(cells: Mapping[str, int]) -> _Read:
        if _are_codes(cells):
            return {}, None, ""
        found: dict[str, Number] = {}
        for cell in cells:
            number = read_number(cell, point)
            if number is not None:
                found[cell] = number
        numbers = list(found.values())
        unit = common_unit(numbers)
        if unit is None or tells_versions(numbers) or is_grouped_money(numbers):
            return {}, None, ""
        is_real = any(isinstance(number.value, float) for number in numbers)
        values = {cell: float(number.value) if is_real else number.value for cell, number in found.items()}
        return values, "real" if is_real else "integer", unit

    return read


def _dates(cells: Mapping[str, int]) -> _Read:
    orders: tuple[Order, Order] = ("day", "month")
    by_day, by_month = ({cell: read_date(cell, order) for cell in cells} for order in orders)
    if by_day != by_month:
        # `3/4/2026` alone may be either; one `13/4/2026` in the column tells for all of it.
        fitting = [found for found in (by_day, by_month) if None not in found.values()]
        if len(fitting) != 1:
            return {}, None, ""
        by_day = fitting[0]
    return {cell: found for cell, found in by_day.items() if found is not None}, "date", ""


def _days(cells: Mapping[str, int]) -> _Read:
    """Eight digits, all of them or none."""
    known = {cell: found for cell in cells if (found := read_digits(cell)) is not None}
    return (known, "date", "") if len(known) == len(cells) else ({}, None, "")


def _are_codes(cells: Mapping[str, int]) -> bool:
    """Whether digits name something: `01000` beside `13001`, nearly all of one length. A `05` beside `120`, and a `007`
    beside numbers up to 99, are slips.
    """
    digits = [cell for cell in cells if cell.isdecimal()]
    longest = max(map(len, digits), default=0)
    whole = [cell for cell in digits if len(cell) == longest]
    return longest > 1 and len(whole) >= _OF_ONE_LENGTH * len(digits) and any(cell[0] == "0" for cell in whole)


def _short_days(cells: Mapping[str, int]) -> _Read:
    """`13.04.26` or `26.04.13`, all of them or none: of two places that may be the year the one that varies less."""
    by_day = {cell: found for cell in cells if (found := read_short(cell, "day")) is not None}
    by_year = {cell: found for cell in cells if (found := read_short(cell, "year")) is not None}
    fitting = [found for found in (by_day, by_year) if len(found) == len(cells)]
    fewest = min((_years(found) for found in fitting), default=0)
    best = [found for found in fitting if _years(found) == fewest]
    return (best[0], "date", "") if len(best) == 1 else ({}, None, "")


def _years(days: Mapping[str, str]) -> int:
    return len({day[:4] for day in days.values()})


def _speaks_of_days(header: str) -> bool:
    words = _day_words()
    own = re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", header).lower())
    return any(word in words["words"] for word in own) or any(word in header.lower() for word in words["anywhere"])


_READERS: Final = (_booleans, _numbers("."), _numbers(","), _dates)
