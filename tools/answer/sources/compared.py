"""Two things that are compared, side by side: the definitions of their names, or the sections called after them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from citeline.indexing.reader import Index
from citeline.model import StoredChunk, StoredNode
from citeline.text import terms

from ...question.question import Question
from ...retrieval.corpus import corpus_of
from ...retrieval.paths import read_path
from ..ranking.features import Candidate, Passage, Sought
from ..ranking.spans import MAX_LINES, Span
from ..reading.lines import Line, lines_of
from .callers import definitions_of

MOST: Final = 3
"""Things that are told side by side."""
_NAMESAKES: Final = 4
_LEAST: Final = 0.4
"""Share of the weights of a question that the names of two sections hold together; set by hand."""


class _Named(NamedTuple):
    """Lines of a passage that are called something."""

    candidate: Candidate
    held: frozenset[str]
    """Words of the question in what they are called."""


def sides_compared(
    index: Index, question: Question, passages: Sequence[Passage], sought: Sought, sources: Collection[str] = ()
) -> list[Candidate]:
    """What is compared, in the order of the question; empty where there are no two of them."""
    if not (question.asks_for("compare") or "both" in question.cues):
        return []
    named = list(_defined(index, question, sources))[:MOST]
    return named if len(named) > 1 else _headed(passages, sought.weights)


def _defined(index: Index, question: Question, sources: Collection[str]) -> Iterator[Candidate]:
    """The first lines of each definition whose name the question has, with the comment above."""
    seen: set[tuple[int, int]] = set()
    names = sorted((one.text for one in question.names if one.kind == "symbol"), key=question.place_of)
    for name in names:
        namesakes = [node for node in definitions_of(index, name, ()) if index.is_in(node.path, sources)]
        for node in namesakes[:1] if len(namesakes) <= _NAMESAKES else []:
            place = (int(node.document), node.start_line)
            if place not in seen and (found := _beginning(index, node)) is not None:
                seen.add(place)
                yield found


def _beginning(index: Index, node: StoredNode) -> Candidate | None:
    """A definition from the comment above it on, as far as its passage goes."""
    chunks = index.structure.chunks_of([node.document])
    chunk = next((one for one in chunks if one.start_line <= node.start_line <= one.end_line), None)
    if chunk is None:
        return None
    lines, first = lines_of(chunk), node.start_line - chunk.start_line
    while first > 0 and lines[first - 1].comment:
        first -= 1
    last = min(node.end_line - chunk.start_line, len(lines) - 1, first + MAX_LINES - 1)
    corpus = corpus_of(index)
    passage = Passage(chunk, 1.0, corpus.is_prose(chunk.document), chunk.id in corpus.inline_tests)
    return Candidate(passage, Span(first, max(last, first), "block"), 1)


def _headed(passages: Sequence[Passage], weights: Mapping[str, float]) -> list[Candidate]:
    """The two passages whose names hold most of the question, each something that the other's does not."""
    total = sum(weights.values()) or 1.0
    named = [one for rank, passage in enumerate(passages, start=1) for one in _sections(passage, rank, weights.keys())]
    best: tuple[float, list[_Named]] = (_LEAST, [])
    for one, other in combinations(named, 2):
        if one.held <= other.held or other.held <= one.held:
            continue
        share = sum(weights[term] for term in one.held | other.held) / total
        score = share + 0.1 * (one.candidate.passage.score + other.candidate.passage.score)
        if share >= _LEAST and score > best[0]:
            best = (score, [one, other])
    return [one.candidate for one in best[1]]


def _sections(passage: Passage, rank: int, asked: Collection[str]) -> Iterator[_Named]:
    """The parts of a passage under a heading, or the beginning of a definition or file."""
    chunk = passage.chunk
    if read_path(chunk.path).is_test or passage.inline_test:
        return
    lines = lines_of(chunk)
    heads = [place for place, line in enumerate(lines) if line.heading] if passage.prose else []
    for place, end in zip(heads, [*heads, len(lines)][1:], strict=True):
        held = lines[place].terms.intersection(asked)
        if held and end > place + 1:
            yield _Named(Candidate(passage, Span(place, _last(lines, place, end), "section"), rank), held)
    if not heads and (held := frozenset(_called(chunk)).intersection(asked)):
        yield _Named(Candidate(passage, Span(0, _last(lines, 0, len(lines)), "block"), rank), held)


def _last(lines: Sequence[Line], first: int, end: int) -> int:
    last = min(end, first + MAX_LINES) - 1
    while last > first and lines[last].blank:
        last -= 1
    return last


def _called(chunk: StoredChunk) -> list[str]:
    """The words of the name and the file of a passage."""
    stem = chunk.path.rpartition("/")[2].partition(".")[0]
    return [*terms(chunk.name), *terms(stem)]
