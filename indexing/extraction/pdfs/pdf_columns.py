"""From the words of a page to pieces of lines, and to the columns that are read one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from citeline.dataclass import dataclass

from .pdf_lines import Block
from .pdf_patterns import MONOSPACED
from .pdf_words import Page, Word

_SAME_BASE: Final = 0.35
"""Of the size: words that stand this far apart in height share a line; what is raised or lowered does."""
_WORD_GAP: Final = 1.6
"""Of the size: a wider gap is one between cells or columns, not between the words of a justified line."""
_FEWEST_LINES: Final = 4
"""Of a column."""
_FILLED: Final = 0.55
"""Of a column's width, on average by its lines: prose fills it, the cells of a table do not."""
_FEWEST_CHARS: Final = 14
"""Of a line of a column, on average."""
_MOST_COLUMNS: Final = 4
_LONGEST_NUMBER: Final = 4
"""Digits of the number of a page."""
_SAME_LINE: Final = 3.0
"""Points between the numbers of two pages."""
_CROSSING: Final = 0.2
"""Of the pieces of a page with two columns may stand across both."""
_JOINING: Final = ("/", "&", "+")
"""Signs between two Latin words."""
_MOST_PIECES: Final = 4_000
"""Of a page that is looked at for columns."""


@dataclass(slots=True)
class Piece:
    """Words with ordinary spaces between them, or a block of lines that are known already."""

    left: float
    right: float
    base: float
    words: list[Word]
    block: Block | None = None
    is_leftward: bool = False
    """Some of its words follow each other from right to left."""

    @property
    def chars(self) -> int:
        """With the spaces between the words."""
        return sum(len(word.text) + 1 for word in self.words)


def columns_of(words: Sequence[Word], blocks: Sequence[Block] = (), start: float | None = None) -> list[list[Piece]]:
    """What is read one after the other; pieces of each in no order."""
    pieces = list(pieces_of(words))
    pieces += [Piece(block.left, block.right, block.top, [], block) for block in blocks]
    return list(_in_order(pieces, start, _MOST_COLUMNS))


def column_start(page: Page, before: float | None = None) -> float | None:
    """Where the second column of a page begins; None for text of one column, and for what looks like cells.

    `before` is where it began on the page before: the last page of a chapter has little in its second column.
    """
    pieces = list(pieces_of(page.words))
    start = _second_page(page, pieces) or _column_start(pieces)
    if start is not None or before is None:
        return start
    begins = sum(1 for piece in pieces if abs(piece.left - before) <= 3)
    crossing = sum(1 for piece in pieces if piece.left < before - 2 and piece.right > before + 2)
    return before if begins and crossing <= _CROSSING * len(pieces) else None


def _second_page(page: Page, pieces: Sequence[Piece]) -> float | None:
    """Where the right one begins of two pages that are one: their numbers stand at both ends of one line, above or
    below all others, and nothing stands farther out; None for a single page.
    """
    if page.width <= page.height:
        return None
    middle = page.width / 2
    right = min((piece.left for piece in pieces if piece.left >= middle), default=None)
    if right is None or any(piece.left < middle < piece.right for piece in pieces):
        return None
    edges = min(piece.left for piece in pieces), max(piece.right for piece in pieces)
    bases = sorted(piece.base for piece in pieces)
    for base in (bases[0], bases[-1]):
        line = sorted((piece for piece in pieces if abs(piece.base - base) <= _SAME_LINE), key=attrgetter("left"))
        first, last = line[0].words[0].text, line[-1].words[-1].text
        is_outer = line[0].left <= edges[0] + _SAME_LINE and line[-1].right >= edges[1] - _SAME_LINE
        are_numbers = first.isdecimal() and last.isdecimal() and len(first) <= _LONGEST_NUMBER >= len(last)
        if is_outer and are_numbers and int(last) == int(first) + 1 and line[0].right < middle:
            return right
    return None


def pieces_of(words: Sequence[Word]) -> Iterator[Piece]:
    """Words joined as long as they go on on one line, to the right, or to the left after one that is written so."""
    piece: Piece | None = None
    before = 0.0
    for word in words:
        own = word.style.size
        size = own if own > before else before
        if piece is not None:
            gap = word.left - piece.right
            if gap < 0 and (piece.is_leftward or word.is_leftward):
                gap = piece.left - word.right
            if -0.5 * size <= gap <= _WORD_GAP * size and abs(word.base - piece.base) <= _SAME_BASE * size:
                piece.words.append(word)
                if word.right > piece.right:
                    piece.right = word.right
                if word.left < piece.left:
                    piece.left = word.left
                    piece.is_leftward = True
                before = own
                continue
            yield _in_order_of_reading(piece)
        piece = Piece(word.left, word.right, word.base, [word], is_leftward=word.is_leftward)
        before = own
    if piece is not None:
        yield _in_order_of_reading(piece)


