"""What has changed in a tree since a generation was built from it."""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Collection, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from citeline.dataclass import dataclass
from citeline.left_out import Skipped

from .files.source_tree import Root, real_path
from .files.walk import WalkedFile, WalkResult
from .generations.manifest import Manifest
from .stores.file_records import FileRecords, Fingerprint

SKIPPED_FILES_KEY: Final = "skipped_files"
_REBUILD_SHARE: Final = 0.10
"""Beyond this share of changed documents the corpus' averages are too old, and with them every sparse vector."""
_MERGE_SHARE: Final = 0.05
"""Beyond this share whoever has time builds from scratch, so that nobody has to wait for it at twice as much."""
_RACY_NS: Final = 2_000_000_000
"""A file written this shortly before a walk may be written again within the same tick of its file system's clock."""


_FORBIDDEN: Final = frozenset(map(os.strerror, (errno.EACCES, errno.EPERM)))
"""Nothing else becomes readable with the same size and time: a document with a password, or a damaged one, does not."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The difference between a walk and a generation."""

    to_read: tuple[WalkedFile, ...]
    """New and changed files, by path; files that were skipped and may be readable now are among the new ones."""
    removed: dict[str, int]
    """Path to id of the documents to remove: changed ones and ones that are gone."""
    touched: dict[int, int]
    """Id of documents with a new time and the same bytes, to that time."""
    still_skipped: tuple[Skipped, ...]
    """Files that could not be read the last time and have not changed since."""
    changed: int
    """How many of `to_read` replace a document."""
    reread: frozenset[str]
    """Paths among `to_read` that could not be read the last time and have another time and the same size: a checkout
    elsewhere. They are most likely to be skipped again, and count as no change until they are not.
    """
    skipped_differ: bool
    """The list of skipped files is another, though every document may be the same."""

    @property
    def any(self) -> bool:
        """False when a new index would be the same as the generation."""
        return bool(self.to_read or self.removed or self.skipped_differ)

    @property
    def added(self) -> int:
        """New files."""
        return len(self.to_read) - self.changed - len(self.reread)

    @property
    def gone(self) -> int:
        """Documents whose file is not there any more."""
        return len(self.removed) - self.changed

    @property
    def count(self) -> int:
        """Documents added, changed or gone."""
        return self.added + self.changed + self.gone


def find_changes(
    root: Root, walked: WalkResult, structure: FileRecords, manifest: Manifest, *, of_another_tree: bool = False
) -> Changes:
    """Compare a walk with a generation: by size and time, and where these differ or are too fresh, by content.

    Against that `of_another_tree` always by content: an archive or a container may give all files one time.
    """
    racy_ns = 0 if of_another_tree else int(datetime.fromisoformat(manifest.created).timestamp() * 1e9) - _RACY_NS
    known = structure.fingerprints()
    stamps = _read_stamps(structure.meta(SKIPPED_FILES_KEY))
    skipped = {skip.path: skip for skip in structure.skipped()}
    to_read: list[WalkedFile] = []
    still_skipped: list[Skipped] = []
    touched: dict[int, int] = {}
    reread: set[str] = set()
    removed = {path: int(known[path].document) for path in known.keys() - {file.path for file in walked.files}}
    changed = 0
    for file in walked.files:
        before = known.get(file.path)
        if before is None:
            skip = skipped.get(file.path)
            unchanged = not of_another_tree and stamps.get(file.path) == (file.size_bytes, file.mtime_ns)
            same = unchanged or (skip is not None and skip.reason == "empty" and not file.size_bytes)
            if skip and same and not _is_readable_now(root, skip):
                still_skipped.append(skip)
            else:
                to_read.append(file)
                if skip and file.path in stamps and stamps[file.path][0] == file.size_bytes:
                    reread.add(file.path)
        elif not _same(root, file, before, racy_ns, structure):
            to_read.append(file)
            removed[file.path] = int(before.document)
            changed += 1
        elif file.mtime_ns != before.mtime_ns:
            touched[int(before.document)] = file.mtime_ns
    differ = {*walked.skipped, *still_skipped} != set(skipped.values())
    return Changes(tuple(to_read), removed, touched, tuple(still_skipped), changed, frozenset(reread), differ)


def call_for_rebuild(changes: Changes, manifest: Manifest) -> bool:
    """Whether so much has changed that the next index is built from scratch."""
    return manifest.changed_since + changes.count > _REBUILD_SHARE * manifest.averaged_documents


def call_for_merge(manifest: Manifest) -> bool:
    """Whether so much stands beside the base that a new base is worth building while nobody waits."""
    return manifest.changed_since > _MERGE_SHARE * manifest.averaged_documents


def write_stamps(files: Sequence[WalkedFile], skipped: Collection[str]) -> bytes:
    """Size and time of each file that was walked and then skipped, so that it is not read again in vain."""
    stamps = {file.path: (file.size_bytes, file.mtime_ns) for file in files if file.path in skipped}
    return json.dumps(stamps).encode()


def _read_stamps(stored: bytes | None) -> dict[str, tuple[int, int]]:
    return {path: (size, mtime) for path, (size, mtime) in json.loads(stored or b"{}").items()}


def _is_readable_now(root: Root, skip: Skipped) -> bool:
    """A change of permissions leaves size and time as they are."""
    return skip.reason == "unreadable" and skip.detail in _FORBIDDEN and os.access(real_path(root, skip.path), os.R_OK)


def _same(root: Root, file: WalkedFile, before: Fingerprint, racy_ns: int, structure: FileRecords) -> bool:
    if file.size_bytes != before.size_bytes:
        return False
    if file.mtime_ns == before.mtime_ns and file.mtime_ns < racy_ns:
        return True
    try:
        with Path(real_path(root, file.path)).open("rb") as content:
            return hashlib.file_digest(content, "sha256").hexdigest() == structure.sha256(before.document)
    except OSError:
        return False
