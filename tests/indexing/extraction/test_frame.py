"""Documents of every format that are no document: refused by name, with what to do, in time and in a small memory."""

from __future__ import annotations

import os
import random
import signal
import struct
import sys
from pathlib import Path

import pytest

from citeline.indexing.builds.reading import read_document
from citeline.indexing.extraction import extract
from citeline.indexing.extraction.decoding import read_source
from citeline.indexing.extraction.errors import FullError, UnreadableError
from citeline.indexing.extraction.extract import Unreadable, extract_lines, read_here
from citeline.indexing.extraction.line_writer import LineWriter, link
from citeline.indexing.extraction.office.packages import Package
from citeline.indexing.extraction.xml_trees import parse_xml
from citeline.indexing.files.formats import DOCUMENT_FORMATS, DocumentFormat, document_format
from citeline.indexing.files.walk import WalkedFile, walk
from citeline.indexing.parsers.limits import memory_limit
from citeline.indexing.parsers.marks import cells_of
from citeline.indexing.parsers.registry import parse
from citeline.left_out import Skipped
from citeline.model import SourceFile

from .containers import with_parts, zipped
from .reading import why_not
from .sheet_files import stock, tides

_ENDINGS = [row.suffixes.split()[0] for row in DOCUMENT_FORMATS if row.begins]
_ZIPPED = [ending for row, ending in zip(DOCUMENT_FORMATS, _ENDINGS, strict=False) if b"PK\x03\x04" in row.begins]


@pytest.mark.parametrize("ending", _ENDINGS)
@pytest.mark.parametrize(
    ("data", "why"),
    [
        pytest.param(b"", "empty: 0 bytes", id="empty"),
        pytest.param(bytes(5_000), "empty: nothing but zeros", id="zeros"),
        pytest.param(random.Random(7).randbytes(20_000), "does not begin like", id="random"),
        pytest.param(b"Dear all,\n\nplease read.\n", "text that needs its own ending", id="text"),
        pytest.param(b"<!DOCTYPE html><html><body><table>", "is a page of HTML", id="html"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(50), "is a PNG image", id="picture"),
        pytest.param(b"Rar!\x1a\x07" + bytes(50), "is a RAR archive", id="archive"),
    ],
)
def test_what_is_no_document_is_refused_with_a_remedy(ending: str, data: bytes, why: str) -> None:
    assert why in why_not(f"a{ending}", data)


@pytest.mark.parametrize("ending", _ZIPPED)
def test_a_container_of_another_format_says_which(ending: str) -> None:
    other = {".docx": "xl/workbook.xml"}.get(ending, "word/document.xml")
    assert "give it the ending" in why_not(f"a{ending}", zipped({other: b"<x/>"}))


@pytest.mark.parametrize("ending", _ZIPPED)
def test_an_archive_is_never_opened_for_what_is_in_it(ending: str) -> None:
    inner = zipped({"word/document.xml": b"<secret/>"})
    assert "secret" not in why_not(f"a{ending}", zipped({"inner.docx": inner, "b.txt": b"secret"}))


@pytest.mark.parametrize("ending", _ENDINGS)
def test_a_document_with_a_password_asks_for_one_without(ending: str) -> None:
    # Office puts what it encrypts into a container of the old kind, in a stream of this name.
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500) + "EncryptedPackage".encode("utf-16-le") + bytes(500)
    assert why_not(f"a{ending}", data) == "unreadable: needs a password: save it without one"


def test_sheets_of_other_programs_with_a_password_ask_for_one_without() -> None:
    manifest = b"<m:manifest><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>"
    parts = {"content.xml": random.Random(7).randbytes(3_000), "META-INF/manifest.xml": manifest}
    assert why_not("a.ods", with_parts(stock(), parts)) == "unreadable: needs a password: save it without one"
    book = bytearray(tides())
    behind = book.index(b"\x09\x08\x10\x00") + 20
    book[behind : behind + 2] = b"\x2f\x00"
    assert why_not("a.xls", bytes(book)) == "unreadable: needs a password: save it without one"


