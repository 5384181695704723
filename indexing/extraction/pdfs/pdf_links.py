"""The addresses behind the words of a PDF's page: named, never opened."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any, Final

import pypdfium2.raw as pdfium

_MOST: Final = 100
"""Links of a page; a list of references has fewer."""
_LONGEST_ADDRESS: Final = 2_000
_LONGEST_TEXT: Final = 300
_SHOWN: Final = ("http://", "https://", "mailto:", "ftp://")


def read_links(page: Any, printed: str) -> list[tuple[str, str]]:
    """Words and address of each link that leads out of the document, once; without those whose address is printed.

    `page` is an open pypdfium2 PdfPage, `printed` its text without white space.
    """
    found: dict[tuple[str, str], None] = {}
    text_page = None
    try:
        for link in _links(page):
            address = _address(page.pdf, link)
            if not address.lower().startswith(_SHOWN) or _bare(address) in printed:
                continue
            text_page = text_page or pdfium.FPDFText_LoadPage(page)
            found[_words(text_page, link) or address, address] = None
    finally:
        if text_page:
            pdfium.FPDFText_ClosePage(text_page)
    return list(found)


def _links(page: Any) -> Iterator[Any]:
    place, link = ctypes.c_int(0), pdfium.FPDF_LINK()
    for _ in range(_MOST):
        if not pdfium.FPDFLink_Enumerate(page, ctypes.byref(place), ctypes.byref(link)):
            return
        yield link


def _address(document: Any, link: Any) -> str:
    """Empty for a link into the document, and for whatever else an action may do."""
    action = pdfium.FPDFLink_GetAction(link)
    if not action or pdfium.FPDFAction_GetType(action) != pdfium.PDFACTION_URI:
        return ""
    size = pdfium.FPDFAction_GetURIPath(document, action, None, 0)
    if not 1 < size <= _LONGEST_ADDRESS:
        return ""
    buffer = ctypes.create_string_buffer(size)
    pdfium.FPDFAction_GetURIPath(document, action, buffer, size)
    return buffer.value.decode("utf-8", "replace").strip()


def _words(text_page: Any, link: Any) -> str:
    """What is printed under the link; empty for a picture."""
    area = pdfium.FS_RECTF()
    if not text_page or not pdfium.FPDFLink_GetAnnotRect(link, ctypes.byref(area)):
        return ""
    corners = (area.left, area.top, area.right, area.bottom)
    size = min(pdfium.FPDFText_GetBoundedText(text_page, *corners, None, 0), _LONGEST_TEXT)
    if size <= 0:
        return ""
    buffer = (ctypes.c_ushort * (size + 1))()
    pdfium.FPDFText_GetBoundedText(text_page, *corners, buffer, size)
    return " ".join(bytes(buffer).decode("utf-16-le", "replace").replace("\0", "").split())


def _bare(address: str) -> str:
    """As it is printed: without the scheme, and without the slash at its end."""
    return address.split(":", 1)[1].strip("/")
