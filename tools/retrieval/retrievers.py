"""Any LangChain retriever as a channel: what it finds elsewhere is looked up in the index, and cited from there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Final

from citeline.errors import RetrieverError
from citeline.indexing.reader import Index

from .channels import Channel
from .columns import Columns, column_of
from .corpus import Corpus, corpus_of
from .query import SearchQuery

if TYPE_CHECKING:
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever

_PATH_KEYS: Final = ("path", "source", "file_path")
"""Where LangChain's loaders and stores put a document's file."""
_LINE_KEYS: Final = ("start_line", "line")
_MIN_SHARED: Final = 12
"""Letters of a line that must stand in a chunk before it is taken for the one that was meant."""


def channel_of(retriever: BaseRetriever, name: str, *, weight: float = 1.0) -> Channel:
    """A channel for `build_graph(channels=…)`; `weight` is its share in the fusion, beside 1.0 for words and meaning.

    Its documents must say their file in `metadata["path"]` (or `source`, `file_path`: relative to the folder that is
    indexed, or absolute) and may say their first line in `metadata["start_line"]`; otherwise the line is found by the
    text. What the index does not hold is left out: it could not be cited.
    """

    def find(index: Index, query: SearchQuery) -> Columns:
        corpus = corpus_of(index)
        scores: dict[int, float] = {}
        for place, found in enumerate(_ask(retriever, name, query.english)):
            document = _document(found.metadata or {}, index)
            if document is None or not corpus.is_in(document, query.sources):
                continue
            chunk = _chunk(found, document, index, corpus)
            if chunk is not None:
                scores.setdefault(chunk, 1 / (1 + place))
        return Columns("others", column_of(scores), why=f"found by {name}")

    find.__doc__ = f"Chunks that the retriever {name!r} points to."
    return Channel(name, weight, find)


def _ask(retriever: BaseRetriever, name: str, question: str) -> list[Document]:
    try:
        found = list(retriever.invoke(question))
        if wrong := next((type(one).__name__ for one in found if not hasattr(one, "page_content")), ""):
            raise TypeError(f"it returned {wrong} and no Document")
        return found
    except Exception as error:
        told = f"the retriever {name!r} failed: {type(error).__name__}: {error}"
        raise RetrieverError(told, remedy="the other channels have searched; look at that retriever") from error


def _document(metadata: Mapping[str, Any], index: Index) -> int | None:
    written = next((str(metadata[key]) for key in _PATH_KEYS if metadata.get(key)), "")
    path = PurePath(written)
    names = index.tree.paths_of(Path(written)) if path.is_absolute() else [path.as_posix()]
    return next((int(found.id) for found in map(index.structure.document, names) if found is not None), None)


def _chunk(found: Document, document: int, index: Index, corpus: Corpus) -> int | None:
    """The chunk at its line; without one, that which shares most lines with its text."""
    line = next((found.metadata[key] for key in _LINE_KEYS if isinstance(found.metadata.get(key), int)), 0)
    if line > 0 and (chunk := corpus.chunk_at(document, line)) is not None:
        return chunk
    lines = {text for row in found.page_content.splitlines() if len(text := row.strip()) >= _MIN_SHARED}
    shared = {
        int(chunk.id): len(lines & {row.strip() for row in chunk.text.splitlines()})
        for chunk in index.structure.chunks_of([document])
    }
    best = max(shared, key=lambda chunk: (shared[chunk], -chunk), default=None)
    return best if best is not None and shared[best] else None
