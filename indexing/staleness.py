"""How far a tree has moved on since its index was made, and what it would take to catch up.

Cheap enough for every question: a walk and a comparison of sizes and times, 10 ms for 1,000 files. Only a file whose
time says nothing (touched, or written while the index was made) is read, for its digest.
"""

from __future__ import annotations

import math
from contextlib import closing
from pathlib import Path
from typing import Final

from citeline.dataclass import dataclass
from citeline.errors import IndexAccessError, SourceNotFoundError
from citeline.settings import StalePolicy

from .changes import Changes, call_for_rebuild, find_changes
from .generations.generation import STRUCTURE_NAME, current_id, verify_generation
from .generations.location import locate, settled
from .generations.manifest import Manifest
from .opened import OpenGeneration
from .sources.project_file import PROJECT_FILE
from .sources.tree_walk import missing_sources, walk_tree
from .stores.structure_reader import StructureReader

# Measured with a fresh builder process on two cores, 1 to 30 changed files in trees of 112, 936 and 2,567 documents
# (735, 4,722 and 19,518 chunks): 0.7 to 1.6 s, within 0.15 s of these terms.
_START_S: Final = 0.7
"""The builder process starts, the new generation is checked and opened."""
_KEPT_CHUNK_S: Final = 12e-6
"""Tree and documents are walked, however little has changed; names that come or go are looked for."""
_CHANGED_FILE_S: Final = 3e-3
_CHANGED_BYTE_S: Final = 1.7e-6
_BUILT_CHUNK_S: Final = 800e-6
_BUNDLED: Final = "bundled"
# Formats that cannot be read as text: what changes in them all day, such as a database, changes nothing in an index.
_NOT_TEXT: Final = frozenset({"binary", "minified"})


QUICK_S: Final = 1.0
"""Waiting longer than this for an answer that was asked for is a surprise; `citeline index` is then the better place.

By the terms above that is 20 changed files in an index of 5,000 chunks (some 1,000 files), and none from 25,000 chunks
on.
"""


@dataclass(frozen=True, slots=True)
class Staleness:
    """The difference between an index and its tree, in files."""

    added: int
    changed: int
    removed: int
    gone: bool
    """The tree itself is not there any more, or cannot be listed; then every document counts as removed."""
    refresh_s: float
    """About how long an update takes, in seconds; infinite where that cannot be told or done."""
    missing: tuple[str, ...] = ()
    """Mounted sources whose folder is not there any more, or cannot be listed: name and folder, for people. All
    documents of them count as removed.
    """

    @property
    def files(self) -> int:
        """How many files differ; 0 when the index is up to date."""
        return self.added + self.changed + self.removed

    def is_worth_refreshing(self, policy: StalePolicy) -> bool:
        """Whether to catch up before answering: `refresh` always does, `auto` when that is quick."""
        if not self.files or self.gone:
            return False
        return policy == "refresh" or (policy == "auto" and self.refresh_s <= QUICK_S)

    def describe(self) -> str:
        """`3 files differ from the index (1 new, 2 changed)`."""
        if self.gone:
            return "the folder is gone or cannot be listed: this is what was indexed of it"
        missing = "".join(
            f"{told} is gone or cannot be listed: this is what was indexed of it; " for told in self.missing
        )
        parts = ((self.added, "new"), (self.changed, "changed"), (self.removed, "gone"))
        detail = ", ".join(f"{count} {what}" for count, what in parts if count)
        files = "file differs" if self.files == 1 else "files differ"
        return f"{missing}{self.files:,} {files} from the index ({detail})"


def staleness_before_opening(root: Path, home: Path) -> Staleness | None:
    """As `staleness_of` has it, without opening the vectors, beside which no process can be forked any more. None when
    the current generation cannot be read: who opens the index finds out why.
    """
    location = locate(settled(root), home)
    generation = location.generations / current_id(location)
    try:
        manifest = verify_generation(generation)
        with closing(StructureReader(generation / STRUCTURE_NAME)) as structure:
            return staleness_of(OpenGeneration(location, manifest, structure))
    except IndexAccessError:
        return None


def staleness_of(index: OpenGeneration) -> Staleness:
    """Compare an open index with its tree as it is now. Never raises for what the tree has become."""
    manifest = index.manifest
    missing = missing_sources(index.tree)
    state = index.location.directory.parent
    try:
        walked = walk_tree(index.tree, max_file_bytes=manifest.shape.max_file_bytes, state=state, without=missing)
        changes = find_changes(index.tree, walked, index.structure, manifest)
    except SourceNotFoundError:
        return Staleness(0, 0, manifest.counts["documents"], gone=True, refresh_s=math.inf)
    not_text = {skip.path for skip in index.structure.skipped() if skip.reason in _NOT_TEXT}
    unread = sum(file.path in not_text and file.path not in changes.reread for file in changes.to_read)
    return Staleness(
        added=changes.added - unread,
        changed=changes.changed,
        removed=changes.gone,
        gone=False,
        # Without the folder no index is built, unless the project file does not name it any more.
        refresh_s=math.inf if missing and not _concern(changes, PROJECT_FILE) else _refresh_s(changes, manifest),
        missing=tuple(f"the folder of `{source.name}`, {source.folder!r}," for source in missing),
    )


def _concern(changes: Changes, path: str) -> bool:
    return path in changes.removed or any(file.path == path for file in changes.to_read)


def _refresh_s(changes: Changes, manifest: Manifest) -> float:
    if manifest.shape.embedder != _BUNDLED or manifest.shape.backend != "edge":
        return math.inf  # as slow as the model, or as the network
    per_chunk = _BUILT_CHUNK_S if call_for_rebuild(changes, manifest) else _KEPT_CHUNK_S
    read_bytes = sum(file.size_bytes for file in changes.to_read)
    changed = changes.count * _CHANGED_FILE_S + read_bytes * _CHANGED_BYTE_S
    return _START_S + manifest.counts["chunks"] * per_chunk + changed
