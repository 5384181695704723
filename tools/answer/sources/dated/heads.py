"""How the heads of releases are written: a version and its date, and the lines of a plain change log that are heads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from citeline.dataclass import dataclass
from citeline.patterns import re
from citeline.text import word_runs

from ....documents.dates import DATE, date_of, day_of
from ....question.dated_words import VERSION, dated_words

_MONTH: Final = re.compile(r"(?<![\w/-])[A-Z][a-z]{2,8}\.?,? \d{4}(?!\w)")
"""A month of a year, where no day is written."""
_DEBIAN: Final = re.compile(r"^[\w.+-]+ \((?P<version>[^()\s]+)\) [\w-]+(?: [\w-]+)*; urgency=")
_SIGNED: Final = re.compile(r"^ -- .*>  (?:\w{3}, )?(?P<date>\d{1,2} \w{3} \d{4})")
_DIRECTIVE: Final = re.compile(r"^\.\. changelog::")
_OPTION: Final = re.compile(r"^\s+:(?P<name>version|released):[ \t]*(?P<value>.*)$")
_ELEMENT: Final = re.compile(
    r"<release\b(?=[^<>]*\bversion=\"(?P<version>[^\"]+)\")(?:[^<>]*\bdate=\"(?P<date>[^\"]+)\")?"
)
_PLAIN: Final = re.compile(r"^(?:(?:version|release)\s+)?v?\d+\.\d+[\w.+-]*\s*(?:[-–—/:(,]|$)", re.I)
_OUTLINE: Final = re.compile(r"^[*+-]+ (?=\S)")
"""Marks of an outline or a list, of which the heads may be items."""
_BOLD: Final = re.compile(r"^(\*\*|__)(?=\S)(.*)(?<=\S)\1$")
UNDERLINE: Final = re.compile(r"^([=\-~^*#])\1{2,}\s*$")
_MOST_WORDS: Final = 7
"""Of a heading beside its version and date: a longer one is a sentence about a version."""
_FARTHEST: Final = 30
"""Letters of a heading before its version."""
_LONGEST: Final = 80
_DATE_LINES: Final = 3
"""Below a heading, where its date may stand."""
_MOST_BEFORE: Final = 2
"""Words before that date, `Release date: …`, and of an item beside it: more are an entry that names a day."""
_LEAST: Final = 2
"""Lines that begin alike and go on with different versions: `Changes in 4.0.0`, `Changes in 3.4.5`."""


@dataclass(frozen=True, slots=True)
class Head:
    """The line that a release begins with."""

    line: int
    """From 1 on, as all lines here."""
    version: str
    """Empty for changes that are in no release yet."""
    date: str = ""
    """As it is written; empty where none is."""
    date_line: int = 0
    """0 without a date."""


def date_of_head(text: str) -> str:
    """The date in a heading as it is written, or its month and year; empty without one."""
    if date := date_of(text):
        return date
    month = _MONTH.search(text)
    return month[0] if month and day_of(f"1 {month[0].replace(',', '')}") else ""


def release_name(name: str) -> str:
    """The version that a heading is about; empty where it is about something else."""
    date = DATE.search(name)
    rest = DATE.sub(" ", name)
    found = VERSION.search(rest)
    if not found:  # `2023.12.30` is the day and the version, and a day alone is none
        is_both = date and not word_runs(rest) and re.fullmatch(r"\d{4}\.\d{1,2}\.\d{1,2}", date[0])
        return date[0] if date and is_both else ""
    second = VERSION.search(rest, found.end())
    if second and rest[: found.start()].strip() and not word_runs(rest[second.end() :]):
        between = word_runs(rest[found.end() : second.start()])
        if len(between) == 1 and between[0].isalpha():  # `Changes between 3.2.0 and 3.2.1`
            found = second
    others = word_runs(rest[: found.start()] + rest[found.end() :])
    return found[1] if len(others) <= _MOST_WORDS and found.start() <= _FARTHEST else ""


def is_bare(name: str) -> bool:
    """Whether a heading begins with a version, and with no name."""
    return _PLAIN.match(name) is not None


def is_unreleased(name: str) -> bool:
    """Whether a heading is one of changes that are in no release yet."""
    words = word_runs(name.lower())
    said = " ".join(words)
    return any(
        said in (word, f"{word} changes", f"{word} version", f"{word} release", f"{word} releasedate")
        for word in dated_words("en").unreleased
    )


def date_below(lines: Sequence[str], line: int, last: int) -> tuple[str, int]:
    """The date that begins one of the lines below a heading, and its line; both empty without one."""
    for number, text in enumerate(lines[line : min(last, line + _DATE_LINES)], line + 1):
        if (date := date_of(text)) and len(text) <= _LONGEST:
            # Of a release that was planned for one day and moved to another, the sentence alone tells.
            if len(set(DATE.findall(text))) > 1:
                return "", number
            words = text.replace(date, " ") if _OUTLINE.match(text.lstrip()) else text.partition(date)[0]
            if len(word_runs(words)) <= _MOST_BEFORE:
                return date, number
    return "", 0


def heads_in(lines: Sequence[str]) -> list[Head]:
    """The heads of the releases of a change log that has no headings, in their order."""
    notations = (_directives, _signed, _elements, _plain)
    return next((heads for notation in notations if (heads := list(notation(lines)))), [])


def _directives(lines: Sequence[str]) -> Iterator[Head]:
    """Those of Sphinx: `.. changelog::` with the options `:version:` and `:released:`."""
    for number, text in enumerate(lines, 1):
        if not _DIRECTIVE.match(text):
            continue
        said: dict[str, tuple[str, int]] = {}
        for below, option in enumerate(lines[number:], number + 1):
            if not option.strip():
                break
            if found := _OPTION.match(option):
                said[found["name"]] = found["value"].strip(), below
        version, _ = said.get("version", ("", 0))
        if version:
            yield Head(number, version, *said.get("released", ("", 0)))


def _signed(lines: Sequence[str]) -> Iterator[Head]:
    """Debian's, which are signed with the date below their entries."""
    starts = [(number, found["version"]) for number, text in enumerate(lines, 1) if (found := _DEBIAN.match(text))]
    for (number, version), (end, _) in pairwise([*starts, (len(lines) + 1, "")]):
        dates = (signed["date"] for text in lines[number : end - 1] if (signed := _SIGNED.match(text)))
        yield Head(number, version, next(dates, ""), number)


