"""How rows of `schema.sql` become the dataclasses of `citeline.model`; each query lists what its function takes."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Final, Protocol

from citeline.model import DocumentId, StoredChunk, StoredDocument, StoredNode
from citeline.pages import Pages, SheetArea, pages_of

from .packed_texts import ChunkTexts
from .text_columns import from_column, names_from_column

DOCUMENTS: Final = (
    "SELECT id, path, language, format, title, sha256, size_bytes, line_count, importers, users, pagerank, note,"
    " source"
    " FROM documents"
)
NODES: Final = (
    "SELECT n.id, n.doc_id, d.path, d.language, n.kind, n.name, n.qualified_name, n.start_line, n.end_line,"
    " n.parent_id, n.level, n.signature, n.docstring, n.anchor, n.page"
    " FROM nodes n JOIN documents d ON d.id = n.doc_id"
)
CHUNKS: Final = (
    "SELECT c.id, c.doc_id, c.ord, d.path, d.language, c.kind, c.start_line, c.end_line, c.node_id, n.kind, n.name,"
    " n.qualified_name"
    " FROM chunks c JOIN documents d ON d.id = c.doc_id JOIN nodes n ON n.id = c.node_id"
)


def stored_document(row: tuple[Any, ...]) -> StoredDocument:
    """A row of DOCUMENTS, which has the fields in their order."""
    return StoredDocument(*_fields(row))


def stored_node(row: tuple[Any, ...]) -> StoredNode:
    """A row of NODES, which has the fields in their order."""
    return StoredNode(*_fields(row))


def stored_chunk(row: tuple[Any, ...], texts: ChunkTexts) -> StoredChunk:
    """A row of CHUNKS, and its texts; the fields in their order but for the place of the chunk in its document."""
    *own, definitions = [one.decode() for one in texts]
    return StoredChunk(*_fields((*row[:2], *row[3:8], *own, names_from_column(definitions), *row[8:])))


def _fields(row: tuple[Any, ...]) -> list[Any]:
    return [from_column(one) if type(one) is str else one for one in row]


class Batched(Protocol):
    """What runs the queries."""

    def batched(self, sql: str, values: Iterable[Any], also: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """As `StructureReader.batched`."""
        ...


def read_pages(structure: Batched, documents: Iterable[DocumentId]) -> dict[DocumentId, Pages]:
    """Of those documents that have any."""
    roots = structure.batched(
        "SELECT n.doc_id, d.language, n.data FROM nodes n JOIN documents d ON d.id = n.doc_id"
        " WHERE n.doc_id IN ({marks}) AND n.ord = 0",
        documents,
    )
    sheets = [document for document, language, _ in roots if language == "spreadsheet"]
    areas: dict[int, list[SheetArea]] = defaultdict(list)
    for document, start, end, anchor in structure.batched(
        "SELECT doc_id, start_line, end_line, anchor FROM nodes"
        " WHERE doc_id IN ({marks}) AND kind = 'table' AND anchor <> '' ORDER BY start_line",
        sheets,
    ):
        areas[document].append(SheetArea(start, end, from_column(anchor)))
    found = {
        DocumentId(document): pages_of(language, json.loads(data), areas[document])
        for document, language, data in roots
    }
    return {document: pages for document, pages in found.items() if pages is not None}
