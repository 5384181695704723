"""The syntax tree of DocQL: what a query says, before anybody asks whether it makes sense.

Positions are 0-based offsets into the query's text. They take no part in comparison: a query that is printed and
parsed again is equal to the one it was printed from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import Literal, TypeAlias

from citeline.dataclass import dataclass

Operator: TypeAlias = Literal["==", "!=", "contains", "=~", ">", ">=", "<", "<=", "startsWith", "endsWith", "in"]
"""In their printed form; `=` and `~=` are other spellings of `==` and `contains`."""


@dataclass(frozen=True, slots=True)
class Text:
    """A string, its quotes and their backslashes removed."""

    value: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Number:
    """A number; an int unless it was written with a point or an exponent."""

    value: int | float
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Constant:
    """`true`, `false` or `null`."""

    value: bool | None
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Regex:
    """`/pattern/flags`."""

    pattern: str
    flags: str = ""
    """Of `i`, `m` and `s`, each once, in this order."""
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Listed:
    """`[value, …]`, the right side of `in`."""

    values: tuple[Value, ...]
    position: int = field(default=0, compare=False)


Value: TypeAlias = Text | Number | Constant | Regex | Listed


@dataclass(frozen=True, slots=True)
class Test:
    """`@.name OP value`; without an operator: the property is there and not empty."""

    path: tuple[str, ...]
    operator: Operator | None = None
    value: Value | None = None
    position: int = field(default=0, compare=False)
    operator_position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """`!condition`."""

    part: Condition
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class And:
    """Two conditions or more, all of which must hold; none of them is itself an `And`."""

    parts: tuple[Condition, ...]
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Or:
    """Two conditions or more, one of which must hold; none of them is itself an `Or`."""

    parts: tuple[Condition, ...]
    position: int = field(default=0, compare=False)


Condition: TypeAlias = Test | Not | And | Or


@dataclass(frozen=True, slots=True)
class Property:
    """`.name`."""

    name: str
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """`.name(argument, …)`."""

    name: str
    arguments: tuple[Value, ...] = ()
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Wildcard:
    """`[*]`."""

    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Index:
    """`[n]`; negative numbers count from the end."""

    number: int
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Slice:
    """`[start:stop]`, as in Python; both ends may be left out."""

    start: int | None = None
    stop: int | None = None
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Filter:
    """`[?(condition)]`."""

    condition: Condition
    position: int = field(default=0, compare=False)


def with_tests(step: Filter, change: Callable[[Test], Condition]) -> Filter:
    """The filter with something else in the place of each test."""

    def changed(condition: Condition) -> Condition:
        match condition:
            case Test():
                return change(condition)
            case Not(part):
                return replace(condition, part=changed(part))
            case And(parts) | Or(parts):
                return replace(condition, parts=tuple(map(changed, parts)))

    return replace(step, condition=changed(step.condition))


@dataclass(frozen=True, slots=True)
class Tail:
    """What stands behind `$.data`, as written: JSONPath, which is not ours to read."""

    text: str
    position: int = field(default=0, compare=False)


Selector: TypeAlias = Wildcard | Index | Slice | Filter
Step: TypeAlias = Property | Call | Selector | Tail


@dataclass(frozen=True, slots=True)
class Query:
    """A whole query: `$` and at least one step."""

    steps: tuple[Step, ...]
    text: str = field(default="", compare=False)
    """As it was written."""
