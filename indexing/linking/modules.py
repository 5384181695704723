"""Which files an import means, language by language: one table of small functions.

Each function takes an import as written and gives the files it reaches, best first; nothing when it reaches outside
of the corpus. They look at paths, packages and defined names only, so the answer can be compared between builds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from posixpath import dirname, join
from typing import Final, NamedTuple, TypeAlias

from ..source_tree import SourceTree
from .documents import Document, Documents
from .places import Places, nearest_first

MAX_FILES: Final = 40
"""An import of a package with more files names none of them."""
_WEB_SUFFIXES: Final = (
    *("", ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte", ".json"),
    *("/index.ts", "/index.tsx", "/index.d.ts", "/index.js", "/index.jsx", "/index.mjs"),
)
_WRITTEN_SUFFIX: Final = re.compile(r"\.(?:[cm]?jsx?|tsx?)$")
_WEB_ALIAS: Final = re.compile(r"^(?:@/|~/|#/?|@@/|\$lib/|src/)")
_ELIXIR_PART: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

Finder: TypeAlias = Callable[["Modules", Document, str, str], Sequence[Document]]
"""Takes the importing document, the module as written, and the imported name (empty, `*` or a name)."""


class Found(NamedTuple):
    """Where an import leads."""

    documents: tuple[Document, ...]
    asked: frozenset[str]
    """Names whose definitions decided it; everything else that decides is in paths, packages and manifests."""


class Modules:
    """Resolves imports; remembers the answers, which are the same for all files of a folder and family."""

    def __init__(self, documents: Documents, defined: Mapping[str, Collection[int]], tree: SourceTree) -> None:
        self.places = Places(documents.by_id.values(), tree)
        self._defined = defined
        self._known: dict[tuple[str, str, str, str], Found] = {}
        self._asked: set[str] = set()
        self._roots = _module_roots(documents.manifests)

    def find(self, near: Document, target: str, name: str) -> Found:
        """The files that an import in `near` reaches, without `near` itself."""
        # Rust's paths depend on the file itself: a module's children lie in a folder named like it.
        key = (near.path if near.family == "rust" else near.directory, near.family, target, name)
        found = self._known.get(key)
        if found is None:
            self._asked.clear()
            files = tuple(dict.fromkeys(_FINDERS.get(near.family, _by_end_of_path)(self, near, target, name)))
            found = Found(files if len(files) <= MAX_FILES else (), frozenset(self._asked))
            self._known[key] = found
        if near in found.documents:
            return found._replace(documents=tuple(document for document in found.documents if document is not near))
        return found

    def defining(self, name: str, among: Sequence[Document]) -> list[Document]:
        """Those of the documents that define the name."""
        self._asked.add(name)
        holders = self._defined.get(name, ())
        return [document for document in among if document.id in holders]

    def root_of(self, kind: str, module: str) -> tuple[str, str] | None:
        """(folder, rest of the path) for a module that a manifest of the corpus gives its name to."""
        separator = "::" if kind == "Cargo.toml" else "/"
        best: tuple[str, str] | None = None
        longest = -1
        for known_kind, name, folder in self._roots:
            inside = module == name or module.startswith(name + separator)
            if known_kind == kind and inside and len(name) > longest:
                longest, best = len(name), (folder, module[len(name) + len(separator) :])
        return best


def _module_roots(manifests: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """(kind of manifest, name, folder) for each manifest that gives its folder a name."""
    roots: list[tuple[str, str, str]] = []
    for path, text in sorted(manifests.items()):
        kind = path.rpartition("/")[2]
        if kind == "go.mod":
            match = re.search(r"^module\s+(\S+)", text, re.M)
            name = match[1] if match else ""
        elif kind == "Cargo.toml":
            match = re.search(r"^\[package\][^\[]*?^name\s*=\s*[\"']([\w-]+)", text, re.M | re.S)
            name = match[1].replace("-", "_") if match else ""
        else:
            name = _package_name(text)
        if name:
            roots.append((kind, name, dirname(path)))
    return roots


def _package_name(text: str) -> str:
    try:
        value = json.loads(text)
    except ValueError:
        return ""
    name = value.get("name") if isinstance(value, dict) else None
    return name if isinstance(name, str) else ""


def _python(modules: Modules, near: Document, target: str, name: str) -> Sequence[Document]:
    dots = len(target) - len(target.lstrip("."))
    path = target[dots:].replace(".", "/")
    suffixes = (".py", ".pyi", "/__init__.py", "/__init__.pyi", ".pyx")
    found: Document | None
    if dots:
        base = join(*[".."] * (dots - 1), path) if dots > 1 or path else "."
        if name and name != "*" and (found := modules.places.relative(near, join(base, name), suffixes)):
            return [found]
        found = modules.places.relative(near, base, suffixes)
        return [found] if found else []
    for end in [f"{path}/{name}", path] if name and name != "*" else [path]:
        # `typing` is not `flask/typing.py`: the folder that the path starts in must not be a package itself.
        found = next(
            (d for d in modules.places.ending_with(end, near) if _starts_outside_packages(modules, d, end)), None
        )
        if found is not None:
            return [found]
    return []


def _starts_outside_packages(modules: Modules, document: Document, end: str) -> bool:
    whole = document.directory if document.stem == "__init__" else join(document.directory, document.stem)
    root = whole[: -len(end)].rstrip("/") if whole.endswith(end) else None
    return root is not None and join(root, "__init__.py") not in modules.places.by_path


def _web(modules: Modules, near: Document, target: str, name: str) -> Sequence[Document]:
    places = modules.places
    target = target.split("?", 1)[0]
    bare = _WRITTEN_SUFFIX.sub("", target)
    if target.startswith("."):
        # `./x.js` in TypeScript means x.ts.
        found = places.relative(near, target, _WEB_SUFFIXES) or places.relative(near, bare, _WEB_SUFFIXES)
        return [found] if found else []
    if root := modules.root_of("package.json", target):
        folder, rest = root
        for path in (
            join(folder, "src", rest),
            join(folder, rest),
            join(folder, "lib", rest),
            join(folder, "src/index"),
        ):
            for suffix in _WEB_SUFFIXES:
                if (found := places.by_path.get(path.rstrip("/") + suffix)) is not None:
                    return [found]
        return []
    if alias := _WEB_ALIAS.match(bare):
        return places.ending_with(bare[alias.end() :], near)[:1]
    return places.ending_with(bare, near)[:1] if bare.count("/") > 1 and not bare.startswith("@") else []


def _go(modules: Modules, near: Document, target: str, name: str) -> Sequence[Document]:
    root = modules.root_of("go.mod", target)
    if root is not None:
        folder = join(*root).rstrip("/")
    elif "." in target.split("/", 1)[0] or "/" not in target:
        return []
    else:
        folder = next(iter(modules.places.folders_ending_with(target)), "")
        if not folder:
            return []
    files = modules.places.by_folder.get(folder, [])
    return [document for document in files if document.family == "go" and not document.is_test]


def _jvm(modules: Modules, near: Document, target: str, name: str) -> Sequence[Document]:
    if target.endswith("._"):
        target, name = target[:-2], "*"
    by_package = modules.places.by_package
    if name == "*" and target in by_package:
        return [document for document in by_package[target] if document.family == "jvm"]
    package, _, last = target.rpartition(".")
    # `a.B.C.m`: the package ends somewhere before the type.
    for _ in range(3):
        files = [document for document in by_package.get(package, ()) if document.family == "jvm"]
        if files:
            named = [document for document in files if document.stem == last]
            return nearest_first(named or modules.defining(last, files), near)
        package, _, last = package.rpartition(".")
    return []


def _namespace(modules: Modules, near: Document, target: str, name: str) -> Sequence[Document]:
    """C# imports namespaces, PHP types of namespaces, Clojure and Haskell modules: all by declared package."""
    dotted = re.sub(r"[\\/]|::", ".", target).strip(".")
    files = [document for document in modules.places.by_package.get(dotted, ()) if document.family == near.family]
    if files:
        return files
    package, _, last = dotted.rpartition(".")
    files = [document for document in modules.places.by_package.get(package, ()) if document.family == near.family]
    found = [document for document in files if document.stem == last] or modules.defining(last, files)
    return nearest_first(found, near) if found else _by_end_of_path(modules, near, target, name)


