from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from citeline.indexing.embedding.sparse import LengthTotals, count_terms
from citeline.indexing.generations.spool import Spool, Spooled
from citeline.model import Chunk


def record(number: int) -> Spooled:
    words = " ".join(f"word{place}" for place in range(5 + number))
    matrix = np.full((1, 8), number, np.float16)
    terms = count_terms("a.py", [Chunk("code", 1, 1, words, "", "", 0, ())])
    return Spooled(f"{number}.py", "", "python", (number,), ("code",), matrix, matrix + 1, terms)


RECORDS = [record(number) for number in range(6)]


@pytest.mark.parametrize("held", [0, 3, 6])
def test_records_come_back_in_order_as_often_as_wanted(tmp_path: Path, held: int) -> None:
    with Spool(tmp_path / "spool", held_bytes=sum(one.size_bytes for one in RECORDS[:held])) as spool:
        for one in RECORDS:
            spool.add(one)
        for _ in range(2):
            for before, after in zip(RECORDS, spool, strict=True):
                assert pickle.dumps(before) == pickle.dumps(after)
        totals = LengthTotals()
        for one in RECORDS:
            totals.add(one.terms)
        assert spool.lengths.averages() == totals.averages()
        assert ((tmp_path / "spool").stat().st_size == 0) == (held == len(RECORDS))
    assert not (tmp_path / "spool").exists()


def test_records_of_a_small_tree_are_neither_written_nor_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packing arrays takes a twentieth of what a tree of 250 files takes after it is read."""
    monkeypatch.setattr(pickle, "dump", None)
    monkeypatch.setattr(pickle, "load", None)
    with Spool(tmp_path / "spool") as spool:
        for one in RECORDS:
            spool.add(one)
        assert [one.path for one in spool] == [one.path for one in RECORDS]
