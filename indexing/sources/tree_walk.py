"""The files of a tree: of the folder that is indexed, and of those that its `citeline.toml` mounts in it."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

from citeline.left_out import Skipped

from ..files.ignoring import IgnoreFile
from ..files.source_tree import Source, SourceTree
from ..files.walk import WalkedFile, WalkResult, walk
from .project_file import PROJECT_FILE


def walk_tree(
    tree: SourceTree, *, max_file_bytes: int, state: Path | None = None, without: Collection[Source] = ()
) -> WalkResult:
    """Every file that a source takes in, both lists sorted by path; `state`, our own folder, is left out.

    Raises SourceNotFoundError for a folder that cannot be listed, except for those of mounted sources in `without`.
    """
    found = [_without(state, tree.root, walk(tree.root, max_file_bytes=max_file_bytes))]
    for source in tree.mounted:
        if source in without:
            continue
        folder = Path(source.folder)
        walked = _without(state, folder, walk(folder, max_file_bytes=max_file_bytes))
        found.append(_under(source.prefix, walked))
    files = [file for walked in found for file in walked.files]
    skipped = [skip for walked in found for skip in walked.skipped]
    chosen = {file.path: _why_left_out(tree, file.path) for file in files} if tree.sources else {}
    skipped.extend(Skipped(path, "ignored", why) for path, why in chosen.items() if why)
    return WalkResult(
        files=tuple(sorted((file for file in files if not chosen.get(file.path)), key=lambda file: file.path)),
        skipped=tuple(sorted(skipped, key=lambda skip: skip.path)),
    )


def missing_sources(tree: SourceTree) -> tuple[Source, ...]:
    """The mounted sources whose folder is gone or cannot be listed."""
    return tuple(source for source in tree.mounted if not _can_be_listed(source.folder))


def _can_be_listed(folder: str) -> bool:
    try:
        os.scandir(folder).close()
    except OSError:
        return False
    return True


def _without(state: Path | None, folder: Path, walked: WalkResult) -> WalkResult:
    """People do put the state directory into the tree."""
    if state is None or not state.is_relative_to(folder):
        return walked
    ours = f"{state.relative_to(folder).as_posix()}/"
    return WalkResult(
        files=tuple(file for file in walked.files if not file.path.startswith(ours)),
        skipped=tuple(skip for skip in walked.skipped if not skip.path.startswith(ours)),
    )


def _under(prefix: str, walked: WalkResult) -> WalkResult:
    files = tuple(WalkedFile(prefix + file.path, file.size_bytes, file.mtime_ns) for file in walked.files)
    return WalkResult(files, tuple(dataclasses.replace(skip, path=prefix + skip.path) for skip in walked.skipped))


def _why_left_out(tree: SourceTree, path: str) -> str:
    """What its source says about a file that it does not take in; empty when it does.

    The project file itself is always taken in: what has changed in it would else go unnoticed.
    """
    if path == PROJECT_FILE:
        return ""
    label = tree.label(path)
    source = next((source for source in tree.sources if source.name == label), None)
    if source is None:
        return ""
    inside = path[len(source.prefix) :]
    if source.include and not _is_named(_rules(source.include), inside):
        return f"{PROJECT_FILE}: sources.{label}.include"
    if source.exclude and _is_named(_rules(source.exclude), inside):
        return f"{PROJECT_FILE}: sources.{label}.exclude"
    return ""


@cache
def _rules(patterns: tuple[str, ...]) -> IgnoreFile:
    return IgnoreFile(patterns)


def _is_named(rules: IgnoreFile, path: str) -> bool:
    """Whether the patterns name a file or a folder around it; the innermost that is spoken of decides."""
    for part, is_folder in _upwards(path):
        found = rules.find(part.rpartition("/")[2], part, is_folder=is_folder)
        if found:
            return not found.negated
    return False


def _upwards(path: str) -> Iterator[tuple[str, bool]]:
    yield path, False
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path, True
