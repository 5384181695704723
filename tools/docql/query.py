"""One DocQL query from text to result, on an index or on files that belong to none."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from shlex import quote
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.builds.loose_files import open_loose_files
from citeline.indexing.files.source_tree import real_path
from citeline.indexing.stores.text_columns import from_column

from .evaluation.corpus import DOCUMENTS, Corpus
from .evaluation.evaluate import Evaluation, evaluate
from .language.errors import DocQLError
from .parser import parse, plan
from .result import DocQLResult, Staleness
from .smart import word_search
from .suggest import emptiness, next_queries

MAX_ITEMS: Final = 20


def query(corpus: Corpus, text: str, *, limit: int = MAX_ITEMS) -> DocQLResult:
    """Run a query and take the first `limit` items. Raises DocQLError, which says where and what to write instead."""
    asked = plan(parse(text))
    found = evaluate(corpus, asked, limit=limit)
    nothing = None if found.total else emptiness(corpus, asked, found)
    return DocQLResult(
        query=text,
        kind=found.kind,
        total=found.total,
        items=found.items,
        trace=found.trace,
        next=next_queries(corpus, asked, found, nothing),
        emptiness=nothing,
        stale=stale_files(corpus, found),
        notes=found.notes,
    )


def stale_files(corpus: Corpus, found: Evaluation) -> dict[str, Staleness]:
    """Files among the items that have changed or gone since they were indexed; of a tree, those that have gone."""
    if found.kind == "structure":
        return {item.path: "deleted" for item in found.items if not os.path.lexists(real_path(corpus.tree, item.path))}
    documents = list(dict.fromkeys(item.document for item in found.items))
    sql = (
        f"SELECT d.place, s.path, s.size_bytes, s.mtime_ns, s.sha256 FROM {DOCUMENTS} d"
        " CROSS JOIN documents s ON s.id = d.doc_id WHERE d.doc_id IN (SELECT value FROM json_each(?))"
    )
    stale: dict[str, Staleness] = {}
    for _, stored, size, mtime_ns, sha256 in sorted(corpus.rows(sql, [json.dumps(documents)])):
        path = from_column(stored)
        try:
            now = Path(real_path(corpus.tree, path)).stat()
        except OSError:
            stale[path] = "deleted"
            continue
        touched = (now.st_size, now.st_mtime_ns) != (size, mtime_ns)
        if touched and (now.st_size != size or _digest(Path(real_path(corpus.tree, path))) != sha256):
            stale[path] = "changed"
    return stale


def _digest(path: Path) -> str | None:
    """Of the bytes; None when nobody may read them."""
    try:
        with path.open("rb") as content:
            return hashlib.file_digest(content, "sha256").hexdigest()
    except OSError:
        return None


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
