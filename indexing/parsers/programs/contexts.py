"""What is known by where it stands: parameters of callbacks and closures, names of patterns, members of objects.

Behind the path of a function or of its type, `(:0)` is its first parameter: `make(:1)(:0)` is what `make` gives a
function that it takes as its second. `<{make.opts>` is a value whose members stand in the definition `make.opts`,
`<{:make.opts>` one of a type that is written there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from tree_sitter import Node as SyntaxNode

from citeline.model import AND, BESIDE

from .definition_tree import Definition
from .shapes import Shapes

PATTERNS: Final = frozenset({"object_pattern", "pair_pattern", "object_assignment_pattern"})
_CASTS: Final = frozenset({"as_expression", "satisfies_expression"})
_AROUND_OBJECTS: Final = frozenset({"array_type", "parenthesized_type", "readonly_type"})
_AROUND_RESULTS: Final = _AROUND_OBJECTS - {"array_type"} | {"type_annotation", "type_arguments", "generic_type"}
_ALSO_OBJECTS: Final = frozenset({"intersection_type", "union_type"})
_WHOLE: Final = frozenset({"mut_pattern", "ref_pattern", "reference_pattern"})
_TYPES_OF_FUNCTIONS: Final = frozenset({"function_type", "call_signature", "construct_signature"})
_AROUND_MATCHED: Final = frozenset({"match_pattern", "match_arm", "match_block"})
_HELD_BY: Final = {"Some": ".?", "Ok": ".?", "Ready": ".?", "Err": ".!"}
"""Steps to what Rust's optional values hold."""
_MAX_DEPTH: Final = 12


