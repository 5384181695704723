"""What Rust writes before `::`, as in `<T as Trait>::run`, and what is called in the arguments of macros."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node as SyntaxNode

from citeline.model import OR

from .bindings import Bindings
from .grammars import Grammar
from .receivers import expression_path
from .type_paths import type_path

ON: Final = "%"
"""Between a trait's name and the path of what its method is called on."""
_LINKS: Final = frozenset({".", "::"})
_LINKED: Final = _LINKS | {"identifier", "self", "super", "crate", "token_tree", "?", "!"}
"""What a chain of calls consists of, where it is not parsed."""
_MATCHED: Final = frozenset({b"=>", b"|", b"=", b"if"})
"""What stands behind a pattern."""


def type_before(scoped: SyntaxNode, bindings: Bindings, grammar: Grammar) -> str:
    """The trait and the type in `<Type as Trait>::run`, or one of them, and the type in `Type::<Given>::run`; empty
    when none stands there.
    """
    path = scoped.child_by_field_name("path")
    if path is not None and path.type == "generic_type" and (kind := path.child_by_field_name("type")) is not None:
        return bindings.locals.resolve(scoped.start_byte, expression_path(bindings.read(kind), grammar))
    if path is not None and path.type == "scoped_identifier" and (of_trait := _associated(path, bindings, grammar)):
        return of_trait
    if path is None or path.type != "bracketed_type":
        return ""
    inner = path.named_children[0]
    kind, trait = inner.child_by_field_name("type"), inner.child_by_field_name("alias")
    written = bindings.bounded(
        scoped.start_byte, type_path(bindings.read(kind if kind is not None else inner), grammar)
    )
    if trait is None:
        return written
    asked = type_path(bindings.read(trait), grammar)
    if written in {"", "<>"} or "^" in written or "|" in written:
        return asked
    name = asked.strip("<>").partition("~")[0]
    return f"{name}{ON}{written}" if name else written


def _associated(path: SyntaxNode, bindings: Bindings, grammar: Grammar) -> str:
    """The type that a trait says of one of its own, in `<Type as Trait>::Error::run`; empty for any other path."""
    around, name = path.child_by_field_name("path"), path.child_by_field_name("name")
    inner = around.named_children[0] if around is not None and around.type == "bracketed_type" else None
    trait = inner.child_by_field_name("alias") if inner is not None else None
    if trait is None or name is None:
        return ""
    written = type_path(bindings.read(trait), grammar).strip("<>").partition("~")[0]
    return f"<{written}.{bindings.read(name)}>" if written else ""


def first_argument(scoped: SyntaxNode, bindings: Bindings, grammar: Grammar) -> str:
    """Of `Trait::run(value)` the path of the value, whose type tells more, behind the mark; it may be no trait but a
    type.
    """
    path, around = scoped.child_by_field_name("path"), scoped.parent
    while around is not None and around.type == "generic_function":
        around = around.parent
    given = around.child_by_field_name("arguments") if around is not None else None
    name = path.child_by_field_name("name") or path if path is not None else None
    written = (name.text or b"") if name is not None else b""
    if given is None or around is None or not written[:1].isupper() or written == b"Self":
        return ""
    if not given.named_children:
        return _expected(around, bindings, grammar)
    first = given.named_children[0]
    text = bindings.read(first)
    if text.lstrip("& mut").startswith("**"):
        return ""  # what a value of the type leads to
    value = bindings.locals.resolve(first.start_byte, expression_path(text, grammar))
    return "" if not value or value.startswith("?") or OR in value or value == "<>" else f"{ON}{value}"


def _expected(call: SyntaxNode, bindings: Bindings, grammar: Grammar) -> str:
    """The path of the field that `Shape { side: Default::default() }` fills, behind the mark; empty elsewhere."""
    field = call.parent
    name = field.child_by_field_name("field") if field is not None and field.type == "field_initializer" else None
    whole = field.parent.parent if name is not None and field is not None and field.parent is not None else None
    kind = whole.child_by_field_name("name") if whole is not None else None
    made = type_path(bindings.read(kind), grammar) if kind is not None else ""
    return f"{ON}{made}.{bindings.read(name)}" if made and name is not None else ""


def is_call_in_tokens(name: SyntaxNode) -> bool:
    """Whether a name before parentheses is called in the arguments of a macro: not in an attribute, nor where something
    is matched with a variant.
    """
    given = name.next_sibling
    behind = given.next_sibling if given is not None else None
    if given is None or given.type != "token_tree" or given.start_byte != name.end_byte:
        return False  # `A::B > (c)`
    if name.prev_sibling is not None and name.prev_sibling.text == b"fn":
        return False
    if behind is not None and (behind.text or b"") in _MATCHED and (name.text or b"")[:1].isupper():
        return False
    around = name.parent
    while around is not None and around.type == "token_tree":
        around = around.parent
    return around is None or around.type != "attribute"


def chain_in_tokens(name: SyntaxNode) -> int:
    """Where the chain of members and calls begins that a name ends in the arguments of a macro."""
    first, before = name, name.prev_sibling
    while before is not None and before.type in _LINKED:
        if before.end_byte != first.start_byte and not _LINKS & {before.type, first.type}:
            break  # `return self.run()`
        first, before = before, before.prev_sibling
    return first.start_byte
