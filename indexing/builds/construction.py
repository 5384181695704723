"""Makes the content of a new generation: from scratch, or as the base of the one before and what has changed since.

Neither publishes anything: what they leave is unfinished until `building` says otherwise.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from citeline.dataclass import dataclass
from citeline.left_out import Skipped
from citeline.model import DocumentId
from citeline.protocols import ProgressListener, VectorStore

from ..changes import SKIPPED_FILES_KEY, Changes, write_stamps
from ..embedding.dense import the_embedder
from ..embedding.sparse import Averages
from ..files.formats import document_format
from ..files.source_tree import SourceTree
from ..files.walk import WalkedFile, WalkResult
from ..generations.backends import VectorBackend
from ..generations.generation import STRUCTURE_NAME, VECTOR_FOLDERS, link_generation, seal
from ..generations.manifest import FileEntry, Manifest, file_names
from ..generations.points import sample_key
from ..generations.spool import Spool
from ..linking import link
from ..parsers.plugins import plugin_for
from ..stores.outlines import Change
from ..stores.structure_reader import StructureReader
from ..stores.structure_writer import StructureWriter
from .aside import aside, read_ahead
from .crew import Crew
from .file_reader import FileReader
from .filling import Intake, store_points
from .loading import release_freed_memory
from .messages import BuildRequest
from .replaced import Replaced
from .timing import Timings

_FEW_FILES: Final = 40
"""Fewer files than this are read sooner than further processes start."""
_MAX_WORKERS: Final = 6
"""More do not help: by then storing takes longer than reading. Each takes some 60 MB."""
_READ_AHEAD: Final = 32
"""Documents that wait in memory while we embed: some 10 MB."""
_SPOOL_NAME: Final = "spool.tmp"


@dataclass(frozen=True, slots=True)
class Task:
    """A generation to be made."""

    request: BuildRequest
    tree: SourceTree
    walked: WalkResult
    generation: Path
    """Its folder, empty."""
    backend: VectorBackend
    progress: ProgressListener
    timings: Timings
    crew: Crew | None
    """Processes that there are; with those that are started they are ended."""


@dataclass(frozen=True, slots=True)
class Content:
    """What the manifest says about a generation's content."""

    model: str
    dimension: int
    averages: Averages
    averaged_documents: int
    changed_since: int
    points: int
    sealed: Mapping[str, FileEntry]
    """Files that are on disk for good already."""


def build_from_scratch(task: Task) -> Content:
    """Read every file."""
    with (
        _crew(task, task.walked.files) as crew,
        Spool(task.generation / _SPOOL_NAME) as spool,
        StructureWriter.create(task.generation / STRUCTURE_NAME) as structure,
    ):
        intake = Intake(structure, spool, partial(crew.embed, setting=task.request.embedder), task.tree.label)
        skipped = _take_in(task, task.walked.files, crew, intake)
        intake.embed_rest()
        crew.end()  # what each process has read with, it would keep to the end: 130 MB
        release_freed_memory()
        task.timings.add("embed", intake.embed_s)
        model, dimension = _model(task, intake)
        averages = spool.lengths.averages()
        expected = spool.chunk_count, spool.document_count
        with closing(task.backend.create(task.generation, dimension, *expected)) as vectors:
            for name, sample in store_points(spool, vectors, averages, task.progress).items():
                structure.set_meta(sample_key(name), sample)
            points = _finish_vectors(task, vectors)
        # Meanwhile the vectors' files are put on disk for good.
        names = [name for one in VECTOR_FOLDERS for name in file_names(task.generation, one)]
        with aside(partial(seal, task.generation, names)) as sealed:
            _finish_structure(task, structure, skipped, None)
            return Content(model, dimension, averages, spool.document_count, 0, points, sealed())


