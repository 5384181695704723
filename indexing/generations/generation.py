"""Generations: complete, immutable versions of an index, published in one step.

    prepare ─► (the writer fills the folder, or links the base and writes what changed) ─► publish ─► collect
                                                  │ sync, digest, manifest by rename, then `current` by rename
    candidates ─► verify ─► open

A published folder is never changed, and neither is a file that several generations share as their base. A folder
without a manifest is unfinished and belongs to whoever holds the writer's lock, or to a writer that died.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import re
import secrets
import shutil
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

from citeline.errors import IndexDamagedError, IndexTooNewError

from ..stores.sparse_files import copy_file, sync_file, sync_files, sync_folder, sync_folders
from .location import Location
from .manifest import (
    MANIFEST_NAME,
    FileEntry,
    Manifest,
    check_digests,
    check_sizes,
    file_names,
    list_files,
    read_documents,
    read_manifest,
    stamp_of,
    write_manifest,
)

_ID = re.compile(r"(\d{6,})-[0-9a-f]{6}")
_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


def verify_once(location: Location, generation: Path) -> Manifest:
    """The manifest of a generation whose files are as it says, in content too: read in full once per boot and not at
    every opening.

    SQLite and the vector store read a flipped byte without an error, so digests of all files are compared: 0.7 seconds
    for 1 GB. Whoever has done so leaves a note of the files' inodes, sizes and times; a file whose note is the same
    since the machine started has not been written to. The vector store touches some small files whenever it opens them;
    only these are read again.

    Raises IndexDamagedError, or IndexTooNewError for a newer format.
    """
    manifest = verify_generation(generation)
    # Before they are read: what changes meanwhile differs from the note.
    found = _stats(generation, manifest)
    noted = _noted(location, generation)
    doubtful = [name for name in manifest.files if name not in found or noted.get(name) != found[name]]
    if doubtful:
        check_digests(generation, manifest, doubtful)
        _write(location, generation, found)
    return manifest


def remember_sound(location: Location, generation: Path, manifest: Manifest) -> None:
    """Note that the files of a generation are as its manifest says, as publishing has returned it: their digests have
    just been taken. A file that was written to since, or replaced, is left out, and read at the next opening.
    """
    found = _stats(generation, manifest)
    sound = {name: stat for name, stat in found.items() if (stat[0], stat[2]) == manifest.files[name].stamp}
    _write(location, generation, sound)


def _stats(generation: Path, manifest: Manifest) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    top = os.fspath(generation)
    for name in manifest.files:
        with contextlib.suppress(OSError):
            stat = os.stat(f"{top}/{name}")  # noqa: PTH116 (a path object a file takes longer)
            found[name] = [stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns]
    return found


def _boot() -> str:
    """What differs after a restart of the machine, when caches that hid damage are gone."""
    try:
        return _BOOT_ID.read_text("ascii").strip()
    except OSError:
        # Elsewhere the time of the start; that it may be a second off only costs reading once more.
        return f"{time.time() - time.monotonic():.0f}"


def _noted(location: Location, generation: Path) -> Mapping[str, object]:
    """The notes on the files of a generation that were made since the machine started."""
    try:
        body = json.loads(location.checked.read_bytes())
        ours = body["generation"] == generation.name and body["boot"] == _boot()
        return dict(body["files"]) if ours else {}
    except (OSError, ValueError, TypeError, KeyError):
        return {}


def _write(location: Location, generation: Path, files: Mapping[str, list[int]]) -> None:
    """Readers may have no right to write; then each of them reads the files."""
    note = {"generation": generation.name, "boot": _boot(), "files": files}
    temporary = location.checked.with_name(f"{location.checked.name}.{os.getpid()}.tmp")
    with contextlib.suppress(OSError):
        temporary.write_text(json.dumps(note), "utf-8")
        os.replace(temporary, location.checked)  # noqa: PTH105 (one spelling for every atomic step)


STRUCTURE_NAME = "structure.db"
POINTS_NAME = "points-delta.db"
VECTOR_FOLDERS = ("vectors", "file-vectors", "terms")
"""Dense vectors of chunks, or where they are few of all; those of whole files; and the terms of both."""


def prepare_generation(location: Location) -> Path:
    """A new, empty generation folder; its number is higher than any before it. Hold the writer's lock."""
    location.generations.mkdir(parents=True, exist_ok=True)
    number = max((_number(path) for path in _folders(location)), default=0) + 1
    # The random part tells indexes apart that were removed and built again under the same number.
    generation = location.generations / f"{number:06d}-{secrets.token_hex(3)}"
    generation.mkdir()
    return generation


