"""What code lists: the members of an enum, of a union, of a constant list, of a run of constants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, groupby, islice
from typing import Final

from tree_sitter import Node

from citeline.dataclass import dataclass
from citeline.indexing.object_cache import cache_per_object
from citeline.model import TYPE_KINDS, VALUE_KINDS, StoredNode
from citeline.patterns import re
from citeline.text import split_identifier, terms

from ...question.vocabulary.words import is_asking
from ..reading.syntax import Source, ancestors, is_called, text_of
from .listed import Item, is_text, unquoted

_LEAST: Final = 3
"""Members from which on they are a list."""
_GAP: Final = 12
"""Lines of comment between two constants of a run."""
_SIMPLE: Final = 0.8
"""Share of the children of a list that are names or literals."""
_LONGEST: Final = 60
_ENUM_BASE: Final = re.compile(r"\b\w*(?:Enum|Flag)\b")
_MADE: Final = re.compile(r"[^=!<>]=\s*(?:new\s+)?(?:[\w$]+(?:\.|::))*(?P<maker>[A-Za-z_$][\w$]*)\(")
"""What a value is made by."""
_UNION: Final = "union_type"
_LISTS: Final = re.compile(
    r"array(?:_expression|_initializer|_literal|_creation_expression)?|list(?:_literal)?|tuple(?:_expression)?|set|object|hash"
    r"|dictionary|(?:composite|collection|map|set_or_map)_literal|initializer_list|subscript|argument_list|arguments|union_type"
)
_MAKES_LIST: Final = re.compile(r"(?:.*\.)?(?:of|ofEntries|asList|listOf|setOf|arrayOf|mapOf|NewSet|Sets?\.New)")
_NAMED: Final = ("name", "left", "key", "pattern", "property")
_UNFIELDED: Final = "const_element"
"""Its first child is its name, which no field says."""
_PAIR: Final = re.compile(r"pair|keyed_element|.*_pair|property|field_initializer|method_definition|map_entry")
_PATH: Final = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*|-?\d[\w.]*|:\w+")
_WRAPS: Final = re.compile(r"(?:array_)?element(?:_initializer)?|literal_(?:element|type)|case_pattern")
_WRAPPED: Final = 5
"""Syntax nodes between a list and what it is assigned to."""
_STATEMENTS: Final = frozenset({"expression_statement", "statement"})
_ADDS: Final = re.compile(
    r"(?:[\w$]+(?:\.|->|::))*(?P<name>[A-Za-z_$][\w$]*)(?:\.|->)(?:add|append|push|push_back|insert|put)"
    r"\((?P<item>\"[^\"]*\"|'[^']*'|-?\d[\w.]*)(?:,[^()]*)?\);?"
)
"""A call that adds a literal to what is named before it."""
_ADDED: Final = 160
"""Bytes of such a statement."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Members that stand together, with what says what they are."""

    subject: str
    """The name of the enum or the constant; the file of a run of constants."""
    named: frozenset[str]
    """Terms of its own name."""
    around: frozenset[str]
    """Of the definition that it stands in."""
    items: tuple[Item, ...]
    is_filled: bool = False
    """Whether they are added one by one, below where it is made."""

    @property
    def alike(self) -> frozenset[str]:
        """Terms that all members have."""
        return frozenset.intersection(*(frozenset(terms(one.text)) for one in self.items))


@cache_per_object
def listings_of(source: Source) -> tuple[Listing, ...]:
    """All lists of a document; read once while the document is in memory."""
    return (*_of_nodes(source), *_of_syntax(source))


def is_enum(node: StoredNode) -> bool:
    """Whether a type is an enumeration, by its kind or its base."""
    return node.kind == "enum" or _ENUM_BASE.search(node.signature) is not None


def _of_nodes(source: Source) -> Iterator[Listing]:
    """Enums, and neighbouring values that are called alike or made by one function."""
    by_parent: dict[int, list[StoredNode]] = {}
    for node in source.nodes:
        if node.kind in VALUE_KINDS:
            by_parent.setdefault(int(node.parent or 0), []).append(node)
    parents = {int(node.id): node for node in source.nodes}
    for identity, nodes in by_parent.items():
        parent = parents.get(identity)
        is_type = parent is not None and parent.kind in TYPE_KINDS
        if parent is not None and is_type and is_enum(parent):
            nodes = [node for node in nodes if node.kind == "constant" or parent.kind != "enum"]
            if found := _listing(source, parent.name, parent.start_line, [Item(n.name, n.start_line) for n in nodes]):
                yield found
            continue
        # The constants of SQL are indexes, which list nothing.
        constants = [node for node in nodes if node.kind == "constant" and source.document.language != "sql"]
        called = ((" ".join([_shared(run), _type_of(source, run[0])]), run) for run in _runs(constants))
        made = () if is_type else _made_alike(source, nodes)  # what a type has is told of the type
        for named, run in chain(called, made):
            items = [Item(node.name, node.start_line) for node in run]
            if found := _listing(source, source.document.path, run[0].start_line, items, named=named):
                yield found


def _made_alike(source: Source, nodes: Sequence[StoredNode]) -> Iterator[tuple[str, list[StoredNode]]]:
    """Values one below the other that one function makes, with its name."""
    by_line = sorted(nodes, key=lambda node: node.start_line)
    return ((maker, [*run]) for maker, run in groupby(by_line, partial(_maker_of, source)) if maker)


def _maker_of(source: Source, node: StoredNode) -> str:
    """The function whose result a value is, by its last name: `started = signals.signal("started")`."""
    made = _MADE.search(source.lines[node.start_line - 1])
    return made["maker"] if made else ""


