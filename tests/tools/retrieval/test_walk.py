"""Personalised PageRank in numpy, held against the definition and not against itself, and the walk on a real index."""

from types import SimpleNamespace
from typing import Any, cast

import networkx as nx
import pytest

from citeline.indexing.reader import Index
from citeline.model import Edge, EdgeKind, NodeId
from citeline.state import Candidate
from citeline.tools.retrieval.corpus import corpus_of
from citeline.tools.retrieval.walk import (
    DAMPING,
    EDGE_WEIGHTS,
    MAX_DEGREE,
    neighbourhood,
    personalised_pagerank,
    walk_graph,
)


def graph(*edges: tuple[int, int, float]) -> "nx.DiGraph[NodeId]":
    built: nx.DiGraph[NodeId] = nx.DiGraph()
    for source, target, weight in edges:
        built.add_edge(NodeId(source), NodeId(target), weight=weight)
    return built


def test_scores_are_a_distribution_that_satisfies_the_definition() -> None:
    built = graph((1, 2, 1.0), (2, 3, 1.0), (3, 1, 1.0), (1, 3, 3.0))
    score = dict(personalised_pagerank(built, {NodeId(1): 1.0}))
    assert sum(score.values()) == pytest.approx(1.0)
    assert score[NodeId(2)] == pytest.approx(DAMPING * score[NodeId(1)] * 0.25, rel=0.05)


def test_a_seed_without_edges_keeps_all_of_the_interest() -> None:
    lonely: nx.DiGraph[NodeId] = nx.DiGraph()
    lonely.add_node(NodeId(5))
    assert dict(personalised_pagerank(lonely, {NodeId(5): 2.0})) == {NodeId(5): pytest.approx(1.0)}


def test_stronger_edges_pass_on_more() -> None:
    ranked = personalised_pagerank(graph((1, 2, 1.0), (1, 3, 2.0)), {NodeId(1): 1.0})
    assert [node for node, _ in ranked] == [1, 3, 2]


def test_no_seeds_rank_nothing() -> None:
    assert personalised_pagerank(graph((1, 2, 1.0)), {}) == []


def index_with(*edges: tuple[int, EdgeKind, int]) -> Index:
    """An index of edges alone."""
    built = [Edge(NodeId(source), kind, NodeId(target), 1) for source, kind, target in edges]
    structure: Any = SimpleNamespace(
        edges_from=lambda ids: [edge for edge in built if edge.source in ids],
        edges_to=lambda ids: [edge for edge in built if edge.target in ids],
    )
    return cast(Index, SimpleNamespace(structure=structure))


def test_the_strongest_of_several_edges_counts() -> None:
    edges: list[tuple[int, EdgeKind, int]] = [(1, "calls", 2), (1, "contains", 2)]
    for ordered in (edges, edges[::-1]):
        near = neighbourhood(index_with(*ordered), [NodeId(1)])
        assert near[NodeId(1)][NodeId(2)]["weight"] == EDGE_WEIGHTS["calls"]


def test_a_hub_gives_its_first_edges_only() -> None:
    edges: list[tuple[int, EdgeKind, int]] = [(1, "calls", number) for number in range(2, 200)]
    assert neighbourhood(index_with(*edges), [NodeId(1)]).out_degree(NodeId(1)) == MAX_DEGREE


def candidate_at(index: Index, path: str, line: int, score: float = 0.1) -> Candidate:
    corpus = corpus_of(index)
    document = next(number for number, stored in corpus.documents.items() if stored.path == path)
    chunk = corpus.chunk_at(document, line)
    assert chunk is not None
    return {"chunk_id": chunk, "score": score, "channels": {"lexical": 1}}


def test_the_walk_reaches_the_document_that_mentions_the_best_hit(index: Index) -> None:
    start = candidate_at(index, "src/shop/payment.py", 20)
    walked = walk_graph(index, [start])
    assert walked[0] == start
    chunks = index.structure.chunks([one["chunk_id"] for one in walked[1:]])
    assert "docs/guide.md" in {chunk.path for chunk in chunks.values()}
    assert [one["channels"] for one in walked[1:]] == [{"graph": rank} for rank in range(1, len(walked))]
    assert all(one["score"] < start["score"] for one in walked[1:])


def test_no_candidates_and_unknown_ones_lead_nowhere(index: Index) -> None:
    assert walk_graph(index, []) == []
    unknown: Candidate = {"chunk_id": 12345, "score": 0.1, "channels": {}}
    assert walk_graph(index, [unknown]) == [unknown]
