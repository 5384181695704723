"""Facts that manifests and task files state, each with its lines; which file says what is in `manifests.toml`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from posixpath import basename, dirname
from typing import Any, Final, Literal, TypeAlias, cast, get_args

from citeline.data_files import shipped_table
from citeline.dataclass import dataclass
from citeline.model import StoredDocument

from ...docql.data_trees.data_json import read_json
from ...docql.data_trees.data_places import BrokenDataError, DataTree, Place
from ...docql.data_trees.data_toml import read_toml
from ...docql.data_trees.yaml_when_asked import read_yaml
from .texts import Texts, depth

Kind: TypeAlias = Literal[
    "name",
    "purpose",
    "version",
    "requires",
    "licence",
    "entry",
    "dependencies",
    "extras",
    "members",
    "tasks",
    "package",
]
_KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
_ALL: Final[frozenset[Kind]] = frozenset({"entry", "dependencies", "extras", "tasks"})
"""Kinds of which every value counts, not only the first."""
_READERS: Final[Mapping[str, Callable[[str], DataTree]]] = {"json": read_json, "toml": read_toml, "yaml": read_yaml}
_SPEAKING: Final = ("cmds", "commands", "desc", "path")
"""Keys of a task, or of a dependency, that say what it does; without one its keys are listed."""
_FILLED_IN: Final = re.compile(r"[#$]\{|\$\(|<%")
"""What a program puts in says nothing yet."""
_BLOCKS: Final = frozenset({"(", "[", "<modules>"})
_BLOCK_ENDS: Final = frozenset({")", "]", "</modules>"})
"""What stands between them is one name a line, bare or in a tag."""
_MAX_DEPTH: Final = 2
"""Folders above a manifest that counts: deeper ones belong to fixtures and templates."""
_MAX_MANIFESTS: Final = 40
_MAX_LINES: Final = 80
"""Of one value: a longer one is shown by its beginning."""
_MAX_TEXT: Final = 300


@dataclass(frozen=True, slots=True)
class Stated:
    """A value of a manifest."""

    kind: Kind
    name: str
    """Key of the value: the name of a script, an extra, a task; empty for others."""
    value: str
    document: StoredDocument
    start_line: int
    end_line: int
    language: str = ""
    """What its version is one of: `Python`, `Go`; empty where nothing is versioned."""
    call: str = ""
    """How a task is run, or a package is installed."""
    together: str = ""
    """The aspect that all tasks of the file serve, where their names do not tell."""


@dataclass(frozen=True, slots=True)
class _Row:
    patterns: tuple[str, ...]
    reader: str
    wanted: Mapping[Kind, Sequence[str]]
    run: str
    run_default: str
    defaults: frozenset[str]
    language: str
    together: str
    needs: Sequence[str]
    unless: Sequence[str]
    beside: Sequence[str]
    without: Sequence[str]


def manifests_of(texts: Texts) -> list[tuple[StoredDocument, list[Stated]]]:
    """The manifests near the root with what they state, the one at the root first."""
    found: list[tuple[StoredDocument, list[Stated]]] = []
    for document in sorted(texts.documents, key=lambda document: (depth(document.path), document.path)):
        if depth(document.path) > _MAX_DEPTH or (document.path.count("/") and texts.is_aside(document)):
            continue
        rows = [row for row in _rows_of(basename(document.path)) if _stands_beside(texts, document, row)]
        if rows and len(found) < _MAX_MANIFESTS:
            lines = texts.lines(document)
            found.append((document, [one for row in rows for one in _stated(document, row, lines)]))
    return found


def _stands_beside(texts: Texts, document: StoredDocument, row: _Row) -> bool:
    """Whether a row is meant by the files that lie beside, or below, the manifest."""
    folder = dirname(document.path)

    def is_there(patterns: Sequence[str]) -> bool:
        paths = [f"{folder}/{pattern}".lstrip("/") for pattern in patterns]
        return any(fnmatchcase(one.path, path) for path in paths for one in texts.documents)

    return (not row.beside or is_there(row.beside)) and not (row.without and is_there(row.without))


def _stated(document: StoredDocument, row: _Row, lines: Sequence[str]) -> Iterator[Stated]:
    find = _by_lines if row.reader == "lines" else _by_keys
    for kind, name, value, start, end in find(row, lines):
        run = row.run_default if name in row.defaults else row.run
        call = run.format(name=value if kind == "package" else name) if kind in ("tasks", "package") else ""
        last = min(end, start + _MAX_LINES - 1)
        if kind != "tasks" and _FILLED_IN.search(value):
            continue
        shown = " ".join(value.split())[:_MAX_TEXT]
        yield Stated(kind, name, shown, document, start, last, row.language, call, row.together)


_Value: TypeAlias = tuple[Kind, str, str, int, int]
"""Kind, name, value, first and last line."""


def _by_keys(row: _Row, lines: Sequence[str]) -> Iterator[_Value]:
    try:
        tree = _READERS[row.reader]("\n".join(lines))
    except BrokenDataError:
        return
    place = tree.find_places()

    def holds(test: str) -> bool:
        path, _, wanted = test.partition("=")
        found = _at(path.split("."), "", tree.value, place, empty=True)
        return any(not wanted or (_text(value).lower() or "[]") == wanted for _, value, _ in found)

    if not all(map(holds, row.needs)) or any(map(holds, row.unless)):
        return
    for kind, paths in row.wanted.items():
        for path in paths:
            values = list(_at(path.split("."), "", tree.value, place))
            for name, value, where in values:
                yield kind, name, _text(value), where.line, where.end_line
            if values and kind not in _ALL:
                break


def _at(
    keys: Sequence[str], name: str, value: Any, place: Place, *, empty: bool = False
) -> Iterator[tuple[str, Any, Place]]:
    """(last key or name, value, place) of what a path of keys leads to; `*` is every key or element. `empty`: lists
    without an element too.
    """
    if not keys:
        if (value not in ("", None, [], {}) or (empty and value == [])) and not (
            isinstance(value, Mapping) and value.get("workspace") is True
        ):
            yield name, value, place
        return
    key, rest = keys[0], keys[1:]
    if isinstance(value, Mapping):
        for found in value if key == "*" else [key] if key in value else []:
            yield from _at(rest, found, value[found], place.inner[found], empty=empty)
    elif isinstance(value, list) and key == "*":
        for number, element in enumerate(value):
            yield from _at(rest, name, element, place.inner[number], empty=empty)


def _text(value: Any) -> str:
    """A value in words: the keys of a map, the elements of a list."""
    if isinstance(value, Mapping):
        inner = next((value[key] for key in _SPEAKING if value.get(key)), list(value))
        return _text(inner) if not isinstance(inner, Mapping) else ", ".join(map(str, inner))
    return ", ".join(map(_text, value)) if isinstance(value, list) else str(value)


def _by_lines(row: _Row, lines: Sequence[str]) -> Iterator[_Value]:
    if any(re.search(pattern, line) for pattern in row.unless for line in lines):
        return
    for kind, patterns in row.wanted.items():
        for pattern in patterns:
            compiled = re.compile(pattern)
            found = [(number, match) for number, line in enumerate(lines) if (match := compiled.search(line))]
            for number, match in found if kind in _ALL else found[:1]:
                groups = [group for group in match.groups() if group is not None]
                if kind == "tasks":
                    end = _block_end(lines, number)
                    body = " ; ".join(line.strip().lstrip("@") for line in lines[number + 1 : end + 1] if line.strip())
                    yield kind, (groups[0] if groups else "").lower(), body, number + 1, end + 1
                elif groups and groups[0].strip() in _BLOCKS:
                    end = next((n for n in range(number, len(lines)) if lines[n].strip() in _BLOCK_ENDS), number)
                    said = (
                        line.strip().partition(">")[2].partition("<")[0] or line for line in lines[number + 1 : end]
                    )
                    names = [words[0] for one in said if (words := one.split())]
                    yield kind, "", ", ".join(names), number + 1, end + 1
                else:
                    yield kind, "", groups[0] if groups else "", number + 1, number + 1
            if found and kind not in _ALL:
                break


def _block_end(lines: Sequence[str], start: int) -> int:
    """Last line, 0-based, of what is indented below a line, or belongs to a table of an INI file."""
    last = start
    is_table = lines[start].startswith("[")
    for number in range(start + 1, len(lines)):
        line = lines[number]
        if line.strip() and (line.startswith("[") if is_table else not line[:1].isspace()):
            break
        last = number if line.strip() else last
    return last


def _rows_of(name: str) -> list[_Row]:
    return [row for row in _rows() if any(fnmatchcase(name, pattern) for pattern in row.patterns)]


@cache
def _rows() -> tuple[_Row, ...]:
    return tuple(map(_row, shipped_table("citeline.tools.answer.overview", "manifests.toml")["manifest"]))


def _row(table: Mapping[str, Any]) -> _Row:
    return _Row(
        patterns=tuple(table["files"]),
        reader=table["reader"],
        wanted={kind: table[kind] for kind in _KINDS if kind in table},
        run=table.get("run", ""),
        run_default=table.get("run_default", table.get("run", "")),
        defaults=frozenset(table.get("defaults", ())),
        language=cast(str, table.get("language", "")),
        together=table.get("together", ""),
        **{key: tuple(table.get(key, ())) for key in ("needs", "unless", "beside", "without")},
    )
