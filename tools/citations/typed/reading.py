"""Reads cited lines as code: definitions, calls and bases with the parsers of the index, the rest from the tree."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from textwrap import dedent
from typing import Final, TypeAlias

from tree_sitter import Node as SyntaxNode
from tree_sitter import Tree

from citeline.indexing.parsers.languages import language_of
from citeline.indexing.parsers.programs.grammars import load_grammar
from citeline.indexing.parsers.registry import parse
from citeline.model import Node, Reference, SourceFile

from ..passage import parts_of
from .node_types import WRAPPED_NAME, WRAPPERS
from .walking import Told, walk

_LONGEST: Final = 40_000
"""Characters; nobody cites more, and each claim would wait for it."""
_KEPT: Final = 128
Chain: TypeAlias = tuple[str, ...]
"""Names of definitions, outermost first."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What some lines of code define and say. Line numbers count from the first of them."""

    language: str
    definitions: tuple[tuple[Chain, Node], ...]
    """With their own name at the end of the chain; without the file and what was put around the lines."""
    references: tuple[tuple[Chain, Reference], ...]
    """Calls and bases with the definitions around them; no names for what stands in none."""
    told: tuple[Told, ...]
    has_errors: bool


@lru_cache(maxsize=_KEPT)
def read_code(path: str, text: str) -> Reading | None:
    """None for what is no code, or in a language without a grammar. Several claims cite the same lines."""
    language = language_of(path, text)
    loaded = load_grammar(language)
    if loaded is None or len(text) > _LONGEST or not text.strip():
        return None
    body = dedent(text)
    best: tuple[int, str, Tree] | None = None
    for before, after in WRAPPERS.get(language, (("", ""),)):
        # On the same first and last line: line numbers stay.
        whole = f"{before}{body}{after}\n"
        tree = loaded.parser.parse(whole.encode("utf-8", "replace"))
        wrong = _wrong_bytes(tree.root_node)
        if best is None or wrong < best[0]:
            best = (wrong, whole, tree)
        if not wrong:
            break
    assert best is not None
    wrong, whole, tree = best
    parsed = parse(SourceFile(path, tuple(whole.split("\n")), "", len(whole), 0))
    chains = [(), *map(_chain, parsed.nodes[1:])]
    return Reading(
        language,
        tuple((chains[n], node) for n, node in enumerate(parsed.nodes) if chains[n]),
        tuple((chains[r.source], r) for r in parsed.references if r.kind in ("calls", "inherits")),
        tuple(walk(tree.root_node)),
        bool(wrong),
    )


def _chain(node: Node) -> tuple[str, ...]:
    parts = parts_of(node.qualified_name)
    return tuple(part for part in parts if part != WRAPPED_NAME)


def _wrong_bytes(root: SyntaxNode) -> int:
    """Bytes that the grammar made nothing of; 0 for code without errors."""
    if not root.has_error:
        return 0
    wrong = 1
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            wrong += max(1, node.end_byte - node.start_byte)
        else:
            waiting.extend(child for child in node.children if child.has_error or child.is_missing)
    return wrong
