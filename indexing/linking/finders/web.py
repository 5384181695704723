"""The files that an import of JavaScript or TypeScript means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from posixpath import join
from typing import Final

from citeline.patterns import re

from ..documents import Document
from ..packages.web import Pattern, WebPackage
from ..places import shared_folders
from .lookups import Lookups, folders_around

_SUFFIXES: Final = (
    *("", ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte", ".json"),
    *("/index.ts", "/index.tsx", "/index.d.ts", "/index.js", "/index.jsx", "/index.mjs"),
)
_WRITTEN_SUFFIX: Final = re.compile(r"(?:\.d)?\.(?:[cm]?[jt]sx?)$")
_ALIAS: Final = re.compile(r"^(?:@/|~/|#/?|@@/|\$lib/|src/)")
_BUILT: Final = re.compile(r"/(?:dist|build|lib|out|es|esm|cjs)(?=/)(?:/(?:es|esm|cjs|src|types)(?=/))?")
"""Folders of a package that a build writes; what it is made of lies in `src` or beside them."""


class WebImports:
    """Finds modules: relative, as compiler and package map them, else by the end of their paths."""

    def __init__(self, lookups: Lookups) -> None:
        self._places = lookups.places
        self._aliases: dict[str, list[Pattern]] = defaultdict(list)
        for aliases in lookups.packages.web_aliases:
            self._aliases[aliases.folder] += aliases.patterns
        self._by_folder = {package.folder: package for package in lookups.packages.web}
        self._by_name: dict[str, list[WebPackage]] = defaultdict(list)
        for package in lookups.packages.web:
            if package.name:
                self._by_name[package.name].append(package)

    def find(self, near: Document, target: str, name: str) -> Sequence[Document]:
        """At most one file; the imported name decides nothing."""
        target = target.split("?", 1)[0]
        bare = _WRITTEN_SUFFIX.sub("", target)
        if target.startswith("."):
            # `./x.js` in TypeScript means x.ts.
            return _one(self._places.relative(near, path, _SUFFIXES) for path in (target, bare))
        mapped = next(filter(None, map(self._at, self._mapped(near, target))), None)
        if mapped is not None:
            return [mapped]
        if self._package_of(near, target) is not None:
            return []
        if alias := _ALIAS.match(bare):
            return self._places.ending_with(bare[alias.end() :], near)[:1]
        return self._places.ending_with(bare, near)[:1] if bare.count("/") > 1 and not bare.startswith("@") else []

    def _mapped(self, near: Document, target: str) -> Iterator[str]:
        """Paths that build files map a name to, the surest first."""
        for folder in folders_around(near.directory):
            if (patterns := self._aliases.get(folder)) is not None:
                yield from _matches(patterns, target)
                break  # A compiler reads one configuration.
        if target.startswith("#"):
            own = next((self._by_folder[f] for f in folders_around(near.directory) if f in self._by_folder), None)
            if own is not None:
                for path in _matches(own.imports, target):
                    yield from _sources(own.folder, path)
        else:
            yield from self._in_package(near, target)

    def _in_package(self, near: Document, target: str) -> Iterator[str]:
        package = self._package_of(near, target)
        if package is None:
            return
        rest = target[len(package.name) + 1 :]
        for path in _matches(package.exports, f"./{rest}" if rest else "."):
            yield from _sources(package.folder, path)
        for folder in ("src", "", "lib"):
            yield join(package.folder, folder, rest).rstrip("/")
        yield join(package.folder, "src/index")

    def _package_of(self, near: Document, target: str) -> WebPackage | None:
        """The package of the corpus that a name begins with, of several the nearest."""
        parts = target.split("/")
        name = "/".join(parts[: 2 if target.startswith("@") else 1])
        found = self._by_name.get(name, ())
        return max(found, key=lambda package: shared_folders(package.folder, near.directory), default=None)

    def _at(self, path: str) -> Document | None:
        for start in dict.fromkeys((path, _WRITTEN_SUFFIX.sub("", path))):
            for suffix in _SUFFIXES:
                if (found := self._places.at(start + suffix if start else suffix.lstrip("/"))) is not None:
                    return found
        return None


def _one(found: Iterable[Document | None]) -> Sequence[Document]:
    return [first] if (first := next(filter(None, found), None)) else []


def _matches(patterns: Sequence[Pattern], target: str) -> Iterator[str]:
    """The paths of the patterns that fit, those of the longest text before `*` first."""
    for pattern in sorted(patterns, key=lambda pattern: ("*" in pattern.written, -pattern.written.find("*"))):
        before, star, after = pattern.written.partition("*")
        if target == pattern.written:
            yield from pattern.targets
        elif star and len(target) >= len(before) + len(after) and target.startswith(before) and target.endswith(after):
            part = target[len(before) : len(target) - len(after)]
            yield from (path.replace("*", part) for path in pattern.targets)


def _sources(folder: str, path: str) -> Iterator[str]:
    """A path of a package, and the places of its source when a build writes it."""
    yield path
    if path.startswith(f"{folder}/" if folder else ""):
        inner = f"/{path[len(folder) :].lstrip('/')}"
        for source in ("/src", ""):
            if (changed := _BUILT.sub(source, inner, count=1)) != inner:
                yield join(folder, changed.lstrip("/"))
