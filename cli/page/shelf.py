"""The indexes that one server shows, by name, and what was asked of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final
from weakref import WeakKeyDictionary

from citeline.errors import CitelineError, UsageError
from citeline.graph.resources import build_index, resources_of
from citeline.indexing.generations.location import locate, resolve_root
from citeline.indexing.reader import Index
from citeline.settings import Settings
from citeline.tools.answer.overview import overview_facts
from citeline.tools.answer.overview.screen import overview_json

from ..history import History, folder_of


class Update:
    """Brings an index up to date beside the page, one run at a time."""

    def __init__(self, root: Path, settings: Settings) -> None:
        self._root, self._settings = root, settings
        self._lock = Lock()
        self.stage = ""
        """`walk`, `read`, `embed`, `store`, `link` or `publish`; empty when nothing is done."""
        self.done = self.total = 0
        self.problem: CitelineError | None = None
        """Why the last one failed."""

    def start(self) -> None:
        """Begin in a thread of its own; nothing happens where one is under way."""
        with self._lock:
            if self.stage:
                return
            self.stage, self.done, self.total, self.problem = "walk", 0, 0, None
        Thread(target=self._run, name="citeline-update", daemon=True).start()

    def _run(self) -> None:
        try:
            build_index(self._root, self._settings, force=True, progress=self._listen)
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
    history: History
    update: Update | None = field(compare=False)
    """None where nothing may be written."""

    def index(self) -> Index:
        """The newest index, brought up to date where the settings say so. Raises what opening one raises."""
        return resources_of(self.root, self.settings).index

    def overview(self) -> Mapping[str, Any]:
        """The folder as a newcomer sees it first; worked out once a generation."""
        index = self.index()
        found = _OVERVIEWS.get(index)
        if found is None:
            found = _OVERVIEWS[index] = overview_json(overview_facts(index))
        return found


_OVERVIEWS: Final[WeakKeyDictionary[Index, Mapping[str, Any]]] = WeakKeyDictionary()


class Shelf:
    """All of them, in the order in which they were named."""

    def __init__(self, roots: Sequence[Path], settings: Settings, *, read_only: bool = False) -> None:
        """`read_only`: nothing is written, neither a newer index nor what was asked."""
        if read_only:
            settings = settings.model_copy(update={"stale": "ignore"})
        self._shelved: dict[str, Shelved] = {}
        for given in roots:
            root = resolve_root(given, force=True)
            name, number = root.name or "root", 1
            while name in self._shelved:
                number += 1
                name = f"{root.name}-{number}"
            folder = None if read_only else folder_of(locate(root, settings.home))
            update = None if read_only else Update(root, settings)
            self._shelved[name] = Shelved(name, root, settings, History(folder), update)

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
