"""What files know by what they import, and what others know by what these hand on, and which is nearest."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from citeline.model import VALUE_KINDS

from .candidates import Candidate, chosen, encloses, without_tests
from .definitions import Definitions
from .documents import Document
from .imports import Binding, Imports
from .paths import module_names
from .places import shared_folders

_MODULE: Final = re.compile(r"(?!self\.)[a-z_]\w*(?:\.[a-z_]\w*)*")
"""A path in which all names are such of modules, as Rust writes them."""
_MAX_DOORS: Final = 6
"""Files that a name is followed through, from one that imports it to the next."""


class Doors:
    """Follows imports and exports from file to file."""

    def __init__(self, definitions: Definitions, imports: Imports) -> None:
        self._definitions = definitions
        self._imports = imports

    def defined_in(self, name: str, document: int) -> Sequence[Candidate]:
        """The definitions of a name at the top of a document."""
        found = self._definitions.named(name).get(document, ())
        return [candidate for candidate in found if not candidate.prefix and not candidate.extends]

    def module(self, near: Document, path: str) -> Document | None:
        """The file of a module that code names by a path, without an import of that name; `use super::*` brings those
        that the file above knows.
        """
        if (found := self._imports.module(near, path)) is not None or not path.isidentifier():
            return found
        imports = self._imports.of(near.id)
        modules = self.handed_on(imports.handed_on, path)[1] if imports is not None and imports.handed_on else ()
        return modules[0] if len(modules) == 1 else None

    def starred(self, near: Document) -> Sequence[Document]:
        """Files of which a file imports everything."""
        imports = self._imports.of(near.id)
        return imports.handed_on if imports else ()

    def of_globs(self, near: Document, name: str) -> Sequence[Candidate]:
        """What a file knows under a name by importing everything of others."""
        imports = self._imports.of(near.id)
        if imports is None or not imports.handed_on:
            return ()
        found = [c for document in imports.handed_on for c in self.defined_in(name, document.id)]
        return found or self.handed_on(imports.handed_on, name)[0]

    def handed_on(self, documents: Sequence[Document], name: str) -> tuple[Sequence[Candidate], Sequence[Document]]:
        """What others know under the name by what the files import: definitions, or the files of a module."""
        if not documents or not documents[0].reach.hands_on:
            return (), ()
        waiting = [(document, name) for document in documents]
        seen = set(waiting)
        for _ in range(_MAX_DOORS):
            further: list[tuple[Document, str]] = []
            for document, one in waiting:
                imports = self._imports.of(document.id)
                if imports is not None and one in imports.exported:
                    further.append((document, imports.exported[one]))
                    continue
                binding = imports.bindings.get(one) if imports else None
                if binding is not None:
                    if binding.original == "*" or self._is_module(binding):
                        return (), binding.documents
                    original = one if binding.original == "default" else binding.original
                    further += [(behind, original) for behind in binding.documents]
                elif imports is not None:
                    further += [(behind, one) for behind in imports.handed_on]
            waiting = [one for one in dict.fromkeys(further) if one not in seen]
            seen.update(waiting)
            found = [c for document, one in waiting for c in self.defined_in(one, document.id)]
            if found or not waiting:
                return found, ()
        return (), ()

    def _is_module(self, binding: Binding) -> bool:
        """Whether Rust's `pub mod zero;`, or a `use` of it, binds a module in which nothing else has that name."""
        name = binding.original
        return bool(binding.documents) and all(
            name in module_names(document.path) and not self.defined_in(name, document.id)
            for document in binding.documents
        )

    def leads_out(self, documents: Sequence[Document], name: str) -> bool:
        """Whether what files hand on under a name is not ours."""
        if not documents or not documents[0].reach.hands_on:
            return False
        bound = [self.binding(document, name) for document in documents]
        return any(bound) and all(one is not None and not one.documents for one in bound)

    def binding(self, near: Document, name: str) -> Binding | None:
        """What an import makes of a name."""
        imports = self._imports.of(near.id)
        return imports.bindings.get(name) if imports else None

    def imports_at_top(self, near: Document, name: str) -> bool:
        """Whether an import outside of functions and types binds the name in the file."""
        imports = self._imports.of(near.id)
        return imports is not None and name in imports.outer

    def is_outside(self, near: Document, name: str) -> bool:
        """Whether an import brings the name from outside the corpus."""
        binding = self.binding(near, name)
        return binding is not None and not binding.documents

    def may_name_others(self, near: Document, path: str) -> bool:
        """Whether a path names a module, which may give something that is defined elsewhere another name."""
        if near.reach.module_paths:
            return _MODULE.fullmatch(path) is not None
        binding = self.binding(near, path) if path and near.reach.hands_on else None
        return binding is not None and bool(binding.documents)

    def opened(self, near: Document) -> Collection[str]:
        """Names of types whose variants a file knows by their name alone: `use Shape::*`."""
        imports = self._imports.of(near.id)
        return imports.opened if imports else ()

    def macros(self, near: Document, scope: str, name: str, found: list[Candidate]) -> list[Candidate]:
        """Of Rust's macros of a name those that a file may call."""
        if name in near.reach.own_macros and self.binding(near, name) is None:
            found = [c for c in found if c.document is near and encloses(c.prefix, scope)]
        if len(found) > 1:
            # Crates of one workspace have macros of the same name.
            shared = {c.node: shared_folders(c.document.directory, near.directory) for c in found}
            found = [c for c in found if shared[c.node] == max(shared.values())]
        return found

    def visible(self, near: Document) -> Iterable[int]:
        """Documents that a file imports."""
        imports = self._imports.of(near.id)
        return imports.counts if imports else {}

    def nearest(self, near: Document, kind: str, found: list[Candidate]) -> list[Candidate]:
        """Those in the file, else in what it imports, else in its folder, else all outside of tests."""
        if not found:
            return []
        visible = self.visible(near)
        tests: tuple[Callable[[Candidate], bool], ...] = (
            lambda c: c.document is near,
            lambda c: c.document.id in visible,
            lambda c: c.document.directory == near.directory,
        )
        for test in tests:
            if fitting := list(filter(test, found)):
                return chosen(kind, [c for c in fitting if c.prefix in {"", c.name}] or fitting)
        return chosen(kind, found if near.is_test else without_tests(found))

    def mentioned(self, kind: str, target: str, qualifier: str) -> list[Candidate]:
        """What prose means by a name, with the name of its owner or file before it, or an empty one."""
        owner = qualifier.rpartition(".")[2]
        found = [c for group in self._definitions.named(target).values() for c in group if c.document.is_code]
        if owner:
            owned = [c for c in found if owner in {c.owner, c.document.stem}]
            return chosen(kind, without_tests(owned))
        return chosen(kind, without_tests([c for c in found if c.kind not in VALUE_KINDS or "_" in target]))
