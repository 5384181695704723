"""Headings of a tagged PDF, as its structure tree names them: what Word, LibreOffice and browsers write."""

from __future__ import annotations

import ctypes
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_raw

from citeline.indexing.extraction.pdfs.pdf_outline import Entry

_LEVELS: Final = {"Title": 1, "H": 1, **{f"H{level}": level for level in range(1, 7)}}
_MOST_DEPTH: Final = 60


def read_tags(data: bytes) -> list[Entry]:
    """In the order of the pages; empty for a document without tags."""
    opened = pdfium.PdfDocument(data)
    try:
        return [entry for number in range(len(opened)) for entry in _on_page(opened[number], number)]
    finally:
        opened.close()


def _on_page(page: Any, number: int) -> Iterator[Entry]:
    tree = pdfium_raw.FPDF_StructTree_GetForPage(page)
    if not tree:
        return
    try:
        texts: dict[int, str] | None = None
        count = pdfium_raw.FPDF_StructTree_CountChildren(tree)
        for at in range(count):
            root = pdfium_raw.FPDF_StructTree_GetChildAtIndex(tree, at)
            for level, marks in _headings(root, 0):
                texts = _texts(page) if texts is None else texts
                title = " ".join("".join(texts.get(mark, "") for mark in marks).split())
                if title:
                    yield Entry(level, title, number)
    finally:
        pdfium_raw.FPDF_StructTree_Close(tree)


def _headings(element: Any, depth: int) -> Iterator[tuple[int, list[int]]]:
    """Level and marks of each heading below an element."""
    if not element or depth > _MOST_DEPTH:
        return
    level = _LEVELS.get(_type(element))
    if level:
        yield level, list(_marks(element, depth))
        return
    for at in range(max(0, pdfium_raw.FPDF_StructElement_CountChildren(element))):
        yield from _headings(pdfium_raw.FPDF_StructElement_GetChildAtIndex(element, at), depth + 1)


def _type(element: Any) -> str:
    size = pdfium_raw.FPDF_StructElement_GetType(element, None, 0)
    buffer = ctypes.create_string_buffer(size)
    pdfium_raw.FPDF_StructElement_GetType(element, buffer, size)
    return buffer.raw.decode("utf-16-le").rstrip("\0")


def _marks(element: Any, depth: int) -> Iterator[int]:
    """Numbers of the marked content in an element and below it, in order."""
    for at in range(max(0, pdfium_raw.FPDF_StructElement_CountChildren(element))):
        mark = pdfium_raw.FPDF_StructElement_GetChildMarkedContentID(element, at)
        if mark >= 0:
            yield mark
        elif depth < _MOST_DEPTH:
            child = pdfium_raw.FPDF_StructElement_GetChildAtIndex(element, at)
            if child:
                yield from _marks(child, depth + 1)


def _texts(page: Any) -> dict[int, str]:
    """The text of a page by the number of its marked content."""
    held = page.get_textpage()
    found: dict[int, str] = defaultdict(str)
    for thing in page.get_objects(filter=[pdfium_raw.FPDF_PAGEOBJ_TEXT], max_depth=3):
        mark = pdfium_raw.FPDFPageObj_GetMarkedContentID(thing)
        if mark < 0:
            continue
        size = pdfium_raw.FPDFTextObj_GetText(thing, held, None, 0)
        buffer = ctypes.create_string_buffer(size)
        pdfium_raw.FPDFTextObj_GetText(thing, held, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
        found[mark] += buffer.raw[: max(0, size - 2)].decode("utf-16-le", "replace")
    return found
