"""Whether a file holds what its name says, told by its first bytes; and what to do about it when it does not."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Final

from ..files.charsets import MAGIC
from ..files.formats import DOCUMENT_FORMATS, OLE, ZIP, DocumentFormat
from .errors import Reason, UnreadableError
from .office.packages import Package

_ENCRYPTED_PACKAGE: Final = "EncryptedPackage".encode("utf-16-le")
"""Name of the stream that an Office file with a password keeps its content in."""
_ENCRYPTED_BOOK: Final = re.compile(rb"\x09\x08\x10\x00.{16}(?:\x86\x00\x00\x00)?\x2f\x00", re.DOTALL)
"""How a workbook of Excel 97 begins that needs a password: a record for it follows the one that opens the book."""
_MANIFEST: Final = "META-INF/manifest.xml"
_ENCRYPTED_PART: Final = b"encryption-data"
"""In the list of parts of an OpenDocument file."""
_PASSWORD: Final = "needs a password: save it without one"
_SCANNED: Final = 1_000_000
"""The names of the streams stand in the first sectors, or in the last."""
_HTML: Final = (b"<!doctype html", b"<html", b"<head", b"<body", b"<table", b"<meta", b"<div")


def check_label(path: str, data: bytes, form: DocumentFormat) -> None:
    """Raise UnreadableError for a file that is empty, needs a password, or is something else."""
    suffix = PurePosixPath(path).suffix.lower()
    if not data.strip(b"\0 \r\n\t"):
        raise UnreadableError("empty", "nothing but zeros and white space" if data else "0 bytes")
    if data.startswith(OLE) and (
        _ENCRYPTED_PACKAGE in data[:_SCANNED] or _ENCRYPTED_PACKAGE in data[-_SCANNED:] or _ENCRYPTED_BOOK.search(data)
    ):
        raise UnreadableError("unreadable", _PASSWORD)
    if not form.begins:
        return
    start = data[: form.ahead + len(max(form.begins, key=len))]
    if not any(mark in start if form.ahead else start.startswith(mark) for mark in form.begins):
        raise UnreadableError(*_what_it_is(data, suffix, form))
    if data.startswith(ZIP):
        package = Package(data)
        found = package.kind
        if found and found != form.language:
            raise UnreadableError("binary", _other(found, suffix))
        if _ENCRYPTED_PART in package.read(_MANIFEST, missing=b""):
            raise UnreadableError("unreadable", _PASSWORD)


def _what_it_is(data: bytes, suffix: str, form: DocumentFormat) -> tuple[Reason, str]:
    """The reason, and what to do."""
    if b"%PDF-" in data[:1024]:
        return "binary", _other("pdf", suffix)
    if data.startswith(ZIP) and (kind := Package(data).kind):
        return "binary", _other(kind, suffix)
    first = form.suffixes.split()[0]
    if data.startswith(OLE):
        return "binary", f"is an Office file of before 2007, not {form.called}: save it as {first}"
    for begins, called in MAGIC:
        if data.startswith(begins):
            return "binary", f"is a {called}, not {form.called}: give it its own ending"
    if b"\0" in data[:4096]:
        return "unreadable", f"does not begin like {form.called}: it is damaged, or something else"
    text = data[:1000].lstrip().lower()
    if text.startswith(_HTML):
        return "binary", f"is a page of HTML, not {form.called}: give it the ending .html"
    if text.startswith(b"<?xml"):
        return "binary", f"is XML, not {form.called}: save it as {first}"
    return "binary", f"does not begin like {form.called}: it is damaged, or text that needs its own ending (.txt, .csv)"


def _other(kind: str, suffix: str) -> str:
    other = next((row for row in DOCUMENT_FORMATS if row.language == kind), None)
    if other is None:
        return f"is something else than its ending {suffix} says"
    return f"is {other.called}: give it the ending {other.suffixes.split()[0]} instead of {suffix}"
