"""Unpacks a source distribution that nobody has vouched for: plain files, inside its own folder, and not too many."""

from __future__ import annotations

import tarfile
from pathlib import Path, PurePosixPath
from typing import Final

from citeline.errors import UsageError

_MAX_FILES: Final = 50_000
_MAX_BYTES: Final = 500_000_000
_FORBIDDEN: Final = frozenset('\\:\0<>|"?*')
"""In a name: what is a path, a drive or a stream elsewhere."""


def unpack(archive: Path, target: Path) -> Path:
    """Unpack a `.tar.gz` into a folder that must not exist, without the folder that all its files lie in.

    Links, devices and permissions are left out. Raises UsageError for a path that leads elsewhere, for too much, and
    for what is no such archive.
    """
    target.mkdir(parents=True)
    files = size = 0
    try:
        with tarfile.open(archive, "r:gz") as packed:
            for member in packed:
                if not member.isreg():
                    continue
                place = _inside(member.name, archive)
                files, size = files + 1, size + member.size
                if files > _MAX_FILES or size > _MAX_BYTES:
                    raise _refused(archive, f"it holds over {_MAX_FILES:,} files or {_MAX_BYTES:,} bytes")
                content = packed.extractfile(member)
                if place.parts and content:
                    path = target.joinpath(*place.parts)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(content.read())
    except (tarfile.TarError, EOFError, OSError) as error:
        raise _refused(archive, str(error)) from error
    return target


def _inside(name: str, archive: Path) -> PurePosixPath:
    """Where a member belongs below the one folder of the archive."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or _FORBIDDEN & set(name):
        raise _refused(archive, f"a file of it leads elsewhere: {name!r}")
    return PurePosixPath(*path.parts[1:])


def _refused(archive: Path, why: str) -> UsageError:
    return UsageError(
        f"{archive.name} cannot be unpacked: {why}",
        remedy="name another source distribution, one that ends with .tar.gz",
    )
