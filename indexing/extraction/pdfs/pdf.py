"""PDF: the lines of its pages in reading order, without running headers, with headings and tables where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from threading import Lock
from typing import Any, Final

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_raw

from citeline.dataclass import dataclass

from ..errors import FullError, UnreadableError
from ..line_writer import LineWriter, link
from .pdf_columns import column_start
from .pdf_furniture import drop_furniture
from .pdf_headings import Found, bold_beside_light, find_headings
from .pdf_hyphens import join_words
from .pdf_layout import lay_out
from .pdf_levels import levels_of
from .pdf_lines import Line
from .pdf_links import read_links
from .pdf_outline import Entry, find_entries, read_outline
from .pdf_patterns import CAPTION, UNITS
from .pdf_words import Page, Shown, read_page
from .tables.continued import Ending
from .tables.rules import NO_RULES, Rules, read_rules
from .tables.tables import table_blocks

MOST_PAGES: Final = 1_500
"""At 60 pages a second these take half of the time that a document has."""
_FEWEST_LETTERS: Final = 20
"""On a page with text; a scanned page may have a stamp."""
_BEGINS: Final = b"%PDF-"
_AHEAD: Final = 1024
"""Bytes that may stand in front of it."""
PDFIUM: Final = Lock()
"""Held while anything of pdfium is used: it is not safe between threads, and dies with the process."""
_LOCKED: Final = frozenset([pdfium_raw.FPDF_ERR_PASSWORD, pdfium_raw.FPDF_ERR_SECURITY])
_NEEDS_OCR: Final = (
    "is a scan, or its fonts do not tell their letters: {} of {} pages have no text; run OCR over it first"
)
_DATE: Final = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?")


@dataclass(slots=True)
class _Document:
    """What is known of a document before its lines are written."""

    pages: list[list[Line]] = field(default_factory=list)
    heights: list[float] = field(default_factory=list)
    pictures: list[int] = field(default_factory=list)
    """Positions of pages that show something and have no text that can be read."""
    outline: list[Entry] = field(default_factory=list)
    links: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    """By position of the page: the words and addresses of links that lead out of the document."""
    page_count: int = 0
    about: dict[str, str] = field(default_factory=dict)


def read_pdf(data: bytes, writer: LineWriter) -> None:
    """Write the document. Raises UnreadableError for one that needs a password or OCR.

    Nothing in it is run or opened: scripts, forms and attached files are never asked for. Addresses that words lead to
    are named behind the text of their page, unless they are printed.
    """
    document = _read(data[max(0, data.find(_BEGINS, 0, _AHEAD)) :])
    if 2 * len(document.pictures) > len(document.pages):
        raise UnreadableError("empty", _NEEDS_OCR.format(len(document.pictures), len(document.pages)))
    for key, value in document.about.items():
        writer.about(key, value)
    pages = _lines_of(document)
    found = find_headings(pages, find_entries(document.outline, pages))
    levels: dict[tuple[int, int], list[tuple[Found, int]]] = {}
    for one, level in zip(found, levels_of(found), strict=True):
        levels.setdefault((one.page, one.line), []).append((one, level))
    carried = _Carried()
    for number, lines in enumerate(pages):
        is_picture = number in document.pictures
        marks = levels.get((number, -1), ())
        if lines or is_picture or marks:
            writer.place("page", number + 1, "no text, needs OCR" if is_picture else "")
        for mark, level in marks:
            writer.heading(level, mark.text)
        _write_page(writer, number, lines, levels, carried)
        for text, address in document.links.get(number, ()):
            writer.item(link(text, address))
    if document.page_count > len(pages):
        raise FullError(f"only the first {len(pages):,} of {document.page_count:,} pages were read; split the file")


def read_lines(data: bytes) -> tuple[list[list[Line]], list[Entry]]:
    """The lines of each page as headings are sought in them, and the outline. Raises UnreadableError."""
    document = _read(data)
    return _lines_of(document), document.outline


def _lines_of(document: _Document) -> list[list[Line]]:
    return bold_beside_light(join_words(drop_furniture(document.pages, document.heights)))


def _read(data: bytes) -> _Document:
    with PDFIUM:
        return _read_alone(data)


def _read_alone(data: bytes) -> _Document:
    try:
        opened = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if error.err_code in _LOCKED:
            raise UnreadableError("unreadable", "needs a password: save it without one") from None
        why = f"is damaged, or no PDF document ({error}); open it and save it anew"
        raise UnreadableError("unreadable", why) from None
    found = _Document(page_count=len(opened))
    try:
        found.about = _about(opened)
        found.outline = read_outline(opened)
        last = min(found.page_count, MOST_PAGES)
        start: float | None = None
        ending: Ending | None = None
        for number in range(last):
            page, rules = _open(opened, number, found)
            start = column_start(page, before=start)
            blocks, ending = table_blocks(page, start, rules, ending)
            found.pages.append(lay_out(page, blocks, start))
            found.heights.append(page.height)
    finally:
        opened.close()
    if not found.pages:
        raise UnreadableError("empty", "has no pages")
    return found


def _open(opened: Any, number: int, found: _Document) -> tuple[Page, Rules]:
    """What a page shows, and its rules; nothing for a page that is damaged: the numbers of the others stay."""
    try:
        page = opened[number]
    except pdfium.PdfiumError:
        return Page((), 0.0, 0.0), NO_RULES
    try:
        shown = read_page(page)
        if links := read_links(page, "".join(word.text for word in shown.words)):
            found.links[number] = links
        if not _has_text(shown) and (shown.is_garbled or _shows_picture(page)):
            found.pictures.append(number)
        if not shown.words:
            return shown, NO_RULES
        sides = Shown(page, shown.turn)
        return shown, read_rules(page, sides.place, shown.width, shown.height)
    finally:
        page.close()


def _has_text(page: Page) -> bool:
    letters = 0
    for word in page.words:
        letters += sum(map(str.isalnum, word.text))
        if letters >= _FEWEST_LETTERS:
            return True
    return False


def _shows_picture(page: Any) -> bool:
    return any(True for _ in page.get_objects(filter=[pdfium_raw.FPDF_PAGEOBJ_IMAGE], max_depth=3))


def _about(opened: Any) -> dict[str, str]:
    """Only what readers rank by; dates without their time."""
    given = opened.get_metadata_dict(skip_empty=True)
    about = {"title": given.get("Title", ""), "author": given.get("Author", "")}
    for key, name in (("created", "CreationDate"), ("modified", "ModDate")):
        if match := _DATE.match(given.get(name, "")):
            about[key] = "-".join(part for part in match.groups() if part)
    return about


@dataclass(slots=True)
class _Carried:
    """The headers of the last table, for its rows on the next page."""

    page: int = -1
    headers: list[str] = field(default_factory=list)


def _write_page(
    writer: LineWriter,
    page: int,
    lines: Sequence[Line],
    levels: dict[tuple[int, int], list[tuple[Found, int]]],
    carried: _Carried,
) -> None:
    at = 0
    is_apart = True
    """What comes next stands apart, whatever its line says."""
    while at < len(lines):
        line = lines[at]
        heading = next(iter(levels.get((page, at), ())), None)
        if heading is not None:
            writer.heading(heading[1], heading[0].text)
            carried.page = -1
            at += heading[0].count
        elif line.table:
            rows = list(_table_at(lines, at))
            heads = [row for row in rows if row.is_head]
            goes_on = line.goes_on and page == carried.page + 1
            headers = carried.headers if goes_on else _headers(heads)
            writer.table(
                [row.text.split("\t") for row in rows[len(heads) :]],
                headers=headers,
                caption="" if goes_on else _caption(lines, at),
                goes_on=goes_on,
            )
            carried.page, carried.headers = page, headers
            at += len(rows)
        else:
            if is_apart or line.is_apart:
                writer.text_line("")
            writer.text_line(line.text)
            at += 1
        is_apart = heading is not None or line.table > 0


def _table_at(lines: Sequence[Line], at: int) -> Iterator[Line]:
    yield lines[at]
    for line in lines[at + 1 :]:
        if line.table != lines[at].table or line.is_apart:
            return
        yield line


def _headers(heads: Sequence[Line]) -> list[str]:
    """One text for each column, of all rows of headers."""
    columns = zip(*(head.text.split("\t") for head in heads), strict=True)
    return [" ".join(filter(None, column)) for column in columns]


def _caption(lines: Sequence[Line], at: int) -> str:
    """The caption in the line above, or below, if there is one."""
    behind = at + sum(1 for _ in _table_at(lines, at))
    if at and (UNITS.match(lines[at - 1].text)):
        before = lines[at - 2].text if at > 1 and CAPTION.match(lines[at - 2].text) else ""
        return f"{before} {lines[at - 1].text}".strip()
    for place in (at - 1, behind):
        if 0 <= place < len(lines) and not lines[place].table and CAPTION.match(lines[place].text):
            return lines[place].text
    return ""
