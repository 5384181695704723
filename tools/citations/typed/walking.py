"""Walks a syntax tree for what definitions say of themselves: defaults, return types, what they raise and return."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from tree_sitter import Node as SyntaxNode

from citeline.dataclass import dataclass

from .branches import IN_PLACE, UNCONDITIONAL, Run, Under, caught_by, children_under, run_of, tails_of, tried_by
from .node_types import (
    ATTRIBUTES,
    CALLABLES,
    CALLED_FIELDS,
    CALLS,
    CATCHERS,
    CHANGES,
    CHOICES,
    FUNCTION_VALUES,
    HANDLERS,
    HOLDERS,
    KEYWORD_RAISES,
    LITERALS,
    NAMED_VALUES,
    PANICS,
    PARAMETERS,
    PATTERNS,
    RAISED_FIELDS,
    RAISES,
    RETURN_FIELDS,
    RETURNS,
    TYPES,
    VALUE_FIELDS,
    VARIANTS,
    WRAPPED_NAME,
    WRAPPING,
    field_of,
    first_child,
    is_named_callable,
    last_name,
    name_of,
    owner_of,
    receiver_of,
    text_of,
    unnamed_default,
    value_of,
)

Saying: TypeAlias = Literal[
    "type",
    "callable",
    "parameter",
    "default",
    "value",
    "changes",
    "return type",
    "returns",
    "raises",
    "panics",
    "calls",
    "catches",
]
_DEEPEST: Final = 200
_ENUM: Final = re.compile(r"\w*(?:Enum|Flag)\b")
_NEW: Final = re.compile(r"^(?:new|throw|raise)\s+")


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that a definition says of itself."""

    saying: Saying
    chain: tuple[str, ...]
    """Names of the definitions around it, outermost first."""
    name: str
    """Of the definition, parameter, value or call; of a handler what is called where it catches; else empty."""
    value: str
    """As written: a default, a type, an expression, the name of what is raised or called, the head of a callable."""
    under: Under = UNCONDITIONAL
    end: int = 0
    """Byte: what is evaluated first ends first."""
    items: tuple[str, ...] = ()
    """Of a value that is a literal: its members, or its keys; none where it has other ones beside them."""
    run: Run = IN_PLACE
    of: str = ""
    """Of an entry of a literal: the call, the type or the name that the literal belongs to, where it has one."""


def walk(root: SyntaxNode) -> Iterator[Told]:
    """In order of the text; nothing deeper than a person would write."""
    yield from _walk(root, (), 0, UNCONDITIONAL, set(), IN_PLACE)


def _walk(
    node: SyntaxNode, chain: tuple[str, ...], depth: int, under: Under, tails: set[int], run: Run
) -> Iterator[Told]:
    """`tails`: ids of expressions that a function returns without a word for it."""
    if depth > _DEEPEST:
        return
    beneath_run = run_of(node, run)
    for told in _tell(node, chain, under, tails):
        yield replace(told, run=beneath_run) if beneath_run != told.run and told.end else told
    inner, own = _inner(node, chain, under)
    first_catcher = next((child.start_byte for child in node.named_children if child.type in CATCHERS), 0)
    for child, beneath in children_under(node, own):
        tried = child.start_byte < first_catcher and not beneath_run.tried
        child_run = replace(beneath_run, tried=True) if tried else beneath_run
        yield from _walk(child, inner, depth + 1, beneath, tails, child_run)
    if node.type == "throws":
        for thrown in node.named_children:
            yield Told("raises", chain, "", last_name(text_of(thrown)))


def _inner(node: SyntaxNode, chain: tuple[str, ...], under: Under) -> tuple[tuple[str, ...], Under]:
    """The definitions around what stands in a node, and the conditions that hold there."""
    if node.type in TYPES or node.type in CALLABLES:
        name = name_of(node)
        inner = (*chain, *receiver_of(node), name) if name and name != WRAPPED_NAME else chain
        return inner, UNCONDITIONAL if node.type in CALLABLES else under
    return ((*chain, name_of(node)), UNCONDITIONAL) if is_named_callable(node) else (chain, under)


