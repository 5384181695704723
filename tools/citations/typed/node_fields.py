"""Names, texts and fields of the nodes of a syntax tree, in every language that is read."""

from __future__ import annotations

from tree_sitter import Node as SyntaxNode

from citeline.text import names_in

from .node_types import (
    CALLABLES,
    CALLED_FIELDS,
    CALLS,
    ENTRIES,
    FUNCTION_VALUES,
    LITERAL_TYPES,
    NAME_FIELDS,
    NAME_TYPES,
    NAMED_VALUES,
    TYPES,
    VALUE_FIELDS,
)


def is_named_callable(node: SyntaxNode) -> bool:
    """Whether a node is a function with a name, its own or that of the variable that it is assigned to."""
    if node.type in NAMED_VALUES:
        value = field_of(node, VALUE_FIELDS)
        return value is not None and value.type in FUNCTION_VALUES
    return node.type in CALLABLES and bool(name_of(node))


def owner_of(node: SyntaxNode) -> str:
    """What an argument, or an entry of a literal, belongs to: a call, a type, another entry, a variable."""
    found = ""
    while not found and (parent := node.parent) is not None:
        node = parent
        if node.type in CALLS | LITERAL_TYPES:
            found = last_name(text_of(field_of(node, CALLED_FIELDS) or node.named_children[0]))
        elif node.type in TYPES | CALLABLES | ENTRIES:
            found = name_of(node)
    return found


def value_of(node: SyntaxNode) -> SyntaxNode | None:
    """C# has no field for it."""
    signs = [child.type for child in node.children]
    return field_of(node, VALUE_FIELDS) or (unnamed_default(node) if "=" in signs else None)


def first_child(node: SyntaxNode) -> SyntaxNode | None:
    """`named_child` raises where there is none."""
    return node.named_children[0] if node.named_child_count else None


def field_of(node: SyntaxNode, names: tuple[str, ...]) -> SyntaxNode | None:
    """What a node has in the first of the fields that it has."""
    return next((found for name in names if (found := node.child_by_field_name(name)) is not None), None)


def text_of(node: SyntaxNode) -> str:
    """As written, on one line."""
    return " ".join((node.text or b"").decode("utf-8", "replace").split())


def receiver_of(node: SyntaxNode) -> tuple[str, ...]:
    """Go: the type that a method belongs to."""
    receiver = node.child_by_field_name("receiver") if node.type == "method_declaration" else None
    name = last_name(text_of(receiver).strip("()").split("[")[0]) if receiver is not None else ""
    return (name,) if name else ()


def name_of(node: SyntaxNode) -> str:
    """The name that a node gives to something, without what stands before its last part; empty where it gives none."""
    if node.type == "init_declaration":
        return "init"
    found = field_of(node, ("type",) if node.type == "impl_item" else NAME_FIELDS)
    while found is not None and found.type.endswith("declarator"):
        found = field_of(found, ("declarator", "name"))
    if found is None:
        found = next((child for child in node.named_children if child.type in NAME_TYPES), None)
    # The names inside a pattern have nodes of their own.
    return last_name(text_of(found)) if found is not None and not found.type.endswith("_pattern") else ""


def last_name(text: str) -> str:
    """The last name of a qualified one, without what it is called with or is generic over."""
    names = names_in(text.split("<")[0].split("(")[0])
    return names[-1] if names else ""


def unnamed_default(node: SyntaxNode) -> SyntaxNode | None:
    """C# and Kotlin put the default behind `=`, in or after the parameter."""
    children = node.children
    for place, child in enumerate(children):
        if child.type == "=" and place + 1 < len(children):
            return children[place + 1]
    sign = node.next_sibling
    return sign.next_sibling if sign is not None and sign.type == "=" else None
