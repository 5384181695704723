"""Whole collections of a Qdrant server: opened, copied and removed as generations come and go.

Imports qdrant_client; import it only when a server is configured.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from qdrant_client import QdrantClient, models
from qdrant_client.common.client_exceptions import QdrantException
from qdrant_client.http.exceptions import ApiException

from citeline.errors import IndexDamagedError, VectorServerError
from citeline.protocols import VectorSpec

from ..stores.vectors.server import ServerStore

_BATCH: Final = 256


def open_collection(
    client: QdrantClient, generation: Path, collection: str, spec: VectorSpec, points: int
) -> ServerStore:
    """A published collection. Raises IndexDamagedError when the server has lost it or some of its points."""
    try:
        found = client.count(collection, exact=True).count if client.collection_exists(collection) else -1
    except (ApiException, QdrantException) as error:
        raise VectorServerError(collection, why=str(error)) from error
    if found != points:
        state = "is not on the server" if found < 0 else f"has {found} points instead of {points}"
        raise IndexDamagedError(generation, what=f"collection {collection!r} {state}")
    return ServerStore(client, collection, spec)


def copy_points(client: QdrantClient, source: str, target: str) -> None:
    """Insert every point of one collection into another. Servers have no copy of their own."""
    try:
        offset = None
        while True:
            records, offset = client.scroll(source, limit=_BATCH, offset=offset, with_payload=True, with_vectors=True)
            points = [
                models.PointStruct(id=record.id, vector=record.vector or {}, payload=record.payload)  # type: ignore[arg-type]
                for record in records
            ]
            if points:
                client.upsert(target, points, wait=True)
            if offset is None:
                return
    except (ApiException, QdrantException) as error:
        raise VectorServerError(source, why=str(error)) from error


def drop_collection(client: QdrantClient, collection: str) -> None:
    """Remove a collection that no generation names any more; a server that is away keeps it without harm."""
    with contextlib.suppress(ApiException, QdrantException):
        client.delete_collection(collection)
