"""The lines that a page draws: rules above and below rows, between columns, and the edges of boxes; and where it draws
what is no rule: slanted lines and curves.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import pypdfium2.raw as pdfium

from citeline.dataclass import dataclass

_THIN: Final = 2.5
"""Points: what is thinner is a rule, what is thicker has edges."""
_SHORTEST: Final = 4.0
_SAME_LEVEL: Final = 3.0
"""Points between rules that are drawn for one."""
_JOINED: Final = 1.0
"""Points between pieces of one rule; those below two headers may come as near as two."""
_BETWEEN: Final = 14.0
"""Points between the rules below two columns."""
_LIGHT: Final = 180
"""Of 255, the least of red, green and blue."""
_MOST_OBJECTS: Final = 20_000
"""Of a page: maps and drawings have more; what lies behind is not looked at."""
_BOX_SEGMENTS: Final = (4, 5)
"""Of a rectangle, with or without the side that closes it."""
_MOST_SEGMENTS: Final = 2_000
"""Of one path."""
_MOST_STROKES: Final = 20_000
"""Of a page."""
_CURVE: Final = 3
"""Points of one curve."""
_DEEPEST: Final = 3
"""Drawings inside of drawings."""

_Box = tuple[float, float, float, float, bool | None]
"""Left, bottom, right and top, and whether it is filled without an outline; None for what is no rule and no box."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line across or down the page, in points."""

    at: float
    """From the top for one across, from the left for one down."""
    start: float
    end: float
    is_edge: bool = False
    """Only where a filled box ends, such as the shade behind a row."""

    @property
    def length(self) -> float:
        """In points."""
        return self.end - self.start


