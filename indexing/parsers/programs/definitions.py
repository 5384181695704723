"""From the matches of a query to the tree of definitions.

A definition's lines include its decorators and attributes; the comment directly above is its docstring and not part
of its lines. Definitions are in document order, parents before children.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias, cast

from tree_sitter import Node as SyntaxNode

from citeline.model import CALLABLE_KINDS, DEFINITION_KINDS, TYPE_KINDS, VALUE_KINDS, NodeKind
from citeline.patterns import re

from .definition_tree import Definition, build_tree
from .grammars import Grammar, LoadedGrammar
from .signatures import MAX_SIGNATURE, last_identifier, signature_of, simple_type, split_name
from .type_paths import split

Captures: TypeAlias = dict[str, list[SyntaxNode]]
Match: TypeAlias = tuple[int, Captures]
ByRole: TypeAlias = Mapping[str, Sequence[Captures]]
"""Role to the captures of its matches, in their order; empty for a role without any."""

_DOC_COMMENTS: Final = (b"///", b"/**")
_DEFINITION_ROLES: Final = DEFINITION_KINDS | {"extension"}


_POINTER: Final = re.compile(
    r"(?:\w+::)*(\w+)<(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)?(?:dyn\s+)?((?:\w+::)*\w+)(?:<.*>)?(?:\s*\+[^<>]*)?>", re.S
)
"""`Arc<Handle>`, `Pin<&mut dyn Run + Send>`."""


_NAMELESS: Final = re.compile(r"(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)*([(\[]|\*[cm])")


def by_role(matches: Iterable[Match], loaded: LoadedGrammar) -> ByRole:
    """The matches by what the query says they are: most readers want a few of a hundred thousand."""
    found: dict[str, list[Captures]] = defaultdict(list)
    for pattern, captures in matches:
        found[loaded.roles[pattern]].append(captures)
    return found


def read_definitions(
    matches: Sequence[Match],
    text: bytes,
    loaded: LoadedGrammar,
    written: Iterable[Definition] = (),
    settle: Callable[[Sequence[Definition]], None] | None = None,
) -> list[Definition]:
    """The definitions among the matches of the language's query, and those that macros have written."""
    found: dict[int, tuple[tuple[int, bool], Definition]] = {}
    spans: dict[int, list[SyntaxNode]] = {}
    attributes: dict[int, int] = {}
    aliases: dict[str, str] = {}
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
                if role == "type" and loaded.grammar.basic and (meant := _meant_by(captures["type"][0])):
                    aliases[definition.name] = meant
        elif role == "span":
            node = captures["span"][0]
            spans.setdefault(_end_of_span(node), []).append(node)
        elif role == "attribute":
            node = captures["attribute"][0]
            line = node.start_point[0] + 1
            target = _line_of_next(node)
            attributes[target] = min(line, attributes.get(target, line))
        elif role == "import" and "alias" in captures:
            # `const fs = require("fs")` imports; it defines nothing that anyone looks for.
            imported.add(captures["alias"][0].start_byte)
    definitions = [definition for name, (_, definition) in found.items() if name not in imported]
    definitions += written
    for one in definitions if aliases else ():
        if one.extends:
            one.name = aliases.get(one.name) or one.name  # `impl Alias { … }` adds to what that means
    definitions.sort(key=lambda d: (d.start, -d.end, d.name_start))
    _widen(definitions, spans, attributes)
    definitions.sort(key=lambda d: (d.start, -d.end, d.name_start))
    if settle is not None:
        settle(definitions)
    return build_tree(definitions, loaded.grammar)


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
        name = _extended(raw_name, node, grammar)
        name = _kind_of_type(raw_name) or last_identifier(simple_type(name))
        name, owner, separator = _kind_of_parameter(name, node, captures) or name, "", ""
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
        head_line=node.start_point[0] + 1,
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
        keyed="keyed" in captures,
        is_property="property" in captures,
        body=body if "body" in captures else -1,
        is_expression=node.type == "function_expression",
        given=_given(raw_name) if extends else (),
        computed=_is_computed(name_node),
        block=_block_around(node) if grammar.joins_clauses and kind in CALLABLE_KINDS else 0,
    )


