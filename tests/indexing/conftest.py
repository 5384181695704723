from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from qdrant_client import QdrantClient


@pytest.fixture
def client() -> QdrantClient:
    """A Qdrant server in this process; its library takes two seconds to import, which only its tests wait for."""
    from qdrant_client import QdrantClient

    return QdrantClient(":memory:")


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds in this process need not survive a power cut; syncing takes most of a small build's time."""
    monkeypatch.setattr("os.fsync", lambda _: None)
