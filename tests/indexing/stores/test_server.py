from __future__ import annotations

import pytest
from qdrant_client import QdrantClient

from citeline.errors import VectorServerError
from citeline.indexing.stores.server import ServerStore, publish_alias

from .points import SPEC, chunk_point

pytestmark = pytest.mark.filterwarnings("ignore:Payload indexes have no effect in the local Qdrant")

EAST = (1.0, 0.0, 0.0, 0.0)


def test_an_alias_moves_readers_to_the_next_collection() -> None:
    client = QdrantClient(":memory:")
    for number in (1, 2):
        store = ServerStore(client, f"generation-{number}", SPEC)
        store.upsert([chunk_point(identity, EAST, {7: 1.0}) for identity in range(number)])
        store.finish()
        publish_alias(client, "project", f"generation-{number}")
        assert ServerStore(client, "project", SPEC).count() == number


def test_a_collection_that_exists_is_used_as_it_is() -> None:
    client = QdrantClient(":memory:")
    ServerStore(client, "generation", SPEC).upsert([chunk_point(1, EAST, {7: 1.0})])
    assert ServerStore(client, "generation", SPEC).count() == 1


def test_a_server_that_cannot_be_reached_is_a_citeline_error() -> None:
    # Port 9 is "discard"; nothing listens there, so the connection is refused at once.
    client = QdrantClient("http://127.0.0.1:9", check_compatibility=False)
    with pytest.raises(VectorServerError, match="generation"):
        ServerStore(client, "generation", SPEC)
