"""How much memory a large file takes while it is read: by what is allocated, not by the clock."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from citeline.indexing.builds.reading import read_document
from citeline.indexing.extraction import sampling
from citeline.indexing.files import formats
from citeline.indexing.files.walk import WalkedFile
from citeline.indexing.parsers.markup import html
from citeline.left_out import Skipped
from citeline.model import SAMPLE

_HEAD = 200_000
_MOST = 26.8
"""Bytes of memory for each that is read: 10 MB of a file then take less than 256 MiB."""
_LINES: Final[Mapping[str, Callable[[int], str]]] = {
    "csv": lambda at: (
        f'{at},harbour {at * 7919 % 997},{at * 31 % 1000 / 8},2026-01-{at % 28 + 1:02},"dues, and tolls"\n'
    ),
    "jsonl": lambda at: f'{{"id": {at}, "berth": "quay {at * 7919 % 997}", "note": "the ferry {at % 53} was late"}}\n',
    "txt": lambda at: f"{at}. Berth {at % 89}\n\nThe ferry {at * 31 % 997} moored beside the {at % 53}th crane.\n\n",
    "html": lambda at: (
        f"<h2>Berth {at}</h2>\n" + f"<p>The ferry {at * 31 % 997} moored beside the <b>crane</b>.</p>\n" * 9
    ),
}


@pytest.mark.parametrize("ending", _LINES)
def test_what_a_large_file_takes_depends_on_its_head_and_not_on_its_size(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formats, "_HEAD_BYTES", _HEAD)
    monkeypatch.setattr(sampling, "_PIECE_BYTES", _HEAD // 150)  # as it is of 10 MB
    monkeypatch.setattr(html, "_MOST_CHARS", _HEAD * 3 // 10)  # as it is of 10 MB
    path = tmp_path / f"large.{ending}"
    with path.open("w") as file:
        at = 0
        while file.tell() < 10 * _HEAD:
            at += 1
            file.write(_LINES[ending](at))
    read_document(tmp_path, WalkedFile(path.name, 0, 0), max_file_bytes=1)  # what is imported is no part of it
    tracemalloc.start()
    try:
        found = read_document(tmp_path, WalkedFile(path.name, 0, 0), max_file_bytes=1)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert not isinstance(found, Skipped)
    assert peak < _MOST * _HEAD, f"{peak / _HEAD:.1f} bytes for each"
    assert found.document.note.startswith(SAMPLE)
    assert "the first 100,000 bytes and 75 pieces up to the end" in found.document.note
    assert ("split it" if ending == "html" else "CITELINE_MAX_FILE_BYTES") in found.document.note


def test_a_setting_reads_more_of_a_file_as_far_as_a_process_can() -> None:
    assert formats.head_bytes("a.csv", 15_000_000) == 15_000_000
    assert formats.head_bytes("a.csv", 10**9) == 16_000_000
    assert "split it" in formats.head_detail("a.csv", 10**9, 16_000_000)
