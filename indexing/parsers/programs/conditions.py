"""What conditions tell of types: of a variable where `isinstance(shape, Circle)` holds, and of conditional types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tree_sitter import Node as SyntaxNode

from citeline.model import OR
from citeline.patterns import re

from .definitions import Captures

SIDES: Final = ("consequence", "alternative")
_TYPE: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")


def is_condition(captures: Captures) -> bool:
    """Whether a match says of a variable what it is within a branch, or past one that leaves the function."""
    return "within" in captures or "past" in captures


def path_let_through(
    captures: Captures,
    guards: Mapping[str, str],
    read: Callable[[SyntaxNode], str],
    value_path: Callable[[SyntaxNode], str],
) -> str:
    """The path of what a condition lets through: `isinstance(shape, (Circle, Square))`, `shape instanceof Circle`, or
    `isCircle(shape)`, of which `guards` tell the types; empty when that is unknown.
    """
    if "guard" in captures:
        return guards.get(read(captures["guard"][0]), "")
    given = captures["instance"][0]
    paths = [value_path(one) for one in (given.named_children if given.type == "tuple" else [given])]
    return OR.join(f"{one}()" for one in paths) if all(map(_TYPE.fullmatch, paths)) else ""


def may_be_first(captures: Captures, read: Callable[[SyntaxNode], str]) -> bool:
    """Whether a conditional type may be the first type that it is given: `type Made<S, M> = M extends [] ? S : …`."""
    first, chosen = captures["chosen"]
    name, waiting = read(first), [chosen]
    while waiting:
        one = waiting.pop()
        if one.type == "conditional_type":
            waiting += [part for side in SIDES if (part := one.child_by_field_name(side)) is not None]
        elif read(one) == name:
            return True
    return False
