"""Small structure stores for tests: files written to a folder, read, linked, and nothing embedded."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from citeline.indexing.builds.reading import read_document
from citeline.indexing.files.walk import WalkedFile
from citeline.indexing.linking import link
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.indexing.stores.structure_writer import StructureWriter
from citeline.left_out import Skipped
from citeline.tools.docql.evaluation.corpus import Corpus
from citeline.tools.docql.query import query
from citeline.tools.docql.result import DocQLResult

_MAX_FILE_BYTES = 10_000_000


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write each file, texts as UTF-8 with their line ends as they are."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


def build_store(folder: Path, store: Path) -> None:
    """Read every file below the folder into a new structure store; empty ones are left out."""
    with StructureWriter.create(store) as writer:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            about = path.stat()
            name = os.fsdecode(os.fsencode(path.relative_to(folder).as_posix()))
            file = WalkedFile(name, about.st_size, about.st_mtime_ns)
            read = read_document(folder, file, max_file_bytes=_MAX_FILE_BYTES)
            if isinstance(read, Skipped):
                assert read.reason == "empty", read
                continue
            writer.add_document(read.source, read.document, read.chunks, read.chunk_ids, uses=read.uses)
        link(writer.connection)
        writer.finish()


@contextmanager
def open_corpus(folder: Path) -> Iterator[Corpus]:
    """A corpus of all files below the folder; the store lies beside it."""
    store = folder.with_name(folder.name + ".db")
    store.unlink(missing_ok=True)
    build_store(folder, store)
    with closing(StructureReader(store)) as structure:
        yield Corpus(structure, folder)


@contextmanager
def corpus_of(folder: Path, files: Mapping[str, str | bytes]) -> Iterator[Corpus]:
    """The same for files that are still to be written, into a new folder below the given one."""
    root = folder / "files"
    write_files(root, files)
    with open_corpus(root) as corpus:
        yield corpus


def ask(folder: Path, files: Mapping[str, str | bytes], text: str, *, limit: int = 20) -> DocQLResult:
    """One query on some files."""
    with corpus_of(folder, files) as corpus:
        return query(corpus, text, limit=limit)
