"""The indexes that one server shows, by name, and what was asked of each."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final
from weakref import WeakKeyDictionary

from citeline.dataclass import dataclass
from citeline.errors import CitelineError, IndexBusyError, IndexDamagedError, IndexMissingError, UsageError
from citeline.graph.resources import build_index, published_index
from citeline.indexing.generations.generation import current_id
from citeline.indexing.generations.location import Location, locate, resolve_root
from citeline.indexing.generations.lock import holder, wait_for_writer
from citeline.indexing.reader import Index
from citeline.indexing.staleness import Staleness, staleness_of
from citeline.settings import Settings
from citeline.tools.answer.overview import overview_facts
from citeline.tools.answer.overview.screen import overview_json

from ..history import History, folder_of

_SHARE: Final = 20
"""A comparison with the folder takes 10 ms for 1,000 files: one in so many times what it takes, however many look."""


class Watch:
    """How far an index is behind its folder."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._until = -math.inf
        self._seen: tuple[str, Staleness] | None = None

    def behind(self, index: Index) -> Staleness:
        """As somebody has just seen it, else compared anew."""
        with self._lock:
            if self._seen is None or self._seen[0] != index.generation or time.monotonic() > self._until:
                began = time.monotonic()
                self._seen = index.generation, staleness_of(index)
                self._until = time.monotonic() + _SHARE * (time.monotonic() - began)
            return self._seen[1]


class Update:
    """Brings an index up to date beside the page, one run at a time; nobody who looks at the page waits for it."""

    def __init__(self, root: Path, location: Location, settings: Settings, turn: Lock, *, force: bool) -> None:
        """`turn`: held by the one of several updates that is working; `force`: a first index may be of a whole disk."""
        self._root, self._location, self._settings, self._turn, self._force = root, location, settings, turn, force
        self._lock = Lock()
        self.stage = ""
        """`wait`, `walk`, `read`, `embed`, `store`, `link` or `publish`; empty when nothing is done."""
        self.done = self.total = 0
        self.problem: CitelineError | None = None
        """Why the last one failed; it is begun again only on request."""

    def start(self, *, again: bool = True) -> None:
        """Begin in a thread of its own, unless one is under way; after one that failed only with `again`."""
        with self._lock:
            if self.stage or (self.problem and not again):
                return
            self.stage, self.done, self.total, self.problem = "wait", 0, 0, None
        Thread(target=self._run, name="citeline-update", daemon=True).start()

    def follow(self, index: Index, behind: Staleness) -> None:
        """Begin where an index is damaged, or behind its folder and the settings find an update worth it."""
        if index.notices or behind.is_worth_refreshing(self._settings.stale):
            self.start(again=False)

    def _run(self) -> None:
        try:
            with self._turn:
                self.stage = "walk"
                force = self._force or bool(current_id(self._location))
                build_index(self._root, self._settings, force=force, progress=self._listen)
        except IndexBusyError:
            # Somebody else brings it up to date; who that is stands in the status.
            self.stage = "wait"
            wait_for_writer(self._location, lambda name: None)
        except CitelineError as error:
            self.problem = error
        except Exception as error:  # noqa: BLE001 - nobody reads what a thread of its own dies of
            self.problem = UsageError(f"{type(error).__name__}: {error}", remedy="`citeline index` tells more")
        finally:
            self.stage = ""

    def _listen(self, stage: str, done: int, total: int) -> None:
        self.stage, self.done, self.total = stage, done, total


@dataclass(frozen=True, slots=True)
class Shelved:
    """One folder that can be asked."""

    name: str
    """In addresses: that of the folder, with a number where two are called the same."""
    root: Path
    settings: Settings
    """With `stale` as `ignore`: what is shown is what there is; `update` follows the folder."""
    location: Location
    history: History
    update: Update | None = field(compare=False)
    """None where nothing may be written."""
    watch: Watch = field(default_factory=Watch, compare=False)

    def behind(self, index: Index) -> Staleness:
        """How far the index is behind its folder; an update is begun where the settings find that worth it."""
        behind = self.watch.behind(index)
        if self.update:
            self.update.follow(index, behind)
        return behind

    def look_soon(self, index: Index) -> None:
        """The same beside what goes on."""
        if self.update and not self.update.stage and not _LOOKING.locked():
            Thread(target=self._look, args=(index,), name="citeline-look", daemon=True).start()

    def _look(self, index: Index) -> None:
        with _LOOKING:
            self.behind(index)

    def index(self) -> Index:
        """The newest index as it is. Without one, its making is begun, and what opening one raises is raised."""
        try:
            return published_index(self.root, self.settings)
        except (IndexMissingError, IndexDamagedError):
            if self.update:
                self.update.start(again=False)
            raise

    @property
    def writer(self) -> str:
        """Who else is writing this index, in words; empty for nobody."""
        return "" if self.update and self.update.stage not in ("", "wait") else holder(self.location) or ""

    def overview(self) -> Mapping[str, Any]:
        """The folder as a newcomer sees it first; worked out once a generation."""
        index = self.index()
        found = _OVERVIEWS.get(index)
        if found is None:
            found = _OVERVIEWS[index] = overview_json(overview_facts(index))
        return found

    def map(self) -> Mapping[str, Any] | None:
        """The overview where it is worked out already: an answer is not kept waiting for it."""
        return _OVERVIEWS.get(self.index())


_LOOKING: Final = Lock()
"""One looks at a time: an answer shall not share its processor with many."""
_OVERVIEWS: Final[WeakKeyDictionary[Index, Mapping[str, Any]]] = WeakKeyDictionary()


class Shelf:
    """All of them, in the order in which they were named."""

    def __init__(
        self, roots: Sequence[Path], settings: Settings, *, read_only: bool = False, force: bool = False
    ) -> None:
        """`read_only`: nothing is written, neither a newer index nor what was asked.

        `force`: a folder that has no index yet may be a whole disk or somebody's home.
        """
        as_it_is = settings.model_copy(update={"stale": "ignore"})
        self._shelved: dict[str, Shelved] = {}
        turn = Lock()
        for given in roots:
            root = resolve_root(given, force=True)
            name, number = root.name or "root", 1
            while name in self._shelved:
                number += 1
                name = f"{root.name}-{number}"
            location = locate(root, settings.home)
            folder = None if read_only else folder_of(location)
            update = None if read_only else Update(root, location, settings, turn, force=force)
            self._shelved[name] = Shelved(name, root, as_it_is, location, History(folder), update)

    @property
    def names(self) -> list[str]:
        """Of all, the first is shown when none is asked for."""
        return list(self._shelved)

    def get(self, name: str) -> Shelved:
        """By its name, the first without one. Raises UsageError for a name that is not here."""
        found = self._shelved.get(name or self.names[0])
        if found is None:
            raise UsageError(f"there is no index {name!r} here", remedy=f"there are {', '.join(self.names)}")
        return found
