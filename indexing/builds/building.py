"""Builds or updates the index of a tree, in this process; `build_process` runs it in one of its own.

lock → choose a generation to start from, of this tree or another worktree → walk → find changes ─┬─ none: done
                                                                ├─ few:  its base, and beside it what has changed
                                                                └─ many, or no such generation: from scratch
→ publish → collect
"""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from citeline.dataclass import dataclass
from citeline.errors import IndexDamagedError, IndexTooNewError, StorageError
from citeline.protocols import ProgressListener

from ..changes import Changes, call_for_merge, call_for_rebuild, find_changes
from ..commit import head_commit, other_worktrees
from ..databases.snapshot import refresh
from ..embedding.model_names import embedder_name
from ..files.walk import WalkResult
from ..generations.backends import VectorBackend, choose_backend
from ..generations.generation import (
    STRUCTURE_NAME,
    candidates,
    collect,
    current_id,
    of_base,
    point_to,
    prepare_generation,
    publish,
    remember_sound,
    verify_generation,
    verify_once,
)
from ..generations.location import Location, locate
from ..generations.lock import writer_lock
from ..generations.manifest import Manifest, Shape, read_manifest
from ..parsers.plugins import installed_parsers
from ..sources.project_file import read_databases, read_tree
from ..sources.source_notices import source_notices
from ..sources.tree_walk import walk_tree
from ..stores.file_records import FileRecords
from .crew import Crew
from .loading import loading
from .messages import BuildReport, BuildRequest
from .timing import Timings

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

    from .construction import Content

_FEW_CHANGES: Final = 10
"""Reading so many files costs less than to compare the tree with one more generation."""
_OTHER_MODEL: Final = "the embedding model has changed: the index is built from scratch"


def build(
    request: BuildRequest,
    progress: ProgressListener,
    *,
    crew: Crew | None = None,
    client: QdrantClient | None = None,
) -> BuildReport:
    """Bring the index up to date.

    `crew` are the processes that there are, and what is asked of them; they are ended. Without one, few files are read
    in this process.
    `client` stands for the server of `request.qdrant_url`.

    Raises IndexBusyError, IndexTooNewError, StorageError, EmbeddingError or VectorServerError; whatever was published
    before is then untouched.
    """
    location = locate(request.root, request.home)
    with _storage_errors(location), writer_lock(location, request.command, gives_way=request.gives_way):
        backend = choose_backend(location, request.qdrant_url, request.qdrant_api_key, client)
        return _Build(request, location, backend, progress, crew).run()


@dataclass(frozen=True, slots=True)
class _Base:
    """A published generation to start from, and what has changed since."""

    location: Location
    """Ours, or that of another working tree."""
    path: Path
    manifest: Manifest
    changes: Changes


def _is_nearer(base: _Base, other: _Base | None) -> bool:
    """Whether fewer files differ from one than from another, and not so many that all are read again."""
    if other is None:
        return True
    return base.changes.count < other.changes.count and not call_for_rebuild(base.changes, base.manifest)


