from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from citeline.indexing.reader import Index
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, open_index

from . import trees


@pytest.fixture(scope="module")
def handle(indexed_shop: Path, shop_home: Path) -> Iterator[IndexHandle]:
    """The shop; nobody changes it."""
    with open_index(indexed_shop, settings=Settings(home=shop_home, workers=1)) as opened:
        yield opened


@pytest.fixture(scope="module")
def index(handle: IndexHandle) -> Index:
    return handle.reader


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory, shop_home: Path) -> Iterator[IndexHandle]:
    """An index of a folder without files."""
    with trees.indexed(tmp_path_factory.mktemp("empty"), shop_home) as opened:
        yield opened
