"""Names that SQL takes without quotes, for tables and columns that people called as they liked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import Final

from citeline.patterns import re

_NUMBERED: Final = re.compile(
    r"^(?:table|tab\.|表格?)\s*(?:[A-Z]?\d+(?:[.\-–]\d+)*|[IVXLC]+|[一二三四五六七八九十]+)?\s*[:：.。、|)）—–-]*\s*",
    re.IGNORECASE,
)
_NO_WORD: Final = re.compile(r"[^\w]+|_+")
_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LONGEST: Final = 48
_KEYWORDS: Final = frozenset(
    (  # noqa: SIM905 - as a list it fills two pages
        "add all alter and as asc between by case check collate commit constraint create cross default deferrable"
        " delete desc distinct drop else end escape except exists for foreign from full group having in index inner"
        " insert intersect into is isnull join left limit natural not nothing notnull null on or order outer primary"
        " references returning right select set table then to transaction union unique update using values when"
        " where with"
    ).split()
)


def sql_name(text: str) -> str:
    """Words in small letters with `_` between them; empty when there is no letter and no digit."""
    return _safe(_words(text))


def column_names(headers: Sequence[str], width: int) -> list[str]:
    """One name a column, each once; `column_3` where there is no header."""
    wanted = [sql_name(headers[place]) if place < len(headers) else "" for place in range(width)]
    names: list[str] = []
    taken: set[str] = {"rowid", "oid", "_rowid_"}  # SQLite's own names of a row
    for place, name in enumerate(wanted, start=1):
        names.append(_free(name or f"column_{place}", taken))
        taken.add(names[-1])
    return names


def caption_name(caption: str) -> str:
    """The words of a caption without `Table 3:`; of one that is nothing else, all of them."""
    return _words(_NUMBERED.sub("", caption)) or _words(caption)


def table_names(places: Iterable[tuple[str, str]]) -> list[str]:
    """One name for each (path, what it is called in its file), each once.

    A name begins with that of the file, and with folders only where two files would give the same one: both then have
    them, so that a name never comes to mean another file's table. Several of one file are numbered in order.
    """
    every = list(places)
    depths = dict.fromkeys(range(len(every)), 1)
    while True:
        names = [_name(path, inner, depths[place]) for place, (path, inner) in enumerate(every)]
        files: dict[str, set[str]] = {}
        for name, (path, _) in zip(names, every, strict=True):
            files.setdefault(name, set()).add(path)
        deeper = [
            place
            for place, (path, _) in enumerate(every)
            if len(files[names[place]]) > 1 and depths[place] < len(PurePosixPath(path).parts)
        ]
        if not deeper:
            break
        for place in deeper:
            depths[place] += 1
    taken: set[str] = set()
    for place, name in enumerate(names):
        names[place] = _free(name, taken)
        taken.add(names[place])
    return names


def _name(path: str, inner: str, depth: int) -> str:
    pure = PurePosixPath(path)
    parts = [*pure.parts[:-1], pure.name.removesuffix(pure.suffix) or pure.name][-depth:]
    outer = "_".join(filter(None, map(_words, parts))) or "table"
    words = _words(inner)
    return _safe(outer if not words or words == outer else f"{outer}_{words}")


def _words(text: str) -> str:
    words = _NO_WORD.sub("_", _CAMEL.sub("_", text)).strip("_").lower()
    return words if len(words) <= _LONGEST else words[:_LONGEST].rpartition("_")[0] or words[:_LONGEST]


def _safe(words: str) -> str:
    """Neither a word of SQL nor a number."""
    if words and words[0].isdigit():
        return f"n{words}"
    return f"{words}_" if words in _KEYWORDS else words


def _free(name: str, taken: set[str]) -> str:
    number = 1
    found = name
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found
