"""Documents that are as they were indexed are not read anew to check a citation; those that changed are."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from citeline.indexing.extraction import decoding
from citeline.indexing.files.source_tree import Root
from citeline.indexing.files.walk import WalkedFile
from citeline.left_out import Skipped
from citeline.model import SourceFile
from citeline.tools.citations import working_tree
from citeline.tools.citations.working_tree import WorkingTree
from tests.indexing.extraction.sheet_files import readings, tides


class _Index:
    def __init__(self, data: bytes) -> None:
        self._digest = hashlib.sha256(data).hexdigest()

    def sha256(self, path: str) -> str:
        return self._digest

    def lines(self, path: str) -> tuple[str, ...] | None:
        return ("as indexed",)


def test_an_unchanged_document_is_not_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tides.xls").write_bytes(tides())
    monkeypatch.setattr(working_tree, "read_source", lambda *_, **__: pytest.fail("was read anew"))
    assert WorkingTree(tmp_path, _Index(tides())).lines("tides.xls") == ("as indexed",)


def test_a_changed_document_is_read_anew(tmp_path: Path) -> None:
    (tmp_path / "tides.xls").write_bytes(tides())
    lines = WorkingTree(tmp_path, _Index(readings())).lines("tides.xls")
    assert isinstance(lines, tuple)
    assert lines[0] == "# Tides"


def test_text_is_always_read(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Here\n", encoding="utf-8")
    assert WorkingTree(tmp_path, _Index(b"# Here\n")).lines("a.md") == ("# Here",)


def test_a_changed_document_is_read_once_however_often_it_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, real = [], decoding.read_source

    def counted(root: Root, file: WalkedFile, *, max_file_bytes: int, by_name: bool) -> SourceFile | Skipped:
        read.append(file.path)
        return real(root, file, max_file_bytes=max_file_bytes)

    monkeypatch.setattr(working_tree, "read_source", counted)
    monkeypatch.setattr(working_tree, "_EXTRACTED", working_tree._Newest())
    for text in (tides(), tides(), readings(), tides()):
        (tmp_path / "tides.xls").write_bytes(text)
        assert isinstance(WorkingTree(tmp_path, _Index(b"")).lines("tides.xls"), tuple)
    assert len(read) == 2
