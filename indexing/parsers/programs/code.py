"""Source code into a tree: definitions with signatures and documentation, and what they name.

One engine for all languages; what differs between them is in `languages.py`, `grammars.py` and `grammars/*.scm`.
Errors in a file's syntax never lose what was understood: they leave a note.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from tree_sitter import Node as SyntaxNode
from tree_sitter import QueryCursor

from citeline.model import CALLABLE_KINDS, SEVERAL, Node, NodeData, ParsedDocument, SourceFile
from citeline.patterns import re

from ..languages import language_row
from ..text import parse_plain
from .code_references import ReferenceReader
from .comment_styles import CommentStyle
from .comments import clean_docstring, comment_above, comment_at_top, comment_below
from .definition_tree import Definition
from .definitions import ByRole, attach_docs, by_role, owner_finder, read_definitions
from .grammars import Grammar, LoadedGrammar, doubting, load_grammar
from .identifiers import identifiers_in_bytes, read_identifiers
from .receivers import Ranges, parameter_paths
from .signatures import simple_type

_MAX_DEPTH: Final = 1_000
"""Levels of the syntax tree that are searched; what is nested deeper is machine-made, and costs quadratic time."""
_MAX_ERROR_CHILDREN: Final = 20_000
_MAX_ERROR_NODES: Final = 2_000
_CLOSING: Final = frozenset({"}", ")", "]", "end"})
_TYPE_AND_SIGNATURE: Final = re.compile(rb"(?<=[\w\])>}'\"])((?:\r?\n[ \t]*)+)[ \t](?=<(?:[A-Z][^\n()]*>\(|\r?\n))")
"""The end of a line and what stands before `<T>(value: T): T` on the next one."""
_MARKER: Final = re.compile(rb"\[secret:[a-z-]+\]")
_NO_LETTER: Final = re.compile(rb"[^a-z]")
_SCRIPT: Final = re.compile(r"(<script\b[^>]*>)(.*?)(?=</script\s*>|\Z)", re.S | re.I)
_TOKEN: Final = re.compile(r'\w+\s*=\s*"[^"]*"|\w+\s*\(|\w+|\)')
_REMARK: Final = re.compile(r"//[^\n]*")
_HOLDS: Final = {"unix": True, "windows": False, "test": False, "doc": False, "miri": False, "loom": False}
_VALUES: Final = {
    "target_os": "linux",
    "target_family": "unix",
    "target_arch": "x86_64",
    "target_pointer_width": "64",
    "target_endian": "little",
    "target_env": "gnu",
}
_FEATURES: Final = frozenset({"fxsr", "sse", "sse2"})
"""What each processor of that kind can do; a build asks for nothing else unless it is told to."""
_BETWEEN: Final = frozenset({"attribute_item", "line_comment", "block_comment"})


def parse_code(source: SourceFile, language: str) -> ParsedDocument:
    """The file's tree and references.

    Node 0 is the file. A definition's lines include decorators and attributes, not the comment above it. Without a
    grammar for the language there are only identifiers. What cannot be code leaves a note and no symbols.
    """
    plain = parse_plain(source, language)
    text = source.text
    loaded = load_grammar(language)
    if loaded is None:
        return replace(plain, identifiers=identifiers_in_bytes(text.encode("utf-8", "replace")))
    if loaded.grammar.script_only:
        text = only_scripts(text)
    # Some grammars, Go's for one, end a statement by its line end, and take a last line without one for an error.
    data = text.encode("utf-8", "replace").removesuffix(b"\n") + b"\n"
    # Nothing here stops a parse that takes for ever: the binding's progress callback comes too seldom, and a tree that
    # was read through a callback crashes in the predicates of our queries. Whoever waits for the process ends it.
    prepared = as_parsed(data, loaded.grammar)
    tree = loaded.parser.parse(prepared)
    if is_hopeless(tree.root_node):
        note = "symbols are missing: this is no code that we know"
        return replace(plain, identifiers=identifiers_in_bytes(data), note=note)
    cursor = QueryCursor(loaded.query)
    cursor.set_max_start_depth(_MAX_DEPTH)
    matches = cursor.matches(tree.root_node)
    written: Iterable[Definition] = ()
    settle: Callable[[Sequence[Definition]], None] | None = None
    hidden: Iterable[tuple[int, int]] = ()
    macros: Iterable[tuple[int, str]] = ()
    if loaded.grammar.item_macros:
        from . import item_macros, macro_rules  # as below

        if (items := macro_rules.written_items(prepared)) is not None:
            inside = Ranges(items.ranges)
            matches = [one for one in matches if not inside.has(next(iter(one[1].values()))[0].start_byte)]
            matches += cursor.matches(loaded.parser.parse(items.text).root_node)
            data, settle = items.within(data), items.settle
        written = item_macros.written_methods(data, prepared)
        hidden = item_macros.excluded_items(data, prepared, holds)
        macros = item_macros.item_macro_calls(data, prepared)
    definitions = read_definitions(matches, data, loaded, written, settle)
    roles = by_role(matches, loaded)
    conditions = [captures["condition"][0] for captures in roles["condition"]]
    out = excluded(conditions, hidden)
    build = ""
    if loaded.grammar.build_tags:
        from .build_tags import left_out_by  # Go's alone

        build = left_out_by(source.path, data)
    for definition in definitions:
        definition.is_excluded = bool(build) or out.has(definition.name_start)
    if loaded.grammar.basic:
        loaded = doubting(loaded, data)
    owner_at = owner_finder(definitions)
    file_doc = _attach_docs(source, definitions, roles, data, loaded)
    if loaded.grammar.overloads:
        _tell_overloads(definitions, loaded.grammar)
    references = ReferenceReader(data, definitions, owner_at, loaded, out).read(matches, roles, macros)
    if loaded.grammar.item_macros:
        _tell_private(definitions)
        for one in definitions:
            if one.parent is not None and SEVERAL in definitions[one.parent].attributes and one.kind in CALLABLE_KINDS:
                one.parameters = parameter_paths(one.signature, one.name, loaded.grammar)
    file_node = replace(plain.nodes[0], docstring=file_doc, data=_file_data(roles, data, loaded, build))
    return replace(
        plain,
        nodes=(file_node, *(_node(definition, definitions) for definition in definitions)),
        references=references,
        identifiers=read_identifiers(data, roles),
        note="the syntax has errors, or is newer than our grammar" if _may_hide(tree.root_node) else "",
    )


def as_parsed(data: bytes, grammar: Grammar) -> bytes:
    """The text as the grammar understands it, every position where it was; a masked secret is a word."""
    data = _MARKER.sub(_as_word, data)
    if grammar.item_macros:
        from .item_macros import uncover_items  # Rust's alone, and the others' patterns are C's: 3 ms to load

        return uncover_items(data)
    if grammar.ends_types:
        return _TYPE_AND_SIGNATURE.sub(rb"\1;", data)
    if grammar.macros:
        from .macros import hide_macros

        return hide_macros(data)
    return data


def _as_word(marker: re.Match[bytes]) -> bytes:
    return _NO_LETTER.sub(b"_", marker[0])


def is_hopeless(root: SyntaxNode) -> bool:
    """Whether the tree has an error node so wide that a query, whose time grows with its square, would not end."""
    waiting = [root] if root.has_error else []
    for _ in range(_MAX_ERROR_NODES):
        if not waiting:
            return False
        node = waiting.pop()
        if node.child_count > _MAX_ERROR_CHILDREN:
            return True
        waiting.extend(child for child in node.children if child.has_error)
    return False


def _may_hide(root: SyntaxNode) -> bool:
    """Whether an error of the syntax may hide definitions: one of several lines, or a bracket without its other one."""
    waiting = [root] if root.has_error else []
    while waiting:
        node = waiting.pop()
        if node.is_missing and node.type in _CLOSING:
            return True
        if node.type == "ERROR" and (node.start_point[0] != node.end_point[0] or not _is_balanced(node.text or b"")):
            return True
        waiting.extend(child for child in node.children if child.has_error or child.is_missing)
    return False


def _is_balanced(text: bytes) -> bool:
    return all(text.count(first) == text.count(last) for first, last in ((b"(", b")"), (b"[", b"]"), (b"{", b"}")))


def _attach_docs(
    source: SourceFile,
    definitions: Sequence[Definition],
    roles: ByRole,
    data: bytes,
    loaded: LoadedGrammar,
) -> str:
    """Give every definition its documentation; the file's own is returned."""
    docs: dict[str, list[tuple[int, str]]] = {"doc": [], "doc_next": []}
    for role, said in docs.items():
        for start, end in (captures[role][0].byte_range for captures in roles[role]):
            said.append((start, clean_docstring(data[start:end].decode("utf-8", "replace"))))
    file_doc = attach_docs(definitions, docs["doc"], docs["doc_next"], owner_finder(definitions))
    style = CommentStyle.of(language_row(loaded.language))
    outermost: dict[int, int] = {}
    taken: set[int] = set()
    for definition in definitions:
        # The comment above a line speaks of what begins there, not of its members on the same line.
        level = outermost.setdefault(definition.start_line, definition.level)
        if not definition.docstring and definition.level == level:
            lines = source.lines
            comment = comment_above(lines, definition.start_line, style)
            if comment is None and definition.head_line != definition.start_line:
                comment = comment_above(lines, definition.head_line, style)
            comment = comment or comment_below(lines, definition.end_line, style)
            if comment is not None:
                definition.docstring = comment.text
                taken.add(comment.start_line)
    return file_doc or comment_at_top(source.lines, style, outermost, taken)


