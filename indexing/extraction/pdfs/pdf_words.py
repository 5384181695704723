"""The words of a page of a PDF: where each stands, and in which style. The only module that reads text by pdfium.

Coordinates are those of the page as it is shown: points, from the upper left corner of what is visible.
"""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple
from unicodedata import bidirectional

import pypdfium2.raw as pdfium

from citeline.dataclass import dataclass

from .pdf_accents import JOINED, with_accents

_HYPHEN: Final = "\ufffe"
"""What pdfium puts in the place of a hyphen at the end of a line, and of the end of the line."""
_WORD: Final = re.compile(r"[^\s\ufffe\x00]+\ufffe?|\ufffe")
_BOLD_FLAG: Final = 1 << 18
_BOLD_WEIGHT: Final = 600
_BOLD_NAME: Final = re.compile(
    r"bold|black|heavy|demi(?!light)|(?:^|[-,])(?:bd|semibd)(?:$|[-,])|cmbx|cmssbx", re.IGNORECASE
)
_FILLED_AND_DRAWN: Final = pdfium.FPDF_TEXTRENDERMODE_FILL_STROKE
"""How programs make a bold face of a font that has none, as those of Korean and Chinese text often do not."""
_SUBSET: Final = re.compile(r"^[A-Z]{6}\+")
_ALEF_LAM: Final = re.compile("[\u0622\u0623\u0625\u0627]\u0644")
_STAMP_SIZE: Final = 6.0
"""Points, of a stamp beside the text: however large it is, it is no heading."""
MOST_CHARS: Final = 60_000
"""Of a page, what lies behind is left out; a page of small print has 10,000."""
FIRST_LEFTWARD: Final = "\u0590"
"""Of the letters of Hebrew and Arabic; those before are written to the right."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a word is set."""

    size: float
    """In points as shown, to the tenth."""
    is_bold: bool
    face: str
    """Of the font, without the prefix of a subset."""
    colour: int = 0
    """Two bits each of red, green and blue: shades of black are 0."""


NO_STYLE: Final = Style(0.0, False, "")
"""Of what is not set in one."""


@dataclass(frozen=True, slots=True)
class Word:
    """Characters without white space between them."""

    text: str
    left: float
    right: float
    base: float
    """The line it stands on; grows down the page."""
    style: Style
    is_broken: bool = False
    """It ends in a hyphen that may only divide it, which `text` lacks."""

    @property
    def is_leftward(self) -> bool:
        """Written from right to left."""
        first = self.text[0]
        return first >= FIRST_LEFTWARD and bidirectional(first) in {"R", "AL"}


@dataclass(frozen=True, slots=True)
class Page:
    """What a page shows."""

    words: tuple[Word, ...]
    """In the order in which the page draws them."""
    width: float
    height: float
    is_garbled: bool = False
    """Words were left out because their font does not tell which letters they are."""
    turn: int = 0
    """Degrees, clockwise, by which it was turned beside its own rotation, because its text runs up or down."""


def read_page(page: Any) -> Page:
    """The words of an open page; `page` is a pypdfium2 PdfPage. Text beside the page is left out: nobody sees it.

    A page most of whose text is drawn upwards is read as a person would turn it.
    """
    shown = Shown(page)
    text_page = pdfium.FPDFText_LoadPage(page)
    if not text_page:
        return Page((), shown.width, shown.height)
    turn = 0
    try:
        count = min(pdfium.FPDFText_CountChars(text_page), MOST_CHARS)
        found = list(_words(text_page, count, shown))
        if any(drawn.turn for drawn in found):
            chars = Counter[int]()
            for drawn in found:
                chars[drawn.turn] += len(drawn.word.text)
            turn = chars.most_common(1)[0][0]
            if turn:
                shown = Shown(page, turn)
                found = list(_words(text_page, count, shown))
    finally:
        pdfium.FPDFText_ClosePage(text_page)
    # Characters of no script stand where a font has no table of its letters.
    words = [drawn for drawn in found if any(map(str.isprintable, drawn.word.text))]
    return Page(tuple(_beside_below(words, shown)), shown.width, shown.height, len(words) < len(found), turn)


class _Drawn(NamedTuple):
    word: Word
    turn: int
    """How far a reader has to turn the page for it, clockwise: 0, 90 or 270."""


def _beside_below(found: Sequence[_Drawn], shown: Shown) -> Iterator[Word]:
    """Words as they are drawn; those of a stamp that runs up a side of the page are put below it, as one line.

    Where they stand, each would end or begin a line of text that it has nothing to do with.
    """
    upright = [drawn.word for drawn in found if not drawn.turn]
    left, right = min((word.left for word in upright), default=0.0), max((word.right for word in upright), default=0.0)
    at = left
    for word, turn in found:
        if turn and upright and (word.right <= left or word.left >= right):
            end = at + _STAMP_SIZE / 2 * len(word.text)
            style = replace(word.style, size=_STAMP_SIZE, is_bold=False)
            yield replace(word, left=at, right=end, base=shown.height, style=style)
            at = end + _STAMP_SIZE / 3
        else:
            yield word


