"""What `citeline.index(path)` returns: an open index with the things a person does with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from citeline.errors import UsageError
from citeline.indexing.reader import Index
from citeline.indexing.reader import open_index as open_reader
from citeline.indexing.staleness import Staleness, staleness_of
from citeline.protocols import ProgressListener
from citeline.settings import Settings

from .question.read import read
from .retrieval.project_lexicon import lexicon_of
from .retrieval.search import SearchResult
from .retrieval.search import search as search_index
from .searched import chosen_sources

if TYPE_CHECKING:
    from .answer.overview import Overview
    from .docql.evaluation.corpus import Corpus
    from .docql.result import DocQLResult
    from .tables import TableCatalog, TableResult, TypedTable


class IndexHandle:
    """An index of one tree; cheap to keep open, safe to share between threads."""

    def __init__(self, reader: Index, settings: Settings) -> None:
        self.reader = reader
        self.settings = settings
        self.stale_files = 0
        """How many files differ from the index, where somebody has looked and left it so."""
        self._corpus: Corpus | None = None
        self._tables: TableCatalog | None = None
        self._lock = Lock()

    def search(
        self,
        question: str,
        *,
        top_k: int | None = None,
        sources: Sequence[str] = (),
        where: str = "",
        single: bool = False,
    ) -> SearchResult:
        """The best files for a question, each with up to three places; `SearchResult.to_json` has the printed form.

        `sources`: names from `citeline.toml`, by default those of the settings, else all. `where`: only documents of
        which this holds, `author=Ines && modified>=2025` or a filter of DocQL such as `@.title contains "plan"`.
        `single`: the best chunks one by one, of whatever files.

        Raises UsageError for a `top_k` below 1, a source that is not there, or a `where` that is wrong or that no
        document fits; SettingsError for a lexicon that cannot be read.
        """
        if top_k is not None and top_k < 1:
            raise UsageError(f"top_k = {top_k}: there is no such number of hits", remedy="give a number from 1 on")
        lexicon = lexicon_of(self.reader, self.settings.lexicon)
        named = chosen_sources(self.reader, self.settings, sources=sources, where=where)
        limit = top_k or self.settings.top_k
        found = search_index(self.reader, read(question, lexicon), top_k=limit, sources=named, single=single)
        return replace(found, query=question)

    async def asearch(
        self,
        question: str,
        *,
        top_k: int | None = None,
        sources: Sequence[str] = (),
        where: str = "",
        single: bool = False,
    ) -> SearchResult:
        """As `search`, in a thread: an event loop goes on meanwhile."""
        import asyncio  # a search from the terminal needs none

        return await asyncio.to_thread(self.search, question, top_k=top_k, sources=sources, where=where, single=single)

    def __repr__(self) -> str:
        return f"<IndexHandle {self.reader.name}, generation {self.reader.generation}>"

    def query(self, text: str, *, limit: int = 20) -> DocQLResult:
        """Ask for places by their structure: a DocQL query, or words to search for when it does not begin with `$`.

        Raises DocQLError, which says where the query is wrong and what to write instead; UsageError for a `limit`
        below 1.
        """
        if limit < 1:
            raise UsageError(f"limit = {limit}: there is no such number of items", remedy="give a number from 1 on")
        # Imported here: `citeline search` starts without the language.
        from .docql.evaluation.corpus import Corpus
        from .docql.query import query
        from .docql.smart import smart_search

        if not text.lstrip().startswith("$"):
            return smart_search(self.reader, text, limit=limit, lexicon=lexicon_of(self.reader, self.settings.lexicon))
        # One for all threads: each would make the same temporary tables.
        with self._lock:
            if self._corpus is None:
                self._corpus = Corpus(self.reader.structure, self.reader.tree)
        return query(self._corpus, text, limit=limit)

    def tables(self, words: str = "") -> list[TypedTable]:
        """Every table of every document with its SQL name and typed columns, by path; those about the words, if any."""
        catalog = self._table_catalog()
        return [catalog.load(entry) for entry in catalog.like(words)]

    def query_tables(self, sql: str, *, limit: int = 1_000) -> TableResult:
        """Answer a SELECT over these tables; each row with the lines that it comes from.

        Of a database table or a Parquet or Feather file, of which the index has a sample, all rows are read; where that
        is too much, the database computes the answer.

        Raises TableQueryError, which says what to write instead; UsageError for a `limit` below 1.
        """
        if limit < 1:
            raise UsageError(f"limit = {limit}: there is no such number of rows", remedy="give a number from 1 on")
        from citeline.indexing.sources.project_file import source_opener

        from .tables import query_tables
        from .tables.origins import Origins

        urls = {name: url.get_secret_value() for name, url in self.settings.databases.items()}
        source = source_opener(self.reader.root, self.reader.location, urls)
        origins = Origins(source, self.file_of, self.settings.secrets)
        return query_tables(self._table_catalog(), sql, limit=limit, origins=origins)

    def overview(self) -> Overview:
        """What a newcomer wants to know first: purpose, main parts, commands, entry points, each with its lines."""
        from .answer.overview import overview_facts

        return overview_facts(self.reader)

    def file_of(self, path: str) -> Path:
        """The file on disk behind a path of the index, whether or not it is still there."""
        place = self.reader.tree.place(path)
        return place.folder / place.inside

    def staleness(self) -> Staleness:
        """How many files were added, changed and removed since the index was made; takes 10 ms for 1,000 files."""
        return staleness_of(self.reader)

    def _table_catalog(self) -> TableCatalog:
        from .tables import TableCatalog

        with self._lock:
            if self._tables is None:
                self._tables = TableCatalog(self.reader.structure)
            return self._tables

    def close(self) -> None:
        """Release the files; searching afterwards fails."""
        self.reader.close()

    def __enter__(self) -> IndexHandle:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def index(
    path: str | Path = ".",
    *,
    settings: Settings | None = None,
    force: bool = False,
    rebuild: bool = False,
    allow_outside: bool = False,
    progress: ProgressListener | None = None,
) -> IndexHandle:
    """Bring the index of a tree up to date and open it; only changed files are read again.

    `allow_outside` lets the `citeline.toml` of the tree name folders elsewhere, now and later.

    Raises SourceNotFoundError, UnsafeRootError (unless `force`), ProjectFileError, OutsideSourceError, IndexBusyError
    or StorageError.
    """
    from citeline.indexing.builds.writer import build_index  # only reading needs none of it

    effective = settings or Settings()
    build_index(Path(path), effective, force=force, rebuild=rebuild, allow_outside=allow_outside, progress=progress)
    return open_index(path, settings=effective)


def open_index(path: str | Path = ".", *, settings: Settings | None = None) -> IndexHandle:
    """Open the published index of a tree as it is. Raises IndexMissingError when there is none."""
    effective = settings or Settings()
    return IndexHandle(open_reader(Path(path), effective, warm=True), effective)


def search(question: str, index: IndexHandle | str | Path = ".", *, top_k: int | None = None) -> SearchResult:
    """The best files for a question, from an open index or a folder that has one.

    Raises as `IndexHandle.search` and `open_index` do.
    """
    if isinstance(index, IndexHandle):
        return index.search(question, top_k=top_k)
    with open_index(index) as handle:
        return handle.search(question, top_k=top_k)


async def asearch(question: str, index: IndexHandle | str | Path = ".", *, top_k: int | None = None) -> SearchResult:
    """As `search`, in a thread: an event loop goes on meanwhile."""
    import asyncio

    return await asyncio.to_thread(search, question, index, top_k=top_k)
