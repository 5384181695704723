"""Where files are: look-ups by path, end of path, folder and package.

Each look-up notes whether its answer may be another than before some files came or went. What asked for nothing of that
kind was found the same way before, so it need not be found again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from posixpath import basename, dirname
from typing import Final, Generic, NamedTuple, TypeVar

from ..files.source_tree import SourceTree
from .documents import Document, stem_of

T = TypeVar("T")

_MAX_DEPTH: Final = 12
"""Folders of a path that can be part of an import."""
_FEW_ENDS: Final = 20
"""Look-ups by the end of a path, before the ends of all paths are made."""
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
        self._by_path = {document.path: document for document in documents}
        self._ends_asked = 0

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
        self._ends_asked += 1
        ending = self._by_end.get(end) if self._ends_asked > _FEW_ENDS else self._found_by_end(end)
        return nearest_first([document for document in ending if document.family == near.family], near)

    def _found_by_end(self, end: str) -> Iterator[Document]:
        """As `_by_end` has them, which takes as long to make as to look through all paths for some twenty."""
        if end.count("/") < _MAX_DEPTH:
            for path, document in self._by_path.items():
                if end in path:
                    yield from (one for name, one in _names(document) if f"/{name}".endswith(f"/{end}"))

    def folders_ending_with(self, end: str) -> Sequence[str]:
        """Folders whose path ends with `end`."""
        self._note(end)
        return self._folders_by_end.get(end)

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

    # What no change asks for is not made: for one file it would take longer than all else.

    @cached_property
    def _by_folder(self) -> Mapping[str, Sequence[Document]]:
        found: dict[str, list[Document]] = defaultdict(list)
        for document in self._by_path.values():
            found[document.directory].append(document)
        return found

    @cached_property
    def _by_package(self) -> Mapping[str, Sequence[Document]]:
        found: dict[str, list[Document]] = defaultdict(list)
        for document in self._by_path.values():
            if document.package:
                found[document.package].append(document)
        return found

    @cached_property
    def _by_end(self) -> _Ends[Document]:
        return _Ends(named for document in self._by_path.values() for named in _names(document))

    @cached_property
    def _folders_by_end(self) -> _Ends[str]:
        return _Ends((folder, folder) for folder in self._by_folder)


class _Ends(Generic[T]):
    """Things by the ends of their paths, whole parts of them; those of a longer end are told apart when it is asked
    for.
    """

    def __init__(self, paths: Iterable[tuple[str, T]]) -> None:
        """Paths without a slash at the end; one that is empty ends with the empty path."""
        self._known: dict[str, list[tuple[str, T]]] = defaultdict(list)
        self._divided: set[str] = set()
        for path, thing in paths:
            self._known[path.rpartition("/")[2]].append((path, thing))

    def get(self, end: str) -> list[T]:
        """In the order that they were given in."""
        if end.count("/") >= _MAX_DEPTH:
            return []
        for shorter in self._shorter(end):
            self._divide(shorter)
        return [thing for _, thing in self._known.get(end, ())]

    def _shorter(self, end: str) -> Iterator[str]:
        """`c` and `b/c` for `a/b/c`, as far as these are not divided."""
        waiting = []
        while "/" in end and (end := end.partition("/")[2]) not in self._divided:
            waiting.append(end)
        return reversed(waiting)

    def _divide(self, end: str) -> None:
        self._divided.add(end)
        for path, thing in self._known.get(end, ()):
            if len(path) > len(end):
                longer = path[path.rfind("/", 0, len(path) - len(end) - 1) + 1 :]
                self._known[longer].append((path, thing))


def _names(document: Document) -> Iterator[tuple[str, Document]]:
    """The paths that a file is known by: its own, without the suffix, and as a door that of its folder."""
    path = document.path
    yield path, document
    folder, _, name = path.rpartition("/")
    stem = stem_of(name)
    yield path[: len(path) - len(name) + len(stem)], document
    if folder and stem in DOORS:
        yield folder, document


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
