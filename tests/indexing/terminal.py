"""A folder of documents at the terminal: written, indexed, and what the commands print as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from citeline.cli.main import run


def empty_folder(root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder, made and gone to."""
    root.mkdir()
    monkeypatch.chdir(root)
    return root


def index_files(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write the files and index the current folder."""
    for name, content in files.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    assert run(["index", "."]) == 0


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What a command prints with `--format json`."""
    capsys.readouterr()
    run([*arguments, "--format", "json"])
    return json.loads(capsys.readouterr().out)


def items(capsys: pytest.CaptureFixture[str], query: str) -> list[dict[str, Any]]:
    """The items of a DocQL query, of all files."""
    return [item for found in as_json(capsys, "query", query)["files"].values() for item in found]
