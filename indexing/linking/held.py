"""What declared types are; what methods of collections and optional values give and hand to functions.

None of these types is of the corpus; `reach.py` has a row of their methods for each family of languages.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from .candidates import Candidate
from .documents import Document
from .members import Members, Scopes
from .reach import reach_of
from .receiver import Receiver, levels_of

CHANNEL: Final = "chan"
"""Guard of what comes out of a channel."""
OPTIONAL: Final = "?"
"""Of a path, what an optional value holds; and the guard of such a value's type."""
_FAILED: Final = frozenset({"map_err", "or_else", "unwrap_or_else", "inspect_err"})
"""Methods of Rust's results that hand on the error."""


def method_of(many: Receiver, name: str) -> Receiver:
    """A method of a collection, of an optional value, or of a value whose wrapper is not noted; a number is a part."""
    if name.isdigit() and many.elements:
        return many._replace(elements=many.elements - 1)
    return many._replace(role="method of many", name=name)


def result_of(method: Receiver) -> Receiver | None:
    """What a method gives: what it belongs to, or what is held there."""
    reach, name, many = reach_of(family_of(method)), method.name, method._replace(role="value", name="")
    if method.is_optional:
        if name in reach.opens:
            return method.inner
        return many._replace(argument=None) if name in reach.keeps | reach.unwraps else None
    if method.elements and name in reach.gives:
        return many._replace(elements=method.elements - 1)
    if method.elements and name in reach.entries:
        return many._replace(elements=method.elements + 1)
    if method.elements and name in reach.flattens:
        return many._replace(elements=max(method.elements - 1, 1))
    if method.elements and name in reach.takes:
        return Receiver("value", inner=many._replace(elements=method.elements - 1), is_optional=True)
    return many if method.elements and name in reach.keeps else None


def handed_by(method: Receiver, place: str) -> Receiver | None:
    """What a method hands to a function at a place, as `(:0)(:0)`."""
    if method.is_optional and method.argument is not None and place == "(:0)(:0)" and method.name in _FAILED:
        return method.argument
    places = reach_of(family_of(method)).hands.get(method.name)
    if place not in places if places is not None else not place.endswith("(:0)") or place.count("(") != 2:
        return None
    if method.is_optional:
        return method.inner
    return method._replace(role="value", name="", elements=max(method.elements - 1, 0))


def inside(value: Receiver, step: str) -> Receiver | None:
    """An element of a collection, or what an optional value holds; a value itself where its type was told without."""
    if value.is_optional:
        return value.inner
    if step == "[]":
        return value._replace(elements=value.elements - 1) if value.elements else None
    return value if value.role == "value" else None


def family_of(receiver: Receiver) -> str:
    """The family of languages of the types; empty when there are none."""
    while not receiver.candidates and receiver.inner is not None:
        receiver = receiver.inner
    return receiver.candidates[0].document.family if receiver.candidates else ""


class DeclaredTypes(ABC):
    """Tells what a value is of which a type is declared; `Receivers` follows the paths in it."""

    _scopes: Scopes
    _members: Members

    @abstractmethod
    def _typed(self, candidate: Candidate, argument: Receiver | None = None) -> Receiver | None:
        """What a definition with a declared type is."""

    def _declared(self, near: Document, scope: str, name: str) -> Receiver | None:
        """A value of a type that is named in a declaration; `A|B` of either."""
        elements, name = levels_of(name)
        if name.startswith("^"):
            return Receiver("open", elements=elements, name=name[1:])
        found: dict[int, Candidate] = {}
        every = name.split("|")
        for one in every:
            guard, tilde, inner = one.partition("~")
            if inner.startswith("~") and len(every) > 1:
                one = guard  # what it is given is that of one of several
            elif tilde:
                wrapper = self._guarded(near, scope, guard, inner)
                return wrapper._replace(elements=elements + wrapper.elements) if wrapper is not None else None
            if one.startswith("{"):
                found.update((c.node, c) for c in self._members.holding(near, one[1:].removeprefix(":")))
                continue
            qualifier, _, target = one.rpartition(".")
            if not target:
                continue
            if target in {"Self", "this"} and (not qualifier or self._scopes.doors.is_outside(near, qualifier)):
                types: Sequence[Candidate] = self._members.around(near, scope)
            elif qualifier == "Self":
                every_one = (self._members.of(one, target) for one in self._members.around(near, scope))
                types = [c for some in every_one for c in some if c.kind == "type"]
            else:
                types = self._scopes.bases(near, scope, target, qualifier)
                if near.reach.many and all(c.extends and not c.stands_for for c in types):
                    types = ()  # what blocks add to what is not ours is asked for by name
            for candidate in types:
                if candidate.kind == "type" and candidate.in_type and not candidate.type and len(every) == 1:
                    # What a trait leaves open may be told where it is used: `where T::Part: Shape`.
                    return Receiver("open", elements=elements, name=f"^{candidate.owner}.{candidate.name}")
                if candidate.kind == "type" and candidate.type and not candidate.extends:
                    told = self._typed(candidate)
                    if told is not None and told.candidates and len(types) == 1 and name == one:
                        return told._replace(elements=elements + told.elements)
                    if told is not None and told.candidates:
                        found.update((c.node, c) for c in told.candidates)
                        elements = max(elements, told.elements)
                        continue
                found[candidate.node] = candidate
        return Receiver(
            "value" if found else "outside",
            tuple(found.values()),
            elements=elements,
            name=every[0][:2] if every[0].startswith("{:") else "" if found else name,
        )

    def _guarded(self, near: Document, scope: str, guard: str, name: str) -> Receiver | None:
        """A wrapper of ours around something; what is in it where the wrapper is from elsewhere and known for that."""
        inner = self._declared(near, scope, name.removeprefix("~"))
        if name.startswith("~"):
            own = self._declared(near, scope, guard)
            return own._replace(argument=inner) if own is not None and own.role == "value" else own
        if guard == OPTIONAL:
            known = inner is not None and inner.role in {"value", "open"}
            return Receiver("value", inner=inner, is_optional=True) if known else inner
        if guard == CHANNEL:
            return inner._replace(elements=inner.elements + 1, name=CHANNEL) if inner is not None else None
        if guard.endswith("pointer") or (guard == "Into" and near.reach.many):
            return Receiver("value", inner=inner, name=guard)
        qualifier, _, target = guard.rpartition(".")
        ours = tuple(c for c in self._scopes.bases(near, scope, target, qualifier) if not c.extends)
        return Receiver("value", ours, inner=inner, argument=inner) if ours else inner