def _tell(node: SyntaxNode, chain: tuple[str, ...], under: Under, tails: set[int]) -> Iterator[Told]:
    """What a node says by itself."""
    if node.type in TYPES or node.type in CALLABLES:
        inner, _ = _inner(node, chain, under)
        if name := name_of(node):
            if inner != chain:
                kind: Saying = "type" if node.type in TYPES else "callable"
                items = _variants(node) if kind == "type" else ()
                yield Told(kind, inner[:-1], name, _head(node), items=items)
            if node.type in CALLABLES:
                tails.update(tails_of(node.child_by_field_name("body")) if node.type == "function_item" else ())
                yield from _return_type(node, inner)
    elif node.type in CHANGES or (node.type in NAMED_VALUES and _is_augmented(node)):
        if name := last_name(text_of(field_of(node, ("left", "argument")) or first_child(node) or node)):
            yield Told("changes", chain, name, text_of(node), under, node.end_byte)
    elif node.type in NAMED_VALUES:
        value = value_of(node)
        name = name_of(node)
        if value is not None and value.type in FUNCTION_VALUES:
            if (body := value.child_by_field_name("body")) is not None and body.type != "statement_block":
                tails.add(body.id)
            yield Told("callable", chain, name, _head(node))
            yield from _return_type(value, (*chain, name))
        elif value is not None and name:
            of = owner_of(node) if node.type == "pair" else ""
            told = Told("value", chain, name, text_of(value), under, node.end_byte, _items(value), of=of)
            yield from _chosen(told, value)
    elif node.type in PARAMETERS or node.type in PATTERNS:
        yield from _parameter(node, chain)
    elif node.type in RAISES or _is_raise_call(node):
        yield from _raised(node, chain, under)
    elif node.type in RETURNS:
        returned = text_of(node).removeprefix("return").strip("; \n\t")
        told = Told("returns", chain, "", returned, under, node.end_byte)
        yield from _chosen(told, first_child(node) if node.named_child_count == 1 else None)
    elif node.type in HANDLERS:
        yield Told("catches", chain, " ".join(tried_by(node)), caught_by(node), under, node.end_byte)
    elif node.type in CALLS:
        # Kotlin and Swift: what is called comes first, and has no field.
        called = last_name(text_of(field_of(node, CALLED_FIELDS) or first_child(node) or node))
        yield Told("panics" if called in PANICS else "calls", chain, called, text_of(node), under, node.end_byte)
    if node.id in tails and not text_of(node).startswith(("panic!", "unreachable!", "todo!")):
        yield Told("returns", chain, "", text_of(node), under, node.end_byte)


def _is_augmented(node: SyntaxNode) -> bool:
    """Go and C#: `+=` is an assignment like any other."""
    sign = node.child_by_field_name("operator")
    sign = sign or next((child for child in node.children if child.type.endswith("=")), None)
    return sign is not None and text_of(sign) not in ("=", ":=")


def _chosen(told: Told, value: SyntaxNode | None) -> Iterator[Told]:
    """One for each branch of an expression that chooses its value by a condition; else what is told."""
    if value is not None and value.type.startswith("parenthesized") and value.named_child_count == 1:
        value = value.named_child(0)
    if value is None or value.type not in CHOICES or value.child_by_field_name("body") is not None:
        yield told
        return
    parts = [field_of(value, (name,)) for name in ("condition", "consequence", "alternative")]
    if None in parts and value.named_child_count == 3:  # Python has no fields
        parts = [value.named_child(1), value.named_child(0), value.named_child(2)]
    condition, *branches = (part and _unblocked(part) for part in parts)
    known = [branch for branch in branches if branch is not None]
    if condition is None or len(known) < len(branches):
        yield told  # as a `switch` of C#
        return
    for branch, holds in zip(known, (True, False), strict=True):
        under = replace(told.under, guards=(*told.under.guards, (text_of(condition), holds)))
        yield from _chosen(replace(told, value=text_of(branch), under=under, items=_items(branch)), branch)


def _unblocked(node: SyntaxNode) -> SyntaxNode:
    """Rust: the only expression of a block."""
    while node.type in ("block", "else_clause") and node.named_child_count == 1:
        node = node.named_children[0]
    return node


def _items(node: SyntaxNode) -> tuple[str, ...]:
    inner = [child for child in node.named_children if "comment" not in child.type]
    if node.type in HOLDERS and len(literals := [child for child in inner if child.type in LITERALS | HOLDERS]) == 1:
        return _items(literals[0])
    made = text_of(field_of(node, CALLED_FIELDS) or node) if node.type in CALLS else ""
    if made in ("set", "frozenset", "Set") and (arguments := node.child_by_field_name("arguments")) is not None:
        return _items(arguments.named_children[0]) if len(arguments.named_children) == 1 else ()
    signs = {child.type for child in node.children}
    if node.type not in LITERALS or node.has_error or ";" in signs:
        return ()
    if any("splat" in child.type or "spread" in child.type for child in inner):
        return ()
    keys = [field_of(child, ("key", "name")) or child for child in inner]
    found = [text_of(key.named_children[0] if key.type == "keyed_element" else key) for key in keys]
    return tuple(found) if len(set(found)) == len(found) else ()


