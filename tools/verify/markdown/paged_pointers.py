"""Finds the documents with pages that are cited by a place: beside, in front of or behind their path."""

from __future__ import annotations

from collections.abc import Iterator

from .page_places import (
    PAGED_PATH,
    WrittenPlace,
    anchor_in_fragment,
    path_begin,
    place_before,
    place_behind,
    place_in_fragment,
)
from .pointers import Pointer

_AHEAD = 120
"""Characters before a path that may belong to it."""
_LONGEST = 400
"""Characters of a code span or a fragment that name a place; more is a text of its own."""


def paged_in_text(text: str) -> Iterator[Pointer]:
    """Every document of running text that a place belongs to: `report.pdf, page 9`, `costs.xlsx#Costs!B2:C9`.

    A place beside it is not yet in the pointer: it may stand in back quotes.
    """
    for found in PAGED_PATH.finditer(text):
        path, begin, end = found[1], *found.span(1)
        begin += path_begin(path)
        path = text[begin:end]
        inside = _fragment_behind(path, text, end)
        if inside is not None:
            yield Pointer(path, None, begin, text[begin : inside.end], sure=is_sure(inside), place=inside)
        elif beside := place_beside(path, text, begin, end):
            yield Pointer(path, None, begin, path, sure=is_sure(beside))


def paged_in_code(code: str) -> list[Pointer]:
    """The pointer of a code span that holds a document's path with its place, and nothing else."""
    for found in PAGED_PATH.finditer(code) if len(code) <= _LONGEST else ():
        end = found.end(1)
        path = code[:end]
        place = place_behind(path, code, end)
        if code.startswith("#", end):
            place = _place_in_fragment(path, code[end + 1 :], end + 1)
        if place is not None and code[place.end :].strip(" )）]") == "":
            return [Pointer(path, None, 0, code, sure=is_sure(place), place=place)]
    return []


def place_beside(path: str, text: str, begin: int, end: int) -> WrittenPlace | None:
    """The place behind or in front of a path that is written from `begin` to `end`."""
    return place_behind(path, text, end) or place_before(path, text, begin)


def ahead_of(pointer: Pointer, text: str) -> str:
    """What a path in running text may begin with, where a file is called so: names may have blanks."""
    return text[max(0, pointer.start - _AHEAD) : pointer.start]


def _fragment_behind(path: str, text: str, end: int) -> WrittenPlace | None:
    """`#page=9`, `#Costs!B2:C9`: a name with blanks is in quotation marks."""
    if not text.startswith("#", end):
        return None
    quoted = text.find("'!", end + 2, end + 2 + _LONGEST) + 1 if text.startswith("'", end + 1) else 0
    rest = text[end + 1 : end + 1 + _LONGEST]
    length = next((at for at, char in enumerate(rest) if at + end + 1 > quoted and char in ' ,;)]\0\n"`'), len(rest))
    return _place_in_fragment(path, rest[:length].rstrip(".:?"), end + 1)


def _place_in_fragment(path: str, fragment: str, start: int) -> WrittenPlace | None:
    return place_in_fragment(path, fragment, start) or anchor_in_fragment(path, fragment, start)


def is_sure(place: WrittenPlace) -> bool:
    """Not of `index.html#top`, which may be a page of any site."""
    return place.word != "anchor"
