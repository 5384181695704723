"""The structural answer: what defines a thing, what its documentation says, the lines that matter, who calls it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.markup import plain_text
from citeline.model import (
    CALLABLE_KINDS,
    DEFINITION_KINDS,
    TYPE_KINDS,
    VALUE_KINDS,
    Edge,
    EdgeKind,
    StoredChunk,
    StoredNode,
)
from citeline.state import Fact
from citeline.text import last_part, terms

from ...citations.passage import collapse, contains_name
from ...retrieval.paths import read_path
from ..reading.bindings import bindings_of
from ..reading.sentences import split_sentences
from ..reading.syntax import source_of
from ..writing.citing import Citations, line_of
from .call_sites import EdgeRelation, relation_of, settled, stated

_MAX_SIGNATURE_LINES: Final = 12
_MAX_VALUE_LINES: Final = 2
_LITERALS: Final = frozenset({"number", "string", "boolean"})
_MAX_MODIFIERS: Final = 3
"""Words in front of a signature: `export default async`."""
_MAX_DOC_CHARS: Final = 300
_MAX_DOC_LINES: Final = 6
# Doc comments stand above what they document, license headers above them.
_LINES_ABOVE: Final = 60
_MIN_NAME: Final = 2


@dataclass(frozen=True, slots=True)
class CodeAnswer:
    """Says what there is to say about one definition at a time."""

    index: Index
    citations: Citations
    weights: Mapping[str, float]
    """Term of the question to its weight."""

    def tell(self, node: StoredNode, relations: int) -> bool:
        """All there is to say: value or definition, documentation, callers and callees."""
        defined = self.value(node) or self.define(node)
        self.document(node)
        self.relations(node, relations)
        return defined

    def value(self, node: StoredNode) -> bool:
        """The literal that a constant or a field is: with its line, all that it says of itself."""
        source = source_of(self.index, int(node.document)) if node.kind in VALUE_KINDS else None
        for one in bindings_of(source) if source else ():
            if one.name == node.name and one.kind in _LITERALS and node.start_line <= one.line <= node.end_line:
                fact: Fact = {"relation": "value", "subject": node.qualified_name, "object": one.value}
                chunk = self.citations.chunk_at(node.document, one.line)
                return chunk is not None and self.citations.add(fact, chunk, one.line, one.end_line, node=node)
        return False

    def define(self, node: StoredNode) -> bool:
        """`X is a method in path:` with its signature."""
        found = self._signature(node)
        if found is None:
            return False
        chunk, start, end = found
        fact: Fact = {"relation": "defined", "subject": node.qualified_name, "object": node.path, "kind": node.kind}
        return self.citations.add(fact, chunk, start, end, node=node)

    def document(self, node: StoredNode) -> bool:
        """The first sentence of its documentation, word for word."""
        written = re.sub(r"^[ \t]*:[ \t]", "", node.docstring.strip(), flags=re.MULTILINE)  # left over from `#:`
        first = next(iter(split_sentences(written.split("\n\n")[0])), None)
        if first is None or len(first.text) > _MAX_DOC_CHARS or first.text.endswith(":"):
            return False
        wanted = collapse(first.text)
        # Within the definition first: two definitions may be documented alike, and the other may stand right above.
        for begin, end in ((node.start_line, node.end_line), (self._free_above(node), node.start_line)):
            for chunk in self.citations.chunks_of(node.document):
                if chunk.start_line <= end and chunk.end_line >= begin:
                    place = _find_text(chunk, wanted, begin, end)
                    if place is not None:
                        return self._describe(node, wanted, chunk, place)
        return False

    def _free_above(self, node: StoredNode) -> int:
        """The first of the lines above a definition that a comment of it may stand on: none of another definition."""
        ends = [
            other.end_line + 1
            for other in self.citations.nodes_of(node.document)
            if other.kind in DEFINITION_KINDS and other.end_line < node.start_line
        ]
        return max(node.start_line - _LINES_ABOVE, *ends, 1)

    def _describe(self, node: StoredNode, wanted: str, chunk: StoredChunk, place: tuple[int, int]) -> bool:
        """As it reads without markup, where the lines bear that out, or else word for word."""
        shown = plain_text(wanted)
        if shown != wanted:
            described: Fact = {"relation": "described", "subject": node.qualified_name, "object": shown}
            if self.citations.add(described, chunk, *place, node=node):
                return True
        documented: Fact = {"relation": "documented", "subject": node.qualified_name, "object": wanted}
        return self.citations.add(documented, chunk, *place, node=node)

    def relations(self, node: StoredNode, limit: int) -> int:
        """What calls a function and what it calls, or what inherits from a type; returns how many were said."""
        teller = EdgeTeller(self.index, self.citations, self.weights)
        if node.kind in TYPE_KINDS:
            return _say_some(teller, teller.incoming(node, "inherits"), limit)
        if node.kind not in CALLABLE_KINDS:
            return 0
        callers = _say_some(teller, teller.incoming(node, "calls"), (limit + 1) // 2)
        return callers + _say_some(teller, teller.outgoing(node, "calls"), limit - callers)

    def _signature(self, node: StoredNode) -> tuple[StoredChunk, int, int] | None:
        """The chunk and lines that spell out a definition's name, and its signature as far as the chunk holds it."""
        for number in range(node.start_line, min(node.end_line, node.start_line + _LINES_ABOVE) + 1):
            chunk = self.citations.chunk_at(node.document, number)
            line = " ".join(line_of(chunk, number).split()) if chunk else ""
            signature = " ".join(node.signature.split())
            if chunk and line and _begins(line, signature) and _names_soon(chunk, number, node):
                # The value of a constant may go on for pages, and what it is stands in its first lines.
                most = _MAX_SIGNATURE_LINES if node.kind in TYPE_KINDS | CALLABLE_KINDS else _MAX_VALUE_LINES
                return chunk, number, min(_signature_end(chunk, number, signature), number + most - 1)
        return None


