"""Removes an index with all its generations."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from citeline.errors import IndexMissingError
from citeline.settings import Settings

from .backends import choose_backend
from .generation import collect
from .location import Location, locate
from .lock import writer_lock
from .status import disk_usage

if TYPE_CHECKING:
    from qdrant_client import QdrantClient


def remove_index(root: Path, settings: Settings, *, client: QdrantClient | None = None) -> int:
    """Remove the index of a tree, which need not exist any more; bytes freed on disk.

    Raises IndexMissingError, IndexBusyError while it is written, StorageError, or VectorServerError.
    """
    resolved = root.expanduser().resolve()
    location = locate(resolved, settings.home)
    if not location.directory.is_dir():
        raise IndexMissingError(resolved)
    return remove_location(location, settings, client=client)


def locations(settings: Settings) -> list[Location]:
    """The state directories of all indexes, whether their trees still exist or not; by name."""
    return [Location(path.parent) for path in sorted(settings.home.expanduser().glob("*/generations"))]


def remove_location(location: Location, settings: Settings, *, client: QdrantClient | None = None) -> int:
    """Remove the index in a state directory; bytes freed on disk. Errors as in `remove_index`."""
    with writer_lock(location, "citeline clean"):
        freed = disk_usage(location.directory)
        backend = choose_backend(location, settings.qdrant_url, settings.qdrant_api_key.get_secret_value(), client)
        location.current.unlink(missing_ok=True)
        backend.forget(collect(location, keep=0))
    # After the lock, whose file is in there too; a writer that comes in between makes the folder anew.
    shutil.rmtree(location.directory, ignore_errors=True)
    return freed
