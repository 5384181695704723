"""Which members a type or file has, of its own and by its bases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Final, Protocol

from citeline.data_files import shipped_text
from citeline.model import TYPE_KINDS

from .candidates import Candidate, built_with, without_tests
from .definitions import Definitions
from .documents import Document
from .doors import Doors
from .hierarchy import outwards
from .overloads import may_take
from .receiver import Receiver

_NONE: Final[Mapping[str, str]] = {}


class Scopes(Protocol):
    """What `Names` tells about the places that paths begin at."""

    @property
    def definitions(self) -> Definitions:
        """All definitions by name."""
        ...

    @property
    def doors(self) -> Doors:
        """What files import and hand on."""
        ...

    def bare(self, near: Document, scope: str, name: str) -> Sequence[Candidate]:
        """What a name alone means."""
        ...

    def bases(self, near: Document, scope: str, target: str, qualifier: str) -> Sequence[Candidate]:
        """What a type's name means."""
        ...

    def levels_above(self, near: Document, scope: str) -> Sequence[Sequence[Candidate]]:
        """The bases of a type, level by level."""
        ...


class Members:
    """Looks up members."""

    def __init__(self, scopes: Scopes) -> None:
        self._scopes = scopes

    def around(self, near: Document, scope: str) -> tuple[Candidate, ...]:
        """The innermost type around a definition."""
        for prefix in outwards(scope):
            around, _, name = prefix.rpartition(".")
            found = self._scopes.definitions.by_prefix(name, near.family).get(around, ())
            found = [c for c in found if c.kind in TYPE_KINDS and c.kind != "module"]
            if close := _closest(near, [c for c in found if not c.extends] or found):
                if around and near.reach.module_paths and all(c.extends for c in close):
                    return tuple(self._scopes.bases(near, scope, name, "")) or tuple(close)
                return tuple(close)
        return ()

    def of(self, candidate: Candidate, name: str, given: str = "") -> Sequence[Candidate]:
        """Those of a type; of the nearest bases when it has none, or none that takes what a call is given. `[name]` are
        those that a constant names.
        """
        nearest: list[Candidate] = []
        computed = name.startswith("[")
        by_prefix = self._scopes.definitions.by_prefix(name.strip("[]"), candidate.document.family)
        for level in ([candidate], *self.levels(candidate)) if by_prefix else ():
            found: list[Candidate] = []
            for one in level:
                if members := by_prefix.get(one.qualified_name):
                    found += self._members_of(one, members)
            found = [c for c in found if c.computed == computed]
            if found and may_take(found, given):
                return found
            nearest = nearest or found
        return nearest

    def of_others(self, near: Document, value: Receiver, name: str) -> Sequence[Candidate]:
        """Those that blocks for a type which is not ours give a value of it: `impl Shape for [u8]`, where a file knows
        the trait.
        """
        if not near.reach.many or not name.isidentifier():
            return ()
        for one in kinds_of(value, near.reach.many):
            if own_method(one, name) is not None:
                return ()
            members = {c.node: c for block in self._blocks(near, one) for c in self.of(block, name)}
            if found := [c for c in members.values() if self._knows(near, c.fulfils or c.owner)]:
                return found
        return ()

    def _blocks(self, near: Document, name: str) -> Iterable[Candidate]:
        """Of each file one that adds to the type of a name."""
        found = self._scopes.definitions.in_family(name, near.family)
        return {(c.document.id, c.prefix): c for c in found if c.extends}.values()

    def _knows(self, near: Document, trait: str) -> bool:
        """Whether a file defines or imports a trait of ours."""
        doors = self._scopes.doors
        if (binding := doors.binding(near, trait)) is not None:
            return bool(binding.documents)
        here = self._scopes.definitions.named(trait).get(near.id) or doors.of_globs(near, trait)
        return any(c.kind == "trait" for c in here)

    def blocks_with(self, owner: Candidate, attribute: str) -> Iterable[Candidate]:
        """Blocks that add to a type, with what they say of it under a name."""
        named = self._scopes.definitions.in_family(owner.name, owner.document.family)
        found = [c for c in named if c.extends and attribute in c.attributes]
        here = [c for c in found if c.document is owner.document]
        return here or (c for c in found if self._means(c.document, owner))

    def may_reach(self, near: Document, name: str) -> bool:
        """Whether something of ours has the name that no member of something else is: a global one, for all we know."""
        found = self._scopes.definitions.in_family(name, near.family)
        if near.reach.only_bound:
            return any(c.document is near for c in found) or bool(self._scopes.doors.starred(near))
        return any(not c.prefix or c.document is near for c in found)

    def holding(self, near: Document, name: str) -> Iterable[Candidate]:
        """The definition that the members of an object stand in."""
        found = self._scopes.definitions.in_family(name.rpartition(".")[2], near.family)
        return (c for c in found if c.document is near and c.qualified_name == name)

    def is_named(self, near: Document, scope: str, name: str) -> bool:
        """Whether `[name]` is a member: it names a constant outside of functions."""
        return bool(name) and any(c.kind == "constant" and not c.prefix for c in self._scopes.bare(near, scope, name))

    def _members_of(self, owner: Candidate, found: Sequence[Candidate]) -> list[Candidate]:
        """Those that belong to a type: in its file, else where its name means it."""
        reach = owner.document.reach
        if owner.kind != "module":
            # A function stands in a function, which may be called like the type.
            found = [c for c in found if c.kind != "function" or c.keyed]
        if owner.is_everywhere:
            return list(found) if owner.document.is_test else without_tests(list(found))
        if (here := [c for c in found if c.document is owner.document]) or not reach.split_types:
            return here
        if reach.calls == "folder":
            return built_with(owner.document, [c for c in found if c.document.directory == owner.document.directory])
        return [c for c in found if self._means(c.document, owner)]

    def _means(self, near: Document, owner: Candidate) -> bool:
        """Whether a file that adds members to a type of that name means this one."""
        bases = self._scopes.bases(near, "", owner.name, "")
        return any(base.node == owner.node for base in bases) or not any(not base.extends for base in bases)

    def levels(self, candidate: Candidate) -> Iterable[Sequence[Candidate]]:
        """The bases of a type, level by level."""
        return self._scopes.levels_above(candidate.document, candidate.qualified_name)

    def top(self, documents: Sequence[Document], name: str) -> list[Candidate]:
        """What files define or hand on under a name."""
        if not documents:
            return []
        found = self._scopes.definitions.in_family(name, documents[0].family)
        found = [c for c in found if c.document in documents and not c.prefix and not c.extends]
        if found and not all(c.is_excluded for c in found):
            return found
        return list(self._scopes.doors.handed_on(documents, name)[0]) or found


