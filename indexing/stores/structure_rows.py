"""How parsed documents become rows of `schema.sql`; ids are given, one for each node of a document in its order."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from citeline.model import Chunk, ParsedDocument, SourceFile
from citeline.text import fold, term_id

from .packed_uses import USES
from .text_columns import to_column

if TYPE_CHECKING:
    from .outlines import Centrality

COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "documents": (
        *("id", "path", "source", "language", "format", "title", "sha256"),
        *("size_bytes", "mtime_ns", "line_count", "encoding", "newline", "note", "point"),
        *("importers", "users", "pagerank"),
    ),
    "nodes": (
        *("id", "doc_id", "ord", "parent_id", "kind", "name", "folded", "qualified_name", "level"),
        *("start_line", "end_line", "page", "anchor", "signature", "docstring", "data"),
    ),
    "chunks": ("id", "doc_id", "ord", "node_id", "kind", "start_line", "end_line"),
    "texts": ("id", "doc_id", "body"),
    "refs": ("doc_id", "source_id", "kind", "target", "qualifier", "line"),
    "uses": ("doc_id", "names", "body"),
    "path_words": ("word", "role", "doc_id"),
    "skipped": ("path", "reason", "detail"),
}
"""Columns that the writer fills, in the order of the rows below."""


def document_row(
    identity: int, source: SourceFile, document: ParsedDocument, label: str, centrality: Centrality
) -> tuple[Any, ...]:
    """One row of `documents`; `label` names the source that the file belongs to."""
    return (
        *(identity, to_column(source.path), label, document.language, document.format, to_column(document.title)),
        *(source.sha256, source.size_bytes, source.mtime_ns, len(source.lines), source.encoding, source.newline),
        *(to_column(document.note), file_point_id(source.path)),
        *centrality,
    )


def node_rows(document_id: int, nodes: Sequence[int], document: ParsedDocument) -> list[tuple[Any, ...]]:
    """Rows of `nodes`."""
    return [
        (
            *(nodes[place], document_id, place, None if node.parent is None else nodes[node.parent]),
            *(node.kind, to_column(node.name), folded_id(node.name), to_column(node.qualified_name)),
            *(node.level, node.start_line, node.end_line, node.page, to_column(node.anchor)),
            *(to_column(node.signature), to_column(node.docstring)),
            # The default escapes in ASCII, lone surrogates included.
            json.dumps(dict(node.data)) if node.data else "{}",
        )
        for place, node in enumerate(document.nodes)
    ]


def reference_rows(document_id: int, nodes: Sequence[int], document: ParsedDocument) -> list[tuple[Any, ...]]:
    """Rows of `refs`: of what `uses` has not."""
    return [
        (
            *(document_id, nodes[reference.source], reference.kind),
            *(to_column(reference.target), to_column(reference.qualifier), reference.line),
        )
        for reference in document.references
        if reference.kind not in USES
    ]


def chunk_rows(
    document_id: int, nodes: Sequence[int], chunks: Sequence[Chunk], chunk_ids: Sequence[int]
) -> list[tuple[Any, ...]]:
    """Rows of `chunks`. Raises ValueError unless there is one id per chunk."""
    return [
        (identity, document_id, place, nodes[chunk.node], chunk.kind, chunk.start_line, chunk.end_line)
        for place, (identity, chunk) in enumerate(zip(chunk_ids, chunks, strict=True))
    ]


def folded_id(name: str) -> int:
    """What a name is found by whatever its case and separators; in 31 bits, which SQLite keeps in four bytes. Other
    names may have the same.
    """
    return term_id(fold(name)) >> 1


def file_point_id(path: str) -> int:
    """Id of a file's point; 63 bits, like the ids of chunks."""
    digest = blake2b(b"file\0" + path.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
