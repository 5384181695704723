"""An open index: one published generation, whole, whatever writers do meanwhile."""

from __future__ import annotations

import contextlib
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Final

import numpy as np

from citeline.errors import (
    CitelineError,
    IndexDamagedError,
    IndexMissingError,
    IndexTooNewError,
    IndexUnfitError,
    SourceNotFoundError,
    StorageError,
)
from citeline.protocols import DenseEmbedder, FloatMatrix, FloatVector, VectorReader
from citeline.settings import Settings

from .embedding.dense import the_embedder
from .embedding.model_names import embedder_name
from .generations.backends import VectorBackend, choose_backend
from .generations.generation import STRUCTURE_NAME, candidates, current_id, verify_once
from .generations.location import Location, locate, settled
from .generations.manifest import MANIFEST_NAME, OLDEST_FORMAT, Manifest
from .generations.points import sample_key, unpack_sample
from .opened import OpenGeneration
from .stores.structure_reader import StructureReader

if TYPE_CHECKING:
    from qdrant_client import QdrantClient


_CACHED_QUERIES: Final = 256


class Index(OpenGeneration):
    """One generation, open for any number of threads. Cheap to keep; what it reads never changes."""

    def __init__(
        self,
        location: Location,
        manifest: Manifest,
        structure: StructureReader,
        vectors: VectorReader,
        notices: tuple[str, ...] = (),
    ) -> None:
        super().__init__(location, manifest, structure, notices)
        self.vectors = vectors
        self._lock = Lock()
        self._embedder: DenseEmbedder | None = None
        self._queries: dict[str, FloatVector] = {}
        self._samples: dict[str, FloatMatrix] = {}

    @property
    def embedder(self) -> DenseEmbedder:
        """The model that made the index's vectors, loaded on first use: that takes longer than a search.

        Raises EmbeddingError when it cannot be loaded.
        """
        with self._lock:
            if self._embedder is None:
                self._embedder = the_embedder(self.manifest.shape.embedder)
            return self._embedder

    def embed_query(self, text: str) -> FloatVector:
        """Unit vector of a text; do not change it, the last ones are remembered."""
        found = self._queries.get(text)
        if found is None:
            found = self.embedder.embed([text])[0]
            with self._lock:
                if len(self._queries) >= _CACHED_QUERIES:
                    del self._queries[next(iter(self._queries))]
                self._queries[text] = found
        return found

    def samples(self, name: str) -> FloatMatrix:
        """Up to 512 evenly spaced vectors of `dense`, `header` or `file`; shape (0, dimension) when there are none."""
        found = self._samples.get(name)
        if found is None:
            stored = self.structure.meta(sample_key(name))
            found = np.empty((0, self.manifest.dimension), np.float32) if stored is None else unpack_sample(stored)
            self._samples[name] = found
        return found

    def warm(self) -> None:
        """Start loading the embedder in a thread; errors wait for whoever needs it first."""
        # Not a daemon: a thread that the interpreter ends inside the embedder's C++ aborts the whole process.
        Thread(target=self._warm).start()

    def close(self) -> None:
        """Release the files; a second call does nothing."""
        self.vectors.close()
        self.structure.close()

    def _warm(self) -> None:
        with contextlib.suppress(CitelineError):
            self.embed_query("")


def open_index(root: Path, settings: Settings, *, warm: bool = False, client: QdrantClient | None = None) -> Index:
    """The published index of a tree, as it is. `warm` starts loading the embedder; `client` stands for the server.

    Steps back to the generation before when the current one is damaged, and says so in `notices`.
    Raises IndexMissingError, SourceNotFoundError when there is neither index nor folder, IndexDamagedError when no
    generation is whole, IndexTooNewError, IndexUnfitError when `secrets` is another setting now or another model made
    its vectors, or VectorServerError.
    """
    resolved = settled(root)
    location = locate(resolved, settings.home)
    backend = choose_backend(location, settings.qdrant_url, settings.qdrant_api_key.get_secret_value(), client)
    index = _open_patiently(location, backend)
    if index is None:
        if not resolved.is_dir():
            raise SourceNotFoundError(root, is_file=resolved.exists())
        raise IndexMissingError(resolved)
    if other := _made_with(index.manifest, settings):
        index.close()
        raise IndexUnfitError(resolved, made_with=other)
    if warm:
        index.warm()
    return index


def _made_with(manifest: Manifest, settings: Settings) -> str:
    """What makes an index unfit, in words; empty when it is fit."""
    if manifest.shape.secrets != settings.secrets:
        return f"secrets = {manifest.shape.secrets}"
    here = embedder_name(manifest.shape.embedder)
    return "" if manifest.model == here else f"the embedding model {manifest.model!r}, and here is {here!r}"


def _open_patiently(location: Location, backend: VectorBackend) -> Index | None:
    """What `_open_best` gives, or raises for a reason that lasts. What is collected while it is opened, because two
    were published meanwhile, is left for the newest: every fourth time for 200 readers beside a writer without a pause.
    """
    while True:
        before = current_id(location)
        try:
            return _open_best(location, backend)
        except (IndexDamagedError, StorageError):
            if current_id(location) == before:
                raise


def _open_best(location: Location, backend: VectorBackend) -> Index | None:
    """The first candidate that is whole; None when there are none. Raises what is wrong with the first, or when a later
    one has become the current one with whatever it was that could not be opened.
    """
    current = current_id(location)
    first: IndexDamagedError | None = None
    for generation in candidates(location):
        try:
            manifest, structure, vectors = _open(location, generation, backend)
        except IndexDamagedError as error:
            if current_id(location) != current:
                raise
            first = first or error
            continue
        except (IndexTooNewError, IndexUnfitError):
            # Left by another Citeline whose current generation has been replaced since.
            if first is None:
                raise
            continue
        return Index(location, manifest, structure, vectors, _notices(location, generation, first))
    if first is not None:
        raise first
    return None


def _notices(location: Location, opened: Path, damage: IndexDamagedError | None) -> tuple[str, ...]:
    if damage is not None:
        return (f"{damage}; searching generation {opened.name!r} instead",)
    if current_id(location) != opened.name:
        return (f"{str(location.current)!r} names no generation; searching the newest one, {opened.name!r}",)
    return ()


def _open(
    location: Location, generation: Path, backend: VectorBackend
) -> tuple[Manifest, StructureReader, VectorReader]:
    manifest = verify_once(location, generation)
    if manifest.format < OLDEST_FORMAT:
        raise IndexUnfitError(Path(manifest.root), made_with="an older version of Citeline")
    if manifest.shape.backend != backend.kind:
        where = "on a server" if manifest.shape.backend == "server" else "in the embedded store"
        raise IndexDamagedError(generation, what=f"its vectors are {where}, which the settings do not name")
    structure = StructureReader(generation / STRUCTURE_NAME)
    try:
        vectors = backend.open(generation, manifest, structure)
    except BaseException:
        structure.close()
        raise
    # Of a folder that is removed meanwhile the engine opens what it still finds, and calls the rest new and empty; we
    # take a base for all there is. The manifest goes first: while it is there, all that has been opened was whole.
    if not (generation / MANIFEST_NAME).exists():
        structure.close()
        vectors.close()
        raise IndexDamagedError(generation, what="was removed while it was opened")
    return manifest, structure, vectors
