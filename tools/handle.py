"""What `citeline.index(path)` returns: an open index with the things a person does with it."""

from __future__ import annotations

from pathlib import Path

from citeline.errors import UsageError
from citeline.indexing.reader import Index
from citeline.indexing.reader import open_index as open_reader
from citeline.indexing.writer import build_index
from citeline.protocols import ProgressListener
from citeline.settings import Settings

from .retrieval.lexicon import lexicon_at
from .retrieval.search import SearchResult, search


class IndexHandle:
    """An index of one tree; cheap to keep open, safe to share between threads."""

    def __init__(self, reader: Index, settings: Settings) -> None:
        self.reader = reader
        self.settings = settings

    def search(self, question: str, *, top_k: int | None = None) -> SearchResult:
        """The best chunks for a question; see `SearchResult.to_json` for the printed form.

        Raises UsageError for a `top_k` below 1, SettingsError for a lexicon that cannot be read.
        """
        if top_k is not None and top_k < 1:
            raise UsageError(f"top_k = {top_k}: there is no such number of hits", remedy="give a number from 1 on")
        lexicon = lexicon_at(self.settings.lexicon)
        return search(self.reader, question, top_k=top_k or self.settings.top_k, lexicon=lexicon)

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
    progress: ProgressListener | None = None,
) -> IndexHandle:
    """Bring the index of a tree up to date and open it; only changed files are read again.

    Raises SourceNotFoundError, UnsafeRootError (unless `force`), IndexBusyError or StorageError.
    """
    effective = settings or Settings()
    build_index(Path(path), effective, force=force, rebuild=rebuild, progress=progress)
    return open_index(path, settings=effective)


def open_index(path: str | Path = ".", *, settings: Settings | None = None) -> IndexHandle:
    """Open the published index of a tree as it is. Raises IndexMissingError when there is none."""
    effective = settings or Settings()
    return IndexHandle(open_reader(Path(path), effective, warm=True), effective)
