"""Node types by which a language says what a function must be where it stands: `contexts` in `grammars.json`."""

from __future__ import annotations

from citeline.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Shapes:
    """What `contexts.py` looks for in a tree."""

    functions: frozenset[str]
    """Functions that are values."""
    lists: frozenset[str]
    """Lists of their parameters."""
    parameters: frozenset[str]
    """Parameters with a declared type."""
    values: frozenset[str]
    """Parameters, variables and fields whose declared type says what the value in them must be."""
    around: frozenset[str]
    """What stands between a function's type and the definition, or the function, that it says something of."""
    same: frozenset[str]
    """Expressions from which what is expected is that of their parts."""
    whole: frozenset[str] = frozenset()
    """Patterns that bind all of what stands there to the name in them."""
    bounds: frozenset[str] = frozenset()
    """What says of a type parameter that it is a function: all parameters of its type are one."""
    uncounted: frozenset[str] = frozenset()
    """What is no parameter in a list of them."""
    taken: frozenset[str] = frozenset()
    """Patterns that take parts out of what something is matched with."""
    fields: frozenset[str] = frozenset()
    """Patterns that take a field out of a struct."""
    bare_types: bool = False
    """The parameters of a function's type are types without a name."""
