from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import citeline
from citeline.indexing.reader import Index
from citeline.settings import Settings

Indexed = Callable[[Mapping[str, str | bytes]], Index]


@pytest.fixture
def indexed(tmp_path: Path) -> Indexed:
    """Makes an index of files given by path."""

    def build(files: Mapping[str, str | bytes]) -> Index:
        root = tmp_path / "tree"
        for path, content in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content.encode() if isinstance(content, str) else content)
        return citeline.index(root, settings=Settings(home=tmp_path / "home")).reader

    return build
