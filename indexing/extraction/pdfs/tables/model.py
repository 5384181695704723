"""Two fitted models of tables in PDF: how many of the first lines are headers, and whether it is a table at all.

Both are linear over features with names; `python -m citeline.evals.research.tables` fits them and says on what.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise
from typing import Final

import numpy as np

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass
from citeline.protocols import FloatMatrix
from citeline.text import has_digit

from ..pdf_patterns import MONOSPACED
from .lines import FULL, TableLine, drawn_bands
from .rows import NUMBER, YEAR

WEIGHTS: Final = "weights.json"
HEAD_FEATURES: Final = (
    "none", "one", "many", "ruled", "rare_rule", "rules_passed", "rules_left", "values_above", "value_below",
    "values_next", "label_below", "filled_above", "filled_below", "first_filled", "bold", "bold_below", "gap", "lower",
    "years", "textual", "wordy", "single_above", "mixed", "alike", "cuts",
    "cuts_years",
)  # fmt: skip
"""Of a place where headers may end."""
_TOGETHER: Final = ("rows", "filled", "figures", "closed", "headers", "parted", "down")
"""Features whose products count as well: few rows are enough between rules, and not among other words."""
_TABLE_FEATURES: Final = (
    "bias", "rows", "columns", "filled", "figures", "letters", "long", "lower", "signs", "bullets", "mono", "rules",
    "down", "closed", "headers", "consistent", "parted", "figures_alone", "symbols", "rising", "sizes", "labels",
)  # fmt: skip
TABLE_FEATURES: Final = (*_TABLE_FEATURES, *(f"{one} {other}" for one, other in combinations(_TOGETHER, 2)))
"""Of what may be a table."""
MOST_HEADS: Final = 9
"""Lines."""
_OWN_STYLE: Final = 4.0
"""Added to the score of as many headers as are set as nothing below them is; from 2 to 6 the same headers are right."""
_PARTED: Final = 100.0
"""Taken from the score of headers that end within a later row between drawn rules."""
_SIGN: Final = re.compile(r"[=≤≥∑∫√∈∀∃→⇒≈±\ufffd]|(?:^|\s)[+×·∗](?:\s|$)")
_BULLET: Final = re.compile(r"(?:[•▪●◦–*-]|\(?[a-zA-Z\d]{1,3}[.)])(?:\s|$)")
_COUNT: Final = re.compile(r"\d{1,4}$")
LONG: Final = 60
"""Characters of a cell."""


@dataclass(frozen=True, slots=True)
class TableModel:
    """Weights of both."""

    heads: FloatMatrix
    """One for each of HEAD_FEATURES."""
    tables: FloatMatrix
    """One for each of TABLE_FEATURES."""
    least: float
    """Score from which lines are a table."""

    def head_count(self, lines: Sequence[TableLine], *, is_named: bool = False) -> int:
        """How many lines are headers: a style of their own speaks for them. A form has none, if nothing names it."""
        scores = head_features(lines) @ self.heads
        if count := _own_style(lines):
            scores[count] += _OWN_STYLE
        if bands := drawn_bands(lines):
            first = len(bands[0])
            scores[first + 1 :] -= [_PARTED * (line.drawn < FULL) for line in lines[first + 1 : len(scores)]]
        return 0 if not is_named and _is_form(lines) else int(scores.argmax())

    def is_table(
        self, lines: Sequence[TableLine], heads: int, rows: Sequence[Sequence[str]], *, is_closed: bool
    ) -> bool:
        """Whether lines that are parted into columns are a table: no equation, chart, code or list."""
        if is_closed and len(lines[0].cells) == 2 and all(map(all, rows)):
            heads = heads or 1  # what is said of each name needs no header
        return bool(table_features(lines, heads, rows, is_closed=is_closed) @ self.tables >= self.least)


@cache
def table_model() -> TableModel:
    """The one that the package holds."""
    kept = json.loads(shipped_text("citeline.indexing.extraction.pdfs.tables", WEIGHTS))
    heads = np.asarray([kept["heads"][name] for name in HEAD_FEATURES], np.float32)
    tables = np.asarray([kept["tables"][name] for name in TABLE_FEATURES], np.float32)
    return TableModel(heads, tables, float(kept["least"]))


def head_features(lines: Sequence[TableLine]) -> FloatMatrix:
    """One row for each count of headers, from none on; HEAD_FEATURES are the columns."""
    rules = [min(line.ruled, 1.0) for line in lines[1:]]
    mean = sum(rules) / max(1, len(rules))
    scales = [_is_scale(line) for line in lines[: MOST_HEADS + 1]]
    scale = next((at for at, (one, other) in enumerate(pairwise(scales)) if one and not other), -1)
    values = [line.row.has_value and at != scale for at, line in enumerate(lines)]
    found: list[list[float]] = []
    for at in range(min(MOST_HEADS, len(lines) - 1) + 1):
        above, line = lines[:at], lines[at]
        last = above[-1] if above else None
        ruled = min(line.ruled, 1.0) if at else 0.0
        texts = [cell for one in above for cell in one.cells[1:] if cell]
        filled = sum(map(bool, line.cells))
        size = max(line.row.size, 1.0)
        gap = (line.row.base - last.row.base) / size if last else 0.0
        after = (lines[at + 1].row.base - line.row.base) / size if at + 1 < len(lines) else gap
        is_label = filled == 1 and bool(line.cells[0])
        cuts = not values[at] and not is_label and any(values[at + 1 : at + 3])
        covered = {n for one in above for n, cell in enumerate(one.cells) if cell}
        found.append([
            at == 0,
            at == 1,
            max(0.0, at - 2) / 3,
            ruled,
            ruled * (1 - mean),
            sum(rules[: at - 1]) if at > 1 else 0.0,
            sum(rules[at : at + 4]) / 4,
            sum(values[:at]),
            values[at],
            sum(values[at : at + 4]) / 4,
            is_label,
            len(covered) / len(line.cells),
            filled / len(line.cells),
            bool(last and last.cells[0]),
            _share([word.style.is_bold for one in above for word in one.words]),
            _share([word.style.is_bold for word in line.words]),
            max(-1.0, min(1.5, gap - after)) if last else 0.0,
            line.words[0].text[0].islower(),
            _share([YEAR.match(cell) is not None for cell in texts]),
            at == 1 and not any(values),
            min(1.0, sum(map(len, texts)) / max(1, len(texts)) / 40),
            last is not None and len(last.row.cells) == 1,
            _share([NUMBER.match(cell) is not None and not YEAR.match(cell) for cell in texts]),
            _alike(last.cells, line.cells) if last else 0.0,
            cuts,
            cuts * _share([YEAR.match(cell) is not None for cell in line.cells[1:] if cell]),
        ])  # fmt: skip
    return np.asarray(found, np.float32)


def table_features(
    lines: Sequence[TableLine], heads: int, rows: Sequence[Sequence[str]], *, is_closed: bool
) -> FloatMatrix:
    """One number for each of TABLE_FEATURES."""
    width = len(lines[0].cells)
    cells = [cell for row in rows for cell in row if cell]
    text = [cell for cell in cells if not NUMBER.match(cell)]
    columns = [[cell for cell in column if cell] for column in zip(*rows, strict=True)]
    alike = [max(share, 1 - share) for column in columns if column if (share := _figures(column)) >= 0]
    last = [int(cell) for cell in (columns[-1] if columns else ()) if _COUNT.match(cell)]
    rises = len(last) > 2 and len(last) >= 0.8 * len(columns[-1]) and all(a <= b for a, b in pairwise(last))
    sizes = {round(line.row.size) for line in lines[heads:]}
    # A form between rules: what is filled in later is no sign of another thing.
    is_blank = is_closed and len(columns[0]) == len(rows) > 1 and all(line.ruled >= FULL for line in lines[heads:])
    counted = sum(map(bool, columns)) if is_blank else width
    found = np.asarray(
        [
            1.0,
            min(1.0, len(rows) / 12),
            min(1.0, (width - 2) / 6),
            len(cells) / max(1, counted * len(rows)),
            _figures(cells),
            _share([sum(map(str.isalpha, cell)) > 2 for cell in text]),
            _share([len(cell) > LONG for cell in cells]),
            _share([cell[0].islower() for cell in text]),
            _share([_SIGN.search(cell) is not None for cell in cells]),
            _share([_BULLET.match(row[0]) is not None for row in rows]),
            _share([MONOSPACED.search(word.style.face) is not None for line in lines for word in line.words]),
            min(1.0, sum(line.ruled > 0.6 for line in lines) / 3),
            min(1.0, sum(line.ruled > 0.6 for line in lines) / len(lines)),
            is_closed,
            heads > 0,
            sum(alike) / max(1, len(alike)),
            _share([len(line.row.cells) > 1 for line in lines]),
            _share([bool(row[0]) and NUMBER.match(row[0]) is not None for row in rows]),
            _share([len(cell) < 3 and not any(map(str.isdigit, cell)) for cell in cells]),
            rises and width == 2,
            min(1.0, (len(sizes) - 1) / 3),
            _share([bool(row[0]) for row in rows]),
        ],
        np.float32,
    )
    together = [float(found[_TABLE_FEATURES.index(name)]) for name in _TOGETHER]
    return np.append(found, [one * other for one, other in combinations(together, 2)]).astype(np.float32)


def _own_style(lines: Sequence[TableLine]) -> int:
    """How many of the first lines, with two cells or more, are set as nothing below them is; 0 for none and for all."""
    styles = [{(word.style.colour, word.style.face) for word in line.words} for line in lines]
    count = next((at for at, own in enumerate(styles) if own != styles[0]), 0)
    is_own = len(styles[0]) == 1 and count <= MOST_HEADS and not any(own & styles[0] for own in styles[count:])
    return count if is_own and any(len(line.row.cells) > 1 for line in lines[:count]) else 0


def _is_scale(line: TableLine) -> bool:
    """Whether it counts in equal steps behind its first cell."""
    counts = [int(cell) for cell in line.cells[1:] if _COUNT.match(cell)]
    steps = {other - one for one, other in pairwise(counts)}
    return len(counts) > 2 and len(counts) + 1 >= sum(map(bool, line.cells[1:])) and len(steps) == 1 and min(steps) > 0


def _is_form(lines: Sequence[TableLine]) -> bool:
    """Whether both of two columns are set alike from their first line on, with rules between all rows: names with what
    is said of each, but no codes or figures below words.
    """
    first, starts = lines[0], [line for line in lines[1:] if line.cells[0]]
    if len(first.cells) != 2 or not all(first.cells) or len(starts) < 2 or any(line.ruled < FULL for line in starts):
        return False
    for at, cell in enumerate(first.cells):
        if not has_digit(cell) and 2 * sum(has_digit(line.cells[at]) for line in starts) > len(starts):
            return False
    styles = [{word.style for word in line.words} for line in (first, *starts)]
    return all(styles[0] <= own for own in styles[1:])


def _alike(one: Sequence[str], other: Sequence[str]) -> float:
    """Share of the columns in which two lines both have figures."""
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a and b]
    return _share([all(NUMBER.match(cell) and not YEAR.match(cell) for cell in pair) for pair in pairs])


def _figures(cells: Sequence[str]) -> float:
    return _share([NUMBER.match(cell) is not None for cell in cells])


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else 0.0
