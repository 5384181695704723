"""Values of a data file with the lines on which they stand."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any, Final, TypeAlias

from citeline.dataclass import dataclass

Step: TypeAlias = str | int
"""A key of a map, or the position of an element, counted from 0."""

MAX_DEPTH: Final = 100
"""Maps and lists inside each other. Real files stay below it; recursion over one that does not would fail somewhere."""
_MAX_BITS: Final = 4_096
"""Python refuses to write integers of more than some 14,000 bits as decimal digits."""


@dataclass(slots=True)
class Place:
    """The lines of a value, its key included, and of what it holds."""

    line: int
    """1-based."""
    end_line: int
    inner: dict[Step, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DataTree:
    """What a file says, and where."""

    value: Any
    """As JSON has it: maps with text keys, lists, texts, finite numbers, truths and None."""
    find_places: Callable[[], Place]
    """Slow for some formats, so it is asked only for files in which something was found."""


class BrokenDataError(Exception):
    """The text is not what its language says."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line


def finite(number: int | float) -> int | float | str:
    """The number, or as text what JSON has no number for."""
    if isinstance(number, int):
        return number if number.bit_length() <= _MAX_BITS else hex(number)
    if math.isfinite(number):
        return number
    return "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"


def containers_by_level(value: Any) -> Iterator[list[Any]]:
    """The maps and lists at each depth, outermost first."""
    level = [value] if isinstance(value, (dict, list)) else []
    while level:
        yield level
        level = [
            child
            for container in level
            for child in (container.values() if isinstance(container, dict) else container)
            if isinstance(child, (dict, list))
        ]


def is_deep(value: Any) -> bool:
    """Whether more than MAX_DEPTH maps and lists stand inside each other."""
    return any(depth > MAX_DEPTH for depth, _ in enumerate(containers_by_level(value), start=1))


def finite_values(value: Any) -> Any:
    """The value with each number in it made finite."""
    if isinstance(value, dict):
        return {key: finite_values(item) for key, item in value.items()}
    if isinstance(value, list):
        return [finite_values(item) for item in value]
    return finite(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def json_value(value: Any) -> Any:
    """Maps with text keys, lists, texts, numbers, truths and None; dates and times as ISO 8601, the rest as text."""
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, (datetime.date, datetime.datetime, datetime.time)):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): json_value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [json_value(item) for item in value]
    return str(value)
