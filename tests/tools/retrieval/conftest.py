from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from citeline.indexing.reader import Index
from citeline.tools.handle import IndexHandle
from tests.conftest import FIXTURES

from . import trees


@pytest.fixture(scope="module")
def handle(tmp_path_factory: pytest.TempPathFactory, shop_home: Path) -> Iterator[IndexHandle]:
    """The shop, indexed once a module; nobody changes it."""
    tree = shutil.copytree(FIXTURES / "shop", tmp_path_factory.mktemp("tree") / "shop")
    with trees.indexed(Path(tree), shop_home) as opened:
        yield opened


@pytest.fixture(scope="module")
def index(handle: IndexHandle) -> Index:
    return handle.reader


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory, shop_home: Path) -> Iterator[IndexHandle]:
    """An index of a folder without files."""
    with trees.indexed(tmp_path_factory.mktemp("empty"), shop_home) as opened:
        yield opened