def _runs(nodes: Sequence[StoredNode]) -> Iterator[list[StoredNode]]:
    """Constants one below the other whose names begin, or end, with the same word."""
    for word_at in (0, -1):

        def key(node: StoredNode, at: int = word_at) -> str:
            return (split_identifier(node.name) or [node.name])[at].lower()

        for _, same in groupby(sorted(nodes, key=lambda node: node.start_line), key):
            run: list[StoredNode] = []
            for node in same:
                if run and node.start_line - run[-1].end_line > _GAP:
                    yield run
                    run = []
                run.append(node)
            yield run


def _shared(run: Sequence[StoredNode]) -> str:
    """The words that the names of a run begin or end with."""
    parts = [split_identifier(node.name) for node in run]
    found: list[str] = []
    for turned in (parts, [one[::-1] for one in parts]):
        for same in zip(*turned, strict=False):
            if len({word.lower() for word in same}) > 1:
                break
            found.append(same[0])
    return " ".join(found)


def _type_of(source: Source, node: StoredNode) -> str:
    """The type that the first constant of a run is declared with: `Quick Mode = iota`."""
    line = source.lines[node.start_line - 1].partition("=")[0]
    beside = [word for word in re.findall(r"[A-Z]\w+", line) if word != node.name]
    return beside[-1] if beside else ""


def _of_syntax(source: Source) -> Iterator[Listing]:
    waiting = [source.root] if source.root is not None else []
    filled: dict[str, list[Item]] = {}
    while waiting:
        node = waiting.pop()
        waiting.extend(node.named_children)
        if is_called(node.type, _LISTS) and (name := _name_of(node)):
            if (found := _listing(source, name, node.start_point.row + 1, _items(node))) is not None:
                yield found
        elif added := _added(node):
            filled.setdefault(added[0], []).append(added[1])
    for name, items in filled.items():
        if (found := _listing(source, name, items[0].line, items)) is not None:
            yield replace(found, is_filled=True)


def _added(node: Node) -> tuple[str, Item] | None:
    """What a statement adds to a list, with the name of that: `STATES.add("57P01")`."""
    is_short = node.type in _STATEMENTS and node.end_byte - node.start_byte < _ADDED
    if not is_short or (found := _ADDS.fullmatch(text_of(node))) is None:
        return None
    return found["name"], Item(unquoted(found["item"]), node.start_point.row + 1)


def _name_of(node: Node) -> str:
    """What a list is assigned to, through calls and conversions that only wrap it."""
    inside = node.parent
    if node.type in ("argument_list", "arguments") and inside is not None:
        if not _MAKES_LIST.fullmatch(text_of(inside).partition("(")[0]):
            return ""
        inside = inside.parent
    if node.type == "subscript" and not text_of(node).startswith(("Literal[", "typing.Literal[", "t.Literal[")):
        return ""
    for around in islice(ancestors(inside), _WRAPPED):
        if is_called(around.type, _LISTS) and around.type not in ("argument_list", "arguments"):
            return ""
        name = next((one for field in _NAMED if (one := around.child_by_field_name(field)) is not None), None)
        if name is None and around.type == _UNFIELDED:
            name = around.named_children[0]
        if name is not None and name.end_byte <= node.start_byte:
            found = _PATH.findall(text_of(name))
            return found[-1] if found else ""
        if around.type in ("call", "new_expression") and around.child_by_field_name("arguments") is None:
            return ""
    return ""


def _items(node: Node) -> list[Item]:
    """The members of a list; none where they are more than names and literals."""
    if node.type == _UNION:
        children = list(_leaves(node))
    else:
        inner = (one for one in node.named_children if "initializer" in one.type and not is_called(one.type, _WRAPS))
        body = node.child_by_field_name("body") or next(inner, node)
        children = [one for one in body.named_children if "comment" not in one.type]
        children = children[1:] if node.type == "subscript" else children
    items = [item for one in children if (item := _item(one)) is not None]
    return items if len(items) >= max(_LEAST, _SIMPLE * len(children)) else []


def _leaves(union: Node) -> Iterator[Node]:
    for child in union.named_children:
        if child.type == _UNION:
            yield from _leaves(child)
        elif "comment" not in child.type:
            yield child


def _item(node: Node) -> Item | None:
    while is_called(node.type, _WRAPS):
        if not node.named_children:
            return None
        node = node.named_children[0]
    if is_called(node.type, _PAIR) and node.named_children:
        key = node.child_by_field_name("key") or node.child_by_field_name("name") or node.named_children[0]
        return _item(key)
    if node.type in ("tuple", "tuple_expression", "array") and node.named_children:
        return _item(node.named_children[0]) if is_text(node.named_children[0]) else None
    text = text_of(node).strip()
    if is_text(node):
        text = unquoted(text)
    elif not _PATH.fullmatch(text):
        return None
    return Item(text, node.start_point.row + 1) if 0 < len(text) <= _LONGEST else None


def _listing(source: Source, subject: str, line: int, items: Sequence[Item], *, named: str = "") -> Listing | None:
    unique: dict[str, Item] = {}
    for item in sorted(items, key=lambda one: one.line):
        if item.text.strip("_"):
            unique.setdefault(item.text, item)
    if len(unique) < _LEAST:
        return None
    owner = source.enclosing(line)
    around = owner.qualified_name if owner is not None and owner.name not in {subject, *unique} else ""
    # Not `loglevel` beside its parts, nor the kind of `CardKind`: how much of a name is asked for counts.
    words = split_identifier(named or subject)
    own = frozenset(terms(" ".join([word for word in words if not is_asking(word)] or words)))
    return Listing(subject, own, frozenset(terms(around)), tuple(unique.values()))
