"""What a path stands for, what several of them are together, and which are known."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from citeline.model import AND, OR

from .candidates import Candidate
from .documents import Document

Role: TypeAlias = Literal["value", "type", "function", "method of many", "files", "outside", "open"]
PathKey: TypeAlias = tuple[int, str, str]
"""(document, scope, path)"""
_MAX_DEPTH: Final = 8
"""Of paths that are looked up because another one leads through them."""
_MAX_NOT_KEPT: Final = 500
"""Of paths that are followed for one, each time in vain for the next: fields that are all made of each other lead
through one another in more orders than anybody can follow."""
_MAX_KNOWN: Final = 100_000
_NONE_OPEN: Final = _MAX_DEPTH + 1


class Receiver(NamedTuple):
    """What a path stands for."""

    role: Role
    """A value of one of the types, the types themselves, functions, a method of a collection of such values, files,
    something that is not ours, or a value of a type parameter, which is bound where it is used.
    """
    candidates: tuple[Candidate, ...] = ()
    documents: tuple[Document, ...] = ()
    elements: int = 0
    """1 for a collection of such values, 2 for a collection of collections of them, and so on."""
    name: str = ""
    """Of a type that is not ours, `.Type` for itself and `?Type` for what it likely is; or of a type parameter.

    `{:` for a type that is written in place.
    """
    inner: Receiver | None = None
    """What a wrapper of ours stands for when it has no such member itself; of a function, what it gives."""
    argument: Receiver | None = None
    """What the only type parameter of a value's type stands for; of a method, that of what it is called on; of an
    optional value the error that there is instead.
    """
    depth: int = 0
    """How many wrappers have led here."""
    is_optional: bool = False
    """Holds the inner one or none, and has no members of ours."""
    is_partial: bool = False
    """It may also be something else, which nobody can tell."""

    def own(self, members: dict[int, Candidate]) -> dict[int, Candidate]:
        """Without those of objects that are made in the definition in which the type is written, `{ run(): void }`."""
        fields = {node: c for node, c in members.items() if c.kind == "field"} if self.name == "{:" else None
        return fields or members


OUTSIDE: Final = Receiver("outside")
ITSELF: Final = Receiver("outside", name="itself")
"""Where a path leads that is being followed: asked for on the way, it tells nothing new."""


def levels_of(name: str) -> tuple[int, str]:
    """How many collections of collections a type's name in a path begins with, and that of what is in the last."""
    bare = name.lstrip("[]")
    return (len(name) - len(bare)) // 2, bare


def filled(told: Receiver | None, argument: Receiver | None) -> Receiver | None:
    """What is told of a generic type, for one whose only type parameter stands for the argument."""
    if told is None or argument is None:
        return told
    if told.role == "open":
        is_own = told.name.startswith("^")  # of the method
        return told if is_own else argument._replace(elements=told.elements + argument.elements)
    if told.inner is None and told.argument is None:
        return told
    return told._replace(inner=filled(told.inner, argument), argument=filled(told.argument, argument))


def given_to(made: Receiver, argument: Receiver | None) -> Receiver:
    """What a call gives that is given the type argument: `make<Shape>()`."""
    told = filled(made, argument) or made
    return told._replace(argument=argument) if told.role == "value" and told.argument is None else told


def outside(name: str) -> Receiver:
    """What a name stands for that is not ours; it is a type's when it begins with a capital."""
    return OUTSIDE._replace(name=f".{name}") if name[0].isupper() else OUTSIDE


_MAKES: Final = re.compile(r"of|valueOf|forName|now|create|parse|default[A-Z]\w*|(?:get|new)\w*Instance")
"""Members of a type that give one of it: `Charset.forName`; `Integer.toHexString` and `File.separator` do not."""


