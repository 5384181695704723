"""The files that a `use` of Rust means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from posixpath import dirname, join

from ..documents import Document
from ..packages.rust import Crate
from ..places import shared_folders
from .lookups import Lookups, folders_around


class RustImports:
    """Finds modules below the crate, the module or the crate of another name that a path begins with."""

    def __init__(self, lookups: Lookups) -> None:
        self._places = lookups.places
        self._by_name: dict[str, list[Crate]] = defaultdict(list)
        self._by_package: dict[str, list[Crate]] = defaultdict(list)
        self._by_folder = {crate.folder: crate for crate in lookups.packages.crates}
        self._aliases = {(alias.folder, alias.name): alias.package for alias in lookups.packages.crate_aliases}
        for crate in lookups.packages.crates:
            self._by_name[crate.name].append(crate)
            self._by_package[crate.package].append(crate)

    def find(self, near: Document, target: str, name: str) -> Sequence[Document]:
        """At most one file: the module deepest in the path; what follows it is defined there."""
        parts = [part for part in target.removeprefix("::").split("::") if part and part != "*"]
        if not parts:
            return []
        if target.endswith(".rs"):
            written = self._places.relative(near, target)
            return [written] if written else []
        folder, entry, rest = self._root(near, parts)
        is_root = parts[0] in {"crate", "super"} or folder != _own_folder(near)
        for length in range(len(rest), -1, -1):
            found = self._module(folder, rest[:length], entry)
            if found is not None and (length or is_root):
                return [found]
        return []

    def module(self, near: Document, path: str) -> Document | None:
        """The file of a module that a path in code names, as in `crate::net::addr`."""
        parts = path.split(".")
        folder, entry, rest = self._root(near, parts)
        if not rest and parts[0] not in {"crate", "super"} and folder == _own_folder(near):
            return None
        return self._module(folder, rest, entry)

    def _root(self, near: Document, parts: Sequence[str]) -> tuple[str, str, Sequence[str]]:
        """Where a path begins: (folder of the modules, first file of a crate, what is left of the path)."""
        here, first = _own_folder(near), parts[0]
        if first == "crate":
            return *self._crate_around(near), parts[1:]
        if first == "self":
            return here, "", parts[1:]
        if first == "super":
            folder, place = here, 0
            while parts[place : place + 1] == ["super"]:
                folder, place = dirname(folder), place + 1
            return folder, "", parts[place:]
        if (crate := self._crate_named(near, first)) is not None:
            return dirname(crate.entry), crate.entry, parts[1:]
        return here, "", parts

    def _crate_named(self, near: Document, name: str) -> Crate | None:
        around = (self._aliases.get((folder, name)) for folder in folders_around(near.directory))
        package = next(filter(None, around), None)
        found = self._by_package.get(package, ()) if package else self._by_name.get(name, ())
        return max(found, key=lambda crate: shared_folders(crate.folder, near.directory), default=None)

    def _crate_around(self, near: Document) -> tuple[str, str]:
        """(folder of the modules, first file) of the crate that a file belongs to."""
        for folder in folders_around(near.directory):
            entries = (self._places.at(join(folder, name)) for name in ("lib.rs", "main.rs"))
            first = next(filter(None, entries), None)
            if first is not None:
                return folder, first.path
            crate = self._by_folder.get(folder)
            if crate is not None and self._places.at(crate.entry) is not None:
                return dirname(crate.entry), crate.entry
        return near.directory, ""

    def _module(self, folder: str, parts: Sequence[str], entry: str) -> Document | None:
        base = join(folder, *parts)
        names: tuple[str, ...] = (f"{base}.rs", f"{base}/mod.rs")
        if not parts:
            names = (entry, f"{base}/lib.rs", f"{base}/main.rs", f"{base}/mod.rs", f"{base}.rs")
        return next(filter(None, (self._places.at(name.lstrip("/")) for name in names)), None)


def _own_folder(near: Document) -> str:
    """Where the modules inside of a file's own lie."""
    return near.directory if near.stem in {"mod", "lib", "main"} else join(near.directory, near.stem)
