"""All that the build files of a corpus say about names, as one value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from posixpath import basename, dirname
from typing import Final, NamedTuple

from citeline.dataclass import dataclass

from .jvm import JVM_FILES, JvmModule, read_jvm
from .python import PYTHON_FILES, PythonRoot, read_python
from .rust import Crate, CrateAlias, read_crate_aliases, read_crates
from .web import WEB_CONFIG, WebAliases, WebPackage, read_web_aliases, read_web_packages

_NAMES: Final = frozenset({"go.mod", "package.json", "Cargo.toml", *PYTHON_FILES, *JVM_FILES})


class GoModule(NamedTuple):
    """A folder with a go.mod."""

    path: str
    folder: str


@dataclass(frozen=True, slots=True)
class PackageMap:
    """Names of packages and the folders that they mean; equal for build files that map alike."""

    python: tuple[PythonRoot, ...] = ()
    go: tuple[GoModule, ...] = ()
    crates: tuple[Crate, ...] = ()
    crate_aliases: tuple[CrateAlias, ...] = ()
    web: tuple[WebPackage, ...] = ()
    web_aliases: tuple[WebAliases, ...] = ()
    jvm: tuple[JvmModule, ...] = ()


def is_build_file(path: str) -> bool:
    """Whether `read_packages` reads a file, by its name."""
    name = path.rpartition("/")[2]
    return name in _NAMES or (name.endswith(".json") and WEB_CONFIG.fullmatch(name) is not None)


def read_packages(texts: Mapping[str, str]) -> PackageMap:
    """What the build files say; their texts by path. One that cannot be read says nothing."""
    return PackageMap(
        python=read_python(texts),
        go=_go_modules(texts),
        crates=read_crates(texts),
        crate_aliases=read_crate_aliases(texts),
        web=read_web_packages(texts),
        web_aliases=read_web_aliases(texts),
        jvm=read_jvm(texts),
    )


def _go_modules(texts: Mapping[str, str]) -> tuple[GoModule, ...]:
    found = (
        (dirname(path), re.search(r"^module\s+(\S+)", text, re.MULTILINE))
        for path, text in sorted(texts.items())
        if basename(path) == "go.mod"
    )
    return tuple(GoModule(match[1], folder) for folder, match in found if match)