def after_outside(before: Receiver, step: str) -> Receiver | None:
    """Where a step leads from what is not ours: what a type makes, or gives by a name for that, is likely its own."""
    if step == "[]" and before.elements:
        return OUTSIDE._replace(name=before.name, elements=before.elements - 1) if before.name else None
    if step == "()":
        return before._replace(name=before.name.removeprefix("."))
    is_own = before.name.startswith(".") and _MAKES.fullmatch(step) is not None
    return OUTSIDE._replace(name=f"?{before.name[1:]}") if is_own else OUTSIDE


def giving(value: Receiver) -> Receiver:
    """A method that gives a value, of which we know nothing else."""
    return Receiver("function", inner=value)


def several(path: str, find: Callable[[str], Receiver | None]) -> Receiver | None:
    """What stands for what several paths do: one of them between ` or `, all of them between ` and `."""
    if AND not in path:
        return either([find(one) for one in path.split(OR)])
    each = [find(one) for one in path.split(AND)]
    found = together([one for one in each if one is not None])
    return found._replace(is_partial=True) if found is not None and None in each else found


def either(found: Sequence[Receiver | None]) -> Receiver | None:
    """What may be any of several; None when nothing is known of any."""
    found = [one for one in found if one is not ITSELF] or found[:1]
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


def together(known: Sequence[Receiver]) -> Receiver | None:
    """What has the members of all; None when none is ours."""
    documents = {d.id: d for one in known for d in one.documents}
    candidates = {c.node: c for one in known for c in one.candidates}
    if not (documents or candidates):
        return None
    return Receiver("files" if documents else "value", tuple(candidates.values()), tuple(documents.values()))


def joined(found: Sequence[Receiver]) -> Receiver | None:
    """One receiver for several that are alike; nothing of ours when none is."""
    values = [one for one in found if one.role == "value"]
    if not values:
        return found[0] if found else None
    if len(values) == 1 or all(one.is_optional for one in values):
        return values[0]._replace(inner=joined([one.inner for one in values if one.inner is not None]))
    candidates = {c.node: c for one in values for c in one.candidates}
    return Receiver("value", tuple(candidates.values()), elements=values[0].elements)


class KnownPaths:
    """Where paths lead; one that leads through itself is what the rest of it says."""

    def __init__(self) -> None:
        self._known: dict[PathKey, Receiver | None] = {}
        self._open: dict[PathKey, tuple[int, Receiver]] = {}
        """Those that are being followed, with how many were before and what is known of them so far."""
        self._reached = _NONE_OPEN
        """The first of these that was asked for again."""
        self._not_kept = 0
        """Paths that were followed for the first of these and must be followed again when somebody asks."""

    def get(self, key: PathKey, follow: Callable[[], Receiver | None]) -> Receiver | None:
        """What is known, or what following the path gives; None where that leads through too many others.

        `self.node = self.node.next` beside `self.node = Node()`: followed once for what else the node may be, and once
        more from there. What was found on the way depends on where somebody came from, so it is not kept; nor is what
        was cut short, which depends on how much had been followed before.
        """
        if key in self._known:
            return self._known[key]
        if key in self._open:
            depth, so_far = self._open[key]
            self._reached = min(self._reached, depth)
            return so_far
        depth = len(self._open)
        if not depth:
            self._not_kept = 0
            if len(self._known) > _MAX_KNOWN:
                self._known.clear()
        if depth >= _MAX_DEPTH or self._not_kept >= _MAX_NOT_KEPT:
            return None
        not_kept = self._not_kept
        reached, self._reached = self._reached, _NONE_OPEN
        self._open[key] = depth, ITSELF
        found = follow()
        if self._reached <= depth and found is not None and found is not ITSELF:
            self._open[key] = depth, found
            found = follow()
        del self._open[key]
        if self._reached >= depth:
            found = None if found is ITSELF else found
            self._reached = reached
            if self._not_kept < _MAX_NOT_KEPT:
                self._known[key] = found
                self._not_kept = not_kept
        else:
            self._not_kept += 1
            self._reached = min(reached, self._reached)
        return found
