"""From the best hits along the graph: what calls them, what they call, inherit, import or describe."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx
import numpy as np

from citeline.indexing.reader import Index
from citeline.model import ChunkId, Edge, NodeId
from citeline.state import Candidate

from .corpus import corpus_of

SEEDS = 20
# A hub that everything touches explains nothing and would cost most of the time.
MAX_DEGREE = 30
MAX_ADDED = 10
DAMPING = 0.85
_ROUNDS = 20

# How much of a node's interest each kind of edge passes on; both directions count.
EDGE_WEIGHTS = {
    "contains": 0.3,
    "calls": 1.0,
    "imports": 0.3,
    "inherits": 1.0,
    "references": 0.5,
    "links_to": 0.5,
    "mentions": 0.7,
    "tests": 0.4,
}


def walk_graph(
    index: Index, candidates: Sequence[Candidate], *, limit: int = MAX_ADDED, sources: Sequence[str] = ()
) -> list[Candidate]:
    """The candidates, followed by up to `limit` chunks that the graph connects to the best of them.

    Added chunks carry the channel `graph` with their rank, and a score below every candidate's. Candidates that the
    index does not hold lead nowhere. With `sources` the walk adds nothing from elsewhere.
    """
    seeds = candidates[:SEEDS]
    chunks = index.structure.chunks([ChunkId(seed["chunk_id"]) for seed in seeds])
    weights: dict[NodeId, float] = {}
    for seed in seeds:
        chunk = chunks.get(ChunkId(seed["chunk_id"]))
        if chunk is not None:
            weights[chunk.node] = max(seed["score"], weights.get(chunk.node, 0.0))
    graph = neighbourhood(index, list(weights))
    known = {candidate["chunk_id"] for candidate in candidates}
    corpus = corpus_of(index)
    added: list[Candidate] = []
    floor = min((candidate["score"] for candidate in candidates), default=0.0)
    ranked = personalised_pagerank(graph, weights)
    nodes = index.structure.nodes([node for node, _ in ranked if node not in weights][: 3 * limit])
    places = {
        node.id: (int(node.document), node.start_line) for node in nodes if corpus.is_in(int(node.document), sources)
    }
    for node, score in ranked:
        if node not in places or len(added) == limit:
            continue
        reached = corpus.chunk_at(*places[node])
        if reached is not None and reached not in known:
            known.add(reached)
            rank = len(added) + 1
            added.append({"chunk_id": reached, "score": floor * score / (1 + score), "channels": {"graph": rank}})
    return [*candidates, *added]


def neighbourhood(index: Index, seeds: Sequence[NodeId]) -> nx.DiGraph[NodeId]:
    """The seeds and their neighbours one hop away, in both directions; hubs give their first edges only.

    Nodes with several edges between them are as close as the strongest makes them.
    """
    graph: nx.DiGraph[NodeId] = nx.DiGraph()
    graph.add_nodes_from(seeds)
    degree: dict[int, int] = {}
    edges: list[Edge] = [*index.structure.edges_from(seeds), *index.structure.edges_to(seeds)]
    for edge in edges:
        weight = EDGE_WEIGHTS[edge.kind] * edge.weight
        for here, there in ((edge.source, edge.target), (edge.target, edge.source)):
            if graph.has_edge(here, there):
                graph[here][there]["weight"] = max(weight, graph[here][there]["weight"])
            elif degree.get(here, 0) < MAX_DEGREE:
                degree[here] = degree.get(here, 0) + 1
                graph.add_edge(here, there, weight=weight)
    return graph


def personalised_pagerank(graph: nx.DiGraph[NodeId], seeds: dict[NodeId, float]) -> list[tuple[NodeId, float]]:
    """Nodes by the chance that a walk restarted at the seeds is there; best first, ties by id.

    A power iteration in numpy: `nx.pagerank` needs scipy, 35 MB for two milliseconds of work.
    """
    nodes = list(graph)
    total = sum(seeds.values())
    if not nodes or total <= 0:
        return []
    place = {node: number for number, node in enumerate(nodes)}
    restart = np.zeros(len(nodes))
    for node, weight in seeds.items():
        restart[place[node]] = weight / total
    sources, targets, strengths = [], [], []
    for here, there, data in graph.edges(data=True):
        sources.append(place[here])
        targets.append(place[there])
        strengths.append(data["weight"])
    outgoing = np.bincount(sources, strengths, len(nodes)) if sources else np.zeros(len(nodes))
    share = np.asarray(strengths) / outgoing[sources] if sources else np.zeros(0)
    dangling = outgoing == 0
    score = restart
    for _ in range(_ROUNDS):
        moved = np.bincount(targets, score[sources] * share, len(nodes)) if sources else np.zeros(len(nodes))
        score = DAMPING * (moved + score[dangling].sum() * restart) + (1 - DAMPING) * restart
    return sorted(zip(nodes, score.tolist(), strict=True), key=lambda item: (-item[1], item[0]))