def _block_around(node: SyntaxNode) -> int:
    """Where the block begins that a definition stands in, past what belongs to it alone: `export`, `const`."""
    around = node.parent
    while around is not None and around.named_child_count == 1 and around.parent is not None:
        around = around.parent
    return around.start_byte if around is not None else 0


def _extended(written: str, block: SyntaxNode, grammar: Grammar) -> str:
    """The type that a block adds to: that is `Handle` in Rust's `impl Run for Arc<Handle>`; for a `Box<T>` itself."""
    match = _POINTER.fullmatch(written)
    if match is None or match[1] not in grammar.same.split():
        return written
    given = block.child_by_field_name("type_parameters")
    parameters = [one.child_by_field_name("name") for one in (given.named_children if given is not None else ())]
    is_parameter = match[2].encode() in {one.text for one in parameters if one is not None}
    return written if is_parameter or match[2].rpartition("::")[2] in grammar.wrappers else match[2]


def _kind_of_parameter(name: str, block: SyntaxNode, captures: Captures) -> str:
    """`fn` of a block that adds to all functions, `impl<F: Fn(u8)> Run for F`, `Iterator` of one for all iterators."""
    given = block.child_by_field_name("type_parameters") if block.type == "impl_item" else None
    if given is None or "body" not in captures:
        return ""
    head = (block.text or b"")[: captures["body"][0].start_byte - block.start_byte]
    match = re.search(rb"\b%s\s*:\s*(?:for\s*<[^<>]*>\s*)?(Fn|Iterator\b)" % re.escape(name.encode()), head)
    return "" if match is None else "fn" if match[1] == b"Fn" else "Iterator"


def _meant_by(alias: SyntaxNode) -> str:
    """The name of the type that stands behind another one; empty for a type of a trait's."""
    around = alias.parent.parent if alias.parent is not None else None
    meant = alias.child_by_field_name("type")
    if meant is None or (around is not None and around.type in {"impl_item", "trait_item"}):
        return ""
    return last_identifier(simple_type((meant.text or b"").decode("utf-8", "replace")))


def _given(written: str) -> Sequence[str]:
    """The types that a type is given, without lifetimes."""
    _, bracket, inner = written.rstrip().removesuffix(">").partition("<")
    every = [part.strip() for part in split(inner, ",")] if bracket else []
    return [part for part in every if part and not part.startswith("'")]


def _is_computed(name: SyntaxNode) -> bool:
    return name.type == "computed_property_name" and name.named_children[0].type == "identifier"


def _kind_of_type(written: str) -> str:
    """Rust's `impl Trait for (A, B)`, `for &'a [T]` and `for *const T` have no name but that of the kind of type."""
    match = _NAMELESS.match(written)
    if match is None:
        return ""
    return {"(": "tuple", "[": "array" if ";" in written else "slice", "*c": "pointer", "*m": "mut_pointer"}[match[1]]


def _declared_name(node: SyntaxNode) -> SyntaxNode:
    """The identifier inside C's pointers, arrays, parameters and parentheses."""
    while node.type.endswith("declarator"):
        inner = node.child_by_field_name("declarator") or next(iter(node.named_children), None)
        if inner is None:
            break
        node = inner
    return node


def _end_of_span(node: SyntaxNode) -> int:
    """Where the definition in a span ends: the semicolon behind C++'s `template <class T> class A {}` is the span's."""
    last = node.children[-1] if node.child_count else node
    before = last.prev_sibling
    return before.end_byte if last.type == ";" and before is not None else node.end_byte


def _last_line(node: SyntaxNode) -> int:
    row, column = node.end_point
    # A node that ends with its line break ends, for a reader, on the line before.
    return row if column == 0 and row > node.start_point[0] else row + 1


def _line_of_next(node: SyntaxNode) -> int:
    """The line of what an attribute belongs to: the next sibling, a plain comment not counted; 0 when there is none.

    Documentation between counts: it is found above its definition's first line, not inside.
    """
    following = node.next_sibling
    while following is not None and following.is_extra and not (following.text or b"").startswith(_DOC_COMMENTS):
        following = following.next_sibling
    return following.start_point[0] + 1 if following is not None else 0


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
            while (above := attributes.pop(start_line, None)) is not None:
                start_line = above
        definition.start, definition.start_line = start, start_line
