"""What a query gives back, in the printed form that DocQL promises."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import asdict, field
from pathlib import PurePosixPath
from typing import Any, Final, Literal

from citeline.dataclass import dataclass

from .evaluation.evaluate import Traced
from .evaluation.items import Item
from .language.plan import ItemKind

Staleness = Literal["changed", "deleted"]
_CAPITAL: Final = re.compile("[A-Z]")


@dataclass(frozen=True, slots=True)
class Emptiness:
    """Why there is nothing."""

    step: str
    """The first one that left no items."""
    nearest: tuple[str, ...]
    """Titles or names that exist and are most like what was asked for."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """How a search by keywords came to its result."""

    levels: Mapping[str, tuple[str, ...]]
    """The words of each level that was searched: `exact`, `parts`, `related`."""
    channels: Mapping[str, int]
    """Chunks that each channel found."""
    before_ranking: int
    """Different chunks of all channels."""


@dataclass(frozen=True, slots=True)
class DocQLResult:
    """The items of a query, the first of them at least, and how they were found."""

    query: str
    kind: ItemKind
    total: int
    items: tuple[Item, ...]
    """Those that are shown, in order."""
    trace: tuple[Traced, ...]
    next: tuple[str, ...] = ()
    """Queries worth asking from here; each of them returns something."""
    emptiness: Emptiness | None = None
    stale: Mapping[str, Staleness] = field(default_factory=dict)
    """Files among those shown that are not what they were when they were indexed."""
    search: Statistics | None = None
    """Of a query by keywords."""
    notes: tuple[str, ...] = ()
    """What was left out and why: files that could not be read as what the query wants."""

    @property
    def truncated(self) -> bool:
        """Whether there is more than is shown."""
        return len(self.items) < self.total

    def to_json(self) -> dict[str, Any]:
        """The printed form, as `citeline query --format json` gives it."""
        result: dict[str, Any] = {
            "type": "docql_result",
            "kind": self.kind if self.total else "empty",
            "query": self.query,
            "total": self.total,
            "shown": len(self.items),
            "truncated": self.truncated,
        }
        if self.kind == "structure":
            result["structure"] = _structure(self.items)
        else:
            result["files"] = self.by_file()
        result["trace"] = [{"step": traced.step, "items": traced.items} for traced in self.trace]
        result["next"] = list(self.next)
        if self.emptiness is not None:
            result["empty"] = {"step": self.emptiness.step, "nearest": list(self.emptiness.nearest)}
        if self.search is not None:
            result["search"] = {**asdict(self.search), "truncated": self.truncated}
        if self.stale:
            result["stale"] = dict(self.stale)
        if self.notes:
            result["notes"] = list(self.notes)
        return result

    def by_file(self) -> dict[str, list[dict[str, Any]]]:
        """The items by the file that they are in, files in the order in which the first item of each comes."""
        files: dict[str, list[dict[str, Any]]] = {}
        for item in self.items:
            files.setdefault(item.path, []).append(shown(item))
        return files


def shown(item: Item) -> dict[str, Any]:
    """One item in its printed form; what is absent is left out."""
    values = _KEYS[item.kind](item)
    # A value may be null, which is not the same as none.
    return {key: value for key, value in values.items() if value is not None or key == "value"}


def _keys(type_: str | None, properties: str) -> Callable[[Item], dict[str, Any]]:
    """`properties`: names with spaces between; `endLine` is printed as `end_line`."""
    names = {_CAPITAL.sub(r"_\g<0>", name).lower(): name for name in properties.split()}

    def make(item: Item) -> dict[str, Any]:
        return {"type": type_, **{key: item.values.get(name) for key, name in names.items()}}

    return make


def _chunk(item: Item) -> dict[str, Any]:
    is_code = item.values["format"] == "code" and item.values["type"] != "file"
    return {
        **_keys(item.values["type"], "title")(item),
        "name": item.values["qualifiedName"] if is_code else None,
        "line": item.line,
        "end_line": item.end_line,
        "match_line": item.values.get("matchLine"),
        "text": item.values["text"],
    }


def _frontmatter(item: Item) -> dict[str, Any]:
    return {"data": dict(item.values), "line": item.line, "end_line": item.end_line}


_KEYS: Final[Mapping[ItemKind, Callable[[Item], dict[str, Any]]]] = {
    "toc": lambda item: _keys(item.values["type"], "title level line endLine anchor page")(item),
    "entities": lambda item: _keys(item.values["type"], "name qualifiedName signature line endLine language uncertain")(
        item
    ),
    "chunks": _chunk,
    "codeblocks": _keys("codeblock", "language code line endLine page"),
    "tables": _keys("table", "headers rows caption line endLine anchor page"),
    "files": _keys("file", "path name directory extension language size lines title author created modified version"),
    "frontmatter": _frontmatter,
    "data": _keys(None, "value pointer line computed"),
    "links": _keys("link", "text target kind line resolved"),
}


def _structure(items: tuple[Item, ...]) -> dict[str, Any]:
    paths = [item.path for item in items]
    folders = {str(parent) for path in paths for parent in PurePosixPath(path).parents if str(parent) != "."}
    return {"tree": tree_of(paths), "paths": paths, "directories": len(folders), "files": len(paths)}


def tree_of(paths: list[str]) -> str:
    """Folders first, then files, each by name; two spaces a level, folders with a slash."""
    folders: dict[str, set[str]] = defaultdict(set)
    files: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        *above, name = path.split("/")
        files["/".join(above)].append(name)
        for depth in range(len(above)):
            folders["/".join(above[:depth])].add(above[depth])
    lines: list[str] = []
    # A stack instead of recursion: a path may be as deep as it likes. Pairs of folder and depth, or a line to print.
    waiting: list[tuple[str, int] | str] = [("", 0)]
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, str):
            lines.append(entry)
            continue
        folder, depth = entry
        indent = "  " * depth
        below: list[tuple[str, int] | str] = []
        for name in sorted(folders[folder]):
            below += [f"{indent}{name}/", (f"{folder}/{name}" if folder else name, depth + 1)]
        below += [f"{indent}{name}" for name in sorted(files[folder])]
        waiting += reversed(below)
    return "\n".join(lines)
