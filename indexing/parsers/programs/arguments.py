"""What an argument is, where a language has overloads that differ in the types of their parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tree_sitter import Node as SyntaxNode

_TRUTH: Final = "<boolean>"
_TEXT: Final = "<String>"
_FUNCTION: Final = "<()>"
_TYPES: Final[Mapping[str, str]] = {
    "class_literal": "<Class>",
    "instanceof_expression": _TRUTH,
    "lambda_expression": _FUNCTION,
    "method_reference": _FUNCTION,
}
"""Kind of node of Java to the type of its value."""
_GIVES: Final[Mapping[str, str]] = {
    "toString()": _TEXT,
    "String.valueOf()": _TEXT,
    "String.format()": _TEXT,
    "String.join()": _TEXT,
    "getClass()": "<Class>",
    "hashCode()": "<int>",
    "equals()": _TRUTH,
}
"""End of a path to what it gives, whoever it is called on."""
_COMPARING: Final = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})


def argument_path(node: SyntaxNode, value_path: Callable[[SyntaxNode], str]) -> str:
    """The path of an argument; `<()>` of a function, empty when nobody knows it. `value_path` reads names and calls."""
    kind = node.type
    while kind == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_children[0]
        kind = node.type
    if kind in _TYPES:
        return _TYPES[kind]
    if kind == "tuple_expression":
        return ""  # of Rust: `(one,)` is not what stands in it
    if kind == "ternary_expression":
        parts = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
        paths = {argument_path(one, value_path) for one in parts if one is not None} - {"null"}
        return paths.pop() if len(paths) == 1 else ""
    if kind == "binary_expression":
        operator = (node.child_by_field_name("operator") or node).text or b""
        if operator.decode() in _COMPARING:
            return _TRUTH
        parts = [node.child_by_field_name("left"), node.child_by_field_name("right")]
        is_text = operator == b"+" and any(one and argument_path(one, value_path) == _TEXT for one in parts)
        return _TEXT if is_text else ""
    if kind == "unary_expression" and (node.text or b"").startswith(b"!"):
        return _TRUTH
    path = value_path(node)
    if not path.endswith("()"):
        return path
    return next((given for end, given in _GIVES.items() if path == end or path.endswith(f".{end}")), path)
