"""Lines of a file of which a sample is in the index are compared with the file as the index read it."""

from __future__ import annotations

from pathlib import Path

import pytest

import citeline
from citeline.indexing.extraction import sampling
from citeline.indexing.files import formats
from citeline.indexing.reader import open_index
from citeline.settings import Settings
from citeline.tools.citations import working_tree
from citeline.tools.citations.working_tree import WorkingTree
from citeline.tools.verify.baseline import Baseline


def test_a_row_of_a_piece_has_not_changed_because_another_limit_reads_other_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the limit raised, rows from the middle of a CSV were cited as stale: what checks them reads 10 MB."""
    monkeypatch.setattr(formats, "_HEAD_BYTES", 20_000)
    monkeypatch.setattr(sampling, "_PIECE_BYTES", 500)
    monkeypatch.setattr(working_tree, "MAX_CHECKED_BYTES", 20_000)
    root, settings = tmp_path / "tree", Settings(home=tmp_path / "home", max_file_bytes=40_000)
    root.mkdir()
    rows = [f"{number},name of {number}" for number in range(10_000)]
    (root / "rows.csv").write_text("\n".join(["number,name", *rows]) + "\n")
    citeline.index(root, settings=settings).close()
    index = open_index(root, settings)
    baseline = Baseline(index.structure)
    read = baseline.lines("rows.csv")
    assert read is not None and 0 < sum(map(bool, read)) < len(read)
    found = WorkingTree(index.tree, baseline).lines("rows.csv")
    is_same = found == read  # thousands of lines are not to be shown
    assert is_same
    (root / "rows.csv").write_text("\n".join(["number,name", *reversed(rows)]) + "\n")
    found = WorkingTree(index.tree, baseline).lines("rows.csv")
    is_same = found == read
    assert not is_same
    index.close()
