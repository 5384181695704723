"""A database that is kept as it was and by the pages that have changed since: what is read is what was written."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from citeline.errors import IndexDamagedError
from citeline.indexing.stores import delta_file
from citeline.indexing.stores.delta_file import DeltaWriter, open_delta

NAME = "points-delta.db"
PAGE_BYTES = 1024


def write(folder: Path, dice: random.Random, rows: dict[int, bytes], *, most: int) -> None:
    """Up to so many rows more, fewer and other ones, in the folder and in `rows`."""
    writer = DeltaWriter(folder / NAME, PAGE_BYTES)
    with closing(writer.connection):
        if writer.is_new:
            writer.connection.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, body BLOB)")
        writer.connection.execute("BEGIN")
        for _ in range(dice.randint(0, most)):
            identity = dice.randrange(400)
            writer.connection.execute("DELETE FROM rows WHERE id = ?", (identity,))
            rows.pop(identity, None)
            if dice.random() < 0.7:
                rows[identity] = dice.randbytes(dice.choice((9, 500, 3000)))
                writer.connection.execute("INSERT INTO rows VALUES (?, ?)", (identity, rows[identity]))
        writer.connection.execute("COMMIT")
        writer.save()


def read(folder: Path) -> dict[int, bytes]:
    with closing(open_delta(folder / NAME)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return dict(connection.execute("SELECT id, body FROM rows").fetchall())


def linked(source: Path, target: Path) -> Path:
    target.mkdir()
    for file in source.iterdir():
        (target / file.name).hardlink_to(file)
    return target


@pytest.mark.parametrize("has_copies", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_every_generation_is_read_as_it_was_written(
    seed: int, has_copies: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages of one would else show up in the next, or in one that a reader has open since before."""
    monkeypatch.setattr(delta_file, "_HAS_COPIES", has_copies)
    dice, rows = random.Random(seed), dict[int, bytes]()
    generation = tmp_path / "0"
    generation.mkdir()
    write(generation, dice, rows, most=200)
    written = [(generation, dict(rows))]
    files = [1]
    for number in range(1, 40):
        generation = linked(generation, tmp_path / str(number))
        write(generation, dice, rows, most=dice.choice((1, 3, 40)))
        written.append((generation, dict(rows)))
        files.append(len(list(generation.iterdir())))
    assert max(files) > 2 and any(after < before for before, after in pairwise(files))
    for folder, expected in written:
        assert read(folder) == expected


def test_a_small_change_is_written_without_the_rest(tmp_path: Path) -> None:
    dice, rows = random.Random(1), dict[int, bytes]()
    (tmp_path / "0").mkdir()
    write(tmp_path / "0", dice, rows, most=900)
    whole = (tmp_path / "0" / NAME).stat().st_size
    write(linked(tmp_path / "0", tmp_path / "1"), dice, rows, most=1)
    own = [file for file in (tmp_path / "1").iterdir() if file.stat().st_nlink == 1]
    assert sum(file.stat().st_size for file in own) < whole / 5
    assert (tmp_path / "1" / NAME).samefile(tmp_path / "0" / NAME)
    write(linked(tmp_path / "1", tmp_path / "2"), dice, rows, most=0)
    assert all(file.stat().st_nlink > 1 for file in (tmp_path / "2").iterdir())


def test_files_of_pages_stay_few(tmp_path: Path) -> None:
    """Each is opened and read by everybody who opens the index."""
    (tmp_path / "0").mkdir()
    write(tmp_path / "0", random.Random(1), {}, most=900)
    for number in range(1, 150):
        generation = linked(tmp_path / str(number - 1), tmp_path / str(number))
        writer = DeltaWriter(generation / NAME, PAGE_BYTES)
        with closing(writer.connection) as connection:
            connection.execute("INSERT OR REPLACE INTO rows VALUES (999, ?)", (str(number).encode(),))
            writer.save()
        assert len(list(generation.iterdir())) <= 65
        assert read(generation)[999] == str(number).encode()


@pytest.mark.parametrize("damage", ["cut", "empty", "head"])
def test_pages_that_make_no_sense_are_damage(tmp_path: Path, damage: str) -> None:
    dice, rows = random.Random(1), dict[int, bytes]()
    (tmp_path / "0").mkdir()
    write(tmp_path / "0", dice, rows, most=900)
    write(linked(tmp_path / "0", tmp_path / "1"), dice, rows, most=2)
    (pages,) = (tmp_path / "1").glob("*.pages-*")
    content = pages.read_bytes()
    pages.write_bytes({"cut": content[:-9], "empty": b"", "head": content[:4] + b"\x7f" + content[5:]}[damage])
    with pytest.raises(IndexDamagedError, match=NAME):
        open_delta(tmp_path / "1" / NAME)


def test_a_file_that_is_gone_is_damage(tmp_path: Path) -> None:
    """Another process may collect the generation while it is opened."""
    dice, rows = random.Random(1), dict[int, bytes]()
    (tmp_path / "0").mkdir()
    write(tmp_path / "0", dice, rows, most=900)
    write(linked(tmp_path / "0", tmp_path / "1"), dice, rows, most=2)
    (tmp_path / "1" / NAME).unlink()
    with pytest.raises(IndexDamagedError, match="cannot be read"):
        open_delta(tmp_path / "1" / NAME)
    with pytest.raises(IndexDamagedError):
        read(tmp_path / "2")


def test_whoever_reads_writes_nothing(tmp_path: Path) -> None:
    write(tmp_path, random.Random(1), {}, most=9)
    with closing(open_delta(tmp_path / NAME)) as connection, pytest.raises(sqlite3.OperationalError):
        connection.execute("DELETE FROM rows")