def _in_order_of_reading(piece: Piece) -> Piece:
    """Latin words stand in their order also between others from right to left: pdfium tells the last one first."""
    if piece.is_leftward and len(piece.words) > 1:
        found: list[Word] = []
        for kind, run in groupby(piece.words, key=_kind):
            words = list(run)
            has_letter = any(word.text[at].isalpha() for word in words for at in (0, -1))
            found += sorted(words, key=attrgetter("left")) if kind == "latin" and has_letter else words
        piece.words = found
    return piece


def _kind(word: Word) -> str:
    is_latin = word.text in _JOINING or any(map(str.isalnum, word.text))
    return "leftward" if word.is_leftward else "latin" if is_latin else "sign"


def rows_of(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces that stand on one line, from top to bottom, each in the order of reading; a block is alone."""
    rows: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda piece: (piece.base, piece.left)):
        if rows and not piece.block and not rows[-1][0].block:
            size = max(piece.words[0].style.size, rows[-1][0].words[0].style.size)
            if abs(piece.base - rows[-1][0].base) <= _SAME_BASE * size:
                rows[-1].append(piece)
                continue
        rows.append([piece])
    for row in rows:
        row.sort(key=lambda piece: piece.left, reverse=2 * sum(piece.is_leftward for piece in row) > len(row))
    return rows


def _in_order(pieces: list[Piece], start: float | None, most: int) -> Iterator[list[Piece]]:
    """Lists of pieces that are read one after the other, each from top to bottom; `start` parts two columns."""
    if start is None:
        yield pieces
        return
    spanning = sorted((p for p in pieces if p.left < start - 2 and p.right > start + 2), key=lambda p: p.base)
    rest = sorted((p for p in pieces if not (p.left < start - 2 and p.right > start + 2)), key=lambda p: p.base)
    at = 0
    wide: list[Piece] = []
    """Lines across both columns that follow each other."""
    for across in [*spanning, None]:
        band: list[Piece] = []
        while at < len(rest) and (across is None or rest[at].base < across.base - 1):
            band.append(rest[at])
            at += 1
        if band and wide:
            yield wide
            wide = []
        for column in ([p for p in band if p.left < start - 2], [p for p in band if p.left >= start - 2]):
            if column:
                yield from _in_order(column, _column_start(column) if most > 2 else None, most - 1)
        if across is not None:
            wide.append(across)
    if wide:
        yield wide


def _column_start(pieces: Sequence[Piece]) -> float | None:
    texts = [piece for piece in pieces if piece.words]
    if not 2 * _FEWEST_LINES <= len(texts) <= _MOST_PIECES:
        return None
    first, last = min(piece.left for piece in texts), max(piece.right for piece in texts)
    starts = Counter(round(piece.left / 3) for piece in texts if piece.left > first + 0.15 * (last - first))
    best, most = None, 0.6 * len(texts)
    for start, count in sorted(starts.items()):
        if count + starts[start + 1] < _FEWEST_LINES:
            continue
        edge = 3 * start - 2.0
        right = [piece for piece in texts if piece.left >= edge]
        left = [piece for piece in texts if piece.right <= edge]
        if len(left) >= _FEWEST_LINES and len(right) + len(left) > most:
            inner = max(piece.right for piece in left)
            if inner < edge and _is_prose(left, inner - first) and _is_prose(right, last - edge):
                # The best, not the first: the cells of a table in a column look like one, too.
                best, most = edge + 2, len(right) + len(left)
    return best


def _is_prose(pieces: Sequence[Piece], width: float) -> bool:
    """A column, or several, of lines that fill it."""
    if len(pieces) < _FEWEST_LINES:
        return False
    code = sum(1 for piece in pieces if MONOSPACED.search(piece.words[0].style.face))
    if 2 * code > len(pieces):
        return False  # code, and what is noted beside its lines
    mean_chars = sum(piece.chars for piece in pieces) / len(pieces)
    # The widest decile, not the whole width: what lies to the right may be two columns.
    wide = sorted(piece.right - piece.left for piece in pieces)[int(0.9 * (len(pieces) - 1))]
    mean = sum(piece.right - piece.left for piece in pieces) / len(pieces)
    is_filled = mean_chars >= _FEWEST_CHARS and mean >= _FILLED * min(width, 1.1 * wide)
    return is_filled and not _are_figures(pieces)


def _are_figures(pieces: Sequence[Piece]) -> bool:
    """Whether most words of lines have no letter: figures of a table that stand close to each other."""
    words = [any(map(str.isalpha, word.text)) for piece in pieces for word in piece.words]
    return 2 * sum(words) < len(words)
