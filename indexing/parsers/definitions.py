"""From the matches of a query to the tree of definitions.

A definition's lines include its decorators and attributes; the comment directly above is its docstring and not part
of its lines. Definitions are in document order, parents before children.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias, cast

from tree_sitter import Node as SyntaxNode

from citeline.model import CALLABLE_KINDS, DEFINITION_KINDS, TYPE_KINDS, VALUE_KINDS, NodeKind

from .grammars import Grammar, LoadedGrammar
from .signatures import MAX_SIGNATURE, last_identifier, signature_of, simple_type, split_name

Captures: TypeAlias = dict[str, list[SyntaxNode]]
Match: TypeAlias = tuple[int, Captures]

_MEMBER_PARENTS: Final = frozenset({"class", "interface", "struct", "enum", "trait", "type"})
_METHOD_SEPARATORS: Final = frozenset({"::", ":", ".prototype"})
_MAX_LINE_END: Final = 200
_DEFINITION_ROLES: Final = DEFINITION_KINDS | {"extension"}


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
    end_line: int
    signature: str
    extends: bool
    """A block that adds to a type; its name is that type's."""
    separator: str = ""
    parent: int | None = None
    """Position in the list; None at the top of the file."""
    level: int = 0
    qualified_name: str = ""
    docstring: str = ""
    clause_names: list[int] = field(default_factory=list)
    """Where the names of further clauses and overloads start that were joined with this one."""


def read_definitions(matches: Sequence[Match], text: bytes, loaded: LoadedGrammar) -> list[Definition]:
    """The definitions among the matches of the language's query."""
    found: dict[int, tuple[tuple[int, bool], Definition]] = {}
    spans: dict[int, list[SyntaxNode]] = {}
    attributes: dict[int, int] = {}
    imported: set[int] = set()
    roles = loaded.roles
    for pattern, captures in matches:
        role = roles[pattern]
        if role in _DEFINITION_ROLES:
            rank = (pattern, "body" not in captures and "tail" not in captures)
            known = found.get(_declared_name(captures["name"][0]).start_byte)
            if known is None or rank < known[0]:
                definition = _definition(role, captures, text, loaded.grammar)
                if definition.name:
                    found[definition.name_start] = rank, definition
        elif role == "span":
            node = captures["span"][0]
            spans.setdefault(node.end_byte, []).append(node)
        elif role == "attribute":
            node = captures["attribute"][0]
            # One that shares its last line belongs to what stands behind it there.
            if not text[node.end_byte : node.end_byte + _MAX_LINE_END].partition(b"\n")[0].strip():
                attributes[_last_line(node)] = node.start_point[0] + 1
        elif role == "import" and "alias" in captures:
            # `const fs = require("fs")` imports; it defines nothing that anyone looks for.
            imported.add(captures["alias"][0].start_byte)
    definitions = [definition for name, (_, definition) in found.items() if name not in imported]
    definitions.sort(key=lambda d: (d.start, -d.end, d.name_start))
    _widen(definitions, spans, attributes)
    definitions.sort(key=lambda d: (d.start, -d.end, d.name_start))
    return _build_tree(definitions, loaded.grammar)


def attach_docs(
    definitions: Sequence[Definition],
    docs: Iterable[tuple[int, str]],
    next_docs: Iterable[tuple[int, str]],
    owner_at: Callable[[int], int | None],
) -> str:
    """Give docstrings found in the tree, as (byte, text), to their definitions; the file's own is returned."""
    file_doc = ""
    for position, doc in docs:
        owner = owner_at(position)
        if owner is None:
            file_doc = file_doc or doc
        elif not definitions[owner].docstring:
            definitions[owner].docstring = doc
    starts = [definition.start for definition in definitions]
    for position, doc in next_docs:
        following = bisect_left(starts, position)
        if following < len(starts) and not definitions[following].docstring:
            definitions[following].docstring = doc
    return file_doc


def owner_finder(definitions: Sequence[Definition]) -> Callable[[int], int | None]:
    """A function from a byte to the innermost definition around it."""
    starts, owners = [0], [-1]
    open_: list[int] = []

    def close_before(position: int) -> None:
        while open_ and definitions[open_[-1]].end <= position:
            closed = definitions[open_.pop()].end
            owner = open_[-1] if open_ else -1
            if starts[-1] == closed:
                owners[-1] = owner
            else:
                starts.append(closed)
                owners.append(owner)

    for position, definition in enumerate(definitions):
        close_before(definition.start)
        around = definitions[open_[-1]] if open_ else None
        # Of several names declared together the first stands for the whole.
        if around is not None and around.start == definition.start and around.end == definition.end:
            continue
        starts.append(definition.start)
        owners.append(position)
        open_.append(position)
    close_before(1 << 62)

    def owner_at(position: int) -> int | None:
        owner = owners[bisect_right(starts, position) - 1]
        return owner if owner >= 0 else None

    return owner_at