class Contexts:
    """Reads a file's tree upwards; paths of expressions and types come from the functions that are handed in."""

    def __init__(
        self,
        read: Callable[[SyntaxNode], str],
        value_path: Callable[[SyntaxNode], str],
        type_path: Callable[[SyntaxNode], str],
        owner_at: Callable[[int], Definition | None],
        shapes: Shapes,
    ) -> None:
        self._read = read
        self._value_path = value_path
        self._type_path = type_path
        self._owner_at = owner_at
        self._shapes = shapes
        self._patterns: dict[int, str] = {}

    def of(self, name: SyntaxNode) -> str:
        """The path of a name that is bound without a type or value of its own; empty when nothing tells it."""
        around = name.parent
        if around is None:
            return ""
        shapes = self._shapes
        if around.type in shapes.parameters:
            return self._parameter(around, 0)
        if (field := _around(name, shapes.fields)) is not None and field.parent is not None:
            kind, key = field.parent.child_by_field_name("type"), field.child_by_field_name("name")
            return _member(self._value_path(kind), self._read(key or name)) if kind is not None else ""
        if around.type in shapes.taken:
            return self._path_of(self._matched(name, 0))
        if around.type in shapes.whole and around.parent is not None:
            if around.parent.type in shapes.taken:
                return self._path_of(self._matched(around, 0))
            name, around = around, around.parent
        if around.type in shapes.lists or around.type in shapes.functions:
            return self._parameter(name, 0)
        key, pattern = name, around
        if pattern.type in PATTERNS - {"object_pattern"}:
            key, pattern = pattern.child_by_field_name("key") or name, pattern.parent or pattern
        if pattern.type == "array_pattern":
            return self._element(pattern, name, 0)
        if pattern.type == "rest_pattern" and pattern.parent is not None and pattern.parent.type == "object_pattern":
            return self._pattern(pattern.parent, 0)
        if pattern.type != "object_pattern" or key.type == "computed_property_name":
            return ""
        return _member(self._pattern(pattern, 0), self._read(key))

    def _matched(self, pattern: SyntaxNode, depth: int) -> SyntaxNode | str:
        """What a part of a pattern is matched with, an expression or a path: `match (a, b) { (Some(x), _) =>`."""
        around = pattern.parent
        if around is None or depth > _MAX_DEPTH:
            return ""
        kind = around.type
        if kind in self._shapes.whole or kind == "or_pattern":
            return self._matched(around, depth + 1)
        if kind == "tuple_pattern":
            whole = self._matched(around, depth + 1)
            parts = whole.named_children if isinstance(whole, SyntaxNode) and whole.type == "tuple_expression" else ()
            places = [one for one in around.children if one.type not in {"(", ",", ")"}]  # `_` has no name
            place = places.index(pattern)
            return parts[place] if place < len(parts) else ""
        if kind == "tuple_struct_pattern" and (name := around.child_by_field_name("type")) is not None:
            step = _HELD_BY.get(self._read(name).rpartition("::")[2])
            path = self._path_of(self._matched(around, depth + 1)) if step else ""
            return f"{path}{step}" if path and step and " " not in path else ""
        while kind in _AROUND_MATCHED and around.parent is not None:
            around = around.parent
            kind = around.type
        if kind in {"match_expression", "let_declaration", "let_condition"}:
            return around.child_by_field_name("value") or ""
        return ""

    def _path_of(self, matched: SyntaxNode | str) -> str:
        return matched if isinstance(matched, str) else self._value_path(matched)

    def declared(self, node: SyntaxNode, wrappers: Mapping[str, str]) -> str:
        """The path of a type that is written as an object, is one of several with an object, or holds such objects."""
        if node.type == "object_type":
            return self._object(node, is_type=True)
        if node.type == "tuple_type":
            return self.tuple(node, self._type_path) if _is_result(node) else ""
        given, many = [], False
        if node.type in _ALSO_OBJECTS:
            given = [one for one in node.named_children if one.type == "object_type"][:1]
        elif node.type in _AROUND_OBJECTS:
            given, many = node.named_children[-1:], node.type == "array_type"
        elif node.type == "generic_type" and (kind := wrappers.get(self._read(node.named_children[0]), "")):
            given = node.named_children[-1].named_children
            given, many = given[-1:] if kind == "map" else given[:1], kind in {"elements", "map"}
        path = self.declared(given[0], wrappers) if given else ""
        return f"<[]{path[1:]}" if path and many else path

    def object(self, node: SyntaxNode, *, with_spread: bool) -> str:
        """The path of an object: of its own members, and of all that others are spread into it for."""
        own = self._object(node)
        self._note_members(node)
        spread = [one.named_children[0] for one in node.named_children if one.type == "spread_element"]
        paths = [path for one in spread if (path := self._value_path(one))] if with_spread else []
        return AND.join([*paths, own] if own else paths)

    def _note_members(self, node: SyntaxNode) -> None:
        """Give the definition around an object what its members hold that are no functions of their own."""
        owner = self._owner_at(node.start_byte)
        for one in node.named_children if owner is not None else ():
            name, value = one.child_by_field_name("key"), one.child_by_field_name("value")
            if one.type == "shorthand_property_identifier":
                name = value = one
            if (
                owner is not None
                and name is not None
                and value is not None
                and not (value.type == "object" or value.type in self._shapes.functions)
            ):
                path = self._value_path(value)
                if path not in {"", "<>", "<[]>"}:
                    owner.attributes.setdefault(self._read(name), path)

    def tuple(self, node: SyntaxNode, path_of: Callable[[SyntaxNode], str]) -> str:
        """The path of what has several parts, which the definition around has by their places."""
        owner = self._owner_at(node.start_byte)
        for part in node.named_children if owner is not None else ():
            path = path_of(_type_of(part) or part)  # `[one: One]` may have names
            if owner is not None and path not in {"", "<>", "<[]>"}:
                owner.attributes.setdefault(str(place_of(part, self._shapes)), path)
        return self._object(node)

    def _object(self, node: SyntaxNode, *, is_type: bool = False) -> str:
        owner = self._owner_at(node.start_byte)
        return f"<{{{':' if is_type else ''}{owner.qualified_name}>" if owner is not None else ""

    def _element(self, pattern: SyntaxNode, part: SyntaxNode, depth: int) -> str:
        """A part of what is taken apart by places."""
        path, place = self._pattern(pattern, depth), place_of(part, self._shapes)
        if place == 1 and path.endswith("(:0)") and pattern.named_child_count == 2:
            return path + BESIDE  # `Object.entries(shapes).map(([key, shape]) => …)`
        return _member(path, str(place))

    def _pattern(self, pattern: SyntaxNode, depth: int) -> str:
        """What is taken apart."""
        if pattern.start_byte not in self._patterns:
            self._patterns[pattern.start_byte] = self._taken_apart(pattern, depth)
        return self._patterns[pattern.start_byte]

    def _taken_apart(self, pattern: SyntaxNode, depth: int) -> str:
        around = pattern.parent
        if around is None or depth > _MAX_DEPTH:
            return ""
        if around.type in self._shapes.values:
            if path := self._annotated(around):
                return path
            if around.type in self._shapes.parameters:
                return self._parameter(around, depth + 1)
            value = around.child_by_field_name("value")
            return self._value_path(value) if value is not None else ""
        if around.type in self._shapes.lists:
            return self._parameter(pattern, depth + 1)
        if around.type == "pair_pattern" and around.parent is not None:
            key = around.child_by_field_name("key")
            return _member(self._pattern(around.parent, depth + 1), self._read(key)) if key is not None else ""
        if around.type == "array_pattern":
            return self._element(around, pattern, depth + 1)
        if around.type == "for_in_statement" and (many := around.child_by_field_name("right")) is not None:
            path = self._value_path(many)
            return f"{path}[]" if path else ""
        return self._taken_apart(around, depth + 1) if around.type == "assignment_pattern" else ""

    def _parameter(self, parameter: SyntaxNode, depth: int) -> str:
        around = parameter.parent
        function = around.parent if around is not None and around.type in self._shapes.lists else around
        if function is None or not (function.type in self._shapes.functions or function.type == "method_definition"):
            return ""
        path = self._expected(function, depth + 1)
        return f"{path}(:{place_of(parameter, self._shapes)})" if path else ""

    def _expected(self, node: SyntaxNode, depth: int) -> str:
        """What a function or object must be where it stands."""
        around = node.parent
        if around is None or depth > _MAX_DEPTH:
            return ""
        kind = around.type
        if kind in self._shapes.values:
            return self._annotated(around)
        if kind in _CASTS:
            return self._type_path(around.named_children[-1])
        if kind in self._shapes.same:
            return self._expected(around, depth + 1)
        if kind == "arguments" and (call := around.parent) is not None:
            called = call.child_by_field_name("function") or call.child_by_field_name("constructor")
            if called is not None and called.type == "generic_function":
                called = called.child_by_field_name("function")
            path = self._value_path(called) if called is not None else ""
            return f"{path}(:{place_of(node, self._shapes)})" if path else ""
        if kind == "object":  # { member() {} }
            name = node.child_by_field_name("name")
            return _member(self._expected(around, depth + 1), self._read(name)) if name is not None else ""
        if kind == "pair" and around.parent is not None:
            key = around.child_by_field_name("key")
            return _member(self._expected(around.parent, depth + 1), self._read(key)) if key is not None else ""
        if kind == "array":
            path = self._expected(around, depth + 1)
            return f"{path}[]" if path else ""
        if kind == "assignment_expression" and (left := around.child_by_field_name("left")) is not None:
            return self._value_path(left)
        if kind == "return_statement":
            while around is not None and around.child_by_field_name("parameters") is None:
                around = around.parent
            return self._result(around, depth + 1) if around is not None else ""
        return self._result(around, depth + 1) if kind == "arrow_function" else ""

    def _result(self, function: SyntaxNode, depth: int) -> str:
        """What a function must give."""
        written = function.child_by_field_name("return_type")
        if written is not None and written.named_children:
            return self._type_path(written.named_children[0])
        path = self._expected(function, depth + 1)
        return f"{path}()" if path else ""

    def _annotated(self, node: SyntaxNode) -> str:
        written = _type_of(node)
        return self._type_path(written) if written is not None else ""


