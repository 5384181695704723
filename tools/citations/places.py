"""Which file a written path means: beside the Markdown file, from the root, or the only one that ends like it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import PurePosixPath
from typing import Final, Literal

from .working_tree import Absence, Location, WorkingTree

_PAGES: Final = (".md", ".mdx", ".rst", "/README.md", "/index.md")
"""What sites of documentation leave out of their links."""
_DRIVE: Final = re.compile(r"[A-Za-z]:[\\/]")
"""Begins an absolute path of Windows, which is of no use to anybody else."""
_NEAREST: Final = 3
_COMPARED: Final = 5000
"""Paths compared letter by letter; some 50 ms."""


@dataclass(frozen=True, slots=True)
class Unresolved:
    """Why a path leads nowhere."""

    reason: Literal["missing", "outside", "ambiguous", "unreadable", "case"]
    detail: str
    nearest: tuple[str, ...] = ()


class Places:
    """Resolves paths in one tree; `known` are the paths of its index, for short forms and for suggestions."""

    def __init__(self, tree: WorkingTree, known: Sequence[str]) -> None:
        self._tree = tree
        self._known = known

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self._known:
            found.setdefault(posixpath.basename(path).lower(), []).append(path)
        return found

    def find(self, written: str, near: str | None, *, page: bool = False) -> Location | Unresolved:
        """The file or folder meant. `near` is the Markdown file's own path, None when it lies outside the tree.

        A `page` may lack its ending. Nothing outside the root is ever opened.
        """
        inside = candidates(written, near, page=page)
        outside = ""
        for path in inside:
            for ending in ("", *_PAGES) if page else ("",):
                found = self._tree.locate(path + ending if ending else path)
                if isinstance(found, Location):
                    return found
                if found.reason == "outside":
                    outside = outside or found.detail
        if outside or not candidates(written, near):
            return Unresolved("outside", outside or f"{written} leads out of the repository")
        return self._by_ending(written)

    def has_folder(self, written: str, near: str | None) -> bool:
        """Whether the first folder of a path exists, so that the path is meant to lie in this tree."""
        heads = {path.partition("/")[0] for path in candidates(written, near) if "/" in path}
        return any(isinstance(self._tree.locate(head), Location) for head in heads if head != "..")

    def _by_ending(self, written: str) -> Location | Unresolved:
        written = posix(written)
        ending = f"/{posixpath.normpath(written)}"
        same_name = self._by_name.get(PurePosixPath(written).name.lower(), [])
        ends = [path for path in same_name if f"/{path}".endswith(ending)]
        located = [found for path in ends if isinstance(found := self._tree.locate(path), Location)]
        if len(located) == 1:
            return located[0]
        if located:
            names = tuple(found.path for found in located[:_NEAREST])
            return Unresolved("ambiguous", f"{len(located)} files end with {written}: which one?", names)
        tail = re.sub(r"^/(?:\.\./)+", "/", ending).lower()
        cased = [path for path in same_name if f"/{path}".lower().endswith(tail) and self._is_there(path)]
        if len(cased) == 1:
            return Unresolved("case", f"the file is spelled {cased[0]}", (cased[0],))
        return Unresolved("missing", f"there is no file {written}", self._nearest(written, same_name))

    def _is_there(self, path: str) -> bool:
        return not isinstance(self._tree.locate(path), Absence)

    def _nearest(self, written: str, same_name: Sequence[str]) -> tuple[str, ...]:
        there = [path for path in same_name if self._is_there(path)]
        if there:
            return tuple(get_close_matches(written, there, _NEAREST, 0) or there[:_NEAREST])
        alike = [path for path in self._known if path.endswith(PurePosixPath(written).suffix)][:_COMPARED]
        close = get_close_matches(posixpath.normpath(written), alike, _NEAREST, 0.75)
        return tuple(path for path in close if self._is_there(path))


def posix(written: str) -> str:
    """A path as written on Windows with the separators of all others."""
    return written.replace("\\", "/")


def candidates(written: str, near: str | None, *, page: bool = False) -> list[str]:
    """Paths relative to the root that may be meant, those that leave it left out; best first.

    Many sites serve `docs/a.md` as the folder `docs/a/`, so that a link to a page beside it begins with `../`.
    """
    if "\0" in written or _DRIVE.match(written):
        return []
    written = posix(written)
    if written.startswith("/"):
        tried = [written.lstrip("/")]
    else:
        tried = [written] if near is None else [posixpath.join(posixpath.dirname(near), written), written]
        if near is not None and page and not PurePosixPath(written).suffix:
            tried.append(posixpath.join(posixpath.splitext(near)[0], written))
    paths = [posixpath.normpath(path) for path in tried if path]
    return list(dict.fromkeys(path for path in paths if path.partition("/")[0] != ".."))
