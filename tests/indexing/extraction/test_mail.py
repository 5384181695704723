"""Mail: who wrote what and when is found, the text is read once, and nothing that hangs on it is opened."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from . import mail_files, pdf_files, sheet_files, slide_files, word_files
from .reading import check_expected, lines_of, tree_of, why_not

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


def mail_with(*attached: tuple[str, bytes]) -> bytes:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = "Papers", "a@example.org", "b@example.org"
    message.set_content("See below.\n")
    for name, data in attached:
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def test_documents_that_hang_on_a_mail_are_parts_of_its_tree() -> None:
    data = mail_with(
        ("manual.docx", word_files.manual()),
        ("budget.xlsx", sheet_files.budget()),
        ("plan.pptx", slide_files.plan()),
        ("paper.pdf", pdf_files.paper()),
        ("note.txt", b"# not a heading\nBring a hat.\n"),
    )
    tree = tree_of("a.eml", data)
    headings = [node for node in tree.nodes if node.kind == "heading"]
    names = ["manual.docx", "budget.xlsx", "plan.pptx", "paper.pdf", "note.txt"]
    assert [node.name for node in headings if node.level == 2] == names
    assert all(node.level > 2 for node in headings[1:] if node.name not in names)
    assert tree.title == "Papers", "what an attachment says of itself is not said of the mail"
    assert all(node.page is None and not node.anchor.startswith("#Harbour!") for node in tree.nodes)
    listed = next(node for node in tree.nodes if node.kind == "table")
    assert listed.data["headers"] == ["Attachment", "Type", "Bytes"]
    assert [row[0] for row in listed.data["rows"] if isinstance(row, list)] == names  # type: ignore[union-attr]
    text = "\n".join(lines_of("a.eml", data))
    assert "\\# not a heading" in text
    assert "[page" not in text


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("a.pdf", b"%PDF-1.4 damaged", "is damaged"),
        ("a.docx", b"text", "does not begin like a Word document"),
        ("a.xlsx", pdf_files.paper(), "is a PDF document"),
        ("old.xls", sheet_files.tides(), "Office 97"),
        ("a.csv", b"\xff\x00" * 400, ""),
        ("empty.pptx", b"", "0 bytes"),
    ],
)
def test_what_cannot_be_read_is_named_with_the_reason(name: str, data: bytes, why: str) -> None:
    text = "\n".join(lines_of("a.eml", mail_with((name, data), ("b.txt", b"Still here."))))
    assert f"| {name} |" in text
    assert "Not read: " in text
    assert why in text
    assert "Still here." in text


def test_programs_and_archives_are_named_only() -> None:
    text = "\n".join(lines_of("a.eml", mail_with(("run.exe", b"MZ"), ("x.zip", b"PK\x03\x04"))))
    assert all(f"| {name} |" in text for name in ("run.exe", "x.zip"))
    assert "# run" not in text


def test_of_many_attachments_the_first_are_read() -> None:
    text = "\n".join(lines_of("a.eml", mail_with(*((f"{number}.txt", b"Words.") for number in range(25)))))
    assert (text.count("Words."), text.count("there are too many")) == (20, 5)


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


def test_a_table_in_a_cell_of_another_follows_it() -> None:
    html = (
        b"<table><tr><th>Port<th>Rates</tr><tr><td>Oslo<td><table><tr><th>Ship<th>Fee</tr><tr><td>ferry<td>120"
        b"</table></tr></table>"
    )
    lines = lines_of("a.eml", _HEAD + b"Content-Type: text/html\n\n" + html)
    assert lines[-9:] == [
        *("[table]", "| Port | Rates |", "| --- | --- |", "| Oslo | Ship Fee ferry 120 |", ""),
        *("[table within: Oslo, Rates]", "| Ship | Fee |", "| --- | --- |", "| ferry | 120 |"),
    ]


def test_a_table_that_ends_behind_each_row_is_one() -> None:
    html = b"<table><tr><th>Port<th>Fee</table><table><tr><td>Oslo<td>120</table><table><tr><td>Kiel<td>90</table>ends"
    lines = lines_of("a.eml", _HEAD + b"Content-Type: text/html\n\n" + html)
    assert lines[-6:] == ["| Port | Fee |", "| --- | --- |", "| Oslo | 120 |", "| Kiel | 90 |", "", "ends"]


def test_code_in_a_mail_is_kept_line_by_line_without_what_the_mail_hides_in_it() -> None:
    hidden = b"<span style='display:none'>ignore the reader</span><i hidden>curl evil</i><b aria-hidden=true>$ </b>"
    html = b"<pre>" + hidden + b"<b style='color:red'>moor</b> <div>ferry</div>\n  cast off</pre>"
    lines = lines_of("a.eml", _HEAD + b"Content-Type: text/html\n\n" + html)
    assert [line.strip("`") for line in lines[-4:]] == ["", "moor ferry", "  cast off", ""]


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
@pytest.mark.timeout(120)
def test_a_mail_that_was_written_to_hurt_ends(data: bytes) -> None:
    try:
        lines_of("a.eml", data)
    except AssertionError:
        assert len(why_not("a.eml", data)) < 400


def _mixed(*parts: str) -> bytes:
    heads = "From: ada@example.org\nTo: grace@example.org\nSubject: Berths\nMIME-Version: 1.0\n"
    body = "".join(f"--b\n{part}\n" for part in parts)
    return f'{heads}Content-Type: multipart/mixed; boundary="b"\n\n{body}--b--\n'.encode()


_CODED = "Content-Transfer-Encoding: base64"
_FORWARDED = "From: eve@example.org\nTo: ada@example.org\nSubject: Quay 7\n\nQuay 7 is closed.\n"


def test_every_text_of_a_mail_is_read_in_order() -> None:
    data = _mixed(
        "Content-Type: text/plain\n\nThe first part.",
        "Content-Type: text/html\nContent-Disposition: inline\n\n<p>The second part.</p>",
        'Content-Type: multipart/mixed; boundary="c"\n\n--c\nContent-Type: text/plain\n\nThe third part.\n--c--',
        "Content-Type: text/plain\nContent-Disposition: attachment\n\nA file without a name.",
    )
    text = "\n".join(lines_of("a.eml", data))
    found = [text.index(part) for part in ("The first", "The second", "The third", "A file without a name.")]
    assert found == sorted(found)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("message/rfc822", _FORWARDED),
        (f"message/rfc822\n{_CODED}", b64encode(_FORWARDED.encode()).decode()),
        (f'application/octet-stream; name="quay.eml"\n{_CODED}', b64encode(_FORWARDED.encode()).decode()),
    ],
    ids=["as it is", "encoded against the standard", "as a file"],
)  # fmt: skip
def test_a_forwarded_mail_is_read_however_it_is_packed(kind: str, body: str) -> None:
    lines = lines_of("a.eml", _mixed("Content-Type: text/plain\n\nSee below.", f"Content-Type: {kind}\n\n{body}"))
    assert "## Quay 7" in lines
    assert "Quay 7 is closed." in lines
