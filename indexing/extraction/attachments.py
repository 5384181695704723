"""What hangs on a mail: all of it named, and read as a part of the mail where it is a document of a format of ours.

Nothing is run or unpacked; archives and programs are named only.
"""

from __future__ import annotations

from collections.abc import Sequence
from email.message import MIMEPart
from importlib import import_module
from itertools import islice
from pathlib import PurePosixPath
from typing import Final

from ..files.charsets import NotText, decode
from ..files.formats import OLE, document_format
from ..parsers.limits import TimeLimitExceeded
from ..parsers.records import find_records, table_rows
from .errors import FullError, UnreadableError
from .html_text import write_html
from .labels import check_label
from .line_writer import LineWriter

_MOST_READ: Final = 20
_MOST_BYTES: Final = 20_000_000
"""Of one, unpacked from the mail."""
_MOST_ROWS: Final = 5_000
_RECORDS: Final = frozenset([".csv", ".tsv"])
_PLAIN: Final = frozenset([".txt", ".text", ".md", ".log", ".rst"])
_HTML: Final = frozenset([".html", ".htm"])

_READ: Final = _RECORDS | _PLAIN | _HTML
_BY_TYPE: Final = {"text/plain": ".txt", "text/html": ".html", "text/csv": ".csv", "text/markdown": ".md"}
"""How a part is read whose name does not say."""


def write_attachments(parts: Sequence[MIMEPart], writer: LineWriter, *, level: int) -> None:
    """A table of all of them, and below headings of that level what is in those that can be read."""
    if not parts:
        return
    data = [_bytes_of(part) for part in parts]
    rows = [[_name(part), part.get_content_type(), str(len(found))] for part, found in zip(parts, data, strict=True)]
    writer.table(rows, headers=("Attachment", "Type", "Bytes"), caption="Attachments")
    for number, (part, found) in enumerate(zip(parts, data, strict=True)):
        name = _name(part)
        suffix = PurePosixPath(name.lower()).suffix
        if not document_format(name) and suffix not in _READ:
            suffix = _BY_TYPE.get(part.get_content_type(), "")
        if suffix != ".eml" and (document_format(name) or suffix in _READ):
            writer.heading(level, name)
            why = _write(name, suffix, found, writer, level) if number < _MOST_READ else "there are too many"
            if why:
                writer.paragraph(f"Not read: {why}")


def _write(name: str, suffix: str, data: bytes, writer: LineWriter, level: int) -> str:
    """Why it was not read, or not to its end; empty when it was."""
    if len(data) > _MOST_BYTES:
        return f"it has {len(data):,} bytes"
    if data.startswith(OLE):
        return "files of Office 97 are read only outside of a mail"  # in a process of their own, which they may end
    try:
        with writer.part(level):
            if form := document_format(name):
                check_label(name, data, form)
                module, _, function = form.reader.partition(":")
                getattr(import_module(f".{module}", __package__), function)(data, writer)
            else:
                _write_text(suffix, data, writer)
    except (FullError, TimeLimitExceeded, MemoryError):
        raise
    except UnreadableError as error:
        return error.detail
    # A damaged attachment costs itself and not the mail, whatever the library behind its format raises.
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}"[:200]
    return ""


def _write_text(suffix: str, data: bytes, writer: LineWriter) -> None:
    decoded = decode(data)
    if isinstance(decoded, NotText):
        raise UnreadableError("binary", decoded.why)
    if suffix in _HTML:
        write_html(decoded.text, writer)
    elif suffix in _RECORDS:
        lines, language = decoded.text.splitlines(), suffix.removeprefix(".")
        found = find_records(lines, language)
        rows = table_rows(lines[found.first :], found.node_data(language), language)
        cells = islice((row.cells for row in rows if any(row.cells)), _MOST_ROWS)
        writer.table(list(cells), headers=found.headers, caption=" ".join(found.above))
    else:
        writer.text_line("")
        for line in decoded.text.replace("\r\n", "\n").split("\n"):
            writer.text_line(line)


def _name(part: MIMEPart) -> str:
    # `..\\evil.pdf` names no place: only the last part is shown.
    name = part.get_filename() or "without a name"
    return PurePosixPath(name.replace("\\", "/")).name or "without a name"


def _bytes_of(part: MIMEPart) -> bytes:
    found = part.get_payload(decode=True)
    return found if isinstance(found, bytes) else b""
