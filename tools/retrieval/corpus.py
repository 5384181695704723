"""Facts about the corpus that every search needs again: kept in memory beside an open index.

Loaded on first use, file by file where that is cheaper, so a fresh process pays only for what it asks.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from pathlib import PurePosixPath
from threading import Lock
from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

from citeline.indexing.points import file_point_id
from citeline.indexing.project_file import PROJECT_FILE
from citeline.indexing.reader import Index
from citeline.indexing.stores.lookups import Definition, Lookups
from citeline.model import StoredDocument
from citeline.text import fold, terms

from .analysis import name_terms

_TEST_PART = re.compile(
    r"^(?:tests?|specs?|__tests__|testing|testdata|test_.*|.*_tests?|.*[._-](?:test|spec)s?|.*Tests?)$"
)
_EXAMPLE_PART = re.compile(r"^(?:examples?|samples?|demos?|docs_src|tutorials?|benchmarks?|bench|playground)$", re.I)
_COMPAT_PART = re.compile(r"^_?(?:compat|compatibility|legacy|deprecated|polyfills?|shims?)$", re.I)
_VENDOR_PART = re.compile(r"^(?:vendor(?:ed)?|third[_-]?party|external|node_modules|deps)$", re.I)

_HEAP: Final = 50
"""Files of code; a handful of scripts is no heap."""
_PIECES: Final = 1.5
"""Chunks a file, on average."""
_FEW_IMPORTS: Final = 0.05
"""Edges a file."""

Neighbour: TypeAlias = tuple[int, str, float]
"""A file, the feature that it gains by the edge from or to the document asked about, and how strong that edge is."""


@dataclass(frozen=True, slots=True)
class PathTerms:
    """A path as ranking sees it."""

    stem: str
    """Folded file name without suffixes."""
    parent: str
    """Folded name of the directory."""
    stem_terms: frozenset[str]
    directory_terms: frozenset[str]
    """Of the last three directories."""
    is_test: bool
    is_example: bool
    is_compat: bool
    is_vendor: bool
    is_internal: bool


def read_path(path: str) -> PathTerms:
    """Take a path apart."""
    pure = PurePosixPath(path)
    name = pure.name.split(".", 1)[0] or pure.name
    directories = pure.parts[:-1]
    parts = [*directories, name]
    inner = [*directories, PurePosixPath(pure.name).stem]
    return PathTerms(
        stem=fold(name),
        parent=fold(directories[-1]) if directories else "",
        stem_terms=name_terms(name),
        directory_terms=frozenset(term for part in directories[-3:] for term in name_terms(part)),
        is_test=any(_TEST_PART.match(part) for part in inner),
        is_example=any(_EXAMPLE_PART.match(part) for part in parts),
        is_compat=any(_COMPAT_PART.match(part) for part in parts),
        is_vendor=any(_VENDOR_PART.match(part) for part in parts),
        # `__init__` and `__main__` are doors, not back rooms.
        is_internal=any(
            "internal" in part.lower() or (part.startswith("_") and not part.startswith("__")) for part in parts
        ),
    )


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
        self._names: dict[int, tuple[frozenset[str], ...]] = {}
        self._neighbours: dict[int, list[Neighbour]] = {}
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

    def is_in(self, document: int, sources: Collection[str]) -> bool:
        """Whether a document belongs to one of the sources; always when none is given."""
        return not sources or self.documents[document].source in sources

    def document_of(self, chunk: int) -> int:
        """Document of a chunk; KeyError for a chunk of another generation."""
        return self._document_of[chunk]

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

    def by_document(self, points: Mapping[int, float]) -> dict[int, float]:
        """Scores of file points as scores of documents."""
        return {self._file_points[point]: score for point, score in points.items() if point in self._file_points}

    def path_terms(self, document: int) -> PathTerms:
        """The document's path, taken apart once."""
        found = self._paths.get(document)
        if found is None:
            found = self._paths[document] = read_path(self.documents[document].path)
        return found

    def definition_terms(self, documents: Iterable[int]) -> dict[int, tuple[frozenset[str], ...]]:
        """Per document the term sets of the distinct names that it defines."""
        wanted = list(documents)
        missing = [document for document in wanted if document not in self._names]
        if missing:
            names = self._lookups.definition_names(missing)
            with self._lock:
                for document in missing:
                    found = {name_terms(name) for name in names.get(document, ())}
                    self._names[document] = tuple(found - {frozenset()})
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

    def neighbours(self, documents: Collection[int]) -> dict[int, list[Neighbour]]:
        """Per document the files that it has `imports` or `references` edges with, read once."""
        missing = {document for document in documents if document not in self._neighbours}
        if missing:
            found: dict[int, list[Neighbour]] = {document: [] for document in missing}
            for edge in self._structure.file_edges(missing):
                short = "imp" if edge.kind == "imports" else "ref"
                strength = 1.0 if edge.kind == "imports" else sqrt(edge.weight)
                if edge.source in found:
                    found[edge.source].append((edge.target, f"nb_{short}_in", strength))
                if edge.target in found:
                    found[edge.target].append((edge.source, f"nb_{short}_out", strength))
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