def _say_some(teller: EdgeTeller, edges: Sequence[EdgeRelation], limit: int) -> int:
    said = 0
    for relation in edges:
        # Tests call everything: they are named only when nothing else does.
        if said >= limit or (said and read_path(relation[1].path).is_test):
            break
        said += teller.say(*relation)
    return said


def _names_soon(chunk: StoredChunk, number: int, node: StoredNode) -> bool:
    lines = (line_of(chunk, number + more) for more in range(_MAX_SIGNATURE_LINES))
    return any(contains_name(line, last_part(node.name)) or node.name in line for line in lines)


def _begins(line: str, signature: str) -> bool:
    """Whether a signature begins on a line, behind words such as `export default` that parsers leave out of it."""
    if not signature:
        return True
    written = line.split(" ")
    behind = (" ".join(written[skipped:]) for skipped in range(min(len(written), _MAX_MODIFIERS + 1)))
    return any(signature.startswith(rest) or rest.startswith(signature) for rest in behind)


def _signature_end(chunk: StoredChunk, start: int, signature: str) -> int:
    written: list[str] = []
    for number in range(start, min(chunk.end_line, start + _MAX_SIGNATURE_LINES - 1) + 1):
        written.extend(line_of(chunk, number).split())
        if len(" ".join(written)) >= len(signature):
            return number
    return min(chunk.end_line, start + _MAX_SIGNATURE_LINES - 1)


def _find_text(chunk: StoredChunk, wanted: str, first: int, last: int) -> tuple[int, int] | None:
    """The fewest lines that hold a text, comment markers and line breaks aside; the lowest such place."""
    lines = chunk.text.split("\n")
    for start in range(min(last, chunk.end_line), max(first, chunk.start_line) - 1, -1):
        for end in range(start, min(start + _MAX_DOC_LINES, chunk.end_line + 1)):
            if wanted in collapse("\n".join(lines[start - chunk.start_line : end - chunk.start_line + 1])):
                return start, end
    return None


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
        found = settled([(edge, nodes[edge.source], node) for edge in edges if edge.source in nodes])
        found = [relation for relation in found if relation[1].kind in DEFINITION_KINDS or relation[1].kind == "file"]
        return sorted(found, key=lambda item: (*self._rank(item[1]), item[1].path, item[0].line))

    def outgoing(self, node: StoredNode, *kinds: EdgeKind) -> list[EdgeRelation]:
        """Edges that leave a node, in the order of its lines, which is how a person would tell it."""
        edges = self.index.structure.edges_from([node.id], kinds)
        nodes = {other.id: other for other in self.index.structure.nodes([edge.target for edge in edges])}
        found = settled([(edge, node, nodes[edge.target]) for edge in edges if edge.target in nodes])
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
