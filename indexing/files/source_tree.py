"""One tree made of several folders: the one that is indexed, and those that its `citeline.toml` adds to it.

A source inside the folder is a label on some of its files. A source elsewhere is mounted: its files are found under
its name, `policy/release.md`, and every path, citation and query speaks of them so.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from posixpath import join, normpath
from typing import Any, NamedTuple, Self, TypeAlias

from citeline.dataclass import dataclass
from citeline.errors import UsageError, nearest


@dataclass(frozen=True, slots=True)
class Source:
    """Some of the files of a tree, under a name."""

    name: str
    folder: str
    """Absolute, links resolved."""
    prefix: str
    """What its paths begin with: POSIX, with a slash at the end; empty for the whole folder that is indexed."""
    outside: bool
    """Whether the folder lies elsewhere, and is mounted under its name."""
    about: str = ""
    """What is in it, in a person's words: by this a model chooses among sources."""
    include: tuple[str, ...] = ()
    """Patterns as in `.gitignore`, relative to its folder; without any, everything."""
    exclude: tuple[str, ...] = ()


class Place(NamedTuple):
    """Where a path of a tree lies on disk."""

    folder: Path
    """That which is indexed, or that of a mounted source."""
    inside: str
    """The path in there; empty for the folder itself."""
    prefix: str
    """What the paths of the folder begin with."""


@dataclass(frozen=True, slots=True)
class SourceTree:
    """The folder that is indexed with its sources; where each path lies on disk, and to which source it belongs."""

    root: Path
    sources: tuple[Source, ...] = ()

    @classmethod
    def of(cls, root: Root) -> Self | SourceTree:
        """A folder alone is a tree without sources."""
        return root if isinstance(root, SourceTree) else cls(root)

    @property
    def mounted(self) -> tuple[Source, ...]:
        """The sources that lie elsewhere."""
        return tuple(source for source in self.sources if source.outside)

    def known(self, names: Sequence[str]) -> tuple[str, ...]:
        """The names, each once. Raises UsageError for one that no source has."""
        have = [source.name for source in self.sources]
        for name in names:
            if name not in have:
                near = nearest(name, have)
                told = f"there are {', '.join(have)}" if have else "citeline.toml names the sources of a folder"
                raise UsageError(
                    f"there is no source `{name}` here", remedy=f"did you mean `{near}`?" if near else told
                )
        return tuple(dict.fromkeys(names))

    def place(self, path: str) -> Place:
        """Where a path of the tree lies; of sources in the same folder it is that whose name the path begins with."""
        for source in self.mounted:
            if f"{path}/".startswith(source.prefix):
                return Place(Path(source.folder), path[len(source.prefix) :], source.prefix)
        return Place(self.root, path, "")

    def paths_of(self, file: Path) -> tuple[str, ...]:
        """What a file on disk may be called in this tree, links resolved before; nothing for one that lies elsewhere.

        Several sources may hold it: the first is that of the deepest folder.
        """
        folders = [(self.root, ""), *((Path(source.folder), source.prefix) for source in self.mounted)]
        around = [(folder, prefix) for folder, prefix in folders if file.is_relative_to(folder)]
        around.sort(key=lambda found: -len(found[0].parts))
        return tuple(normpath(prefix + file.relative_to(folder).as_posix()) for folder, prefix in around)

    def seen_from(self, folder: str, written: str) -> tuple[str, ...]:
        """The paths that a relative path leads to from a folder of the tree.

        One that leaves its source is looked up on disk, where sources do not lie beside each other under their names.
        What lies elsewhere has no path.
        """
        start, inside, prefix = self.place(folder)
        whole = normpath(join(inside, written))
        if whole.partition("/")[0] != "..":
            return (normpath(prefix + whole),)
        return self.paths_of(Path(os.path.normpath(start / whole))) if self.mounted else ()

    def label(self, path: str) -> str:
        """The name of the source that a path belongs to, of several the innermost; empty for none."""
        found = [source for source in self.sources if path.startswith(source.prefix)]
        return max(found, key=lambda source: len(source.prefix)).name if found else ""


Root: TypeAlias = Path | SourceTree
"""Where files are read: a folder, or one with others mounted in it."""


def real_path(root: Root, path: str) -> str:
    """Where a path of the tree lies on disk; bytes that are not UTF-8 stay as `os.fsdecode` made them."""
    folder, inside, _ = SourceTree.of(root).place(path)
    return f"{os.fspath(folder)}/{inside}"


def files_by_source(tree: SourceTree, paths: Iterable[str]) -> dict[str, int]:
    """Each source with how many of the paths belong to it."""
    counts = Counter(tree.label(path) for path in paths) if tree.sources else Counter[str]()
    return {source.name: counts[source.name] for source in tree.sources}


def sources_from_body(bodies: Iterable[dict[str, Any]]) -> tuple[Source, ...]:
    """As they lie in a manifest."""
    lists = ("include", "exclude")
    return tuple(Source(**{**body, **{name: tuple(body.get(name, ())) for name in lists}}) for body in bodies)
