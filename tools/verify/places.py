"""Which file a written path means: beside the Markdown file, from the root, or the only one that ends like it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import PurePosixPath
from typing import Final, Literal

from citeline.dataclass import dataclass
from citeline.indexing.files.source_tree import SourceTree

from ..citations.working_tree import Absence, Location, WorkingTree
from .markdown.page_places import UNSPACED, WORD

_PAGES: Final = (".md", ".mdx", ".rst", "/README.md", "/index.md")
"""What sites of documentation leave out of their links."""
_DRIVE: Final = re.compile(r"[A-Za-z]:[\\/]")
"""Begins an absolute path of Windows, which is of no use to anybody else."""
_WORD: Final = re.compile(f"[{UNSPACED}]*")
"""What may stand before a path without a blank."""
_WORD_AHEAD: Final = re.compile(rf"([{UNSPACED}]+)[\\/][A-Za-z_]")
"""That, or the name of a folder."""
_IN_PATH: Final = re.compile(rf"[{WORD}.@+~%/\\-]+$")
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
        inside = candidates(self._tree.sources, written, near, page=page)
        outside = ""
        for path in inside:
            for ending in ("", *_PAGES) if page else ("",):
                found = self._tree.locate(path + ending if ending else path)
                if isinstance(found, Location):
                    return self._as_indexed(found)
                if found.reason == "outside":
                    outside = outside or found.detail
        if outside or not candidates(self._tree.sources, written, near):
            return Unresolved("outside", outside or f"{written} leads out of the repository")
        return self._by_ending(written)

    def in_text(self, written: str, ahead: str, near: str | None) -> str:
        """A path of which running text shows where it ends: `Annual Report.pdf` begins before what is read as a path,
        `报告Final.pdf` too; `报告.pdf` of `见报告.pdf` in it. As it is written where no file is called so.
        """
        shown = f"{ahead}{written}"
        word = _WORD_AHEAD.match(written)
        if word is not None and not self._is_folder(word[1], near):
            return written[word.end(1) :]
        texts = {text for path in self._unusual for text in (path, posixpath.basename(path)) if shown.endswith(text)}
        longest = max(texts, key=len, default="")
        more = longest[: max(0, len(longest) - len(written))]
        # In other scripts than those without blanks, a name begins with a word.
        if more and (ahead.endswith(" ") or not more.isascii()):
            begin = _IN_PATH.search(shown[: len(shown) - len(longest)])
            return longest if begin is None or _WORD.fullmatch(begin[0]) else f"{begin[0]}{longest}"
        if not _WORD.fullmatch(written[: max(0, len(written) - len(longest))]):
            return written
        ending = f"/{posix(written)}"
        same_name = self._by_name.get(posixpath.basename(ending).lower(), ())
        if written.isascii() or not longest or any(f"/{path}".endswith(ending) for path in same_name):
            return written
        return longest

    def _is_folder(self, name: str, near: str | None) -> bool:
        """Whether a folder is called so, or a folder that was indexed is called like the end of it."""
        return self.has_folder(f"{name}/_", near) or any(name.endswith(folder) for folder in self._unusual_folders)

    @cached_property
    def _unusual_folders(self) -> frozenset[str]:
        return frozenset(part for path in self._unusual for part in path.split("/")[:-1] if not part.isascii())

    @cached_property
    def _unusual(self) -> list[str]:
        return [path for path in self._known if " " in path or not path.isascii()]

    def has_folder(self, written: str, near: str | None) -> bool:
        """Whether the first folder of a path exists, so that the path is meant to lie in this tree."""
        places = [self._tree.sources.place(path) for path in candidates(self._tree.sources, written, near)]
        heads = {place.prefix + place.inside.partition("/")[0] for place in places if "/" in place.inside}
        return any(isinstance(self._tree.locate(head), Location) for head in heads)

    def _as_indexed(self, found: Location) -> Location:
        """Of several sources in one folder, the file has the path under which it was indexed."""
        folder, inside, prefix = self._tree.sources.place(found.path)
        known = self._by_name.get(posixpath.basename(found.path).lower(), ())
        if not prefix or found.path in known:
            return found
        others = self._tree.sources.paths_of(folder / inside)
        return replace(found, path=next((path for path in others if path in known), found.path))

    def ending_like(self, written: str) -> list[Location]:
        """The files of the index whose path ends like the written one, and which are there."""
        ending = f"/{posixpath.normpath(posix(written))}"
        same_name = self._by_name.get(posixpath.basename(ending).lower(), [])
        ends = [path for path in same_name if f"/{path}".endswith(ending)]
        return [found for path in ends if isinstance(found := self._tree.locate(path), Location)]

    def with_lines(self, written: str, near: str | None, last_line: int) -> Location | None:
        """Of several files whose path ends like the written one, the one that has the line; of several of these the
        one that shares most folders with `near`. None where that leaves several.
        """
        fits = [
            found
            for found in self.ending_like(written)
            if isinstance(lines := self._tree.lines(found.path), tuple) and last_line <= len(lines)
        ]
        shared = [len(posixpath.commonpath([f"root/{found.path}", f"root/{near or ''}"]).split("/")) for found in fits]
        nearest = [found for found, folders in zip(fits, shared, strict=True) if folders == max(shared)]
        return nearest[0] if len(nearest) == 1 else None

    def _by_ending(self, written: str) -> Location | Unresolved:
        written = posix(written)
        ending = f"/{posixpath.normpath(written)}"
        same_name = self._by_name.get(PurePosixPath(written).name.lower(), [])
        located = self.ending_like(written)
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


def candidates(tree: SourceTree, written: str, near: str | None, *, page: bool = False) -> list[str]:
    """Paths of the tree that may be meant, those that leave it left out; best first.

    Beside the Markdown file, then from the top of its source, then from the root. Many sites serve `docs/a.md` as the
    folder `docs/a/`, so that a link to a page beside it begins with `../`.
    """
    if "\0" in written or _DRIVE.match(written):
        return []
    written = posix(written)
    top = "" if near is None else tree.place(near).prefix.rstrip("/")
    tried: list[tuple[str, str]] = []
    if near is not None and not written.startswith("/"):
        tried.append((posixpath.dirname(near), written))
    if not _leads_out(written.lstrip("/")):
        tried += [(top, written.lstrip("/")), ("", written.lstrip("/"))]
    if near is not None and page and not written.startswith("/") and not PurePosixPath(written).suffix:
        tried.append((posixpath.splitext(near)[0], written))
    return list(
        dict.fromkeys(path for folder, path in tried if folder or path for path in tree.seen_from(folder, path))
    )


def _leads_out(written: str) -> bool:
    return posixpath.normpath(written).partition("/")[0] == ".."
