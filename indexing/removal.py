"""Removes an index with all its generations."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from citeline.settings import Settings

from .generations.backends import choose_backend
from .generations.generation import collect
from .generations.location import Location, expanded_home
from .generations.lock import writer_lock
from .status import disk_usage

if TYPE_CHECKING:
    from qdrant_client import QdrantClient


def locations(settings: Settings) -> list[Location]:
    """The state directories of all indexes, whether their trees still exist or not; by name."""
    return [Location(path.parent) for path in sorted(expanded_home(settings.home).glob("*/generations"))]


def remove_location(location: Location, settings: Settings, *, client: QdrantClient | None = None) -> int:
    """Remove the index in a state directory; bytes freed on disk."""
    with writer_lock(location, "citeline clean"):
        freed = disk_usage(location.directory)
        backend = choose_backend(location, settings.qdrant_url, settings.qdrant_api_key.get_secret_value(), client)
        location.current.unlink(missing_ok=True)
        backend.forget(collect(location, keep=0))
        # While the lock is held: a writer that takes it next must find nothing pulled away from under it. One that
        # waits for it already notices that its file is gone, and makes a new one.
        shutil.rmtree(location.directory, ignore_errors=True)
    return freed
