"""Crates: their names, the files that they begin with, and what their dependencies are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from posixpath import basename, dirname
from typing import Any, Final, NamedTuple

from .values import inside, read_toml, table_at, text_of

_DEPENDENCIES: Final = ("dependencies", "dev-dependencies", "build-dependencies")


class Crate(NamedTuple):
    """A folder with a Cargo.toml that names a package."""

    folder: str
    name: str
    """As `use` spells it."""
    package: str
    """As dependencies spell it, with underscores."""
    entry: str
    """Path of the library's first file."""


class CrateAlias(NamedTuple):
    """What a dependency is called in the crates of a folder."""

    folder: str
    name: str
    package: str


def read_crates(texts: Mapping[str, str]) -> tuple[Crate, ...]:
    """The crates of all workspaces; each is known by its name, so no list of members is needed."""
    return tuple(crate for path, body in _manifests(texts) if (crate := _crate(dirname(path), body)).package)


def read_crate_aliases(texts: Mapping[str, str]) -> tuple[CrateAlias, ...]:
    """Dependencies with a name of their own: `json = { package = "serde_json" }`."""
    return tuple(
        CrateAlias(dirname(path), _spelled(name), _spelled(package))
        for path, body in _manifests(texts)
        for name, package in _renamed(body)
    )


def _manifests(texts: Mapping[str, str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    return ((path, read_toml(text)) for path, text in sorted(texts.items()) if basename(path) == "Cargo.toml")


def _crate(folder: str, body: Mapping[str, Any]) -> Crate:
    package, library = text_of(table_at(body, "package").get("name")), table_at(body, "lib")
    name = text_of(library.get("name")) or package
    entry = text_of(library.get("path")) or "src/lib.rs"
    return Crate(folder, _spelled(name), _spelled(package), inside(folder, entry))


def _renamed(body: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    places = [body, table_at(body, "workspace"), *map(table_at, table_at(body, "target").values())]
    for place in places:
        for kind in _DEPENDENCIES:
            for name, wanted in table_at(place, kind).items():
                if package := text_of(table_at(wanted).get("package")):
                    yield name, package


def _spelled(name: str) -> str:
    return name.replace("-", "_")
