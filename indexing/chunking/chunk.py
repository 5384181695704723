"""From a file and its tree to chunks."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from citeline.model import DEFINITION_KINDS, Chunk, ParsedDocument, SourceFile
from citeline.text import unique

from ..parsers.markup.reading import is_read, read_lines
from .blocks import ATOM_KINDS, Block, build_blocks
from .budgets import BUDGETS
from .line_table import LineTable
from .spans import Splitter

if TYPE_CHECKING:
    from .table_summaries import TableSummaries


_POSITIVE: int = (1 << 63) - 1
"""SQLite and Qdrant both hold signed or unsigned 64-bit ids; 63 bits are safe in either."""


def chunk(source: SourceFile, document: ParsedDocument) -> list[Chunk]:
    """The file's chunks in order; together they hold every non-blank line once, and no other line but blank ones.

    A wrong tree (spans outside the file, overlapping siblings) gives worse borders, never a lost line.
    """
    table = LineTable(source.lines, BUDGETS[document.format])
    root = build_blocks(source.lines, document)
    label = Labeller(source, document, root, table)
    return [label(start, end) for start, end in Splitter(table, document.format).spans(root)]


def chunk_ids(path: str, chunks: Sequence[Chunk]) -> list[int]:
    """One id a chunk, in order; equal texts in one file differ by the number of their occurrence."""
    seen: Counter[str] = Counter()
    ids: list[int] = []
    for piece in chunks:
        occurrence = seen[piece.text]
        seen[piece.text] += 1
        # NUL cannot occur in a path, so no two (path, text) pairs are joined to the same bytes.
        key = f"{path}\0{occurrence}\0{piece.text}".encode("utf-8", "surrogatepass")
        ids.append(int.from_bytes(blake2b(key, digest_size=8).digest(), "big") & _POSITIVE)
    return ids


_MAIN_SHARE = 0.5
_ONLY_SHARE = 0.25
"""A definition that stands alone among imports or comments is what the chunk is about, though not half of it."""
_MOST_READ: Final = 3_000_000
"""Bytes of a page: a list for machines is not worth the memory of a second copy."""


class Labeller:
    """Turns line ranges of one file into chunks."""

    def __init__(self, source: SourceFile, document: ParsedDocument, root: Block, table: LineTable) -> None:
        self._source = source
        self._document = document
        self._root = root
        self._table = table
        # A page is embedded as it reads: its markup says nothing about what it means.
        is_short = source.size_bytes <= _MOST_READ
        read = (
            read_lines(source.text, document.language, document.path) if is_short and is_read(document.language) else ()
        )
        self._read = [line.text for line in read] or None
        self._summaries = _summaries(self._read or source.lines, document)
        named = [n for n in document.nodes[1:] if n.kind in DEFINITION_KINDS or n.kind == "heading"]
        named.sort(key=lambda node: node.start_line)
        self._names = [node.name for node in named]
        self._name_lines = [node.start_line for node in named]

    def __call__(self, start: int, end: int) -> Chunk:
        """The chunk of the lines `start`…`end`."""
        position = self._main_node(start, end)
        node = self._document.nodes[position]
        breadcrumb = f"{self._document.path} › {node.qualified_name}" if position else self._document.path
        scope = node.qualified_name if position else ""
        if position and start <= node.start_line <= end:
            parent = node.parent or 0
            scope = self._document.nodes[parent].qualified_name if parent else ""
        first, last = bisect_left(self._name_lines, start), bisect_right(self._name_lines, end)
        return Chunk(
            kind=self._document.format,
            start_line=start,
            end_line=end,
            text=self._source.slice(start, end),
            breadcrumb=breadcrumb,
            scope=scope,
            node=position,
            definitions=tuple(unique(name for name in self._names[first:last] if name)),
            told=self._told(start, end),
        )

    def _told(self, start: int, end: int) -> str:
        told = self._summaries.told(start, end) if self._summaries else ""
        return told if told or self._read is None else "\n".join(filter(None, self._read[start - 1 : end]))

    def _main_node(self, start: int, end: int) -> int:
        """Walk down while one child holds most of the chunk and the parent itself is not defined in it."""
        block = self._root
        total = max(1, self._table.filled(start, end))
        while True:
            child = self._main_child(block, start, end, total)
            if child is None:
                return block.node
            if start <= self._document.nodes[child.node].start_line <= end:
                return child.node
            block = child

    def _main_child(self, block: Block, start: int, end: int, total: int) -> Block | None:
        first = bisect_left(block.children, start, key=lambda child: child.end)
        last = bisect_right(block.children, end, key=lambda child: child.start)
        overlapping = [child for child in block.children[first:last] if child.kind not in ATOM_KINDS]
        if not overlapping:
            return None
        share, child = max(
            (
                (self._table.filled(max(start, child.start), min(end, child.end)) / total, child)
                for child in overlapping
            ),
            key=lambda pair: pair[0],
        )
        return child if share > (_ONLY_SHARE if len(overlapping) == 1 else _MAIN_SHARE) else None


def _summaries(lines: Sequence[str], document: ParsedDocument) -> TableSummaries | None:
    """None for a document without tables."""
    if not any(node.kind == "table" for node in document.nodes):
        return None
    from .table_summaries import TableSummaries  # code has no tables, and these patterns take a while

    return TableSummaries(lines, document)
