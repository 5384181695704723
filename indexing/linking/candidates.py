"""A definition that a name may mean, and the questions that every way of resolving asks about it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from citeline.model import CALLABLE_KINDS, DEFINITION_KINDS, TYPE_KINDS, VALUE_KINDS

from .documents import Document
from .places import DOORS
from .reach import Reach

MAX_CANDIDATES: Final = 3
FITTING: Final[Mapping[str, Collection[str]]] = {
    "calls": CALLABLE_KINDS | TYPE_KINDS | VALUE_KINDS,
    "inherits": TYPE_KINDS,
    "references": DEFINITION_KINDS - {"constructor"},
    "mentions": DEFINITION_KINDS,
}
"""Kind of edge to the kinds of nodes that it can lead to."""
_PREFERRED: Final[Mapping[str, Collection[str]]] = {
    "calls": CALLABLE_KINDS | TYPE_KINDS,
    "inherits": TYPE_KINDS,
    "references": TYPE_KINDS,
    "mentions": TYPE_KINDS | CALLABLE_KINDS,
}
GUESS: Final = 0.5
"""Certainty of what may be another: a member of an object whose type nobody tells, what a variable need not hold."""
MEMBERS: Final = frozenset({"method", "constructor", "field"})
_CONFTEST: Final = "conftest"


class Candidate(NamedTuple):
    """A definition that a name may mean."""

    node: int
    document: Document
    kind: str
    name: str
    prefix: str
    """Qualified name without the name itself; empty at the top of a file."""
    extends: bool
    """A block that adds to a type defined elsewhere."""
    is_nested: bool
    """Its name is known where its prefix is around; that of `res.send = …` is not in `res`."""
    block: int = 0
    """The node around it."""
    in_type: bool = False
    """Stands in a type or a block that adds to one."""
    type: str = ""
    """Path of its type, of a function of its result; see `parsers.programs.receivers`."""
    attributes: Mapping[str, str] = MappingProxyType({})
    """Of a type: paths of what its methods assign to `self` or `this`."""
    bounds: Mapping[str, str] = MappingProxyType({})
    """Of a type or function: its type parameters, and paths of what they must be."""
    fulfils: str = ""
    """Name of the trait that it is an implementation for."""
    is_excluded: bool = False
    """What its conditions ask of a build is not so in one for Linux with all features."""
    parameters: Sequence[str] | None = None
    """Of an overload: paths of the types of its parameters."""
    keyed: bool = False
    """A function that is a member of an object, which no bare name reaches."""
    computed: bool = False
    """A member that a constant of its name names: `[name]() {}`."""
    is_private: bool = False
    """Known in its file alone, while its type has a method of that name for others by a trait."""

    stands_for: Sequence[str] = ()
    """Of a block that a macro writes: further types that it is for."""
    is_property: bool = False
    """A method that is asked for and not called."""
    is_doubtful: bool = False
    """The name that leads to it may hold something else, which nobody can tell."""

    @property
    def is_callable(self) -> bool:
        """Whether it is a function, and no property, which is only asked for."""
        return self.kind in CALLABLE_KINDS and not self.is_property

    @property
    def takes_something(self) -> bool:
        """Whether it is declared as a function."""
        return any(key.startswith("(") for key in self.attributes)

    @property
    def is_everywhere(self) -> bool:
        """Known in all files."""
        return bool(self.prefix) and self.prefix == self.document.reach.everywhere

    @property
    def owner(self) -> str:
        """Name of the definition around it."""
        return self.prefix.rpartition(".")[2]

    @property
    def qualified_name(self) -> str:
        """Dotted path inside its document."""
        return f"{self.prefix}.{self.name}" if self.prefix else self.name


class Resolved(NamedTuple):
    """What a name means."""

    candidates: Sequence[Candidate]
    """At most three."""
    weight: float
    """1 for a single sure one; less when there are several, or when the owner had to be guessed."""


NOTHING: Final = Resolved((), 0.0)


def resolved(candidates: Sequence[Candidate], certainty: float = 1.0) -> Resolved:
    """Equally good candidates share the certainty; a constructor is no alternative to its type."""
    if not candidates:
        return NOTHING
    alternatives = [c for c in candidates if c.kind != "constructor"] or candidates
    if any(c.is_doubtful for c in candidates):
        certainty = min(certainty, GUESS)
    return Resolved(candidates, certainty / len(alternatives))


def led_to(kind: str, found: Iterable[Candidate]) -> list[Candidate]:
    """Those that an edge of a kind can lead to."""
    wanted = FITTING[kind]
    if kind != "calls":
        return [c for c in found if c.kind in wanted]
    return [c for c in found if c.kind in wanted and c.kind not in c.document.reach.only_types]


def built_with(near: Document, found: list[Candidate]) -> list[Candidate]:
    """Of what has one name in a folder that which is built with a file: a build takes one file of each tag. Where
    none is, all of them.
    """
    if len(found) < 2 or near.reach.calls != "folder" or not any(c.is_excluded for c in found):
        return found
    fitting = [c for c in found if c.document.build == near.build]
    taken = {(c.document.directory, c.qualified_name) for c in fitting}
    return fitting + [c for c in found if (c.document.directory, c.qualified_name) not in taken]


def chosen(kind: str, found: list[Candidate]) -> list[Candidate]:
    """The candidates of the kinds that the edge prefers; none when more than three are equally good."""
    if len(found) > 1:
        found = merged([c for c in found if c.kind in _PREFERRED[kind]] or found)
        found = [c for c in found if not c.extends] or found
        constructors = sum(c.kind == "constructor" for c in found)
        if 1 < constructors < len(found):
            # Which of the overloads is called stays open; their type is what all of them say.
            found = [c for c in found if c.kind != "constructor"]
    if len(found) > 1 and found[0].document.reach.last_wins:
        found = list({(c.document.id, c.qualified_name): c for c in found}.values())
    return found if len(found) <= MAX_CANDIDATES else []


def merged(found: list[Candidate]) -> list[Candidate]:
    """One part of each type that all files know and that several may add to: it stands for the whole."""
    if not found or not found[0].document.reach.everywhere:
        return found
    parts = {(c.qualified_name, c.kind): c for c in reversed(found) if c.is_everywhere}
    return [c for c in found if not c.is_everywhere or parts[c.qualified_name, c.kind] is c]


def innermost(found: list[Candidate], scope: str) -> list[Candidate]:
    """Those of the deepest scope around the user."""
    around = [c for c in found if encloses(c.prefix, scope)]
    deepest = max((len(candidate.prefix) for candidate in around), default=0)
    return [candidate for candidate in around if len(candidate.prefix) == deepest]


def encloses(prefix: str, scope: str) -> bool:
    """Whether the qualified name `scope` is `prefix` or lies below it."""
    return not prefix or f"{scope}.".startswith(f"{prefix}.")


def without_tests(found: list[Candidate]) -> list[Candidate]:
    """Those that code outside of tests can use."""
    return [candidate for candidate in found if not candidate.document.is_test]


def is_reachable(candidate: Candidate, reach: Reach) -> bool:
    """Whether a bare name reaches what stands inside of something elsewhere."""
    if candidate.kind in MEMBERS:
        return reach.members == "any" or (candidate.kind == "constructor" and candidate.name == candidate.owner)
    return reach.of_modules and (reach.in_types or not candidate.in_type)


def is_fixture(document: Document, near: Document) -> bool:
    """Pytest hands what `conftest.py` defines to the tests in its folder and below, by name."""
    return document.stem == _CONFTEST and near.is_test and f"{near.directory}/".startswith(f"{document.directory}/")


def is_behind(candidate: Candidate, documents: Iterable[Document]) -> bool:
    """A door hands on what stands behind it: `from package import name` where `name` is in package/module.py."""
    folders = [document.directory for document in documents if document.stem in DOORS]
    here = candidate.document.directory
    return any(not folder or here == folder or here.startswith(f"{folder}/") for folder in folders)
