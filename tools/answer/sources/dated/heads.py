"""How the head of a release is written: its version, its date, and the lines of a plain change log that are heads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from citeline.dataclass import dataclass
from citeline.text import word_runs

from ....documents.dates import read_date
from ....question.dated_words import VERSION, dated_words

DATE: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}|\d{4}[/.]\d{1,2}[/.]\d{1,2}|\d{4}年\d{1,2}月\d{1,2}日|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}"
    r"|\d{1,2}(?:st|nd|rd|th)?[ -][A-Z][a-z]{2,8}\.?,?[ -]\d{4}|[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}"
)
_DEBIAN: Final = re.compile(r"^[\w.+-]+ \((?P<version>[^()\s]+)\) [\w-]+(?: [\w-]+)*; urgency=")
_SIGNED: Final = re.compile(r"^ -- .*>  (?:\w{3}, )?(?P<date>\d{1,2} \w{3} \d{4})")
_PLAIN: Final = re.compile(r"^(?:(?:version|release)\s+)?v?\d+\.\d+[\w.+-]*\s*(?:[-–—/:(,]|$)", re.I)
UNDERLINE: Final = re.compile(r"^([=\-~^*#])\1{2,}\s*$")
_MOST_WORDS: Final = 7
"""Of a heading beside its version and date: a longer one is a sentence about a version."""


@dataclass(frozen=True, slots=True)
class Head:
    """The line that a release of a plain text begins with."""

    line: int
    version: str
    date: str


def date_of(text: str) -> str:
    """The first date of a text as it is written; empty without one."""
    found = DATE.search(text)
    return found[0] if found and _is_date(found[0]) else ""


def _is_date(text: str) -> bool:
    plain = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", text)
    return any(read_date(plain, order) for order in ("day", "month"))


def release_name(name: str) -> str:
    """The version that a heading is about; empty where it is about something else."""
    rest = DATE.sub(" ", name)
    found = VERSION.search(rest)
    if not found:
        return ""
    others = word_runs(rest[: found.start()] + rest[found.end() :])
    return found[1] if len(others) <= _MOST_WORDS and found.start() <= 30 else ""


def is_unreleased(name: str) -> bool:
    """Whether a heading is one of changes that are in no release yet."""
    words = word_runs(name.lower())
    said = " ".join(words)
    return any(
        said in (word, f"{word} changes", f"{word} version", f"{word} release") for word in dated_words("en").unreleased
    )


def heads_in(lines: Sequence[str]) -> list[Head]:
    """Lines with a version at the beginning that are underlined, dated or alone; and Debian's."""
    starts: list[Head] = []
    for number, (text, below) in enumerate(pairwise([*lines, ""]), 1):
        if found := _DEBIAN.match(text):
            starts.append(Head(number, found["version"], ""))
        elif _PLAIN.match(text) and (version := release_name(text)):
            underlined = UNDERLINE.match(below)
            if underlined or date_of(text) or len(text.split()) <= 2:
                starts.append(Head(number, version, date_of(text)))
    ends = [head.line - 1 for head in starts[1:]] + [len(lines)]
    return [
        head if head.date else Head(head.line, head.version, _signed(lines[head.line : end]))
        for head, end in zip(starts, ends, strict=True)
    ]


def _signed(lines: Sequence[str]) -> str:
    """The date below an entry of Debian."""
    return next((signed["date"] for text in reversed(lines) if (signed := _SIGNED.match(text))), "")
