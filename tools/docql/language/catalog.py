"""What queries can speak of: contexts, functions, properties and operators.

The one place where they are listed, `catalog.json`; errors, completion, the description of the tool and the
documentation are made from its tables. What stands in a row, and in which order: the classes here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass

from .plan import ContextName, ItemKind
from .syntax import Operator

PropertyType: TypeAlias = Literal["text", "number", "date", "list", "truth", "any"]
"""A `date` is a text such as `2026-01-31` that compares like a number. `any`:
a key of a front matter, of which nobody knows beforehand what it holds."""
ArgumentKind: TypeAlias = Literal["", "text", "optional text", "name", "pattern"]
"""`name` may be `"*"` or empty for all; `pattern` is a text or `/…/`."""


@dataclass(frozen=True, slots=True)
class Context:
    """Where a query can begin."""

    path: str
    """As it is written behind `$.`."""
    name: ContextName
    kind: ItemKind
    meaning: str
    example: str


@dataclass(frozen=True, slots=True)
class Function:
    """Something with brackets: a beginning, `$.content.heading(…)`, or a step behind items, `….callers()`."""

    name: str
    on: tuple[str, ...]
    """`content` or `code` for a beginning, else the kinds of items that it applies to."""
    argument: ArgumentKind
    kind: ItemKind
    """Of what it gives; `members` and `parents` of headings are headings."""
    meaning: str
    example: str
    context: ContextName | None = None
    """Of a beginning."""
    level: int = 0
    """Of headings."""


@dataclass(frozen=True, slots=True)
class PropertyInfo:
    """What a filter can ask of an item."""

    name: str
    type: PropertyType
    meaning: str
    sample: str | int
    """A value that it may have; of a list, one of its elements."""


_TABLES: Final[Mapping[str, Any]] = json.loads(shipped_text("citeline.tools.docql.language", "catalog.json"))
_SHARED: Final = {row[0]: PropertyInfo(*row) for row in _TABLES["shared properties"]}
"""Properties that items of several kinds have, by name."""

CONTEXTS: Final = tuple(Context(*row) for row in _TABLES["contexts"])

FUNCTIONS: Final = tuple(Function(name, tuple(on.split()), *rest) for name, on, *rest in _TABLES["functions"])

PROPERTIES: Final[Mapping[ItemKind, tuple[PropertyInfo, ...]]] = {
    kind: tuple(_SHARED[row] if isinstance(row, str) else PropertyInfo(*row) for row in rows)
    for kind, rows in _TABLES["properties"].items()
}
"""Of a front matter, any key may be asked for besides, and keys inside of it: `@.author.name`."""

NOUNS: Final[Mapping[ItemKind, str]] = _TABLES["nouns"]
"""How messages call the items of a kind."""

OPERATORS: Final[Mapping[PropertyType, tuple[Operator, ...]]] = {
    "text": ("==", "!=", "contains", "startsWith", "endsWith", "=~", "in"),
    "number": ("==", "!=", ">", ">=", "<", "<=", "in"),
    "date": ("==", "!=", ">", ">=", "<", "<=", "contains", "startsWith", "endsWith", "=~", "in"),
    "list": ("==", "!=", "contains", "startsWith", "endsWith", "=~"),
    "truth": ("==", "!="),
    "any": ("==", "!=", "contains", "startsWith", "endsWith", "=~", ">", ">=", "<", "<=", "in"),
}
"""On a list, `==` compares the whole of it, the others any element."""


def functions_on(receiver: str) -> tuple[Function, ...]:
    """The functions of `content`, of `code`, or of items of a kind."""
    return tuple(function for function in FUNCTIONS if receiver in function.on)


def members_of(context: str) -> tuple[str, ...]:
    """What can stand behind `$.content` or `$.code`, as it is written."""
    plain = [entry.path.partition(".")[2] for entry in CONTEXTS if entry.path.startswith(f"{context}.")]
    return (*plain, *(f"{function.name}({'…' * bool(function.argument)})" for function in functions_on(context)))


def context_names() -> tuple[str, ...]:
    """What can stand behind `$.`, in the order of the tables."""
    return tuple(dict.fromkeys(["toc", "entities", "content", *(entry.path.partition(".")[0] for entry in CONTEXTS)]))
