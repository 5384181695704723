"""Files of every format that are empty, random, cut off, mislabelled or endless: skipped by name, or read as what is
there; none raises, and none is read as another format than its name says.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from citeline.indexing.builds.reading import read_document
from citeline.indexing.files.formats import byte_limit
from citeline.indexing.files.walk import WalkedFile, walk
from citeline.left_out import Skipped

from .documents_of_each_format import DOCUMENTS
from .extraction.containers import zipped

_RANDOM = random.Random(3).randbytes(20_000)
_NESTED = {
    "html": b"<div>\n",
    "md": b"> - <div>\n",
    "rst": b"* a\n\n  ",
    "adoc": b"====\n",
    "json": b"[\n",
    "ipynb": b"[\n",
    "yaml": b"- [\n",
    "toml": b"a = [\n",
    "csv": b'"\n',
    "tsv": b"\t\n",
    "txt": b"(\n",
    "eml": b"<div>\n",
}
_MAIL = b"From: a@example.org\nSubject: x\nContent-Type: text/html\n\n"


def _detail(folder: Path, name: str, data: bytes) -> str:
    """Why a file is skipped; its language and its note when it is read."""
    (folder / name).write_bytes(data)
    found = read_document(folder, WalkedFile(name, len(data), 0), max_file_bytes=1_000_000)
    if isinstance(found, Skipped):
        return f"{found.reason}: {found.detail}"
    assert "failed" not in found.document.note
    return f"read as {found.document.language}"


@pytest.mark.parametrize("ending", DOCUMENTS)
def test_a_good_file_is_read(ending: str, tmp_path: Path) -> None:
    assert _detail(tmp_path, f"a.{ending}", DOCUMENTS[ending]()).startswith("read as ")


@pytest.mark.parametrize("ending", DOCUMENTS)
def test_an_empty_file_is_skipped_as_empty(ending: str, tmp_path: Path) -> None:
    assert _detail(tmp_path, f"a.{ending}", b"") == "empty: 0 bytes"


@pytest.mark.parametrize("ending", DOCUMENTS)
def test_random_bytes_and_zeros_are_skipped(ending: str, tmp_path: Path) -> None:
    for data in (_RANDOM, bytes(5_000)):
        assert not _detail(tmp_path, f"a.{ending}", data).startswith("read")


@pytest.mark.parametrize("ending", DOCUMENTS)
def test_a_file_of_another_format_is_skipped_and_not_read_as_that(ending: str, tmp_path: Path) -> None:
    others = {other: DOCUMENTS[other]() for other in ("pdf", "docx", "xls") if other != ending}
    if ending in {"xlsx", "ods"}:
        del others["xls"]  # an ending of the other Excel is read all the same
    for other in (*others.values(), zipped({"a.txt": b"x"})):
        assert not _detail(tmp_path, f"a.{ending}", other).startswith("read"), other[:20]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("ending", DOCUMENTS)
def test_a_file_that_was_cut_off_is_read_in_part_or_skipped(ending: str, tmp_path: Path) -> None:
    data = DOCUMENTS[ending]()
    for share in (0.1, 0.5, 0.9):
        assert _detail(tmp_path, f"a.{ending}", data[: int(len(data) * share)])


@pytest.mark.timeout(120)
@pytest.mark.parametrize("ending", _NESTED)
def test_twenty_thousand_nested_marks_end(ending: str, tmp_path: Path) -> None:
    text = _NESTED[ending] * 20_000
    assert _detail(tmp_path, f"a.{ending}", _MAIL + text if ending == "eml" else text)


def test_files_of_300_megabytes_are_named_and_never_opened_but_for_the_head_of_records(tmp_path: Path) -> None:
    for ending in DOCUMENTS:
        (tmp_path / f"huge.{ending}").write_bytes(b"")
        os.truncate(tmp_path / f"huge.{ending}", 300_000_000)
    skipped = {found.path: found.reason for found in walk(tmp_path, max_file_bytes=1_000_000).skipped}
    whole = [ending for ending in DOCUMENTS if byte_limit(f"huge.{ending}", 1_000_000) is not None]
    assert {"csv", "html", "tsv", "txt"} == set(DOCUMENTS).difference(whole)
    assert skipped == {f"huge.{ending}": "too_large" for ending in whole}
