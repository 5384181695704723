"""The tables of an index that a question may be about, read as grids: few, and found without reading the others."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from posixpath import dirname
from threading import Lock
from typing import Final

from citeline.indexing.embedding.sparse import encode_query
from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.model import ChunkId, StoredChunk
from citeline.remembering import remembered
from citeline.text import terms

from ...question.tables.asked import Asked, Unit
from ...question.versions import Version
from ...retrieval.copies import behind_versions
from ...retrieval.corpus import Corpus, corpus_of
from ...retrieval.paths import read_path
from ...tables.catalog import TableCatalog, TableEntry
from ...tables.rows import joined, read_cells
from .cell import plain_terms
from .grid import Grid, is_about, pairs_of

_MOST_TABLES: Final = 10
_MOST_CELLS: Final = 1_500_000
"""Of one table: a larger one is only counted, for it takes seconds to read."""
_HEAD_LINES: Final = 2_000
_KEPT_CELLS: Final = 1_000_000
_CHUNKS: Final = 60
_LINES_BESIDE: Final = 30
_READMES: Final = ("README.md", "README.rst", "README.txt", "README", "readme.md")
_LINES_OF_README: Final = 8
_LINES_OF_COVER: Final = 40
_MOST_OWNED: Final = 20
"""Documents whose covers are read for a name of all of them."""
_BADGES: Final = ("<", "[!", "![")
_RANK: Final = 10
"""Of the fusion of two rankings: low, for the first few count."""


class Shelf:
    """The tables of one open index; safe to share between threads."""

    def __init__(self, index: Index) -> None:
        self.catalog = TableCatalog(index.structure)
        self._structure = index.structure
        self._vectors = index.vectors
        self._corpus: Corpus = corpus_of(index)
        self._by_document: dict[int, list[TableEntry]] = {}
        self._kept: dict[TableEntry, Grid] = {}
        self._lock = Lock()
        for entry in self.catalog.entries:
            self._by_document.setdefault(entry.document, []).append(entry)

    def candidates(self, asked: Asked, versions: Collection[Version] = (), sources: Collection[str] = ()) -> list[Grid]:
        """Tables whose heads or rows have words of the question, likeliest first; a form counts as one too. Of the
        versions of a page one of `versions`, which the question names, or the current one.
        """
        if not self.catalog.entries:
            return []
        ranks: dict[TableEntry, float] = {}
        for ranking in (self._by_head(asked), self._by_rows(asked), self._by_title(asked)):
            for place, entry in enumerate(dict.fromkeys(ranking)):
                ranks[entry] = ranks.get(entry, 0.0) + 1 / (_RANK + place)
        chosen = [
            entry for entry in ranks if (not sources or entry.source in sources) and _is_open_to(asked, entry.path)
        ]
        self._corpus.read_documents({entry.document for entry in chosen})
        pages = {entry.document: self._corpus.documents[entry.document] for entry in chosen}
        if old := behind_versions(self._structure, pages, versions):
            chosen = [entry for entry in chosen if entry.document not in old]
        chosen.sort(key=lambda entry: (-ranks[entry], entry.path, entry.line))
        is_count = "count" in asked.operations
        read = [self.grid(entry) for entry in chosen[:_MOST_TABLES] if _size(entry) <= _MOST_CELLS]
        read += [self._head(entry) for entry in chosen[:_MOST_TABLES] if is_count and _size(entry) > _MOST_CELLS]
        grids = list({grid.entry: grid for grid in read}.values())
        return [one for grid in grids for one in (grid, pairs_of(grid)) if one is not None]

    def grid(self, entry: TableEntry) -> Grid:
        """A table as rows and heads, all of it where it goes on over pages."""
        parts = self._parts(entry)
        first = parts[0]
        with self._lock:
            found = self._kept.pop(first, None)
        if found is None:
            cells = [read_cells(self._structure, part.node) for part in parts]
            found = Grid(first, joined(cells), self._described(first), self._cover(first))
        with self._lock:
            self._kept[first] = found
            cells_kept = sum(len(grid.rows) * grid.width for grid in self._kept.values())
            while cells_kept > _KEPT_CELLS and len(self._kept) > 1:
                oldest = self._kept.pop(next(iter(self._kept)))
                cells_kept -= len(oldest.rows) * oldest.width
        return found

    def _head(self, entry: TableEntry) -> Grid:
        """The first rows of a table that is too large to be looked up, to count such rows in its file."""
        cells = read_cells(self._structure, entry.node, (entry.line, entry.line + _HEAD_LINES))
        return Grid(entry, cells, self._described(entry), "")

    def beside(self, entry: TableEntry) -> frozenset[str]:
        """Terms of the text before a table, on its page."""
        return frozenset(terms(self._text_beside(entry)))

    def sampled(self, grid: Grid) -> str:
        """What of a table is in the index, where that is not all of it; empty for a whole one."""
        return self.catalog.sampled(grid.entry, len(grid.rows))

    def totals(self, grid: Grid) -> Grid | None:
        """What a database computed over all rows of a table that is in the index in part, a row for each column."""
        entry = self.catalog.totals(grid.entry)
        return self.grid(entry) if entry is not None else None

    def _described(self, entry: TableEntry) -> str:
        """The title and the first lines of the README of a data file's folder, or of the folder above it."""
        if self._corpus.documents[entry.document].format != "data":
            return ""
        folder = entry.path.rpartition("/")[0]
        for place in dict.fromkeys((folder, folder.rpartition("/")[0])):
            for name in _READMES:
                if readme := self._structure.document(f"{place}/{name}".removeprefix("/")):
                    lines = self._structure.lines_of(readme.id, last=_LINES_OF_README)
                    return "\n".join([readme.title, *(line for line in lines if not line.startswith(_BADGES))])
        return ""

    def _cover(self, entry: TableEntry) -> str:
        """What the first page of a document says before the page of a table: whose figures it has."""
        if entry.page is None or entry.page == 1 or entry.anchor:
            return ""
        return "\n".join(self._structure.lines_of(entry.document, last=min(_LINES_OF_COVER, entry.line - 1)))

    def _text_beside(self, entry: TableEntry) -> str:
        first = max(1, entry.line - _LINES_BESIDE)
        found = {self._corpus.chunk_at(entry.document, line) for line in range(first, entry.line + 1)}
        chunks = self._structure.chunks([ChunkId(chunk) for chunk in found if chunk is not None])
        return "\n".join(_lines_between(chunk, first, entry.line) for chunk in chunks.values())

    def _names_whose(self, unit: Unit) -> bool:
        """Whether every document with tables is about a thing, which then speaks for none of them."""
        firsts = [entries[-1] for entries in self._by_document.values()]
        return len(firsts) <= _MOST_OWNED and all(is_about(unit, entry, self._cover(entry)) for entry in firsts)

    def _by_head(self, asked: Asked) -> Iterator[TableEntry]:
        units = [unit for unit in (*asked.units, *asked.wanted) if not self._names_whose(unit)]
        worth = {
            entry: sum((unit.weight or 0.2) for unit in units if unit.is_in(held)) / (4 + len(held)) ** 0.25
            for entry, held in ((entry, _head_terms(entry)) for entry in self.catalog.entries)
        }
        ordered = sorted((entry for entry in worth if worth[entry] > 0), key=lambda entry: -worth[entry])
        yield from ordered[: 3 * _MOST_TABLES]

    def _by_title(self, asked: Asked) -> list[TableEntry]:
        """The tables that the question sends to, `balance sheet`: those with most of its other words first."""
        places = [unit for unit in asked.units if unit.is_place]
        named = [entry for entry in self.catalog.entries if any(unit.is_in(_head_terms(entry)) for unit in places)]
        return sorted(named, key=lambda entry: -sum(unit.is_in(_head_terms(entry)) for unit in asked.units))

    def _by_rows(self, asked: Asked) -> Iterator[TableEntry]:
        weights: dict[str, float] = {}
        for unit in asked.units:
            for form in () if self._names_whose(unit) else unit.forms:
                for term in form:
                    weights[term] = max(weights.get(term, 0.0), (unit.weight or 0.2) / len(form))
            weights.update((code.lower(), 1.0) for code in unit.codes)
        if not weights:
            return
        near = self._vectors.search_sparse("bm25", encode_query(weights), limit=_CHUNKS).ids.tolist()
        held = [chunk for chunk in near if self._corpus.document_of(chunk) in self._by_document]
        chunks = self._structure.chunks(held)
        for identity in held:
            chunk = chunks[ChunkId(identity)]
            for entry in self._by_document[int(chunk.document)]:
                if entry.line <= chunk.end_line and chunk.start_line <= entry.end_line:
                    yield entry

    def _parts(self, entry: TableEntry) -> list[TableEntry]:
        """The table with those of the pages after and before it that it goes on in: as wide, and without heads."""
        if entry.page is None:
            return [entry]
        return self._chains(entry.document).get(entry, [entry])

    @remembered
    def _chains(self, document: int) -> dict[TableEntry, list[TableEntry]]:
        found: dict[TableEntry, list[TableEntry]] = {}
        chain: list[TableEntry] = []
        width = 0
        for entry in self._by_document[document]:
            own = read_cells(self._structure, entry.node).width
            last = chain[-1].page if chain else None
            headless = not any(map(str.strip, entry.headers)) or (chain and entry in self.catalog.parts(chain[0]))
            if not (headless and own == width and last is not None and entry.page == last + 1):
                chain, width = [], own
            chain.append(entry)
            found[entry] = chain
        return found


@lru_cache(maxsize=20_000)
def _head_terms(entry: TableEntry) -> frozenset[str]:
    return frozenset(plain_terms(entry.words))


def _size(entry: TableEntry) -> int:
    return (entry.end_line - entry.line + 1) * max(1, len(entry.headers))


def _lines_between(chunk: StoredChunk, first: int, last: int) -> str:
    lines = chunk.text.split("\n")
    return "\n".join(lines[max(0, first - chunk.start_line) : max(0, last - chunk.start_line)])


def _is_open_to(asked: Asked, path: str) -> bool:
    """Whether a table may be asked for: one in a folder of tests holds what others say, unless its path is named."""
    if not read_path(f"{dirname(path)}/_").is_test:
        return True
    named = frozenset(terms(path))
    return any(unit.weight and unit.is_in(named) for unit in asked.units)


@cache_per_object
def shelf_of(index: Index) -> Shelf:
    """The tables of an open index, listed on first use and dropped with it."""
    return Shelf(index)
