"""Which nodes of the grammars define, raise, return and give defaults, and their names, texts and fields.

Types of different grammars do not collide.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tree_sitter import Node as SyntaxNode

from citeline.text import names_in

TYPES: Final = frozenset(
    "class_definition class_declaration abstract_class_declaration class_specifier struct_specifier class"  # noqa: SIM905
    " interface_declaration enum_declaration record_declaration struct_declaration object_declaration object_definition"
    " trait_definition trait_declaration trait_item struct_item enum_item impl_item type_spec module".split()
)
CALLABLES: Final = frozenset(
    "function_definition function_declaration method_declaration method_definition function_item"  # noqa: SIM905
    " function_signature_item constructor_declaration method singleton_method function_signature method_signature"
    " abstract_method_signature generator_function_declaration init_declaration local_function_statement".split()
)
NAMED_VALUES: Final = frozenset(
    "variable_declarator public_field_definition field_definition pair assignment assignment_expression"  # noqa: SIM905
    " property_declaration property_element enum_assignment const_spec var_spec val_definition short_var_declaration"
    " assignment_statement let_declaration const_item static_item".split()
)
"""Give a name to a value, which may be a function."""
FUNCTION_VALUES: Final = frozenset({"arrow_function", "function_expression", "function", "generator_function"})
CLOSURES: Final = FUNCTION_VALUES | frozenset(
    "lambda lambda_expression lambda_literal func_literal closure_expression async_block anonymous_method_expression"  # noqa: SIM905
    " anonymous_function anonymous_function_creation_expression".split()
)
"""Functions without a name: what stands in one runs when somebody calls it, if ever."""
HANDED_BLOCKS: Final = frozenset({"block", "do_block"})
"""Ruby: below a call with a method, functions without a name."""
LATER: Final = frozenset({"defer_statement", "go_statement"})
"""Calls that wait for the end of a function, or run beside it."""
PARAMETERS: Final = frozenset(
    "default_parameter typed_default_parameter required_parameter optional_parameter simple_parameter parameter"  # noqa: SIM905
    " class_parameter keyword_parameter optional_parameter_declaration property_promotion_parameter".split()
)
PATTERNS: Final = frozenset({"assignment_pattern", "object_assignment_pattern"})
"""Parameters of JavaScript with a default."""
KEYWORD_RAISES: Final = frozenset({"jump_expression", "control_transfer_statement"})
"""Of Kotlin and Swift: only some of them throw."""
RAISES: Final = frozenset({"raise_statement", "throw_statement", "throw_expression", *KEYWORD_RAISES})
RETURNS: Final = frozenset({"return_statement", "return_expression"})
HANDLERS: Final = frozenset({"except_clause", "except_group_clause", "catch_clause", "rescue"})
CATCHERS: Final = HANDLERS | {"catch_block"}
CALLS: Final = frozenset(
    "call call_expression method_invocation invocation_expression macro_invocation object_creation_expression"  # noqa: SIM905
    " new_expression function_call function_call_expression member_call_expression scoped_call_expression".split()
)
CALLED_FIELDS: Final = ("name", "function", "macro", "constructor", "type", "method")
PANICS: Final = frozenset({"panic", "unreachable", "todo", "unimplemented"})
"""Calls of Go and Rust that end in a panic."""
TAKEN_FIELDS: Final = ("consequence", "body")
"""Run where the `condition` of the same node is true; its `alternative` runs where it is not."""
CASES: Final = frozenset(
    "match_arm switch_case switch_default expression_case default_case type_case switch_section case_clause"  # noqa: SIM905
    " switch_block_statement_group switch_rule switch_expression_arm let_declaration".split()
)
SWITCHES: Final = frozenset(
    "match_expression switch_statement expression_switch_statement type_switch_statement match_statement"  # noqa: SIM905
    " switch_expression".split()
)
CHOICES: Final = frozenset({"conditional_expression", "ternary_expression", "if_expression", "switch_expression"})
"""Expressions whose value is that of one of their branches."""
LOOPS: Final = frozenset(
    "for_statement while_statement do_statement for_in_statement enhanced_for_statement foreach_statement"  # noqa: SIM905
    " for_expression while_expression loop_expression repeat_while_statement until_modifier while_modifier".split()
)
CHANGES: Final = frozenset(
    "augmented_assignment augmented_assignment_expression compound_assignment_expr update_expression inc_statement"  # noqa: SIM905
    " dec_statement operator_assignment".split()
)
"""Count up or down, or add to what is there."""
BLOCKS: Final = frozenset({"block", "statement_block", "statement_list", "expression_statement", "compound_statement"})
WRAPPING: Final = frozenset({"decorated_definition", "lexical_declaration", "variable_declaration"})
ATTRIBUTES: Final = frozenset({"attribute_item", "decorator"})
"""Stand in front of a definition, beside it in the tree: of Rust, and in classes of TypeScript."""
NAME_FIELDS: Final = ("name", "property", "pattern", "declarator", "left", "key")
VALUE_FIELDS: Final = ("value", "default_value", "right")
ENTRIES: Final = NAMED_VALUES | frozenset(
    "keyword_argument keyed_element field_initializer value_argument named_argument class_parameter FieldInit"  # noqa: SIM905
    " ContainerField field array_element_initializer element_value_pair initializer_pair argument"
    " initialized_identifier".split()
)
"""Set a name to a value: also arguments, and fields of literals."""
LITERAL_TYPES: Final = frozenset({"composite_literal", "struct_expression"})
"""Literals that begin with the name of their type."""
ENTRY_FIELDS: Final = ("name", "key", "left", "field", "field_member", "designator", "pattern", "property")
LITERALS: Final = frozenset(
    "list set tuple dictionary array object array_initializer array_expression initializer_expression array_literal"  # noqa: SIM905
    " literal_value".split()
)
"""Spell out their members."""
VARIANTS: Final = frozenset(
    "enum_variant enum_constant enum_member_declaration enum_assignment property_identifier enum_entry"  # noqa: SIM905
    " enum_class_body".split()
)
"""Members of enumerations, and the one body of them that has no field."""
HOLDERS: Final = frozenset(
    "as_expression reference_expression composite_literal expression_list implicit_array_creation_expression".split()  # noqa: SIM905
)
"""Have a literal in them, and are as long."""
RETURN_FIELDS: Final = ("return_type", "result", "returns", "type")
RAISED_FIELDS: Final = ("type", "constructor", "function", "method")
NAME_TYPES: Final = frozenset({"simple_identifier", "type_identifier", "identifier"})

WRAPPERS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "php": (("<?php ", ""), ("<?php class _ {", "}")),
    **dict.fromkeys(
        ("javascript", "typescript", "tsx", "vue", "svelte"), (("", ""), ("class _ {", "}"), ("const _ = {", "}"))
    ),
    **dict.fromkeys(("java", "csharp", "kotlin", "dart"), (("", ""), ("class _ {", "}"))),
    "cpp": (("", ""), ("class _ {", "};")),
}
"""Put around lines from the middle of a file to make them a file: a method stands in a class."""
WRAPPED_NAME: Final = "_"


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
