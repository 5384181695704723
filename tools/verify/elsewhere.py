"""Looks into the other files of the tree: for lines that are gone from their own, and for names that are new."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePosixPath
from typing import Final

from citeline.indexing.files.source_tree import Root, SourceTree, real_path
from citeline.indexing.files.walk import WalkedFile, read_regular
from citeline.indexing.parsers.languages import format_of, language_of
from citeline.indexing.sources.tree_walk import walk_tree
from citeline.model import SourceFile

from ..citations.passage import contains_name
from ..citations.working_tree import WorkingTree
from .baseline import Baseline

_MIN_DISTINCTIVE: Final = 30
"""Letters. Shorter texts stand in several files by chance."""
_MOST_FILES: Final = 20_000


class Elsewhere:
    """The other files of a tree, listed on first need."""

    def __init__(self, root: Root, tree: WorkingTree, baseline: Baseline, *, max_file_bytes: int) -> None:
        self._root = root
        self._tree = tree
        self._baseline = baseline
        self._limit = max_file_bytes
        self._files: tuple[WalkedFile, ...] | None = None
        self._unseen: list[str] | None = None

    def find(
        self, path: str, places_in: Callable[[Sequence[str]], list[tuple[int, int]]], text: str
    ) -> tuple[str, tuple[int, int]] | None:
        """The only other file of the same kind that holds the text, and where; None for none or several."""
        longest = max((line.strip() for line in text.split("\n")), key=len, default="")
        if len("".join(text.split())) < _MIN_DISTINCTIVE:
            return None
        ending = PurePosixPath(path).suffix.lower()
        found: list[tuple[str, tuple[int, int]]] = []
        for other in (file.path for file in self._all()):
            if other == path or PurePosixPath(other).suffix.lower() != ending or not self._holds(other, longest):
                continue
            lines = self._tree.lines(other)
            found += [(other, place) for place in (places_in(lines) if isinstance(lines, tuple) else [])]
        return found[0] if len(found) == 1 else None

    def is_new(self, name: str) -> bool:
        """Whether a file that is new or has changed since the index was built holds a name; prose does not count."""
        if self._unseen is None:
            known = self._baseline.structure.fingerprints()
            self._unseen = [
                file.path
                for file in self._all()
                if (before := known.get(file.path)) is None
                or (before.size_bytes, before.mtime_ns) != (file.size_bytes, file.mtime_ns)
            ]
        for path in self._unseen:
            if format_of(language_of(path)) != "prose" and self._holds(path, name):
                source = self._tree.source(path)
                if isinstance(source, SourceFile) and contains_name(source.text, name):
                    return True
        return False

    def _all(self) -> tuple[WalkedFile, ...]:
        if self._files is None:
            self._files = walk_tree(SourceTree.of(self._root), max_file_bytes=self._limit).files[:_MOST_FILES]
        return self._files

    def _holds(self, path: str, line: str) -> bool:
        """Whether the bytes can hold the line; a quick look that spares most files the decoding."""
        if not line.isascii():
            return True
        try:
            found = read_regular(real_path(self._root, path), self._limit)
        except OSError:
            return False
        return found is not None and (line.encode() in found[0] or b"\0" in found[0][:4])  # UTF-16 or UTF-32
