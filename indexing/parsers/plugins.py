"""Parsers of other packages, found by the entry points of what is installed.

    [project.entry-points."citeline.parsers"]
    runbook = "my_package:RUNBOOK"          # a ParserPlugin

A plugin reads files by their suffix, before our own parsers do. What is installed is part of an index's shape: another
plugin, or another version of one, makes another index.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from citeline.dataclass import dataclass

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from citeline.model import ParsedDocument, SourceFile

GROUP: Final = "citeline.parsers"
_FILE: Final = "entry_points.txt"
_DECLARING: Final = (".dist-info", ".egg-info")
_IN_EGGS: Final = (".egg", ".zip", ".whl")


@dataclass(frozen=True, slots=True)
class ParserPlugin:
    """One row: a function, and the files that it reads."""

    language: str
    """Lower case; the name by which DocQL and filters know these files."""
    suffixes: tuple[str, ...]
    """With the dot, lower case."""
    parse: Callable[[SourceFile, str], ParsedDocument]
    """Takes the decoded file and the language. What it raises costs its own reading only: the file is read as text, as
    it is when what it returns is no tree."""

    def read(self, source: SourceFile, language: str) -> ParsedDocument:
        """The tree, looked at. May raise anything."""
        from .plugin_trees import checked  # every build asks for plugins, hardly any has one

        return checked(self.parse(source, language), source)


@dataclass(frozen=True, slots=True)
class Installed:
    """What the entry points have led to."""

    by_suffix: Mapping[str, ParserPlugin]
    names: tuple[str, ...]
    """Package, version and entry point of each, sorted."""
    problems: tuple[str, ...]
    """Entry points that lead to nothing that can be used, and why."""


@cache
def installed_parsers() -> Installed:
    """Loaded once a process. Never raises: a package that is broken costs its own parser only."""
    by_suffix: dict[str, ParserPlugin] = {}
    names: list[str] = []
    problems: list[str] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        found = _load(point)
        if isinstance(found, str):
            problems.append(f"the parser plugin {point.name!r} ({point.value}) is not used: {found}")
            continue
        package = f"{point.dist.name} {point.dist.version}" if point.dist else "?"
        names.append(f"{package}: {point.name}")
        for suffix in found.suffixes:
            first = by_suffix.setdefault(suffix, found)
            if first is not found:
                problems.append(f"the parser plugin {point.name!r} does not read {suffix}: {first.language!r} does")
    return Installed(by_suffix, tuple(sorted(names)), tuple(problems))


def plugin_for(path: str) -> ParserPlugin | None:
    """The plugin that reads a file; None when our own parsers do."""
    by_suffix = installed_parsers().by_suffix
    return by_suffix.get(PurePosixPath(path).suffix.lower()) if by_suffix else None


def _load(point: EntryPoint) -> ParserPlugin | str:
    """The plugin, or why there is none."""
    try:
        found = point.load()
        return _what_is_wrong(found) or found
    except KeyboardInterrupt:
        raise
    # A stranger's module may raise anything when it is imported, and so may what it holds; SystemExit is no Exception.
    except BaseException as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}"


def _what_is_wrong(found: object) -> str:
    """Empty for a plugin that can be used."""
    if not isinstance(found, ParserPlugin):
        return f"it is {type(found).__name__} and no ParserPlugin"
    suffixes: Sequence[object] = found.suffixes
    if not suffixes or not all(isinstance(one, str) and one.startswith(".") and one == one.lower() for one in suffixes):
        return f"its suffixes are {suffixes!r}: they begin with a dot and are in lower case"
    language: object = found.language
    if not isinstance(language, str) or not language or language != language.lower():
        return f"its language is {language!r}: a name in lower case"
    return "" if callable(found.parse) else f"its parse is {type(found.parse).__name__} and no function"


def entry_points(group: str) -> Iterable[EntryPoint]:
    """As `importlib.metadata.entry_points` has them."""
    if not _may_declare(group.encode()):
        return ()
    from importlib import metadata

    return metadata.entry_points(group=group)


def _may_declare(group: bytes) -> bool:
    """Whether the name stands in the entry points of any package, or packages may be where only the library looks."""
    # Such as the finders of programs that are packed into one file. The usual one is a class, and so are editable ones.
    if any(hasattr(finder, "find_distributions") and finder is not PathFinder for finder in sys.meta_path):
        return True
    return any(_declares(folder, group) for folder in dict.fromkeys(sys.path))


def _declares(folder: str, group: bytes) -> bool:
    if folder.endswith(_IN_EGGS):
        return Path(folder).exists()
    try:
        with os.scandir(folder or ".") as listing:
            declaring = [entry.path for entry in listing if entry.name.endswith(_DECLARING)]
    except OSError:
        return False
    return any(group in _read(Path(path, _FILE)) for path in declaring)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""
