"""Walks a syntax tree for what definitions say of themselves: defaults, return types, what they raise and return."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from tree_sitter import Node as SyntaxNode

from citeline.text import names_in

from .node_types import (
    ATTRIBUTES,
    BLOCKS,
    CALLABLES,
    CALLED_FIELDS,
    CALLS,
    CASES,
    CATCHERS,
    CHANGES,
    CHOICES,
    CLOSURES,
    ENTRIES,
    FUNCTION_VALUES,
    HANDED_BLOCKS,
    HANDLERS,
    HOLDERS,
    KEYWORD_RAISES,
    LATER,
    LITERAL_TYPES,
    LITERALS,
    LOOPS,
    NAME_FIELDS,
    NAME_TYPES,
    NAMED_VALUES,
    PANICS,
    PARAMETERS,
    PATTERNS,
    RAISED_FIELDS,
    RAISES,
    RETURN_FIELDS,
    RETURNS,
    SWITCHES,
    TAKEN_FIELDS,
    TYPES,
    VALUE_FIELDS,
    VARIANTS,
    WRAPPED_NAME,
    WRAPPING,
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
_BRANCHING: Final = HANDLERS | CASES | BLOCKS
"""Whose children do not all run under the same conditions."""
_LEAVES: Final = re.compile(r"return\b|raise\b|throw\b|continue\b|break\b|panic\b|process\.exit|os\.Exit|sys\.exit")
_SUPPRESSES: Final = re.compile(r"\b(?:suppress|raises)\(")
_ENUM: Final = re.compile(r"\w*(?:Enum|Flag)\b")
_NEW: Final = re.compile(r"^(?:new|throw|raise)\s+")


@dataclass(frozen=True, slots=True)
class Under:
    """What must hold for a statement to run: conditions as written, and whether they are true there."""

    guards: tuple[tuple[str, bool], ...] = ()
    """Of the branches around it, outermost first."""
    passed: tuple[tuple[str, bool], ...] = ()
    """Of statements before it that leave early."""
    caught: str = ""
    """The exceptions of the handler around it, as written; a blank for any."""


@dataclass(frozen=True, slots=True)
class Run:
    """Whether a statement runs with the definition around it, and what becomes of what it raises."""

    closed: int = 0
    """A function without a name stands between: the byte behind its beginning; 0 where none does."""
    later: bool = False
    """It is deferred, or runs beside the definition."""
    tried: bool = False
    """A handler may catch what it raises."""
    again: bool = False
    """In a loop it may run before what stands above it."""


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
    under: Under = Under()
    end: int = 0
    """Byte: what is evaluated first ends first."""
    items: tuple[str, ...] = ()
    """Of a value that is a literal: its members, or its keys; none where it has other ones beside them."""
    run: Run = Run()
    of: str = ""
    """Of an entry of a literal: the call, the type or the name that the literal belongs to, where it has one."""


def walk(root: SyntaxNode) -> Iterator[Told]:
    """In order of the text; nothing deeper than a person would write."""
    yield from _walk(root, (), 0, Under(), set(), Run())


def _walk(
    node: SyntaxNode, chain: tuple[str, ...], depth: int, under: Under, tails: set[int], run: Run
) -> Iterator[Told]:
    """`tails`: ids of expressions that a function returns without a word for it."""
    if depth > _DEEPEST:
        return
    beneath_run = _run_of(node, run)
    for told in _tell(node, chain, under, tails):
        yield replace(told, run=beneath_run) if beneath_run != told.run and told.end else told
    inner, own = _inner(node, chain, under)
    first_catcher = next((child.start_byte for child in node.named_children if child.type in CATCHERS), 0)
    for child, beneath in _beneath(node, own):
        tried = child.start_byte < first_catcher and not beneath_run.tried
        child_run = replace(beneath_run, tried=True) if tried else beneath_run
        yield from _walk(child, inner, depth + 1, beneath, tails, child_run)
    if node.type == "throws":
        for thrown in node.named_children:
            yield Told("raises", chain, "", last_name(text_of(thrown)))


def _run_of(node: SyntaxNode, run: Run) -> Run:
    """What holds for a node and everything in it."""
    if node.type in TYPES or _is_named_callable(node):
        return Run()
    if node.type in CALLABLES or (node.type in CLOSURES and not (node.parent and _is_named_callable(node.parent))):
        return Run(closed=node.start_byte + 1)
    if node.type in HANDED_BLOCKS and node.parent is not None and node.parent.child_by_field_name("method") is not None:
        return Run(closed=node.start_byte + 1)
    if node.type in LOOPS:
        return replace(run, again=True)
    if node.type in LATER:
        return replace(run, later=True)
    if node.type == "with_statement" and _SUPPRESSES.search(text_of(node).partition(":")[0]):
        return replace(run, tried=True)
    return run


def _is_named_callable(node: SyntaxNode) -> bool:
    if node.type in NAMED_VALUES:
        value = field_of(node, VALUE_FIELDS)
        return value is not None and value.type in FUNCTION_VALUES
    return node.type in CALLABLES and bool(name_of(node))


def _inner(node: SyntaxNode, chain: tuple[str, ...], under: Under) -> tuple[tuple[str, ...], Under]:
    """The definitions around what stands in a node, and the conditions that hold there."""
    if node.type in TYPES or node.type in CALLABLES:
        name = name_of(node)
        inner = (*chain, *_receiver(node), name) if name and name != WRAPPED_NAME else chain
        return inner, Under() if node.type in CALLABLES else under
    return ((*chain, name_of(node)), Under()) if _is_named_callable(node) else (chain, under)


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
                tails.update(_tails(node.child_by_field_name("body")) if node.type == "function_item" else ())
                yield from _return_type(node, inner)
    elif node.type in CHANGES or (node.type in NAMED_VALUES and _is_augmented(node)):
        if name := last_name(text_of(field_of(node, ("left", "argument")) or _first_child(node) or node)):
            yield Told("changes", chain, name, text_of(node), under, node.end_byte)
    elif node.type in NAMED_VALUES:
        value = _value_of(node)
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
        yield from _chosen(told, _first_child(node) if node.named_child_count == 1 else None)
    elif node.type in HANDLERS:
        yield Told("catches", chain, " ".join(_tried(node)), _caught(node), under, node.end_byte)
    elif node.type in CALLS:
        # Kotlin and Swift: what is called comes first, and has no field.
        called = last_name(text_of(field_of(node, CALLED_FIELDS) or _first_child(node) or node))
        yield Told("panics" if called in PANICS else "calls", chain, called, text_of(node), under, node.end_byte)
    if node.id in tails and not text_of(node).startswith(("panic!", "unreachable!", "todo!")):
        yield Told("returns", chain, "", text_of(node), under, node.end_byte)


def _beneath(node: SyntaxNode, under: Under) -> Iterator[tuple[SyntaxNode, Under]]:
    """The children, each with what must hold for it to run."""
    condition = node.child_by_field_name("condition") if node.type not in SWITCHES else None
    if condition is None and node.type not in _BRANCHING:
        yield from ((child, under) for child in node.named_children)
        return
    taken = {child.id for name in TAKEN_FIELDS for child in node.children_by_field_name(name)}
    others = {child.id for child in node.children_by_field_name("alternative")}
    guard = text_of(condition) if condition is not None else _case(node)
    not_taken = (*under.guards, (guard, False))
    passed = under.passed
    for child in node.named_children:
        beneath = under if passed is under.passed else replace(under, passed=passed)
        if guard and (child.id in taken or (condition is None and child.id not in others)):
            beneath = replace(beneath, guards=(*under.guards, (guard, True)))
        elif guard and child.id in others:
            beneath = replace(beneath, guards=not_taken)
            if child.type == "elif_clause" and (other := child.child_by_field_name("condition")) is not None:
                not_taken = (*not_taken, (text_of(other), False))
        elif node.type in HANDLERS:
            failed = (f"{' '.join(_tried(node))} is Err(_)", True)
            beneath = replace(beneath, caught=_caught(node) or " ", guards=(*beneath.guards, failed))
        yield child, beneath
        passed = (*passed, *left) if (left := _left_early(child)) else passed


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


def _value_of(node: SyntaxNode) -> SyntaxNode | None:
    """C# has no field for it."""
    signs = [child.type for child in node.children]
    return field_of(node, VALUE_FIELDS) or (_unnamed_default(node) if "=" in signs else None)


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


