"""The texts of chunks come back as they were, whichever row they are packed in, and take less room."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
import zstandard

from citeline.errors import IndexDamagedError
from citeline.indexing.stores.packed_texts import TextPacker, place_in_row, row_of, unpack
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.indexing.stores.structure_writer import StructureWriter
from citeline.indexing.stores.text_columns import from_column, names_from_column
from citeline.model import Chunk, ChunkId

from .documents import python_file


def chunk(text: str, *, definitions: tuple[str, ...] = ()) -> Chunk:
    return Chunk("code", 1, 1, text, f"a.py › {text[:9]}", "a", 0, definitions)


@pytest.mark.parametrize("count", [1, 15, 16, 17, 100])
def test_every_chunk_is_where_its_place_says(count: int) -> None:
    chunks = [chunk(f"text {number}\n", definitions=(f"name{number}", "other")) for number in range(count)]
    rows = {row: body for row, _, body in TextPacker().rows(7, chunks)}
    for place, packed in enumerate(chunks):
        (row,) = unpack([rows[row_of(7, place)]])
        text, breadcrumb, scope, definitions = (one.decode() for one in row[place_in_row(place)])
        assert (text, breadcrumb, scope) == (packed.text, packed.breadcrumb, packed.scope)
        assert names_from_column(definitions) == packed.definitions


@pytest.mark.parametrize("text", ["", "\0", "caf\udce9", "\U0010ffff", "写入索引\r\n" * 5000])
def test_texts_of_any_kind_come_back(text: str) -> None:
    ((_, _, body),) = TextPacker().rows(1, [chunk("before"), chunk(text), chunk("after")])
    (row,) = unpack([body])
    assert [from_column(one.text.decode()) for one in row] == ["before", text, "after"]


def test_texts_of_one_document_take_a_fraction_of_their_length() -> None:
    chunks = [chunk(f"def read_{number}(path):\n    return open(path).read()\n") for number in range(64)]
    packed = sum(len(body) for *_, body in TextPacker().rows(1, chunks))
    assert packed < sum(len(one.text) for one in chunks) / 3


def test_rows_of_documents_do_not_meet() -> None:
    assert row_of(1, 16_000_000) < row_of(2, 0)


@pytest.mark.parametrize("damage", [b"", b"nothing", TextPacker().rows(1, [chunk("x" * 999)])[0][2][:-9]])
def test_a_row_that_makes_no_sense_is_damage(damage: bytes, tmp_path: Path) -> None:
    path = tmp_path / "structure.db"
    with StructureWriter.create(path) as writer:
        writer.add_document(*python_file("a.py", ("alpha",)), [10])
        writer.connection.execute("UPDATE texts SET body = ?", [damage])
        writer.finish()
    reader = StructureReader(path)
    with pytest.raises(IndexDamagedError):
        reader.chunks([10])
    with pytest.raises(IndexDamagedError):
        list(reader.texts())
    reader.close()


_TOO_LONG = zstandard.ZstdCompressor().compress(struct.pack("<5I", 1, 99, 0, 0, 0) + b"x")
"""A row of one chunk whose text should have 99 bytes, and has one."""
_NO_TEXT = zstandard.ZstdCompressor().compress(struct.pack("<5I", 1, 1, 0, 0, 0) + b"\xff")
"""A row of one chunk whose text is no UTF-8."""


@pytest.mark.parametrize(
    ("sql", "given"),
    [
        ("DELETE FROM texts", ()),
        ("UPDATE texts SET body = ?", (_TOO_LONG,)),
        ("UPDATE texts SET body = ?", (_NO_TEXT,)),
    ],
    ids=["missing", "cut", "no text"],
)
@pytest.mark.parametrize("all_of_them", [False, True])
def test_missing_or_cut_texts_are_damage(sql: str, given: tuple[bytes, ...], all_of_them: bool, tmp_path: Path) -> None:
    """They were a bare KeyError or ValueError, or texts that end too soon."""
    path = tmp_path / "structure.db"
    with StructureWriter.create(path) as writer:
        writer.add_document(*python_file("a.py", ("alpha",)), [10])
        writer.connection.execute(sql, given)
        writer.finish()
    reader = StructureReader(path)
    with pytest.raises(IndexDamagedError):
        _ = [*reader.texts()] if all_of_them else reader.chunks([ChunkId(10)])
    reader.close()
