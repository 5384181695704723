"""Reads lines written beside a path: `` `src/a.py`, line 248 ``, `src/a.py (L12–20)`, lines 3-9 of `src/a.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from citeline.data_files import shipped_table

_WORDS: Final = shipped_table("citeline.tools.verify.markdown", "line_words.toml")


def _any_of(words: list[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(dict.fromkeys(words), key=len, reverse=True))


_BETWEEN: Final = rf"(?:\s?[-‐‑‒–—−~]\s?|\.\.|\s?(?:{_any_of(_WORDS['to'])})\s?)"
_SPAN: Final = rf"`?L?(\d{{1,9}})(?:{_BETWEEN}L?(\d{{1,9}}))?`?"
_END: Final = r"(?![\w%]|[.,:]\d)"
_FORMS: Final = (
    rf"(?<!\w)(?:{_any_of(_WORDS['before'])})\s?{_SPAN}{_END}",
    *(rf"{re.escape(head)}\s?{_SPAN}\s?{re.escape(tail)}" for head, tail in _WORDS["around"]),
    # Without a word it stands in brackets, or the letter tells.
    rf"(?<=[(（\[])L(\d{{1,9}})(?:{_BETWEEN}L?(\d{{1,9}}))?(?=\s?[)）\],;])",
    rf"(?<![\w/])#?L(\d{{1,9}})(?:{_BETWEEN}L?(\d{{1,9}}))?{_END}",
)
_LEAD: Final = rf"(?:\s?[,;:，：、]\s?|\s)?(?:[(（\[]\s?)?(?:(?:{_any_of(_WORDS['lead'])})\s)?"
_BEHIND: Final = tuple(re.compile(rf"{_LEAD}(?P<place>{form})", re.IGNORECASE) for form in _FORMS)
_BEFORE: Final = tuple(
    re.compile(rf"(?P<place>{form})\s(?:{_any_of(_WORDS['of'])})\s`?$", re.IGNORECASE) for form in _FORMS[:-2]
)
_AND: Final = rf"\s?(?:[,;、，]|(?:(?<=\s)|[,，]\s?)(?:{_any_of(_WORDS['and'])})(?!\w))\s?"
_MORE: Final = re.compile(
    rf"{_AND}(?P<place>{_SPAN}){_END}(?=\s?(?:[)\]）,;.、，。]|$|(?:{_any_of(_WORDS['and'])})(?!\w)))"
)
_LONGEST: Final = 60
"""Characters in front of a path in which its lines may stand."""
CITES_LINES: Final = re.compile(
    rf":-?\d|(?<![A-Za-z])L\d|(?:{_any_of(_WORDS['before'])}|page|slide|sheet|cell|pp?\.)s?\W{{0,3}}\d"
    rf"|(?:{_any_of([head for head, _ in _WORDS['around']])})\s?\d",
    re.IGNORECASE,
)
"""Something in a text that cites lines or a place."""


class LinesBeside(NamedTuple):
    """One range of lines beside a path."""

    lines: tuple[int, int]
    start: int
    """Where it stands in the text that was read."""
    written: str
    """What is replaced when they have moved: `line 248`."""


def lines_beside(text: str, begin: int, end: int) -> list[LinesBeside]:
    """The lines behind or in front of a path that is written from `begin` to `end`; of a list each range."""
    for form in _BEHIND:
        if found := form.match(text, end):
            return list(_with_more(text, found))
    first = max(0, begin - _LONGEST)
    for form in _BEFORE:
        if found := form.search(text[first:begin]):
            return [_read(found, first)]
    return []


def _with_more(text: str, found: re.Match[str]) -> Iterator[LinesBeside]:
    yield _read(found, 0)
    end = found.end()
    while more := _MORE.match(text, end):
        yield _read(more, 0)
        end = more.end()


def _read(found: re.Match[str], shift: int) -> LinesBeside:
    numbers = [int(number) for number in found.groups()[1:] if number]
    return LinesBeside((numbers[0], numbers[-1]), found.start("place") + shift, found["place"])
