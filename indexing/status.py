"""What there is to know about an index: what is in it, what is not, how old it is, and what it takes on disk."""

from __future__ import annotations

import os
from pathlib import Path

from citeline.dataclass import dataclass
from citeline.left_out import Skipped

from .commit import head_commit
from .files.source_tree import files_by_source
from .generations.generation import candidates
from .generations.lock import holder
from .opened import OpenGeneration
from .staleness import staleness_of


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """A snapshot; `None` for the three differences means that the tree is not there any more."""

    name: str
    root: Path
    directory: Path
    """Where the index lies."""
    generation: str
    created: str
    """When the tree was walked, UTC."""
    commit: str
    """HEAD at that time."""
    head: str
    """HEAD now."""
    model: str
    backend: str
    counts: dict[str, int]
    """documents, nodes, edges, chunks, skipped, points."""
    languages: dict[str, int]
    """Language to documents, most first."""
    sources: dict[str, int]
    """Name to number of documents, as `citeline.toml` names them; empty without names."""
    skipped: tuple[Skipped, ...]
    noted: dict[str, str]
    """Path to what could not be made of a file that is in the index: it was read as plain text, or in part."""
    generations: tuple[str, ...]
    """Ids of all that are kept, the current one first."""
    size_bytes: int
    """Disk space of the whole directory; its files look longer than they are."""
    added: int | None
    changed: int | None
    removed: int | None
    building: str | None
    """Who is writing just now."""
    notices: tuple[str, ...]

    @property
    def stale(self) -> bool:
        """True when the tree is not what was indexed."""
        return self.added is None or bool(self.added or self.changed or self.removed)


def status_of(index: OpenGeneration) -> IndexStatus:
    """Look at an open index and at its tree; walks the tree, and reads only files that are too fresh to tell."""
    manifest, structure = index.manifest, index.structure
    behind = staleness_of(index)
    return IndexStatus(
        name=index.name,
        root=index.root,
        directory=index.location.directory,
        generation=index.generation,
        created=manifest.created,
        commit=index.commit,
        head=head_commit(index.root),
        model=manifest.model,
        backend=manifest.shape.backend,
        counts=dict(manifest.counts),
        languages=structure.languages(),
        sources=files_by_source(index.tree, structure.paths() if index.tree.sources else ()),
        skipped=tuple(structure.skipped()),
        noted=structure.notes(),
        generations=tuple(path.name for path in candidates(index.location)),
        size_bytes=disk_usage(index.location.directory),
        added=None if behind.gone else behind.added,
        changed=None if behind.gone else behind.changed,
        removed=None if behind.gone else behind.removed,
        building=holder(index.location),
        notices=(*index.notices, *(f"{told} is gone or cannot be listed" for told in behind.missing)),
    )


def disk_usage(folder: Path) -> int:
    """Bytes that the files below a folder take on disk, holes not counted where the system says so."""
    found: dict[tuple[int, int], int] = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                info = Path(parent, name).stat()
            except OSError:  # collected meanwhile
                continue
            # Once each: generations share the files of their base.
            found[info.st_dev, info.st_ino] = getattr(info, "st_blocks", -(-info.st_size // 512)) * 512
    return sum(found.values())
