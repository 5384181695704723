"""The two homes of a generation's vectors: files inside it, or a collection of a Qdrant server.

What reads and writes vectors is imported when there are some to read or to write: a build that finds nothing changed
asks for neither.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from citeline.errors import StorageError
from citeline.protocols import VectorReader, VectorStore, VectorWriter

from .generation import POINTS_NAME, VECTOR_FOLDERS
from .location import Location
from .manifest import Backend, Manifest

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

    from ..stores.structure_reader import StructureReader
    from ..stores.vectors.changed_points import BasePoints, CountTerms, TermCounts


class VectorBackend:
    """Where vectors live, seen by writers and readers of generations.

    `create`, `change` and `open` have to be there; what the others say is enough for a store that is only files.
    """

    kind: Backend
    """As the manifest names it."""

    def create(self, generation: Path, dimension: int, chunks: int, files: int) -> VectorStore:
        """An empty store for about so many points of a new generation."""
        raise NotImplementedError

    def change(self, manifest: Manifest, generation: Path) -> VectorWriter:
        """What takes the changes of a generation that has the files of a published one, which the manifest tells of."""
        raise NotImplementedError

    def open(self, generation: Path, manifest: Manifest, structure: StructureReader) -> VectorReader:
        """The vectors of a published generation, whose structure store counts the terms."""
        raise NotImplementedError

    def settle(self, generation: Path) -> None:
        """Called after the store of a new generation has been finished and closed."""

    def collection(self, generation: Path) -> str:
        """What the manifest says about where the vectors are; empty for files of the generation."""
        return ""

    def announce(self, generation: Path) -> None:
        """Called after a generation has become the current one."""

    def forget(self, generations: Iterable[Path]) -> None:
        """Called after generations have been removed."""


class EdgeBackend(VectorBackend):
    """Vectors in files of the generation; nothing to do beyond its folder."""

    kind = "edge"

    def create(self, generation: Path, dimension: int, chunks: int, files: int) -> VectorStore:
        """An empty store in the generation's folder."""
        from ..stores.vectors.embedded import EmbeddedVectors
        from .points import FILE_VECTOR, TERMS, vector_spec

        of_chunks = dict(vector_spec(dimension).dense)
        of_files = {FILE_VECTOR: of_chunks.pop(FILE_VECTOR)}
        return EmbeddedVectors.create(_folders(generation), (of_chunks, of_files), TERMS, (chunks, files))

    def change(self, manifest: Manifest, generation: Path) -> VectorWriter:
        """A file beside the base, which is not touched."""
        from ..stores.vectors.changed_points import BasePoints, ChangedPoints
        from .points import vector_spec

        counts = manifest.counts
        base = BasePoints(counts["chunks"], counts["points"] - counts["chunks"])
        return ChangedPoints(generation / POINTS_NAME, vector_spec(manifest.dimension), base)

    def settle(self, generation: Path) -> None:
        """Open once: the engine merges its journals into other files when it opens them, and only then.

        Readers would do it otherwise, several at once, in files that the manifest vouches for.
        """
        _open_files(generation).close()

    def open(self, generation: Path, manifest: Manifest, structure: StructureReader) -> VectorReader:
        """The files, opened in place, or where their disk is full in a temporary copy."""
        try:
            store = _open_files(generation)
        except StorageError:
            # The engine writes a small file at each opening; perhaps the temporary folder is on another disk.
            store = _open_files(generation, private=True)
        if POINTS_NAME not in manifest.files:
            return store
        from ..stores.vectors.changed_points import ChangedVectors

        return ChangedVectors(store, generation / POINTS_NAME, partial(_counting, structure, manifest.counts))


def _folders(generation: Path) -> list[Path]:
    return [generation / name for name in VECTOR_FOLDERS]


def _open_files(generation: Path, *, private: bool = False) -> VectorStore:
    from ..stores.vectors.embedded import EmbeddedVectors
    from .points import CHUNK_VECTOR, FILE_VECTOR, HEADER_VECTOR, TERMS

    dense = ((CHUNK_VECTOR, HEADER_VECTOR), (FILE_VECTOR,))
    return EmbeddedVectors.open(_folders(generation), dense, TERMS, private=private)


class ServerBackend(VectorBackend):
    """One collection per generation, and an alias on the current one for whoever else queries the server.

    Our readers take the collection's name from the manifest: structure and vectors always belong together.
    """

    kind = "server"

    def __init__(self, client: QdrantClient, location: Location) -> None:
        self._client = client
        self._prefix = f"citeline-{location.directory.name}"

    def create(self, generation: Path, dimension: int, chunks: int, files: int) -> VectorStore:
        """An empty collection."""
        from ..stores.vectors.server import ServerStore
        from .points import vector_spec

        return ServerStore(self._client, self.collection(generation), vector_spec(dimension))

    def change(self, manifest: Manifest, generation: Path) -> VectorWriter:
        """A new collection with the points of the old one."""
        from .server_collections import copy_points

        chunks = manifest.counts["chunks"]
        store = self.create(generation, manifest.dimension, chunks, manifest.counts["points"] - chunks)
        copy_points(self._client, manifest.collection, self.collection(generation))
        return store

    def open(self, generation: Path, manifest: Manifest, structure: StructureReader) -> VectorReader:
        """The collection that the manifest names. Raises IndexDamagedError when the server has lost it."""
        from .points import vector_spec
        from .server_collections import open_collection

        spec, points = vector_spec(manifest.dimension), manifest.counts["points"]
        return open_collection(self._client, generation, manifest.collection, spec, points)

    def collection(self, generation: Path) -> str:
        """A name that no other machine with the same path will use: ids of generations are partly random."""
        return f"{self._prefix}-{generation.name}"

    def announce(self, generation: Path) -> None:
        """Switch the alias."""
        from ..stores.vectors.server import publish_alias

        publish_alias(self._client, self._prefix, self.collection(generation))

    def forget(self, generations: Iterable[Path]) -> None:
        """Remove their collections."""
        from .server_collections import drop_collection

        for generation in generations:
            drop_collection(self._client, self.collection(generation))


def _counting(structure: StructureReader, counts: Mapping[str, int], base: BasePoints) -> CountTerms:
    """Counts of terms from the structure store, which keeps them for chunks and for whole files."""
    from ..stores.vectors.changed_points import TermCounts
    from .points import CHUNK_TERMS

    chunks = counts["chunks"]

    def count(name: str, terms: Collection[int]) -> tuple[TermCounts, TermCounts]:
        place = 0 if name == CHUNK_TERMS else 1
        before, now = structure.base_term_frequencies(terms), structure.term_frequencies(terms)
        return (
            TermCounts(base[place], {term: counted[place] for term, counted in before.items()}),
            TermCounts((chunks, counts["points"] - chunks)[place], {term: one[place] for term, one in now.items()}),
        )

    return count


def choose_backend(location: Location, url: str, api_key: str, client: QdrantClient | None = None) -> VectorBackend:
    """The server's, if there is a client or an address; the embedded one otherwise."""
    if client is None and url:
        from qdrant_client import QdrantClient as Client

        client = Client(url=url, api_key=api_key or None)
    return EdgeBackend() if client is None else ServerBackend(client, location)
