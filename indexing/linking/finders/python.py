"""The files that an import of Python means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from posixpath import join
from typing import Final

from ..documents import Document, is_test_path
from ..packages.python import PythonRoot
from ..places import shared_folders
from .lookups import Lookups, folders_around

_SUFFIXES: Final = (".py", ".pyi", "/__init__.py", "/__init__.pyi", ".pyx")


class PythonImports:
    """Finds modules: as the build files map them, else by the end of their paths."""

    def __init__(self, lookups: Lookups) -> None:
        self._lookups = lookups
        self._places = lookups.places
        self._by_project: dict[str, dict[str, list[PythonRoot]]] = defaultdict(lambda: defaultdict(list))
        self._by_package: dict[str, list[PythonRoot]] = defaultdict(list)
        for root in lookups.packages.python:
            if root.package:
                self._by_package[root.package].append(root)
            elif self._places.at(join(root.folder, "__init__.py")) is not None:
                # Top-level modules do not lie in a package.
                continue
            self._by_project[root.project][root.package].append(root)

    def find(self, near: Document, target: str, name: str) -> Sequence[Document]:
        """At most one file: the module that the import names, before the one that it takes a name from."""
        if target.startswith("."):
            return self._relative(near, target, name)
        modules = [f"{target}.{name}", target] if name and name != "*" else [target]
        for module in modules:
            for path in self._mapped(near, module):
                if (found := self._at(path)) is not None:
                    return [found]
        for module in modules:
            # `typing` is not `flask/typing.py`: the folder that the path starts in must not be a package itself.
            end = module.replace(".", "/")
            for document in self._places.ending_with(end, near):
                if self._starts_outside_packages(document, end):
                    return [document]
        return []

    def _relative(self, near: Document, target: str, name: str) -> Sequence[Document]:
        dots = len(target) - len(target.lstrip("."))
        path = target[dots:].replace(".", "/")
        base = join(*[".."] * (dots - 1), path) if dots > 1 or path else "."
        if name and name != "*" and (found := self._places.relative(near, join(base, name), _SUFFIXES)):
            return [found]
        module = self._places.relative(near, base, _SUFFIXES)
        return [module] if module else []

    def _mapped(self, near: Document, module: str) -> Iterator[str]:
        """Paths of a module without suffix: as the projects around map it, innermost first, then as others do."""
        for folder in folders_around(near.directory):
            if (project := self._by_project.get(folder)) is not None:
                for package in _packages_around(module):
                    yield from (_path(root, module) for root in project.get(package, ()))
        for package in _packages_around(module):
            others = [root for root in self._by_package.get(package, ()) if near.is_test or not _is_of_tests(root)]
            others.sort(key=lambda root: (-shared_folders(root.folder, near.directory), root.folder))
            yield from (_path(root, module) for root in others)

    def _at(self, path: str) -> Document | None:
        return next(filter(None, (self._places.at(path + suffix) for suffix in _SUFFIXES)), None)

    def _starts_outside_packages(self, document: Document, end: str) -> bool:
        whole = document.directory if document.stem == "__init__" else join(document.directory, document.stem)
        root = whole[: -len(end)].rstrip("/") if whole.endswith(end) else None
        return root is not None and self._places.at(join(root, "__init__.py")) is None


def _packages_around(module: str) -> Iterator[str]:
    """`a.b.c`, `a.b`, `a` and the empty name: the longest that is mapped decides."""
    while module:
        yield module
        module = module.rpartition(".")[0]
    yield ""


def _path(root: PythonRoot, module: str) -> str:
    rest = module[len(root.package) :].lstrip(".").replace(".", "/")
    return join(root.folder, rest) if rest else root.folder


def _is_of_tests(root: PythonRoot) -> bool:
    return is_test_path(join(root.project, "pyproject.toml"))
