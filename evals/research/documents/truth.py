"""What other programs find in a document: never the libraries that read it for the index."""

from __future__ import annotations

import csv
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import field
from email import message_from_bytes
from email.policy import default
from io import BytesIO, StringIO
from pathlib import PurePosixPath
from typing import Any, Final

from lxml import etree
from lxml import html as lxml_html

from citeline.dataclass import dataclass

_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_STYLE: Final = "translate(@style, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ ', 'abcdefghijklmnopqrstuvwxyz')"
_BESIDE: Final = (
    "self::nav or self::script or self::style or self::noscript or self::template or @hidden or @aria-hidden='true'"
    f" or @role='navigation' or contains({_STYLE}, 'display:none') or contains({_STYLE}, 'visibility:hidden')"
)
_OF_DATA: Final = (
    "@role='table' or @role='grid' or caption or thead or */tr/th or tr/th or */tr/td/@*[name()='headers' or"
    " name()='scope'] or tr/td/@*[name()='headers' or name()='scope'] or (@border and @border != '0')"
)
"""What the HTML Standard (4.9.1, the table element) takes for marks of a table that is not there for layout."""
_OF_LAYOUT: Final = "@border='0' or (@cellspacing='0' and @cellpadding='0')"
"""And for marks of one that is, as a role of `presentation` or `none`, which the author has said."""
_LONGEST_CELL: Final = 60
_MOST_PLACES: Final = 200_000
"""Of a sheet: some are made of millions, to hurt."""


@dataclass(slots=True, kw_only=True)
class Truth:
    """Texts as a person reads them; empty where the program says nothing about them."""

    headings: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    """Of tables of data."""
    heads: set[str] = field(default_factory=set)
    """Those of `cells` that are marked as headers."""
    laid_out: list[str] = field(default_factory=list)
    """Cells of tables that lay out a page."""
    words: set[str] = field(default_factory=set)


def truth_of(path: str, data: bytes) -> Truth | None:
    """None for a format that no other program is asked about, and for a document that it cannot read."""
    ask = _PROGRAMS.get(PurePosixPath(path).suffix.lower())
    try:
        return ask(data) if ask else None
    # Test documents of parsers: some are broken on purpose, and each library has errors of its own.
    except Exception:  # noqa: BLE001
        return None


def words_of(text: str) -> set[str]:
    """Words of four letters and more, in small letters."""
    return {word.lower() for word in _WORD.findall(text)}


def _html(data: bytes) -> Truth:
    text: str | bytes = data
    with suppress(UnicodeDecodeError):
        text = re.sub(r"^\s*<\?xml[^>]*>", "", data.decode("utf-8-sig"))
    page: Any = lxml_html.fromstring(text)  # its stubs know no kind of result of an XPath
    for element in page.xpath(f"//*[{_BESIDE}]"):
        element.drop_tree()
    heads = [_text(element) for element in page.xpath("//h1|//h2|//h3|//h4|//h5|//h6")]
    truth = Truth(headings=list(filter(None, heads)))
    for table in page.xpath("//table"):
        cells = table.xpath("(.|*)/tr/td[not(.//table)]|(.|*)/tr/th[not(.//table)]")
        shown = {cell: _with_pictures(cell) for cell in cells if 0 < len(_text(cell)) <= _LONGEST_CELL}
        (truth.cells if _is_data(table) else truth.laid_out).extend(shown.values())
        truth.heads.update(text for cell, text in shown.items() if cell.tag == "th")
    body = page.find(".//body")
    truth.words = words_of(" ".join((body if body is not None else page).itertext()))
    return truth


def _is_data(table: Any) -> bool:
    """By the marks of the HTML Standard; of a table without any, that it has rows, columns and no table in it.

    One row is enough right behind a table of data: some editors end a table behind each row.
    """
    if table.get("role", "").lower() in {"presentation", "none"}:
        return False
    if table.xpath(_OF_DATA):
        return True
    if table.xpath(f".//table or {_OF_LAYOUT}"):
        return False
    rows = table.xpath("(.|*)/tr")
    if max((len(row.xpath("td")) for row in rows), default=0) < 2:
        return False
    before = table.getprevious()
    is_behind = before is not None and before.tag == "table" and not (before.tail or "").strip()
    return len(rows) > 1 or (is_behind and _is_data(before))


