"""What a fitted model sees of the lines of a PDF that could be a heading: numbers, each with a name."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Final

import numpy as np

from citeline.dataclass import dataclass
from citeline.protocols import FloatMatrix

from .pdf_furniture import body_style
from .pdf_lines import Line
from .pdf_numbers import Series, enumerated, number_of
from .pdf_patterns import (
    BULLET,
    CAPTION,
    CONTENTS_LEADER,
    CONTENTS_TITLE,
    ENDS_IN_PAGE,
    ITALIC,
    ITEM,
    LETTERED,
    MONOSPACED,
    NAMED_PART,
    NUMBERED,
    PART,
    UNITS,
)
from .pdf_words import Style, is_leftward

FEATURES: Final = (
    "size", "size_above", "size_below", "bold", "bold_body", "bold_below", "italic", "uniform", "other_face", "mono",
    "coloured", "style_rare", "style_apart", "style_numbered", "style_pages", "style_length", "style_alone",
    "capitals", "title_case", "lower", "digits", "words", "signs", "single",
    "numbered", "lettered", "depth", "follows", "item", "named", "bullet", "caption", "address",
    "stop", "comma", "colon", "commas", "brackets", "length", "lines", "width", "centred", "indent",
    "caseless", "apart", "apart_below", "gap_above", "gap_below", "pieces", "first_page", "before_body", "top",
    "largest", "contents", "table_above", "table_below", "units_below", "like_above", "like_below",
    "body_below", "repeated", "first_in_line",
)  # fmt: skip
"""In the order of the columns."""
MOST_LINES: Final = 4
_LONGEST: Final = 250
_FEWEST_CONTENTS: Final = 4
_FEWEST_ITEMS: Final = 5
"""On one page: more of them are a list."""
_FIRST_IDEOGRAPH: Final = "\u2e80"
_LARGER: Final = 1.08
"""Times the size of the text."""
_WORD_LETTERS: Final = 3


@dataclass(frozen=True, slots=True)
class Candidate:
    """Lines of a page that could be one heading."""

    page: int
    line: int
    count: int
    text: str
    style: Style


@dataclass(slots=True)
class _StyleUse:
    """How a document uses one style."""

    chars: int = 0
    blocks: int = 0
    apart: int = 0
    numbered: int = 0
    lines: int = 0
    runs: int = 0
    """Stretches of lines in it."""
    pages: set[int] = field(default_factory=set)


def candidates_of(pages: Sequence[Sequence[Line]]) -> list[Candidate]:
    """In order. Lines that look like those of a paragraph are none: most of a document."""
    body = body_style(pages)
    return [one for page, lines in enumerate(pages) for one in _on_page(page, lines, body)]


def _on_page(page: int, lines: Sequence[Line], body: Style) -> Iterator[Candidate]:
    at = 0
    while at < len(lines):
        count = _block(lines, at, body) if _may_begin(lines, at, body) else 0
        if count:
            text = " ".join(" ".join(line.text.split()) for line in lines[at : at + count])
            if len(text) <= _LONGEST:
                yield Candidate(page, at, count, text, lines[at].style)
        at += max(count, 1)


def _may_begin(lines: Sequence[Line], at: int, body: Style) -> bool:
    line = lines[at]
    if line.table or sum(map(str.isalpha, line.text)) < 2 or CONTENTS_LEADER.search(line.text):
        return False
    if MONOSPACED.search(line.style.face) and line.style.size <= _LARGER * body.size:
        return False  # code
    if line.pieces > 2 and not starts_anew(line.text):
        return False
    if alike(line.style, body) and line.style.face == body.face:
        if at and not line.is_apart and not lines[at - 1].table and _is_full(lines[at - 1], line, lines):
            return False  # in the middle of a paragraph
        return starts_anew(line.text) or (line.is_apart and line.text.upper() == line.text != line.text.lower())
    return line.style.size >= 0.8 * body.size


def _block(lines: Sequence[Line], at: int, body: Style) -> int:
    """How many lines from `at` on would be one heading."""
    first = lines[at]
    count = 1
    while at + count < len(lines) and count < MOST_LINES:
        line, before = lines[at + count], lines[at + count - 1]
        is_label = count == 1 and _is_label(first.text)
        if line.table or not alike(line.style, first.style) or starts_anew(line.text):
            break
        # A title beside its number goes on below itself.
        indent = first.right - line.right if is_leftward(line.text) else line.left - first.left
        hangs = first.pieces == 2 and indent > 2 * first.style.size and not line.is_apart
        if line.is_apart and not is_label:
            break
        if not is_label and not hangs and not (first.style.size > 1.5 * body.size or _is_full(before, line, lines)):
            break
        count += 1
    return count


def measured(pages: Sequence[Sequence[Line]], found: Sequence[Candidate]) -> FloatMatrix:
    """One row for each candidate, one column for each of FEATURES."""
    body = body_style(pages)
    uses = _uses(pages, found)
    total = sum(use.chars for use in uses.values()) or 1
    largest = max((one.style.size for one in found if not one.page), default=0.0)
    height = max((line.base for lines in pages for line in lines), default=1.0) or 1.0
    repeated = Counter(one.text for one in found)
    contents = _contents(pages)
    begin = _first_body(pages, body)
    sides = [np.asarray([(line.left, line.right) for line in lines if not line.table], np.float32) for lines in pages]
    rows = np.zeros((len(found), len(FEATURES)), np.float32)
    series = Series()
    for row, one in zip(rows, found, strict=True):
        lines = pages[one.page]
        own, first = lines[one.line : one.line + one.count], lines[one.line]
        above = lines[one.line - 1] if one.line else None
        below = lines[one.line + one.count] if one.line + one.count < len(lines) else None
        text, style, use = _label_of(one), one.style, uses[one.style]
        size = max(style.size, 1.0)
        number = number_of(text)
        item = enumerated(text)
        is_next = series.is_next(text)
        letters = sum(map(str.isalpha, text))
        words = text.split()
        left, right = min(line.left for line in own), max(line.right for line in own)
        edge, end = _column(sides[one.page], left, right)
        width = max(end - edge, 1.0)
        values = (
            _log(size / max(body.size, 1.0)),
            _log(size / max(above.style.size, 1.0)) if above else 0.0,
            _log(size / max(below.style.size, 1.0)) if below else 0.0,
            style.is_bold,
            style.is_bold and not body.is_bold,
            style.is_bold and below is not None and not below.style.is_bold,
            ITALIC.search(style.face) is not None,
            all(line.is_uniform for line in own),
            style.face != body.face,
            MONOSPACED.search(style.face) is not None,
            style.colour != body.colour,
            -math.log10(max(use.chars / total, 1e-5)) / 5,
            use.apart / use.blocks,
            use.numbered / use.blocks,
            min(1.0, len(use.pages) / len(pages)),
            min(1.0, use.chars / use.blocks / 100),
            use.runs / max(use.lines, 1),
            letters >= 3 and text.upper() == text and text.lower() != text,
            _title_case(words),
            text[0].islower(),
            sum(map(str.isdigit, text)) / len(text),
            sum(len(word) for word in words if sum(map(str.isalpha, word)) >= _WORD_LETTERS) / len(text),
            sum(1 for char in text if not char.isalnum() and not char.isspace()) / len(text),
            sum(1 for word in words if len(word) == 1) / len(words),
            number is not None or item is not None,
            LETTERED.match(text) is not None,
            len(number) / 4 if number else 0.25 if item else 0.0,
            is_next,
            bool(ITEM.match(text) or PART.match(text)),
            NAMED_PART.match(text) is not None,
            BULLET.match(text) is not None,
            CAPTION.match(text) is not None,
            "@" in text or "://" in text,
            text.endswith((".", "!", "。", "！")),
            text.endswith((",", ";", "，", "；", "、", "،")),
            text.endswith((":", "：")),
            min(4, sum(map(text.count, ",，、،"))) / 4,
            text.count(")") != text.count("(") or (text[0] == "(" and text[-1] == ")"),
            min(1.5, _length(text) / 100),
            (one.count - 1) / 3,
            (right - left) / width,
            abs((left + right) - (edge + end)) < 0.06 * width and right - left < 0.8 * width,
            min(1.0, (end - right if is_leftward(text) else left - edge) / width),
            text.lower() == text.upper(),
            first.is_apart,
            below is None or below.is_apart,
            _gap(above, first, size),
            _gap(own[-1], below, size),
            min(first.pieces - 1, 3) / 3,
            not one.page,
            not one.page and one.line < begin,
            first.base / height < 0.12,
            not one.page and size >= largest,
            (one.page, one.line) in contents,
            above is not None and above.table > 0,
            below is not None and below.table > 0,
            below is not None and UNITS.match(below.text) is not None,
            above is not None and alike(above.style, style) and not above.table,
            below is not None and alike(below.style, style) and not below.table,
            below is not None and not below.table and below.style == body,
            min(1.0, (repeated[one.text] - 1) / 4),
            above is None,
        )
        row[:] = values
    return rows


def _label_of(one: Candidate) -> str:
    """Its text; in bold from right to left without a colon at its end.

    The model was fitted to lines from left to right, where a bold one with a colon begins a paragraph or a list.
    """
    return one.text.rstrip(" :") if one.style.is_bold and is_leftward(one.text) else one.text


def _column(sides: FloatMatrix, left: float, right: float) -> tuple[float, float]:
    """Left and right of the lines of a page that share some width with what stands from `left` to `right`."""
    beside = sides[(sides[:, 0] < right) & (sides[:, 1] > left)]
    if not len(beside):
        return left, right
    return min(left, float(beside[:, 0].min())), max(right, float(beside[:, 1].max()))


def _uses(pages: Sequence[Sequence[Line]], found: Sequence[Candidate]) -> dict[Style, _StyleUse]:
    uses: dict[Style, _StyleUse] = defaultdict(_StyleUse)
    for lines in pages:
        before: Style | None = None
        for line in lines:
            if not line.table:
                use = uses[line.style]
                use.chars += _length(line.text)
                use.lines += 1
                use.runs += line.style != before
            before = None if line.table else line.style
    for one in found:
        use = uses[one.style]
        use.blocks += 1
        use.apart += pages[one.page][one.line].is_apart
        use.numbered += number_of(one.text) is not None or enumerated(one.text) is not None
        use.pages.add(one.page)
    return uses


def _first_body(pages: Sequence[Sequence[Line]], body: Style) -> int:
    """The first line of the first page that goes on in the style of the text."""
    lines = pages[0] if pages else ()
    for at in range(len(lines) - 2):
        if all(line.style == body and not line.table for line in lines[at : at + 3]):
            return at
    return len(lines)


def _contents(pages: Sequence[Sequence[Line]]) -> set[tuple[int, int]]:
    """Page and line of the entries in tables of contents."""
    found: set[tuple[int, int]] = set()
    goes_on = False
    for page, lines in enumerate(pages):
        ending = [
            at
            for at, line in enumerate(lines)
            if CONTENTS_LEADER.search(line.text) or (line.pieces > 1 and ENDS_IN_PAGE.search(line.text))
        ]
        leaders = sum(1 for at in ending if CONTENTS_LEADER.search(lines[at].text))
        titles = [at for at, line in enumerate(lines[:8]) if CONTENTS_TITLE.match(line.text)]
        items = sum(1 for at in ending if ITEM.match(lines[at].text))
        enough = len(ending) >= _FEWEST_CONTENTS and (
            titles or goes_on or leaders >= _FEWEST_CONTENTS or items >= _FEWEST_ITEMS
        )
        begins = titles[0] + 1 if titles else 0 if goes_on else ending[0] if ending else 0
        goes_on = bool(enough)
        if enough:
            found.update((page, at) for at in range(begins, ending[-1] + 1))
    return found


def _gap(above: Line | None, below: Line | None, size: float) -> float:
    """Of two lines, in sizes; 1 at the ends of a column."""
    if above is None or below is None or below.base <= above.base:
        return 1.0
    return min(1.0, (below.base - above.base) / size / 4)


def _log(ratio: float) -> float:
    return max(-1.0, min(1.0, math.log(max(ratio, 0.1))))


def alike(one: Style, other: Style) -> bool:
    """Of one weight and colour, and nearly of one size."""
    return one.is_bold == other.is_bold and one.colour == other.colour and abs(one.size - other.size) <= 0.5


def starts_anew(text: str) -> bool:
    """It begins with a number or a label of its own."""
    return any(pattern.match(text) for pattern in (ITEM, PART, NUMBERED, NAMED_PART))


def _is_label(text: str) -> bool:
    """Nothing but the number of an item, chapter or section."""
    for pattern in (ITEM, NAMED_PART):
        match = pattern.match(text)
        if match is not None:
            return not text[match.end() :].strip(" .:—–-")
    return False


def _is_full(before: Line, line: Line, lines: Sequence[Line]) -> bool:
    """The first word of a line would not have fitted into the line before it."""
    around = [before, *(other for other in lines if other.left < before.right and other.right > before.left)]
    width = max(other.right for other in around) - min(other.left for other in around)
    first = line.text.split(maxsplit=1)[0]
    needed = (len(first) + 1) * (line.right - line.left) / max(len(line.text), 1)
    return before.right - before.left + needed > 0.97 * width


def _length(text: str) -> int:
    """In letters: a character of a script that says a word in one or two counts as more."""
    return len(text) if text.isascii() else len(text) + sum(char >= _FIRST_IDEOGRAPH for char in text)


def _title_case(words: Sequence[str]) -> float:
    """Share of the longer words that begin with a capital."""
    longer = [word for word in words if len(word.strip("().,’'")) > 3 and word[0].lower() != word[0].upper()]
    return sum(word[0].isupper() for word in longer) / len(longer) if longer else 0.5
