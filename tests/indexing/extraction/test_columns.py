"""Parquet and Feather: columns with their types and the first rows, of files that pyarrow 26 has written."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import citeline
from citeline.indexing.extraction import columns, extract
from citeline.indexing.extraction.extract import Unreadable
from citeline.indexing.files.formats import document_format
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, open_index
from citeline.tools.tables import TableCatalog, TableQueryError
from citeline.tools.tables.guard import Limits
from citeline.tools.tables.origins import Origins

from .reading import lines_of, read, why_not

_FOLDER = Path(__file__).parent / "column_documents"


@pytest.fixture(autouse=True)
def any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """All rows of a file are read or none: how busy the machine is does not decide which."""
    monkeypatch.setattr("citeline.tools.tables.query.Limits", partial(Limits, seconds=3600.0))


def _data(name: str) -> bytes:
    return (_FOLDER / name).read_bytes()


@pytest.mark.parametrize("name", ["orders.parquet", "orders.feather"])
def test_both_formats_are_read_alike(name: str) -> None:
    types, rows = "\n".join(lines_of(name, _data(name))).split("# Rows")
    assert "| order | Int32 |" in types and "| total | Decimal128(5, 2) |" in types and "| state | Dict" in types
    assert rows == (_FOLDER / "orders.txt").read_text("utf-8").removesuffix("\n")


def test_what_is_not_shown_is_counted() -> None:
    lines = lines_of("readings.parquet", _data("readings.parquet"))
    assert "The first 20,000 of 100,000." in lines and len(lines) == 20_000 + 14
    assert lines[-1] == f"| {19_999 % 7} |"


def test_a_table_without_rows_has_columns() -> None:
    lines = lines_of("empty.parquet", _data("empty.parquet"))
    assert "| customer | Utf8 |" in lines and lines[-1] == "None."


def test_of_cells_of_megabytes_few_rows_are_read_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    from arro3.core import Array, DataType, RecordBatch, Table
    from arro3.io import write_parquet

    written = BytesIO()
    cells = Array(["x" * 5_000_000] * 40, DataType.string())
    write_parquet(Table.from_pydict({"page": cells}), written, compression="zstd(1)")
    assert len(written.getvalue()) < 50_000
    held: list[int] = []

    def cells_of(batch: RecordBatch) -> Iterator[list[str]]:
        held.append(batch.nbytes)
        yield from ()

    monkeypatch.setattr(columns, "_cells", cells_of)
    lines = lines_of("pages.parquet", written.getvalue())
    assert lines[-1] == "40, too long to be shown."
    assert held and max(held) < 20_000_000


def test_what_can_be_done_about_the_others_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "version 1" in why_not("old.feather", _data("old.feather"))
    assert why_not("a.parquet", b"order,total\n").startswith("binary")
    monkeypatch.setitem(sys.modules, "arro3.io", None)
    assert 'pip install "citeline[parquet]"' in why_not("orders.parquet", _data("orders.parquet"))


def _damaged(name: str, dice: random.Random) -> bytes:
    changed = bytearray(_data(name))
    for _ in range(dice.choice((1, 5, 40))):
        changed[dice.randrange(6, len(changed))] = dice.randrange(256)
    return bytes(changed)


def test_a_damaged_parquet_is_read_or_refused() -> None:
    dice = random.Random("orders")
    for _ in range(100):
        assert isinstance(read("orders.parquet", _damaged("orders.parquet", dice)), list | Unreadable)


def test_a_damaged_feather_ends_no_process_that_reads_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extract, "may_die", lambda: True)
    form = document_format("a.feather")
    assert form is not None
    data = bytearray(_data("orders.feather"))
    data[data.index(b"\x28\xb5\x2f\xfd") - 2] = 0xFF  # the first packed buffer says that it needs petabytes
    found = extract.extract_lines("a.feather", bytes(data), form)
    assert isinstance(found, Unreadable) and "reader ended by signal" in found.detail


def test_rows_are_asked_in_sql_and_sums_are_over_all_of_the_file(tmp_path: Path) -> None:
    for name in ("orders.parquet", "readings.parquet"):
        (tmp_path / name).write_bytes(_data(name))
    with citeline.index(tmp_path) as handle:
        answer = citeline.ask("what is the state of order 1003?", handle)
        assert "closed" in answer.answer
        [verdicts] = answer.claims[0]["verdicts"].values()
        assert (verdicts["resolves"], verdicts["supports"]) == (True, "place")
        assert {"orders", "orders_columns", "readings"} < {table.entry.name for table in handle.tables()}
        readings = '"readings.parquet"'
        found = handle.query_tables(f"SELECT count(*), sum(reading), max(reading) FROM {readings} WHERE reading > 1")
        assert found.rows == ((71_428, sum(n % 7 for n in range(100_000) if n % 7 > 1), 6),)
        assert found.notes == ("readings: all 100,000 rows were read, now",)
        last = handle.query_tables(f"SELECT reading FROM {readings} LIMIT 1 OFFSET 99999")
        assert last.rows == ((99_999 % 7,),) and last.cites[0][0].end_line > 20_000


def test_a_sum_over_a_part_of_a_file_that_has_changed_or_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "readings.parquet"
    file.write_bytes(_data(file.name))
    with citeline.index(tmp_path) as handle:
        (name,) = (table.entry.name for table in handle.tables("rows"))
        with monkeypatch.context() as patched:
            patched.setattr("citeline.tools.tables.query._LOOKED", 1)
            patched.setattr("citeline.tools.tables.guard.Guarded.is_late", lambda _, share=1.0: share < 1)
            with pytest.raises(TableQueryError, match="20,000 of 100,000") as refused:
                handle.query_tables(f"SELECT sum(reading) FROM {name}")
            assert "name fewer columns" in refused.value.hint
            assert handle.query_tables(f"SELECT reading FROM {name} LIMIT 1").rows == ((0,),)
        file.touch()
        with pytest.raises(TableQueryError, match="20,000 of 100,000") as changed:
            handle.query_tables(f"SELECT sum(reading) FROM {name}")
        assert "has changed: run `citeline index`" in changed.value.hint


def _written(path: Path, columns: Mapping[str, Sequence[object]], types: Sequence[str]) -> None:
    from arro3.core import Array, DataType, Table
    from arro3.io import write_parquet

    given = zip(columns.items(), types, strict=True)
    arrays: dict[str, Any] = {name: Array(cells, getattr(DataType, kind)()) for (name, cells), kind in given}
    write_parquet(Table.from_pydict(arrays), str(path), max_row_group_size=10_000)


@pytest.fixture(scope="module")
def large_root(tmp_path_factory: pytest.TempPathFactory, builds_here: None) -> Path:
    """A tree with its index beside it, which nobody changes."""
    root = tmp_path_factory.mktemp("large") / "tree"
    _with_large(root).close()
    return root


@pytest.fixture
def large(large_root: Path) -> Iterator[IndexHandle]:
    """21,000 rows, of which 20,000 are in the index; opened anew: no test is answered from what another has read."""
    with open_index(large_root, settings=Settings(home=large_root.parent / "home")) as handle:
        yield handle


def _with_large(root: Path) -> IndexHandle:
    count = 21_000
    columns: dict[str, Sequence[object]] = {
        "  name": [f"n{at}" for at in range(count)],
        "price": [f"{at:,}" for at in range(count)],
        "hash": [2**64 - 1 - at for at in range(count)],
        "note": ["x"] * (count - 1) + ["key AKIAIOSFODNN7EXAMPLQ"],
    }
    root.mkdir()
    _written(root / "large.parquet", columns, ["string", "string", "uint64", "string"])
    return citeline.index(root, settings=Settings(home=root.parent / "home"))


def test_texts_of_a_whole_file_are_the_numbers_that_the_index_reads_in_them(large: IndexHandle) -> None:
    """They were refused, and so was a column whose header begins with blanks."""
    asked = "SELECT sum(price), max(price), max(name) FROM large"
    assert large.query_tables(asked).rows == ((sum(range(21_000)), 20_999, "n9999"),)


def test_numbers_beyond_those_of_sqlite_keep_their_digits(large: IndexHandle) -> None:
    """18446744073709530616 was told as 1.84467440737095e+19."""
    (row,) = large.query_tables("SELECT hash, name FROM large WHERE price = 20999").rows
    assert row == (str(2**64 - 1 - 20_999), "n20999")


def test_a_secret_behind_the_sample_is_masked_before_a_function_sees_it(large: IndexHandle, tmp_path: Path) -> None:
    found = large.query_tables("SELECT substr(note, 1, 20), length(note) FROM large WHERE note LIKE 'key%'")
    assert found.rows == (("key [secret:aws-key]", 20),)
    settings = Settings(home=tmp_path / "home", secrets="keep")
    with citeline.index(large.reader.root, settings=settings) as kept:
        assert kept.query_tables("SELECT substr(note, 5, 4) FROM large WHERE note LIKE 'key%'").rows == (("AKIA",),)


def test_a_join_by_columns_that_it_does_not_name_reads_them(large: IndexHandle) -> None:
    """They were empty: a natural join of a file with itself had no row."""
    for join in ("NATURAL JOIN large b", "JOIN large b USING (price)"):
        assert large.query_tables(f"SELECT count(*) FROM large a {join} WHERE a.price > 20989").rows == ((10,),)


def test_a_row_made_from_rows_behind_the_sample_cites_more_than_those_in_it(large: IndexHandle) -> None:
    """One line of the two was cited for a sum of both."""
    ((place,),) = large.query_tables("SELECT sum(price) FROM large WHERE price IN (3, 20999)").cites
    assert place.end_line - place.line > 10_000


def test_of_a_file_that_breaks_in_the_middle_the_sample_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the reader raised came through as a traceback, and half of the rows would have stayed."""
    with _with_large(tmp_path / "tree") as large:
        _assert_its_sample_is_asked(large, monkeypatch)