def build_from(task: Task, start: Path, manifest: Manifest, changes: Changes) -> Content:
    """Take a published generation's base, and write beside it what is gone and what is new since.

    Its vectors are of the model that is used, and its files are sound. Raises IndexDamagedError all the same when a
    small one is not.
    """
    linked = link_generation(start, manifest, task.generation)
    with (
        _crew(task, changes.to_read) as crew,
        closing(task.backend.change(manifest, task.generation)) as vectors,
        Spool(task.generation / _SPOOL_NAME) as spool,
        StructureWriter.over(task.generation / STRUCTURE_NAME) as structure,
        closing(StructureReader(start / STRUCTURE_NAME)) as before,
    ):
        structure.remove_documents(list(changes.removed.values()))
        for document, mtime_ns in changes.touched.items():
            structure.set_mtime(DocumentId(document), mtime_ns)
        task.timings.lap("start")
        embed = partial(crew.embed, setting=task.request.embedder)
        replaced = Replaced(changes.removed, lambda document: before.chunks_of([document]))
        intake = Intake(structure, spool, embed, task.tree.label, replaced)
        skipped = [*changes.still_skipped, *_take_in(task, changes.to_read, crew, intake)]
        vectors.delete(replaced.gone)
        # Linking and embedding need nothing of each other, and both take a while.
        with aside(intake.embed_rest) as embedded:
            _finish_structure(task, structure, skipped, structure.changes())
            embedded()
        task.timings.lap("embed")
        averages = Averages.from_json(manifest.averages)
        # The samples of the whole corpus stay: they serve medians, which a tenth of other files hardly moves.
        store_points(spool, vectors, averages, task.progress, kept=replaced.kept)
        vectors.finish()
        points = vectors.count()
        task.timings.lap("store")
    changed = manifest.changed_since + changes.count
    return Content(manifest.model, manifest.dimension, averages, manifest.averaged_documents, changed, points, linked)


@contextmanager
def _crew(task: Task, files: Sequence[WalkedFile]) -> Iterator[Crew]:
    """Processes for so many files; they start here, before there are threads or open stores."""
    crew = task.crew or Crew.none()
    try:
        if len(files) >= _FEW_FILES:
            crew.grow(task.request.workers or min(_cores(), _MAX_WORKERS), [file.path for file in files])
            crew.have_embedder()
        elif files and (crew.is_cautious or (crew.may_die and any(_is_foreign(file.path) for file in files))):
            crew.grow(1)
        yield crew
    finally:
        crew.end()


def _is_foreign(path: str) -> bool:
    """Whether what reads a file may do anything: a library for documents, or another package's parser."""
    return document_format(path) is not None or plugin_for(path) is not None


def _model(task: Task, intake: Intake) -> tuple[str, int]:
    """Name and dimension of the embedder, also when there was nothing to embed."""
    if intake.model:
        return intake.model, intake.dimension
    embedder = the_embedder(task.request.embedder)
    return embedder.name, embedder.dimension


def _cores() -> int:
    """Cores that we may use, which is less than there are in a container."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _take_in(task: Task, files: Sequence[WalkedFile], crew: Crew, intake: Intake) -> list[Skipped]:
    """Read the files, in their order; those that were skipped."""
    read = FileReader(task.tree, task.request.max_file_bytes, task.request.secrets)
    skipped: list[Skipped] = []
    outcomes = crew.read(files, read)
    if crew.parsers:
        outcomes = read_ahead(outcomes, items=_READ_AHEAD)
    with closing(outcomes):
        for done, outcome in enumerate(outcomes, start=1):
            if isinstance(outcome, Skipped):
                skipped.append(outcome)
            else:
                intake.take(outcome)
            task.progress("read", done, len(files))
    intake.store_terms()
    task.timings.lap("read")
    return skipped


def _finish_vectors(task: Task, vectors: VectorStore) -> int:
    """Optimise, flush and close; the number of points."""
    vectors.finish()
    points = vectors.count()
    vectors.close()
    release_freed_memory()
    task.backend.settle(task.generation)
    task.timings.lap("store")
    return points


def _finish_structure(
    task: Task,
    structure: StructureWriter,
    skipped: list[Skipped],
    changed: Sequence[Change] | None,
) -> None:
    """Link what has changed, or with None all, and close."""
    task.progress("link", 0, 1)
    link(structure.connection, changed, tree=task.tree)
    structure.set_skipped([*task.walked.skipped, *skipped])
    structure.set_meta(SKIPPED_FILES_KEY, write_stamps(task.walked.files, {skip.path for skip in skipped}))
    structure.finish()
    task.progress("link", 1, 1)
    task.timings.lap("link")
