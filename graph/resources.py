"""Opens indexes for runs and keeps them open; importing this installs it behind `citeline.nodes.running.context`.

An index is built on first use when there is none. A newly published generation is noticed at the start of a run, by
reading the one line of `current`; runs under way keep theirs.
"""

from __future__ import annotations

import math
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from threading import Lock
from typing import Final

from citeline.dataclass import dataclass
from citeline.errors import CitelineError, IndexBusyError, IndexDamagedError, IndexMissingError
from citeline.indexing.generations.generation import current_id
from citeline.indexing.generations.location import Location, locate, resolve_root
from citeline.indexing.generations.lock import wait_for_writer
from citeline.indexing.reader import Index, open_index
from citeline.indexing.staleness import staleness_of
from citeline.nodes.running.context import Context, Resources, set_factory
from citeline.protocols import ProgressListener
from citeline.settings import Settings
from citeline.tools.models.models import configured_models


@dataclass(slots=True)
class _Slot:
    """The newest open index of one tree."""

    opening: Lock = field(default_factory=Lock)
    """Held while opening, which is quick."""
    building: Lock = field(default_factory=Lock)
    """Held while building or catching up, so that runs that start together build once."""
    index: Index | None = None
    seen: str = ""
    """What `current` named when it was opened: not always its generation, which may be an older, undamaged one."""
    looked: float = -math.inf
    """When it was last compared with its tree."""
    stale: str = ""
    """How the two differ, if that is left so."""


_LOOK_EVERY_S: Final = 2.0
"""A comparison takes 10 ms for 1,000 files, and a server may be asked many times a second."""
_MOST_OPEN: Final = 16
"""Trees whose index is kept open; a server that is asked about hundreds must not keep the memory of all of them."""
_SLOTS: Final[OrderedDict[tuple[Path, Path, str], _Slot]] = OrderedDict()
"""The one used last at the end."""
_SLOTS_LOCK: Final = Lock()


def open_resources(context: Context) -> Resources:
    """Resources for a context, with settings from the environment."""
    return resources_of(Path(context.repo or "."), context.apply(Settings()))


def resources_of(path: Path, settings: Settings, *, progress: ProgressListener | None = None) -> Resources:
    """The newest index of a folder, open, with these settings; built first when there is none or it is damaged.

    What `progress` raises ends a build. Raises what `citeline.indexing` raises for the path, the index and the state
    directory.
    """
    slot, root, location = _slot_of(path, settings)
    if settings.stale == "ignore":  # then nobody else's catching up is waited for either
        with suppress(IndexMissingError, IndexDamagedError):
            return Resources(_newest(slot, root, location, settings), settings, models=configured_models(settings))
    with slot.building:
        index = _open_or_build(slot, root, location, settings, progress)
        if settings.stale != "ignore" and time.monotonic() - slot.looked > _LOOK_EVERY_S:
            index = _catch_up(slot, root, location, settings, progress)
        return Resources(index, settings, models=configured_models(settings), stale=slot.stale)


def published_index(path: Path, settings: Settings) -> Index:
    """The newest index of a folder, open, as it is: nothing is built, and nobody who builds is waited for.

    Raises what opening an index raises, IndexMissingError where there is none yet.
    """
    return _newest(*_slot_of(path, settings), settings)


def _slot_of(path: Path, settings: Settings) -> tuple[_Slot, Path, Location]:
    # An index that was forced on a whole disk may be asked; building one here may not be forced.
    root = resolve_root(path, force=True)
    location = locate(root, settings.home)
    with _SLOTS_LOCK:
        key = (root, location.directory, settings.qdrant_url)
        slot = _SLOTS.setdefault(key, _Slot())
        _SLOTS.move_to_end(key)
        if len(_SLOTS) > _MOST_OPEN:
            _SLOTS.popitem(last=False)  # its index is closed when the last run lets go
    return slot, root, location


def _newest(slot: _Slot, root: Path, location: Location, settings: Settings) -> Index:
    with slot.opening:
        current = current_id(location)
        if slot.index is None or slot.seen != current:
            index = open_index(root, settings)
            # Closed when the last run that uses it lets go: a newer generation must not pull it away from under one.
            weakref.finalize(index, _close, index.structure.close, index.vectors.close)
            slot.index, slot.seen = index, current
        return slot.index


def _catch_up(
    slot: _Slot, root: Path, location: Location, settings: Settings, progress: ProgressListener | None
) -> Index:
    """Compare the index with its tree, and bring it up to date where the settings say so."""
    index = _newest(slot, root, location, settings)
    behind = staleness_of(index)
    if behind.is_worth_refreshing(settings.stale):
        with suppress(CitelineError):  # the index that is there is good for an answer
            build_index(root, settings, force=True, progress=progress)
            index = _open_or_build(slot, root, location, settings, progress)
            behind = staleness_of(index)
    slot.stale = behind.describe() if behind.files else ""
    slot.looked = time.monotonic()
    return index


def _open_or_build(
    slot: _Slot, root: Path, location: Location, settings: Settings, progress: ProgressListener | None
) -> Index:
    """The published index; without one, that of whoever is building it already, or our own."""
    while True:
        try:
            return _newest(slot, root, location, settings)
        except (IndexMissingError, IndexDamagedError):
            if wait_for_writer(location, lambda name: None):
                continue
        with suppress(IndexBusyError):  # somebody was quicker
            build_index(root, settings, progress=progress)
            return _newest(slot, root, location, settings)


def build_index(
    root: Path, settings: Settings, *, force: bool = False, progress: ProgressListener | None = None
) -> None:
    """As `citeline.indexing.builds.writer` has it, which is imported when something is to be built."""
    from citeline.indexing.builds import writer

    writer.build_index(root, settings, force=force, progress=progress)


def _close(*parts: Callable[[], None]) -> None:
    for close in parts:
        close()


set_factory(open_resources)
