"""The documents as linking sees them: their places, families and packages."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Mapping, Sized
from dataclasses import field
from functools import cached_property
from posixpath import basename, dirname
from typing import Final

from citeline.dataclass import dataclass

from ..stores.packed_texts import unpack
from .packages import PackageMap, is_build_file, read_packages
from .reach import Reach, reach_of

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
_FEW: Final = 50
"""Documents of which the first node is looked up by itself; of more all are read."""
_LOOK_UPS: Final = 8
"""In a large corpus it is as many as cost a third of that: a part of all documents."""
_TEST_FOLDER: Final = re.compile(r"(?:^|/)(?:tests?|specs?|__tests__|testing|testdata|[\w-]+[-_]tests?|[A-Z]\w*Tests)/")
_TEST_AFFIX: Final = re.compile(r"^tests?_|^Tests?(?=[A-Z])|(?:[._-](?:tests?|spec|e2e))$|(?:Tests?|Spec)$")


class FirstNodes:
    """The first node of each document and its data: of a few, or when more are asked for of all, read at once."""

    def __init__(self, connection: sqlite3.Connection, documents: Sized = ()) -> None:
        """`documents`: all that there are, once they are read."""
        self._connection = connection
        self._documents = documents
        self._known: dict[int, tuple[int, str]] = {}
        self._all_read = False

    def of(self, document: int) -> tuple[int, str]:
        """Id and data of a document's."""
        found = self._known.get(document)
        if found is None:
            self._all_read = len(self._known) >= max(_FEW, len(self._documents) // _LOOK_UPS)
            some = "" if self._all_read else " AND doc_id = ?"
            rows = self._connection.execute(
                f"SELECT doc_id, id, data FROM nodes WHERE ord = 0{some}", () if self._all_read else (document,)
            )
            self._known.update((owner, (node, data)) for owner, node, data in rows)
            found = self._known[document]
        return found


@dataclass(eq=False)
class Document:
    """One document, its path taken apart when somebody asks: of most nobody does after a small change.

    Nobody changes one; frozen, thousands would take three times as long to make.
    """

    id: int
    path: str
    language: str
    is_code: bool
    first_nodes: FirstNodes = field(repr=False)

    @cached_property
    def family(self) -> str:
        """Languages that can name each other's definitions; prose and data are families of their own."""
        return family_of(self.language)

    @cached_property
    def reach(self) -> Reach:
        """How far names reach in it."""
        return reach_of(self.family)

    @cached_property
    def directory(self) -> str:
        """Without a slash at the end; empty at the root."""
        return dirname(self.path)

    @cached_property
    def stem(self) -> str:
        """The file's name without its last suffix."""
        return stem_of(self.path)

    @cached_property
    def is_test(self) -> bool:
        """By its name, or by a folder that it lies in."""
        return is_test_path(self.path)

    @cached_property
    def package(self) -> str:
        """What the file says that it belongs to, dotted; empty when it says nothing."""
        return package_in(self.first_nodes.of(self.id)[1])

    @cached_property
    def build(self) -> str:
        """What a file of Go needs that a plain build has not; empty where it is built."""
        return package_in(self.first_nodes.of(self.id)[1], "build")

    @property
    def file_node(self) -> int:
        """The node that stands for the file."""
        return self.first_nodes.of(self.id)[0]


@dataclass(frozen=True, slots=True)
class Documents:
    """All documents of a generation."""

    by_id: Mapping[int, Document]
    """In the order of their ids."""
    packages: PackageMap
    """What the build files among them map."""


def read_documents(connection: sqlite3.Connection) -> Documents:
    """Read the documents; their first nodes must be stored before these are asked for."""
    found: dict[int, Document] = {}
    first_nodes = FirstNodes(connection, found)
    texts: dict[str, str] = {}
    for identity, path, language, format_ in connection.execute(
        "SELECT id, path, language, format FROM documents ORDER BY id"
    ):
        found[identity] = Document(identity, path, language, format_ == "code", first_nodes)
        if is_build_file(path):
            rows = connection.execute("SELECT body FROM texts WHERE doc_id = ? ORDER BY id", (identity,))
            chunks = (chunk for row in unpack(body for (body,) in rows) for chunk in row)
            texts[path] = "\n".join(chunk.text.decode() for chunk in chunks)
    return Documents(found, read_packages(texts))


def stem_of(path: str) -> str:
    """A file's name without its last suffix."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name


def package_in(data: str, key: str = "package") -> str:
    """What a file says that it belongs to, by the data of its first node."""
    return str(json.loads(data).get(key, "")) if data != "{}" else ""


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


_STATE_KEY: Final = "linked"


def digest_of(documents: Documents) -> str:
    """Of what decides about all imports of a project at once: what its build files map."""
    return hashlib.sha256(repr(documents.packages).encode()).hexdigest()


def is_linked(connection: sqlite3.Connection, digest: str) -> bool:
    """Whether everything was linked at the same digest."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (_STATE_KEY,)).fetchone()
    return row is not None and bytes(row[0]).decode() == digest


def remember(connection: sqlite3.Connection, digest: str) -> None:
    """Store that everything is linked."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_STATE_KEY, digest.encode()))
