"""The structure store as DocQL sees it: documents in the order in which results are shown, and their lines."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from posixpath import basename, dirname, splitext
from threading import Lock, RLock
from typing import Any, Final, TypeVar, cast

from citeline.indexing.files.source_tree import Root, SourceTree
from citeline.indexing.linking.documents import is_test_path
from citeline.indexing.stores.structure_reader import StructureReader, TextAt
from citeline.indexing.stores.text_columns import from_column, to_column

from ...documents.about import NOTHING, About, day_of, read_about
from ..language.patterns import compile_pattern
from .conditions import NameList, PartOperator, has_part

T = TypeVar("T")

DOCUMENTS: Final = "docql_documents"
"""Temporary table, private to a connection: `place` is the rank of a document among the results."""
_NOISE: Final = re.compile(
    r"(?:^|/)(?:changelog|changes|history|releases?|release[-_]notes)(?:\.\w+)?$|\.lock$|(?:^|[-/.])lock\.\w+$",
    re.IGNORECASE,
)
"""Of files without code: `history.py` and `lock.py` are as good as any other."""
_FORMATS: Final = {"code": 0, "prose": 1, "data": 2}
_OTHER, _TEST, _NOISY = 3, 4, 5
_CREATE: Final = (
    f"CREATE TEMP TABLE {DOCUMENTS} (place INTEGER PRIMARY KEY, doc_id INTEGER UNIQUE, format TEXT, package TEXT,"
    " mtime_ns INTEGER, note TEXT, path TEXT UNIQUE, name TEXT, directory TEXT, extension TEXT, language TEXT,"
    " size INTEGER, lines INTEGER, source TEXT, title TEXT, author TEXT, created TEXT, modified TEXT, version TEXT)"
)
_OF_ITSELF: Final = ("title", "author", "created", "modified", "version")
"""What a document may say; absent where it does not."""
FILE: Final = ("path", "name", "directory", "extension", "language", "size", "lines", "source", *_OF_ITSELF)
"""The columns of a document that filters see; the last ones of its row."""
_READ: Final = (
    "SELECT d.id, d.path, d.language, d.format, coalesce(json_extract(n.data, '$.package'), ''), d.source,"
    " d.size_bytes, d.line_count, d.mtime_ns, d.note, d.title"
    " FROM documents d CROSS JOIN nodes n ON n.doc_id = d.id AND n.ord = 0"
)
MOST_TEXTS: Final = 1024
"""Documents whose lines are kept."""
_CACHED_NUMBERS: Final = 4096
_CACHED_IDS: Final = 32


class Corpus:
    """One open structure store, prepared for queries on first use; for any number of threads."""

    def __init__(self, structure: StructureReader, root: Root) -> None:
        self.tree = SourceTree.of(root)
        self.root = self.tree.root
        self._structure = structure
        self._lock = Lock()
        self._reading = RLock()
        self._ready = False
        self._known: dict[str, object] = {}
        self._texts: dict[int, tuple[str, ...]] = {}
        self.number = lru_cache(_CACHED_NUMBERS)(self._number)
        """The one number that a query gives."""
        self.ids = lru_cache(_CACHED_IDS)(self._ids)
        """The ids that a query gives, in order; the same filters come again with the next step of a conversation."""
        self.names = NameList(structure.names)
        """The names of all nodes."""

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of a query; texts as stored."""
        self._prepare()
        return self._structure.rows(sql, parameters)

    def empty_files(self) -> list[str]:
        """Why each file that has nothing to cite is in no list."""
        found = self.rows("SELECT path, detail FROM skipped WHERE reason = 'empty' ORDER BY path")
        return [f"{from_column(path)} is left out: {from_column(detail) or 'empty'}" for path, detail in found]

    def remember(self, name: str, read: Callable[[], T]) -> T:
        """What `read` gives, read once: the store never changes."""
        # One at a time: `read` may make a temporary table, which another thread must not make under its feet.
        with self._reading:
            known = self._known.get(name)
            if known is None:
                known = self._known[name] = read()
        return cast(T, known)

    def suggest_names(self, text: str, limit: int = 5) -> list[str]:
        """Names of definitions and headings most like the text, best first."""
        # Full-text search takes a NUL for the end of what is looked for.
        return self._structure.suggest_names(text.replace("\0", " "), limit)

    def has_file(self, path: str) -> bool:
        """Whether there is a document with exactly this path."""
        return bool(self.rows(f"SELECT 1 FROM {DOCUMENTS} WHERE path = ?", [to_column(path)]))

    def lines(self, document: int) -> tuple[str, ...]:
        """Of a document, as they were when it was indexed; blank ones may have lost their white space."""
        found = self._texts.get(document)
        return self.load([document])[document] if found is None else found

    def load(self, documents: Sequence[int]) -> Mapping[int, tuple[str, ...]]:
        """The lines of several documents, which are then at hand for a while; much faster than one by one."""
        known = self._texts  # other threads may add to it, and put a new one in its place
        found = {document: known[document] for document in documents if document in known}
        read = self._read_lines([document for document in documents if document not in found])
        if len(known) + len(read) > MOST_TEXTS:
            self._texts = {}
        self._texts.update(read)
        return found | read

    def _read_lines(self, documents: list[int]) -> dict[int, tuple[str, ...]]:
        listed, wanted = [json.dumps(documents)], "doc_id IN (SELECT value FROM json_each(?))"
        counts = self.rows(f"SELECT doc_id, lines FROM {DOCUMENTS} WHERE {wanted}", listed)
        read = {document: [""] * count for document, count in counts}
        for document, start, text in self._structure.texts(documents):
            chunk = from_column(text.decode()).split("\n")
            read[document][start - 1 : start - 1 + len(chunk)] = chunk
        return {document: tuple(lines) for document, lines in read.items()}

    def texts(self, documents: Sequence[int]) -> Iterator[TextAt]:
        """As `StructureReader.texts`."""
        return self._structure.texts(documents)

    def text(self, document: int, start_line: int, end_line: int) -> str:
        """Lines of a document, both ends included."""
        return "\n".join(self.lines(document)[start_line - 1 : end_line])

    def _number(self, sql: str, parameters: tuple[Any, ...] = ()) -> int:
        return int(self.rows(sql, parameters)[0][0])

    def _ids(self, sql: str, parameters: tuple[Any, ...] = ()) -> tuple[int, ...]:
        return tuple(row[0] for row in self.rows(sql, parameters))

    def _prepare(self) -> None:
        with self._lock:
            if self._ready:
                return
            self._structure.add_function("docql_lower", 1, _lower)
            self._structure.add_function("docql_part", 3, _has_part)
            self._structure.add_function("docql_match", 3, _matches)
            self._structure.rows(f"DROP TABLE IF EXISTS {DOCUMENTS}")
            self._structure.rows(_CREATE)
            found = document_rows(self._structure.rows)
            for start in range(0, len(found), 50):
                rows = found[start : start + 50]
                marks = ",".join(f"({','.join('?' * len(row))})" for row in rows)
                self._structure.rows(
                    f"INSERT INTO {DOCUMENTS} VALUES {marks}", [value for row in rows for value in row]
                )
            self._ready = True


