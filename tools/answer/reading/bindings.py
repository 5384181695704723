"""Names with what they are set to: assignments, constants, defaults of parameters, keyword arguments, keys, settings.

Grammars call the two sides alike in all languages (`name` and `value`, `left` and `right`), so one table of field names
reads them all; files of settings are read line by line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Final, Literal, TypeAlias

from tree_sitter import Node, Query, QueryCursor

from citeline.dataclass import dataclass
from citeline.indexing.object_cache import cache_per_object
from citeline.patterns import re
from citeline.text import ascii_names, last_part, name_terms

from .literals import FIGURE, ONE_TEXT, Kind, kind_of
from .syntax import Source, ancestors, grammar_of, is_called, lines_of, text_of

Role: TypeAlias = Literal["value", "default", "argument", "call", "return", "member"]
"""`argument`: of its own name, `f(limit=8)`; `call`: the only one, of the function's name, `limit(8)`; `member`: the
number that a member of an enum is known by."""

_LEFT: Final = ("name", "left", "key", "pattern", "field", "property", "declarator")
_RIGHT: Final = ("value", "right", "default_value")
"""What grammars call a name and what it is set to."""
_NODES: Final[Mapping[str, re.Pattern[str]]] = {
    "sides": re.compile(
        r"(?!.*(?:(?:^|_)type(?:_|$)|import|attribute_item|comparison|augmented|compound|list|access"
        r"|subscript|(?:field|member|element|argument|property)_expression|init_declaration))"
        r"\w*(?:assignment|declarator|declaration|pair|parameter|argument|spec|element|field|item|property|initializer"
        r"|variant|constant|definition|binding|preproc_def|enumerator|enum_case|enum_entry|val_def)\w*"
    ),
    "call": re.compile(r"(?:\w+_)?(?:call|call_expression|method_invocation)"),
    "return": re.compile(r"return(?:_statement|_expression)?"),
    "body": re.compile(r"block|body_statement|function_body"),
    "attribute": re.compile(r"attribute_item"),
}
_SETS: Final = frozenset({"=", ":=", "||=", "??="})
"""What stands between a name and its value; others, such as `+=`, change it."""
_FALLBACKS: Final = frozenset({"??", "||", "or", "?:"})
"""What stands between a name and what holds where that says nothing."""
_KEYED: Final = re.compile(
    r"\w*(?:pair|keyed_element|field_initializer|keyword_argument|named_argument|array_element_initializer)"
)
"""What gives a name to a part of a literal, and may hold further names: `auth: {duration: 60}`."""
_ENTRY: Final = frozenset({"pair", "array_element_initializer", "initializer_pair"})
"""Of these what may have an expression for a name."""
_WORKED_OUT: Final = frozenset(
    (
        *("identifier", "attribute", "computed_property_name", "subscript_designator", "constant", "scope_resolution"),
        *("name", "instance_variable", "variable_name", "member_access_expression", "class_constant_access_expression"),
    )
)
"""Such expressions: `{self.precision: 1}` and `{name: 1}` of Python set neither."""
_FIXED_KEY: Final = re.compile(r"\[?(?:[A-Z][A-Z0-9_]*|[A-Z]\w*(?:\.|::|->)\w+|'[^']*'|\"[^\"]*\")\]?")
"""One that stands for the same everywhere: `Mode.SLOW`, `LIMIT`, `['keepAlive']`."""
_STEP: Final = re.compile(
    r".*(?:statement|declaration|declarator|definition|function|lambda|closure|block|body)|program|source_file"
)
"""Where a literal ends, seen from inside."""
_DEFAULT: Final = re.compile(
    r"\w*(?:default_parameter|optional_parameter|assignment_pattern|optional_formal_parameter\w*|parameter|formal_parameter)"
)
_MEMBER: Final = re.compile(r"enumerator|enum_\w+|\w+_variant")
_STRING: Final = re.compile(r"(?:\w+_)?string(?:_\w+)?|template_string|string_literal")
_ATTRIBUTE: Final = re.compile(rf"(?P<name>[A-Za-z_]\w*)\s*=\s*(?P<value>{ONE_TEXT}|{FIGURE})(?=\s*[,)])")
_LONGEST: Final = 120
"""Characters of a value; a longer one is no single literal."""
_BESIDE: Final = 8
"""Arguments of a call among which its option is named: that stands in front."""
_SHORTEST: Final = 2
"""Letters of a name that says something."""
_OPTION: Final = 5
"""Arguments of a call that registers an option: where it goes, its name, its letter, its default, its help."""
_TAG: Final = "field_number"
"""What a field of a message is sent by in protobuf: `Alert alert = 1;` sets nothing."""
_OPTION_NAME: Final = re.compile(r"[\"'`]-{0,2}[A-Za-z][\w.-]+[\"'`]")
_SETTING: Final = re.compile(
    r"\s*(?:-\s+)?(?:[\w*&<>]+\s+){0,3}?[\"']?(?P<name>[A-Za-z_][\w.-]*)[\"']?\s*(?::=|=>|=(?!=)|:(?!:))\s*(?P<value>\S.*?)[,;]?\s*(?:(?:#|//|;)\s.*)?"
)


@dataclass(frozen=True, slots=True)
class Binding:
    """A name and what a line sets it to."""

    name: str
    """As it is spelt, without what stands before its last part: `max_retries`, `subdomain offset`."""
    value: str
    """As it is spelt, on one line."""
    kind: Kind
    role: Role
    line: int
    """1-based, inclusive."""
    end_line: int
    of: str = ""
    """What it is a setting of, where that stands beside it: `--jobs` in `option("--jobs", default=8)`."""
    within: tuple[str, ...] = ()
    """The names around it in the same literal, the outermost first: `auth` in `{auth: {duration: 60}}`."""
    begins: tuple[int, ...] = ()
    """The lines where these begin."""
    is_part: bool = False
    """Whether it is a part of a literal."""


@cache_per_object
def bindings_of(source: Source) -> tuple[Binding, ...]:
    """All bindings of a document, in order of their lines; read once while the document is in memory."""
    root = source.root
    read = _by_line(source) if root is None else _by_syntax(source.document.language, root)
    return tuple(sorted(_outermost(read), key=lambda one: one.line))


def _outermost(read: Iterable[Binding]) -> Iterator[Binding]:
    """Without the argument in `limit = of_seconds(15)`: the whole says it."""
    by_line: dict[int, list[Binding]] = {}
    for one in read:
        by_line.setdefault(one.line, []).append(one)
    for held in by_line.values():
        for one in held:
            inside = one.role in ("argument", "call") and any(
                other != one and one.value in other.value for other in held
            )
            if not inside:
                yield one


@cache
def _query(language: str) -> Query | None:
    """The nodes that may bind a name, in any grammar: by what they are called."""
    grammar = grammar_of(language)
    if grammar is None:
        return None
    kinds = {
        grammar.node_kind_for_id(number) or ""
        for number in range(grammar.node_kind_count)
        if grammar.node_kind_is_named(number) and grammar.node_kind_is_visible(number)
    }
    captures = [
        f"[{' '.join(f'({kind})' for kind in chosen)}] @{role}"
        for role, pattern in _NODES.items()
        if (chosen := sorted(kind for kind in kinds if pattern.fullmatch(kind)))
    ]
    return Query(grammar, "\n".join(captures)) if captures else None


def _by_syntax(language: str, root: Node) -> Iterator[Binding]:
    query = _query(language)
    seen: set[int] = set()
    for role, nodes in QueryCursor(query).captures(root).items() if query is not None else ():
        for node in sorted(nodes, key=lambda one: one.start_byte):
            if node.id not in seen:
                seen.add(node.id)
                yield from _READERS[role](node)


def _of_sides(node: Node) -> Iterator[Binding]:
    sides = _sides(node)
    if sides is None or sides[1].type == _TAG:
        return
    if any(kind.endswith("=") and kind not in _SETS for kind in [child.type for child in node.children]):
        return  # `waiting += 1`
    name, value = sides
    if node.type in _ENTRY and name.type in _WORKED_OUT and not _FIXED_KEY.fullmatch(text_of(name)):
        return
    role: Role = "default" if is_called(node.type, _DEFAULT) else "argument" if "argument" in node.type else "value"
    role = "member" if is_called(node.type, _MEMBER) else role
    names, values = _parts(name), _parts(value)
    of = _told_beside(node) if role == "argument" else ""
    if len(names) > 1 and len(values) == 1:
        return  # `media, err := load(0)` gives neither what stands there
    # `a, b := 1, 2`
    pairs = zip(names, values, strict=True) if len(names) == len(values) else [(name, value)]
    for one, other in pairs:
        fallback = _fallback(other, text_of(one))
        yield from _binding(text_of(one), fallback or other, "default" if fallback else role, of, literal=node)


def _keys_around(node: Node) -> list[tuple[str, int]]:
    """The names that the parts of a literal have around one of them, the outermost first, with their lines."""
    keys: list[tuple[str, int]] = []
    for around in ancestors(node.parent):
        if is_called(around.type, _STEP):
            break
        sides = _sides(around) if is_called(around.type, _KEYED) else None
        if sides and (name := ascii_names(text_of(sides[0]))):
            keys.append((name[-1], lines_of(around)[0]))
    return keys[::-1]


def _told_beside(node: Node) -> str:
    """The texts among the first arguments of a call that a named one stands beside."""
    around = node.parent
    # One by one: a list of all, for each of ten thousand entries of a generated table, would take minutes.
    given = map(around.named_child, range(min(around.named_child_count, _BESIDE))) if around is not None else ()
    texts = [text_of(one).strip("\"'`") for one in given if one is not None and is_called(one.type, _STRING)]
    return " ".join(text for text in texts if len(text) <= _LONGEST // 3)


def _fallback(value: Node, name: str) -> Node | None:
    """The literal of `given ?? 1024`, or the name of one; not that of `workers = cpu_count() or 1`, where a call gives
    something else than what it is called.
    """
    if not any(child.type in _FALLBACKS for child in value.children):
        return None
    given = text_of(value.named_children[0])
    if given.endswith("()") and set(name_terms(last_part(given[:-2]))).isdisjoint(name_terms(last_part(name))):
        return None
    last = value.named_children[-1]
    return last if kind_of(text_of(last)) in ("number", "string", "name") else None


def _sides(node: Node) -> tuple[Node, Node] | None:
    """The name and the value of a node: by the names of its fields, else what stands around its `=`."""
    named: list[Node] = []
    if (value := _first(node, _RIGHT)) is None:
        children = node.children
        at = next((place for place, child in enumerate(children) if child.type in _SETS), 0)
        value = next((child for child in children[at + 1 :] if child.is_named), None) if at else None
        if value is None:
            return None  # most nodes: those that may have a value are told by what they are called
        before = [child for child in children[:at] if child.is_named]
        named = [child for child in before if "type" not in child.type and "modifier" not in child.type]
    name = _first(node, _LEFT) or (named[-1] if named else None)
    if value.type == "equals_value_clause" and value.named_children:
        value = value.named_children[0]
    return (name, value) if name is not None and name != value else None


def _first(node: Node, fields: Sequence[str]) -> Node | None:
    """What the node has in the first of the fields that it has."""
    for field in fields:
        if (found := node.child_by_field_name(field)) is not None:
            return found
    return None


def _parts(node: Node) -> list[Node]:
    return node.named_children if node.type in ("expression_list", "pattern_list") else [node]


def _of_call(node: Node) -> Iterator[Binding]:
    """`set('port', 80)` names what it sets; `timeout(30)` sets what it is called; `Int("jobs", 8, "how many")` and
    `IntVar(&jobs, "jobs", 8, "how many")` register an option with its default and its help.
    """
    arguments = _arguments(node)
    if arguments is None or not 0 < arguments.named_child_count <= _OPTION:
        return
    given = [_bare_argument(one) for one in arguments.named_children]
    if len(given) > 2:
        yield from _of_option(given)
        return
    if len(given) == 2:
        if is_called(given[0].type, _STRING):
            yield from _binding(text_of(given[0]), given[1], "value")
        return
    callee = node.child_by_field_name("function") or node.child_by_field_name("name") or node.named_children[0]
    if callee is not None and kind_of(text_of(given[0])) in ("number", "boolean"):
        yield from _binding(text_of(callee), given[0], "call")


def _arguments(node: Node) -> Node | None:
    """Those of a call, which grammars of Kotlin and Swift keep behind what is called, and name nowhere."""
    if (named := node.child_by_field_name("arguments")) is not None:
        return named
    behind = [one for child in node.named_children[1:] for one in (child, *child.named_children)]
    return next((one for one in behind if one.type == "value_arguments"), None)


def _bare_argument(node: Node) -> Node:
    """What is given, without what some grammars wrap around it."""
    return node.named_children[0] if node.type == "value_argument" and node.named_child_count == 1 else node


def _of_option(given: Sequence[Node]) -> Iterator[Binding]:
    name = next((one for one in given[:2] if is_called(one.type, _STRING)), None)
    value, told = given[-2], given[-1]
    if name is None or value.start_byte <= name.start_byte or not is_called(told.type, _STRING):
        return
    if _OPTION_NAME.fullmatch(text_of(name)) and len(text_of(told).split()) > 1:
        yield from _binding(text_of(name), value, "default")


def _of_return(node: Node) -> Iterator[Binding]:
    """What a function gives back, where that is a literal."""
    value = next(iter(node.named_children), None)
    if value is None or node.named_child_count > 1 or kind_of(text_of(value)) not in ("number", "string", "boolean"):
        return
    around = node.parent
    while around is not None and not (around.child_by_field_name("body") and around.child_by_field_name("name")):
        around = around.parent
    if around is not None and (name := around.child_by_field_name("name")) is not None:
        yield from _binding(text_of(name), value, "return")


def _of_body(node: Node) -> Iterator[Binding]:
    """What a function gives back that consists of nothing else: `fn limit() -> u8 { 5 }`."""
    around, held = node.parent, [child for child in node.named_children if "comment" not in child.type]
    name = around.child_by_field_name("name") if around is not None else None
    is_alone = len(held) == 1 and not held[0].type.endswith("statement")
    # A text that stands alone is documentation.
    if name is not None and is_alone and kind_of(text_of(held[0])) == "number":
        yield from _binding(text_of(name), held[0], "return")


def _of_attribute(node: Node) -> Iterator[Binding]:
    """`#[arg(default_value_t = 8)]` above the field that it is a setting of."""
    below = node.next_named_sibling
    while below is not None and (is_called(below.type, _NODES["attribute"]) or "comment" in below.type):
        below = below.next_named_sibling
    name = below.child_by_field_name("name") if below is not None else None
    for found in _ATTRIBUTE.finditer(text_of(node)) if name is not None else ():
        first = lines_of(node)[0] + text_of(node).count("\n", 0, found.start("value"))
        kind = kind_of(found["value"])
        if name is not None and len(found["value"]) <= _LONGEST:
            yield Binding(found["name"], found["value"], kind, "argument", first, first, text_of(name))


_READERS: Final[Mapping[str, Callable[[Node], Iterator[Binding]]]] = {
    "sides": _of_sides,
    "call": _of_call,
    "return": _of_return,
    "body": _of_body,
    "attribute": _of_attribute,
}


def _binding(name: str, value: Node, role: Role, of: str = "", *, literal: Node | None = None) -> Iterator[Binding]:
    """`literal`: what may be a part of one, which has names of its own around it."""
    if value.end_byte - value.start_byte > _LONGEST * 2:
        return
    spelt = " ".join(text_of(value).split())
    bare = name.strip().strip("\"'`")
    # `timeout: Long`, where a grammar has no field for the name alone.
    parts = ascii_names(re.split(r"(?<!:):(?!:)", bare)[0])
    if not parts or len(spelt) > _LONGEST or not spelt or len(parts[-1]) < _SHORTEST:
        return
    kind = kind_of(spelt)
    if kind != "other":
        keys = _keys_around(literal) if literal is not None else []
        is_part = bool(keys) or (literal is not None and is_called(literal.type, _KEYED))
        said, around = (
            bare if name[0] in "\"'`" else parts[-1],
            (tuple(one for one, _ in keys), tuple(at for _, at in keys)),
        )
        yield Binding(said, spelt, kind, role, *lines_of(value), of, *around, is_part)


def _by_line(source: Source) -> Iterator[Binding]:
    """Files of settings, where a bare word is a text, and the blocks of code in documents."""
    blocks = (range(node.start_line, node.end_line + 1) for node in source.nodes if node.kind == "codeblock")
    settings = source.document.format == "data"
    numbers: Iterable[int] = range(1, len(source.lines) + 1) if settings else sorted(set(chain.from_iterable(blocks)))
    for number in numbers:
        line = source.lines[number - 1]
        found = _SETTING.fullmatch(line) if len(line) <= _LONGEST * 2 else None
        if found is None or len(found["name"]) < _SHORTEST or len(found["value"]) > _LONGEST:
            continue
        kind = kind_of(found["value"])
        if settings and kind in ("name", "other"):
            kind = "string"
        if kind in ("number", "string", "boolean", "nothing"):
            key = source.enclosing(number) if settings else None
            is_inside = key is not None and key.start_line < number
            within = (key.qualified_name,) if key and is_inside else ()
            begins = (key.start_line,) if key and is_inside else ()
            one = Binding(found["name"], found["value"], kind, "value", number, number, within=within)
            yield replace(one, begins=begins, is_part=is_inside)
