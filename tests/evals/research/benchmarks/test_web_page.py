"""Without a browser nothing is measured; what is measured in one: tests/cli/page/test_browser.py."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from citeline.evals.research.benchmarks import web_page


def test_without_a_browser_nothing_is_measured_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    said: list[str] = []
    assert web_page.measure_page(tmp_path, tmp_path / "home", said.append) == {}
    assert "skipped" in said[0]
