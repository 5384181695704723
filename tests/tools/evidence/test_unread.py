"""Where a name stands in files that are in the index in part."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from citeline.indexing.files.captures import capture_detail
from citeline.indexing.files.source_tree import SourceTree
from citeline.indexing.reader import Index
from citeline.model import SAMPLE
from citeline.tools.evidence import names
from citeline.tools.evidence.names import sampled_paths, unread_places


def index_of(root: Path, notes: dict[str, str]) -> Index:
    made: Any = SimpleNamespace(tree=SourceTree(root), structure=SimpleNamespace(notes=lambda: notes))
    return cast("Index", made)


def test_only_files_of_which_a_sample_is_read_are_looked_through(tmp_path: Path) -> None:
    notes = {"big.csv": f"{SAMPLE}the first 5 bytes", "odd.py": "the syntax has errors"}
    assert sampled_paths(index_of(tmp_path, notes)) == ["big.csv"]


def test_hundreds_of_captures_stand_behind_the_other_files_that_are_read_in_part(tmp_path: Path) -> None:
    notes = {"a/tests/x.json": SAMPLE + capture_detail(40, 4_000, 900_000), "big.csv": f"{SAMPLE}the first 5 bytes"}
    assert sampled_paths(index_of(tmp_path, notes)) == ["big.csv", "a/tests/x.json"]


@pytest.mark.parametrize("block", [1 << 20, 40, 7])
def test_the_first_line_with_a_name_is_told_wherever_blocks_of_the_file_end(
    block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ "No `Zanzibar` in txt" was said of a file whose middle had it, and nothing told that a tenth was read."""
    monkeypatch.setattr(names, "_READ_BYTES", block)
    lines = [f"line {number}" for number in range(1, 401)]
    lines[100], lines[150] = "Zanzibars of old", "unzanzibar"
    lines[211], lines[300] = "the ZANZIBAR lighthouse", "zanzibar again"
    (tmp_path / "port.txt").write_text("\n".join(lines), "utf-8")
    index = index_of(tmp_path, {})
    found = unread_places(index, ["Zanzibar", "Valparaiso"], ["port.txt", "gone.txt"])
    assert found == [("Zanzibar", "port.txt", 212)]
