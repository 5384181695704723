"""Personalised PageRank in numpy: held against the definition, not against itself."""

import networkx as nx
import pytest

from citeline.model import NodeId
from citeline.tools.retrieval.walk import DAMPING, personalised_pagerank


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