class Shown:
    """Leads from the coordinates of a page to those of what is visible of it."""

    def __init__(self, page: Any, turn: int = 0) -> None:
        left, bottom, right, top = page.get_bbox()
        self.rotation = (page.get_rotation() + turn) % 360
        across, down = right - left, top - bottom
        self.width, self.height = (down, across) if self.rotation in {90, 270} else (across, down)

        # What is shown across is x * right + y * up + begin; the same holds down the page.
        self.across = {90: (0, 1, -bottom), 180: (-1, 0, right), 270: (0, -1, top)}.get(self.rotation, (1, 0, -left))
        self.down = {90: (1, 0, -left), 180: (0, 1, -bottom), 270: (-1, 0, right)}.get(self.rotation, (0, -1, top))

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Across and down, as shown."""
        (a, b, c), (d, e, f) = self.across, self.down
        return a * x + b * y + c, d * x + e * y + f

    def is_vertical(self, x: float, y: float) -> bool:
        """Whether what is drawn in this direction runs up or down."""
        (a, b, _), (d, e, _) = self.across, self.down
        return abs(a * x + b * y) < abs(d * x + e * y)


def _words(text_page: Any, count: int, shown: Shown) -> Iterator[_Drawn]:
    text = with_accents(text_page, _text(text_page, count))
    x, y = ctypes.c_double(), ctypes.c_double()
    sides = x0, x1, y0, y1 = tuple(ctypes.c_double() for _ in range(4))
    at_x, at_y, at_sides = ctypes.byref(x), ctypes.byref(y), tuple(map(ctypes.byref, sides))
    a, b, c = shown.across
    styles = _Styles(text_page, shown)
    for match in _WORD.finditer(text):
        first, last = match.start(), match.end() - 1
        written = match[0]
        is_broken = written[-1] == _HYPHEN
        if is_broken:
            last -= 1
            written = written[:-1]
        if not written or not pdfium.FPDFText_GetCharOrigin(text_page, first, at_x, at_y):
            continue
        left, base = shown.place(x.value, y.value)
        if not pdfium.FPDFText_GetCharBox(text_page, last, *at_sides):
            continue
        # Two corners of the last character, in whatever direction the page is turned.
        low, high = x0.value * a + y0.value * b + c, x1.value * a + y1.value * b + c
        right = max(left, low, high)
        if (
            written[0] >= FIRST_LEFTWARD
            and min(low, high) < left
            and pdfium.FPDFText_GetCharBox(text_page, first, *at_sides)
        ):
            # Its first character stands to the right of its last one.
            left, right = min(low, high), max(right, x0.value * a + y0.value * b + c, x1.value * a + y1.value * b + c)
            written = _without_ligatures(text_page, first, written)
        elif (
            high < left
            and written[0].isalnum()
            and written[-1].isalnum()
            and max(written) < FIRST_LEFTWARD
            and (drawn := _from_left(text_page, first, written, shown, left))
        ):
            written, left, right = drawn
        if right < 0 or left > shown.width or not 0 <= base <= shown.height:
            continue
        style, is_vertical = styles.of(first)
        # Where its last character stands, and not the matrix: a size below zero turns it once more.
        turn = 0 if not is_vertical else 90 if shown.place(x0.value, y0.value)[1] < base else 270
        written = written.replace(JOINED, "")
        yield _Drawn(Word(written, round(left, 1), round(right, 1), round(base, 1), style, is_broken), turn)


def _from_left(text_page: Any, first: int, written: str, shown: Shown, start: float) -> tuple[str, float, float] | None:
    """A word with its sides, its letters and digits as they are drawn; None for one that stands upside down.

    `start`: where its first character begins, across the page.

    Beside words from right to left pdfium tells the digits of `API3:2019` first. Signs at its ends stay there.
    """
    sides = tuple(ctypes.c_double() for _ in range(4))
    places: list[tuple[float, float]] = []
    for at in range(len(written)):
        pdfium.FPDFText_GetCharBox(text_page, first + at, *map(ctypes.byref, sides))
        one, other = (shown.place(side.value, sides[2].value)[0] for side in sides[:2])
        places.append((min(one, other), max(one, other)))
    if sum(places[0]) < 2 * start:  # a letter that is upside down goes to the left
        return None
    told = [at for at, char in enumerate(written) if char.isalnum()]
    inner = range(told[0], told[-1] + 1) if told else range(0)
    letters = list(written)
    letters[inner.start : inner.stop] = [written[at] for at in sorted(inner, key=lambda at: places[at][0])]
    return "".join(letters), min(left for left, _ in places), max(right for _, right in places)


def _without_ligatures(text_page: Any, first: int, written: str) -> str:
    """A word with lam and alef in order, of which pdfium tells the second first where they are drawn as one sign."""
    x, other, y = ctypes.c_double(), ctypes.c_double(), ctypes.c_double()
    letters = list(written)
    for match in _ALEF_LAM.finditer(written):
        at = match.start()
        pdfium.FPDFText_GetCharOrigin(text_page, first + at, ctypes.byref(x), ctypes.byref(y))
        pdfium.FPDFText_GetCharOrigin(text_page, first + at + 1, ctypes.byref(other), ctypes.byref(y))
        if x.value == other.value:
            letters[at : at + 2] = letters[at + 1], letters[at]
    return "".join(letters)


def _text(text_page: Any, count: int) -> str:
    """One character for each that pdfium counts."""
    buffer = (ctypes.c_ushort * (count + 1))()
    written = pdfium.FPDFText_GetText(text_page, 0, count, buffer)
    text = bytes(buffer)[: 2 * max(0, written - 1)].decode("utf-16-le", "replace")
    if len(text) == count:
        return text
    # Some have no text, or take two units.
    codes = (pdfium.FPDFText_GetUnicode(text_page, index) for index in range(count))
    return "".join(chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd" for code in codes)


class _Styles:
    """Styles of a page, each looked up once for a piece of text, and made once."""

    def __init__(self, text_page: Any, shown: Shown) -> None:
        self._text_page = text_page
        self._shown = shown
        self._by_piece: dict[int, tuple[Style, bool]] = {}
        self._fonts: dict[int, tuple[bytes, int, int]] = {}
        self._made: dict[tuple[float, bytes, int, int, int, bool], Style] = {}
        self._matrix = pdfium.FS_MATRIX()
        self._at_matrix = ctypes.byref(self._matrix)
        self._flags = ctypes.c_int()
        self._at_flags = ctypes.byref(self._flags)
        self._name = ctypes.create_string_buffer(128)
        self._colour = tuple(ctypes.c_uint() for _ in range(4))
        self._at_colour = tuple(map(ctypes.byref, self._colour))

    def of(self, index: int) -> tuple[Style, bool]:
        """Of a character, and whether it stands in a text that runs up or down."""
        piece = pdfium.FPDFText_GetTextObject(self._text_page, index)
        address = ctypes.cast(piece, ctypes.c_void_p).value or 0
        found = self._by_piece.get(address)
        if found is None or not address:
            found = self._by_piece[address] = self._look_up(index, piece if address else None)
        return found

    def _look_up(self, index: int, piece: Any) -> tuple[Style, bool]:
        size, is_vertical = pdfium.FPDFText_GetFontSize(self._text_page, index), False
        if pdfium.FPDFText_GetMatrix(self._text_page, index, self._at_matrix):
            is_vertical = self._shown.is_vertical(self._matrix.a, self._matrix.b)
            size *= (self._matrix.c**2 + self._matrix.d**2) ** 0.5
        # Most pieces of a page share a few fonts, and asking for the name of one takes longer than all the rest.
        font = ctypes.cast(pdfium.FPDFTextObj_GetFont(piece), ctypes.c_void_p).value if piece is not None else None
        about = self._fonts.get(font) if font else None
        if about is None:
            length = pdfium.FPDFText_GetFontInfo(self._text_page, index, self._name, 128, self._at_flags)
            name = self._name.raw[: max(0, min(length, 128) - 1)] if length else b""
            about = name, self._flags.value, pdfium.FPDFText_GetFontWeight(self._text_page, index)
            if font:
                self._fonts[font] = about
        name, flags, weight = about
        is_drawn_bold = piece is not None and pdfium.FPDFTextObj_GetTextRenderMode(piece) == _FILLED_AND_DRAWN
        key = round(abs(size), 1), name, flags, weight, self._shade(piece), is_drawn_bold
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = _style(*key)
        return found, is_vertical

    def _shade(self, piece: Any) -> int:
        if piece is None or not pdfium.FPDFPageObj_GetFillColor(piece, *self._at_colour):
            return 0
        red, green, blue, _ = self._colour
        return red.value >> 6 << 4 | green.value >> 6 << 2 | blue.value >> 6


def _style(size: float, name: bytes, flags: int, weight: int, colour: int, is_drawn_bold: bool) -> Style:
    face = _SUBSET.sub("", name.decode("utf-8", "replace"))
    is_bold = bool(is_drawn_bold or flags & _BOLD_FLAG or weight >= _BOLD_WEIGHT or _BOLD_NAME.search(face) is not None)
    return Style(size, is_bold, face, colour)


def is_leftward(text: str) -> bool:
    """Whether most of its letters are written from right to left: such a line begins at its right end."""
    if max(text, default="") < FIRST_LEFTWARD:
        return False
    ways = [bidirectional(char) for char in text]
    return sum(way in {"R", "AL"} for way in ways) > ways.count("L")