def signature_of(
    node: SyntaxNode, named: Mapping[int, Definition], type_path: Callable[[SyntaxNode], str], shapes: Shapes
) -> tuple[Definition, dict[str, str]] | None:
    """The definition that a function or a function's type says something of, and the paths of its parameters and, for
    a type, of its result; None when no definition has it.
    """
    found = _anchor(node, named, shapes, 0)
    parameters = node.child_by_field_name("parameters")
    if found is None or parameters is None:
        return None
    definition, before = found
    said: dict[str, str] = {}
    for parameter in parameters.named_children:
        is_bare = shapes.bare_types and parameter.type not in shapes.parameters
        if (written := parameter if is_bare else _type_of(parameter)) is not None:
            said[f"{before}(:{place_of(parameter, shapes)})"] = type_path(written)
    result = node.child_by_field_name("return_type")
    if node.type == "construct_signature":
        result = node.child_by_field_name("type")
    if result is not None and (before or node.type in _TYPES_OF_FUNCTIONS):
        said[f"{before}()"] = type_path(result.named_children[0] if result.type == "type_annotation" else result)
    return definition, {key: path for key, path in said.items() if path not in {"", "<>"}}


def _around(name: SyntaxNode, kinds: Collection[str]) -> SyntaxNode | None:
    """The pattern of one of the kinds that binds a name as a whole."""
    around = name.parent
    while around is not None and around.type in _WHOLE:
        around = around.parent
    return around if around is not None and around.type in kinds else None


