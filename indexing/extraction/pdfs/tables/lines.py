"""The lines of a table on a page of a PDF, the rules between them, and which of them are one row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field
from itertools import pairwise
from typing import Final

from citeline.dataclass import dataclass

from ..pdf_patterns import SIGNS_BEHIND
from ..pdf_words import Word
from .regions import DRAWN, Region
from .rows import NUMBER, Row, lines_in, row_of
from .rules import Rule, Rules, levels_of

_LEADER: Final = re.compile(r"[.·…]{3,}$")
_DOT: Final = re.compile(r"[.·…]$")
_MOST_DOTS: Final = 2
"""Of a line without leaders."""
_BEFORE: Final = re.compile(r"(?:US|C|A)?[$€£¥(]+$")
_SAME_PLACE: Final = 3.0
"""Points between rules down that part the same columns."""
_SIDE: Final = 6.0
"""Points from the end of a rule to the side of a table."""
FULL: Final = 0.6
"""Of the width: a rule between two rows."""
_FEWEST_ABOVE: Final = 3
"""Lines of what is no table, such as an address, above one."""
_APART: Final = 1.9
"""Of the size, between these."""
_PARTING: Final = 0.4
"""Of the height of a table, rules down have to take."""
_LINE_GAP: Final = 1.45
"""Of the size, between lines of one cell; as much as between the nearest ones of the table is none either."""
_ROW_GAP: Final = 1.3
"""Of the size, between two rows with no rule between, of a table whose other rows rules part: of 164 pairs of lines so
far apart with a cell in each column one is a single row, and that in a table whose other lines have fewer.
"""
_LABEL_AND_VALUE: Final = 2
"""Columns: cells of so few may all go on in a second line."""
_PITCH: Final = 1.05
"""Times the least between two lines."""
_WIDER: Final = 1.2
"""Times the most between the lines of a row are the rows apart where white parts them."""
_FEW_LABELS: Final = 0.1
"""Of these rows, first cells that go on in a second line."""
_FEWEST_SPACED: Final = 3
_OVERLAP: Final = 0.8
"""The same: lines so near are one row."""
_FEW_BANDS: Final = 0.25
"""Of the lines have a rule above them, at least, where rules part rows; half as many where they part columns too."""


@dataclass(slots=True)
class TableLine:
    """Words on one line of a table, and what they say in each column."""

    words: list[Word]
    row: Row
    ruled: float = 0.0
    """Share of the width of the table that rules take between this line and the one above it."""
    drawn: float = 0.0
    """The same, without edges of shades."""
    cut: float | None = None
    """Where a rule above it begins that goes from one between columns to the right side: labels before it span rows."""
    cells: list[str] = field(default_factory=list)
    is_across: bool = False
    """Words that stand together reach over what parts two columns."""
    is_led: bool = False
    """Dots lead to its last cell, as in contents."""
    pieces: list[str] = field(default_factory=list)
    """Of a line of headers: the text of each."""
    extents: list[tuple[float, float]] = field(default_factory=list)
    """Left and right of each piece."""
    spans: list[tuple[int, int]] = field(default_factory=list)
    """First and last column of each piece."""

    @property
    def top(self) -> float:
        """Of its letters."""
        return self.row.base - 0.8 * self.row.size

    @property
    def middle(self) -> float:
        """Of small letters."""
        return self.row.base - 0.3 * self.row.size


@dataclass(frozen=True, slots=True)
class TableRules:
    """The rules in the place of a table."""

    across: list[Rule]
    down: list[Rule]
    """Those that part columns, each as one."""
    pieces: list[Rule]
    """Those down as they are drawn."""

    def beside(self, line: TableLine) -> list[float]:
        """Where rules down stand in a line, from left to right."""
        return sorted(rule.at for rule in self.pieces if rule.start - 1 <= line.middle <= rule.end + 1)


def rules_in(rules: Rules, region: Region) -> TableRules:
    """Those of a page that stand in a place on it."""
    height = region.bottom - region.top
    across = [
        rule
        for rule in rules.across
        if region.top - 3 <= rule.at <= region.bottom + 3
        and min(rule.end, region.right) - max(rule.start, region.left) > 4
    ]
    pieces = [
        rule
        for rule in rules.down
        if region.left + 4 < rule.at < region.right - 4
        and min(rule.end, region.bottom) - max(rule.start, region.top) > 0.5 * min(rule.length, height)
        and not (region.is_closed and rule.is_edge)
    ]
    down: list[Rule] = []
    level: list[Rule] = []
    for rule in [*sorted(pieces, key=lambda rule: rule.at), Rule(1e9, 0, 0)]:
        if level and rule.at - level[0].at > _SAME_PLACE:
            length = sum(min(one.end, region.bottom) - max(one.start, region.top) for one in level)
            if length > _PARTING * height:
                down.append(Rule(level[0].at, min(one.start for one in level), max(one.end for one in level)))
            level = []
        level.append(rule)
    return TableRules(across, down, pieces)


def table_lines(words: Sequence[Word], rules: TableRules, region: Region, *, goes_on: bool = False) -> list[TableLine]:
    """From top to bottom, without titles and notes; leaders and rules made of letters are left out. What goes on with
    a table has nothing else above it.
    """
    found: list[TableLine] = []
    width = region.right - region.left
    pending = 0.0
    before = region.top - 3
    for line in lines_in(words):
        drawn = [word for word in line if DRAWN.match(word.text)]
        if drawn and len(drawn) >= len(line) - 1:
            pending = max(pending, sum(word.right - word.left for word in drawn) / width)
            continue
        dots = sum(1 for word in line if _DOT.match(word.text))
        kept = [
            word for word in line if not (_LEADER.match(word.text) or (dots > _MOST_DOTS and _DOT.match(word.text)))
        ]
        if not kept:
            continue
        row = row_of(kept)
        middle = row.base - 0.3 * row.size
        between = [rule for rule in rules.across if before < rule.at <= middle]
        drawn_between = [rule for rule in between if not rule.is_edge]
        ruled, drawn_share = (_share_of(own, region) for own in (between, drawn_between))
        led = len(kept) < len(line)
        cut = _cut(drawn_between, rules.pieces, region)
        found.append(TableLine(kept, row, max(pending, ruled), max(pending, drawn_share), cut, is_led=led))
        pending, before = 0.0, middle
    return _without_titles(found, rules) if region.is_closed else found[0 if goes_on else _beginning(found) :]


def _cut(across: Sequence[Rule], down: Sequence[Rule], region: Region) -> float | None:
    """Where rules begin that part the rows of all columns but the first ones."""
    start = min((rule.start for rule in levels_of(across) if rule.end >= region.right - _SIDE), default=0.0)
    return start if any(abs(rule.at - start) <= _SAME_PLACE and not rule.is_edge for rule in down) else None


def _share_of(rules: Sequence[Rule], region: Region) -> float:
    """Of the width of a table, the most that rules of one level take."""
    by_level: dict[int, float] = {}
    for rule in rules:
        share = (min(rule.end, region.right) - max(rule.start, region.left)) / (region.right - region.left)
        by_level[round(rule.at / 3)] = by_level.get(round(rule.at / 3), 0.0) + share
    return max(by_level.values(), default=0.0)


def _beginning(lines: Sequence[TableLine]) -> int:
    """The first line between two rules that has more cells than all above it, far from them: a bill goes on there."""
    most = apart = 0
    for at, (line, below) in enumerate(pairwise(lines)):
        count = len(line.row.cells)
        is_ruled = line.ruled >= FULL and below.ruled >= FULL and not line.row.figures
        if apart >= _FEWEST_ABOVE and is_ruled and count > most:
            gap = line.row.base - lines[at - 1].row.base
            return at if gap > _APART * line.row.size else 0
        most = max(most, count)
        apart += below.row.base - line.row.base >= _OVERLAP * line.row.size  # cells in the middle of a row count once
    return 0


def text_of(piece: Sequence[Word]) -> str:
    """What words say together: signs stand with their figures."""
    text = ""
    for word in reversed(piece) if piece and piece[-1].is_leftward else piece:
        joins = not text or SIGNS_BEHIND.match(word.text) or _BEFORE.match(text)
        text += word.text if joins else f" {word.text}"
        if word.is_broken:
            text += "-"
    return text


def join_cells(cells: Sequence[str]) -> str:
    """The text of a cell from that of its lines."""
    text = ""
    for cell in filter(None, cells):
        if text.endswith("-") and text[-2:-1].isalpha():
            text = text[:-1] + cell if cell[0].islower() else text + cell
        else:
            text = f"{text} {cell}".strip()
    return text


def _without_titles(lines: list[TableLine], rules: TableRules) -> list[TableLine]:
    """Lines across a whole box, above and below what is parted into columns, are its title and its notes."""

    def is_parted(line: TableLine) -> bool:
        near = rules.beside(line)
        return bool(near) and not any(word.left + 2 < at < word.right - 2 for word in line.words for at in near)

    own = [at for at, line in enumerate(lines) if is_parted(line)]
    return lines[own[0] : own[-1] + 1] if own else []


def joined_rows(
    body: Sequence[TableLine], gutters: Sequence[tuple[float, float]], *, is_closed: bool
) -> list[list[str]]:
    """The rows below the headers: lines between two rules, or lines that go on where the one before ends, are one."""
    bands = _bands(body)
    parted = len(bands) > 1 and len(bands) >= (_FEW_BANDS / 2 if is_closed else _FEW_BANDS) * len(body)
    labels = [line.cells[0] for line in body if line.cells[0]]
    parted |= is_closed and len(bands) > 1 and 2 * len(labels) <= len(body) and all(map(_has_one_label, bands))
    is_lower = 2 * sum(label[0].islower() for label in labels) > len(labels)
    gaps = [other.row.base - one.row.base for band in bands for one, other in pairwise(band)]
    pitch = 0.0 if any(map(_has_figure, body)) else _PITCH * min(gaps, default=0.0)
    are_rows = _are_rows(bands)
    rows: list[list[str]] = []
    for band in bands:
        if spanned := _spanned(band, gutters):
            rows += spanned
            continue
        if parted and len(band) > 1 and not (are_rows or _has_two_figures(band)):
            rows.append(_together(band))
            continue
        if spaced := _spaced(band):
            rows += [_together(lines) for lines in spaced]
            continue
        own: list[list[TableLine]] = []
        for line in band:
            if own and _goes_on(own[-1], line, pitch, is_lower=is_lower):
                own[-1].append(line)
            else:
                own.append([line])
        rows += [_together(lines) for lines in own]
    return rows


def _spanned(band: Sequence[TableLine], gutters: Sequence[tuple[float, float]]) -> list[list[str]]:
    """Rows that rules part beside labels that span them, each in the first of its own; none where no label does."""
    parts = _parted(band, [line.cut is not None for line in band])
    if len(parts) < 2 or any(map(_has_two_figures, parts)):
        return []
    rows = list(map(_together, parts))
    cuts = [part[0].cut for part in parts]
    for column in range(len(gutters) + 1):
        begins = [cut is not None and column > 0 and cut <= gutters[column - 1][1] for cut in cuts]
        ends = [0, *(at for at in range(1, len(rows)) if begins[at]), len(rows)]
        for one, other in pairwise(ends):
            filled = [row[column] for row in rows[one:other] if row[column]]
            if len(filled) == 1:
                for row in rows[one:other]:
                    row[column] = ""
                rows[one][column] = filled[0]
    return [row for row in rows if any(row)]


def _bands(body: Sequence[TableLine]) -> list[Sequence[TableLine]]:
    """The lines between rules that part rows; shades behind the lines of a cell part none."""
    return drawn_bands(body) or _parted(body, [line.ruled >= FULL for line in body])


def drawn_bands(lines: Sequence[TableLine]) -> list[Sequence[TableLine]]:
    """The lines between drawn rules, where each but the first has one label and shades part lines as well."""
    bands = _parted(lines, [line.drawn >= FULL for line in lines])
    is_shaded = any(line.ruled >= FULL > line.drawn for line in lines[1:])
    labels = [sum(bool(line.cells[0]) for line in band) for band in bands]
    is_whole = max(labels[1:], default=2) <= 1 and (labels[0] <= 1 or len(bands) > 2)
    return bands if is_shaded and is_whole else []


def _parted(lines: Sequence[TableLine], begins: Sequence[bool]) -> list[Sequence[TableLine]]:
    """Lines as far as the next that begins something."""
    ends = [0, *(at for at in range(1, len(lines)) if begins[at]), len(lines)]
    return [lines[one:other] for one, other in pairwise(ends)]


def _spaced(band: Sequence[TableLine]) -> list[Sequence[TableLine]]:
    """Rows that stand further apart than their lines do, each with a label in its first line; none where none do."""
    gaps = [0.0, *(other.row.base - one.row.base for one, other in pairwise(band))]
    for narrow, wide in pairwise(sorted(gaps[1:])):
        rows = _parted(band, [gap >= wide for gap in gaps]) if wide > _WIDER * narrow else []
        labels = sum(bool(line.cells[0]) for row in rows for line in row[1:])
        is_clear = all(row[0].cells[0] for row in rows) and labels <= _FEW_LABELS * len(rows)
        if len(rows) >= _FEWEST_SPACED and is_clear and not any(map(_has_two_figures, rows)):
            return rows
    return []


def _together(lines: Sequence[TableLine]) -> list[str]:
    return [join_cells(column) for column in zip(*(line.cells for line in lines), strict=True)]


def _are_rows(bands: Sequence[Sequence[TableLine]]) -> bool:
    """Whether all lines with nothing drawn between them are rows: they stand apart and have all cells."""
    lines = [line for band in bands if len(band) > 1 for line in band]
    apart = [
        other.row.base - one.row.base - _ROW_GAP * other.row.size for band in bands for one, other in pairwise(band)
    ]
    return min(apart, default=-1.0) >= 0 and all(
        len(line.cells) > _LABEL_AND_VALUE and all(line.cells) for line in lines
    )


def _has_one_label(band: Sequence[TableLine]) -> bool:
    """Whether lines between two rules have first cells that follow each other, and no others: one in several lines."""
    starts = [bool(line.cells[0]) and not (at and band[at - 1].cells[0]) for at, line in enumerate(band)]
    return sum(starts) == 1


def _has_two_figures(lines: Sequence[TableLine]) -> bool:
    columns = zip(*(line.cells for line in lines), strict=True)
    return any(sum(1 for cell in column if cell and NUMBER.match(cell)) > 1 for column in columns)


def _has_figure(line: TableLine) -> bool:
    return any(cell and NUMBER.match(cell) for cell in line.cells)


def _goes_on(before: Sequence[TableLine], line: TableLine, pitch: float, *, is_lower: bool) -> bool:
    """Whether a line belongs to the row of the lines above it; `is_lower`: a small letter begins most rows."""
    last = before[-1]
    if line.row.base - last.row.base < _OVERLAP * min(line.row.size, last.row.size):
        # Cells in the middle of a row stand half a line beside those of an even number of lines.
        is_apart = not any(one and other for one, other in zip(last.cells, line.cells, strict=True))
        is_one = is_apart and not _has_two_figures([*before, line])
        return line.ruled <= 0.3 and (is_one or not any(map(_has_figure, (*before, line))))
    if line.row.base - last.row.base > max(pitch, _LINE_GAP * max(line.row.size, last.row.size)) or line.ruled > 0.3:
        return False
    figures = [cell for cell in line.cells if cell and NUMBER.match(cell)]
    filled = [at for at, cell in enumerate(line.cells) if cell]
    above = {at for one in before for at, cell in enumerate(one.cells) if cell}
    if not line.cells[0]:
        return (
            not figures
            and all(at in above for at in filled)
            and not any(NUMBER.match(one.cells[at]) for one in before for at in filled if one.cells[at])
        )
    label = line.cells[0]
    if not figures and not any(any(one.cells[:1]) or _has_figure(one) for one in before):
        return True  # a label in the middle of its row
    if is_lower or not label[0].islower() or not last.cells[0]:
        return False
    had = any(cell and NUMBER.match(cell) for one in before for cell in one.cells[1:])
    return not (figures and had) if filled != [0] else True
