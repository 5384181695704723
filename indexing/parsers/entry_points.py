"""The entry points of a group that installed packages declare, found without what the library loads to read them all.

`importlib.metadata` imports a parser of mails and of CSV and takes every package's file apart: a fifth of a build that
finds nothing changed. Hardly any installation declares one of ours, and that is seen by looking for the name.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_FILE: Final = "entry_points.txt"
_DECLARING: Final = (".dist-info", ".egg-info")
_IN_EGGS: Final = (".egg", ".zip", ".whl")


def entry_points(group: str) -> Iterable[EntryPoint]:
    """As `importlib.metadata.entry_points` has them."""
    if not _may_declare(group.encode()):
        return ()
    from importlib import metadata

    return metadata.entry_points(group=group)


def _may_declare(group: bytes) -> bool:
    """Whether the name stands in the entry points of any package, or packages may be where only the library looks."""
    # Such as the finders of programs that are packed into one file. The usual one is a class, and so are editable ones.
    if any(hasattr(finder, "find_distributions") and finder is not PathFinder for finder in sys.meta_path):
        return True
    return any(_declares(folder, group) for folder in dict.fromkeys(sys.path))


def _declares(folder: str, group: bytes) -> bool:
    if folder.endswith(_IN_EGGS):
        return Path(folder).exists()
    try:
        with os.scandir(folder or ".") as listing:
            declaring = [entry.path for entry in listing if entry.name.endswith(_DECLARING)]
    except OSError:
        return False
    return any(group in _read(Path(path, _FILE)) for path in declaring)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""
