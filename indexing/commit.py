"""The commit that a working tree stands on, read from git's files without running git."""

from __future__ import annotations

import re
from pathlib import Path

_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_MAX_HOPS = 5
"""Symbolic refs may point at each other; git itself stops at five."""


def head_commit(root: Path) -> str:
    """Full hash of HEAD of the repository that holds `root`; empty when there is none or it cannot be told.

    Says nothing about uncommitted changes. Repositories with the reftable format are not understood.
    """
    for folder in (root, *root.parents):
        git = _git_folder(folder / ".git")
        if git is not None:
            return _resolve(git, "HEAD")
    return ""


def _git_folder(path: Path) -> Path | None:
    if path.is_dir():
        return path
    # A worktree or submodule has a file that names its folder.
    pointer = _read(path)
    if not pointer.startswith("gitdir:"):
        return None
    return (path.parent / pointer.removeprefix("gitdir:").strip()).resolve()


def _resolve(git: Path, name: str) -> str:
    common = _read(git / "commondir").strip()
    shared = (git / common).resolve() if common else git
    for _ in range(_MAX_HOPS):
        value = (_read(git / name) or _read(shared / name)).strip() or _packed(shared, name)
        if not value.startswith("ref:"):
            return value if _HASH.fullmatch(value) else ""
        name = value.removeprefix("ref:").strip()
    return ""


def _packed(git: Path, name: str) -> str:
    for line in _read(git / "packed-refs").splitlines():
        value, _, ref = line.partition(" ")
        if ref == name:
            return value
    return ""


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, ValueError):
        return ""
