"""Questions that name one definition: where it is, what it is, what it does. The name decides, not the ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, TYPE_KINDS, StoredNode
from citeline.text import IDENTIFIER_SHAPE, fold, last_part, parts_of

from ..question.question import Question
from ..question.vocabulary.words import is_ordinary
from ..retrieval.paths import read_path

_MOST: Final = 2
"""Definitions of one name that are told."""
_MOST_NAMESAKES: Final = 20
"""Definitions of a name that only code has, of which those that are used most are told."""
_NAMED_TYPES: Final = TYPE_KINDS - {"type"}


def definitions_asked(index: Index, question: Question, sources: Collection[str] = ()) -> list[StoredNode]:
    """What the question asks for by name: at most two definitions that are called so, tests only if they alone are.

    Types and functions called exactly so, or else a top-level constant. A plain word may be no name at all: of
    `what is a blueprint` only a type is meant, however it is capitalised, and no test. Of a name that several have,
    overloads among them, the two that are called most where it is written as only code is: `createSession`, `$emit`.
    Empty for a question about anything else. With `sources` only theirs count.
    """
    name = question.definition
    is_option = any(one.kind == "option" and one.text.lstrip("-") == name for one in question.names)
    if not name or is_option:
        return []
    found = definitions_called(index, name, question, sources, most=_MOST_NAMESAKES)
    if len(found) <= _MOST:
        return found
    last = last_part(name)
    return _most_called(index, found) if IDENTIFIER_SHAPE.match(last) or not last.isalnum() else []


def _most_called(index: Index, found: Sequence[StoredNode]) -> list[StoredNode]:
    """The two that most calls reach, examples last, one of each qualified name: of overloads the longest, of a type
    and what stands in for it the documented one.
    """
    called = Counter(int(edge.target) for edge in index.structure.edges_to([int(node.id) for node in found]))
    best: dict[str, StoredNode] = {}
    calls: Counter[str] = Counter()
    for node in found:
        name = node.qualified_name
        calls[name] += called[int(node.id)]
        best[name] = max(
            best.get(name, node), node, key=lambda one: (bool(one.docstring), one.end_line - one.start_line)
        )
    ordered = sorted(best.values(), key=lambda one: (read_path(one.path).is_example, -calls[one.qualified_name]))
    return ordered[:_MOST]


def definitions_called(
    index: Index, name: str, question: Question, sources: Collection[str] = (), *, most: int = _MOST
) -> list[StoredNode]:
    """The same for a name that stands anywhere in a question; empty where more than `most` are called so."""
    called = last_part(name)
    namesakes = [n for n in index.structure.nodes_folded([fold(called)]) if index.is_in(n.path, sources)]
    types = [node for node in namesakes if node.kind in _NAMED_TYPES and not read_path(node.path).is_test]
    if is_plain(name, question):
        found = types
    else:
        wanted = _joined(name)
        exact = [n for n in namesakes if n.name == called and _joined(n.qualified_name).endswith(wanted)]
        named = [node for node in exact if node.kind in TYPE_KINDS | CALLABLE_KINDS]
        constants = [node for node in exact if node.kind == "constant" and node.qualified_name == called]
        # A constant of an example, beside a heading of that name elsewhere, uses what the heading tells of.
        if any(node.kind == "heading" for node in namesakes):
            constants = [node for node in constants if not read_path(node.path).is_example]
        kinds = (named, constants)
        found = next(filter(None, ([n for n in kind if not read_path(n.path).is_test] for kind in kinds)), named)
        found = found or (types if name.isalpha() and name.islower() else [])  # `what does a worker do`
    # A class inside another, or a method, is seldom what a bare name means when something stands on its own.
    outer = [node for node in found if node.qualified_name == node.name] or found
    return sorted(outer, key=lambda node: (node.path, node.start_line)) if len(outer) <= most else []


def _joined(name: str) -> str:
    """`Frame::render` as an index has it, folded."""
    return ".".join(map(fold, parts_of(name)))


def is_plain(name: str, question: Question) -> bool:
    """Whether the name is an ordinary word that nothing marks as a name."""
    ordinary = name.isalpha() and name.islower() and len(name) > 1 and is_ordinary(name)
    return ordinary and "called" not in question.cues
