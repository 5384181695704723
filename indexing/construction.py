"""Makes the content of a new generation: from scratch, or as a changed copy of the one before.

Neither publishes anything: what they leave is unfinished until `building` says otherwise.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from citeline.model import DocumentId, Skipped
from citeline.protocols import DenseEmbedder, ProgressListener, VectorStore

from .ahead import read_ahead
from .backends import VectorBackend
from .changes import SKIPPED_FILES_KEY, Changes, write_stamps
from .documents import Outcome
from .embedding.dense import load_embedder
from .embedding.sparse import Averages
from .file_reader import FileReader
from .filling import Intake, TermTotals, store_points, terms_of_stored
from .generation import STRUCTURE_NAME, VECTORS_NAME, seal
from .linking import link
from .manifest import FileEntry, Manifest
from .messages import BuildRequest
from .points import file_point_id, sample_key
from .pool import Worker, read_in_processes, start_worker
from .spool import Spool
from .stores.structure_reader import StructureReader
from .stores.structure_writer import StructureWriter
from .timing import Timings
from .walk import WalkedFile, WalkResult

_FEW_FILES: Final = 40
"""Fewer files than this are read sooner than further processes start."""
_MAX_WORKERS: Final = 6
"""More do not help: by then storing takes longer than reading. Each takes some 60 MB."""
_READ_AHEAD: Final = 32
"""Documents that wait in memory while we embed: some 10 MB."""
_SPOOL_NAME: Final = "spool.tmp"


class ModelChangedError(Exception):
    """The generation to start from was made with another embedding model; build from scratch instead."""


@dataclass(frozen=True, slots=True)
class Task:
    """A generation to be made."""

    request: BuildRequest
    walked: WalkResult
    generation: Path
    """Its folder, empty."""
    backend: VectorBackend
    progress: ProgressListener
    timings: Timings
    worker: Worker | None
    """A parser process that has prepared itself; it is ended."""


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
        _reading(task, task.walked.files) as outcomes,
        _loading(task) as embedder,
        Spool(task.generation / _SPOOL_NAME) as spool,
        StructureWriter.create(task.generation / STRUCTURE_NAME) as structure,
    ):
        intake = Intake(structure, spool, embedder)
        skipped = _take_in(task, outcomes, len(task.walked.files), intake)
        model, dimension = intake.model or embedder().name, intake.dimension or embedder().dimension
        averages = Averages.of(record.terms for record in spool)
        with closing(task.backend.create(task.generation, dimension)) as vectors:
            for name, sample in store_points(spool, vectors, averages, task.progress).items():
                structure.set_meta(sample_key(name), sample)
            points = _finish_vectors(task, vectors)
        sealed = _finish_structure(task, structure, skipped, lambda: link(structure.connection))
        return Content(model, dimension, averages, spool.document_count, 0, points, sealed)


def build_from(task: Task, base: Path, manifest: Manifest, changes: Changes) -> Content:
    """Copy a published generation, take out what is gone and put in what is new.

    Raises IndexDamagedError when the base is not what its manifest says, ModelChangedError when it has other vectors.
    """
    with (
        _reading(task, changes.to_read) as outcomes,
        _loading(task) as embedder,
        closing(task.backend.copy(base, manifest, task.generation)) as vectors,
        Spool(task.generation / _SPOOL_NAME) as spool,
        StructureWriter.open(task.generation / STRUCTURE_NAME) as structure,
    ):
        names, relink = _take_out(base, changes, structure, vectors)
        task.timings.lap("copy")
        intake = Intake(structure, spool, embedder)
        skipped = [*changes.still_skipped, *_take_in(task, outcomes, len(changes.to_read), intake)]
        if intake.model not in ("", manifest.model):
            raise ModelChangedError
        averages = Averages.from_json(manifest.averages)
        # The samples of the whole corpus stay: they serve medians, which a tenth of other files hardly moves.
        store_points(spool, vectors, averages, task.progress)
        points = _finish_vectors(task, vectors)
        names |= intake.names
        relink |= set(intake.documents)
        sealed = _finish_structure(
            task, structure, skipped, lambda: link(structure.connection, changed=relink, affected_names=names)
        )
    changed = manifest.changed_since + changes.count
    return Content(manifest.model, manifest.dimension, averages, manifest.averaged_documents, changed, points, sealed)


@contextmanager
def _reading(task: Task, files: Sequence[WalkedFile]) -> Iterator[Iterator[Outcome]]:
    """What becomes of each file, in order. Processes start here, before there are threads or open stores."""
    request, few = task.request, len(files) < _FEW_FILES
    read = FileReader(request.root, request.max_file_bytes, request.embedder)
    if few and task.worker is None:
        yield (read(file, embed=False) for file in files)
        return
    count = 1 if few else request.workers or min(_cores(), _MAX_WORKERS)
    workers = [] if task.worker is None else [task.worker]
    workers += [start_worker(read) for _ in range(count - len(workers))]
    try:
        # Few files are embedded where they are read, beside our copying; many in large batches, by us.
        with closing(read_in_processes(files, read, workers, embed=few)) as outcomes:
            yield outcomes if few else read_ahead(outcomes, items=_READ_AHEAD)
    finally:
        for worker in workers:
            worker.kill()


def _cores() -> int:
    """Cores that we may use, which is less than there are in a container."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