def _file_data(roles: ByRole, data: bytes, loaded: LoadedGrammar, build: str) -> dict[str, str]:
    ranges = [captures["package"][0].byte_range for captures in roles["package"]]
    names = [simple_type(data[start:end].decode("utf-8", "replace")) for start, end in sorted(ranges)]
    package = (".".join(names) if loaded.grammar.nested_packages else names[0]) if names else ""
    return {key: value for key, value in (("package", package), ("build", build)) if value}


def _node(definition: Definition, definitions: Sequence[Definition]) -> Node:
    return Node(
        kind=definition.kind,
        name=definition.name,
        qualified_name=definition.qualified_name,
        start_line=definition.start_line,
        end_line=definition.end_line,
        parent=0 if definition.parent is None else definition.parent + 1,
        level=definition.level,
        signature=definition.signature,
        docstring=definition.docstring,
        data=_data(definition, definitions),
    )


def _tell_overloads(definitions: Sequence[Definition], grammar: Grammar) -> None:
    """Note the parameters of functions that share a name and a place, or may share the name with one of a base."""
    callables = [definition for definition in definitions if definition.kind in CALLABLE_KINDS]
    counts = Counter((definition.parent, definition.name) for definition in callables)
    for definition in callables:
        # What has a default may be left out: the number of parameters tells nothing then.
        may_hide = definition.kind == "method" and "=" not in definition.signature
        if may_hide or counts[definition.parent, definition.name] > 1:
            definition.parameters = parameter_paths(definition.signature, definition.name, grammar)


