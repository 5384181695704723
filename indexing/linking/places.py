"""Where files are: look-ups by path, end of path, folder and package.

Each look-up notes whether its answer may be another than before some files came or went. What asked for nothing of that
kind was found the same way before, so it need not be found again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from posixpath import basename, dirname, join
from typing import Final, NamedTuple

from ..files.source_tree import SourceTree
from .documents import Document

_MAX_DEPTH: Final = 12
"""Folders of a path that can be part of an import."""
DOORS: Final = frozenset({"__init__", "index", "mod", "init", "lib", "main", "package", "root"})
"""Stems of files that stand for the folder they lie in."""


class Moved(NamedTuple):
    """A file that came or went, or that is known otherwise than before."""

    path: str
    package: str
    """What it declares, or declared; empty for nothing."""


class Places:
    """All files, by everything that an import can call them."""

    def __init__(self, documents: Iterable[Document], tree: SourceTree, moved: Iterable[Moved] = ()) -> None:
        self._tree = tree
        self._moved = {key for one in moved for key in _keys(one)}
        self.asked_of_moved = False
        """Whether something was looked up, since this was last set to False, that may have been different before."""
        self._by_path: dict[str, Document] = {}
        self._by_folder: dict[str, list[Document]] = defaultdict(list)
        self._by_package: dict[str, list[Document]] = defaultdict(list)
        self._by_end: dict[str, list[Document]] = defaultdict(list)
        self._folders_by_end: dict[str, list[str]] = defaultdict(list)
        for document in documents:
            self._by_path[document.path] = document
            self._by_folder[document.directory].append(document)
            if document.package:
                self._by_package[document.package].append(document)
            for end in _ends(document.path):
                self._by_end[end].append(document)
            stem = join(document.directory, document.stem)
            for end in _ends(stem):
                self._by_end[end].append(document)
            if document.stem in DOORS and document.directory:
                for end in _ends(document.directory):
                    self._by_end[end].append(document)
        for folder in self._by_folder:
            for end in _ends(folder):
                self._folders_by_end[end].append(folder)

    def at(self, path: str) -> Document | None:
        """The file at a path."""
        self._note(path)
        return self._by_path.get(path)

    def in_folder(self, folder: str) -> Sequence[Document]:
        """The files of a folder, without those below it."""
        self._note(folder)
        return self._by_folder.get(folder, ())

    def of_package(self, package: str) -> Sequence[Document]:
        """The files that declare a package."""
        self._note(package)
        return self._by_package.get(package, ())

    def ending_with(self, end: str, near: Document) -> list[Document]:
        """Files of the family whose path ends with `end`, with or without suffix or `/index`; nearest first."""
        self._note(end)
        found = [document for document in self._by_end.get(end, ()) if document.family == near.family]
        return nearest_first(found, near)

    def folders_ending_with(self, end: str) -> Sequence[str]:
        """Folders whose path ends with `end`."""
        self._note(end)
        return self._folders_by_end.get(end, ())

    def relative(self, near: Document, path: str, suffixes: Sequence[str] = ("",)) -> Document | None:
        """The file at `path` seen from the folder of `near`, with the first of the suffixes that exists."""
        for whole in self._tree.seen_from(near.directory, path):
            base = "" if whole == "." else whole
            for suffix in suffixes:
                found = self.at(base + suffix if base else suffix.lstrip("/"))
                if found is not None:
                    return found
        return None

    def _note(self, key: str) -> None:
        if key in self._moved:
            self.asked_of_moved = True


def nearest_first(found: Sequence[Document], near: Document) -> list[Document]:
    """By shared folders with `near`, most first; then the shorter path, then the path."""
    if len(found) < 2:
        return list(found)
    return sorted(
        found,
        key=lambda document: (-shared_folders(document.directory, near.directory), len(document.path), document.path),
    )


def shared_folders(one: str, other: str) -> int:
    """Number of leading folders that two folders have in common."""
    count = 0
    for mine, yours in zip(one.split("/"), other.split("/"), strict=False):
        if mine != yours:
            break
        count += 1
    return count


def _keys(moved: Moved) -> Iterator[str]:
    """All that the file is looked up by; in one set for paths, ends, folders and packages, where a namesake of another
    kind costs a question too many.
    """
    stem, _, suffix = basename(moved.path).rpartition(".")
    folder = dirname(moved.path)
    yield from _ends(moved.path)
    yield from (moved.path, folder)
    if moved.package:
        yield moved.package
    if stem:
        yield from _ends(moved.path.removesuffix(f".{suffix}"))
    yield from _ends(folder)


def _ends(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[start:]) for start in range(max(0, len(parts) - _MAX_DEPTH), len(parts))]