def document_rows(rows: Callable[[str], list[tuple[Any, ...]]]) -> list[tuple[Any, ...]]:
    """The documents in the order of results, as the temporary table has them: place, id and, at the end, `FILE`."""
    about = read_about(rows)
    found = enumerate(sorted(rows(_READ), key=_rank))
    return [_document_row(place, row, about.get(row[0], NOTHING)) for place, row in found]


def file_values(columns: Sequence[Any]) -> dict[str, Any]:
    """What filters see of a document, by name, from its columns as they are stored."""
    read = (from_column(value) if isinstance(value, str) else value for value in columns)
    return {name: value or None if name in _OF_ITSELF else value for name, value in zip(FILE, read, strict=True)}


def _rank(row: tuple[Any, ...]) -> tuple[int, str]:
    """Code, prose, configuration, anything else; then tests, then what machines or nobody reads. By path in each."""
    path, format_ = from_column(row[1]), row[3]
    if format_ != "code" and _NOISE.search(path):
        return _NOISY, path
    if is_test_path(path):
        return _TEST, path
    return _FORMATS.get(format_, _OTHER), path


def _document_row(place: int, row: tuple[Any, ...], about: About) -> tuple[Any, ...]:
    identity, stored, language, format_, package, source, size, lines, mtime_ns, note, title = row
    path = from_column(stored)
    name = basename(path)
    extension = splitext(name)[1].removeprefix(".").lower()
    return (
        *(place, identity, format_, package, mtime_ns, note, stored, to_column(name), to_column(dirname(path))),
        *(to_column(extension), language, size, lines, source, title, to_column(about.author), about.created),
        *(about.modified or day_of(mtime_ns), to_column(about.version)),
    )


def _lower(text: object) -> object:
    """SQLite's own `lower` knows ASCII only."""
    return text.lower() if isinstance(text, str) else text


def _has_part(operator: PartOperator, part: str, text: object) -> bool:
    return isinstance(text, str) and has_part(operator, from_column(part), from_column(text))


def _matches(pattern: str, flags: str, text: object) -> bool:
    return isinstance(text, str) and compile_pattern(pattern, flags).search(from_column(text))
