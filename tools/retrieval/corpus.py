"""Facts about the corpus that every search needs again: kept in memory beside an open index.

Loaded on first use, file by file where that is cheaper, so a fresh process pays only for what it asks.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log, sqrt
from threading import Lock
from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np

from citeline.indexing.reader import Index
from citeline.indexing.sources.project_file import PROJECT_FILE
from citeline.indexing.stores.lookups import Definition, Lookups
from citeline.indexing.stores.point_ids import file_point_id
from citeline.model import StoredDocument
from citeline.text import name_terms, terms

from .columns import Ids
from .path_index import PathIndex
from .paths import PathTerms, read_path

_HEAP: Final = 50
"""Files of code; a handful of scripts is no heap."""
_PIECES: Final = 1.5
"""Chunks a file, on average."""
_FEW_IMPORTS: Final = 0.05
"""Edges a file."""
_PAGERANK_FLOOR, _PAGERANK_CEILING = -3.0, 4.0

NamesByTerm: TypeAlias = Mapping[str, Sequence[frozenset[str]]]
"""Term to the names that hold it, each as the set of its terms."""
Neighbours: TypeAlias = dict[int, list[tuple[str, float]]]
"""File to the features that it gains by the edges from or to the document asked about, and how strong each edge is."""


def _by_term(names: Iterable[frozenset[str]]) -> NamesByTerm:
    found: dict[str, list[frozenset[str]]] = {}
    for name in dict.fromkeys(names):
        for term in name:
            found.setdefault(term, []).append(name)
    return found


@dataclass(frozen=True, slots=True)
class TableHead:
    """A table by what stands above its rows."""

    line: int
    end_line: int
    words: frozenset[str]
    """Terms of its caption and headers."""
    name: frozenset[str]
    """Of these the ones of its caption, or without one of its first header."""


class Corpus:
    """Look-ups over one open index; safe to share between threads."""

    def __init__(self, index: Index) -> None:
        self._structure = index.structure
        self._lookups = Lookups(index.structure)
        self._lock = Lock()
        self._paths: dict[int, PathTerms] = {}
        self._names: dict[int, NamesByTerm] = {}
        self._neighbours: dict[int, Neighbours] = {}
        self._standing: dict[int, Mapping[str, float]] = {}
        self._titles: dict[str, list[tuple[int, int, frozenset[str]]]] = {}
        self._tables: dict[int, list[TableHead]] | None = None
        self.documents: dict[int, StoredDocument] = {int(doc.id): doc for doc in index.structure.documents()}
        named = (number for number, document in self.documents.items() if document.path == PROJECT_FILE)
        self.project_file: int | None = next(named, None)
        """The `citeline.toml` of the tree, which says how it is searched."""
        self._file_points = {file_point_id(doc.path): number for number, doc in self.documents.items()}
        self._spans: dict[int, list[tuple[int, int, int]]] = {}
        self._document_of: dict[int, int] = {}
        for chunk, document, start, end in self._lookups.chunk_spans():
            self._spans.setdefault(document, []).append((start, end, chunk))
            self._document_of[chunk] = document
        for spans in self._spans.values():
            spans.sort()
        self.chunks = np.sort(np.fromiter(self._document_of, np.int64, len(self._document_of)))
        """The ids of all chunks, ascending."""
        self.inline_tests = frozenset(self._chunks_of_inline_tests())
        """Chunks of modules of tests inside files that hold other code too."""

    def _chunks_of_inline_tests(self) -> Iterator[int]:
        for document, first, last in self._lookups.inline_tests():
            yield from (chunk for start, end, chunk in self._spans.get(document, ()) if first <= start and end <= last)

    @cached_property
    def is_loose(self) -> bool:
        """Whether the code is a heap of pieces, as answers and snippets are kept: about one a file, and none imports
        another. What a file says there is what its chunk says.
        """
        code = [number for number, document in self.documents.items() if document.format == "code"]
        if len(code) < _HEAP or sum(len(self._spans.get(number, ())) for number in code) > _PIECES * len(code):
            return False
        sql = "SELECT count(*) FROM file_edges WHERE type = 'imports'"
        ((imports,),) = self._structure.rows(sql)
        return int(imports) < _FEW_IMPORTS * len(code)

    @property
    def chunk_count(self) -> int:
        """Chunks in the index."""
        return len(self._document_of)

    def is_prose(self, document: int) -> bool:
        """True for documents and plain text, false for code and data."""
        return self.documents[document].format in ("prose", "text")

    @cached_property
    def prose(self) -> Ids:
        """The documents of which that is true."""
        return np.array([document for document in self.documents if self.is_prose(document)], np.int64)

    def is_in(self, document: int, sources: Collection[str]) -> bool:
        """Whether a document belongs to one of the sources; always when none is given."""
        return not sources or self.documents[document].source in sources

    def document_of(self, chunk: int) -> int:
        """Document of a chunk; KeyError for a chunk of another generation."""
        return self._document_of[chunk]

    @cached_property
    def documents_of_chunks(self) -> Ids:
        """The document of each of `chunks`."""
        return np.fromiter(map(self.document_of, self.chunks.tolist()), np.int64, len(self.chunks))

    def chunk_at(self, document: int, line: int) -> int | None:
        """The chunk that holds a line, None for lines in no chunk (blank ones)."""
        spans = self._spans.get(document, [])
        place = bisect_right(spans, (line, 1 << 60, 0)) - 1
        if place < 0:
            return None
        _, end, chunk = spans[place]
        return chunk if line <= end else None

    def first_chunk(self, document: int) -> int | None:
        """The chunk at the top of a document; None when it has none."""
        spans = self._spans.get(document)
        return spans[0][2] if spans else None

    def documents_of_points(self, points: Ids) -> Ids:
        """The documents of the points of whole files."""
        return np.fromiter(map(self._file_points.__getitem__, points.tolist()), np.int64, len(points))

    def path_terms(self, document: int) -> PathTerms:
        """The document's path, taken apart once."""
        found = self._paths.get(document)
        if found is None:
            found = self._paths[document] = read_path(self.documents[document].path)
        return found

    @cached_property
    def path_index(self) -> PathIndex:
        """Which documents have a word in their path."""
        return PathIndex({document: self.path_terms(document) for document in self.documents})

    def definition_terms(self, documents: Iterable[int]) -> dict[int, NamesByTerm]:
        """Per document the term sets of the distinct names that it defines."""
        wanted = list(documents)
        missing = [document for document in wanted if document not in self._names]
        if missing:
            names = self._lookups.definition_names(missing)
            read = {document: _by_term(map(name_terms, names.get(document, ()))) for document in missing}
            with self._lock:
                self._names.update(read)
        return {document: self._names[document] for document in wanted}

    def titles(self, kind: str) -> list[tuple[int, int, frozenset[str]]]:
        """(document, line, title's terms) of every node of a kind; read once."""
        if kind not in self._titles:
            rows = self._lookups.named(kind)
            self._titles[kind] = [(document, line, frozenset(terms(name))) for document, line, name in rows if name]
        return self._titles[kind]

    def tables(self) -> dict[int, list[TableHead]]:
        """The tables of each document that has any, in order; read once."""
        if self._tables is None:
            found: dict[int, list[TableHead]] = {}
            for document, line, end_line, name, headers in self._lookups.table_heads():
                words = frozenset(terms(" ".join([name, *json.loads(headers)])))
                found.setdefault(document, []).append(TableHead(line, end_line, words, frozenset(terms(name))))
            self._tables = found
        return self._tables

    def definitions_folded(self, folded: Collection[str]) -> list[Definition]:
        """Definitions whose folded name is one of the given ones."""
        return self._lookups.definitions_folded([name for name in folded if name])

    def chunk_frequencies(self, term_ids: Collection[int]) -> dict[int, int]:
        """Number of chunks that hold each term; terms in none are left out."""
        found = self._structure.term_frequencies(term_ids)
        return {term: chunks for term, (chunks, _) in found.items()}

    def standing(self, document: int) -> Mapping[str, float]:
        """The features that a document has whatever is asked: who imports and uses it, and what kind of file it is."""
        found = self._standing.get(document)
        if found is None:
            facts, path = self.documents[document], self.path_terms(document)
            rank = min(max(log(max(facts.pagerank, 1e-9)), _PAGERANK_FLOOR), _PAGERANK_CEILING)
            found = self._standing[document] = {
                "inimp": log(1 + facts.importers) / 4,
                "indeg": log(1 + facts.users) / 4,
                "pr": rank / 3,
                "is_test": float(path.is_test),
                "is_ex": float(path.is_example),
                "is_compat": float(path.is_compat),
                "is_vendor": float(path.is_vendor),
                "is_internal": float(path.is_internal),
            }
        return found

    def neighbours(self, documents: Collection[int]) -> dict[int, Neighbours]:
        """Per document the files that it has `imports` or `references` edges with, read once."""
        missing = {document for document in documents if document not in self._neighbours}
        if missing:
            found: dict[int, Neighbours] = {document: {} for document in missing}
            for edge in self._structure.file_edges(missing):
                short = "imp" if edge.kind == "imports" else "ref"
                strength = 1.0 if edge.kind == "imports" else sqrt(edge.weight)
                for here, there, way in ((edge.source, edge.target, "in"), (edge.target, edge.source, "out")):
                    if here in found:
                        found[here].setdefault(there, []).append((f"nb_{short}_{way}", strength))
            with self._lock:
                self._neighbours.update(found)
        return {document: self._neighbours[document] for document in documents}


_OPEN: WeakKeyDictionary[Index, Corpus] = WeakKeyDictionary()
_OPEN_LOCK = Lock()


def corpus_of(index: Index) -> Corpus:
    """The corpus facts of an open index, built on first use and dropped with it."""
    with _OPEN_LOCK:
        corpus = _OPEN.get(index)
        if corpus is None:
            corpus = _OPEN[index] = Corpus(index)
        return corpus
