"""The commit that a working tree stands on and the other trees of its repository, read from git's files without git."""

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


def other_worktrees(root: Path) -> list[Path]:
    """The same folder in the other working trees of the repository that holds `root`, the main one first.

    None where that repository does not know our tree, and no tree that does not name that repository: a file in a tree
    may name any repository, and a folder `.git` that came with an archive any tree.
    """
    for folder in (root, *root.parents):
        git = _git_folder(folder / ".git")
        if git is not None:
            shared = _shared(git)
            trees = [shared.parent] if shared.name == ".git" else []
            pointers = sorted(shared.glob("worktrees/*/gitdir"))
            trees += [(pointer.parent / _read(pointer).strip()).resolve().parent for pointer in pointers]
            inside = root.relative_to(folder)
            others = [tree for tree in trees if tree != folder and _belongs_to(tree, shared)]
            return [tree / inside for tree in others] if folder in trees else []
    return []


def _belongs_to(tree: Path, shared: Path) -> bool:
    git = _git_folder(tree / ".git")
    return git is not None and _shared(git).resolve() == shared.resolve()


def _shared(git: Path) -> Path:
    """What the working trees of a repository have in common."""
    common = _read(git / "commondir").strip()
    return (git / common).resolve() if common else git


def _git_folder(path: Path) -> Path | None:
    if path.is_dir():
        return path
    # A worktree or submodule has a file that names its folder.
    pointer = _read(path)
    if not pointer.startswith("gitdir:"):
        return None
    return (path.parent / pointer.removeprefix("gitdir:").strip()).resolve()


def _resolve(git: Path, name: str) -> str:
    shared = _shared(git)
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
