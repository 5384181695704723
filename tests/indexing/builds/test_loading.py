"""The memory of a closed vector store is given back before linking starts, which needs the most."""

from __future__ import annotations

import ctypes
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import citeline.indexing.linking as indexing_link
from citeline.indexing.builds import construction, filling, loading
from citeline.indexing.builds.building import build
from citeline.indexing.builds.crew import Crew
from citeline.indexing.builds.loading import release_freed_memory

from ..small_index import build_small, request_for, write_tree


def private_bytes() -> int:
    found = re.search(r"RssAnon:\s+(\d+) kB", Path("/proc/self/status").read_text("ascii"))
    assert found is not None
    return int(found[1]) * 1024


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="asks the C library of GNU"
)
def test_freed_memory_goes_back_to_the_system() -> None:
    library = ctypes.CDLL(None)
    library.malloc.restype = ctypes.c_void_p
    library.free.argtypes = [ctypes.c_void_p]
    pieces = [library.malloc(16_000) for _ in range(4_000)]
    for piece in pieces:
        ctypes.memset(piece, 1, 16_000)
    for piece in pieces[:-1]:
        library.free(piece)  # the last piece stays and keeps the heap from shrinking
    before = private_bytes()
    release_freed_memory()
    assert before - private_bytes() > 40_000_000
    library.free(pieces[-1])


def test_a_system_without_such_a_call_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "_trim", lambda: None)
    release_freed_memory()


def test_it_is_asked_for_when_the_store_is_closed_and_nothing_is_linked_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    finish, link = construction._finish_vectors, indexing_link.link

    def linked(*arguments: Any, **options: Any) -> Any:
        order.append("link")
        return link(*arguments, **options)

    def finished(*arguments: Any) -> Any:
        done = finish(*arguments)
        order.append("close")
        return done

    monkeypatch.setattr(construction, "release_freed_memory", lambda: order.append("release"))
    monkeypatch.setattr(construction, "link", linked)
    monkeypatch.setattr(construction, "_finish_vectors", finished)
    write_tree(tmp_path / "tree", 0)
    build_small(tmp_path / "tree", tmp_path / "home")
    assert order == ["release", "release", "close", "link"]


def test_processes_that_read_have_ended_before_vectors_are_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each holds some 100 MB, which on a small machine the store needs."""
    crew = Crew.none()
    crew.grow(1)
    crew.have_embedder()
    assert crew.embedder is not None
    processes = [worker.process for worker in (*crew.parsers, crew.embedder)]
    alive: list[bool] = []
    store = filling.store_points

    def storing(*arguments: Any) -> Any:
        alive.extend(process.is_alive() for process in processes)
        return store(*arguments)

    monkeypatch.setattr(construction, "store_points", storing)
    write_tree(tmp_path / "tree", 0)
    build(request_for(tmp_path / "tree", tmp_path / "home"), lambda stage, done, total: None, crew=crew)
    assert alive == [False, False]
