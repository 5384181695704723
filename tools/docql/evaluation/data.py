"""`$.data`: values in configuration and records, each with the line on which it stands; the files are read when
they are needed and kept while there is room.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache, partial
from threading import Lock
from typing import Any, Final

from citeline.dataclass import dataclass
from citeline.indexing.parsers.records import find_records, table_rows
from citeline.indexing.stores.text_columns import from_column, to_column

from ..data_trees.data_json import read_json
from ..data_trees.data_path import MAX_VALUES, DataPathError, Match, Search, compile_path
from ..data_trees.data_places import BrokenDataError, DataTree, Place, Step, containers_by_level
from ..data_trees.data_toml import read_toml
from ..data_trees.yaml_when_asked import read_yaml
from ..language.plan import Start
from .corpus import DOCUMENTS, Corpus
from .items import Item

__all__ = ["DataFound", "DataPathError", "compile_path", "find_data"]

_MAX_NOTES: Final = 5
_READ_IN_VAIN_BYTES: Final = 1_000_000
"""Of files without the names that are asked for: read to tell an empty answer from broken files."""
_KEPT_BYTES: Final = 16_000_000
"""Of files; their values and places take some ten times that."""
_KEPT_SEARCHES: Final = 64


@dataclass(frozen=True, slots=True)
class DataFound:
    """Values or front matters, and the files that could not be asked for theirs."""

    items: list[Item]
    notes: tuple[str, ...]
    """`path: line N: why`, of the first few files."""


def names_of(path: str) -> frozenset[str]:
    """The keys that a JSONPath names and cannot do without."""
    return compile_path(path.removeprefix("$")).names


def known_keys(corpus: Corpus) -> Counter[str]:
    """Keys of the maps in the data files, as far as those are quickly looked through, with how often each stands."""
    return corpus.remember("keys", lambda: _keys(corpus.remember("data", lambda: DataFiles(corpus))))


def _keys(files: DataFiles) -> Counter[str]:
    keys: Counter[str] = Counter()
    left = _READ_IN_VAIN_BYTES
    for file in files.all:
        if file.size_bytes > left:
            continue
        left -= file.size_bytes
        tree = files.read(file)
        if isinstance(tree, DataTree):
            for level in containers_by_level(tree.value):
                keys.update(key for container in level if isinstance(container, dict) for key in container)
    return keys


def find_data(corpus: Corpus, start: Start, *, most_values: int = MAX_VALUES) -> DataFound:
    """The values at which the JSONPath arrives, by file and line, and what is broken beside that in which something
    was found; `most_values` are looked at.

    Raises DataPathError for a JSONPath that cannot be used, and UnreadableError when there is nothing but broken files.
    """
    path = compile_path(start.argument.removeprefix("$"))
    files = corpus.remember("data", lambda: DataFiles(corpus))
    holding = files.holding(path.names)
    search = path.search(most_values)
    found = _search([file for file in files.all if file.document in holding], files, search)
    if found.items:
        return found
    rest = [file for file in files.all if file.document not in holding]
    notes = found.notes or _broken(rest, files)
    if notes:
        raise UnreadableError(notes[0], hint="correct the file, and index it again")
    return found


def _search(wanted: list[DataFile], files: DataFiles, search: Search) -> DataFound:
    items: list[Item] = []
    notes: list[str] = []
    for file in wanted:
        tree = files.read(file)
        if isinstance(tree, BrokenDataError):
            notes.append(f"{file.path}: {tree}")
        else:
            items += _items(file, tree, search.matches(tree.value))
    return DataFound(items, first_notes(notes))


def _broken(files: list[DataFile], reader: DataFiles) -> tuple[str, ...]:
    """The first of them that cannot be read, if it is among those that are quickly looked through."""
    left = _READ_IN_VAIN_BYTES
    for file in files:
        left -= file.size_bytes
        if left < 0:
            break
        tree = reader.read(file)
        if isinstance(tree, BrokenDataError):
            return (f"{file.path}: {tree}",)
    return ()


def _items(file: DataFile, tree: DataTree, matches: list[Match]) -> list[Item]:
    if not matches:
        return []
    root = tree.find_places()
    return sorted((_item(file, match, root) for match in matches), key=lambda item: item.line)


def _item(file: DataFile, match: Match, root: Place) -> Item:
    place = root
    for step in match.steps:
        place = place.inner[step]
    values = {
        "value": match.value,
        "pointer": _pointer(match.steps),
        "line": place.line,
        "endLine": place.end_line,
        "path": file.path,
        "computed": match.is_made or None,
    }
    return Item("data", file.path, file.document, None, place.line, place.end_line, values)


def _pointer(steps: tuple[Step, ...]) -> str:
    """RFC 6901."""
    names = [str(step) for step in steps]
    written = "".join(names)
    if "~" in written or "/" in written:
        names = [name.replace("~", "~0").replace("/", "~1") for name in names]
    return "/" + "/".join(names) if names else ""


def first_notes(notes: Iterable[str]) -> tuple[str, ...]:
    """The first few notes, and how many more there are."""
    listed = list(notes)
    if len(listed) > _MAX_NOTES:
        listed[_MAX_NOTES:] = [f"{len(listed) - _MAX_NOTES} more files cannot be read"]
    return tuple(listed)


class UnreadableError(Exception):
    """A file cannot be read as what the query wants it to be; becomes a DocQLError of kind `file`."""

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


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
