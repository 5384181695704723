"""Finds the types of what stands before a call, along a path as `parsers.programs.receivers` writes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

from citeline.model import CALLABLE_KINDS, OR, TYPE_KINDS

from .candidates import Candidate
from .documents import Document
from .hierarchy import is_member, outwards
from .imports import Binding
from .reach import reach_of

_STEP: Final = re.compile(r"<[^>]*>|\[\]|\(\)|[^.<>()\[\]]+")
_ONLY_TYPES: Final = frozenset({"interface", "type"})
_SAME: Final = "<=>"
"""Type of a function that gives what it is called on."""
_MAX_DEPTH: Final = 8
"""Of paths that are looked up because another one leads through them."""

_MAX_KNOWN: Final = 100_000

Role: TypeAlias = Literal["value", "type", "function", "files", "outside"]


class Receiver(NamedTuple):
    """What a path stands for."""

    role: Role
    """A value of one of the types, the types themselves, functions, files, or something that is not ours."""
    candidates: tuple[Candidate, ...] = ()
    documents: tuple[Document, ...] = ()
    elements: bool = False
    """A collection of such values."""
    name: str = ""
    """Of a type that is not ours."""
    is_partial: bool = False
    """It may also be something else, which nobody can tell."""


OUTSIDE: Final = Receiver("outside")


class Scopes(Protocol):
    """What `Names` tells about the places that paths begin at."""

    def named(self, name: str, family: str) -> Sequence[Candidate]:
        """The definitions of a name in the languages of a family."""

    def bare(self, near: Document, scope: str, name: str) -> Sequence[Candidate]:
        """What a name alone means."""

    def bases(self, near: Document, scope: str, target: str, qualifier: str) -> Sequence[Candidate]:
        """What a type's name means."""

    def levels_above(self, near: Document, scope: str) -> Sequence[Sequence[Candidate]]:
        """The bases of a type, level by level."""

    def binding(self, near: Document, name: str) -> Binding | None:
        """What an import makes of a name."""


