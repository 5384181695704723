"""Which files an import means, language by language: one table of finders.

Each finder takes an import as written and gives the files it reaches, best first; nothing when it reaches outside of
the corpus. They look at paths, packages, build files and defined names only, so the answer can be compared between
builds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from posixpath import join
from typing import Final, NamedTuple, TypeAlias

from citeline.remembering import remembered

from ...files.source_tree import SourceTree
from ..definitions import DefinedNames
from ..documents import Document, Documents
from ..places import Moved, Places, nearest_first
from .jvm import JvmImports
from .lookups import Lookups
from .python import PythonImports
from .rust import RustImports
from .web import WebImports

_ELIXIR_PART: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

Finder: TypeAlias = Callable[[Document, str, str], Sequence[Document]]
"""Takes the importing document, the module as written, and the imported name (empty, `*` or a name)."""


class Found(NamedTuple):
    """Where an import leads."""

    documents: tuple[Document, ...]
    asked: frozenset[str]
    """Names whose definitions decided it; everything else that decides is in paths, packages and build files."""
    may_differ: bool
    """Whether it may have led elsewhere before files came or went."""


class Modules:
    """Resolves imports; remembers the answers, which are the same for all files of a folder and family."""

    def __init__(
        self, documents: Documents, defined: DefinedNames, tree: SourceTree, moved: Collection[Moved] = ()
    ) -> None:
        self.moved = moved
        """Files that came or went since everything was linked."""
        self.places = Places(documents.by_id.values(), tree, moved)
        self._lookups = Lookups(self.places, documents.packages, defined)
        self._finders = _finders(self._lookups)
        self.roots_moved = self.places.asked_of_moved
        """Whether what decides for whole projects came or went."""
        self._rust = RustImports(self._lookups)
        self._known: dict[tuple[str, str, str, str], Found] = {}

    def find(self, near: Document, target: str, name: str) -> Found:
        """The files that an import in `near` reaches, without `near` itself."""
        # Rust's paths depend on the file itself: a module's children lie in a folder named like it.
        key = (near.path if near.family == "rust" else near.directory, near.family, target, name)
        found = self._known.get(key)
        if found is None:
            self._lookups.asked.clear()
            self.places.asked_of_moved = False
            files = tuple(dict.fromkeys(self._finders.get(near.family, self._finders[""])(near, target, name)))
            found = Found(files, frozenset(self._lookups.asked), self.places.asked_of_moved)
            self._known[key] = found
        if near in found.documents:
            return found._replace(documents=tuple(document for document in found.documents if document is not near))
        return found

    @remembered
    def module(self, near: Document, path: str) -> Document | None:
        """The file that a path in Rust's code begins with: `crate.net.addr`."""
        return self._rust.module(near, path)


def _go(lookups: Lookups, near: Document, target: str, name: str) -> Sequence[Document]:
    roots = [root for root in lookups.packages.go if f"{target}/".startswith(f"{root.path}/")]
    if roots:
        root = max(roots, key=lambda root: len(root.path))
        folder = join(root.folder, target[len(root.path) + 1 :]).rstrip("/")
    elif "." in target.split("/", 1)[0] or "/" not in target:
        return []
    else:
        folder = next(iter(lookups.places.folders_ending_with(target)), "")
        if not folder:
            return []
    files = lookups.places.in_folder(folder)
    return [document for document in files if document.family == "go" and not document.is_test]


def _namespace(lookups: Lookups, near: Document, target: str, name: str) -> Sequence[Document]:
    """C# imports namespaces, PHP types of namespaces, Clojure and Haskell modules: all by declared package."""
    dotted = re.sub(r"[\\/]|::", ".", target).strip(".")
    files = [document for document in lookups.places.of_package(dotted) if document.family == near.family]
    if files:
        return files
    package, _, last = dotted.rpartition(".")
    files = [document for document in lookups.places.of_package(package) if document.family == near.family]
    found = [document for document in files if document.stem == last] or lookups.defining(last, files)
    return nearest_first(found, near) if found else _by_end_of_path(lookups, near, target, name)


def _include(lookups: Lookups, near: Document, target: str, name: str) -> Sequence[Document]:
    """Files by path: C, Zig, shell, R, Protobuf, Erlang."""
    # `"$DIR/x.sh"` and `$(dirname "$0")/x.sh`: what follows the last variable part.
    path = re.split(r"[$})\"`']/?", target)[-1].lstrip("/") or target
    found = lookups.places.relative(near, path)
    return [found] if found else lookups.places.ending_with(path.removeprefix("./"), near)[:1]


def _by_end_of_path(lookups: Lookups, near: Document, target: str, name: str) -> Sequence[Document]:
    """Ruby, Lua, Perl, Swift, Julia and whatever else names modules like their files."""
    if target.startswith(".") or near.family in {"ruby", "dart", "julia"}:
        found = lookups.places.relative(near, target, ("", ".rb", ".lua", ".jl", ".dart"))
        if found is not None:
            return [found]
    path = target.removeprefix("package:")
    if "/" not in path:
        path = re.sub(r"::|[.\\]", "/", path) if not path.endswith((".jl", ".R", ".dart")) else path
    while path:
        files = lookups.places.ending_with(path.lstrip("./"), near)
        # One bare word is too likely the name of something outside.
        if files and ("/" in path or target == path):
            return files[:1]
        _, _, path = path.partition("/")
        if "/" not in path:
            break
    return []


def _elixir(lookups: Lookups, near: Document, target: str, name: str) -> Sequence[Document]:
    files = [document for document in lookups.places.of_package(target) if document.family == "erlang"]
    if files:
        return files
    path = "/".join(_ELIXIR_PART.sub("_", part).lower() for part in target.split("."))
    return lookups.places.ending_with(path, near)[:1] if "/" in path else _include(lookups, near, target, name)


def _ocaml(lookups: Lookups, near: Document, target: str, name: str) -> Sequence[Document]:
    first = target.split(".", 1)[0]
    return lookups.places.ending_with(first[:1].lower() + first[1:], near)[:2]


def _finders(lookups: Lookups) -> Mapping[str, Finder]:
    """Family to finder; the empty one goes by the end of the path."""
    return {
        "": partial(_by_end_of_path, lookups),
        "python": PythonImports(lookups).find,
        "web": WebImports(lookups).find,
        "rust": RustImports(lookups).find,
        "jvm": JvmImports(lookups).find,
        "go": partial(_go, lookups),
        **dict.fromkeys(("csharp", "php", "haskell", "clojure"), partial(_namespace, lookups)),
        **dict.fromkeys(("c", "zig", "shell", "r", "proto"), partial(_include, lookups)),
        "erlang": partial(_elixir, lookups),
        "ocaml": partial(_ocaml, lookups),
    }
