"""Facts about the corpus that every search needs again: kept in memory beside an open index.

Read when it is asked for, for the documents that are asked about: what a fresh process pays follows its question, not
the size of the corpus.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import ceil, log, sqrt
from threading import Lock
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.indexing.sources.project_file import PROJECT_FILE
from citeline.indexing.stores.lookups import NAMES_END, Definition, Lookups
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.model import StoredDocument
from citeline.text import beginnings_of, name_terms

from ..question.analysis import Analysis
from .columns import Ids
from .path_index import NearPaths, near_paths
from .paths import PathTerms, read_path

_HEAP: Final = 50
"""Files of code; a handful of scripts is no heap."""
_PIECES: Final = 1.5
"""Chunks a file, on average."""
_FEW_IMPORTS: Final = 0.05
"""Edges a file."""
_QUESTIONS: Final = 64
"""Of which the names that hold their terms are remembered, and the edges between their files."""
_PAGERANK_FLOOR, _PAGERANK_CEILING = -3.0, 4.0

Neighbours: TypeAlias = dict[int, list[tuple[str, float]]]
"""File to the features that it gains by the edges from or to the document asked about, and how strong each edge is."""


_cached_name_terms: Final = lru_cache(maxsize=16_384)(name_terms)
_UNSEPARATED: Final = str.maketrans("", "", "_-$ ")


class _Names(NamedTuple):
    """The names that a document defines, `NAMES_END` between them."""

    text: str
    plain: str
    """In lower case and without what parts words: the term of a name of stop words alone is all of it, `to_do`. Empty
    where a name has letters beside ASCII.
    """

    @classmethod
    def of(cls, text: str) -> _Names:
        return cls(text, text.lower().translate(_UNSEPARATED) if text.isascii() else "")

    def like(self, beginnings: Collection[str]) -> Collection[str]:
        """Those that hold one of the beginnings; all where letters beside ASCII are among them."""
        if not self.plain:
            return self.text.split(NAMES_END)
        places = {place for beginning in beginnings for place in self._places(beginning)}
        if not places:
            return ()
        every = self.text.split(NAMES_END)
        return [every[place] for place in places]

    def _places(self, beginning: str) -> Iterator[int]:
        """Not name by name: few of a hundred names have one."""
        place, begin, at = 0, 0, self.plain.find(beginning)
        while at >= 0:
            place += self.plain.count(NAMES_END, begin, at)
            yield place
            begin = self.plain.find(NAMES_END, at)
            at = self.plain.find(beginning, begin) if begin >= 0 else -1


Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class _Recent(Generic[Key, Value]):
    """What the last questions needed: the next round of a run or of a conversation needs it again."""

    def __init__(self) -> None:
        self._known: dict[Key, Value] = {}
        self._lock = Lock()

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """What is known of the key, or else is made now."""
        with self._lock:
            found = self._known.pop(key, None)
        found = make() if found is None else found
        with self._lock:
            self._known[key] = found
            if len(self._known) > _QUESTIONS:
                del self._known[next(iter(self._known))]
        return found


class _Documents(dict[int, StoredDocument]):
    """What is missing is read one by one."""

    def __init__(self, structure: StructureReader) -> None:
        super().__init__()
        self._structure = structure

    def __missing__(self, document: int) -> StoredDocument:
        self.read([document])
        if document not in self:
            raise KeyError(document)
        return self[document]

    def read(self, documents: Collection[int]) -> None:
        """Those that are missing, all at once."""
        found = self._structure.documents_by_id([document for document in documents if document not in self])
        self.update((int(document), stored) for document, stored in found.items())


class Corpus:
    """Look-ups over one open index; safe to share between threads."""

    def __init__(self, index: Index) -> None:
        self._structure = index.structure
        self._selections = index.selections
        self._lookups = Lookups(index.structure)
        self._counts = index.manifest.counts
        self._paths: dict[int, PathTerms] = {}
        self._names: dict[int, _Names] = {}
        self._held = _Recent[frozenset[str], dict[int, set[frozenset[str]]]]()
        self._near = _Recent[tuple[frozenset[int], frozenset[int]], dict[int, Neighbours]]()
        self._standing: dict[int, Mapping[str, float]] = {}
        self.documents: Final = _Documents(index.structure)
        """By id, each read when it is first asked for; looped over, it has those that were."""
        self._spans: dict[int, list[tuple[int, int, int]]] = {}
        self._document_of: dict[int, int] = {}
        self._document_of_point: dict[int, int] = {}

    def read_documents(self, documents: Collection[int]) -> None:
        """Read what is not known of them yet, all at once."""
        self.documents.read(documents)

    def read_spans(self, documents: Collection[int]) -> None:
        """Read where the chunks of the documents stand, all at once."""
        missing = [document for document in documents if document not in self._spans]
        found: dict[int, list[tuple[int, int, int]]] = {document: [] for document in missing}
        document_of: dict[int, int] = {}
        for chunk, document, start, end in self._lookups.chunk_spans(missing):
            found[document].append((start, end, chunk))
            document_of[chunk] = document
        for spans in found.values():
            spans.sort()
        self._document_of.update(document_of)
        self._spans.update(found)

    @cached_property
    def project_file(self) -> int | None:
        """The `citeline.toml` of the tree, which says how it is searched."""
        found = self._structure.document(PROJECT_FILE)
        return None if found is None else int(found.id)

    @cached_property
    def chunks(self) -> Ids:
        """The ids of all chunks, ascending."""
        return np.sort(np.array(self._lookups.chunk_ids(), np.int64))

    def is_tested(self, document: int, line: int) -> bool:
        """Whether a line of other code belongs to tests that stand in its file."""
        return self._lookups.is_tested(document, line)

    @cached_property
    def inline_tests(self) -> frozenset[int]:
        """Chunks of modules of tests inside files that hold other code too."""
        modules = self._lookups.inline_tests()
        self.read_spans({document for document, _, _ in modules})
        return frozenset(
            chunk
            for document, first, last in modules
            for start, end, chunk in self._spans.get(document, ())
            if first <= start and end <= last
        )

    @cached_property
    def is_loose(self) -> bool:
        """Whether the code is a heap of pieces, as answers and snippets are kept: about one a file, and none imports
        another. What a file says there is what its chunk says.
        """
        # Of all documents first: most projects have imports enough, and then nothing more is counted.
        enough = ceil(_FEW_IMPORTS * self._counts["documents"])
        if self._lookups.count_imports(enough) >= enough > 0:
            return False
        code, pieces = self._lookups.code_and_chunks()
        return code >= _HEAP and pieces <= _PIECES * code and self._lookups.count_imports() < _FEW_IMPORTS * code

    @property
    def chunk_count(self) -> int:
        """Chunks in the index."""
        return self._counts["chunks"]

    def is_prose(self, document: int) -> bool:
        """True for documents and plain text, false for code and data."""
        return self.documents[document].format in ("prose", "text")

    def are_prose(self, documents: Ids) -> npt.NDArray[np.bool_]:
        """The same of many."""
        distinct, places = np.unique(documents, return_inverse=True)
        self.read_documents(distinct.tolist())
        found: npt.NDArray[np.bool_] = np.array([self.is_prose(one) for one in distinct.tolist()], np.bool_)[places]
        return found

    def is_in(self, document: int, sources: Collection[str]) -> bool:
        """Whether a document belongs to one of the sources and to each selection; always when none is given."""
        if not sources:
            return True
        about = self.documents[document]
        return self._selections.hold(about.path, about.source, sources)

    def document_of(self, chunk: int) -> int:
        """Document of a chunk; KeyError for a chunk of another generation."""
        found = self._document_of.get(chunk)
        return int(self.documents_of([chunk])[0]) if found is None else found

    def documents_of(self, chunks: Sequence[int]) -> Ids:
        """The document of each chunk, all read at once; KeyError for a chunk of another generation."""
        known = self._document_of
        if missing := [chunk for chunk in chunks if chunk not in known]:
            known.update(self._lookups.documents_of_chunks(missing))
        return np.fromiter(map(known.__getitem__, chunks), np.int64, len(chunks))

    def chunk_at(self, document: int, line: int) -> int | None:
        """The chunk that holds a line, None for lines in no chunk (blank ones)."""
        spans = self._spans_of(document)
        place = bisect_right(spans, (line, 1 << 60, 0)) - 1
        if place < 0:
            return None
        _, end, chunk = spans[place]
        return chunk if line <= end else None

    def first_chunk(self, document: int) -> int | None:
        """The chunk at the top of a document; None when it has none."""
        spans = self._spans_of(document)
        return spans[0][2] if spans else None

    def _spans_of(self, document: int) -> list[tuple[int, int, int]]:
        if document not in self._spans:
            self.read_spans([document])
        return self._spans[document]

    def documents_of_points(self, points: Ids) -> Ids:
        """The documents of the points of whole files."""
        known = self._document_of_point
        if missing := [point for point in points.tolist() if point not in known]:
            known.update(self._lookups.documents_of_points(missing))
        return np.fromiter(map(known.__getitem__, points.tolist()), np.int64, len(points))

    def path_terms(self, document: int) -> PathTerms:
        """The document's path, taken apart once."""
        found = self._paths.get(document)
        if found is None:
            found = self._paths[document] = read_path(self.documents[document].path)
        return found

    def near_paths(self, analysis: Analysis) -> NearPaths:
        """The documents that have words of a question in their path."""
        return near_paths(self._lookups, analysis)

    def names_holding(self, terms: Collection[str], documents: Collection[int]) -> dict[int, set[frozenset[str]]]:
        """Per document the term sets of the names that it defines and that hold one of the terms."""
        if missing := [document for document in documents if document not in self._names]:
            read = self._lookups.definition_names(missing)
            self._names.update((document, _Names.of(names)) for document, names in read.items())
        asked = frozenset(terms)
        known = self._held.get(asked, dict)
        beginnings = {beginning for term in asked for beginning in beginnings_of(term)}
        for document in documents:
            if document not in known:
                names = map(_cached_name_terms, self._names[document].like(beginnings))
                known[document] = {name for name in names if not name.isdisjoint(asked)}
        return {document: known[document] for document in documents}

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

    def neighbours(self, documents: Collection[int], others: Collection[int]) -> dict[int, Neighbours]:
        """Per document those of the other files that it has `imports` or `references` edges with."""
        return self._near.get((frozenset(documents), frozenset(others)), lambda: self._read_near(documents, others))

    def _read_near(self, documents: Collection[int], others: Collection[int]) -> dict[int, Neighbours]:
        found: dict[int, Neighbours] = {document: {} for document in documents}
        for edge in self._structure.file_edges(documents, others):
            short = "imp" if edge.kind == "imports" else "ref"
            strength = 1.0 if edge.kind == "imports" else sqrt(edge.weight)
            for here, there, way in ((edge.source, edge.target, "in"), (edge.target, edge.source, "out")):
                if here in found:
                    found[here].setdefault(there, []).append((f"nb_{short}_{way}", strength))
        return found


@cache_per_object
def corpus_of(index: Index) -> Corpus:
    """The corpus facts of an open index, built on first use and dropped with it."""
    return Corpus(index)
