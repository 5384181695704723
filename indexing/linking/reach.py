"""What a bare name can reach: one row for each family of languages, in `reach.json`."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import Any, Final, Literal

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Reach:
    """How far `run()` reaches when nothing stands before it."""

    members: Literal["no", "own", "any"] = "no"
    """Members of types: none, those of the types around the user and their bases, or (Haskell's classes) all."""
    in_types: bool = True
    """What stands in a type is known in it by its name alone, as its types and constants are."""
    of_modules: bool = True
    """Functions inside of modules and namespaces elsewhere, which some import may have opened."""
    only_bound: bool = False
    """A bare name is one that the file defines or an import binds, by name or as one of all that a file has."""
    calls: Literal["imported", "folder", "anywhere"] = "anywhere"
    """Where a function that is not in the file can be: where an import leads, in the same folder, or anywhere."""
    split_types: bool = False
    """Members of one type are spread over files: extensions, partial classes, definitions beside declarations."""
    objects: bool = False
    """Functions of objects and modules are called through `this` too, not only methods of types."""
    selves: frozenset[str] = frozenset({"self", "this"})
    """What stands for the object or type around the user."""
    bases: frozenset[str] = frozenset({"super"})
    """What stands for its bases."""
    exported: frozenset[str] = frozenset()
    """Paths that stand for what the file itself hands out: `exports.check()`."""
    outside: frozenset[str] = frozenset()
    """Names that paths to what is never ours begin with."""
    binds: frozenset[str] = frozenset()
    """Languages of which all that binds a name in a function is read: a name that nothing binds or defines is not ours.
    """
    typed: bool = False
    """Types are declared or inferred for every value."""
    extended: bool = False
    """Any type may have methods that stand elsewhere: one that it has not of its own may be one of these."""
    converts: bool = False
    """`Type(value)` is a use of the type and no call; one that makes a value is marked (`citeline.model.MADE`)."""
    calls_values: bool = False
    """A variable or field that holds a function is defined where the function is: `const f = () => …`."""
    hands_on: bool = False
    """What a file imports, others can import from it."""
    module_paths: bool = False
    """Paths in code begin with modules that no import need name: `crate::net::connect()`."""
    scoped_traits: bool = False
    """A value has the methods of all traits for any type that the file knows, also of ones that its type does not name.
    """
    only_types: frozenset[str] = frozenset()
    """Kinds of types that no call means: there is no `new` of an interface, and `Err(…)` is no enum of that name."""
    own_macros: frozenset[str] = frozenset()
    """Macros of the language: one of that name in another file is meant only where it is imported."""
    last_wins: bool = False
    """A later definition of a name replaces an earlier one: overloads and their implementation, branches."""
    unwraps: frozenset[str] = frozenset()
    """Methods of wrappers that give what is in them; types are noted without their wrappers."""
    pointers: frozenset[str] = frozenset()
    """Types whose methods are those of what they lead to."""
    opens: frozenset[str] = frozenset()
    """Of these the ones that give what an optional value holds, `?` among them; the others give it as it is."""
    many: Sequence[str] = ()
    """What blocks that add to collections of the language are called."""
    everywhere: str = ""
    """Module of that name in any file whose definitions all files know: TypeScript's `declare global`."""
    keeps: frozenset[str] = frozenset()
    """Methods of collections that give a collection of the same elements, and of optional values that give these."""
    entries: frozenset[str] = frozenset()
    """Methods of collections that give a collection of entries, each of which holds an element."""
    flattens: frozenset[str] = frozenset()
    """Methods of collections of collections that give what is in these."""
    gives: frozenset[str] = frozenset()
    """Methods of collections that give an element."""
    takes: frozenset[str] = frozenset()
    """Methods of collections that give one element, or none, as an optional value."""
    hands: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Methods of collections and of optional values to the places at which functions get what is held, where that is
    not the first parameter: `(:1)(:0)` is the first of the function that the method takes as its second.
    """


_OTHERS: Final = Reach()


def _row(told: Mapping[str, Any]) -> Reach:
    """Texts are words; `hands` lists methods, and the places at which functions get what is held."""
    words = {key: frozenset(text.split()) for key, text in told.items() if isinstance(getattr(_OTHERS, key), frozenset)}
    hands = {method: places for methods, *places in told.get("hands", ()) for method in methods.split()}
    return Reach(**{**told, **words, "hands": hands})


@cache
def _rows() -> Mapping[str, Reach]:
    table = json.loads(shipped_text("citeline.indexing.linking", "reach.json"))
    return {family: _row(told) for family, told in table.items()}


def reach_of(family: str) -> Reach:
    """The row of a family."""
    return _rows().get(family, _OTHERS)