def test_a_container_is_bounded_by_what_it_declares_and_by_what_it_holds() -> None:
    bomb = zipped({"word/document.xml": bytes(60_000_000)})
    with pytest.raises(UnreadableError, match="times its size"):
        Package(bomb).read("word/document.xml")
    # The size in the directory says 10 bytes.
    lying = bytearray(zipped({"a.xml": b"x" * 100_000}))
    at = lying.rfind(b"PK\x01\x02")
    lying[at + 24 : at + 28] = (10).to_bytes(4, "little")
    with pytest.raises(UnreadableError, match="damaged"):
        Package(bytes(lying)).read("a.xml")
    with pytest.raises(UnreadableError, match="20,001 parts"):
        Package(zipped({f"{number}": b"" for number in range(20_001)}))


@pytest.mark.timeout(120)
def test_a_container_of_parts_without_end_is_refused_before_they_are_listed() -> None:
    entry = b"PK\x01\x02" + bytes(42)
    # The record at its end says that there is one part.
    end = b"PK\x05\x06" + struct.pack("<4H2IH", 0, 0, 1, 1, 200_000 * len(entry), 4, 0)
    assert "200,000 parts" in why_not("a.docx", b"PK\x03\x04" + entry * 200_000 + end)


def test_a_container_that_was_cut_off_is_refused() -> None:
    data = zipped({"xl/workbook.xml": b"<x/>" * 1000})
    for length in (30, len(data) // 2, len(data) - 5):
        assert "was cut off" in why_not("a.xlsx", data[:length])


@pytest.mark.parametrize(
    ("xml", "why"),
    [
        (b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', "document type"),
        (b'<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>', "document type"),
        (b'<?xml version="1.0"?><!-- ' + b"x" * 9000 + b' --><!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>', "type"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><a/>'.encode("utf-16"), "document type"),
        (b"<a>" * 50_000 + b"</a>" * 50_000, "damaged"),
        (b"<a><b></a>", "damaged"),
        (b"", "damaged"),
        (b"\xf5\xb1e\0JX\xb7" * 50, "damaged"),
        (b"<\0!\0D\0O\0C\0T\0Y\0P\0E\0", "document type"),
        (b"\0\0\0<\0\0\0a", "document type"),
    ],
    ids=["file", "bomb", "network", "utf-16", "50,000 nested", "crossed", "empty", "bytes", "wide", "wider"],
)
def test_xml_that_reaches_out_or_down_is_refused(xml: bytes, why: str) -> None:
    with pytest.raises(UnreadableError, match=why):
        parse_xml(xml, "a.xml")


def test_text_cannot_forge_a_mark() -> None:
    writer = LineWriter()
    texts = ["# no heading", "[page 7]", "[cut: x]", "| a |", "```", "---", "[cells A1:B2]", "\\# as it is"]
    for text in texts:
        writer.paragraph(text)
        writer.text_line(text)
    document = parse(SourceFile("a.docx", tuple(writer.lines()), "", 0, 0))
    assert [node.kind for node in document.nodes] == ["file"]
    assert (document.note, document.nodes[0].data) == ("", {})


def test_cells_come_back_as_they_were_written() -> None:
    row = ["a | b", "", "c\\", "  d\n e ", "", "| |", ""]
    writer = LineWriter()
    writer.table([row])
    assert cells_of(writer.lines()[1]) == ["a | b", "", "c\\", "d e", "", "| |", ""]


def test_a_document_without_end_is_cut_and_says_so() -> None:
    writer = LineWriter(most_chars=1_000)
    with pytest.raises(FullError) as full:
        for _ in range(100):
            writer.paragraph("word " * 20)
    writer.cut(str(full.value))
    document = parse(SourceFile("a.docx", tuple(writer.lines()), "", 0, 0))
    assert document.note.startswith("read in part: the text behind this line is left out")


def test_long_paragraphs_are_cut_behind_a_sentence() -> None:
    writer = LineWriter()
    writer.paragraph("This is one sentence of many. " * 200 + "x" * 5_000)
    lines = writer.lines()
    assert all(len(line) <= 2_000 for line in lines)
    assert lines[0].endswith("many.")


def test_links_lead_where_a_reader_can_go() -> None:
    assert link("the [old] guide", "a b.md#x(1)") == "[the (old) guide](a%20b.md#x%281%29)"
    assert link("run", "javascript:alert(1)") == "run"


def _form(reader: str) -> DocumentFormat:
    return DocumentFormat("word", "a Word document", ".docx", reader)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
def test_a_reader_that_takes_too_much_memory_is_refused_it() -> None:
    with memory_limit(64 << 20), pytest.raises(MemoryError):
        bytearray(128 << 20)
    assert len(bytearray(128 << 20)) == 128 << 20  # the limit is gone


@pytest.mark.timeout(120)
def test_a_reader_that_hangs_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extract, "TIME_S", 0.2)
    monkeypatch.setattr(extract, "import_module", lambda *_: _Readers)
    found = read_here(b"x", _form("any:hang"))
    assert isinstance(found, Unreadable)
    assert "took more than 0.2 s" in found.detail


def test_a_reader_that_panics_costs_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extract, "import_module", lambda *_: _Readers)
    found = read_here(b"x", _form("any:panic"))
    assert isinstance(found, Unreadable)
    assert "_PanicError: index out of range" in found.detail


def test_a_reader_that_raises_costs_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extract, "import_module", lambda *_: _Readers)
    found = read_here(b"x", _form("any:fail"))
    assert found == Unreadable(
        "unreadable", "cannot be read as a Word document: ZeroDivisionError: x; open it and save it anew"
    )


