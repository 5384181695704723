"""The documents as linking sees them: their places, families and packages."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from posixpath import basename, dirname
from typing import Final

from .packages import PackageMap, is_build_file, read_packages

_FAMILIES: Final[Mapping[str, str]] = {
    language: family
    for family, languages in {
        # Languages whose files use each other's definitions.
        "python": "python cython starlark",
        "jvm": "java kotlin scala groovy",
        "web": "javascript typescript tsx vue svelte",
        "c": "c cpp objc shader",
        "erlang": "erlang elixir",
        "ocaml": "ocaml ocaml_interface",
        "shell": "bash fish",
    }.items()
    for language in languages.split()
}
_TEST_FOLDER: Final = re.compile(r"(?:^|/)(?:tests?|specs?|__tests__|testing|testdata|[\w-]+[-_]tests?|[A-Z]\w*Tests)/")
_TEST_AFFIX: Final = re.compile(r"^tests?_|^Tests?(?=[A-Z])|(?:[._-](?:tests?|spec|e2e))$|(?:Tests?|Spec)$")


@dataclass(frozen=True, slots=True)
class Document:
    """One document, its path taken apart."""

    id: int
    path: str
    directory: str
    """Without a slash at the end; empty at the root."""
    stem: str
    """The file's name without its last suffix."""
    family: str
    """Languages that can name each other's definitions; prose and data are families of their own."""
    is_code: bool
    is_test: bool
    package: str
    """What the file says that it belongs to, dotted; empty when it says nothing."""
    file_node: int


@dataclass(frozen=True, slots=True)
class Documents:
    """All documents of a generation."""

    by_id: Mapping[int, Document]
    """In the order of their ids."""
    packages: PackageMap
    """What the build files among them map."""


def read_documents(connection: sqlite3.Connection) -> Documents:
    """Read the documents; their first nodes must be stored."""
    sql = (
        "SELECT d.id, d.path, d.language, d.format, n.id, n.data FROM documents d"
        " JOIN nodes n ON n.doc_id = d.id AND n.ord = 0 ORDER BY d.id"
    )
    found: dict[int, Document] = {}
    build_files: list[tuple[int, str]] = []
    for identity, path, language, format_, node, data in connection.execute(sql):
        name = basename(path)
        found[identity] = Document(
            id=identity,
            path=path,
            directory=dirname(path),
            stem=stem_of(path),
            family=family_of(language),
            is_code=format_ == "code",
            is_test=is_test_path(path),
            package=package_in(data),
            file_node=node,
        )
        if is_build_file(name):
            build_files.append((identity, path))
    texts: dict[str, str] = {}
    for identity, path in build_files:
        rows = connection.execute("SELECT text FROM chunks WHERE doc_id = ? ORDER BY ord", (identity,))
        texts[path] = "\n".join(text for (text,) in rows)
    return Documents(found, read_packages(texts))


def stem_of(path: str) -> str:
    """A file's name without its last suffix."""
    name = basename(path)
    return name.rpartition(".")[0] or name


def package_in(data: str) -> str:
    """What a file says that it belongs to, by the data of its first node."""
    return str(json.loads(data).get("package", "")) if data != "{}" else ""


def family_of(language: str) -> str:
    """Languages that can name each other's definitions are one family; prose and data are families of their own."""
    return _FAMILIES.get(language, str(language))


def is_test_path(path: str) -> bool:
    """Whether a file is a test by its name or by a folder that it lies in."""
    stem = basename(path).rpartition(".")[0]
    return _TEST_AFFIX.search(stem) is not None or _TEST_FOLDER.search(path) is not None


def tested_stem(stem: str) -> str:
    """What a test file is named after: `test_app`, `app_test` and `app.spec` give `app`."""
    return _TEST_AFFIX.sub("", _TEST_AFFIX.sub("", stem, count=1), count=1)
