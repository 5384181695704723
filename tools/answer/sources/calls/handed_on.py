"""Who is given a function as a value, and who calls what has its name, where no edge of the graph says so."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from tree_sitter import Node

from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, StoredChunk, StoredNode
from citeline.text import split_identifier, terms

from ....evidence.term_weights import chunks_holding
from ....retrieval.corpus import corpus_of
from ...draft import Draft
from ...reading.guards import statement_of
from ...reading.syntax import Source, ancestors, lines_of, source_of
from .call_sites import stated_name

_CHUNKS: Final = 60
_MOST: Final = 20
_LONGEST_STATEMENT: Final = 6
"""Of a statement that is cited whole."""
_CALLED: Final = re.compile(r"\s*(?:::)?(?:<[^<>]*>)?\s*[(!]")
_DECLARES: Final = re.compile(r".*(?:declar|signature|definition|pair|keyword|spec|field_init).*")
"""Kinds of syntax nodes whose name is one of their own: a field, a key, a variable."""
_NAMES: Final = ("name", "key", "left", "declarator", "property", "field")
_NO_VALUE: Final = re.compile(r".*(?:comment|string|import|use_declaration|export_(?:clause|specifier)|parameter).*")
"""Kinds of syntax nodes in which a name is no value."""


def handed_on_drafts(
    index: Index, target: StoredNode, sources: Collection[str] = (), *, called: bool = False, inside: bool = False
) -> list[Draft]:
    """The definitions outside tests that name a function without calling it, each once, in the order of the search;
    with `called` those that call what has its name; `inside` functions alone, for files export it.

    Of a name of several words: a variable may be called `close` as well. A file that gives something else this name,
    and a member of something that is not known to have it, tell nothing.
    """
    if (target.kind not in CALLABLE_KINDS and not called) or len(split_identifier(target.name)) < 2:
        return []
    corpus = corpus_of(index)
    found: dict[tuple[int, str], Draft] = {}
    for chunk in chunks_holding(index, terms(target.name)[-1:], _CHUNKS, sources):
        source = source_of(index, int(chunk.document)) if chunk.kind == "code" else None
        if source is None or corpus.path_terms(int(chunk.document)).is_aside or _means_another(source, target):
            continue
        for line, node in _values(source, chunk, target, called=called):
            owner = source.enclosing(line, callable_only=inside)
            if inside if owner is None else not stated_name(source.lines[line - 1], owner, target, distinctive=True):
                continue
            subject = owner.qualified_name if owner else source.document.path
            statement = statement_of(node)
            start, end = lines_of(statement) if statement else (line, line)
            whole = end - start < _LONGEST_STATEMENT
            lines = (start, end) if whole else (line, line)
            draft = Draft.of("calls" if called else "uses", subject, target.name, chunk.document, *lines)
            found.setdefault((int(chunk.document), subject), draft)
    return [*found.values()][:_MOST]


def uncalled(node: StoredNode) -> Draft:
    """That nobody calls a definition, as far as the index knows."""
    return Draft.of("uncalled", node.qualified_name, node.path, node.document, node.start_line)


def _means_another(source: Source, target: StoredNode) -> bool:
    """Whether a file sets something of its own that has the target's name: a variable, an argument that is named."""
    own = range(target.start_line, target.end_line + 1) if source.document.path == target.path else range(0)
    name = re.escape(target.name)
    sets = re.compile(rf"(?<![\w$]){name}\s*(?::[^=\n]*)?(?::=|=(?![=>]))|\bfor\s+(?:const\s+|let\s+|var\s+)?{name}\b")
    return any(sets.search(text) for line, text in enumerate(source.lines, 1) if line not in own)


def _values(source: Source, chunk: StoredChunk, target: StoredNode, *, called: bool) -> Iterator[tuple[int, Node]]:
    """The lines of a chunk on which the name of the target is a value, or is `called`, with its syntax node."""
    own = source.document.path == target.path
    for line in range(chunk.start_line, min(chunk.end_line, len(source.lines)) + 1):
        if own and target.start_line <= line <= target.end_line:
            continue
        text = source.lines[line - 1]
        for match in re.finditer(rf"(?<![\w$]){re.escape(target.name)}(?![\w$])", text):
            node = source.node_at(line, match.start(), line, match.end())
            if node is None or called != bool(_CALLED.match(text, match.end())):
                continue
            if not _is_declared(node) and not any(_NO_VALUE.fullmatch(one.type) for one in ancestors(node)):
                yield line, node


def _is_declared(node: Node) -> bool:
    """Whether a node is the name of a field, a key or a variable."""
    around = node.parent
    named = around is not None and _DECLARES.fullmatch(around.type) is not None
    return named and any(around.child_by_field_name(field) == node for field in _NAMES if around is not None)
