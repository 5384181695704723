"""The releases that change logs tell of: headings with a version, their dates, and the entries below them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from posixpath import dirname
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.indexing.stores.text_columns import from_column

from ....question.analysis import is_change_log
from ....question.dated_words import VERSION
from .heads import UNDERLINE, date_below, date_of_head, heads_in, is_bare, is_unreleased, release_name

_LEAST: Final = 2
"""Releases of a file that is not called a change log."""
_MOST_PLAIN: Final = 20_000


@dataclass(frozen=True, slots=True)
class Release:
    """One release of one change log."""

    document: int
    path: str
    version: str
    """As it is written, without `v`; empty for changes that are in no release yet."""
    date: str
    """As it is written; empty where none is."""
    line: int
    """Of the heading."""
    end_line: int
    """Of the last entry."""
    date_line: int
    parts: tuple[tuple[int, str], ...] = ()
    """Line and name of the headings below its own: `Added`."""

    @property
    def head(self) -> tuple[int, int]:
        """The lines of version and date."""
        return self.line, max(self.line, self.date_line)

    @property
    def folder(self) -> str:
        """Of its file."""
        return dirname(self.path)

    def part_at(self, line: int) -> str:
        """The name of the nearest heading above a line, below that of the release; empty where there is none."""
        return next((name for start, name in reversed(self.parts) if start < line), "")


def same_version(first: str, second: str) -> bool:
    """Whether both are one version: `5.0` is `5.0.0`."""
    return _parts(first) == _parts(second)


def begins(version: str, start: str) -> bool:
    """Whether a version is `start` or goes on from it: `3.2.6` from `3.2`."""
    return same_version(version, start) or version.startswith(f"{start}.")


def version_key(version: str) -> tuple[tuple[int, ...], bool]:
    """Orders versions; what comes before a release, such as `rc1`, is less than it."""
    numbers = tuple(int(part) for part in re.findall(r"\d+", re.split(r"[A-Za-z-]", version)[0]))
    return numbers, not re.search(r"[A-Za-z]", version)


def _parts(version: str) -> tuple[str, ...]:
    parts = re.findall(r"\d+|[a-z]+", version.lower())
    while len(parts) > 1 and parts[-1] == "0":
        parts.pop()
    return tuple(parts)


@cache_per_object
def releases_of(index: Index) -> dict[int, list[Release]]:
    """By document the releases in their order; read once for each open index."""
    headings: dict[int, list[tuple[str, int, int, int]]] = {}
    sql = (
        "SELECT doc_id, name, level, start_line, end_line FROM nodes WHERE kind = 'heading' ORDER BY doc_id, start_line"
    )
    for document, name, level, start, end in index.structure.rows(sql):
        headings.setdefault(document, []).append((from_column(name), level, start, end))
    found: dict[int, list[Release]] = {}
    for document in index.structure.documents():
        if document.format == "code":
            continue
        own = headings.get(int(document.id), [])
        named = sum(bool(release_name(name)) for name, *_ in own)
        is_log = is_change_log(document.path)
        releases: list[Release] = []
        if named >= _LEAST or (is_log and named):
            releases = list(_from_headings(index, int(document.id), document.path, own))
        if is_log and (document.format != "prose" or not releases):
            # Of a plain text, only heads that are underlined are headings.
            releases = max(releases, list(_from_lines(index, int(document.id), document.path)), key=len)
        if is_log:
            releases = _of_file(releases, document.path)
        if releases:
            found[int(document.id)] = releases
    return {document: releases for document, releases in found.items() if any(one.version for one in releases)}


def version_of_path(path: str) -> str:
    """The version that a file is called after, `releases/4.2.txt`; empty without one."""
    found = VERSION.search(PurePosixPath(path).stem)
    return found[1] if found else ""


def _of_file(releases: list[Release], path: str) -> list[Release]:
    """Of a file that is called after a version only this release: the others that it names are beside the point.

    All of one that is called after a series, `CHANGELOG-3.5.md` with 3.5.1 and 3.5.2.
    """
    version = version_of_path(path)
    named = next((one for one in releases if version and same_version(one.version, version)), None)
    later = (one.version for one in releases if one.version.startswith(f"{version}."))
    if named is None or not all(same_version(one, version) for one in later):
        return releases
    return [replace(named, end_line=max(one.end_line for one in releases))]


def _from_headings(
    index: Index, document: int, path: str, headings: Sequence[tuple[str, int, int, int]]
) -> Iterator[Release]:
    lines = index.structure.lines_of(document)
    starts = [start for _, _, start, _ in headings]
    top = min((level for name, level, _, _ in headings if release_name(name)), default=0)
    is_flat = sum(level == top and bool(release_name(name)) for name, level, _, _ in headings) < _LEAST
    around, head, last = "", "", 0
    for at, (name, level, start, end) in enumerate(headings):
        version = release_name(name)
        if not version and not is_unreleased(name):
            continue
        # `Lib 1.5 (2 May)` below 2.1.0 is a change of it; `Tool 2.0.9` below `Tool 2.1.0` has a wrong level.
        if start <= last and not is_flat and not (begins(version, around) or is_bare(name) or name.split()[0] in head):
            continue
        if level == top:
            around, head, last = version, name, end
        if not version and level > top:
            continue
        # reStructuredText may draw a line above a title, too.
        title = start + bool(UNDERLINE.match(lines[start - 1]))
        date, date_line = date_of_head(name), title
        if not date:
            date, date_line = date_below(lines, title, end)
        below = headings[at + 1 : bisect_right(starts, end)]
        parts = tuple((line, part) for part, _, line, _ in below)
        yield Release(document, path, version, date, title, end, date_line, parts)


def _from_lines(index: Index, document: int, path: str) -> Iterator[Release]:
    """Of a change log that is no prose, or whose headings have no version."""
    lines = index.structure.lines_of(document)[:_MOST_PLAIN]
    heads = heads_in(lines)
    for place, head in enumerate(heads):
        end = heads[place + 1].line - 1 if place + 1 < len(heads) else len(lines)
        yield Release(document, path, head.version, head.date, head.line, end, head.date_line)