def _with_pictures(cell: Any) -> str:
    """Its text with those that stand for pictures, each in its place."""
    return " ".join("".join(cell.xpath(".//text()|.//img/@alt")).split())


def _text(element: Any) -> str:
    return re.sub(r"[\s¶§]+$|\s*\[edit\]$", "", " ".join("".join(element.itertext()).split()))


def _xlsx(data: bytes) -> Truth:
    import openpyxl

    book = openpyxl.load_workbook(BytesIO(data), data_only=True)
    cells = [
        " ".join(value.split())
        for sheet in book.worksheets
        if sheet.max_row * sheet.max_column <= _MOST_PLACES
        for row in sheet.iter_rows(values_only=True)
        for value in row
        if isinstance(value, str) and value.strip()
    ]
    return Truth(cells=cells)


def _ods(data: bytes) -> Truth:
    root: Any = etree.fromstring(zipfile.ZipFile(BytesIO(data)).read("content.xml"))
    cells = root.iterfind(".//{*}table-cell")
    shown = [" ".join("".join(p.itertext()) for p in cell.iterfind("{*}p")) for cell in cells if _is_text(cell)]
    return Truth(cells=[" ".join(text.split()) for text in shown if text.strip()])


def _is_text(cell: Any) -> bool:
    return any(str(key).endswith("value-type") and value == "string" for key, value in cell.items())


def _docx(data: bytes) -> Truth:
    import docx

    document = docx.Document(BytesIO(data))
    paragraphs = list(document.paragraphs)
    styles = [str(getattr(p.style, "name", "")).lower() for p in paragraphs]
    heads = [p.text for p, style in zip(paragraphs, styles, strict=True) if re.match(r"heading \d$", style)]
    cells = [" ".join(cell.text.split()) for table in document.tables for row in table.rows for cell in row.cells]
    return Truth(
        headings=[" ".join(head.split()) for head in heads if head.strip()],
        cells=[cell for cell in cells if 0 < len(cell) <= _LONGEST_CELL],
        words=words_of(" ".join(p.text for p in paragraphs)),
    )


def _pptx(data: bytes) -> Truth:
    import pptx

    slides = list(pptx.Presentation(BytesIO(data)).slides)
    titles = [slide.shapes.title.text_frame.text for slide in slides if slide.shapes.title is not None]
    shapes: list[Any] = [shape for slide in slides for shape in slide.shapes if shape.has_text_frame]
    texts = [shape.text_frame.text for shape in shapes]
    return Truth(
        headings=[" ".join(title.split()) for title in titles if title.strip()], words=words_of(" ".join(texts))
    )


def _csv(data: bytes) -> Truth:
    text = data.decode("utf-8-sig", "replace")
    # The mark that stands most often in the first line: of these files the right one, checked by eye.
    mark = max(",;\t|", key=text.split("\n", 1)[0].count)
    cells = [" ".join(cell.split()) for row in csv.reader(StringIO(text), delimiter=mark) for cell in row]
    return Truth(cells=[cell for cell in cells if cell])


def _eml(data: bytes) -> Truth:
    def texts() -> Iterator[str]:
        stack: list[Any] = [message_from_bytes(data, policy=default)]
        while stack:
            part = stack.pop()
            # The module takes the code of an encoded message for its text.
            if part.is_multipart() and part.get("content-transfer-encoding", "").lower() != "base64":
                stack += part.get_payload()
            elif part.get_content_type() == "text/plain":
                try:
                    yield str(part.get_content())
                except (LookupError, ValueError):
                    continue

    return Truth(words=words_of(" ".join(texts())))


_PROGRAMS: Final[Mapping[str, Callable[[bytes], Truth]]] = {
    **dict.fromkeys((".html", ".htm"), _html),
    ".xlsx": _xlsx,
    ".ods": _ods,
    ".docx": _docx,
    ".pptx": _pptx,
    ".csv": _csv,
    ".eml": _eml,
}
