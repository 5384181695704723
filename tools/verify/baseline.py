"""What the index knows: the text that a citation was written for, and what encloses it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from citeline.dataclass import dataclass
from citeline.indexing.parsers.registry import parse
from citeline.indexing.stores.stored_rows import read_pages
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.model import SourceFile, StoredDocument
from citeline.pages import Pages
from citeline.remembering import remembered

if TYPE_CHECKING:
    from .markdown import Citation


@dataclass(frozen=True, slots=True)
class Enclosing:
    """A definition or section."""

    start: int
    end: int
    name: str
    """Qualified."""
    signature: str


@dataclass(frozen=True, slots=True)
class Mention:
    """One citation of a document, recognisable in another version of it."""

    written: str
    sentence: str
    before: str
    """The citation before it, as written; empty for the first."""
    after: str
    number: int
    """Of those in the same sentence: with `a.py:1-2` and `a.py:2-3` the first may become what the second was."""

    def is_same(self, other: Mention) -> bool:
        """Whether it is the other one: in the same sentence, or where there is none beside the same citation."""
        if (self.written, self.sentence) != (other.written, other.sentence):
            return False
        if self.sentence:
            return self.number == other.number
        return self.before == other.before or self.after == other.after


def mentions_of(citations: Sequence[Citation]) -> tuple[Mention, ...]:
    """The citations of a document, in order."""
    written = ["", *(citation.label for citation in citations), ""]
    seen: Counter[str] = Counter()
    numbers = []
    for citation in citations:
        numbers.append(seen[citation.sentence])
        seen[citation.sentence] += 1
    return tuple(
        Mention(citation.label, citation.sentence, written[number], written[number + 2], numbers[number])
        for number, citation in enumerate(citations)
    )


class Baseline:
    """One generation of an index, as the state of the files that a document's citations were right for."""

    def __init__(self, structure: StructureReader) -> None:
        self.structure = structure
        self._outlines: dict[tuple[str, str], list[Enclosing]] = {}
        """By path and hash: a permanent link cites another state of a file."""

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The paths of all documents, sorted."""
        return tuple(sorted(self.structure.fingerprints()))

    def sha256(self, path: str) -> str:
        """Of the file's bytes when it was indexed; empty when it was not."""
        document = self._document(path)
        return document.sha256 if document else ""

    @remembered
    def lines(self, path: str) -> tuple[str, ...] | None:
        """The file's lines when it was indexed, None when it was not."""
        document = self._document(path)
        return tuple(self.structure.lines_of(document.id, last=document.line_count)) if document else None

    @remembered
    def pages(self, path: str) -> Pages | None:
        """The pages of a document when it was indexed; None for one that has none, or was not indexed."""
        document = self._document(path)
        return read_pages(self.structure, [document.id]).get(document.id) if document else None

    def mentions(self, path: str) -> tuple[Mention, ...] | None:
        """What a Markdown file cited when it was indexed; None when it was not indexed."""
        lines = self.lines(path)
        if lines is None:
            return None
        from .markdown import UnreadableMarkdownError, find_citations  # answers are checked without reading documents

        try:
            return mentions_of(find_citations("\n".join(lines), path))
        except UnreadableMarkdownError:
            return ()

    def enclosing(self, source: SourceFile, start: int, end: int) -> Enclosing | None:
        """The innermost definition or section around lines."""
        around = [node for node in self.outline(source) if node.start <= start and end <= node.end]
        return min(around, key=lambda node: node.end - node.start, default=None)

    def outline(self, source: SourceFile) -> Sequence[Enclosing]:
        """All definitions or sections of a file, in order. Of a file that has changed, the tree is made anew."""
        key = source.path, source.sha256
        if key not in self._outlines:
            self._outlines[key] = self._read_outline(source)
        return self._outlines[key]

    @remembered
    def _document(self, path: str) -> StoredDocument | None:
        return self.structure.document(path)

    def _read_outline(self, source: SourceFile) -> list[Enclosing]:
        document = self._document(source.path)
        as_indexed = document is not None and document.sha256 == source.sha256
        nodes = self.structure.nodes_of(document.id) if document and as_indexed else parse(source).nodes
        return [Enclosing(node.start_line, node.end_line, node.qualified_name, node.signature) for node in nodes[1:]]
