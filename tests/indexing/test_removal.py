from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from citeline.errors import IndexBusyError, IndexMissingError
from citeline.indexing.builds.building import build
from citeline.indexing.generations.lock import writer_lock
from citeline.indexing.removal import remove_location
from tests.indexing.small_index import (
    build_small,
    location_of,
    open_small,
    request_for,
    settings_for,
    silent,
    versions,
    write_tree,
)

if TYPE_CHECKING:
    from qdrant_client import QdrantClient


def test_removed_index_is_gone_and_others_stay(tmp_path: Path) -> None:
    home = tmp_path / "home"
    first, second = write_tree(tmp_path / "first"), write_tree(tmp_path / "second")
    build_small(first, home)
    build_small(second, home)
    assert remove_location(location_of(first, home), settings_for(home)) > 0
    with pytest.raises(IndexMissingError):
        open_small(first, home)
    assert versions(second, home) == {0}


def test_index_that_is_being_written_is_not_removed(tmp_path: Path) -> None:
    root, home = write_tree(tmp_path / "tree"), tmp_path / "home"
    build_small(root, home)
    with writer_lock(location_of(root, home), "citeline index"), pytest.raises(IndexBusyError):
        remove_location(location_of(root, home), settings_for(home))
    assert versions(root, home) == {0}


def test_collections_on_the_server_go_too(tmp_path: Path, client: QdrantClient) -> None:
    root, home = write_tree(tmp_path / "tree"), tmp_path / "home"
    build(request_for(root, home), silent, client=client)
    remove_location(location_of(root, home), settings_for(home), client=client)
    assert client.get_collections().collections == []