def _assert_its_sample_is_asked(large: IndexHandle, monkeypatch: pytest.MonkeyPatch) -> None:
    file = large.file_of("large.parquet")
    data = bytearray(file.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 4_000] = bytes(4_000)
    file.write_bytes(data)
    monkeypatch.setattr(TableCatalog, "is_as_indexed", lambda *_: True)
    with pytest.raises(TableQueryError, match="20,000 of 21,000") as refused:
        large.query_tables("SELECT count(name), max(hash) FROM large")
    assert "cannot be read to its end" in refused.value.hint
    assert large.query_tables("SELECT hash, price FROM large WHERE name = 'n7'").rows == ((str(2**64 - 8), 7),)


def test_cells_of_several_lines_are_masked_and_every_cell_stays_in_its_place(tmp_path: Path) -> None:
    """Lines were taken for cells: a key in a second line was shown, and a key of three lines ended with a traceback."""
    key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA1234567890abcdefghijklmnop\n-----END RSA PRIVATE KEY-----"
    rows = [("first\nkey AKIAIOSFODNN7EXAMPLQ", 1), ("c", 2), (key, 3), ("two\n\nlines\n", 4)]
    shown = [*Origins(lambda _: None, tmp_path.joinpath).shown(rows, ["a", "b"])]
    assert [number for _, number in shown] == [1, 2, 3, 4]
    assert shown[0][0] == "first\nkey [secret:aws-key]"
    assert (shown[1][0], shown[3][0]) == ("c", "two\n\nlines\n")
    assert "MIIEowIBAAKCAQEA" not in str(shown[2][0]) and str(shown[2][0]).count("\n") == 2
