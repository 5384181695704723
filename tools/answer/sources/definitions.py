"""The structural answer: what defines a thing, what its documentation says, the lines that matter, who calls it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.markup import leads_in, plain_text
from citeline.model import (
    CALLABLE_KINDS,
    TYPE_KINDS,
    VALUE_KINDS,
    StoredChunk,
    StoredNode,
)
from citeline.patterns import re
from citeline.state import Fact
from citeline.text import last_part, terms, unique

from ...citations.passage import contains_name
from ..completed import joined, read_on
from ..draft import Draft
from ..items import LONGEST
from ..ranking.ranker import USUAL
from ..reading.bindings import bindings_of
from ..reading.documentation import Spoken, documentation_around
from ..reading.syntax import source_of
from ..writing.citing import Citations, line_of
from .calls.callers import relation_drafts

_MAX_SIGNATURE_LINES: Final = 12
_MAX_VALUE_LINES: Final = 2
_LITERALS: Final = frozenset({"number", "string", "boolean"})
_MAX_MODIFIERS: Final = 3
"""Words in front of a signature: `export default async`."""
_LINES_ABOVE: Final = 60
"""And below a signature, on which its documentation stands."""
_NEAR: Final = 2
"""Lines from a signature to the docstring of its definition."""
_SHORT_BODY: Final = 10
"""Lines of a function that are shown whole where nothing is said of it: they tell what it does."""
_NO_DOCUMENTATION: Final = re.compile(r"[-=*#~]{3,}|(?:TODO|FIXME|XXX|HACK)\b")
"""What begins a divider, or a note of the author to themselves."""


@dataclass(frozen=True, slots=True)
class CodeAnswer:
    """Says what there is to say about one definition at a time."""

    index: Index
    citations: Citations

    def tell(self, node: StoredNode, relations: int, *, where: bool = False) -> bool:
        """All there is to say: value, or documentation and definition, then callers and callees. `where`: its place is
        asked for before what it does.
        """
        is_valued = self.value(node)
        if is_valued or where:
            told = self.define(node) or is_valued
            self.document(node)
        else:
            told = self.document(node)
            told = self.define(node) or told
        self.relations(node, relations)
        return told

    def is_described(self, node: StoredNode) -> bool:
        """Whether its value or its documentation tells what it is, and not its name alone."""
        return node.kind in VALUE_KINDS or bool(self._spoken(node, self._signature(node)))

    def is_shown(self, node: StoredNode) -> bool:
        """Whether it is a function of so few lines that all of it is cited."""
        found = self._signature(node)
        return found is not None and _is_short(node, *found[:2])

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
        """`X is a method in path:` with its signature and what it says of itself, unless these lines are cited."""
        found = self._signature(node)
        if found is None:
            return False
        chunk, start, end = found
        if self.citations.shows(chunk.path, start, end):
            return False
        spoken = self._spoken(node, found)
        card = _card(chunk, (start, end), spoken) if spoken else None
        lines = card or (start, node.end_line if _is_short(node, chunk, start) else end)
        fact: Fact = {"relation": "defined", "subject": node.qualified_name, "object": node.path, "kind": node.kind}
        return any(self.citations.add(fact, chunk, *each, node=node) for each in (lines, (start, end)))

    def document(self, node: StoredNode) -> bool:
        """The first sentences of its documentation with all of it and the signature, unless these lines are cited."""
        signature = self._signature(node)
        spoken = self._spoken(node, signature)
        chunk = self.citations.chunk_at(node.document, spoken[0].start_line) if spoken else None
        if not spoken or chunk is None or len(spoken[0].text) > LONGEST or leads_in(plain_text(spoken[0].text)):
            return False
        first, last = spoken[0].start_line, spoken[-1].end_line
        if self.citations.shows(chunk.path, first, spoken[0].end_line):
            return False
        card = _card(chunk, signature[1:], spoken) if signature and signature[0].id == chunk.id else None
        lines = card or (first, max(spoken[0].end_line, min(last, first + USUAL - 1, chunk.end_line)))
        # What begins a line below may be a tag: `@param size the size`.
        beside = [one for one in spoken[:2] if one.start_line <= spoken[0].end_line]
        texts = unique([joined(read_on(beside, 0, chunk)), plain_text(spoken[0].text), spoken[0].text])
        facts: list[Fact] = [{"relation": "shown", "subject": node.qualified_name, "object": text} for text in texts]
        return any(self.citations.add(fact, chunk, *lines, node=node) for fact in facts if fact["object"])

    def _spoken(self, node: StoredNode, signature: tuple[StoredChunk, int, int] | None) -> list[Spoken]:
        """What a comment right above the signature says of a definition, or a docstring right below it."""
        begin, end = signature[1:] if signature else (node.start_line, node.start_line)
        source = source_of(self.index, int(node.document)) if node.docstring else None
        if source is None:
            return []
        above = documentation_around(source, max(1, begin - _LINES_ABOVE), begin - 1)
        spoken = [one for one in above if one.about == node]
        if not spoken:
            below = documentation_around(source, end + 1, end + _LINES_ABOVE)
            inner = [one for one in below if one.about == node and one.end_line <= node.end_line]
            spoken = inner if inner and inner[0].start_line <= end + _NEAR else []
        spoken = [*dropwhile(lambda one: _is_name(one.text, node), spoken)]
        return spoken if spoken and _documents(spoken[0].text, node) else []

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


def _is_short(node: StoredNode, chunk: StoredChunk, start: int) -> bool:
    return node.kind in CALLABLE_KINDS and node.end_line <= min(chunk.end_line, start + _SHORT_BODY - 1)


def _documents(text: str, node: StoredNode) -> bool:
    """Whether a sentence is what the index has as the documentation of a definition. A divider is none, nor a note of
    the author.
    """
    return _NO_DOCUMENTATION.match(text) is None and {*terms(text)} <= {*terms(node.docstring)}


def _is_name(text: str, node: StoredNode) -> bool:
    """Whether a sentence only names what it documents: `// Flush` above `Flush()`, `Page.goto` of generated code."""
    is_one_word = len(text.split()) == 1
    return {*terms(text)} <= {*terms(node.qualified_name if is_one_word else node.name)}


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


def _card(chunk: StoredChunk, signature: tuple[int, int], spoken: Sequence[Spoken]) -> tuple[int, int] | None:
    """The lines of a signature and of what is said of it; None where they are too many to be shown or lie apart."""
    first, last = min(signature[0], spoken[0].start_line), max(signature[1], spoken[-1].end_line)
    if first == signature[0]:
        last = min(last, max(signature[1], spoken[0].end_line, first + USUAL - 1))
    fits = chunk.start_line <= first and last <= chunk.end_line and last - first < USUAL
    return (first, last) if fits else None
