"""`$.data`: values in configuration and records, each with the line on which it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ..data_trees.data_path import MAX_VALUES, DataPathError, Match, Search, compile_path
from ..data_trees.data_places import BrokenDataError, DataTree, Place, Step, containers_by_level
from ..language.plan import Start
from .corpus import Corpus
from .data_files import DataFile, DataFiles
from .items import Item

__all__ = ["DataFound", "DataPathError", "compile_path", "find_data"]

_MAX_NOTES: Final = 5
_READ_IN_VAIN_BYTES: Final = 1_000_000
"""Of files without the names that are asked for: read to tell an empty answer from broken files."""


@dataclass(frozen=True, slots=True)
class DataFound:
    """Values, and the files that could not be asked for theirs."""

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
    if len(notes) > _MAX_NOTES:
        notes[_MAX_NOTES:] = [f"{len(notes) - _MAX_NOTES} more files cannot be read"]
    return DataFound(items, tuple(notes))


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
