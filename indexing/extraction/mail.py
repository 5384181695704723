"""Mail (`.eml`): who wrote what to whom as front matter, then the text, and what hangs on it."""

from __future__ import annotations

from email import message_from_bytes
from email.errors import MessageError
from email.message import EmailMessage, MIMEPart
from email.policy import default
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
    bodies = [message.get_body(preferencelist=(kind,)) for kind in ("plain", "html")]
    plain, html = (_content(body) if body is not None else "" for body in bodies)
    # Some programs send an empty text beside the one that they mean.
    if plain.strip():
        writer.text_line("")
        for line in plain.replace("\r\n", "\n").split("\n"):
            writer.text_line(line)
    elif html.strip():
        write_html(html, writer)
    attached = list(message.iter_attachments()) if message.is_multipart() else []
    forwarded = [part for part in attached if part.get_content_type() == "message/rfc822"]
    files = [part for part in attached if part not in forwarded]
    write_attachments(files, writer, level=level)
    for part in forwarded:
        _write_forwarded(part, writer, level=level)


def _write_forwarded(part: EmailMessage, writer: LineWriter, *, level: int) -> None:
    inner = part.get_payload(0)
    if not isinstance(inner, EmailMessage) or level > _MOST_MESSAGES:
        return
    writer.heading(level, _header(inner, "subject") or "Forwarded mail without a subject")
    writer.paragraph(f"From: {_header(inner, 'from')}, {_date(inner)}")
    _write(inner, writer, level=level + 1)


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
