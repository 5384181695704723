"""What the best lines name, one step away: the members of a constant that they use, the function that they call.

The line that uses a list has the words of the question; the list has its members. A place that is asked for may be that
of a function whose caller comes first, since the caller speaks of more.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from math import fsum
from typing import Final

from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, VALUE_KINDS, StoredNode
from citeline.text import fold, last_part, split_identifier, terms

from ...retrieval.corpus import corpus_of
from ..draft import Draft
from ..ranking.candidates import Passage, Sought
from ..ranking.ranker import Chosen
from ..reading.statements import does_nothing
from ..reading.syntax import Source, source_of
from .followed import CONSTANT
from .listed import MOST, listed_drafts
from .listings import Listing, listings_of

_LISTS_IN: Final = 2
"""Best claims whose constants are looked up."""
_CALLED_IN: Final = 4
"""Best claims whose calls are followed."""
_LEAST: Final = 0.22
"""Share of the question that the name of a function has to hold beside that of its caller."""
_WORDS: Final = 2
"""Of a name that means the same in all files."""
_WORD: Final = re.compile(r"(?<![\w$])[A-Za-z_$][\w$]*(?![\w$])")
_CALL: Final = re.compile(r"(?<![\w$])([A-Za-z_$][\w$]*)\s*\(")


def lists_named(index: Index, shown: Sequence[Chosen]) -> tuple[int, list[Draft]]:
    """The lists behind the constants that the first of the best claims names, in the pieces that the index holds them
    in, and the place of that claim.
    """
    for place, one in enumerate(shown[:_LISTS_IN]):
        source = _source(index, one)
        if source is None:
            continue
        lines = one.around or (one.candidate.start_line, one.candidate.end_line)
        drafts = [
            draft
            for name in dict.fromkeys(_WORD.findall(source.text(*lines)))
            for node in _one(index, name, VALUE_KINDS, source)
            if _is_constant(node, source)
            for draft in _members(index, node, source, lines)
        ]
        if drafts:
            return place, drafts
    return 0, []


def _members(index: Index, node: StoredNode, near: Source, lines: tuple[int, int]) -> Iterator[Draft]:
    """The members of a constant that stand elsewhere than on these lines; none of a variable of a function."""
    source = source_of(index, int(node.document))
    if source is None or source.enclosing(node.start_line, callable_only=True) is not None:
        return
    found = [one for one in listings_of(source) if one.subject == node.name and _is_of(one, node, source)]
    best = max(found, key=lambda one: len(one.items), default=None)
    is_shown = best is not None and source is near and any(lines[0] <= one.line <= lines[1] for one in best.items)
    if best is not None and not is_shown:
        yield from listed_drafts(index, source, "members", node.qualified_name, best.items[:MOST])


def _is_constant(node: StoredNode, near: Source) -> bool:
    """Whether a name on lines of a document means what is set once: there, or elsewhere a constant by its looks."""
    return node.document == near.document.id or (
        node.kind == "constant" and bool(CONSTANT.search(node.signature.partition("=")[0]))
    )


def _is_of(listing: Listing, node: StoredNode, source: Source) -> bool:
    return listing.is_filled or all(node.start_line <= one.line <= node.end_line for one in listing.items)


def function_called(
    index: Index, shown: Sequence[Chosen], passages: Sequence[Passage], sought: Sought
) -> StoredNode | None:
    """The function that the best claims call whose name holds most of the question beside the name of the caller, where
    that is much of it, and more than the name of what the first of them is a part of; no other may be called so. One
    of a file of the `passages`: a person may have dropped others. None whose body is empty.
    """
    within = {one.chunk.document for one in passages}
    total = sum(sought.weights.values()) or 1.0
    best: tuple[float, StoredNode | None] = (_LEAST, None)
    leading = None
    for one in shown[:_CALLED_IN]:
        source = _source(index, one)
        if source is None:
            continue
        lines = (one.candidate.start_line, one.candidate.end_line)
        around = [node for node in map(source.enclosing, lines) if node]  # a comment stands before what it is about
        own = set[str]().union(*(_held(node.qualified_name, sought) for node in around))
        leading = _weight(own, sought) if leading is None else leading
        for name in dict.fromkeys(_CALL.findall(source.text(*lines))):
            if len(split_identifier(name)) < _WORDS or name in {last_part(node.name) for node in around}:
                continue
            held = _held(name, sought)
            share = _weight(held - own, sought) / total
            if (
                share >= best[0]
                and _weight(held, sought) > leading
                and (nodes := _one(index, name, CALLABLE_KINDS, source))
                and nodes[0].document in within
                and not _is_hook(index, nodes[0])
            ):
                best = (share, nodes[0])
    return best[1]


def _is_hook(index: Index, node: StoredNode) -> bool:
    source = source_of(index, int(node.document))
    return source is not None and does_nothing(source, node)


def _source(index: Index, one: Chosen) -> Source | None:
    chunk = one.candidate.passage.chunk
    return source_of(index, int(chunk.document)) if chunk.kind == "code" else None


def _held(name: str, sought: Sought) -> set[str]:
    """The terms of the question that a name has, by itself or by a synonym."""
    said = terms(" ".join(split_identifier(name)))
    return {sought.alike.get(term, term) for term in said} & sought.weights.keys()


def _weight(held: Collection[str], sought: Sought) -> float:
    return fsum(sought.weights[term] for term in held)


def _one(index: Index, name: str, kinds: Collection[str], near: Source) -> list[StoredNode]:
    """The definition that a name means on lines of a document: its own one, or, of a name of several words, the only
    one of the product; else none.
    """
    own = [one for one in near.nodes if one.name == name and one.kind in kinds]
    if own or len(split_identifier(name)) < _WORDS:
        return own if len(own) == 1 else []
    corpus = corpus_of(index)
    nodes = [one for one in index.structure.nodes_folded([fold(name)]) if one.name == name and one.kind in kinds]
    found = [one for one in nodes if not corpus.path_terms(int(one.document)).is_aside]
    return found if len(found) == 1 else []
