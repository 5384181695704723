"""Where files are: look-ups by path, end of path, folder and package."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from posixpath import join
from typing import Final

from ..files.source_tree import SourceTree
from .documents import Document

_MAX_DEPTH: Final = 12
"""Folders of a path that can be part of an import."""
DOORS: Final = frozenset({"__init__", "index", "mod", "init", "lib", "main", "package", "root"})
"""Stems of files that stand for the folder they lie in."""


class Places:
    """All files, by everything that an import can call them."""

    def __init__(self, documents: Iterable[Document], tree: SourceTree) -> None:
        self._tree = tree
        self.by_path: dict[str, Document] = {}
        self.by_folder: dict[str, list[Document]] = defaultdict(list)
        self.by_package: dict[str, list[Document]] = defaultdict(list)
        self._by_end: dict[str, list[Document]] = defaultdict(list)
        self._folders_by_end: dict[str, list[str]] = defaultdict(list)
        for document in documents:
            self.by_path[document.path] = document
            self.by_folder[document.directory].append(document)
            if document.package:
                self.by_package[document.package].append(document)
            for end in _ends(document.path):
                self._by_end[end].append(document)
            stem = join(document.directory, document.stem)
            for end in _ends(stem):
                self._by_end[end].append(document)
            if document.stem in DOORS and document.directory:
                for end in _ends(document.directory):
                    self._by_end[end].append(document)
        for folder in self.by_folder:
            for end in _ends(folder):
                self._folders_by_end[end].append(folder)

    def ending_with(self, end: str, near: Document) -> list[Document]:
        """Files of the family whose path ends with `end`, with or without suffix or `/index`; nearest first."""
        found = [document for document in self._by_end.get(end, ()) if document.family == near.family]
        return nearest_first(found, near)

    def folders_ending_with(self, end: str) -> Sequence[str]:
        """Folders whose path ends with `end`."""
        return self._folders_by_end.get(end, ())

    def relative(self, near: Document, path: str, suffixes: Sequence[str] = ("",)) -> Document | None:
        """The file at `path` seen from the folder of `near`, with the first of the suffixes that exists."""
        for whole in self._tree.seen_from(near.directory, path):
            base = "" if whole == "." else whole
            for suffix in suffixes:
                found = self.by_path.get(base + suffix if base else suffix.lstrip("/"))
                if found is not None:
                    return found
        return None


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


def _ends(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[start:]) for start in range(max(0, len(parts) - _MAX_DEPTH), len(parts))]