class Point(NamedTuple):
    """On a page, in points from its upper left corner."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Rules:
    """Those of a page, each list from the top or the left."""

    across: tuple[Rule, ...] = ()
    down: tuple[Rule, ...] = ()
    strokes: tuple[Point, ...] = ()
    """The middle of each slanted line and curve."""


NO_RULES: Final = Rules()


def read_rules(page: Any, place: Callable[[float, float], tuple[float, float]], width: float, height: float) -> Rules:
    """`page` is a pypdfium2 PdfPage; `place` leads from its coordinates to those that are shown."""
    across: list[Rule] = []
    down: list[Rule] = []
    strokes: list[Point] = []
    for left, bottom, right, top, is_shade in _boxes(page.raw):
        (x0, y0), (x1, y1) = place(left, bottom), place(right, top)
        x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
        wide, high = x1 - x0, y1 - y0
        # Browsers paint within the margins what is behind all of a page.
        is_ground = high > 0.6 * height and wide > 0.97 * width
        is_ground |= is_shade is True and high > 0.6 * height and wide > 0.6 * width
        if x1 < 0 or y1 < 0 or x0 > width or y0 > height or is_ground:
            continue
        if is_shade is None:
            if len(strokes) < _MOST_STROKES:
                strokes.append(Point((x0 + x1) / 2, (y0 + y1) / 2))
        elif high <= _THIN:
            across.append(Rule((y0 + y1) / 2, x0, x1))
        elif wide <= _THIN:
            down.append(Rule((x0 + x1) / 2, y0, y1))
        else:
            across += [Rule(y0, x0, x1, is_shade), Rule(y1, x0, x1, is_shade)]
            down += [Rule(x0, y0, y1, is_shade), Rule(x1, y0, y1, is_shade)]
    return Rules(tuple(_joined(across)), tuple(_joined(down)), tuple(strokes))


def levels_of(rules: Sequence[Rule]) -> Iterator[Rule]:
    """Rules with what goes on beside them in one line."""
    last: Rule | None = None
    for rule in sorted(rules, key=lambda rule: (round(rule.at / _SAME_LEVEL), rule.start)):
        if last is not None and abs(rule.at - last.at) <= _SAME_LEVEL and rule.start - last.end <= _BETWEEN:
            last = Rule(last.at, last.start, max(last.end, rule.end))
            continue
        if last is not None:
            yield last
        last = rule
    if last is not None:
        yield last


def _boxes(page: Any) -> Iterator[_Box]:
    """Each path that is drawn, in the coordinates of the page."""
    get, kind, shapes = pdfium.FPDFPage_GetObject, pdfium.FPDFPageObj_GetType, _Shapes()
    for index in range(min(pdfium.FPDFPage_CountObjects(page), _MOST_OBJECTS)):
        shape = get(page, index)
        found = kind(shape)
        is_form = found == pdfium.FPDF_PAGEOBJ_FORM
        yield from _inside(shape, shapes, 1) if is_form else shapes.drawn(shape, found)


def _inside(form: Any, shapes: _Shapes, depth: int) -> Iterator[_Box]:
    """The same of a drawing inside of the page."""
    matrix = pdfium.FS_MATRIX()
    if depth > _DEEPEST or not pdfium.FPDFPageObj_GetMatrix(form, ctypes.byref(matrix)):
        return
    for index in range(min(pdfium.FPDFFormObj_CountObjects(form), _MOST_OBJECTS)):
        shape = pdfium.FPDFFormObj_GetObject(form, index)
        kind = pdfium.FPDFPageObj_GetType(shape)
        is_form = kind == pdfium.FPDF_PAGEOBJ_FORM
        boxes = _inside(shape, shapes, depth + 1) if is_form else shapes.drawn(shape, kind)
        for left, bottom, right, top, is_shade in boxes:
            (x0, y0), (x1, y1) = _moved(matrix, left, bottom), _moved(matrix, right, top)
            yield min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1), is_shade


class _Shapes:
    """What pdfium says of paths, in places that are made once: there are hundreds on a page."""

    def __init__(self) -> None:
        self._fill, self._stroke = ctypes.c_int(), ctypes.c_int()
        self._at_mode = ctypes.byref(self._fill), ctypes.byref(self._stroke)
        self._sides = tuple(ctypes.c_float() for _ in range(4))
        self._at_sides = tuple(map(ctypes.byref, self._sides))
        self._colour = tuple(ctypes.c_uint() for _ in range(4))
        self._at_colour = tuple(map(ctypes.byref, self._colour))

    def drawn(self, shape: Any, kind: int) -> Iterable[_Box]:
        """What a path or a picture draws; nothing of another kind."""
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            return self._boxes(shape)
        return self._thin(shape) if kind == pdfium.FPDF_PAGEOBJ_IMAGE else ()

    def _boxes(self, shape: Any) -> Iterator[_Box]:
        """One for a rule or a rectangle, one for each line of another path; none for what nobody sees."""
        if not (pdfium.FPDFPath_GetDrawMode(shape, *self._at_mode) and (self._fill.value or self._stroke.value)):
            return
        if not pdfium.FPDFPageObj_GetBounds(shape, *self._at_sides):
            return
        left, bottom, right, top = (side.value for side in self._sides)
        is_thin = right - left <= _THIN or top - bottom <= _THIN
        if not is_thin and pdfium.FPDFPath_CountSegments(shape) not in _BOX_SEGMENTS:
            half = self._width_of(shape) / 2
            yield from (_shade(line, half) for line in _lines_of(shape)) if half > _THIN else _lines_of(shape)
        elif right - left >= _SHORTEST or top - bottom >= _SHORTEST:
            yield left, bottom, right, top, not self._stroke.value and (not is_thin or self._is_light(shape))

    def _thin(self, shape: Any) -> Iterator[_Box]:
        """A picture that is a rule, as programs make them that read what TeX has set."""
        if pdfium.FPDFPageObj_GetBounds(shape, *self._at_sides):
            left, bottom, right, top = (side.value for side in self._sides)
            if min(right - left, top - bottom) <= _THIN and max(right - left, top - bottom) >= _SHORTEST:
                yield left, bottom, right, top, False

    def _width_of(self, shape: Any) -> float:
        """Of what is drawn along a path, in points; 0 without an outline."""
        at = self._at_sides[0]
        return self._sides[0].value if self._stroke.value and pdfium.FPDFPageObj_GetStrokeWidth(shape, at) else 0.0

    def _is_light(self, shape: Any) -> bool:
        """Whether it is filled with no more than a shade."""
        found = pdfium.FPDFPageObj_GetFillColor(shape, *self._at_colour)
        return bool(found) and min(part.value for part in self._colour[:3]) >= _LIGHT


def _shade(line: _Box, half: float) -> _Box:
    """A line as wide as a row is a shade behind it."""
    left, bottom, right, top, is_curve = line
    beside, above = (0.0, half) if right - left > top - bottom else (half, 0.0)
    return left - beside, bottom - above, right + beside, top + above, None if is_curve is None else True


def _lines_of(shape: Any) -> Iterator[_Box]:
    """The lines and curves of a path."""
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(shape, ctypes.byref(matrix))
    x, y = ctypes.c_float(), ctypes.c_float()
    before = first = (0.0, 0.0)
    for index in range(min(pdfium.FPDFPath_CountSegments(shape), _MOST_SEGMENTS)):
        segment = pdfium.FPDFPath_GetPathSegment(shape, index)
        if not pdfium.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y)):
            continue
        point = _moved(matrix, x.value, y.value)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            first = point
        elif kind == pdfium.FPDF_SEGMENT_LINETO:
            yield from _straight(before, point)
        elif kind == pdfium.FPDF_SEGMENT_BEZIERTO and index % _CURVE == 0:
            yield *point, *point, None
        if pdfium.FPDFPathSegment_GetClose(segment):
            yield from _straight(point, first)
        before = point


def _straight(one: tuple[float, float], other: tuple[float, float]) -> Iterator[_Box]:
    across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    if max(across, down) >= _SHORTEST:
        is_rule = min(across, down) <= _THIN / 2
        sides = min(one[0], other[0]), min(one[1], other[1]), max(one[0], other[0]), max(one[1], other[1])
        yield *sides, False if is_rule else None


def _moved(matrix: Any, x: float, y: float) -> tuple[float, float]:
    return matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f


def _joined(rules: list[Rule]) -> Iterator[Rule]:
    """Pieces of one line as one rule."""
    levels: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda rule: rule.at):
        if levels and rule.at - levels[-1][0].at <= _SAME_LEVEL:
            levels[-1].append(rule)
        else:
            levels.append([rule])
    for level in levels:
        level.sort(key=lambda rule: rule.start)
        one = level[0]
        for rule in level[1:]:
            if rule.start <= one.end + _JOINED:
                one = Rule(one.at, one.start, max(one.end, rule.end), one.is_edge and rule.is_edge)
            else:
                yield one
                one = rule
        yield one
