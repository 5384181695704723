"""Mail: who wrote what and when is found, the text is read once, and nothing that hangs on it is opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from . import mail_files
from .reading import check_expected, lines_of, why_not

_FOLDER = Path(__file__).parent / "mail_documents"
_MAKERS: dict[str, Callable[[], bytes]] = {
    "offer.eml": mail_files.offer,
    "newsletter.eml": mail_files.newsletter,
    "forwarded.eml": mail_files.forwarded,
    "old.eml": lambda: mail_files.OLD,
}
_HEAD = b"From: a@example.org\nTo: b@example.org\nSubject: s\n"


@pytest.mark.parametrize("name", _MAKERS)
def test_lines_and_tree_are_those_of_the_readable_file(name: str) -> None:
    check_expected(_FOLDER, name, _MAKERS[name])


def test_attachments_are_named_and_not_read() -> None:
    text = "\n".join(lines_of("a.eml", mail_files.offer()))
    assert "- prices.csv (text/csv)" in text
    assert not any(part in text for part in ("never read", "ferry,4", "nobody needs"))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty: 0 bytes"),
        (b"Dear all,\n\nthis is a letter.\n", "has no heads of a mail"),
        (bytes(range(256)) * 50, "has no heads of a mail"),
        (b"PK\x03\x04" + bytes(range(200)), "has no heads of a mail"),
        (
            _HEAD + b'Content-Type: multipart/encrypted; boundary="x"\n\n--x\n\n--x--\n',
            "is encrypted: save it decrypted",
        ),
        (_HEAD + b"Content-Type: application/pkcs7-mime\n\nAAAA", "is encrypted"),
        (b"From: a\nTo: b\n\n", "empty: holds no text"),
    ],
)
def test_what_is_no_mail_is_refused_with_a_remedy(data: bytes, why: str) -> None:
    assert why in why_not("a.eml", data)


def test_a_mail_that_was_cut_off_keeps_what_came() -> None:
    data = mail_files.offer()
    assert "the ferry costs" in "\n".join(lines_of("a.eml", data[: len(data) // 2]))


@pytest.mark.parametrize(
    "data",
    [
        _HEAD + b"Date: " + b"(" * 20_000 + b"\n\ntext\n",
        _HEAD + b"Cc: " + b"<" * 5_000 + b",;:" * 5_000 + b"\n\ntext\n",
        b"Subject: =?utf-8?b?" + b"/" * 9_000 + b"?=\nFrom: =?x?q?=\nTo: \xff\xfe\n\ntext\n",
        _HEAD + b"".join(b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (n, n) for n in range(3_000)),
        _HEAD + b"Content-Type: text/html\n\n<p>text" + b"<div>" * 50_000,
        _HEAD + b"Content-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64\n\n!!!!\n",
    ],
    ids=["comments", "addresses", "words", "parts in parts", "50,000 nested tags", "wrong encoding"],
)
@pytest.mark.timeout(60)
def test_a_mail_that_was_written_to_hurt_ends(data: bytes) -> None:
    try:
        lines_of("a.eml", data)
    except AssertionError:
        assert len(why_not("a.eml", data)) < 400