def _tell_private(definitions: Sequence[Definition]) -> None:
    """Note methods of Rust's types that only the file knows, where a trait gives others one of the name."""
    blocks = [definitions[one.parent] if one.parent is not None else None for one in definitions]
    of_traits = {one.qualified_name for one, block in zip(definitions, blocks, strict=True) if block and block.fulfils}
    for one, block in zip(definitions, blocks, strict=True) if of_traits else ():
        is_own = block is not None and block.extends and not block.fulfils and one.kind in CALLABLE_KINDS
        one.is_private = is_own and one.qualified_name in of_traits and not one.signature.startswith("pub")


def _data(definition: Definition, definitions: Sequence[Definition]) -> NodeData:
    """What linking asks about a definition."""
    around = definitions[definition.parent] if definition.parent is not None else None
    is_macro = definition.signature.startswith("macro_rules!")
    told: dict[str, str | list[str] | None] = {
        "extends": definition.name if definition.extends else "",
        "for": [*definition.stands_for],
        "keyed": "1" * definition.keyed,
        "property": "1" * (definition.is_property and definition.kind == "method"),
        "computed": "1" * definition.computed,
        "type": "!" if is_macro else definition.type,
        "fulfils": around.fulfils if around else "",
        "private": "1" * definition.is_private,
        "excluded": "cfg" * definition.is_excluded,
        "parameters": definition.parameters,
        "bounds": [f"{name}={path}" for name, path in definition.bounds.items() if path],
        "attributes": [f"{name}={path}" for name, path in definition.attributes.items()],
    }
    # That there are no parameters says something too.
    return {key: value for key, value in told.items() if value or (key == "parameters" and value is not None)}


def only_scripts(text: str) -> str:
    """The text with everything outside `<script>` elements blanked, lines kept."""
    blank = partial(re.sub, r"[^\n]", " ")
    pieces: list[str] = []
    position = 0
    for match in _SCRIPT.finditer(text):
        pieces += [blank(text[position : match.start(2)]), match[2]]
        position = match.end()
    return "".join([*pieces, blank(text[position:])])


def excluded(conditions: Iterable[SyntaxNode], others: Iterable[tuple[int, int]] = ()) -> Ranges:
    """Where the code stands whose condition does not hold; each is that of the next thing behind its attribute."""
    found = [*others]
    for condition in conditions:
        if holds((condition.text or b"").decode("utf-8", "replace")) is not False:
            continue
        following: SyntaxNode | None = condition
        while following is not None and following.type != "attribute_item":
            following = following.parent
        while following is not None and following.type in _BETWEEN:
            following = following.next_sibling
        if following is not None:
            found.append(following.byte_range)
    return Ranges(found)


def holds(condition: str) -> bool | None:
    """Whether `(all(unix, feature = "x"))` does; None when nobody can tell."""
    open_: list[tuple[str, list[bool | None]]] = [("all", [])]
    for token in _TOKEN.findall(_REMARK.sub("", condition).strip()[1:-1]):
        if token.endswith("("):
            open_.append((token[:-1].strip(), []))
        elif token != ")":
            open_[-1][1].append(_is_so(token))
        elif len(open_) > 1:
            name, parts = open_.pop()
            open_[-1][1].append(_joined(name, parts))
    return _joined(*open_[0]) if len(open_) == 1 else None


def _is_so(token: str) -> bool | None:
    name, equals, value = (part.strip() for part in token.partition("="))
    if not equals:
        return _HOLDS.get(name)
    if name == "feature":
        return True
    if name == "target_has_atomic":
        return value.strip('"') != "128"
    if name == "target_feature":
        return value.strip('"') in _FEATURES
    return value.strip('"') == _VALUES[name] if name in _VALUES else None


def _joined(name: str, parts: list[bool | None]) -> bool | None:
    if name == "not":
        return None if len(parts) != 1 or parts[0] is None else not parts[0]
    decisive = name == "any"
    if decisive in parts:
        return decisive
    return None if None in parts or name not in {"any", "all"} else not decisive
