"""The releases that change logs tell of: headings with a version, their dates, and the entries below them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.indexing.stores.text_columns import from_column
from citeline.text import word_runs

from ....documents.dates import read_date
from ....question.analysis import is_change_log
from ....question.dated_words import VERSION, dated_words

DATE: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}|\d{4}[/.]\d{1,2}[/.]\d{1,2}|\d{4}年\d{1,2}月\d{1,2}日|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}"
    r"|\d{1,2}(?:st|nd|rd|th)?[ -][A-Z][a-z]{2,8}\.?,?[ -]\d{4}|[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}"
)
_DEBIAN: Final = re.compile(r"^[\w.+-]+ \((?P<version>[^()\s]+)\) [\w-]+(?: [\w-]+)*; urgency=")
_SIGNED: Final = re.compile(r"^ -- .*>  (?:\w{3}, )?(?P<date>\d{1,2} \w{3} \d{4})")
_PLAIN: Final = re.compile(r"^(?:(?:version|release)\s+)?v?\d+\.\d+[\w.+-]*\s*(?:[-–—/:(,]|$)", re.I)
_UNDERLINE: Final = re.compile(r"^([=\-~^*#])\1{2,}\s*$")
_MOST_WORDS: Final = 7
"""Of a heading beside its version and date: a longer one is a sentence about a version."""
_LEAST: Final = 2
"""Releases of a file that is not called a change log."""
_DATE_LINES: Final = 3
"""Below a heading, where its date may stand."""
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
    place: int
    """In its change log, 0 for the first."""
    parts: tuple[tuple[int, str], ...] = ()
    """Line and name of the headings below its own: `Added`."""

    @property
    def head(self) -> tuple[int, int]:
        """The lines of version and date."""
        return self.line, max(self.line, self.date_line)

    def part_at(self, line: int) -> str:
        """The name of the nearest heading above a line, below that of the release; empty where there is none."""
        return next((name for start, name in reversed(self.parts) if start < line), "")


def same_version(first: str, second: str) -> bool:
    """Whether both are one version: `5.0` is `5.0.0`."""
    return _parts(first) == _parts(second)


def date_of(text: str) -> str:
    """The first date of a text as it is written; empty without one."""
    found = DATE.search(text)
    return found[0] if found and _is_date(found[0]) else ""


def version_key(version: str) -> tuple[tuple[int, ...], bool]:
    """Orders versions; what comes before a release, such as `rc1`, is less than it."""
    numbers = tuple(int(part) for part in re.findall(r"\d+", re.split(r"[A-Za-z-]", version)[0]))
    return numbers, not re.search(r"[A-Za-z]", version)


def _parts(version: str) -> tuple[str, ...]:
    parts = re.findall(r"\d+|[a-z]+", version.lower())
    while len(parts) > 1 and parts[-1] == "0":
        parts.pop()
    return tuple(parts)


def _is_date(text: str) -> bool:
    plain = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", text)
    return any(read_date(plain, order) for order in ("day", "month"))


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
        named = [one for one in own if _release_name(one[0])]
        is_log = is_change_log(document.path)
        if len(named) >= _LEAST or (is_log and named):
            found[int(document.id)] = list(_from_headings(index, int(document.id), document.path, own))
        elif is_log:
            plain = list(_from_lines(index, int(document.id), document.path))
            if plain:
                found[int(document.id)] = plain
    return {document: releases for document, releases in found.items() if any(one.version for one in releases)}


def _release_name(name: str) -> str:
    """The version that a heading is about; empty where it is about something else."""
    rest = DATE.sub(" ", name)
    found = VERSION.search(rest)
    if not found:
        return ""
    others = word_runs(rest[: found.start()] + rest[found.end() :])
    return found[1] if len(others) <= _MOST_WORDS and found.start() <= 30 else ""


def _is_unreleased(name: str) -> bool:
    words = word_runs(name.lower())
    said = " ".join(words)
    return any(
        said in (word, f"{word} changes", f"{word} version", f"{word} release") for word in dated_words("en").unreleased
    )


def _from_headings(
    index: Index, document: int, path: str, headings: Sequence[tuple[str, int, int, int]]
) -> Iterator[Release]:
    lines = index.structure.lines_of(document)
    starts = [start for _, _, start, _ in headings]
    top = min((level for name, level, _, _ in headings if _release_name(name)), default=0)
    place = 0
    for at, (name, level, start, end) in enumerate(headings):
        version = _release_name(name)
        if not version and not _is_unreleased(name):
            continue
        if not version and level > top:
            continue
        # reStructuredText may draw a line above a title, too.
        title = start + bool(_UNDERLINE.match(lines[start - 1]))
        date, date_line = date_of(name), title
        for line, text in enumerate(lines[start : min(end, start + _DATE_LINES)], start + 1) if not date else ():
            if (date := date_of(text)) and len(text) <= 80:
                # Of a release that was planned for one day and moved to another, the sentence alone tells.
                date_line, date = line, date if len(set(DATE.findall(text))) == 1 else ""
                break
            date = ""
        below = headings[at + 1 : bisect_right(starts, end)]
        parts = tuple((line, part) for part, _, line, _ in below)
        yield Release(document, path, version, date, title, end, date_line, place, parts)
        place += 1


def _from_lines(index: Index, document: int, path: str) -> Iterator[Release]:
    """Of a plain text: lines with a version at the beginning that are underlined, dated or alone; and Debian's."""
    lines = index.structure.lines_of(document)[:_MOST_PLAIN]
    starts: list[tuple[int, str, str]] = []
    for number, (text, below) in enumerate(pairwise([*lines, ""]), 1):
        if found := _DEBIAN.match(text):
            starts.append((number, found["version"], ""))
        elif _PLAIN.match(text) and (version := _release_name(text)):
            underlined = _UNDERLINE.match(below)
            if underlined or date_of(text) or len(text.split()) <= 2:
                starts.append((number, version, date_of(text)))
    for place, (number, version, date) in enumerate(starts):
        end = starts[place + 1][0] - 1 if place + 1 < len(starts) else len(lines)
        date_line = number
        if not date:
            for text in reversed(lines[number:end]):
                if signed := _SIGNED.match(text):
                    date, date_line = signed["date"], number
                    break
        yield Release(document, path, version, date, number, end, date_line, place)
