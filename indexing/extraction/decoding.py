"""Reads one file of a source: its lines as every later step sees them, or the reason why it is left out."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from citeline.left_out import Skipped
from citeline.model import SAMPLE, SourceFile

from ..files.captures import capture_bytes, capture_detail, is_capture, whole_bytes
from ..files.charsets import NotText, decode
from ..files.formats import (
    DocumentFormat,
    byte_limit,
    document_format,
    head_bytes,
    head_detail,
    is_page,
    is_quoted,
    saved_as,
    size_detail,
    spread_detail,
)
from ..files.source_tree import Root, SourceTree, real_path
from ..files.walk import WalkedFile, open_unfollowed, read_regular
from ..parsers.shown_lines import shown_lines

if TYPE_CHECKING:
    from .sampling import Sample

Newline: TypeAlias = Literal["\n", "\r\n", "\r", "mixed", ""]

# Formats that tools write without line breaks. Prose is left out: a paragraph on one line is how many people write it.
_WEBPACK: Final = "// webpackBootstrap"
"""Behind the first line that webpack writes into a bundle, and `ncc` into that of an action of GitHub."""
_HEAD: Final = 15
"""Lines: above it stand a licence, or what finds out how a module is loaded."""
_PACKED_SUFFIXES: Final = (".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".css", ".json", ".xml")
_PACKED_LINE_CHARS: Final = 20_000
_PACKED_MEAN_CHARS: Final = 500
_PACKED_MIN_BYTES: Final = 10_240
# A line is the smallest thing that can be cited; nobody finds anything in one of this length, in any format.
_ANY_LINE_CHARS: Final = 200_000
BREAK_IT: Final = ": a formatter makes lines of it that can be cited"
_READ_BYTES: Final = 1 << 20
_PRIVATE_KEY: Final = b"PRIVATE KEY-----"


def read_source(root: Root, file: WalkedFile, *, max_file_bytes: int, by_name: bool = False) -> SourceFile | Skipped:
    """The file's lines, or why it is left out; never raises for what a file may hold or become after the walk.

    `SourceFile.mtime_ns` and `size_bytes` are those of the bytes that were read, which may be newer than the walk's.
    `by_name`: somebody names the file, so that it is read as far as it would be outside of tests.
    """
    if not by_name and (capture := _capture_head(root, file.path, max_file_bytes)):
        return capture
    whole = byte_limit(file.path, max_file_bytes)
    limit = head_bytes(file.path, max_file_bytes) if whole is None else whole
    try:
        found = read_regular(real_path(root, file.path), limit + 1)
    except OSError as error:
        if error.errno == errno.ELOOP:
            return Skipped(file.path, "not_regular", "became a symbolic link")
        vanished = error.errno in (errno.ENOENT, errno.ENOTDIR)
        return Skipped(file.path, "unreadable", "vanished" if vanished else error.strerror or type(error).__name__)
    if found is None:
        return Skipped(file.path, "not_regular", "is no longer a regular file")
    data, info = found
    size = max(info.st_size, len(data))
    if len(data) > limit and whole is not None:
        return Skipped(file.path, "too_large", size_detail(size, limit))
    if data.startswith(b"-----BEGIN ") and _PRIVATE_KEY in data[:80]:
        return Skipped(file.path, "ignored", "always: keys and certificates (content)")
    form = document_format(file.path)
    if form is not None:
        return _extracted(file.path, data, info.st_mtime_ns, form)
    if len(data) <= limit:
        return _to_source(file.path, data, info.st_mtime_ns)
    if sampled := _sample(root, file.path, size, limit):
        del found, data  # as large as the sample
        spread = _to_source(file.path, sampled.data, info.st_mtime_ns)
        if isinstance(spread, Skipped):
            return spread
        note = spread_detail(file.path, size, sampled.kept_bytes, sampled.pieces, limit)
        return replace(spread, sha256=sampled.sha256, size_bytes=size, note=f"{SAMPLE}{note}")
    head = _to_source(file.path, data[: data.rfind(b"\n", 0, limit) + 1 or limit], info.st_mtime_ns)
    if isinstance(head, Skipped):
        return head
    # With its size in it, so that a file that has grown counts as changed.
    digest = hashlib.sha256(data + str(size).encode("ascii")).hexdigest()
    note = f"{SAMPLE}the first {len(head.lines):,} lines, {head_detail(file.path, size, limit)}"
    return replace(head, sha256=digest, size_bytes=size, note=note)


def _capture_head(root: Root, path: str, max_file_bytes: int) -> SourceFile | Skipped | None:
    """The first lines of a large capture; None for every other file, and for one whose first line is too long."""
    if not is_capture(SourceTree.of(root).place(path).inside):
        return None
    try:
        with open_unfollowed(real_path(root, path)) as file:
            info = os.fstat(file.fileno())
            if not stat.S_ISREG(info.st_mode) or info.st_size <= whole_bytes(max_file_bytes):
                return None
            start = file.read(capture_bytes(max_file_bytes))
            digest = hashlib.sha256(start)
            while data := file.read(_READ_BYTES):
                digest.update(data)
    except OSError:
        return None
    kept = start.rfind(b"\n") + 1
    head = _to_source(path, start[:kept], info.st_mtime_ns, info.st_size)
    if isinstance(head, Skipped):
        return None  # whatever is wrong with it is told of the whole file
    note = capture_detail(len(head.lines), kept, info.st_size)
    return replace(head, sha256=digest.hexdigest(), size_bytes=info.st_size, note=f"{SAMPLE}{note}")


def _sample(root: Root, path: str, size_bytes: int, limit: int) -> Sample | None:
    from .sampling import sample_of  # most folders have no such file

    try:
        with open_unfollowed(real_path(root, path)) as file:
            return sample_of(file, size_bytes, limit, quoted=is_quoted(path), sections=is_page(path))
    except OSError:
        return None


def _extracted(path: str, data: bytes, mtime_ns: int, form: DocumentFormat) -> SourceFile | Skipped:
    """A document that has no lines of its own."""
    from .extract import Unreadable, extract_lines  # loads what most folders never need

    lines = extract_lines(path, data, form)
    if isinstance(lines, Unreadable):
        return Skipped(path, lines.reason, lines.detail)
    return SourceFile(path, tuple(lines), hashlib.sha256(data).hexdigest(), len(data), mtime_ns, encoding="")


def _to_source(path: str, data: bytes, mtime_ns: int, size_bytes: int = 0) -> SourceFile | Skipped:
    """`size_bytes`: of the file, where the data are the head of a larger one."""
    decoded = decode(data)
    if isinstance(decoded, NotText):
        other = saved_as(path)
        return Skipped(path, "binary", f"{decoded.why}: save it as {other}" if other else decoded.why)
    if not decoded.text or decoded.text.isspace():
        return Skipped(path, "empty", "only white space" if data else "0 bytes")
    lines, newline = split_lines(decoded.text)
    lines = shown_lines(path, lines)
    why = _minified(path, lines, size_bytes or len(data))
    if why:
        return Skipped(path, "minified", why)
    return SourceFile(
        path=path,
        lines=tuple(lines),
        sha256=hashlib.sha256(data).hexdigest(),
        size_bytes=len(data),
        mtime_ns=mtime_ns,
        encoding=decoded.encoding,
        newline=newline,
    )


def split_lines(text: str) -> tuple[list[str], Newline]:
    """The lines without their ends, and the end they share; a final line end does not begin another line.

    LF, CRLF and CR end a line. `str.splitlines` would also cut at form feeds and U+2028, and editors would then show
    other line numbers than our citations. The end is "" for text of one line without an end.
    """
    newline: Newline = "\n"
    if "\r" in text:
        crlf = text.count("\r\n")
        cr, lf = text.count("\r") - crlf, text.count("\n") - crlf
        newline = "mixed" if sum(map(bool, (crlf, cr, lf))) > 1 else "\r\n" if crlf else "\r"
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if len(lines) == 1:
        newline = ""
    if not lines[-1]:
        lines.pop()
    return lines, newline


def _minified(path: str, lines: list[str], size_bytes: int) -> str:
    """Why a file is no source that a person wrote; empty if it may be one."""
    longest = max(map(len, lines))
    if longest > _ANY_LINE_CHARS:
        return f"a line of {longest:,} characters{BREAK_IT}"
    if any("/******/" in line and line.endswith(_WEBPACK) for line in lines[:_HEAD]):
        return "a bundle that webpack has made"
    if size_bytes <= _PACKED_MIN_BYTES or not path.lower().endswith(_PACKED_SUFFIXES):
        return ""
    if longest > _PACKED_LINE_CHARS:
        return f"a line of {longest:,} characters{BREAK_IT}"
    mean = sum(map(len, lines)) // len(lines)
    return f"{mean:,} characters a line{BREAK_IT}" if mean > _PACKED_MEAN_CHARS else ""
