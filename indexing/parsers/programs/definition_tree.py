"""Definitions in document order become a tree: parents, levels, qualified names, and the kinds that depend on these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Final

from citeline.dataclass import dataclass
from citeline.model import CALLABLE_KINDS, VALUE_KINDS, NodeKind

from .grammars import Grammar
from .signatures import last_identifier

_MEMBER_PARENTS: Final = frozenset({"class", "interface", "struct", "enum", "trait", "type"})
_METHOD_SEPARATORS: Final = frozenset({"::", ":", ".prototype"})


@dataclass(slots=True)
class Definition:
    """A definition while its tree is being built; bytes are offsets into the file's UTF-8."""

    kind: NodeKind
    name: str
    owner: str
    """Dotted name of the type that it belongs to without standing inside it."""
    start: int
    end: int
    name_start: int
    start_line: int
    head_line: int
    """Where it begins without decorators and attributes."""
    end_line: int
    signature: str
    extends: bool
    """A block that adds to a type; its name is that type's."""
    separator: str = ""
    keyed: bool = False
    """A function that is a member of an object."""
    computed: bool = False
    """A member that a constant of this name names: `[name]() {}`."""
    is_property: bool = False
    """A method that is asked for and not called."""
    given: Sequence[str] = ()
    """Of a block that adds to a type: what that is given, `I, R` of `impl<I, R> Run for Map<I, R>`."""
    stands_for: Sequence[str] = ()
    """Of a block that a macro writes: further types that it is for."""
    fulfils: str = ""
    """Of a block that adds to a type: the trait that this is for."""
    is_private: bool = False
    """Not said to be for others, while its type has a method of that name by a trait."""
    is_excluded: bool = False
    """Nothing of it is in a build, as its conditions say."""
    parent: int | None = None
    """Position in the list; None at the top of the file."""
    level: int = 0
    qualified_name: str = ""
    docstring: str = ""
    type: str = ""
    """Path of its type, of a function of its result."""
    attributes: dict[str, str] = field(default_factory=dict)
    """Paths of what its methods assign to `self` or `this`."""
    bounds: dict[str, str] = field(default_factory=dict)
    """Its type parameters, and the paths of what they must be; empty when that is anything."""
    parameters: list[str] | None = None
    """Paths of the types of its parameters, when others of its name stand beside it."""
    body: int = -1
    """Where its body begins."""
    is_expression: bool = False
    """A function with a name that only it knows: `memo(function Panel() {})`."""
    block: int = 0
    """Where the block begins that it stands in, in languages whose neighbours of one name are one."""
    clause_names: list[int] = field(default_factory=list)
    """Where the names of further clauses and overloads start that were joined with this one."""


def build_tree(definitions: Sequence[Definition], grammar: Grammar) -> list[Definition]:
    """The definitions, sorted by where they begin, that are worth a node; the others are dropped or joined."""
    kept: list[Definition] = []
    open_: list[int] = []
    values: set[tuple[int | None, str]] = set()
    for definition in definitions:
        while open_ and not _encloses(kept[open_[-1]], definition):
            open_.pop()
        parent = open_[-1] if open_ else None
        if parent is not None and kept[parent].end_line < definition.end_line:
            definition.end_line = kept[parent].end_line
        _settle(definition, kept[parent] if parent is not None else None, grammar)
        definition.parent = parent
        before = _clause_before(kept, definition) if grammar.joins_clauses else None
        if before is not None:
            kept[before].end, kept[before].end_line = definition.end, definition.end_line
            kept[before].clause_names.append(definition.name_start)
            open_.append(before)
            continue
        if definition.kind in VALUE_KINDS and not _is_worth_a_node(definition, parent, kept, values):
            continue
        if parent is not None and _is_same(kept[parent], definition):
            continue
        open_.append(len(kept))
        kept.append(definition)
    return kept


def _is_worth_a_node(
    definition: Definition, parent: int | None, kept: Sequence[Definition], values: set[tuple[int | None, str]]
) -> bool:
    """False for local variables, and for values that are only assigned again."""
    if definition.kind == "constant" and parent is not None and kept[parent].kind in CALLABLE_KINDS:
        return False
    key = (parent, definition.name)
    if key in values:
        return False
    values.add(key)
    return True


def _is_same(outer: Definition, inner: Definition) -> bool:
    """Whether both name one function: `var f = exports.f = function () {}`, `const f = memo(function g() {})`."""
    if inner.is_expression and outer.body == inner.body:
        return True
    return (
        outer.kind in CALLABLE_KINDS
        and (outer.name, outer.start_line, outer.end_line) == (inner.name, inner.start_line, inner.end_line)
        and outer.separator != inner.separator
    )


def _encloses(outer: Definition, inner: Definition) -> bool:
    same = outer.start == inner.start and outer.end == inner.end
    return not same and outer.start <= inner.start and inner.end <= outer.end


def _settle(definition: Definition, parent: Definition | None, grammar: Grammar) -> None:
    """Level, qualified name and the kind that depends on where the definition stands."""
    if parent is not None:
        definition.level = parent.level + 1
        definition.start_line = max(definition.start_line, parent.start_line)
    around = parent.qualified_name if parent and not parent.signature.startswith("macro_rules!") else ""
    path = [around, definition.owner, definition.name]
    definition.qualified_name = ".".join(filter(None, path))
    if definition.kind == "function" and (
        (parent is not None and parent.kind in _MEMBER_PARENTS)
        or (definition.owner and definition.separator in _METHOD_SEPARATORS)
    ):
        definition.kind = "method"
    if definition.kind in {"method", "function"}:
        around = last_identifier(definition.owner) or (parent.name if parent else "")
        in_type = bool(definition.owner) or (parent is not None and parent.kind in _MEMBER_PARENTS)
        is_like_type = definition.name == around and not grammar.braces_construct
        if in_type and (definition.name in grammar.constructors or is_like_type):
            definition.kind = "constructor"


def _clause_before(kept: list[Definition], definition: Definition) -> int | None:
    """Position of the definition that this one continues: its neighbour with the same name."""
    if not kept or definition.kind not in CALLABLE_KINDS:
        return None
    position = len(kept) - 1
    # Skip what stands inside the neighbour.
    while kept[position].parent is not None and kept[position].parent != definition.parent:
        position = kept[position].parent or 0
    before = kept[position]
    # Two callbacks may each have a function of that name.
    same = (before.parent, before.block) == (definition.parent, definition.block)
    same = same and before.qualified_name == definition.qualified_name
    return position if same and before.kind == definition.kind else None