def _rust(modules: Modules, near: Document, target: str, name: str) -> Sequence[Document]:
    parts = [part for part in target.removeprefix("::").split("::") if part and part != "*"]
    if not parts:
        return []
    crate = _crate_folder(modules, near)
    here = near.directory if near.stem in {"mod", "lib", "main"} else join(near.directory, near.stem)
    first = parts[0]
    if first == "crate":
        starts = [(crate, parts[1:])]
    elif first == "self":
        starts = [(here, parts[1:])]
    elif first == "super":
        up = here
        while parts and parts[0] == "super":
            up, parts = dirname(up), parts[1:]
        starts = [(up, parts)]
    elif root := modules.root_of("Cargo.toml", "::".join(parts)):
        starts = [(join(root[0], "src"), parts[1:])]
    else:
        starts = [(here, parts)]
    for folder, rest in starts:
        for length in range(len(rest), -1, -1):
            found = _rust_module(modules, folder, rest[:length])
            if found is not None and (length or first in {"crate", "super"} or folder != here):
                return [found]
    return []


def _rust_module(modules: Modules, folder: str, parts: Sequence[str]) -> Document | None:
    base = join(folder, *parts)
    names = (
        (f"{base}.rs", f"{base}/mod.rs")
        if parts
        else (f"{base}/lib.rs", f"{base}/main.rs", f"{base}/mod.rs", f"{base}.rs")
    )
    return next(
        (modules.places.by_path[name.lstrip("/")] for name in names if name.lstrip("/") in modules.places.by_path), None
    )


