"""The files that an import of Java, Kotlin, Scala or Groovy means."""

from __future__ import annotations

from collections.abc import Sequence

from ..documents import Document
from ..places import nearest_first
from .lookups import Lookups, folders_around


class JvmImports:
    """Finds types by declared package; of several with one name, in the modules that the importing one uses."""

    def __init__(self, lookups: Lookups) -> None:
        self._lookups = lookups
        self._uses = {module.folder: frozenset(module.uses) for module in lookups.packages.jvm}

    def find(self, near: Document, target: str, name: str) -> Sequence[Document]:
        """The files of a type, or for `*` of a package."""
        if target.endswith("._"):
            target, name = target[:-2], "*"
        of_package = self._lookups.places.of_package
        if name == "*" and (whole := of_package(target)):
            return self._in_reach(near, [document for document in whole if document.family == "jvm"])
        package, _, last = target.rpartition(".")
        # `a.B.C.m`: the package ends somewhere before the type.
        for _ in range(3):
            files = [document for document in of_package(package) if document.family == "jvm"]
            if files:
                named = [document for document in files if document.stem == last]
                return nearest_first(self._in_reach(near, named or self._lookups.defining(last, files)), near)
            package, _, last = package.rpartition(".")
        return []

    def _in_reach(self, near: Document, found: list[Document]) -> list[Document]:
        """Those of the own module and of what it uses, when there are any."""
        own = self._module_of(near) if len(found) > 1 else None
        if own is None:
            return found
        reach = self._uses[own] | {own}
        return [document for document in found if self._module_of(document) in reach] or found

    def _module_of(self, document: Document) -> str | None:
        return next((folder for folder in folders_around(document.directory) if folder in self._uses), None)
