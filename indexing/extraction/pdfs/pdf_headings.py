"""Which lines of a PDF are headings: by size, weight and place, by the words of annual reports, and by the outline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from .pdf_furniture import body_style
from .pdf_layout import GAP
from .pdf_lines import Line
from .pdf_outline import Place
from .pdf_patterns import (
    BULLET,
    CAPTION,
    CONTENTS_LEADER,
    CONTENTS_TITLE,
    ENDS_IN_PAGE,
    ITEM,
    MONOSPACED,
    NAMED_PART,
    NUMBERED,
    PART,
)
from .pdf_words import NO_STYLE, Style

_LARGER: Final = 1.08
"""Times the size of the text."""
_SMALLEST_BOLD: Final = 0.85
_MUCH_LARGER: Final = 1.15
_LONGEST: Final = 250
_LONGEST_SENTENCE: Final = 70
"""Of bold letters that end in a full stop."""
_LONGEST_CAPITALS: Final = 100
_MOST_LINES: Final = 4
_MOST_COMMAS: Final = 3
_RARE: Final = 0.05
"""Share of the characters that a font may have to be one for headings."""
_FEWEST_CONTENTS: Final = 4
_STACK: Final = 3
"""Headings in a row that head nothing: a title, a subtitle and the first section differ in style."""
_FEWEST_ITEMS: Final = 5
"""On one page: more of them are a list, when they come again elsewhere."""


@dataclass(frozen=True, slots=True)
class Found:
    """Lines that are a heading; none, and -1 for the first, for one that stands above its page."""

    page: int
    line: int
    count: int
    text: str
    style: Style
    level: int = 0
    """Of the outline; 0 when it does not say."""


def find_headings(pages: Sequence[Sequence[Line]], outlined: Sequence[Place]) -> list[Found]:
    """The headings in order; `outlined` are those of the outline, which are beyond doubt."""
    finder = _Finder(pages)
    known = [_from_outline(place, pages[place.page]) for place in outlined]
    taken = {(found.page, found.line + at) for found in known for at in range(found.count)}
    seen = [
        found
        for page in range(len(pages))
        for found in finder.on_page(page)
        if not any((page, found.line + at) in taken for at in range(found.count))
    ]
    return sorted([*known, *_without_stacks(_without_lists(seen))], key=lambda found: (found.page, found.line))


def _from_outline(place: Place, lines: Sequence[Line]) -> Found:
    if not place.count:
        return Found(place.page, -1, 0, place.title, NO_STYLE, place.level)
    own = lines[place.line : place.line + place.count]
    return Found(place.page, place.line, place.count, _title(own), own[0].style, place.level)


def _title(lines: Sequence[Line]) -> str:
    return " ".join(" ".join(line.text.split()) for line in lines)


def _without_lists(found: Sequence[Found]) -> list[Found]:
    """Without the items of annual reports that a page lists and another page has."""
    items = [(one.page, match[1].upper()) for one in found if (match := ITEM.match(one.text))]
    per_page = Counter(page for page, _ in items)
    elsewhere = {page: {item for other, item in items if other != page} for page in per_page}
    lists = {
        page
        for page, count in per_page.items()
        if count >= _FEWEST_ITEMS
        and sum(item in elsewhere[page] for other, item in items if other == page) >= 0.8 * count
    }
    return [one for one in found if one.page not in lists or not (ITEM.match(one.text) or PART.match(one.text))]


def _without_stacks(found: Sequence[Found]) -> list[Found]:
    """Without those that stand in a stack of one style with no text between them: authors, or lines of code.

    A heading heads something. Numbers, items and the titles of parts say that they do, whatever follows.
    """
    stacks: list[list[Found]] = []
    for one in found:
        last = stacks[-1][-1] if stacks else None
        goes_on = (
            last is not None
            and (last.page, last.line + last.count) == (one.page, one.line)
            and _alike(last.style, one.style)
            and not _starts_anew(one.text)
            and not _starts_anew(last.text)
        )
        if goes_on:
            stacks[-1].append(one)
        else:
            stacks.append([one])
    # The first line of a document is its title, whoever is named below it.
    return [one for at, stack in enumerate(stacks) for one in (stack if len(stack) < _STACK else stack[: at == 0])]


class _Finder:
    """Looks at the lines of one document."""

    def __init__(self, pages: Sequence[Sequence[Line]]) -> None:
        self._pages = pages
        self._body = body_style(pages)
        faces = Counter[str]()
        for lines in pages:
            for line in lines:
                faces[line.style.face] += 0 if line.table else len(line.text)
        total = faces.total()
        self._rare = {face for face, count in faces.items() if count < _RARE * total}
        self._in_contents = False
        """The page before was one of contents."""

    def on_page(self, page: int) -> Iterator[Found]:
        """Call it for each page, in order."""
        lines = self._pages[page]
        contents = self._contents(lines)
        at = 0
        while at < len(lines):
            is_entry = at in contents and not CONTENTS_TITLE.match(lines[at].text)
            count = 0 if is_entry else self._block(lines, at)
            own = lines[at : at + count]
            if count and self._is_heading(own):
                yield Found(page, at, count, _title(own), own[0].style)
            at += max(count, 1)

    def _contents(self, lines: Sequence[Line]) -> range:
        """Which lines of a page are a table of contents."""
        ending = [
            at
            for at, line in enumerate(lines)
            if CONTENTS_LEADER.search(line.text) or (line.pieces > 1 and ENDS_IN_PAGE.search(line.text))
        ]
        leaders = sum(1 for at in ending if CONTENTS_LEADER.search(lines[at].text))
        titles = [at for at, line in enumerate(lines[:8]) if CONTENTS_TITLE.match(line.text)]
        items = sum(1 for at in ending if ITEM.match(lines[at].text))
        enough = len(ending) >= _FEWEST_CONTENTS and (
            titles or self._in_contents or leaders >= _FEWEST_CONTENTS or items >= _FEWEST_ITEMS
        )
        begins = titles[0] if titles else 0 if self._in_contents else ending[0] if ending else 0
        self._in_contents = bool(enough)
        return range(begins, ending[-1] + 1 if enough else begins)

    def _block(self, lines: Sequence[Line], at: int) -> int:
        """How many lines from `at` on would be one heading; 0 when the first cannot begin one."""
        first = lines[at]
        if not self._may_begin(lines, at):
            return 0
        count = 1
        while at + count < len(lines) and count < _MOST_LINES:
            line, before = lines[at + count], lines[at + count - 1]
            is_label = count == 1 and _is_label(first.text)
            if line.table or not _alike(line.style, first.style) or _starts_anew(line.text):
                break
            # A title beside its number goes on below itself.
            hangs = first.pieces == 2 and line.left > first.left + 2 * first.style.size and not line.is_apart
            if line.is_apart and not is_label:
                break
            if (
                not is_label
                and not hangs
                and not (first.style.size > 1.5 * self._body.size or _is_full(before, line, lines))
            ):
                break
            count += 1
        return count

    def _may_begin(self, lines: Sequence[Line], at: int) -> bool:
        line = lines[at]
        text = line.text
        if line.table or not any(map(str.isalpha, text)) or CONTENTS_LEADER.search(text):
            return False
        if MONOSPACED.search(line.style.face) and line.style.size <= _LARGER * self._body.size:
            return False
        labelled = ITEM.match(text) or PART.match(text)
        if line.pieces > 1 and not labelled:
            label = text.partition(GAP)[0]
            is_number = NUMBERED.match(f"{label} x") is not None or NAMED_PART.match(label) is not None
            if line.pieces > 2 or not (is_number or line.style.size > _MUCH_LARGER * self._body.size):
                return False
        return self._stands_out(lines, at) or bool(labelled and self._is_plain_label(lines, at))

    def _stands_out(self, lines: Sequence[Line], at: int) -> bool:
        line, body = lines[at], self._body
        style = line.style
        if style.size > _LARGER * body.size and style.size >= body.size + 0.5:
            return True
        if style.size < _SMALLEST_BOLD * body.size:
            return False
        if style.is_bold and not body.is_bold:
            # In the middle of a paragraph a bold line is a stressed one.
            return line.is_uniform and (line.is_apart or not at or lines[at - 1].style != body or _ends(lines[at - 1]))
        alone = line.is_apart and (at + 1 == len(lines) or lines[at + 1].is_apart) and style.size >= 0.95 * body.size
        short = len(line.text) <= _LONGEST_CAPITALS
        if alone and short and _is_capitals(line.text):
            return True
        return (
            alone and short and line.is_uniform and style.face in self._rare and not line.text.endswith((".", ",", ";"))
        )

    def _is_plain_label(self, lines: Sequence[Line], at: int) -> bool:
        """`Item 1A. Risk Factors` or `PART I` in the style of the text, between two paragraphs."""
        line = lines[at]
        last = line.text.rpartition(" ")[2]
        if not _is_title_case(line.text) or (last.endswith(".") and last.islower()):
            return False  # a sentence that begins with where something is told
        if at + 1 == len(lines):
            return line.is_apart
        if not line.is_apart or not any(one.is_apart for one in lines[at + 1 : at + _MOST_LINES]):
            # Paragraphs without space between them: a short line, and a sentence that begins below it.
            below = lines[at + 1]
            ends = at > 0 and (line.is_apart or _ends(lines[at - 1]))
            return ends and below.text[:1].isupper() and not _is_full(line, below, lines)
        after = next(n for n in range(at + 1, at + _MOST_LINES) if lines[n].is_apart)
        return _is_title_case(" ".join(one.text for one in lines[at:after]))

    def _is_heading(self, own: Sequence[Line]) -> bool:
        text, style = _title(own), own[0].style
        if len(text) > _LONGEST or sum(map(str.isalpha, text)) < 2:
            return False
        if ITEM.match(text) or PART.match(text):
            return "(continued)" not in text.lower()
        if BULLET.match(text) or CAPTION.match(text) or "://" in text or "@" in text:
            return False
        if text.count(",") > _MOST_COMMAS:
            return False  # people, or places
        larger = style.size > _LARGER * self._body.size
        if text.endswith((".", ";", ",")) and len(text) > (_LONGEST_SENTENCE if not larger else 2 * _LONGEST_SENTENCE):
            return False
        if text.endswith((",", ";")) or (text.endswith(":") and not larger and not NUMBERED.match(text)):
            return False
        if text[0].islower() and not (larger and own[0].is_apart):
            return False
        if text.count(")") > text.count("(") or (text[0] == "(" and text[-1] == ")"):
            return False  # the end of something longer, or a note
        return len(own) < _MOST_LINES or larger


def _alike(one: Style, other: Style) -> bool:
    return one.is_bold == other.is_bold and abs(one.size - other.size) <= 0.5


def _starts_anew(text: str) -> bool:
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
    around = [other for other in lines if other.left < before.right and other.right > before.left]
    width = max(other.right for other in around) - min(other.left for other in around)
    first = line.text.split(maxsplit=1)[0]
    needed = (len(first) + 1) * (line.right - line.left) / max(len(line.text), 1)
    return before.right - before.left + needed > 0.97 * width


def _ends(line: Line) -> bool:
    return line.text.rstrip().endswith((".", "!", "?", ":", ";"))


def _is_capitals(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return len(letters) >= 4 and text.upper() == text and len(letters) >= 0.6 * len(text.replace(" ", ""))


def _is_title_case(text: str) -> bool:
    words = [word for word in text.split() if len(word.strip("().,’'")) > 3 and word[0].isalpha()]
    return sum(word[0].isupper() for word in words) >= 0.6 * len(words)
