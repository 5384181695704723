"""The structural answer: what defines a thing, what its documentation says, the lines that matter, who calls it."""

from __future__ import annotations

import re
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.markup import plain_text
from citeline.model import (
    CALLABLE_KINDS,
    DEFINITION_KINDS,
    TYPE_KINDS,
    VALUE_KINDS,
    StoredChunk,
    StoredNode,
)
from citeline.state import Fact
from citeline.text import last_part

from ...citations.passage import collapse, contains_name
from ..draft import Draft
from ..reading.bindings import bindings_of
from ..reading.sentences import split_sentences
from ..reading.syntax import source_of
from ..writing.citing import Citations, line_of
from .callers import relation_drafts

_MAX_SIGNATURE_LINES: Final = 12
_MAX_VALUE_LINES: Final = 2
_LITERALS: Final = frozenset({"number", "string", "boolean"})
_MAX_MODIFIERS: Final = 3
"""Words in front of a signature: `export default async`."""
_MAX_DOC_CHARS: Final = 300
_MAX_DOC_LINES: Final = 6
# Doc comments stand above what they document, license headers above them.
_LINES_ABOVE: Final = 60


@dataclass(frozen=True, slots=True)
class CodeAnswer:
    """Says what there is to say about one definition at a time."""

    index: Index
    citations: Citations

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

    def relations(self, node: StoredNode, limit: int) -> None:
        """What calls a function and what it calls, or what inherits from a type."""
        drafts: list[Draft] = []
        if node.kind in TYPE_KINDS:
            drafts = relation_drafts(self.index, node, "in", "inherits", limit)
        elif node.kind in CALLABLE_KINDS:
            drafts = relation_drafts(self.index, node, "in", "calls", (limit + 1) // 2)
            drafts += relation_drafts(self.index, node, "out", "calls", limit - len(drafts))
        for draft in drafts:
            self.citations.add_draft(draft)

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
