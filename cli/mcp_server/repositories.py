"""Which folders a server may read, and their open indexes."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from citeline.dataclass import dataclass
from citeline.errors import SourceNotFoundError, UsageError
from citeline.indexing.generations.location import expanded_home, settled
from citeline.protocols import ProgressListener
from citeline.settings import Settings

if TYPE_CHECKING:
    from citeline.tools.handle import IndexHandle

_MOST_OPEN: Final = 16
"""Handles that are kept; each holds the temporary tables of its queries."""


@dataclass(frozen=True, slots=True)
class Served:
    """An open index, and what is to be said of it."""

    root: Path
    handle: IndexHandle
    notes: tuple[str, ...] = ()


class Repositories:
    """The folders below the allowed roots. Safe to share between threads."""

    def __init__(self, roots: Sequence[Path], settings: Settings) -> None:
        self.roots = tuple(dict.fromkeys(map(settled, roots)))
        """A relative `repo` starts at the first."""
        self.settings = settings
        self._handles: OrderedDict[Path, IndexHandle] = OrderedDict()
        self._lock = Lock()

    def root_of(self, repo: str = "") -> Path:
        """The folder that a path or the name of an index means; without one the only root.

        Raises UsageError for what lies outside of the roots, whether it exists or not, and SourceNotFoundError.
        """
        if not self.roots:
            raise UsageError("this server may not read any folder", remedy=_HOW_TO_ALLOW)
        first, *others = self.roots
        if not repo.strip():
            if others:
                raise UsageError(
                    "`repo` is missing, and this server may read several folders",
                    remedy=f"give one of {self._told()} as `repo`, or a folder in them",
                )
            return first
        try:
            path = settled(first / Path(repo).expanduser())
        except RuntimeError as error:
            raise SourceNotFoundError(Path(repo), why=f"cannot be opened: {error}") from error
        if self._may_read(path) and path.is_dir():
            return path
        named = self._named(repo)
        if named is not None:
            return named
        if not self._may_read(path):
            raise UsageError(f"{repo!r} is outside of what this server may read: {self._told()}", remedy=_HOW_TO_ALLOW)
        raise SourceNotFoundError(Path(repo), is_file=path.is_file())

    def open(self, repo: str = "", *, as_is: bool = False, progress: ProgressListener | None = None) -> Served:
        """The newest index of a folder, built first where there is none; with `as_is` not brought up to date.

        Raises as `root_of` and `resources_of` do.
        """
        # Imported here: a host waits only so long for a server to start.
        from citeline.graph.resources import resources_of
        from citeline.tools.handle import IndexHandle

        root = self.root_of(repo)
        settings = self.settings.model_copy(update={"stale": "ignore"}) if as_is else self.settings
        resources = resources_of(root, settings, progress=progress)
        with self._lock:
            handle = self._handles.get(root)
            if handle is None or handle.reader is not resources.index:
                handle = self._handles[root] = IndexHandle(resources.index, self.settings)
            self._handles.move_to_end(root)
            if len(self._handles) > _MOST_OPEN:
                self._handles.popitem(last=False)
        notes = (f"{resources.stale}: lines may have moved",) if resources.stale else ()
        return Served(root, handle, notes)

    def indexes(self) -> Iterator[tuple[str, Path]]:
        """Name and folder of every index that may be read, by name."""
        home = expanded_home(self.settings.home)
        for current in sorted(home.glob("*/current")) if home.is_dir() else ():
            try:
                generation = current.read_text("utf-8").strip()
                manifest = json.loads((current.parent / "generations" / generation / "manifest.json").read_bytes())
                root = Path(manifest["root"])
            except (OSError, ValueError, KeyError, TypeError):
                continue  # being written, removed or damaged: opening it says so
            if self._may_read(root):
                yield current.parent.name, root

    def _named(self, name: str) -> Path | None:
        """The folder of an index by its whole name, or by the part before the digits where only one has that."""
        # A host may have lowered an address's letters.
        wanted = name.strip().casefold()
        found = {full.casefold(): root for full, root in self.indexes()}
        if wanted in found:
            return found[wanted]
        short = [root for full, root in found.items() if full.rpartition("-")[0] == wanted]
        return short[0] if len(short) == 1 else None

    def _may_read(self, path: Path) -> bool:
        return any(path == root or root in path.parents for root in self.roots)

    def _told(self) -> str:
        return ", ".join(repr(str(root)) for root in self.roots)


_HOW_TO_ALLOW: Final = "the user starts it with `citeline mcp --root FOLDER`, or sets CITELINE_MCP_ROOTS"