def link_generation(source: Path, manifest: Manifest, target: Path) -> dict[str, FileEntry]:
    """Give an empty generation the files of a published one, by further names of the same files; their entries.

    Be sure before that they are what the manifest says. Raises IndexDamagedError when one that has to be copied is not.
    """
    check_sizes(source, manifest)
    linked: dict[str, FileEntry] = {}
    for name, entry in manifest.files.items():
        place = target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if not _link(source / name, place):  # a file system without links, or with too many of this one
            if copy_file(source / name, place) != entry.digest:
                raise IndexDamagedError(source, what=f"{name} was changed after it was written")
            sync_file(place)
        linked[name] = dataclasses.replace(entry, stamp=stamp_of(place))
    # The vector store replaces these whenever it opens them, each generation its own.
    for name in manifest.documents:
        copy_file(source / name, target / name)
    return linked


def _link(source: Path, target: Path) -> bool:
    try:
        target.hardlink_to(source)
    except OSError:
        return False
    return True


def seal(generation: Path, names: Sequence[str]) -> dict[str, FileEntry]:
    """Force files to disk, named by their paths in the generation, and take their sizes and digests."""
    # Before they are read for the digest: only then do all file systems report their holes truthfully.
    sync_files([generation / name for name in names])
    return list_files(generation, names)


def publish(
    location: Location, generation: Path, manifest: Manifest, sealed: Mapping[str, FileEntry] | None = None
) -> Manifest:
    """Make a filled generation the current one; the manifest with its files, as it was written.

    `sealed` are files that `seal` has been called on; what has been replaced or removed since is left out.
    Whenever the process or the machine stops, `current` names the old generation or the new one, whole.
    """
    names = file_names(generation)
    known = sealed or {}
    done = {name: known[name] for name in names if name in known and stamp_of(generation / name) == known[name].stamp}
    files = {**done, **seal(generation, [name for name in names if name not in done])}
    documents = read_documents(generation, names)
    sync_folders(generation)
    complete = dataclasses.replace(manifest, files=files, documents=documents)
    write_manifest(generation, complete)
    sync_folder(location.generations)
    point_to(location, generation)
    return complete


def point_to(location: Location, generation: Path) -> None:
    """Make `current` name a finished generation."""
    temporary = location.directory / "current.tmp"
    temporary.write_text(f"{generation.name}\n", "ascii")
    sync_file(temporary)
    os.replace(temporary, location.current)  # noqa: PTH105 (one spelling for every atomic step)
    sync_folder(location.directory)


def current_id(location: Location) -> str:
    """What `current` names; empty when there is no such file or it makes no sense."""
    try:
        name = location.current.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""
    return name if _ID.fullmatch(name) else ""


def candidates(location: Location) -> list[Path]:
    """Finished generations, the best first: the current one, then the others from new to old."""
    current = current_id(location)
    finished = [path for path in _folders(location) if (path / MANIFEST_NAME).exists() or path.name == current]
    return sorted(finished, key=lambda path: (path.name == current, _number(path)), reverse=True)


def verify_generation(generation: Path, *, deep: bool = False) -> Manifest:
    """The manifest of a generation whose files are as it says: in length, and with `deep` in content too.

    Raises IndexDamagedError, or IndexTooNewError for a newer format.
    """
    manifest = read_manifest(generation)
    if manifest.generation != generation.name:
        raise IndexDamagedError(generation, what=f"its manifest is that of {manifest.generation!r}")
    check_sizes(generation, manifest)
    if deep:
        check_digests(generation, manifest)
    return manifest


def of_base(location: Location) -> Path | None:
    """The generation that made the base of the current one, if it is still there; itself when it has made it."""
    structure = location.generations / current_id(location) / STRUCTURE_NAME
    for path in candidates(location):
        with contextlib.suppress(IndexDamagedError, IndexTooNewError, OSError):
            if not read_manifest(path).changed_since and structure.samefile(path / STRUCTURE_NAME):
                return path
    return None


def collect(
    location: Location,
    *,
    keep: int,
    damaged: Collection[Path] = (),
    before: str = "",
    also: Collection[Path] = (),
) -> list[Path]:
    """Remove unfinished and damaged generations and all but `keep`: the current one, the one named `before`, which was
    current until now, and the newest; beside these `also` some. What was removed.

    Hold the writer's lock. Readers that have an old generation open go on reading it where the system allows to
    remove open files, and elsewhere it is removed by a later call.
    """
    current = current_id(location)
    finished = [path for path in candidates(location) if path not in damaged]
    finished.sort(key=lambda path: (path.name != current, path.name != before))
    kept = {*finished[:keep], *(path for path in finished if path in also)}
    removed = [path for path in _folders(location) if path not in kept]
    for path in removed:
        # First: without its manifest a half-removed folder is unfinished, not damaged, and who has opened all files and
        # then finds the manifest has opened a whole generation.
        with contextlib.suppress(OSError):
            (path / MANIFEST_NAME).unlink(missing_ok=True)
            shutil.rmtree(path, ignore_errors=True)
    return removed


def _folders(location: Location) -> list[Path]:
    if not location.generations.is_dir():
        return []
    return sorted(path for path in location.generations.iterdir() if _ID.fullmatch(path.name))


def _number(generation: Path) -> int:
    return int(generation.name.split("-")[0])
