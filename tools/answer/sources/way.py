"""Questions for the way from one definition to another, `how does Session.request get to HTTPAdapter.send`.

Every step of it is a claim, cited at the line that takes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.model import TYPE_KINDS, Edge, EdgeKind, NodeId, StoredNode
from citeline.state import Candidate, Claim, Evidence

from ...evidence.definition_asked import definitions_called
from ...question.question import Question
from ...retrieval.corpus import corpus_of
from ...retrieval.walk import ways
from ..writing.citing import Citations
from .calls.callers import edge_draft
from .definitions import CodeAnswer

_HELD: Final[tuple[EdgeKind, ...]] = ("contains",)
_TRIED: Final = 10
"""Ways, the shortest first, until one can be told whole: a step whose line does not name what it calls cannot."""
_NAMESAKES: Final = 8
"""Definitions of one name: the way tells which of them is meant."""
_BOTH: Final = 2


@dataclass(frozen=True, slots=True)
class Ends:
    """What a way leads from and to: definitions of one name each, types with what they hold."""

    first: tuple[StoredNode, ...]
    last: tuple[StoredNode, ...]


def ends_asked(index: Index, question: Question, sources: Collection[str] = ()) -> Ends | None:
    """The two definitions that a question names and wants connected; None when it asks for anything else.

    One that also names what the index does not know asks for more than a way.
    """
    if not {"path", "ends"} & set(question.cues) or "both" in question.cues or question.left_out:
        return None
    if "how_to" in question.cues and "ends" not in question.cues:
        return None
    named: dict[str, tuple[StoredNode, ...]] = {}
    for name in (one for one in question.names if one.kind in ("symbol", "proper", "word")):
        found = tuple(definitions_called(index, name.text, question, sources, most=_NAMESAKES))
        if not found and name.kind == "symbol":
            return None
        if found and found not in named.values():
            named[name.text] = found
    if len(named) != _BOTH:
        return None
    first, last = (named[one] for one in sorted(named, key=question.place_of))
    if _is_within(first, last) or _is_within(last, first):
        return None  # `who calls add in Cart` says by its type which `add` is meant
    return Ends(first, last)


def _is_within(members: Sequence[StoredNode], owners: Sequence[StoredNode]) -> bool:
    return all(any(one.qualified_name.startswith(f"{owner.qualified_name}.") for owner in owners) for one in members)


def find_ways(index: Index, ends: Ends) -> Iterator[list[Edge]]:
    """Ways from the first to the last, or where there is none the other way round; the shortest first."""
    first, last = _with_members(index, ends.first), _with_members(index, ends.last)
    forward = ways(index, first, last)
    shortest = next(forward, None)
    if shortest is None:
        yield from ways(index, last, first)
        return
    yield shortest
    yield from forward


def _with_members(index: Index, nodes: Sequence[StoredNode]) -> list[NodeId]:
    """A type is reached through what it holds."""
    types = [node.id for node in nodes if node.kind in TYPE_KINDS]
    held = index.structure.edges_from(types, _HELD) if types else []
    return [*(node.id for node in nodes), *(edge.target for edge in held)]


def way_chunks(index: Index, question: Question, sources: Collection[str] = ()) -> list[Candidate]:
    """The chunks of the steps between two definitions that a question names, in their order; empty for other ones."""
    ends = ends_asked(index, question, sources)
    way = next(find_ways(index, ends), []) if ends else []
    documents = {node.id: int(node.document) for node in index.structure.nodes([edge.source for edge in way])}
    corpus = corpus_of(index)
    found = dict.fromkeys(corpus.chunk_at(documents[edge.source], edge.line) for edge in way)
    chunks = [chunk for chunk in found if chunk is not None]
    return [{"chunk_id": chunk, "score": 1.0, "channels": {"graph": rank}} for rank, chunk in enumerate(chunks, 1)]


def way_claims(
    index: Index, question: Question, evidence: Sequence[Evidence], sources: Collection[str] = ()
) -> tuple[list[Claim], list[Evidence]]:
    """Both ends and every step between them, with evidence of their own; empty where no way is asked for or known."""
    ends = ends_asked(index, question, sources)
    for way in islice(find_ways(index, ends), _TRIED) if ends else ():
        citations = Citations(index, evidence, question.language)
        if _tell(index, citations, way):
            return citations.claims, citations.added
    return [], []


def _tell(index: Index, citations: Citations, way: Sequence[Edge]) -> bool:
    """Say where the way begins, each of its steps, and where it ends; False where a step cannot be shown."""
    nodes = {node.id: node for node in index.structure.nodes([way[0].source, *(edge.target for edge in way)])}
    writer = CodeAnswer(index, citations)
    writer.define(nodes[way[0].source])
    for edge in way:
        draft = edge_draft(index, edge, nodes[edge.source], nodes[edge.target])
        if draft is None or not citations.add_draft(draft):
            return False
    writer.define(nodes[way[-1].target])
    return True