def _crate_folder(modules: Modules, near: Document) -> str:
    folder = near.directory
    while True:
        if any(join(folder, name) in modules.places.by_path for name in ("lib.rs", "main.rs")):
            return folder
        if not folder:
            return near.directory
        folder = dirname(folder)


def _include(modules: Modules, near: Document, target: str, name: str) -> Sequence[Document]:
    """Files by path: C, Zig, shell, R, Protobuf, Erlang."""
    # `"$DIR/x.sh"` and `$(dirname "$0")/x.sh`: what follows the last variable part.
    path = re.split(r"[$})\"`']/?", target)[-1].lstrip("/") or target
    found = modules.places.relative(near, path)
    return [found] if found else modules.places.ending_with(path.removeprefix("./"), near)[:1]


def _by_end_of_path(modules: Modules, near: Document, target: str, name: str) -> Sequence[Document]:
    """Ruby, Lua, Perl, Swift, Julia and whatever else names modules like their files."""
    if target.startswith(".") or near.family in {"ruby", "dart", "julia"}:
        found = modules.places.relative(near, target, ("", ".rb", ".lua", ".jl", ".dart"))
        if found is not None:
            return [found]
    path = re.sub(r"^package:", "", target)
    if "/" not in path:
        path = re.sub(r"::|[.\\]", "/", path) if not path.endswith((".jl", ".R", ".dart")) else path
    while path:
        files = modules.places.ending_with(path.lstrip("./"), near)
        # One bare word is too likely the name of something outside.
        if files and ("/" in path or target == path):
            return files[:1]
        _, _, path = path.partition("/")
        if "/" not in path:
            break
    return []


def _elixir(modules: Modules, near: Document, target: str, name: str) -> Sequence[Document]:
    files = [document for document in modules.places.by_package.get(target, ()) if document.family == "erlang"]
    if files:
        return files
    path = "/".join(_ELIXIR_PART.sub("_", part).lower() for part in target.split("."))
    return modules.places.ending_with(path, near)[:1] if "/" in path else _include(modules, near, target, name)


def _ocaml(modules: Modules, near: Document, target: str, name: str) -> Sequence[Document]:
    first = target.split(".", 1)[0]
    return modules.places.ending_with(first[:1].lower() + first[1:], near)[:2]


_FINDERS: Final[Mapping[str, Finder]] = {
    "python": _python,
    "web": _web,
    "go": _go,
    "jvm": _jvm,
    "csharp": _namespace,
    "php": _namespace,
    "haskell": _namespace,
    "clojure": _namespace,
    "rust": _rust,
    "c": _include,
    "zig": _include,
    "shell": _include,
    "r": _include,
    "proto": _include,
    "erlang": _elixir,
    "ocaml": _ocaml,
}
"""Family to finder; the others go by the end of the path."""
