"""Whether a generation holds what its manifest says, read in full once per boot and not at every opening.

SQLite and the vector store read a flipped byte without an error, so digests of all files are compared: 0.7 seconds for
1 GB. Whoever has done so leaves a note of the files' inodes, sizes and times; a file whose note is the same since the
machine started has not been written to. The vector store touches some small files whenever it opens them; only these
are read again.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from .generation import verify_generation
from .location import Location
from .manifest import Manifest, check_digests

_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


def verify_once(location: Location, generation: Path) -> Manifest:
    """The manifest of a generation whose files are as it says, in content too.

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
