"""Walks a syntax tree for what definitions say of themselves: defaults, return types, what they raise and return."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tree_sitter import Node as SyntaxNode

from .node_types import (
    CALLABLES,
    FUNCTION_VALUES,
    KEYWORD_RAISES,
    NAME_FIELDS,
    NAME_TYPES,
    NAMED_VALUES,
    PARAMETERS,
    PATTERNS,
    RAISED_FIELDS,
    RAISES,
    RETURN_FIELDS,
    RETURNS,
    TYPES,
    VALUE_FIELDS,
    WRAPPED_NAME,
)

Saying: TypeAlias = Literal["type", "callable", "parameter", "default", "value", "return type", "returns", "raises"]
_DEEPEST: Final = 200
_NAME: Final = re.compile(r"[^\W\d]\w*")
_NEW: Final = re.compile(r"^(?:new|throw|raise)\s+")


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that a definition says of itself."""

    saying: Saying
    chain: tuple[str, ...]
    """Names of the definitions around it, outermost first."""
    name: str
    """Of the definition, parameter or value; empty for what is raised or returned."""
    value: str
    """As written: a default, a type, an expression, the name of what is raised."""


def walk(root: SyntaxNode) -> Iterator[Told]:
    """In order of the text; nothing deeper than a person would write."""
    yield from _walk(root, (), 0)


def _walk(node: SyntaxNode, chain: tuple[str, ...], depth: int) -> Iterator[Told]:
    if depth > _DEEPEST:
        return
    inner = chain
    if node.type in TYPES or node.type in CALLABLES:
        if name := _name_of(node):
            inner = chain if name == WRAPPED_NAME else (*chain, *_receiver(node), name)
            if inner != chain:
                yield Told("type" if node.type in TYPES else "callable", inner[:-1], name, "")
            if node.type in CALLABLES:
                yield from _return_type(node, inner)
    elif node.type in NAMED_VALUES:
        value = _field(node, VALUE_FIELDS)
        name = _name_of(node)
        if value is not None and value.type in FUNCTION_VALUES:
            inner = (*chain, name)
            yield Told("callable", chain, name, "")
            yield from _return_type(value, inner)
        elif value is not None and name:
            yield Told("value", chain, name, _text(value))
    elif node.type in PARAMETERS or node.type in PATTERNS:
        yield from _parameter(node, chain)
    elif node.type in RAISES or _is_raise_call(node):
        yield from _raised(node, chain)
    elif node.type in RETURNS:
        yield Told("returns", chain, "", _text(node).removeprefix("return").strip("; \n\t"))
    for child in node.named_children:
        yield from _walk(child, inner, depth + 1)
    if node.type == "throws":
        for thrown in node.named_children:
            yield Told("raises", chain, "", _last_name(_text(thrown)))


def _field(node: SyntaxNode, names: tuple[str, ...]) -> SyntaxNode | None:
    return next((found for name in names if (found := node.child_by_field_name(name)) is not None), None)


def _text(node: SyntaxNode) -> str:
    return " ".join((node.text or b"").decode("utf-8", "replace").split())


def _receiver(node: SyntaxNode) -> tuple[str, ...]:
    """Go: the type that a method belongs to."""
    receiver = node.child_by_field_name("receiver") if node.type == "method_declaration" else None
    name = _last_name(_text(receiver).strip("()").split("[")[0]) if receiver is not None else ""
    return (name,) if name else ()


def _name_of(node: SyntaxNode) -> str:
    if node.type == "init_declaration":
        return "init"
    found = _field(node, ("type",) if node.type == "impl_item" else NAME_FIELDS)
    while found is not None and found.type.endswith("declarator"):
        found = _field(found, ("declarator", "name"))
    if found is None:
        found = next((child for child in node.named_children if child.type in NAME_TYPES), None)
    # The names inside a pattern have nodes of their own.
    return _last_name(_text(found)) if found is not None and not found.type.endswith("_pattern") else ""


def _last_name(text: str) -> str:
    names = _NAME.findall(text.split("<")[0].split("(")[0])
    return names[-1] if names else ""


def _return_type(node: SyntaxNode, chain: tuple[str, ...]) -> Iterator[Told]:
    found = _field(node, RETURN_FIELDS)
    if found is None:
        # Kotlin: the type behind the parameters has no field of its own.
        kinds = [child.type for child in node.named_children]
        if "function_value_parameters" in kinds:
            behind = node.named_children[kinds.index("function_value_parameters") + 1 :]
            found = next((child for child in behind if child.type.endswith("_type")), None)
    if found is not None and found.type not in FUNCTION_VALUES:
        yield Told("return type", chain, chain[-1], _text(found).removeprefix(":").strip())


def _parameter(node: SyntaxNode, chain: tuple[str, ...]) -> Iterator[Told]:
    name = _name_of(node)
    value = _field(node, VALUE_FIELDS)
    if value is None:
        value = _unnamed_default(node)
    if name:
        yield Told("default" if value is not None else "parameter", chain, name, _text(value) if value else "")


def _unnamed_default(node: SyntaxNode) -> SyntaxNode | None:
    """C# and Kotlin put the default behind `=`, in or after the parameter."""
    children = node.children
    for place, child in enumerate(children):
        if child.type == "=" and place + 1 < len(children):
            return children[place + 1]
    sign = node.next_sibling
    return sign.next_sibling if sign is not None and sign.type == "=" else None


def _is_raise_call(node: SyntaxNode) -> bool:
    """Ruby: `raise` is a method."""
    method = node.child_by_field_name("method") if node.type == "call" else None
    return method is not None and method.text == b"raise" and node.child_by_field_name("receiver") is None


def _raised(node: SyntaxNode, chain: tuple[str, ...]) -> Iterator[Told]:
    if node.type in KEYWORD_RAISES and not _text(node).startswith("throw"):
        return
    arguments = node.child_by_field_name("arguments") if node.type == "call" else None
    operands = [child for child in (arguments or node).named_children if child.type != "throw_keyword"]
    operand = operands[0] if operands else None
    if operand is None:
        yield Told("raises", chain, "", "")
        return
    if operand.type == "call" and (receiver := operand.child_by_field_name("receiver")) is not None:
        operand = receiver
    made = _field(operand, RAISED_FIELDS) or operand
    yield Told("raises", chain, "", _last_name(_NEW.sub("", _text(made))))