def _elements(lines: Sequence[str]) -> Iterator[Head]:
    """Those of XML: `<release version="1.2" date="2026-03-04">`."""
    for number, text in enumerate(lines, 1):
        if found := _ELEMENT.search(text):
            yield Head(number, found["version"], date_of(found["date"] or ""), number)


def _plain(lines: Sequence[str]) -> list[Head]:
    """Lines with a version that are underlined, dated or alone, and those that begin as others do."""
    sure: list[tuple[Head, str]] = []
    alike: list[tuple[Head, str]] = []
    above = ""
    for number, (text, below) in enumerate(pairwise([*(_BOLD.sub(r"\2", line.rstrip()) for line in lines), ""]), 1):
        before, above = above, text
        if len(text) > _LONGEST or not text:
            continue
        is_ruled = UNDERLINE.match(below) is not None
        if is_ruled and is_unreleased(text):
            sure.append((Head(number, ""), ""))
        version = release_name(bare := _OUTLINE.sub("", text))
        if not version or (text[0].isspace() and not is_ruled):
            continue
        start, date, is_item = _start(bare, version), date_of_head(bare), bare != text
        head = Head(number, version, date, number if date else 0)
        is_alone = len(bare.split()) <= (1 if is_item else 2) and _PLAIN.match(bare)
        if is_ruled or is_alone or (date and (_PLAIN.match(bare) or not is_item) and not bare.endswith(".")):
            sure.append((head, start))
        elif start and (not before or UNDERLINE.match(before)) and bare[-1] not in ".:,;":
            alike.append((head, start))
    shared = Counter(start for start, _ in {(start, one.version) for one, start in alike})
    kept = {start for start, count in shared.items() if count >= max(_LEAST, len(sure))} | {one for _, one in sure}
    heads = sorted(
        [*(one for one, _ in sure), *(one for one, start in alike if start in kept)], key=lambda one: one.line
    )
    ends = [*(one.line - 1 for one in heads[1:]), len(lines)][: len(heads)]
    return [_dated(one, lines, end) for one, end in zip(heads, ends, strict=True)]


def _dated(head: Head, lines: Sequence[str], end: int) -> Head:
    """A head with the date that stands in it or below."""
    if head.date:
        return head
    date, line = date_below(lines, head.line, end)
    return replace(head, date=date, date_line=line)


def _start(text: str, version: str) -> str:
    """The words of a line before its version, in small letters and without the date and another version."""
    return " ".join(word_runs(VERSION.sub(" ", DATE.sub(" ", text).partition(version)[0]).lower()))