def _variants(node: SyntaxNode) -> tuple[str, ...]:
    """The members of an enumeration."""
    body = node.child_by_field_name("body") or next((c for c in node.named_children if c.type in VARIANTS), None)
    if body is None:
        return ()
    members = [child for child in body.named_children if child.type in VARIANTS]
    bases = text_of(node.child_by_field_name("superclasses") or node).partition(":")[0]
    if node.type == "class_definition" and _ENUM.search(bases):
        inner = [first_child(child) if child.type == "expression_statement" else child for child in body.named_children]
        members = [child for child in inner if child is not None and child.type == "assignment"]
        members = [child for child in members if child.child_by_field_name("right") is not None]
        given = [
            text_of(value)
            for child in members
            if (value := child.child_by_field_name("right")) and value.type != "call"
        ]
        names = [text_of(child.child_by_field_name("left") or child) for child in members]
        if len(set(given)) < len(given) or not all(map(str.isidentifier, names)):
            return ()  # two names of one member, or several on a line
        members = [child for child, name in zip(members, names, strict=True) if not name.startswith("_")]
    return tuple(name_of(child) or text_of(child) for child in members)


def _head(node: SyntaxNode) -> str:
    """A definition up to its body, with what stands in front of it: decorators, attributes, `export`."""
    whole = node.parent if node.parent is not None and node.parent.type in WRAPPING else node
    if whole.parent is not None and whole.parent.type == "export_statement":
        whole = whole.parent
    value = field_of(node, VALUE_FIELDS)
    body = node.child_by_field_name("body") or (value.child_by_field_name("body") if value else None)
    end = (body.start_byte if body is not None else node.end_byte) - whole.start_byte
    before: list[str] = []
    above = whole.prev_named_sibling
    while above is not None and above.type in ATTRIBUTES:
        before.insert(0, text_of(above))
        above = above.prev_named_sibling
    text = (whole.text or b"")[:end].decode("utf-8", "replace")
    return " ".join(" ".join((*before, text)).split())


def _return_type(node: SyntaxNode, chain: tuple[str, ...]) -> Iterator[Told]:
    found = field_of(node, RETURN_FIELDS)
    if found is None:
        # Kotlin: the type behind the parameters has no field of its own.
        kinds = [child.type for child in node.named_children]
        if "function_value_parameters" in kinds:
            behind = node.named_children[kinds.index("function_value_parameters") + 1 :]
            found = next((child for child in behind if child.type.endswith("_type")), None)
    if found is not None and found.type not in FUNCTION_VALUES:
        yield Told("return type", chain, chain[-1], text_of(found).removeprefix(":").strip())


def _parameter(node: SyntaxNode, chain: tuple[str, ...]) -> Iterator[Told]:
    name = name_of(node)
    value = field_of(node, VALUE_FIELDS)
    if value is None:
        value = unnamed_default(node)
    if name:
        yield Told("default" if value is not None else "parameter", chain, name, text_of(value) if value else "")


def _is_raise_call(node: SyntaxNode) -> bool:
    """Ruby: `raise` is a method."""
    method = node.child_by_field_name("method") if node.type == "call" else None
    return method is not None and method.text == b"raise" and node.child_by_field_name("receiver") is None


def _raised(node: SyntaxNode, chain: tuple[str, ...], under: Under) -> Iterator[Told]:
    if node.type in KEYWORD_RAISES and not text_of(node).startswith("throw"):
        return
    arguments = node.child_by_field_name("arguments") if node.type == "call" else None
    operands = [child for child in (arguments or node).named_children if child.type != "throw_keyword"]
    operand = operands[0] if operands else None
    if operand is None:
        yield Told("raises", chain, "", "", under, node.end_byte)
        return
    if operand.type == "call" and (receiver := operand.child_by_field_name("receiver")) is not None:
        operand = receiver
    made = field_of(operand, RAISED_FIELDS) or operand
    yield Told("raises", chain, "", last_name(_NEW.sub("", text_of(made))), under, node.end_byte)