class _Build:
    def __init__(
        self,
        request: BuildRequest,
        location: Location,
        backend: VectorBackend,
        progress: ProgressListener,
        crew: Crew | None,
    ) -> None:
        self._request = request
        self._location = location
        self._backend = backend
        self._progress = progress
        self._crew = crew
        self._timings = Timings()
        urls = request.databases
        self._tree = read_tree(request.root, location, allow_outside=request.allow_outside, database_urls=urls)
        described = refresh(read_databases(request.root, urls), location, secrets=request.secrets)
        self._shape = Shape(
            request.embedder,
            backend.kind,
            request.max_file_bytes,
            secrets=request.secrets,
            sources=self._tree.sources,
            plugins=installed_parsers().names,
        )
        self._notices = [*installed_parsers().problems, *described]
        self._useless: set[Path] = set()
        """Generations that are damaged."""
        self._before = current_id(location)
        self._created = datetime.now(UTC).isoformat(timespec="microseconds")
        # Before the walk: a commit in between makes the index look old, never newer than it is.
        self._commit = head_commit(request.root)
        self._walked = self._walk()
        self._notices.extend(source_notices(self._tree, self._walked))

    def run(self) -> BuildReport:
        """The one thing to do."""
        while True:
            base = None if self._request.rebuild else self._find_base()
            try:
                if base is None:
                    return self._build(None)
                return self._settle(base) if self._is_current(base) else self._build(base)
            except (IndexDamagedError, FileNotFoundError, PermissionError) as error:
                if base is None or (self._is_ours(base) and not isinstance(error, IndexDamagedError)):
                    raise
                # Noticed while it was read or copied, or collected by the other tree's writer; the next may be good.
                if self._is_ours(base):
                    self._notices.append(f"{error}; it is replaced")
                self._useless.add(base.path)

    def _walk(self) -> WalkResult:
        self._progress("walk", 0, 1)
        walked = walk_tree(
            self._tree, max_file_bytes=self._request.max_file_bytes, state=self._location.directory.parent
        )
        self._progress("walk", 1, 1)
        self._timings.lap("walk")
        return walked

    def _find_base(self) -> _Base | None:
        """The best generation that is whole by its sizes, of our format and of the shape that is asked for.

        The current one, if few files differ; else the one with the least to read: who switches back to another branch
        finds the index of before.
        """
        current = current_id(self._location)
        best: _Base | None = None
        for path in candidates(self._location):
            if path in self._useless:
                continue
            try:
                base = self._as_base(self._location, path)
            except IndexDamagedError as error:
                self._notices.append(f"{error}; it is replaced")
                self._useless.add(path)
            except IndexTooNewError:
                # An older Citeline must not take over a newer one's index unless it is told to.
                if path.name == current:
                    raise
            else:
                if base is not None and _is_nearer(base, best):
                    best = base
                if best is not None and best.changes.count <= _FEW_CHANGES:
                    return best
        return best if best or current else self._find_base_elsewhere()

    def _find_base_elsewhere(self) -> _Base | None:
        """A generation of another working tree of our repository, while we have none: what is equal is shared."""
        for root in other_worktrees(self._request.root) if self._backend.kind == "edge" else ():
            location = locate(root, self._request.home)
            # Its own writer replaces what is damaged, and may collect it at any moment; it may be another user's.
            with suppress(OSError):
                for path in candidates(location):
                    with suppress(IndexDamagedError, IndexTooNewError):
                        base = None if path in self._useless else self._as_base(location, path)
                        if base is not None and not call_for_rebuild(base.changes, base.manifest):
                            return base
        return None

    def _as_base(self, location: Location, path: Path) -> _Base | None:
        """A generation with what has changed since; None when it is of another shape or model."""
        manifest = verify_generation(path)
        if manifest.shape != self._shape:
            return None
        if manifest.model != embedder_name(self._shape.embedder):
            if _OTHER_MODEL not in self._notices:
                self._notices.append(_OTHER_MODEL)
            return None
        with closing(FileRecords(path / STRUCTURE_NAME)) as structure:
            is_another = location != self._location
            changes = find_changes(self._tree, self._walked, structure, manifest, of_another_tree=is_another)
        self._timings.lap("compare")
        return _Base(location, path, manifest, changes)

    def _is_ours(self, base: _Base) -> bool:
        return base.location == self._location

    def _is_current(self, base: _Base) -> bool:
        return self._is_ours(base) and not base.changes.any and base.manifest.commit == self._commit

    def _settle(self, base: _Base) -> BuildReport:
        """Nothing has changed: make sure that the generation is sound and the one that readers open."""
        verify_once(self._location, base.path)
        self._timings.lap("verify")
        if current_id(self._location) != base.path.name:
            self._notices.append(f"generation {base.path.name!r} is the current one again")
            point_to(self._location, base.path)
            self._backend.announce(base.path)
        self._collect()
        return self._report(base.manifest, "unchanged", base.changes)

    def _build(self, base: _Base | None) -> BuildReport:
        # Only now: most builds find that nothing has changed, and this is most of what a builder loads.
        with loading():
            from .construction import Task, build_from, build_from_scratch

        generation = prepare_generation(self._location)
        # A second attempt, after damage was found, does without: a store may be open by then, and no fork is safe.
        crew, self._crew = self._crew, None
        task = Task(
            self._request, self._tree, self._walked, generation, self._backend, self._progress, self._timings, crew
        )
        from_base = base is not None and not call_for_rebuild(base.changes, base.manifest)
        try:
            if base is not None and from_base:
                # In content too: what is linked is not read, and would be sealed as good.
                verify_once(base.location, base.path)
                content = build_from(task, base.path, base.manifest, base.changes)
            else:
                content = build_from_scratch(task)
            manifest = self._publish(generation, content)
        except BaseException:
            shutil.rmtree(generation, ignore_errors=True)
            self._backend.forget([generation])
            raise
        self._backend.announce(generation)
        self._collect()
        # At last: a file that loses one of its names has another time of change.
        remember_sound(self._location, generation, manifest)
        self._timings.lap("publish")
        changes = base.changes if base else None
        return self._report(manifest, "updated" if from_base else "built", changes)

    def _publish(self, generation: Path, content: Content) -> Manifest:
        from ..stores.structure_reader import StructureReader

        self._progress("publish", 0, 1)
        with closing(StructureReader(generation / STRUCTURE_NAME)) as structure:
            counts = {**dataclasses.asdict(structure.counts()), "skipped": len(structure.skipped())}
        manifest = Manifest(
            generation=generation.name,
            created=self._created,
            root=str(self._request.root),
            shape=self._shape,
            model=content.model,
            dimension=content.dimension,
            commit=self._commit,
            collection=self._backend.collection(generation),
            counts={**counts, "points": content.points},
            averages=content.averages.to_json(),
            averaged_documents=content.averaged_documents,
            changed_since=content.changed_since,
        )
        published = publish(self._location, generation, manifest, content.sealed)
        self._progress("publish", 1, 1)
        return published

    def _collect(self) -> None:
        useless = {*self._useless, *self._unmasked()}
        # The one that made the base is nothing but links to files of the current one, and what a branch was begun from:
        # who has worked on that and switches back finds it. On a server it would be a collection.
        base = of_base(self._location) if self._backend.kind == "edge" else None
        also = [base] if base else []
        keep = self._request.keep_generations
        self._backend.forget(collect(self._location, keep=keep, damaged=useless, before=self._before, also=also))

    def _unmasked(self) -> Iterator[Path]:
        """Generations that hold secrets which are to be masked: they are not kept as older ones."""
        if self._request.secrets == "keep":
            return
        for path in candidates(self._location):
            with suppress(IndexDamagedError, IndexTooNewError):
                if read_manifest(path).shape.secrets == "keep":
                    yield path

    def _report(
        self,
        manifest: Manifest,
        outcome: Literal["built", "updated", "unchanged"],
        changes: Changes | None,
    ) -> BuildReport:
        counts = dict(manifest.counts)
        return BuildReport(
            generation=manifest.generation,
            outcome=outcome,
            added=changes.added if changes else counts["documents"],
            changed=changes.changed if changes else 0,
            removed=changes.gone if changes else 0,
            skipped=counts["skipped"],
            counts=counts,
            seconds=self._timings.seconds,
            timings_ms=self._timings.milliseconds,
            merge_is_due=call_for_merge(manifest),
            notices=tuple(self._notices),
        )


@contextmanager
def _storage_errors(location: Location) -> Iterator[None]:
    """What the system says about the state directory, as StorageError."""
    try:
        yield
    except OSError as error:
        path = error.filename if isinstance(error.filename, str) else str(location.directory)
        raise StorageError(Path(path), why=error.strerror or str(error)) from error
