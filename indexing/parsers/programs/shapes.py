"""Node types by which a language says what a function must be where it stands: one row a language."""

from __future__ import annotations

from typing import Final

from citeline.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Shapes:
    """What `contexts.py` looks for in a tree."""

    functions: frozenset[str]
    """Functions that are values."""
    lists: frozenset[str]
    """Lists of their parameters."""
    parameters: frozenset[str]
    """Parameters with a declared type."""
    values: frozenset[str]
    """Parameters, variables and fields whose declared type says what the value in them must be."""
    around: frozenset[str]
    """What stands between a function's type and the definition, or the function, that it says something of."""
    same: frozenset[str]
    """Expressions from which what is expected is that of their parts."""
    whole: frozenset[str] = frozenset()
    """Patterns that bind all of what stands there to the name in them."""
    bounds: frozenset[str] = frozenset()
    """What says of a type parameter that it is a function: all parameters of its type are one."""
    uncounted: frozenset[str] = frozenset()
    """What is no parameter in a list of them."""
    taken: frozenset[str] = frozenset()
    """Patterns that take parts out of what something is matched with."""
    fields: frozenset[str] = frozenset()
    """Patterns that take a field out of a struct."""
    bare_types: bool = False
    """The parameters of a function's type are types without a name."""


_TYPESCRIPT_PARAMETERS: Final = frozenset({"required_parameter", "optional_parameter"})
TYPESCRIPT: Final = Shapes(
    functions=frozenset({"arrow_function", "function_expression", "generator_function"}),
    lists=frozenset({"formal_parameters"}),
    parameters=_TYPESCRIPT_PARAMETERS,
    values=_TYPESCRIPT_PARAMETERS | {"variable_declarator", "public_field_definition"},
    around=_TYPESCRIPT_PARAMETERS
    | frozenset(
        "type_annotation parenthesized_type union_type type_arguments generic_type readonly_type"  # noqa: SIM905
        " interface_body".split()
    ),
    same=frozenset("parenthesized_expression ternary_expression binary_expression await_expression".split()),  # noqa: SIM905
)
RUST: Final = Shapes(
    functions=frozenset({"closure_expression"}),
    lists=frozenset({"closure_parameters"}),
    parameters=frozenset({"parameter"}),
    values=frozenset({"parameter", "let_declaration"}),
    around=frozenset(
        "parameter abstract_type bounded_type dynamic_type generic_type type_arguments reference_type".split()  # noqa: SIM905
    ),
    same=frozenset({"parenthesized_expression"}),
    whole=frozenset({"mut_pattern", "reference_pattern"}),
    bounds=frozenset({"trait_bounds"}),
    uncounted=frozenset({"self_parameter"}),
    taken=frozenset({"tuple_pattern", "tuple_struct_pattern"}),
    fields=frozenset({"field_pattern"}),
    bare_types=True,
)