def _definition(role: str, captures: Captures, text: bytes, grammar: Grammar) -> Definition:
    node, name_node = captures[role][0], _declared_name(captures["name"][0])
    start, end = node.byte_range
    name_start, name_end = name_node.byte_range
    extends = role == "extension"
    kind = cast(NodeKind, "type" if extends else role)
    raw_name = text[name_start:name_end].decode("utf-8", "replace")
    if extends:
        name, owner, separator = last_identifier(simple_type(raw_name)), "", ""
    else:
        name, owner, separator = split_name(raw_name)
    if "owner" in captures:
        owner_start, owner_end = captures["owner"][0].byte_range
        owner, separator = simple_type(text[owner_start:owner_end].decode("utf-8", "replace")), "::"
    body = captures["body"][0].start_byte if "body" in captures else end
    last = captures["tail"][0] if "tail" in captures else node
    head = text[start : min(body, start + 4 * MAX_SIGNATURE)].decode("utf-8", "replace")
    return Definition(
        kind=kind,
        name=name,
        owner=owner,
        separator=separator,
        start=start,
        end=last.end_byte,
        name_start=name_start,
        start_line=node.start_point[0] + 1,
        end_line=_last_line(last),
        signature=signature_of(
            head,
            name,
            is_value=kind in VALUE_KINDS,
            is_type=kind in TYPE_KINDS and (role != "type"),
            has_body="body" in captures,
            annotations=grammar.annotations,
        ),
        extends=extends,
    )


def _declared_name(node: SyntaxNode) -> SyntaxNode:
    """The identifier inside C's pointers, arrays, parameters and parentheses."""
    while node.type.endswith("declarator"):
        inner = node.child_by_field_name("declarator") or next(iter(node.named_children), None)
        if inner is None:
            break
        node = inner
    return node


def _last_line(node: SyntaxNode) -> int:
    row, column = node.end_point
    # A node that ends with its line break ends, for a reader, on the line before.
    return row if column == 0 and row > node.start_point[0] else row + 1


def _widen(definitions: list[Definition], spans: dict[int, list[SyntaxNode]], attributes: dict[int, int]) -> None:
    """Take decorators, `export`, `template<>` and attributes into the definitions that they belong to."""
    declared = (-1, -1)
    start, start_line = 0, 0
    for definition in definitions:
        # Only the outermost definition that ends here may use a span, with those declared together with it.
        if (definition.start, definition.end) != declared:
            declared = definition.start, definition.end
            start, start_line = definition.start, definition.start_line
            around = spans.get(definition.end, [])
            spans[definition.end] = [node for node in around if node.start_byte > definition.start]
            for node in around:
                if node.start_byte < start:
                    start, start_line = node.start_byte, node.start_point[0] + 1
            # Taken out, so that a member on the same line does not get them too.
            while (above := attributes.pop(start_line - 1, None)) is not None:
                start_line = min(above, start_line - 1)
        definition.start, definition.start_line = start, start_line


def _build_tree(definitions: list[Definition], grammar: Grammar) -> list[Definition]:
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


def _encloses(outer: Definition, inner: Definition) -> bool:
    same = outer.start == inner.start and outer.end == inner.end
    return not same and outer.start <= inner.start and inner.end <= outer.end


def _settle(definition: Definition, parent: Definition | None, grammar: Grammar) -> None:
    """Level, qualified name and the kind that depends on where the definition stands."""
    if parent is not None:
        definition.level = parent.level + 1
        definition.start_line = max(definition.start_line, parent.start_line)
    path = [parent.qualified_name if parent else "", definition.owner, definition.name]
    definition.qualified_name = ".".join(filter(None, path))
    if definition.kind == "function" and (
        (parent is not None and parent.kind in _MEMBER_PARENTS)
        or (definition.owner and definition.separator in _METHOD_SEPARATORS)
    ):
        definition.kind = "method"
    if definition.kind in {"method", "function"}:
        around = last_identifier(definition.owner) or (parent.name if parent else "")
        in_type = bool(definition.owner) or (parent is not None and parent.kind in _MEMBER_PARENTS)
        if in_type and (definition.name in grammar.constructors or definition.name == around):
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
    same = before.parent == definition.parent and before.qualified_name == definition.qualified_name
    return position if same and before.kind == definition.kind else None
