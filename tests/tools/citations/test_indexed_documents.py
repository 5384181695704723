"""Documents that are as they were indexed are not read anew to check a citation; those that changed are."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from citeline.tools.citations import working_tree
from citeline.tools.citations.working_tree import WorkingTree

from ...indexing.extraction.sheet_files import readings, tides


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