@contextmanager
def _loading(task: Task) -> Iterator[Callable[[], DenseEmbedder]]:
    """Load the embedder beside everything else; the function waits for it."""
    with ThreadPoolExecutor(1) as thread:
        loaded = cache(lambda: thread.submit(load_embedder, task.request.embedder))
        if task.worker is None:
            loaded()
        yield lambda: loaded().result()


def _take_out(
    base: Path, changes: Changes, structure: StructureWriter, vectors: VectorStore
) -> tuple[set[str], set[int]]:
    """Remove what is gone or changed: the names that were defined there, and the documents that referred to it."""
    old_terms = TermTotals()
    with closing(StructureReader(base / STRUCTURE_NAME)) as reader:
        for path, document in changes.removed.items():
            old_terms.add(terms_of_stored(path, reader.chunks_of([document])))
    removed = structure.remove_documents(list(changes.removed.values()))
    structure.subtract_term_frequencies(*old_terms.totals())
    for document, mtime_ns in changes.touched.items():
        structure.set_mtime(DocumentId(document), mtime_ns)
    vectors.delete([*removed.chunk_ids, *map(file_point_id, changes.removed)])
    return set(removed.names), set(removed.referrers)


def _take_in(task: Task, outcomes: Iterator[Outcome], total: int, intake: Intake) -> list[Skipped]:
    """Read and embed; the files that were skipped."""
    skipped: list[Skipped] = []
    for done, outcome in enumerate(outcomes, start=1):
        if isinstance(outcome, Skipped):
            skipped.append(outcome)
        else:
            intake.take(outcome)
        task.progress("read", done, total)
    intake.finish()
    task.timings.lap("read")
    task.timings.add("embed", intake.embed_s)
    return skipped


def _finish_vectors(task: Task, vectors: VectorStore) -> int:
    """Optimise, flush and close; the number of points."""
    vectors.finish()
    points = vectors.count()
    vectors.close()
    task.backend.settle(task.generation)
    task.timings.lap("store")
    return points


def _finish_structure(
    task: Task, structure: StructureWriter, skipped: list[Skipped], link_all: Callable[[], None]
) -> dict[str, FileEntry]:
    """Link and close, and meanwhile put the vectors' files on disk for good; what the manifest says about those."""
    task.progress("link", 0, 1)
    with ThreadPoolExecutor(1) as thread:
        sealed = thread.submit(seal, task.generation, VECTORS_NAME)
        link_all()
        structure.set_skipped([*task.walked.skipped, *skipped])
        structure.set_meta(SKIPPED_FILES_KEY, write_stamps(task.walked.files, {skip.path for skip in skipped}))
        structure.finish()
        task.progress("link", 1, 1)
        task.timings.lap("link")
        return sealed.result()
