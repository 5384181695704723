"""Says one edge of the index as a claim: who calls, inherits, imports or uses what, cited at the line that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from citeline.indexing.reader import Index
from citeline.model import DEFINITION_KINDS, Edge, EdgeKind, StoredNode
from citeline.state import Fact
from citeline.text import terms

from ...retrieval.paths import read_path
from ..writing.citing import Citations, line_of
from .call_sites import relation_of, stated

EdgeRelation: TypeAlias = tuple[Edge, StoredNode, StoredNode]
"""The edge, its source and its target."""
_MIN_NAME: Final = 2


@dataclass(frozen=True, slots=True)
class EdgeTeller:
    """Finds the edges at a node and says them, those of the product first."""

    index: Index
    citations: Citations
    weights: Mapping[str, float]
    """Term of the question to its weight."""

    def incoming(self, node: StoredNode, *kinds: EdgeKind) -> list[EdgeRelation]:
        """Edges that end at a node, product, examples, tests, in each by likeness to the question and place."""
        edges = self.index.structure.edges_to([node.id], kinds)
        nodes = {other.id: other for other in self.index.structure.nodes([edge.source for edge in edges])}
        found = [(edge, nodes[edge.source], node) for edge in edges if edge.source in nodes]
        found = [relation for relation in found if relation[1].kind in DEFINITION_KINDS or relation[1].kind == "file"]
        return sorted(found, key=lambda item: (*self._rank(item[1]), item[1].path, item[0].line))

    def outgoing(self, node: StoredNode, *kinds: EdgeKind) -> list[EdgeRelation]:
        """Edges that leave a node, in the order of its lines, which is how a person would tell it."""
        edges = self.index.structure.edges_from([node.id], kinds)
        nodes = {other.id: other for other in self.index.structure.nodes([edge.target for edge in edges])}
        found = [(edge, node, nodes[edge.target]) for edge in edges if edge.target in nodes]
        return sorted(found, key=lambda item: (*self._rank(item[2]), item[0].line))

    def say(self, edge: Edge, source: StoredNode, target: StoredNode) -> bool:
        """Add the claim; False when the line does not show it, or it has been said."""
        chunk = self.citations.chunk_at(source.document, edge.line)
        line = line_of(chunk, edge.line) if chunk else ""
        other = stated(self.index, edge, source, target)
        name = source.qualified_name or source.path
        # `impl<T> Handler for T`: the name of a type parameter says nothing.
        if chunk is None or not other or source.id == target.id or len(source.name) < _MIN_NAME:
            return False
        fact: Fact = {"relation": relation_of(edge, source, target, line), "subject": name, "object": other}
        node = source if source.kind != "file" else None
        return self.citations.add(fact, chunk, edge.line, edge.line, node=node)

    def _rank(self, other: StoredNode) -> tuple[int, float]:
        named = set(terms(other.qualified_name))
        covered = sum(weight for term, weight in self.weights.items() if term in named)
        path = read_path(other.path)
        return 2 if path.is_test else 1 if path.is_example else 0, -covered
