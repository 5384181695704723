"""Source code into a tree: definitions with signatures and documentation, and what they name.

One engine for all languages; what differs between them is in `languages.py`, `grammars.py` and `grammars/*.scm`.
Errors in a file's syntax never lose what was understood: they leave a note.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from tree_sitter import Node as SyntaxNode
from tree_sitter import QueryCursor, Tree

from citeline.model import Node, ParsedDocument, SourceFile

from .code_references import ReferenceReader, identifiers_in_bytes, read_identifiers
from .definitions import Definition, Match, attach_docs, owner_finder, read_definitions
from .docstrings import CommentStyle, clean_docstring, comment_above, comment_at_top
from .grammars import LoadedGrammar, load_grammar
from .languages import format_of, language_row
from .macros import hide_macros
from .signatures import simple_type
from .text import parse_plain

PARSE_LIMIT_S: Final = 10.0
"""Seconds for one file's syntax tree; the slowest real file that we measured takes 0.6."""
_SMALL_BYTES: Final = 200_000
"""Files up to this size take at most 0.3 s whatever is in them (measured on brackets, quotes and noise)."""
_MAX_DEPTH: Final = 1_000
"""Levels of the syntax tree that are searched; what is nested deeper is machine-made, and costs quadratic time."""
_MAX_ERROR_CHILDREN: Final = 20_000
_MAX_ERROR_NODES: Final = 2_000
_READ_BYTES: Final = 1 << 16
_SCRIPT: Final = re.compile(r"(<script\b[^>]*>)(.*?)(?=</script\s*>|\Z)", re.S | re.I)


def parse_code(source: SourceFile, language: str) -> ParsedDocument:
    """The file's tree and references.

    Node 0 is the file. A definition's lines include decorators and attributes, not the comment above it. Without a
    grammar for the language there are only identifiers. A tree that takes too long leaves a note and no symbols.
    """
    plain = parse_plain(source, language, format_of(language))
    text = source.text
    loaded = load_grammar(language)
    if loaded is None:
        return replace(plain, identifiers=identifiers_in_bytes(text.encode("utf-8", "replace")))
    if loaded.grammar.script_only:
        text = _only_scripts(text)
    data = text.encode("utf-8", "replace")
    deadline = time.monotonic() + PARSE_LIMIT_S
    tree = _parse(loaded, hide_macros(data) if loaded.grammar.macros else data, deadline)
    if tree is None or _is_hopeless(tree.root_node):
        why = f"the syntax tree took more than {PARSE_LIMIT_S:g} s" if tree is None else "this is no code that we know"
        return replace(plain, identifiers=identifiers_in_bytes(data), note=f"symbols are missing: {why}")
    cursor = QueryCursor(loaded.query)
    cursor.set_max_start_depth(_MAX_DEPTH)
    matches = cursor.matches(tree.root_node)
    definitions = read_definitions(matches, data, loaded)
    owner_at = owner_finder(definitions)
    file_doc = _attach_docs(source, definitions, matches, data, loaded)
    file_node = replace(plain.nodes[0], docstring=file_doc, data=_file_data(matches, data, loaded))
    return replace(
        plain,
        nodes=(file_node, *map(_node, definitions)),
        references=ReferenceReader(data, definitions, owner_at).read(matches, loaded),
        identifiers=read_identifiers(data, matches, loaded),
        note="the syntax has errors, or is newer than our grammar" if tree.root_node.has_error else "",
    )


def _parse(loaded: LoadedGrammar, data: bytes, deadline: float) -> Tree | None:
    """The syntax tree; None when the deadline came first."""
    if len(data) <= _SMALL_BYTES:
        return loaded.parser.parse(data)
    view = memoryview(data)

    def read(offset: int, _: object) -> memoryview:
        return view[offset : offset + _READ_BYTES]

    try:
        # Only a parse that reads through a callback lets itself be stopped, and it is slower.
        return loaded.parser.parse(read, progress_callback=lambda *_: time.monotonic() > deadline)
    except ValueError:
        return None
    finally:
        # A stopped parser would go on with the old file.
        loaded.parser.reset()


def _is_hopeless(root: SyntaxNode) -> bool:
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


def _attach_docs(
    source: SourceFile,
    definitions: Sequence[Definition],
    matches: Sequence[Match],
    data: bytes,
    loaded: LoadedGrammar,
) -> str:
    """Give every definition its documentation; the file's own is returned."""
    docs: dict[str, list[tuple[int, str]]] = {"doc": [], "doc_next": []}
    for pattern, captures in matches:
        role = loaded.roles[pattern]
        if role in docs:
            start, end = captures[role][0].byte_range
            docs[role].append((start, clean_docstring(data[start:end].decode("utf-8", "replace"))))
    file_doc = attach_docs(definitions, docs["doc"], docs["doc_next"], owner_finder(definitions))
    style = CommentStyle.of(language_row(loaded.language))
    outermost: dict[int, int] = {}
    for definition in definitions:
        # The comment above a line speaks of what begins there, not of its members on the same line.
        level = outermost.setdefault(definition.start_line, definition.level)
        if not definition.docstring and definition.level == level:
            definition.docstring = comment_above(source.lines, definition.start_line, style)
    return file_doc or comment_at_top(source.lines, style, outermost)


def _file_data(matches: Sequence[Match], data: bytes, loaded: LoadedGrammar) -> dict[str, str]:
    for pattern, captures in matches:
        if loaded.roles[pattern] == "package":
            start, end = captures["package"][0].byte_range
            return {"package": simple_type(data[start:end].decode("utf-8", "replace"))}
    return {}


def _node(definition: Definition) -> Node:
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
        data={"extends": definition.name} if definition.extends else {},
    )


def _only_scripts(text: str) -> str:
    """The text with everything outside `<script>` elements blanked, lines kept."""
    blank = partial(re.sub, r"[^\n]", " ")
    pieces: list[str] = []
    position = 0
    for match in _SCRIPT.finditer(text):
        pieces += [blank(text[position : match.start(2)]), match[2]]
        position = match.end()
    return "".join([*pieces, blank(text[position:])])
