"""A cell as text: its terms and its number, and whether a thing that was asked for stands in it."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from citeline.text import has_digit, terms, words

from ...documents.dates import read_date
from ...evidence.term_weights import plain_terms as terms_without_compound
from ...question.tables.asked import Unit
from ...question.tables.lengths import lengths_in
from ...tables.plain_numbers import read_number

_MARKS: Final = frozenset("*_`<")
_EMPHASIS: Final = re.compile(r"(`+)(?P<code>[^`]+)\1|\*\*|(?<!\w)__(?=\w)|(?<=\w)__(?!\w)|`|</?\w+[^<>]*>")
"""Marks, and code as a whole: `Flow<T>` and `__init__` have none in it."""


def holds(cell: str, unit: Unit) -> bool:
    """Whether a cell has what a unit names."""
    if unit.literal:
        return unit.literal in re.split(r"[\s`,]+|/(?=-)", cell)
    if unit.codes and cell.strip() in unit.codes:
        return True
    if unit.length is not None:
        held = lengths_in(cell)
        # The currency of a column may stand in its head.
        bare = unit.length.is_money and not held and number_in(cell) == unit.length.count
        return bare or any(one.has(unit.length) for one in held)
    if unit.day:
        return day_of(cell).startswith(unit.day) or unit.is_in(cell_terms(cell))
    if unit.number is not None and not unit.is_year:  # `2,019` is no year
        number = number_in(cell)
        if number is not None:
            return number == unit.number
    return unit.is_in(cell_terms(cell))


def covered(cell: str, units: Collection[Unit]) -> float:
    """Share of a cell's terms that the units name, 0 to 1."""
    held = plain_terms(cell[:1000])
    if not held:
        return 1.0 if any(unit.literal and unit.literal in cell for unit in units) else 0.0
    if any(cell.strip() in unit.codes or (unit.day and day_of(cell).startswith(unit.day)) for unit in units):
        return 1.0
    if any(unit.number is not None and not unit.is_year and number_in(cell) == unit.number for unit in units):
        return 1.0
    lengths = [unit.length for unit in units if unit.length is not None]
    if lengths and number_in(cell) in {length.count for length in lengths}:
        return 1.0
    met = " ".join(one.text for one in lengths_in(cell) if any(map(one.has, lengths))) if lengths else ""
    whole = frozenset(plain_terms(met))
    told = sum(
        term in whole or any(unit.is_in({term}) or any(term in form for form in unit.forms) for unit in units)
        for term in held
    )
    return told / len(held)


def cell_terms(cell: str) -> frozenset[str]:
    """Search terms of a cell, compounds included, of the first thousand characters."""
    return frozenset(terms(cell[:1000]))


def plain_terms(text: str) -> list[str]:
    """Search terms without the compounds of identifiers."""
    return [term for word in words(text) for term in terms_without_compound(word)]


def number_in(cell: str) -> float | None:
    """The number that a cell is, in either way of writing it."""
    text = clean(cell)
    if not text or not has_digit(text):
        return None
    found = read_number(text, ".") or read_number(text, ",")
    return None if found is None else float(found.value)


def clean(cell: str) -> str:
    """A cell without the marks of emphasis and code."""
    bare = cell if _MARKS.isdisjoint(cell) else _EMPHASIS.sub(lambda mark: mark["code"] or "", cell)
    return " ".join(bare.split())


def day_of(cell: str) -> str:
    """The date that a cell is, as ISO 8601 writes it; empty for anything else."""
    text = clean(cell)
    return (read_date(text, "month") or read_date(text, "day") or "") if len(text) <= 40 else ""
