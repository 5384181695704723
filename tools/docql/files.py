"""Queries on files that belong to no index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from shlex import quote

from citeline.indexing.builds.loose_files import open_loose_files

from .evaluation.corpus import Corpus
from .language.errors import DocQLError
from .query import MAX_ITEMS, query
from .result import DocQLResult
from .smart import word_search


@dataclass(frozen=True, slots=True)
class AskedFiles:
    """Files that were read for queries."""

    corpus: Corpus
    notes: tuple[str, ...]
    """Which of them could not be read, and why."""

    def query(self, text: str, *, limit: int = MAX_ITEMS) -> DocQLResult:
        """A DocQL query, or words to look for when it does not begin with `$`. Raises DocQLError."""
        if not text.lstrip().startswith("$"):
            return word_search(self.corpus, text, limit=limit)
        return query(self.corpus, text, limit=limit)


@contextmanager
def open_files(paths: Sequence[Path], *, max_file_bytes: int) -> Iterator[AskedFiles]:
    """Read files, only for as long as the context lasts. Raises DocQLError for one that is not there, or when none of
    them can be read.
    """
    for path in paths:
        _must_be_file(path)
    with open_loose_files(paths, max_file_bytes=max_file_bytes, base=Path.cwd()) as loose:
        notes = tuple(f"{skip.path} is left out: {skip.detail or skip.reason}" for skip in loose.skipped)
        if len(notes) == len(set(paths)):
            raise DocQLError("file", notes[0], hint="give a text file: code, Markdown, JSON, YAML, TOML or CSV")
        yield AskedFiles(Corpus(loose.structure, loose.root), notes)


def _must_be_file(path: Path) -> None:
    if path.is_file():
        return
    if path.is_dir():
        raise DocQLError("file", f"{str(path)!r} is a folder", hint=f"for a folder, write --repo {quote(str(path))}")
    if path.exists():
        hint = "pipes and devices cannot be asked: save what they give to a file"
        raise DocQLError("file", f"{str(path)!r} is not a regular file", hint=hint)
    folder = path.parent if path.parent.is_dir() else Path()
    near = get_close_matches(path.name, [other.name for other in folder.iterdir() if other.is_file()], n=3)
    listed = ", ".join(quote(str(folder / name)) for name in near)
    hint = f"nearest: {listed}" if near else "give the path of a file that exists"
    raise DocQLError("file", f"{str(path)!r} does not exist", hint=hint)
