"""Which `impl` a call of a trait's method reaches: for servers that answer with the trait's declaration.

A server tells the type of an expression; of the crate's impls of the trait those are meant that are for that type, or
for what it refers to. A call on a type parameter, `impl Trait` or `dyn Trait` stays one of the declaration.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from tree_sitter import Node, Parser

Hover: TypeAlias = Callable[[Node], str]
"""Tells the type of an expression; empty where the server does not know."""

_POINTERS: Final = re.compile(
    r"^(?:&\s*(?:'\w+\s+)?(?:mut\s+)?|\*(?:const|mut)\s+|(?:Box|Rc|Arc|Pin|Ref|RefMut|\w*Guard)<)+"
)
_REFERENCES: Final = re.compile(r"^(?:&\s*(?:'\w+\s+)?(?:mut\s+)?|\*(?:const|mut)\s+)+")
_BOUNDLESS: Final = ("impl ", "dyn ")
_TYPES: Final = frozenset({"struct_item", "enum_item", "union_item"})


class Implementation(NamedTuple):
    """A method in an `impl Trait for Type`."""

    path: str
    line: int
    column: int
    for_type: str
    """As written."""
    is_parameter: bool
    """`impl<T> Trait for T`."""

    @property
    def head(self) -> str:
        """The name of the type, which may be a pointer's."""
        return _head(self.for_type, _REFERENCES)


class Implementations:
    """Those of a crate, by method and trait."""

    def __init__(self, parser: Parser, files: Iterable[Path]) -> None:
        self._parser = parser
        self._trees: dict[str, Node] = {}
        self._found: dict[tuple[str, str], list[Implementation]] = defaultdict(list)
        self._own: set[str] = set()
        """Names of the crate's types and traits."""
        for path in files:
            for node in _walk(self.tree(str(path))):
                if node.type in _TYPES or node.type == "trait_item":
                    self._own.add(_text(node.child_by_field_name("name") or node))
                if node.type == "impl_item" and (trait := node.child_by_field_name("trait")) is not None:
                    self._add(str(path), node, _head(_text(trait)))

    def tree(self, path: str) -> Node:
        """The syntax tree of a file."""
        if path not in self._trees:
            self._trees[path] = self._parser.parse(Path(path).read_bytes()).root_node
        return self._trees[path]

    def trait_around(self, path: str, line: int, column: int) -> str:
        """The trait that declares what is named at a place; empty when none does."""
        node: Node | None = self.tree(path).descendant_for_point_range((line, column), (line, column))
        while node is not None and node.type not in {"trait_item", "impl_item", "source_file"}:
            node = node.parent
        name = node.child_by_field_name("name") if node is not None and node.type == "trait_item" else None
        return _text(name) if name is not None else ""

    def meant(self, name: Node, trait: str, hover: Hover) -> Sequence[Implementation] | None:
        """Those that a call means; nothing where it means the declaration, None where nobody knows."""
        found = self._found.get((_text(name), trait), [])
        if not found:
            return []
        kind = _type_called(name, trait, hover)
        if not kind or "{unknown}" in kind or kind == "_":
            return None
        if _is_open(kind, name):
            return []
        # A wrapper's own `impl` counts before that of what is in it, but those of `Pin` and `Box` are for any of them.
        heads = [_head(kind), _head(kind, _REFERENCES)]
        heads = [*reversed(heads)] if heads[1].endswith("Guard") else heads
        others = [one for one in found if not one.is_parameter]
        fitting = next(filter(None, ([one for one in others if one.head == head] for head in heads)), [])
        if trait not in self._own and heads[1] not in self._own and heads[0] not in self._own and fitting:
            return None  # the standard library has impls of its traits for its types too
        if len(fitting) > 1:
            same = [one for one in fitting if _references(one.for_type) == _references(kind)]
            fitting = same or fitting
        return fitting or [one for one in found if one.is_parameter]

    def _add(self, path: str, block: Node, trait: str) -> None:
        kind, body = block.child_by_field_name("type"), block.child_by_field_name("body")
        parameters = _parameters(block)
        for method in body.named_children if body is not None and kind is not None else ():
            name = method.child_by_field_name("name") if method.type == "function_item" else None
            if name is not None and kind is not None:
                row, column = name.start_point
                written = _text(kind)
                self._found[_text(name), trait].append(
                    Implementation(path, row, column, written, _head(written, _REFERENCES) in parameters)
                )


def _type_called(name: Node, trait: str, hover: Hover) -> str:
    """The type whose method is called."""
    around = name.parent
    if around is None:
        return ""
    if around.type == "field_expression":
        value = around.child_by_field_name("value")
        return hover(value) if value is not None else ""
    if around.type == "token_tree":
        dot, value = name.prev_sibling, name.prev_sibling.prev_sibling if name.prev_sibling is not None else None
        is_plain = dot is not None and dot.text == b"." and value is not None and value.type in {"identifier", "self"}
        return hover(value) if is_plain and value is not None else ""
    path = around.child_by_field_name("path") if around.type == "scoped_identifier" else None
    if path is None:
        return ""
    written = _text(path)
    if written.startswith("<"):
        written = re.split(r"\s+as\s+", written[1:-1])[0]
    if written == "Self":
        return _self_type(name)
    if _head(written) != trait:
        return written
    call = around.parent
    while call is not None and call.type == "generic_function":
        call = call.parent
    given = call.child_by_field_name("arguments") if call is not None else None
    if given is not None and given.named_child_count:
        return hover(given.named_children[0])
    return hover(call) if call is not None else ""


def _self_type(node: Node) -> str:
    around: Node | None = node
    while around is not None and around.type != "impl_item":
        around = around.parent
    kind = around.child_by_field_name("type") if around is not None else None
    return _text(kind) if kind is not None else "impl Self"


def _is_open(kind: str, place: Node) -> bool:
    """Whether a type is a parameter of what is around, or only known by its traits."""
    plain = _POINTERS.sub("", kind).strip()
    if plain.startswith(_BOUNDLESS) or ("::" in re.split(r"[<(]", plain)[0] and plain[:1].isupper()):
        return True
    around: Node | None = place
    while around is not None:
        if _head(plain) in _parameters(around):
            return True
        around = around.parent
    return _head(plain) == "Self"


def _parameters(node: Node) -> frozenset[str]:
    given = node.child_by_field_name("type_parameters")
    names = [re.match(r"(?:const\s+)?(\w+)", _text(one)) for one in (given.named_children if given is not None else ())]
    return frozenset(match[1] for match in names if match)


def _head(kind: str, pointers: re.Pattern[str] = _POINTERS) -> str:
    """The name of a type without what refers to it, its path and its arguments."""
    plain = pointers.sub("", kind).strip()
    return re.split(r"[<(]", plain)[0].rstrip(":>").rpartition("::")[2].strip() or plain


def _references(kind: str) -> str:
    found = re.match(r"&\s*(?:'\w+\s+)?(mut\b)?", kind)
    return "" if found is None else "&mut" if found[1] else "&"


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _walk(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(one.children)
