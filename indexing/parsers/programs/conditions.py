"""What conditions tell of types: of a variable where `isinstance(shape, Circle)` holds, and of conditional types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from tree_sitter import Node as SyntaxNode

from citeline.model import OR
from citeline.patterns import re

from .definitions import Captures

SIDES: Final = ("consequence", "alternative")
_TYPE: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_NOT: Final = frozenset({"not_operator", "unary_expression"})
_AND: Final = frozenset({"boolean_operator", "binary_expression"})
_BRANCHES: Final = frozenset({"if_statement", "elif_clause", "while_statement", "ternary_expression"})
_LEAVES: Final = frozenset(
    {"return_statement", "raise_statement", "throw_statement", "continue_statement", "break_statement"}
)


class Reach(NamedTuple):
    """Where a condition holds: in a range, or from an end on when there is no start."""

    start: int | None
    end: int


def is_condition(captures: Captures) -> bool:
    """Whether a match asks of a variable what type it is of."""
    return "instance" in captures or "guard" in captures


def may_tell(captures: Captures, guards: Mapping[str, str], read: Callable[[SyntaxNode], str]) -> bool:
    """Whether a condition asks what a variable is: any call may stand where one of the guards would."""
    return "instance" in captures or (bool(guards) and read(captures["guard"][0]) in guards)


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


def reaches(name: SyntaxNode) -> list[Reach]:
    """Where the condition holds that asks of a name: in a branch, behind `and`, past an `if not` that leaves."""
    node = name.parent
    while node is not None and node.type in {"arguments", "argument_list"}:
        node = node.parent
    around, is_asked, found = node.parent if node is not None else None, True, list[Reach]()
    while node is not None and around is not None:
        kind = around.type
        if kind in _NOT:
            is_asked = not is_asked
        elif kind in _AND:
            right = around.child_by_field_name("right")
            if not is_asked or right is None or right == node or not _has_operator(around, {b"&&", b"and"}):
                return found
            found.append(Reach(*right.byte_range))
        elif kind != "parenthesized_expression":
            return [*found, *_within(around, node, is_asked=is_asked)]
        node, around = around, around.parent
    return found


def _within(around: SyntaxNode, node: SyntaxNode, *, is_asked: bool) -> list[Reach]:
    if around.type == "assert_statement" and is_asked:
        return [Reach(None, around.end_byte)]
    if around.type == "conditional_expression":
        given, asked = around.named_children[:2]
        return [Reach(*given.byte_range)] if is_asked and asked == node else []
    if around.type not in _BRANCHES or around.child_by_field_name("condition") != node:
        return []
    branch = around.child_by_field_name("consequence") or around.child_by_field_name("body")
    if branch is None or is_asked:
        return [Reach(*branch.byte_range)] if branch is not None else []
    last = branch if branch.type in _LEAVES else next(iter(branch.named_children[-1:]), None)
    is_left = last is not None and last.type in _LEAVES and around.type == "if_statement"
    return [Reach(None, around.end_byte)] if is_left and around.child_by_field_name("alternative") is None else []


def _has_operator(node: SyntaxNode, wanted: set[bytes]) -> bool:
    operator = node.child_by_field_name("operator")
    return operator is not None and operator.text in wanted


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
