"""Under which conditions the statements of a definition run, and whether what they raise may be caught."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tree_sitter import Node as SyntaxNode

from citeline.dataclass import dataclass

from .node_types import (
    BLOCKS,
    CALLABLES,
    CALLED_FIELDS,
    CALLS,
    CASES,
    CLOSURES,
    HANDED_BLOCKS,
    HANDLERS,
    LATER,
    LOOPS,
    RETURNS,
    SWITCHES,
    TAKEN_FIELDS,
    TYPES,
    field_of,
    first_child,
    is_named_callable,
    last_name,
    text_of,
)

_BRANCHING: Final = HANDLERS | CASES | BLOCKS
"""Whose children do not all run under the same conditions."""
_LEAVES: Final = re.compile(r"return\b|raise\b|throw\b|continue\b|break\b|panic\b|process\.exit|os\.Exit|sys\.exit")
_SUPPRESSES: Final = re.compile(r"\b(?:suppress|raises)\(")


@dataclass(frozen=True, slots=True)
class Under:
    """What must hold for a statement to run: conditions as written, and whether they are true there."""

    guards: tuple[tuple[str, bool], ...] = ()
    """Of the branches around it, outermost first."""
    passed: tuple[tuple[str, bool], ...] = ()
    """Of statements before it that leave early."""
    caught: str = ""
    """The exceptions of the handler around it, as written; a blank for any."""


@dataclass(frozen=True, slots=True)
class Run:
    """Whether a statement runs with the definition around it, and what becomes of what it raises."""

    closed: int = 0
    """A function without a name stands between: the byte behind its beginning; 0 where none does."""
    later: bool = False
    """It is deferred, or runs beside the definition."""
    tried: bool = False
    """A handler may catch what it raises."""
    again: bool = False
    """In a loop it may run before what stands above it."""


UNCONDITIONAL: Final = Under()
IN_PLACE: Final = Run()
"""It runs with the definition, and what it raises leaves it."""


def run_of(node: SyntaxNode, run: Run) -> Run:
    """What holds for a node and everything in it."""
    if node.type in TYPES or is_named_callable(node):
        return IN_PLACE
    if node.type in CALLABLES or (node.type in CLOSURES and not (node.parent and is_named_callable(node.parent))):
        return Run(closed=node.start_byte + 1)
    if node.type in HANDED_BLOCKS and node.parent is not None and node.parent.child_by_field_name("method") is not None:
        return Run(closed=node.start_byte + 1)
    if node.type in LOOPS:
        return replace(run, again=True)
    if node.type in LATER:
        return replace(run, later=True)
    if node.type == "with_statement" and _SUPPRESSES.search(text_of(node).partition(":")[0]):
        return replace(run, tried=True)
    return run


def children_under(node: SyntaxNode, under: Under) -> Iterator[tuple[SyntaxNode, Under]]:
    """The children, each with what must hold for it to run."""
    condition = node.child_by_field_name("condition") if node.type not in SWITCHES else None
    if condition is None and node.type not in _BRANCHING:
        yield from ((child, under) for child in node.named_children)
        return
    taken = {child.id for name in TAKEN_FIELDS for child in node.children_by_field_name(name)}
    others = {child.id for child in node.children_by_field_name("alternative")}
    guard = text_of(condition) if condition is not None else _case(node)
    not_taken = (*under.guards, (guard, False))
    passed = under.passed
    for child in node.named_children:
        beneath = under if passed is under.passed else replace(under, passed=passed)
        if guard and (child.id in taken or (condition is None and child.id not in others)):
            beneath = replace(beneath, guards=(*under.guards, (guard, True)))
        elif guard and child.id in others:
            beneath = replace(beneath, guards=not_taken)
            if child.type == "elif_clause" and (other := child.child_by_field_name("condition")) is not None:
                not_taken = (*not_taken, (text_of(other), False))
        elif node.type in HANDLERS:
            failed = (f"{' '.join(tried_by(node))} is Err(_)", True)
            beneath = replace(beneath, caught=caught_by(node) or " ", guards=(*beneath.guards, failed))
        yield child, beneath
        passed = (*passed, *left) if (left := _left_early(child)) else passed


def _case(node: SyntaxNode) -> str:
    """What an arm of a match, a case of a switch, or a `let … else` compares."""
    if node.type not in CASES or (node.type == "let_declaration" and not node.child_by_field_name("alternative")):
        return ""
    pattern = field_of(node, ("pattern", "value") if node.type != "switch_rule" else ("pattern",))
    if pattern is None and (first := first_child(node)) is not None and first.type.endswith(("_label", "_pattern")):
        pattern = first
    told = text_of(pattern).removeprefix("case ") if pattern is not None else "default"
    if told in ("default", "_"):
        return "default"
    matched = node.parent
    while matched is not None and node.type != "let_declaration" and matched.type not in SWITCHES:
        matched = matched.parent
    compared = field_of(
        matched if node.type != "let_declaration" and matched else node, ("value", "condition", "subject")
    )
    tested = text_of(compared) if compared is not None else ""
    if tested in ("true", "(true)") or (not tested and node.type == "expression_case"):
        # Without a value, as Go has it, each case is a condition, or several.
        several = pattern is not None and pattern.type.endswith("_list")
        return " || ".join(map(text_of, pattern.named_children)) if pattern and several else told
    return f"{tested} is {told}"


def _left_early(node: SyntaxNode) -> tuple[tuple[str, bool], ...]:
    """The condition that is false behind a statement which leaves where it is true."""
    inner = node.named_children[0] if node.type == "expression_statement" and node.named_children else node
    condition, taken = inner.child_by_field_name("condition"), inner.child_by_field_name("consequence")
    if (
        condition is None
        or taken is None
        or inner.type.endswith("_clause")
        or inner.child_by_field_name("alternative") is not None
    ):
        return ()
    last = taken
    while last.type in BLOCKS and last.named_children:
        last = last.named_children[-1]
    return ((text_of(condition), False),) if _LEAVES.match(text_of(last)) else ()


def tails_of(node: SyntaxNode | None) -> Iterator[int]:
    """Rust: the expressions at the ends of a body."""
    if node is None or (not node.named_children and node.type == "block"):
        return
    if node.type == "block":
        yield from tails_of(node.named_children[-1])
    elif node.type == "expression_statement":
        inner = node.named_children[0] if node.named_children else None
        if (
            inner is not None
            and inner.type in ("match_expression", "if_expression")
            and not text_of(node).endswith(";")
        ):
            yield from tails_of(inner)
    elif node.type == "match_expression":
        body = node.child_by_field_name("body")
        for arm in body.named_children if body else ():
            yield from tails_of(arm.child_by_field_name("value"))
    elif node.type in ("if_expression", "else_clause"):
        for child in node.named_children:
            if child.type in ("block", "else_clause", "if_expression"):
                yield from tails_of(child)
    elif not node.type.endswith(("_declaration", "_item")) and node.type not in RETURNS:
        yield node.id


def tried_by(node: SyntaxNode) -> list[str]:
    """Names of what is called where a handler catches."""
    body = (node.parent.child_by_field_name("body") or first_child(node.parent)) if node.parent else None
    names, waiting = [], [body] if body is not None else []
    while waiting:
        inner = waiting.pop()
        if inner.type in CALLS and (called := last_name(text_of(field_of(inner, CALLED_FIELDS) or inner))):
            names.append(called)
        waiting.extend(inner.named_children)
    return list(dict.fromkeys(names))


def caught_by(node: SyntaxNode) -> str:
    """The types that a handler names; empty where it takes everything."""
    for child in node.named_children:
        if child.type in ("catch_formal_parameter", "catch_declaration"):
            return text_of(child)
    value = field_of(node, ("value",)) if node.type.startswith("except") else None
    if value is None and node.type.startswith("except"):
        value = next((child for child in node.named_children if child.type != "block"), None)
    return text_of(value) if value is not None else ""
