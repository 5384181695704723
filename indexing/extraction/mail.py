"""Mail (`.eml`): who wrote what to whom as front matter, then the text, and what hangs on it."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.message import EmailMessage, MIMEPart
from email.policy import default
from quopri import decodestring
from typing import Final

from ..files.charsets import NotText, decode
from .attachments import write_attachments
from .errors import UnreadableError
from .html_text import write_html
from .line_writer import LineWriter

_TOLD: Final = ("from", "to", "subject", "date", "received", "message-id")
_ENCRYPTED: Final = frozenset(["multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"])
_HEADER_ERRORS: Final = (AttributeError, IndexError, KeyError, TypeError, ValueError, MessageError)
"""What the library raises for headers that are not well formed."""
_NOT_BASE64: Final = re.compile(rb"[^A-Za-z0-9+/]")
_MOST_MESSAGES: Final = 50
"""Messages forwarded inside of each other."""


def read_mail(data: bytes, writer: LineWriter) -> None:
    """The message, and those that it forwards."""
    message = message_from_bytes(data, policy=default)
    if sum(name in message for name in _TOLD) < 2:
        raise UnreadableError("binary", "has no heads of a mail: it is damaged, or needs another ending")
    if message.get_content_type() in _ENCRYPTED:
        raise UnreadableError("unreadable", "is encrypted: save it decrypted")
    writer.about("title", _header(message, "subject"))
    writer.about("author", _header(message, "from"))
    for name in ("to", "cc"):
        writer.about(name, _header(message, name))
    writer.about("created", _date(message))
    subject = _header(message, "subject")
    writer.heading(1, subject or "Mail without a subject", made_up=not subject)
    _write(message, writer, level=2)


def _write(message: EmailMessage, writer: LineWriter, *, level: int) -> None:
    files: list[MIMEPart] = []
    forwarded: list[MIMEPart] = []
    for part in _leaves(message):
        if part.get_content_type() == "message/rfc822":
            forwarded.append(part)
        elif _is_text(part):
            _write_text(part, writer)
        else:
            files.append(part)
            if (part.get_filename() or "").lower().endswith(".eml"):
                forwarded.append(part)
    write_attachments(files, writer, level=level)
    for part in forwarded:
        _write_forwarded(part, writer, level=level)


def _leaves(message: MIMEPart) -> Iterator[MIMEPart]:
    """Parts that hold something, in order; of alternatives the one that is text, or shows most of it."""
    stack = [message]
    while stack:
        part = stack.pop()
        if not part.is_multipart() or part.get_content_type() == "message/rfc822":
            yield part
            continue
        parts = [child for child in part.iter_parts() if isinstance(child, MIMEPart)]
        stack += reversed(_chosen(parts) if part.get_content_subtype() == "alternative" else parts)


def _chosen(parts: list[MIMEPart]) -> list[MIMEPart]:
    for kind in ("text/plain", "text/html"):
        for part in parts:
            # Some programs send an empty text beside the one that they mean.
            if part.get_content_type() == kind and _content(part).strip():
                return [part]
    return [part for part in parts if part.is_multipart()][-1:] or parts[-1:]


def _is_text(part: MIMEPart) -> bool:
    """Whether it is read as a text of the mail, and not as a file that hangs on it."""
    is_file = part.get_content_disposition() == "attachment" or bool(part.get_filename())
    return not is_file and part.get_content_type() in {"text/plain", "text/html", "text/enriched"}


def _write_text(part: MIMEPart, writer: LineWriter) -> None:
    text = _content(part)
    if part.get_content_subtype() == "html":
        write_html(text, writer)
    elif text.strip():
        writer.text_line("")
        for line in text.replace("\r\n", "\n").split("\n"):
            writer.text_line(line)


def _write_forwarded(part: MIMEPart, writer: LineWriter, *, level: int) -> None:
    inner = _inner(part)
    if inner is None or level > _MOST_MESSAGES:
        return
    writer.heading(level, _header(inner, "subject") or "Forwarded mail without a subject")
    writer.paragraph(f"From: {_header(inner, 'from')}, {_date(inner)}")
    _write(inner, writer, level=level + 1)


def _inner(part: MIMEPart) -> EmailMessage | None:
    """A message in a message: as a part of its own, or encoded, as some programs send it against the standard."""
    encoding = str(part.get("content-transfer-encoding", "")).strip().lower()
    if part.get_content_type() == "message/rfc822":
        inner = part.get_payload(0)
        if encoding not in {"base64", "quoted-printable"}:
            return inner if isinstance(inner, EmailMessage) else None
        written = inner.get_payload() if isinstance(inner, EmailMessage) else ""
        data = str(written).encode("ascii", "replace")
        data = _from_base64(data) if encoding == "base64" else decodestring(data)
    else:
        payload = part.get_payload(decode=True)
        data = payload if isinstance(payload, bytes) else b""
    message = message_from_bytes(data, policy=default)
    return message if sum(name in message for name in _TOLD) >= 2 else None


def _from_base64(data: bytes) -> bytes:
    """What is encoded, without its last characters where these are no whole bytes."""
    kept = _NOT_BASE64.sub(b"", data)
    kept = kept[:-1] if len(kept) % 4 == 1 else kept
    return b64decode(kept + b"=" * (-len(kept) % 4))


def _header(message: EmailMessage, name: str) -> str:
    """Decoded; as far as it can be when it is not well formed, and empty when it is not there."""
    try:
        return str(message[name] or "")
    except _HEADER_ERRORS:
        return next((str(value) for key, value in message.raw_items() if key.lower() == name), "")


def _date(message: EmailMessage) -> str:
    try:
        moment = message["date"].datetime
        return str(moment.isoformat())
    except _HEADER_ERRORS:
        return _header(message, "date")


def _content(part: MIMEPart) -> str:
    """The text of a part; where its declared encoding is wrong or unknown, in the likeliest one."""
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    try:
        return data.decode(part.get_content_charset("utf-8"))
    except (LookupError, UnicodeDecodeError):
        found = decode(data)
        return "" if isinstance(found, NotText) else found.text
