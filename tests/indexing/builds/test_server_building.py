from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from citeline.errors import IndexDamagedError
from citeline.indexing.builds.building import build
from citeline.indexing.reader import Index, open_index
from tests.indexing.small_index import request_for, settings_for, silent, write_tree

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

FILES = 12


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "tree", files=FILES)


def open_it(root: Path, home: Path, client: QdrantClient) -> Index:
    return open_index(root, settings_for(home), client=client)


def test_server_index_is_built_updated_and_announced(root: Path, tmp_path: Path, client: QdrantClient) -> None:
    first = build(request_for(root, tmp_path), silent, client=client)
    (root / "part_3.py").write_text("VERSION = 0\n\n\ndef another():\n    return 3\n")
    second = build(request_for(root, tmp_path), silent, client=client)
    assert (first.outcome, second.outcome) == ("built", "updated")
    index = open_it(root, tmp_path, client)
    assert index.manifest.collection.endswith(second.generation)
    assert index.vectors.count() == second.counts["points"] == first.counts["points"]
    (alias,) = client.get_aliases().aliases
    assert alias.collection_name == index.manifest.collection
    found = index.vectors.search_dense("dense", index.embed_query("another"), limit=1)
    (chunk,) = index.structure.chunks(found.ids.tolist()).values()
    assert chunk.path == "part_3.py"


def test_alias_follows_who_switches_back_to_a_branch(root: Path, tmp_path: Path, client: QdrantClient) -> None:
    collections = []
    for version in (0, 1, 0):
        write_tree(root, version, files=FILES)
        build(request_for(root, tmp_path), silent, client=client)
        (alias,) = client.get_aliases().aliases
        assert alias.collection_name == open_it(root, tmp_path, client).manifest.collection
        collections.append(alias.collection_name)
    assert collections[0] == collections[2] != collections[1]


def test_collections_go_with_their_generations(root: Path, tmp_path: Path, client: QdrantClient) -> None:
    client.create_collection("somebody-elses", vectors_config={})
    for version in range(4):
        write_tree(root, version, files=FILES)
        build(request_for(root, tmp_path, keep_generations=2), silent, client=client)
    names = {collection.name for collection in client.get_collections().collections}
    assert len(names) == 3
    assert "somebody-elses" in names


def test_failed_build_leaves_no_collection(
    root: Path, tmp_path: Path, client: QdrantClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("citeline.indexing.builds.construction.link", fail)
    with pytest.raises(ZeroDivisionError):
        build(request_for(root, tmp_path), silent, client=client)
    assert client.get_collections().collections == []


def test_collection_that_the_server_has_lost_is_damage(root: Path, tmp_path: Path, client: QdrantClient) -> None:
    built = build(request_for(root, tmp_path), silent, client=client)
    (collection,) = client.get_collections().collections
    assert collection.name.endswith(built.generation)
    client.delete_collection(collection.name)
    with pytest.raises(IndexDamagedError, match="is not on the server"):
        open_it(root, tmp_path, client)


def test_settings_without_the_server_do_not_open_its_index(root: Path, tmp_path: Path, client: QdrantClient) -> None:
    build(request_for(root, tmp_path), silent, client=client)
    with pytest.raises(IndexDamagedError, match="on a server"):
        open_index(root, settings_for(tmp_path))