class Receivers:
    """Follows paths; remembers where they lead."""

    def __init__(self, scopes: Scopes) -> None:
        self._scopes = scopes
        self._known: dict[tuple[int, str, str], Receiver | None] = {}
        self._depth = 0

    def find(self, near: Document, scope: str, path: str) -> Receiver | None:
        """What the path stands for, seen from a definition; None when nobody can tell."""
        key = (near.id, scope, path)
        if key in self._known:
            return self._known[key]
        if self._depth >= _MAX_DEPTH:
            return None
        if len(self._known) > _MAX_KNOWN and not self._depth:
            self._known.clear()
        self._known[key] = None  # a path that leads through itself
        self._depth += 1
        if OR in path:
            found = _either([self.find(near, scope, one) for one in path.split(OR)])
        else:
            found = self._follow(near, scope, path)
        self._depth -= 1
        self._known[key] = found
        return found

    def _follow(self, near: Document, scope: str, path: str) -> Receiver | None:
        found: Receiver | None = None
        is_partial = False
        for place, step in enumerate(_STEP.findall(path)):
            found = self._start(near, scope, step) if place == 0 else self._next(found, step)
            if found is None:
                return None
            is_partial |= found.is_partial
        return found._replace(is_partial=is_partial) if found and is_partial else found

    def members(self, receiver: Receiver, name: str) -> Sequence[Candidate]:
        """The members of that name; those of the nearest bases when the types have none."""
        if receiver.role == "files":
            return self._top(receiver.documents, name)
        found: dict[int, Candidate] = {}
        for candidate in receiver.candidates:
            found.update((member.node, member) for member in self._members(candidate, name))
        return list(found.values())

    def held(self, value: Candidate) -> Sequence[Candidate] | None:
        """The types or functions that a value stands for; None when it holds anything else."""
        told = self._typed(value) if value.type else None
        return told.candidates if told is not None and told.role in {"type", "function"} else None

    def _start(self, near: Document, scope: str, step: str) -> Receiver | None:
        reach = reach_of(near.family)
        if step.startswith("<"):
            return self._declared(near, scope, step[1:-1])
        if step in reach.selves:
            own = self._around(near, scope)
            return Receiver("type" if step in {"cls", "Self", "static"} else "value", own) if own else None
        if step in reach.bases:
            own = self._around(near, scope)
            above = next((tuple(level) for one in own for level in self._levels(one)), ())
            return Receiver("value", above) if above else None
        binding = self._scopes.binding(near, step)
        found = () if binding and reach.calls == "folder" else self._scopes.bare(near, scope, step)
        if binding is not None and not found:
            if not binding.documents:
                return OUTSIDE
            return Receiver("files", documents=binding.documents) if binding.original in {"*", step} else None
        return self._said_of(found)

    def _next(self, before: Receiver | None, step: str) -> Receiver | None:
        if before is None or before.role == "outside":
            return before
        if step == "()":
            if before.role == "type":
                return Receiver("value", before.candidates)
            return self._result(before.candidates) if before.role == "function" else None
        if step == "[]":
            return before._replace(elements=False) if before.elements else None
        if before.elements or before.role == "function":
            return None
        found = self.members(before, step)
        if found:
            if before.role == "value" and any(c.type in {"<Self>", "<this>"} for c in found):
                return _giving(before)
            return self._said_of(found)
        for candidate in before.candidates:
            if step in candidate.attributes:
                return self.find(candidate.document, candidate.qualified_name, candidate.attributes[step])
            for level in self._levels(candidate):
                for base in level:
                    if step in base.attributes:
                        return self.find(base.document, base.qualified_name, base.attributes[step])
                    if base.name == step and before.role == "value":
                        return Receiver("value", (base,))  # Go's embedded fields are called like their types
        if step in reach_of(before.candidates[0].document.family if before.candidates else "").unwraps:
            # `Some(x).unwrap()`: wrappers stand for what is in them, so they have no members that we know.
            return _giving(before)
        return None

    def _result(self, functions: Sequence[Candidate]) -> Receiver | None:
        """What calling the functions gives."""
        found: list[Receiver] = []
        for function in functions:
            if function.type == _SAME:
                return Receiver("value", tuple(functions))
            if function.kind == "constructor":
                own = self._around(function.document, function.prefix)
                if own:
                    found.append(Receiver("value", own))
            elif function.type:
                told = self._typed(function)
                if told is not None:
                    found.append(told)
        return _joined(found)

    def _said_of(self, found: Sequence[Candidate]) -> Receiver | None:
        """What definitions stand for when they are named."""
        if any(c.kind not in _ONLY_TYPES for c in found):
            # One name may be an interface and a value, which is what an expression means.
            found = [c for c in found if c.kind not in _ONLY_TYPES]
        types = tuple(c for c in found if c.kind in TYPE_KINDS)
        if types:
            return Receiver("type", types)
        functions = tuple(c for c in found if c.kind in CALLABLE_KINDS)
        if functions:
            return Receiver("function", functions)
        return _joined([told for c in found if c.type and (told := self._typed(c)) is not None])

    def _typed(self, candidate: Candidate) -> Receiver | None:
        scope = candidate.prefix if candidate.kind not in CALLABLE_KINDS else candidate.qualified_name
        return self.find(candidate.document, scope, candidate.type)

    def _declared(self, near: Document, scope: str, name: str) -> Receiver | None:
        """A value of a type that is named in a declaration; `A|B` of either."""
        elements = name.startswith("[]")
        found: dict[int, Candidate] = {}
        for one in name.removeprefix("[]").split("|"):
            qualifier, _, target = one.rpartition(".")
            if not target:
                continue
            if target in {"Self", "this"} and not qualifier:
                types: Sequence[Candidate] = self._around(near, scope)
            else:
                types = self._scopes.bases(near, scope, target, qualifier)
            for candidate in types:
                if candidate.kind == "type" and candidate.type and not candidate.extends:
                    told = self._typed(candidate)
                    if told is not None and told.candidates:
                        found.update((c.node, c) for c in told.candidates)
                        elements = elements or told.elements
                        continue
                found[candidate.node] = candidate
        return Receiver("value", tuple(found.values()), elements=elements) if found else OUTSIDE._replace(name=name)

    def _around(self, near: Document, scope: str) -> tuple[Candidate, ...]:
        """The innermost type around a definition."""
        for prefix in outwards(scope):
            name = prefix.rpartition(".")[2]
            found = [c for c in self._scopes.named(name, near.family) if c.qualified_name == prefix]
            found = [c for c in found if c.kind in TYPE_KINDS and c.kind != "module"]
            if close := _closest(near, [c for c in found if not c.extends] or found):
                return tuple(close)
        return ()

    def _members(self, candidate: Candidate, name: str) -> Sequence[Candidate]:
        members = [c for c in self._scopes.named(name, candidate.document.family) if c.prefix]
        for level in ([candidate], *self._levels(candidate)):
            if found := [member for one in level for member in self._members_of(one, members)]:
                return found
        return ()

    def _members_of(self, owner: Candidate, members: Sequence[Candidate]) -> list[Candidate]:
        """Those that belong to a type: in its file, else where its name means it."""
        reach = reach_of(owner.document.family)
        found = [c for c in members if is_member(c, owner, split=reach.split_types)]
        if owner.kind != "module":
            # A function stands in a function, which may be called like the type.
            found = [c for c in found if c.kind != "function"]
        if here := [c for c in found if c.document is owner.document]:
            return here
        if reach.calls == "folder":
            return [c for c in found if c.document.directory == owner.document.directory]
        return [c for c in found if self._means(c.document, owner)]

    def _means(self, near: Document, owner: Candidate) -> bool:
        """Whether a file that adds members to a type of that name means this one."""
        bases = self._scopes.bases(near, "", owner.name, "")
        return any(base.node == owner.node for base in bases) or not any(not base.extends for base in bases)

    def _levels(self, candidate: Candidate) -> Iterable[Sequence[Candidate]]:
        return self._scopes.levels_above(candidate.document, candidate.qualified_name)

    def _top(self, documents: Sequence[Document], name: str) -> list[Candidate]:
        if not documents:
            return []
        found = self._scopes.named(name, documents[0].family)
        return [c for c in found if c.document in documents and not c.prefix]


def _giving(before: Receiver) -> Receiver:
    """A method that gives the value that it is called on."""
    return Receiver("function", tuple(c._replace(type=_SAME) for c in before.candidates))


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


def _either(found: Sequence[Receiver | None]) -> Receiver | None:
    """What may be any of several; None when nothing is known of any."""
    known = [one for one in found if one is not None and one.role != "outside"]
    if not known:
        return OUTSIDE if found and None not in found else None
    alike = [one for one in known if (one.role, one.elements) == (known[0].role, known[0].elements)]
    candidates = {c.node: c for one in alike for c in one.candidates}
    documents = {d.id: d for one in alike for d in one.documents}
    is_partial = len(alike) < len(found) or any(one.is_partial for one in alike)
    first = alike[0]
    return first._replace(
        candidates=tuple(candidates.values()), documents=tuple(documents.values()), is_partial=is_partial
    )


def _joined(found: Sequence[Receiver]) -> Receiver | None:
    """One receiver for several that are alike; nothing of ours when none is."""
    values = [one for one in found if one.role == "value"]
    if not values:
        return found[0] if found else None
    candidates = {c.node: c for one in values for c in one.candidates}
    return Receiver("value", tuple(candidates.values()), elements=values[0].elements)
