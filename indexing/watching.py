"""Keeps an index fresh while files change: waits for what the system tells about a tree, and builds.

When much has changed since the base and nothing changes now, a new base is built in the background: what is published
stays as it is until then, and the next change ends it at whatever it is.

Owns no rule about what belongs into an index. What the last generation left out as ignored starts no build; everything
else does, and the build finds out what has changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from typing import Final, Self

from watchfiles import watch
from watchfiles.main import FileChange

from citeline.errors import CitelineError, IndexBusyError, WatchError
from citeline.settings import Settings

from .builds.writer import Builder, BuildReport, build_index
from .changes import call_for_merge
from .files.source_tree import SourceTree
from .generations.generation import STRUCTURE_NAME, current_id
from .generations.location import locate, resolve_root
from .generations.lock import wait_for_writer
from .generations.manifest import read_manifest
from .stores.structure_reader import StructureReader

_QUIET_MS: Final = 50
"""After the last change: an editor's save, or a checkout, is several."""
_LOOK_MS: Final = 500
"""How often to see whether the folders are still the ones that are watched."""
_IDLE_S: Final = 10.0
"""Without a change before a new base is built: whoever has just saved will most likely save again."""
_GIT: Final = ".git"
_HEADS: Final = frozenset({".git/HEAD", ".git/logs/HEAD"})
"""Another commit makes another index, though no file may have changed."""


def watch_index(
    root: Path, settings: Settings, *, force: bool = False
) -> Generator[BuildReport | CitelineError, None, None]:
    """Bring the index up to date, now and whenever files change; what each build did, or why it could not.

    Goes on after an error: with the next change, or when a folder that is gone comes back. Ends when it is closed.
    Raises SourceNotFoundError or UnsafeRootError for the folder as it is at first, and WatchError when the system
    watches no more folders.
    """
    resolved = resolve_root(root, force=force)
    location = locate(resolved, settings.home)
    settings = settings.model_copy(update={"merge": "never"})  # this process stays, and merges by itself
    build = partial(build_index, resolved, settings, force=force)
    is_merge_due = False
    # Started before there is anything to do, and kept: that takes longer than reading a changed file.
    with closing(_Watch(resolved, location.directory.parent)) as changes, Builder(stays=True) as builder:
        while True:
            builder.renew()
            with _Merge(build, is_due=is_merge_due) as merge:
                has_changed = changes.wait(merge.is_done)
                try:
                    if has_changed:
                        merge.give_up()
                        outcome: BuildReport | CitelineError = build(builder=builder)
                    else:
                        outcome = merge.report()
                except IndexBusyError:
                    wait_for_writer(location, lambda holder: None)
                    changes.is_due = True
                    continue
                except CitelineError as error:
                    outcome = error
            generation = current_id(location)
            # After an error not before the next change: it would most likely come again.
            is_merge_due = False
            if generation and isinstance(outcome, BuildReport):
                changes.look_at(location.generations / generation)
                is_merge_due = call_for_merge(read_manifest(location.generations / generation))
            yield outcome


class _Merge:
    """A build from scratch in a process of low priority, once there is time for it."""

    def __init__(self, build: Callable[..., BuildReport], *, is_due: bool) -> None:
        self._build = build
        self._is_due = is_due
        self._since = time.monotonic()
        self._running = ExitStack()
        self._future: Future[BuildReport] | None = None

    def is_done(self) -> bool:
        """Whether there is a report; called now and then while nothing changes, it starts when it is time."""
        if self._future is None:
            if self._is_due and time.monotonic() - self._since >= _IDLE_S:
                builder = self._running.enter_context(Builder(gentle=True))
                thread = self._running.enter_context(ThreadPoolExecutor(1))
                self._future = thread.submit(self._build, rebuild=True, builder=builder)
                self._running.callback(builder.kill)
            return False
        return self._future.done()

    def report(self) -> BuildReport:
        """What it did; raises what went wrong."""
        assert self._future is not None
        return self._future.result()

    def give_up(self) -> None:
        """End it, also when it is done; what it has not published is the next writer's to remove."""
        self._running.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.give_up()


class _Watch:
    """The folders of a tree, and whether something has changed in them that could matter."""

    def __init__(self, root: Path, state: Path) -> None:
        self.is_due = False
        """Whether to build without waiting for a change."""
        self._state = state
        self._tree = SourceTree(root)
        self._ignored: frozenset[str] = frozenset()
        """Paths as the index lists them: folders with a slash at the end."""
        self._folders: Sequence[Path] = ()
        """Those that are watched."""
        self._known: Sequence[tuple[int, int] | None] = ()
        self._stream: Generator[set[FileChange], None, None] | None = None

    def look_at(self, generation: Path) -> None:
        """Learn from a generation which folders its tree has, and what is ignored in them."""
        self._tree = SourceTree(self._tree.root, read_manifest(generation).shape.sources)
        with closing(StructureReader(generation / STRUCTURE_NAME)) as structure:
            self._ignored = frozenset(skip.path for skip in structure.skipped() if skip.reason == "ignored")

    def wait(self, is_done: Callable[[], bool]) -> bool:
        """Return when there may be something to do; at first, and after folders came or went, at once. False when
        there is not, but something else is done: that is asked whenever nothing changes.
        """
        while not self.is_due:
            folders = (self._tree.root, *(Path(source.folder) for source in self._tree.mounted))
            known = [_identity(folder) for folder in folders]
            stream = self._stream
            if stream is None:
                if known[0] is None:
                    time.sleep(_LOOK_MS / 1000)
                    continue
                self._start(folders, known)
                self.is_due = True
            elif folders != self._folders or known != self._known:
                # Gone, or another one stands in its place: the system tells nothing about that one.
                self.close()
                self.is_due = known[0] is None
            else:
                self.is_due = any(self._matters(Path(path)) for _, path in next(stream))
                if not self.is_due and is_done():
                    return False
        self.is_due = False
        return True

    def close(self) -> None:
        """Watch nothing any more."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _start(self, folders: Sequence[Path], known: Sequence[tuple[int, int] | None]) -> None:
        self._folders, self._known = folders, known
        there = [folder for folder, identity in zip(folders, known, strict=True) if identity is not None]
        self._stream = watch(
            *there,
            watch_filter=None,
            step=_QUIET_MS,
            rust_timeout=_LOOK_MS,
            yield_on_timeout=True,
            ignore_permission_denied=True,
        )
        try:
            # The first answer shows that the folders are watched: what changes from here on is told.
            next(self._stream)
        except FileNotFoundError:  # gone meanwhile
            self._known = ()
        except OSError as error:
            raise WatchError(folders[0], why=error.strerror or str(error)) from error

    def _matters(self, path: Path) -> bool:
        if path.is_relative_to(self._state):
            return False
        return any(name in _HEADS or not self._is_left_out(name) for name in self._tree.paths_of(path))

    def _is_left_out(self, name: str) -> bool:
        parts = name.split("/")
        folders = ("/".join(parts[:length]) + "/" for length in range(1, len(parts) + 1))
        return _GIT in parts or name in self._ignored or not self._ignored.isdisjoint(folders)


def _identity(folder: Path) -> tuple[int, int] | None:
    """What tells a folder from another one of its name; None when there is none."""
    with suppress(OSError):
        about = folder.stat()
        return about.st_dev, about.st_ino
    return None
