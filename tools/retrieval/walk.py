"""The way between two definitions: along what calls, uses and inherits what, from the one until the other is met.

Only who names both ends is helped by the graph at this place. The neighbours of the best hits were tried as candidates
of every question and moved nothing: the ranking knows the graph by its features, and who asks for callers gets a list.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from citeline.indexing.reader import Index
from citeline.model import Edge, EdgeKind, NodeId

if TYPE_CHECKING:
    import networkx as nx

STEPS_FROM_EACH: Final = 3
"""Edges that are followed from either end: a way has at most twice as many."""
MAX_NODES: Final = 2_000
"""Reached from one end: what everything uses is near everything."""

EDGE_WEIGHTS: Final[dict[EdgeKind, float]] = {
    "contains": 0.3,
    "calls": 1.0,
    "imports": 0.3,
    "inherits": 1.0,
    "references": 0.5,
    "links_to": 0.5,
    "mentions": 0.7,
    "tests": 0.4,
}
"""How much an edge of each kind connects."""
_FOLLOWED: Final[tuple[EdgeKind, ...]] = ("calls", "inherits", "references")
_START, _END = NodeId(-1), NodeId(-2)
"""Joined to every start and every end; no node of an index has such an id."""

Graph: TypeAlias = "nx.DiGraph[NodeId]"
Follow: TypeAlias = Callable[[list[NodeId]], list[tuple[NodeId, Edge]]]
"""From nodes to what their edges lead to."""


def ways(index: Index, starts: Collection[NodeId], ends: Collection[NodeId]) -> Iterator[list[Edge]]:
    """Ways from any of the starts to any of the ends, as edges, the shortest first; none where they are not connected.

    An edge counts the less the surer it is, and a call less than a mere use.
    """
    import networkx as nx  # only who asks for a way waits for it

    graph = _between(index, starts, ends)
    graph.add_weighted_edges_from((_START, node, 0.0) for node in starts if node in graph)
    graph.add_weighted_edges_from((node, _END, 0.0) for node in ends if node in graph)
    if _START not in graph or _END not in graph or not nx.has_path(graph, _START, _END):
        return
    for found in nx.shortest_simple_paths(graph, _START, _END, weight="weight"):
        if way := [graph.edges[here, there]["edge"] for here, there in pairwise(found[1:-1])]:
            yield way


def _between(index: Index, starts: Collection[NodeId], ends: Collection[NodeId]) -> Graph:
    """What can be reached from the starts, and what the ends can be reached from."""
    import networkx as nx

    graph: Graph = nx.DiGraph()
    structure = index.structure
    _grow(graph, starts, lambda nodes: [(edge.target, edge) for edge in structure.edges_from(nodes, _FOLLOWED)])
    _grow(graph, ends, lambda nodes: [(edge.source, edge) for edge in structure.edges_to(nodes, _FOLLOWED)])
    return graph


def _grow(graph: Graph, begin: Collection[NodeId], follow: Follow) -> None:
    seen, front = set(begin), list(begin)
    for _ in range(STEPS_FROM_EACH):
        reached: dict[NodeId, None] = {}
        for other, edge in follow(front):
            _add(graph, edge)
            if other not in seen:
                reached[other] = None
        front = list(reached)[: max(0, MAX_NODES - len(seen))]
        seen.update(front)
        if not front:
            return


def _add(graph: Graph, edge: Edge) -> None:
    """Of several edges between two nodes the surest stays."""
    cost = 1 / (EDGE_WEIGHTS[edge.kind] * max(edge.weight, 1e-3))
    if not graph.has_edge(edge.source, edge.target) or cost < graph.edges[edge.source, edge.target]["weight"]:
        graph.add_edge(edge.source, edge.target, weight=cost, edge=edge)