class _PanicError(BaseException):
    """As Rust's library for Python raises it."""


class _Readers:
    @staticmethod
    def hang(data: bytes, writer: LineWriter) -> None:
        while True:
            pass

    @staticmethod
    def panic(data: bytes, writer: LineWriter) -> None:
        raise _PanicError("index out of range")

    @staticmethod
    def fail(data: bytes, writer: LineWriter) -> None:
        raise ZeroDivisionError("x")


def test_outside_of_parser_processes_a_document_is_read_in_a_child(monkeypatch: pytest.MonkeyPatch) -> None:
    form = document_format("a.xls")
    assert form is not None
    lines = extract_lines("a.xls", tides(), form)
    assert isinstance(lines, list)
    assert "| Porto | 3.1 |" in lines
    monkeypatch.setattr(extract, "_COMMAND", ("-c", "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"))
    found = extract_lines("a.xls", tides(), form)
    assert isinstance(found, Unreadable)
    assert f"signal {signal.SIGSEGV.value}" in found.detail


def test_a_document_that_ended_its_process_is_not_read_as_text(tmp_path: Path) -> None:
    (tmp_path / "a.xls").write_bytes(tides())
    found = read_document(tmp_path, WalkedFile("a.xls", 0, 0), max_file_bytes=100, plain="its parser failed: signal 6")
    assert found == Skipped("a.xls", "parse_failed", "its parser failed: signal 6: open it and save it anew")


def test_documents_may_be_larger_than_text(tmp_path: Path) -> None:
    for name in ("a.md", "a.xls"):
        (tmp_path / name).write_bytes(tides())
    walked = walk(tmp_path, max_file_bytes=100)
    assert [file.path for file in walked.files] == ["a.xls"]
    source = read_source(tmp_path, WalkedFile("a.xls", 0, 0), max_file_bytes=100)
    assert isinstance(source, SourceFile)
    assert source.lines[0] == "# Tides"
    (tmp_path / "huge.docx").write_bytes(b"")
    os.truncate(tmp_path / "huge.docx", 300_000_000)
    skipped = read_source(tmp_path, WalkedFile("huge.docx", 0, 0), max_file_bytes=100)
    told = "300,000,000 bytes; the limit is 64,000,000: raise it with CITELINE_MAX_FILE_BYTES"
    assert skipped == Skipped("huge.docx", "too_large", told)


def test_documents_that_are_not_read_say_what_to_save_them_as(tmp_path: Path) -> None:
    (tmp_path / "a.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100))
    found = read_source(tmp_path, WalkedFile("a.doc", 0, 0), max_file_bytes=1_000)
    assert found == Skipped("a.doc", "binary", "old office document: save it as .docx")


def test_the_lock_files_of_office_programs_are_no_documents(tmp_path: Path) -> None:
    for name in ("~$plan.docx", ".~lock.plan.ods#", "plan~$.docx"):
        (tmp_path / name).write_bytes(b"x")
    assert [file.path for file in walk(tmp_path, max_file_bytes=100).files] == ["plan~$.docx"]


def test_parts_are_found_whatever_the_case_of_their_name() -> None:
    package = Package(zipped({"Word/Document.xml": b"x"}))
    assert package.read("word/document.xml") == b"x"
