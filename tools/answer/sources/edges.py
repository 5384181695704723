"""Says one edge of the index as a claim: who calls, inherits, imports or uses what, cited at the line that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final, TypeAlias

from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, DEFINITION_KINDS, Edge, EdgeKind, StoredNode
from citeline.state import Fact
from citeline.text import fold, terms

from ...citations.passage import contains_name, last_part
from ...retrieval.paths import read_path
from ..writing.citing import Citations, line_of
from .call_sites import stated_name

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
        other = self._stated(line, edge, source, target)
        name = source.qualified_name or source.path
        # `impl<T> Handler for T`: the name of a type parameter says nothing.
        if chunk is None or not other or source.id == target.id or len(source.name) < _MIN_NAME:
            return False
        fact: Fact = {"relation": _relation_of(edge, source, target, line), "subject": name, "object": other}
        node = source if source.kind != "file" else None
        return self.citations.add(fact, chunk, edge.line, edge.line, node=node)

    def _stated(self, line: str, edge: Edge, source: StoredNode, target: StoredNode) -> str:
        if edge.kind == "imports":
            # As the line spells it: `.helpers` is `flask/helpers.py`.
            path = PurePosixPath(target.path)
            spelled = (target.name, path.stem, path.parent.name)
            return next((name for name in spelled if name and contains_name(line, name)), "")
        if edge.kind != "calls":
            return target.qualified_name if _is_sure(edge) else ""
        if not _is_sure(edge) and not target.qualified_name.rpartition(".")[0]:
            return ""  # Nothing before the name could tell which of its namesakes is called.
        if stated := stated_name(line, source, target):
            return stated
        distinctive = _is_sure(edge) and self._is_distinctive(target)
        return stated_name(line, source, target, before=self._before(source, edge.line), distinctive=distinctive)

    def _before(self, source: StoredNode, line: int) -> str:
        """The lines of a definition above one of them."""
        parts: list[str] = []
        for chunk in self.citations.chunks_of(source.document):
            first, last = max(chunk.start_line, source.start_line), min(chunk.end_line, line - 1)
            if first <= last:
                parts += chunk.text.split("\n")[first - chunk.start_line : last - chunk.start_line + 1]
        return "\n".join(parts)

    def _is_distinctive(self, target: StoredNode) -> bool:
        named = self.index.structure.nodes_folded([fold(target.name)])
        return sum(node.kind in CALLABLE_KINDS for node in named) == 1

    def _rank(self, other: StoredNode) -> tuple[int, float]:
        named = set(terms(other.qualified_name))
        covered = sum(weight for term, weight in self.weights.items() if term in named)
        path = read_path(other.path)
        return 2 if path.is_test else 1 if path.is_example else 0, -covered


def _is_sure(edge: Edge) -> bool:
    """A name that several definitions share is linked to each of them with a part of the weight."""
    return edge.weight >= 1.0


def _relation_of(edge: Edge, source: StoredNode, target: StoredNode, line: str) -> str:
    if edge.kind == "calls":
        return "calls"
    if edge.kind == "imports":
        return "imports"
    if edge.kind != "inherits":
        return "uses"
    if not contains_name(line, last_part(source.name)):
        return "includes"  # a mixin or an embedded type, named inside the body
    both_abstract = source.kind == target.kind
    return "implements" if target.kind in ("interface", "trait") and not both_abstract else "inherits"
