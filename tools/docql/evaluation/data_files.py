"""The data files of a corpus, read when they are needed and kept while there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from threading import Lock
from typing import Any, Final

from citeline.indexing.parsers.records import find_records, table_rows
from citeline.indexing.stores.text_columns import from_column, to_column

from ..data_trees.data_json import read_json
from ..data_trees.data_places import BrokenDataError, DataTree, Place
from ..data_trees.data_toml import read_toml
from ..data_trees.data_yaml import read_yaml
from .corpus import DOCUMENTS, Corpus

_KEPT_BYTES: Final = 16_000_000
"""Of files; their values and places take some ten times that."""
_KEPT_SEARCHES: Final = 64


@dataclass(frozen=True, slots=True)
class DataFile:
    """A document that may be asked for its values."""

    document: int
    path: str
    language: str
    size_bytes: int


class DataFiles:
    """For any number of threads."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        marks = ",".join("?" * len(READERS))
        sql = f"SELECT doc_id, path, language, size FROM {DOCUMENTS} WHERE language IN ({marks}) ORDER BY place"
        rows = corpus.rows(sql, list(READERS))
        self.all = tuple(DataFile(document, from_column(path), *rest) for document, path, *rest in rows)
        """In the order of results."""
        self.holding = lru_cache(_KEPT_SEARCHES)(self._holding)
        """Ids of the documents in whose text each of the names stands, or may stand in an escaped form."""
        self._kept: OrderedDict[int, DataTree | BrokenDataError] = OrderedDict()
        self._sizes = {file.document: file.size_bytes for file in self.all}
        self._kept_bytes = 0
        self._lock = Lock()

    def read(self, file: DataFile) -> DataTree | BrokenDataError:
        """What the file says, or why it cannot be read."""
        with self._lock:
            kept = self._kept.get(file.document)
            if kept is not None:
                self._kept.move_to_end(file.document)
                return kept
        text = "\n".join(self._corpus.lines(file.document)).removeprefix("\ufeff")
        found: DataTree | BrokenDataError
        try:
            tree = READERS[file.language](text)
            found = replace(tree, find_places=cache(tree.find_places))
        except BrokenDataError as error:
            found = error.with_traceback(None)
        self._keep(file, found)
        return found

    def _keep(self, file: DataFile, found: DataTree | BrokenDataError) -> None:
        with self._lock:
            if file.document not in self._kept:
                self._kept_bytes += file.size_bytes
            self._kept[file.document] = found
            while self._kept_bytes > _KEPT_BYTES and len(self._kept) > 1:
                document, _ = self._kept.popitem(last=False)
                self._kept_bytes -= self._sizes[document]

    def _holding(self, names: frozenset[str]) -> frozenset[int]:
        texts = self._corpus.texts([file.document for file in self.all])
        missing = {file.document: {to_column(name).encode() for name in names} for file in self.all}
        for document, _, text in texts if names else ():
            missing[document] = set() if b"\\" in text else {name for name in missing[document] if name not in text}
        return frozenset(document for document, names in missing.items() if not names)


def read_records(text: str, language: str) -> DataTree:
    """Records as a list of maps; cells are texts.

    Columns without a name are called by their number, counted from 1; cells that are missing are None.
    """
    lines = text.split("\n")
    found = find_records(lines, language)
    rows: list[dict[str, Any]] = []
    places = Place(1, len(lines))
    headers = [header or str(number) for number, header in enumerate(found.headers, start=1)]
    for row in table_rows(lines[found.first :], found.node_data(language), language):
        names = [*headers, *(str(number) for number in range(len(headers) + 1, len(row.cells) + 1))]
        line, end_line = found.first + row.first + 1, found.first + row.last + 1
        named = dict.fromkeys(names) | dict(zip(names, row.cells, strict=False))
        places.inner[len(rows)] = Place(line, end_line, {name: Place(line, end_line) for name in named})
        rows.append(named)
    return DataTree(rows, lambda: places)


READERS: Final[Mapping[str, Callable[[str], DataTree]]] = {
    "json": read_json,
    "jsonc": read_json,
    "json5": read_json,
    "yaml": read_yaml,
    "toml": read_toml,
    "csv": partial(read_records, language="csv"),
    "tsv": partial(read_records, language="tsv"),
}
"""By language."""
