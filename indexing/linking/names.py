"""Which definitions a name means, seen from the place that uses it.

Nearest first: what the file defines, what it imports, its folder, the corpus. More than three candidates at the
nearest place give none: a wrong edge misleads, a missing one only says less.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from citeline.model import CALLABLE_KINDS, DEFINITION_KINDS, TYPE_KINDS, VALUE_KINDS

from .documents import Document
from .imports import Binding, Imports
from .places import DOORS

MAX_CANDIDATES: Final = 3
_KINDS: Final[Mapping[str, Collection[str]]] = {
    "calls": CALLABLE_KINDS | TYPE_KINDS | VALUE_KINDS,
    "inherits": TYPE_KINDS,
    "references": DEFINITION_KINDS,
    "mentions": DEFINITION_KINDS,
}
_PREFERRED: Final[Mapping[str, Collection[str]]] = {
    "calls": CALLABLE_KINDS | TYPE_KINDS,
    "inherits": TYPE_KINDS,
    "references": TYPE_KINDS,
    "mentions": TYPE_KINDS | CALLABLE_KINDS,
}
_MEMBERS: Final = frozenset({"method", "constructor", "field"})
_IMPLICIT_SELF: Final = frozenset({"jvm", "csharp", "c", "swift", "ruby", "dart"})
"""Families in which `run()` may be a method of the class around it, or of its base in another file."""
_LEXICAL: Final = frozenset({"python", "web"})
"""Families in which a bare name reaches what is at the top of a file or nested around the user, and no member."""
_SELF: Final = frozenset({"self", "this", "cls", "Self", "static", "super", "parent", "base", "@", "__MODULE__"})
# fmt: off
_EVERYDAY: Final = frozenset(
    {
        "add", "all", "any", "append", "apply", "call", "clear", "clone", "close", "concat", "contains", "copy",
        "count", "decode", "delete", "each", "emit", "encode", "end", "entries", "equals", "exec", "execute", "exists",
        "extend", "filter", "find", "first", "flush", "foreach", "format", "get", "getattr", "handle", "has", "hash",
        "includes", "index", "info", "init", "insert", "is_empty", "items", "iter", "join", "keys", "last", "len",
        "length", "list", "load", "lock", "log", "lower", "map", "match", "max", "min", "name", "new", "next", "on",
        "open", "parse", "pop", "print", "push", "put", "query", "read", "reduce", "remove", "replace", "reset",
        "result", "resolve", "reverse", "run", "save", "search", "send", "set", "size", "slice", "sort", "split",
        "start", "stop", "strip", "sub", "substring", "sum", "test", "then", "to_s", "to_string", "toString", "trim",
        "type", "unlock", "unwrap", "update", "upper", "value", "values", "wait", "wrap", "write",
    }
)
# fmt: on
"""Methods that the built-in types of some language have: on an unknown object they are not likely to be ours."""


class Candidate(NamedTuple):
    """A definition that a name may mean."""

    node: int
    document: Document
    kind: str
    prefix: str
    """Qualified name without the name itself; empty at the top of a file."""
    extends: bool
    """A block that adds to a type defined elsewhere."""

    @property
    def owner(self) -> str:
        """Name of the definition around it."""
        return self.prefix.rpartition(".")[2]


_Test: TypeAlias = Callable[[Candidate], bool]


class Names:
    """Resolves names; remembers answers, for the same call comes often in one file."""

    def __init__(self, candidates: Iterable[tuple[str, Candidate]], imports: Imports) -> None:
        self._by_name: dict[str, dict[int, list[Candidate]]] = {}
        for name, candidate in candidates:
            self._by_name.setdefault(name, {}).setdefault(candidate.document.id, []).append(candidate)
        self._imports = imports.by_document
        self._known: dict[tuple[int, str, str, str], list[Candidate]] = {}

    def resolve(self, near: Document, scope: str, kind: str, target: str, qualifier: str) -> list[Candidate]:
        """The definitions that the name means, at most three; `scope` is the qualified name of the user."""
        by_document = self._by_name.get(target)
        imports = self._imports.get(near.id)
        if by_document is None and (imports is None or target not in imports.bindings):
            return []
        here = by_document is not None and near.id in by_document
        if here or qualifier.split(".", 1)[0] in _SELF:
            return self._search(near, scope, kind, target, qualifier)
        key = (near.id, kind, target, qualifier)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._search(near, scope, kind, target, qualifier)
        return found

    def defined_in(self, name: str, document: int) -> Sequence[Candidate]:
        """The definitions of a name at the top of a document."""
        found = self._by_name.get(name, {}).get(document, ())
        return [candidate for candidate in found if not candidate.prefix and not candidate.extends]

    def _search(self, near: Document, scope: str, kind: str, target: str, qualifier: str) -> list[Candidate]:
        if not near.is_code:
            return self._mentioned(near, kind, target, qualifier)
        if qualifier:
            return self._qualified(near, scope, kind, target, qualifier)
        found = self._fitting(near, kind, target)
        if near.family in _LEXICAL:
            found = [c for c in found if not c.prefix or _is_in_scope(c, near, scope)]
        elif near.family not in _IMPLICIT_SELF:
            found = [c for c in found if c.kind not in _MEMBERS or c.document is near]
        here = [candidate for candidate in found if candidate.document is near]
        if here:
            return _chosen(kind, _innermost(here, scope))
        binding = self._binding(near, target)
        if binding is not None:
            return self._bound(near, kind, target, binding)
        return self._nearest(near, kind, found)

    def _qualified(self, near: Document, scope: str, kind: str, target: str, qualifier: str) -> list[Candidate]:
        parts = [part for part in qualifier.split(".") if part]
        first, last = (parts[0], parts[-1]) if parts else ("", "")
        found = self._fitting(near, kind, target)
        if first in _SELF and len(parts) == 1:
            return self._own(near, scope, kind, found, inherited=first in {"super", "parent", "base"})
        binding = self._binding(near, qualifier) or self._binding(near, first)
        if binding is not None:
            if not binding.documents:
                return []
            among = [c for c in found if c.document in binding.documents]
            tests: tuple[_Test, ...] = (lambda c: c.owner in {last, binding.original}, lambda c: not c.prefix, _any)
            for test in tests:
                if chosen := _chosen(kind, list(filter(test, among))):
                    return chosen
            last = binding.original if binding.original != "*" and len(parts) == 1 else last
        folded = last.lower()
        tests = (
            lambda c: c.owner == last,
            lambda c: not c.prefix and last in {c.document.stem, c.document.directory.rpartition("/")[2]},
            lambda c: bool(folded) and c.owner.lower() == folded,
        )
        for test in tests:
            fitting = list(filter(test, found))
            if fitting:
                return self._nearest(near, kind, fitting)
        return self._of_unknown(near, kind, target, found)

    def _own(
        self, near: Document, scope: str, kind: str, found: list[Candidate], *, inherited: bool
    ) -> list[Candidate]:
        """A member of the class around the user, or of its bases."""
        here = [c for c in found if c.document is near and c.prefix and f"{scope}.".startswith(f"{c.prefix}.")]
        if here and not inherited:
            return _chosen(kind, _innermost(here, scope))
        others = [c for c in found if c.kind in _MEMBERS and c not in here]
        return self._nearest(near, kind, others)

    def _of_unknown(self, near: Document, kind: str, target: str, found: list[Candidate]) -> list[Candidate]:
        """A member of an object whose type nobody tells."""
        members = [c for c in found if c.kind in _MEMBERS and (kind != "calls" or c.kind != "field")]
        visible = self._imports[near.id].counts if near.id in self._imports else {}
        close = [c for c in members if c.document is near or c.document.id in visible]
        if close:
            return _chosen(kind, close)
        return [] if target in _EVERYDAY else self._nearest(near, kind, members)

    def _bound(self, near: Document, kind: str, target: str, binding: Binding) -> list[Candidate]:
        name = target if binding.original in {"*", "default"} else binding.original
        found = self._fitting(near, kind, name)
        among = [c for c in found if c.document in binding.documents]
        if among:
            return _chosen(kind, [c for c in among if not c.prefix] or among)
        # A door hands on what stands behind it: `from package import name` where `name` is in package/module.py.
        folders = [d.directory for d in binding.documents if d.stem in DOORS]
        behind = [c for c in found if any(_is_below(c.document.directory, folder) for folder in folders)]
        return self._nearest(near, kind, [c for c in behind if not c.prefix])

    def _mentioned(self, near: Document, kind: str, target: str, qualifier: str) -> list[Candidate]:
        owner = qualifier.rpartition(".")[2]
        found = [c for group in self._by_name.get(target, {}).values() for c in group if c.document.is_code]
        if owner:
            owned = [c for c in found if owner in {c.owner, c.document.stem}]
            return _chosen(kind, _without_tests(owned))
        return _chosen(kind, _without_tests([c for c in found if c.kind not in VALUE_KINDS or "_" in target]))

    def _fitting(self, near: Document, kind: str, target: str) -> list[Candidate]:
        wanted, family = _KINDS[kind], near.family
        return [
            candidate
            for group in self._by_name.get(target, {}).values()
            if group[0].document.family == family
            for candidate in group
            if candidate.kind in wanted
        ]

    def _binding(self, near: Document, name: str) -> Binding | None:
        imports = self._imports.get(near.id)
        return imports.bindings.get(name) if imports else None

    def _nearest(self, near: Document, kind: str, found: list[Candidate]) -> list[Candidate]:
        if not found:
            return []
        visible = self._imports[near.id].counts if near.id in self._imports else {}
        tests: tuple[_Test, ...] = (
            lambda c: c.document is near,
            lambda c: c.document.id in visible,
            lambda c: c.document.directory == near.directory,
        )
        for test in tests:
            fitting = list(filter(test, found))
            if fitting:
                return _chosen(kind, fitting)
        return _chosen(kind, found if near.is_test else _without_tests(found))


def _any(candidate: Candidate) -> bool:
    return True


def _is_below(folder: str, top: str) -> bool:
    return not top or folder == top or folder.startswith(f"{top}/")


def _without_tests(found: list[Candidate]) -> list[Candidate]:
    return [candidate for candidate in found if not candidate.document.is_test]


def _is_around(candidate: Candidate, scope: str) -> bool:
    """Whether what the candidate stands in is around the user too."""
    return f"{scope}.".startswith(f"{candidate.prefix}.")


def _is_in_scope(candidate: Candidate, near: Document, scope: str) -> bool:
    return candidate.document is near and candidate.kind not in _MEMBERS and _is_around(candidate, scope)


def _innermost(found: list[Candidate], scope: str) -> list[Candidate]:
    """Those in the scope around the user that is smallest; all of them when none is around it."""
    around = [c for c in found if not c.prefix or _is_around(c, scope)]
    if not around:
        return found
    deepest = max(len(candidate.prefix) for candidate in around)
    return [candidate for candidate in around if len(candidate.prefix) == deepest]


def _chosen(kind: str, found: list[Candidate]) -> list[Candidate]:
    if len(found) > 1:
        found = [c for c in found if c.kind in _PREFERRED[kind]] or found
        found = [c for c in found if not c.extends] or found
    return found if len(found) <= MAX_CANDIDATES else []