def _is_result(written: SyntaxNode) -> bool:
    """Whether a type is what a function gives, or what an alias stands for, as a whole or in a `Promise`."""
    around = written.parent
    while around is not None and around.type in _AROUND_RESULTS:
        written, around = around, around.parent
    return around is not None and (
        around.type == "type_alias_declaration" or around.child_by_field_name("return_type") == written
    )


def place_of(node: SyntaxNode, shapes: Shapes) -> int:
    """How many parameters or arguments stand before it."""
    count = 0
    before = node.prev_sibling
    while before is not None:
        # Commas are counted, for a parameter that is not used may have no node: `|_, x|`.
        count += (before.type == ",") - (before.type in shapes.uncounted)
        before = before.prev_sibling
    return count


def _anchor(
    node: SyntaxNode, named: Mapping[int, Definition], shapes: Shapes, depth: int
) -> tuple[Definition, str] | None:
    """The definition that a function or type belongs to, and the steps from what that stands for to the function."""
    name, around = node.child_by_field_name("name"), node.parent
    if name is not None and node.type not in shapes.functions:
        return (named[name.start_byte], "") if name.start_byte in named else None
    if around is None or depth > _MAX_DEPTH:
        return None
    if node.type in shapes.bounds:
        bounded = _parameter_bounded(around)
        return _anchor(bounded, named, shapes, depth + 1) if bounded is not None else None
    if given_by := _gives(around, node, shapes):
        found = _anchor(given_by, named, shapes, depth + 1)
        return (found[0], f"{found[1]}()") if found is not None else None
    if node.type in shapes.parameters and around.parent is not None:
        found = _anchor(around.parent, named, shapes, depth + 1)
        return (found[0], f"{found[1]}(:{place_of(node, shapes)})") if found is not None else None
    if around.type == "function_type":
        found = _anchor(around, named, shapes, depth + 1)
        return (found[0], f"{found[1]}()") if found is not None else None
    is_within = (
        around.type in shapes.around or around.type in shapes.bounds or around.child_by_field_name("name") is not None
    )
    return _anchor(around, named, shapes, depth + 1) if is_within else None


def _gives(around: SyntaxNode, node: SyntaxNode, shapes: Shapes) -> SyntaxNode | None:
    """The function that gives another one, of which the node is the value or says what it is: `(a) => (b) => …`."""
    if around.type == "return_statement":
        outer: SyntaxNode | None = around
        while outer is not None and outer.child_by_field_name("parameters") is None:
            outer = outer.parent
        return outer
    if around.type in shapes.functions and around.child_by_field_name("body") == node:
        return around
    if around.type != "function_type" and around.child_by_field_name("return_type") == node:
        return around
    return None


def _parameter_bounded(bound: SyntaxNode) -> SyntaxNode | None:
    """The first parameter of a function that has the type parameter which a bound is said of: `F: Fn(Type)`."""
    name = bound.child_by_field_name("name") or bound.child_by_field_name("left")
    around, given = bound.parent, None
    while around is not None and given is None:
        given = around.child_by_field_name("parameters")
        around = around.parent
    if name is None or given is None:
        return None
    typed = ((one, one.child_by_field_name("type")) for one in given.named_children)
    return next((one for one, written in typed if written is not None and written.text == name.text), None)


def _type_of(node: SyntaxNode) -> SyntaxNode | None:
    """The type that is declared for a parameter or variable."""
    written = node.child_by_field_name("type")
    if written is None or written.type != "type_annotation":
        return written
    return written.named_children[0] if written.named_children else None


def _member(path: str, name: str) -> str:
    return f"{path}.{name}" if path else ""