def _case(node: SyntaxNode) -> str:
    """What an arm of a match, a case of a switch, or a `let … else` compares."""
    if node.type not in CASES or (node.type == "let_declaration" and not node.child_by_field_name("alternative")):
        return ""
    pattern = field_of(node, ("pattern", "value") if node.type != "switch_rule" else ("pattern",))
    if pattern is None and (first := _first_child(node)) is not None and first.type.endswith(("_label", "_pattern")):
        pattern = first
    told = text_of(pattern).removeprefix("case ") if pattern is not None else "default"
    if told in ("default", "_"):
        return "default"
    matched = node.parent
    while matched is not None and node.type != "let_declaration" and matched.type not in SWITCHES:
        matched = matched.parent
    compared = field_of(
        matched if node.type != "let_declaration" and matched else node, ("value", "condition", "subject")
    )
    tested = text_of(compared) if compared is not None else ""
    if tested in ("true", "(true)") or (not tested and node.type == "expression_case"):
        # Without a value, as Go has it, each case is a condition, or several.
        several = pattern is not None and pattern.type.endswith("_list")
        return " || ".join(map(text_of, pattern.named_children)) if pattern and several else told
    return f"{tested} is {told}"


def _left_early(node: SyntaxNode) -> tuple[tuple[str, bool], ...]:
    """The condition that is false behind a statement which leaves where it is true."""
    inner = node.named_children[0] if node.type == "expression_statement" and node.named_children else node
    condition, taken = inner.child_by_field_name("condition"), inner.child_by_field_name("consequence")
    if (
        condition is None
        or taken is None
        or inner.type.endswith("_clause")
        or inner.child_by_field_name("alternative") is not None
    ):
        return ()
    last = taken
    while last.type in BLOCKS and last.named_children:
        last = last.named_children[-1]
    return ((text_of(condition), False),) if _LEAVES.match(text_of(last)) else ()


