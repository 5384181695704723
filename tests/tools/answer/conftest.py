from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

import pytest

import citeline
from citeline.indexing.reader import Index
from citeline.settings import Settings

Indexed = Callable[[Mapping[str, str | bytes]], Index]


@pytest.fixture(scope="session")
def indexed(tmp_path_factory: pytest.TempPathFactory, builds_here: None) -> Indexed:
    """Makes an index of files given by path; nobody changes it, since the next who gives the same files is given it."""

    @lru_cache(maxsize=8)
    def build(files: tuple[tuple[str, str | bytes], ...]) -> Index:
        root = tmp_path_factory.mktemp("indexed") / "tree"
        for path, content in files:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content.encode() if isinstance(content, str) else content)
        return citeline.index(root, settings=Settings(home=root.parent / "home")).reader

    return lambda files: build(tuple(files.items()))
