"""Modules of Maven and Gradle builds, and which of them each one uses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from posixpath import basename, dirname
from typing import Final, NamedTuple

from ...extraction.errors import UnreadableError
from .values import inside

_SETTINGS: Final = ("settings.gradle", "settings.gradle.kts")
_BUILDS: Final = ("build.gradle", "build.gradle.kts")
JVM_FILES: Final = ("pom.xml", *_SETTINGS, *_BUILDS)
_INCLUDE: Final = r"\binclude\b\s*\(?((?:\s*['\"][^'\"\n]+['\"]\s*,?)+)"
_PROJECT_FOLDER: Final = (
    r"project\(\s*['\"]([^'\"]+)['\"]\s*\)\.projectDir\s*=\s*(?:new\s+File\([^,()]*,|file\()\s*['\"]([^'\"]+)"
)
_PROJECT: Final = r"\bproject\(\s*(?:path\s*[:=]\s*)?['\"](:[^'\"]+)['\"]|\bprojects((?:\.[A-Za-z_]\w*)+)"
_QUOTED: Final = r"['\"]([^'\"]+)['\"]"


class JvmModule(NamedTuple):
    """A folder that is built by itself."""

    folder: str
    uses: tuple[str, ...]
    """Folders of the modules that it depends on, those behind them too."""


def read_jvm(texts: Mapping[str, str]) -> tuple[JvmModule, ...]:
    """The modules of the builds, by folder."""
    direct = {**dict(_maven(texts)), **dict(_gradle(texts))}
    return tuple(JvmModule(folder, _reached(folder, direct)) for folder in sorted(direct))


def _reached(folder: str, direct: Mapping[str, set[str]]) -> tuple[str, ...]:
    found: set[str] = set()
    waiting = [folder]
    while waiting:
        new = direct.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return tuple(sorted(found - {folder}))


def _maven(texts: Mapping[str, str]) -> Iterator[tuple[str, set[str]]]:
    poms = [(dirname(path), text) for path, text in sorted(texts.items()) if basename(path) == "pom.xml"]
    read = {folder: _pom(text) for folder, text in poms}
    folders = {artifact: folder for folder, (artifact, _) in read.items() if artifact}
    for folder, (_, wanted) in read.items():
        yield folder, {folders[artifact] for artifact in wanted if artifact in folders}


def _pom(text: str) -> tuple[str, list[str]]:
    """(artifact, artifacts that it depends on)"""
    from ...extraction.xml_trees import children, parse_xml  # few projects have one, and every build comes by here

    try:
        root = parse_xml(text.encode(), "pom.xml")
    except UnreadableError:
        return "", []
    entries = [root, *(entry for group in children(root, "dependencies") for entry in group)]
    own, *wanted = [
        next(((child.text or "").strip() for child in children(entry, "artifactId")), "") for entry in entries
    ]
    return own, wanted


def _gradle(texts: Mapping[str, str]) -> Iterator[tuple[str, set[str]]]:
    """Projects of each build are named from the folder of its settings: `:core:api` lies in core/api."""
    for path, text in sorted(texts.items()):
        if basename(path) in _SETTINGS:
            top = dirname(path)
            names = [name for found in re.findall(_INCLUDE, text) for name in re.findall(_QUOTED, found)]
            folders = {name.strip(":"): inside(top, name.strip(":").replace(":", "/")) for name in names}
            folders |= {name.strip(":"): inside(top, folder) for name, folder in re.findall(_PROJECT_FOLDER, text)}
            # `projects.coreApi` is `:core-api`.
            by_accessor = {_accessor(name): folder for name, folder in folders.items()}
            for folder in (top, *folders.values()):
                yield folder, set(_used(texts, folder, by_accessor))


def _used(texts: Mapping[str, str], folder: str, by_accessor: Mapping[str, str]) -> Iterator[str]:
    for build in _BUILDS:
        for name, accessor in re.findall(_PROJECT, texts.get(inside(folder, build), "")):
            found = by_accessor.get(_accessor(name or accessor))
            if found is not None:
                yield found


def _accessor(name: str) -> str:
    return name.strip(":.").replace(":", ".").replace("-", "").replace("_", "").lower()