def kinds_of(value: Receiver, many: Sequence[str]) -> Sequence[str]:
    """What blocks that add to the type of a value call it, where that is not ours."""
    if value.elements:
        return many
    if value.role == "function":
        return ("fn",) if value.candidates and all(c.kind == "function" for c in value.candidates) else ()
    if value.role == "value" and not value.name.endswith("pointer"):
        return ()
    return (value.name, "str") if value.name == "String" else (value.name,) if value.name.isidentifier() else ()


def has_own(value: Receiver, name: str) -> bool:
    """Whether a value is of the language's types, which blocks add to, and has a method of the name itself."""
    every = value.candidates
    return bool(every) and all(c.extends and own_method(c.name, name) is not None for c in every)


def own_method(kind: str, name: str) -> str | None:
    """What the method of that name of Rust's own type gives, `[]u8`, empty when it is not told; None without one."""
    own = _own_methods().get(kind, _NONE)
    found = own.get(name)
    return own.get(f"{name.partition('_')[0]}_*") if found is None and "_" in name else found


@cache
def _own_methods() -> Mapping[str, Mapping[str, str]]:
    """Name of a type to its methods."""
    text = shipped_text("citeline.indexing.linking", "own_methods.txt")
    found: dict[str, dict[str, str]] = {}
    kinds: Sequence[str] = ()
    for line in text.splitlines():
        before, colon, after = line.partition(":")
        if not line.startswith("#"):
            kinds = before.split() if colon else kinds
            named = [one.partition("=") for one in (after if colon else line).split()]
            for kind in kinds:
                found.setdefault(kind, {}).update((name, given) for name, _, given in named)
    return found


def _closest(near: Document, found: list[Candidate]) -> list[Candidate]:
    """Those of the same file, else of the same folder, else all."""
    tests: tuple[Callable[[Candidate], bool], ...] = (
        lambda c: c.document is near,
        lambda c: c.document.directory == near.directory,
    )
    for test in tests:
        if close := list(filter(test, found)):
            return close
    return found


def bound_of_block(block: Candidate) -> str:
    """What a type parameter must be that a block adds to, itself or behind a pointer."""
    own = [path for name, path in block.bounds.items() if not name.startswith("^")]
    if block.name in block.document.reach.pointers and len(own) == 1:
        return own[0]
    return block.bounds.get(block.name, "")