def _tails(node: SyntaxNode | None) -> Iterator[int]:
    """Rust: the expressions at the ends of a body."""
    if node is None or (not node.named_children and node.type == "block"):
        return
    if node.type == "block":
        yield from _tails(node.named_children[-1])
    elif node.type == "expression_statement":
        inner = node.named_children[0] if node.named_children else None
        if (
            inner is not None
            and inner.type in ("match_expression", "if_expression")
            and not text_of(node).endswith(";")
        ):
            yield from _tails(inner)
    elif node.type == "match_expression":
        body = node.child_by_field_name("body")
        for arm in body.named_children if body else ():
            yield from _tails(arm.child_by_field_name("value"))
    elif node.type in ("if_expression", "else_clause"):
        for child in node.named_children:
            if child.type in ("block", "else_clause", "if_expression"):
                yield from _tails(child)
    elif not node.type.endswith(("_declaration", "_item")) and node.type not in RETURNS:
        yield node.id


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
        inner = [
            _first_child(child) if child.type == "expression_statement" else child for child in body.named_children
        ]
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


def _tried(node: SyntaxNode) -> list[str]:
    """Names of what is called where a handler catches."""
    body = (node.parent.child_by_field_name("body") or _first_child(node.parent)) if node.parent else None
    names, waiting = [], [body] if body is not None else []
    while waiting:
        inner = waiting.pop()
        if inner.type in CALLS and (called := last_name(text_of(field_of(inner, CALLED_FIELDS) or inner))):
            names.append(called)
        waiting.extend(inner.named_children)
    return list(dict.fromkeys(names))


def _caught(node: SyntaxNode) -> str:
    """The types that a handler names; empty where it takes everything."""
    for child in node.named_children:
        if child.type in ("catch_formal_parameter", "catch_declaration"):
            return text_of(child)
    value = field_of(node, ("value",)) if node.type.startswith("except") else None
    if value is None and node.type.startswith("except"):
        value = next((child for child in node.named_children if child.type != "block"), None)
    return text_of(value) if value is not None else ""


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


def _first_child(node: SyntaxNode) -> SyntaxNode | None:
    """`named_child` raises where there is none."""
    return node.named_children[0] if node.named_child_count else None


def field_of(node: SyntaxNode, names: tuple[str, ...]) -> SyntaxNode | None:
    """What a node has in the first of the fields that it has."""
    return next((found for name in names if (found := node.child_by_field_name(name)) is not None), None)


def text_of(node: SyntaxNode) -> str:
    """As written, on one line."""
    return " ".join((node.text or b"").decode("utf-8", "replace").split())


def _receiver(node: SyntaxNode) -> tuple[str, ...]:
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
        value = _unnamed_default(node)
    if name:
        yield Told("default" if value is not None else "parameter", chain, name, text_of(value) if value else "")


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
