from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from citeline.errors import VectorServerError

from .points import SPEC, chunk_point

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

pytestmark = pytest.mark.filterwarnings("ignore:Payload indexes have no effect in the local Qdrant")

EAST = (1.0, 0.0, 0.0, 0.0)


def test_an_alias_moves_readers_to_the_next_collection(client: QdrantClient) -> None:
    from citeline.indexing.stores.vectors.server import ServerStore, publish_alias

    for number in (1, 2):
        store = ServerStore(client, f"generation-{number}", SPEC)
        store.upsert([chunk_point(identity, EAST, {7: 1.0}) for identity in range(number)])
        store.finish()
        publish_alias(client, "project", f"generation-{number}")
        assert ServerStore(client, "project", SPEC).count() == number


def test_a_collection_that_exists_is_used_as_it_is(client: QdrantClient) -> None:
    from citeline.indexing.stores.vectors.server import ServerStore

    ServerStore(client, "generation", SPEC).upsert([chunk_point(1, EAST, {7: 1.0})])
    assert ServerStore(client, "generation", SPEC).count() == 1


def test_a_server_that_cannot_be_reached_is_a_citeline_error() -> None:
    from qdrant_client import QdrantClient

    from citeline.indexing.stores.vectors.server import ServerStore

    # Port 9 is "discard"; nothing listens there, so the connection is refused at once.
    client = QdrantClient("http://127.0.0.1:9", check_compatibility=False)
    with pytest.raises(VectorServerError, match="generation"):
        ServerStore(client, "generation", SPEC)
