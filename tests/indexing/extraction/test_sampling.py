"""Large files of lines: what is read of them reaches to their end, keeps its numbers, and fits into memory."""

from __future__ import annotations

import dataclasses
import hashlib
from pathlib import Path

import pytest

from citeline.indexing.chunking import chunk
from citeline.indexing.extraction.decoding import read_source
from citeline.indexing.extraction.sampling import MOST_STREAMED_BYTES
from citeline.indexing.files import formats
from citeline.indexing.files.walk import WalkedFile
from citeline.indexing.parsers.registry import parse
from citeline.model import ParsedDocument, SourceFile

_LIMIT = 2_000_000
"""In place of ten million bytes, which would be made, read and cut for each test."""
_HEADS = {".csv": "id,name,amount\n", ".jsonl": "", ".txt": "", ".html": "<html><body>\n"}
_LINES = {
    ".csv": "{0},name of {0},{0}.5\n",
    ".jsonl": '{{"id": {0}, "name": "name of {0}"}}\n',
    ".txt": "The name of {0} is written here, and then the sentence ends.\n\n",
    ".html": "<h2>Section {0}</h2>\n<p>The name of {0} is written here, and so on.</p>\n",
}


@pytest.fixture(autouse=True)
def _small_heads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "_HEAD_BYTES", _LIMIT)


def _large(folder: Path, suffix: str, *, size: int = 3 * _LIMIT) -> Path:
    file = folder / f"large{suffix}"
    with file.open("w", encoding="utf-8") as out:
        out.write(_HEADS[suffix])
        number = 0
        while out.tell() < size:
            out.write("".join(_LINES[suffix].format(number + one) for one in range(5_000)))
            number += 5_000
    return file


def _read(file: Path, *, max_file_bytes: int = 1_000_000) -> tuple[SourceFile, ParsedDocument]:
    size = file.stat().st_size
    source = read_source(file.parent, WalkedFile(file.name, size, 0), max_file_bytes=max_file_bytes)
    assert isinstance(source, SourceFile)
    return source, parse(source)


@pytest.mark.parametrize("suffix", _LINES)
def test_a_sample_has_lines_from_the_beginning_to_the_end_under_their_own_numbers(tmp_path: Path, suffix: str) -> None:
    file = _large(tmp_path, suffix)
    written = file.read_text("utf-8").split("\n")
    source, document = _read(file)
    kept = [number for number, line in enumerate(source.lines) if line]
    assert kept[0] == 0 and kept[-1] > 0.95 * len(written)
    assert sum(len(source.lines[number]) + 1 for number in kept) <= _LIMIT
    assert all(source.lines[number] == written[number] for number in kept)
    assert source.sha256 == hashlib.sha256(file.read_bytes()).hexdigest()
    assert source.note.startswith("a sample: ") and "pieces up to the end" in source.note
    chunks = chunk(source, document)
    # What lies between two pieces of the file is in no chunk, and none goes over it.
    assert max(one.end_line - one.start_line for one in chunks) < 200
    assert sum(len(one.text.split()) for one in chunks) == sum(len(line.split()) for line in source.lines)
    if suffix == ".html":
        headings = [node for node in document.nodes if node.kind == "heading"]
        assert all(node.name in written[node.start_line - 1] for node in headings)


def test_the_rows_of_a_sample_are_rows_of_the_file(tmp_path: Path) -> None:
    file = _large(tmp_path, ".csv")
    source, document = _read(file)
    (table,) = (node for node in document.nodes if node.kind == "table")
    assert table.data["headers"] == ["id", "name", "amount"]
    rows = [line.split(",") for line in source.lines[1:] if line]
    assert all(row[1] == f"name of {row[0]}" and row[2] == f"{row[0]}.5" for row in rows)


def test_of_records_whose_cells_go_on_over_lines_only_the_beginning_is_read(tmp_path: Path) -> None:
    """A piece could begin inside of a cell, and take the text of cells for rows."""
    file = tmp_path / "quoted.csv"
    file.write_text("id,text\n" + "".join(f'{number},"a line\nand, another"\n' for number in range(120_000)))
    source, _ = _read(file)
    assert "the first" in source.note and "pieces" not in source.note


@pytest.mark.parametrize("end", [b"\r\n", b"\n"])
def test_line_ends_stay_those_of_the_file(tmp_path: Path, end: bytes) -> None:
    file = tmp_path / "ends.txt"
    file.write_bytes(b"".join(b"a line of some length, number %d%s" % (number, end) for number in range(120_000)))
    source, _ = _read(file)
    assert source.newline == end.decode()
    assert len(source.lines) == 120_000


def test_files_that_no_stream_reads_have_their_beginning(tmp_path: Path) -> None:
    file = _large(tmp_path, ".txt")
    sixteen = tmp_path / "sixteen.txt"
    sixteen.write_bytes(file.read_text("utf-8").encode("utf-16"))
    assert "pieces" not in _read(sixteen)[0].note
    with file.open("r+b") as grown:
        grown.truncate(MOST_STREAMED_BYTES + 1)  # a hole: no byte of it is written
    assert "pieces" not in _read(file)[0].note


def test_a_change_in_what_was_left_out_is_a_change_of_the_file(tmp_path: Path) -> None:
    file = _large(tmp_path, ".csv")
    before, _ = _read(file)
    left_out = next(n for n in range(len(before.lines) // 2, len(before.lines)) if not before.lines[n])
    lines = file.read_text("utf-8").split("\n")
    lines[left_out] = lines[left_out].replace("name", "NAME")
    file.write_text("\n".join(lines), "utf-8")
    after, _ = _read(file)
    assert dataclasses.replace(after, sha256="") == dataclasses.replace(before, sha256="", mtime_ns=after.mtime_ns)
    assert after.sha256 != before.sha256
