"""Questions for the way from one definition to another, `how does Session.request get to HTTPAdapter.send`.

Every step of it is a claim, cited at the line that takes it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from citeline.indexing.reader import Index
from citeline.model import TYPE_KINDS, Edge, EdgeKind, NodeId, StoredNode
from citeline.state import Candidate, Claim, Evidence

from ..retrieval.corpus import corpus_of
from ..retrieval.language import language_of
from ..retrieval.walk import ways
from .answer_code import CodeAnswer
from .citing import Citations
from .definition_asked import definitions_called
from .edges import EdgeTeller
from .mentions import mentions

_HELD: Final[tuple[EdgeKind, ...]] = ("contains",)
_TRIED: Final = 10
"""Ways, the shortest first, until one can be told whole: a step whose line does not name what it calls cannot."""
_NAMESAKES: Final = 8
"""Definitions of one name: the way tells which of them is meant."""
_ASKS_FOR_A_WAY: Final = re.compile(
    r"\bfrom\b.+\b(?:to|until)\b|\bbetween\b|\b(?:chain|path|flow|way|route|trace|reach|lead|relate|connect|invoke|call"
    r"|use|depend)(?:s|ed|ing)?\b|\b(?:gets?|goes|comes?|ends? up) (?:to|in|at)\b"
    r"|到|之间|关系|调用|から.+まで|呼び出|呼ば|使[わうっい]|関係"
    r"|\bvon\b.+\b(?:zu[mr]?|bis|nach)\b|\bzwischen\b|\bzusammen\b|\bkommt\b|\b(?:ruft|verwendet|nutzt|benutzt)\b"
    r"|\bdes?de?\b.+\b(?:a|hasta)\b|\bentre\b|\b(?:llega|llama|usa|utiliza)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Ends:
    """What a way leads from and to: definitions of one name each, types with what they hold."""

    first: tuple[StoredNode, ...]
    last: tuple[StoredNode, ...]


def ends_asked(index: Index, question: str, sources: Collection[str] = ()) -> Ends | None:
    """The two definitions that a question names and wants connected; None when it asks for anything else."""
    if not _ASKS_FOR_A_WAY.search(question):
        return None
    named = [
        tuple(definitions_called(index, mention.text, question, sources, most=_NAMESAKES))
        for mention in mentions(question)
        if mention.kind in ("symbol", "proper", "word")
    ]
    known = sorted((nodes for nodes in dict.fromkeys(named) if nodes), key=lambda nodes: _place(question, nodes[0]))
    return Ends(*known) if len(known) == 2 else None


def _place(question: str, node: StoredNode) -> int:
    return question.lower().find(node.name.lower())


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


def way_chunks(index: Index, question: str, sources: Collection[str] = ()) -> list[Candidate]:
    """The chunks of the steps between two definitions that a question names, in their order; empty for other ones."""
    ends = ends_asked(index, question, sources)
    way = next(find_ways(index, ends), []) if ends else []
    documents = {node.id: int(node.document) for node in index.structure.nodes([edge.source for edge in way])}
    corpus = corpus_of(index)
    found = dict.fromkeys(corpus.chunk_at(documents[edge.source], edge.line) for edge in way)
    chunks = [chunk for chunk in found if chunk is not None]
    return [{"chunk_id": chunk, "score": 1.0, "channels": {"graph": rank}} for rank, chunk in enumerate(chunks, 1)]


def way_claims(
    index: Index, question: str, evidence: Sequence[Evidence], sources: Collection[str] = ()
) -> tuple[list[Claim], list[Evidence]]:
    """Both ends and every step between them, with evidence of their own; empty where no way is asked for or known."""
    ends = ends_asked(index, question, sources)
    for way in islice(find_ways(index, ends), _TRIED) if ends else ():
        citations = Citations(index, evidence)
        if _tell(index, citations, way, question):
            return citations.claims, citations.added
    return [], []


def _tell(index: Index, citations: Citations, way: Sequence[Edge], question: str) -> bool:
    """Say where the way begins, each of its steps, and where it ends; False where a step cannot be shown."""
    language = language_of(question)
    nodes = {node.id: node for node in index.structure.nodes([way[0].source, *(edge.target for edge in way)])}
    teller = EdgeTeller(index, citations, {}, language)
    writer = CodeAnswer(index, citations, {}, language)
    writer.define(nodes[way[0].source])
    for edge in way:
        if not teller.say(edge, nodes[edge.source], nodes[edge.target]):
            return False
    writer.define(nodes[way[-1].target])
    return True
