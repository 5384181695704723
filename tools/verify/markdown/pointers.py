"""Reads `path:12-20`, `path#L12-L20`, lists such as `path:1-3, 6-8`, the destinations of links, and documents that are
cited by a page, slide, sheet or cell beside, in front of or behind their path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote

from citeline.dataclass import dataclass
from citeline.indexing.parsers.languages import language_of

from .page_places import (
    PAGED_PATH,
    WORD,
    WrittenPlace,
    anchor_in_fragment,
    path_begin,
    place_before,
    place_behind,
    place_in_fragment,
)

# However long and even below zero: an absurd number is told, not overlooked.
_NUMBER: Final = r"\d+(?:C\d+)?"
_DASH: Final = r"(?:[-‐‑‒–—−~]|\.\.)"
# In running text, `a.py:12 - 17` is a range where nothing else can follow: else the dash may be one of the sentence.
_APART: Final = rf"\s+{_DASH}\s+(?=L?\d+\s*(?:[)\],;、，。]|[.:!?](?!\w)|$))"
# The column of `12:5-17:9` goes with it; in `12:5-9` the columns are a range.
_COLUMN: Final = rf"(?::\d+(?=\s*{_DASH}\s*L?\d+:\d))?"
_RANGE: Final = rf"(-?{_NUMBER}){_COLUMN}(?:(?:{_DASH}|{_APART})L?({_NUMBER}))?"
_RANGE_IN_CODE: Final = rf"(-?{_NUMBER}){_COLUMN}(?:\s*{_DASH}\s*L?({_NUMBER}))?"
_LARGEST: Final = 10**18
"""Larger numbers count as this one: Python refuses to read more than 4,300 digits, and no file has as many lines."""
_END: Final = r"(?![A-Za-z0-9_])"
_TAIL: Final = rf"(?::L?|#L){_RANGE}{_END}(?::\d+(?:{_DASH}\d+)?{_END})?"
_TAIL_IN_CODE: Final = rf"(?::L?|#L){_RANGE_IN_CODE}{_END}(?::\d+(?:{_DASH}\d+)?{_END})?"
_IN_TEXT: Final = re.compile(
    rf"(?<![{WORD}/\\.@:%+~#-])((?:[A-Za-z]:[\\/]|\.{{0,2}}[\\/])?(?:[{WORD}.@+~%-]+[\\/])*[{WORD}.@+~%-]*[{WORD}]){_TAIL}"
)
_IN_CODE: Final = re.compile(rf"((?:[A-Za-z]:(?=[\\/]))?[^\s:#<>|*?\"'`{{}}][^:#<>|*?\"'`{{}}\n]*){_TAIL_IN_CODE}")
FILE_IN_TEXT: Final = re.compile(
    rf"(?<![{WORD}/\\.@:%+~#-])(?:\.{{0,2}}/)?(?:[{WORD}.@+~%-]+/)*[{WORD}.@+~%-]*[{WORD}]\.[A-Za-z]\w{{0,9}}(?![\w/\\:#])"
)
"""A path in running text that nothing but lines in words may follow."""
_PATH: Final = re.compile(r"(?:[\w.@+~-]+/)+[\w.@+~-]*\.\w+")
_LONGEST_PATH: Final = 200
"""Characters of a path without lines in back quotes."""
_LONGEST_ADDRESS: Final = 4000
_FRAGMENT: Final = re.compile(rf"L{_RANGE}$")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|[^#?]*://")
_BLOB: Final = re.compile(
    r"https?://[^/\s]+/([\w.-]+(?:/[\w.-]+)*?)(?:/-)?/(?:blob|raw|blame)/([^/\s]+)/([^?#\s]+)(?:\?[^#\s]*)?(?:#(\S*))?$"
)
_ADDRESS: Final = re.compile(r"https?://[^\s<>\"'`\0]*[^\s<>\"'`\0.,;:!?)\]}*_]")
_COMMIT: Final = re.compile(r"[0-9a-f]{7,40}$|v?\d+(?:\.\d+)+[\w.-]*$")
"""Or the tag of a release: neither follows the working tree."""
_SPLIT: Final = re.compile(r"(?<!\s)\s*(?:[,;、，]\s*|(?:(?<=\s)(?:and|&)\s+|[和与及]\s*)(?=:?L?\d))")
_BETWEEN_SPANS: Final = re.compile(r"\s*[,;、，/]\s*(?:and\s+)?|\s+(?:and|&)\s+|\s*[和与及]\s*")
_BETWEEN_APART: Final = re.compile(r"[^.!?。\0]{0,80}")
# A single number needs a mark behind it: in `a.py:12, 3 of them` the 3 is no line.
_NEXT_IN_TEXT: Final = re.compile(
    r"(?P<lead>\s*[,;、，]\s*|\s+(?:and|&)\s+|\s*[和与及]\s*(?=L?\d))"
    rf"(?P<lines>(?:#?L|:)?\d+(?:{_DASH}L?\d+(?![A-Za-z0-9_%/-]|[.:]\w)"
    r"|(?=\s*(?:[)\],;、，。和与及行]|[.:!?](?!\w)|$|\s(?:and|&)\s+\d))))"
)
_LISTED: Final = re.compile(rf"(?::|#?L)?{_RANGE_IN_CODE}")
_WORDED: Final = re.compile(r"\D*(\d+)(?:\D+(\d+))?\D*")
_APART_SPAN: Final = re.compile(r":(\d{2,6})(?:[-–](\d{1,6}))?")
_ALONE: Final = re.compile(rf":{_RANGE_IN_CODE}|(?:#?L)?(\d+)\s*{_DASH}\s*L?(\d+)|#L\d+")
_LISTED_LINK: Final = re.compile(rf"([^,;]*{_TAIL})((?:[,;](?:#?L)?\d+(?:{_DASH}L?\d+)?)+)")
_HALF_READ: Final = re.compile(r"\s*(?:[-‐-―−﹘﹣－~～〜]|\.{2,}|…)\s*L?\d")
_OTHER_TEXT: Final = frozenset({".txt", ".rst", ".adoc", ".cfg", ".conf", ".ini", ".env", ".lock", ".log", ".in"})
_AHEAD = 120
"""Characters before a path that may belong to it."""
_LONGEST = 400
"""Characters of a code span or a fragment that name a place; more is a text of its own."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """A path with or without lines or a place, and where it stands in the text that was read."""

    path: str
    lines: tuple[int, int] | None
    start: int
    written: str
    sure: bool
    pinned: str = ""
    repository: str = ""
    in_list: bool = False
    """One of several ranges of a path that is written once."""
    place: WrittenPlace | None = None
    """The page, slide, sheet or cell beside it; where it stands counts from the same beginning as `start`."""
    anchor: str = ""
    """Of a heading: what stands behind the `#` of a link and is neither lines nor a place."""
    ahead: str | None = None
    """What stands before a path in running text, which may have blanks; None for one in a link or in code."""
    lead: int = 0
    """Characters between it and the range before it in a list; 0 for the first, which has the path."""

    @property
    def is_exact(self) -> bool:
        """Whether it means a part of its file."""
        return self.lines is not None or self.place is not None


def pointers_in_text(text: str) -> Iterator[Pointer]:
    """Every `path:12`, `path#L12` and address of a file on a code host in running text, NUL for what is not running
    text. A path of letters without blanks between words, `报告.txt`, may begin with the word before.
    """
    for address in _ADDRESS.finditer(text):
        blob = _blob(address[0])
        if blob is not None:
            yield replace(blob, start=address.start())
    for found in _IN_TEXT.finditer(text):
        begin = path_begin(found[1])
        first = _pointer(found, found.start())
        first = replace(first, path=first.path[begin:], start=first.start + begin, written=found[0][begin:], ahead="")
        yield from _with_list(first, text, found.end())


def pointers_in_code(code: str) -> list[Pointer]:
    """The pointers of a code span, when it holds nothing else; a path without lines needs a folder and an ending."""
    found: list[Pointer] = []
    place = 0
    for part in _SPLIT.split(code):
        behind, place = place, code.index(part, place)
        match = _IN_CODE.fullmatch(part)
        listed = _LISTED.fullmatch(part) if found and found[-1].lines else None
        if match is not None:
            found.append(_pointer(match, place))
        elif listed is not None:
            found[-1] = replace(found[-1], in_list=True)
            found.append(_next(found[-1], listed, place, place - behind))
        elif len(part) <= _LONGEST_PATH and _PATH.fullmatch(part):
            found.append(Pointer(part, None, place, part, sure=False))
        else:
            return []
        place += len(part)
    return found


def continued(code: str, before: Pointer, between: str) -> list[Pointer]:
    """The ranges of a code span that holds nothing else, behind the span of a citation: `a.py:1-2` and `:99`.

    A number without a colon or a dash may be a value. Words may stand between, as in `a.py:12`, called at `:99`: not
    sure, for that may be a port.
    """
    if before.lines is None:
        return []
    if not _BETWEEN_SPANS.fullmatch(between):
        alone = _APART_SPAN.fullmatch(code) if _BETWEEN_APART.fullmatch(between) else None
        return [replace(_next(before, alone, 0, 1), sure=False)] if alone else []
    found: list[Pointer] = []
    place = 0
    for part in _SPLIT.split(code):
        place = code.index(part, place)
        listed = _LISTED.fullmatch(part)
        if listed is None or not (found or _ALONE.fullmatch(part)):
            return []
        found.append(_next(before, listed, place, 1))
        place += len(part)
    return found


def is_half_read(behind: str) -> bool:
    """Whether what stands behind a citation may be the end of its range, in a form that is not known here."""
    return _HALF_READ.match(behind) is not None


def pointers_of_link(destination: str) -> list[Pointer]:
    """Where a link leads, percent escapes decoded; nowhere for the web, for mail, and for places in the same file."""
    listed = _LISTED_LINK.fullmatch(destination)
    first = _pointer_of_link(listed[1] if listed else destination)
    if listed is None or first is None or first.lines is None:
        return [first] if first else []
    found, place = [replace(first, in_list=True)], listed.end(1)
    for part in destination[place + 1 :].replace(";", ",").split(","):
        match = _LISTED.fullmatch(part)
        if match is not None:
            found.append(_next(found[0], match, place + 1, 1))
        place += 1 + len(part)
    return found


def _pointer_of_link(destination: str) -> Pointer | None:
    match = _IN_CODE.fullmatch(destination)
    if match is not None and not destination.startswith("//"):
        return _pointer(match, 0, decode=True, sure=True)
    if _SCHEME.match(destination):
        return _blob(destination)
    path, _, fragment = destination.partition("#")
    path = unquote(path.partition("?")[0])
    if not path:
        return None
    lines = _FRAGMENT.match(unquote(fragment))
    place = place_in_fragment(path, unquote(fragment), destination.find("#") + 1)
    if place is not None:
        place = replace(place, written=fragment)
    anchor = "" if lines or place else unquote(fragment)
    cited = _lines(lines[1], lines[2]) if lines else None
    return Pointer(path, cited, 0, destination, sure=True, place=place, anchor=anchor)


def renumber(written: str, lines: tuple[int, int]) -> str:
    """The same citation with other line numbers, everything else as it was written."""
    found = re.search(rf"{_TAIL_IN_CODE}$", written) or _LISTED.fullmatch(written) or _WORDED.fullmatch(written)
    if found is None:
        return written
    first, last = found.span(1), found.span(2)
    text = written
    if last != (-1, -1):
        text = text[: last[0]] + str(lines[1]) + text[last[1] :]
    return text[: first[0]] + str(lines[0]) + text[first[1] :]


def _blob(address: str) -> Pointer | None:
    found = _BLOB.match(address) if len(address) <= _LONGEST_ADDRESS else None
    if found is None:
        return None
    repository, revision, path, fragment = found.groups()
    lines = _FRAGMENT.match(fragment or "")
    return Pointer(
        path=unquote(path),
        lines=_lines(lines[1], lines[2]) if lines else None,
        start=0,
        written=address,
        sure=False,
        pinned=revision if _COMMIT.match(revision) else "",
        repository=repository,
        place=place_in_fragment(unquote(path), unquote(fragment or ""), address.find("#") + 1),
    )


def _pointer(found: re.Match[str], start: int, *, decode: bool = False, sure: bool = False) -> Pointer:
    path = unquote(found[1]) if decode else found[1]
    return Pointer(path, _lines(found[2], found[3]), start, found[0], sure=sure or is_file_name(path))


def _with_list(first: Pointer, text: str, end: int) -> Iterator[Pointer]:
    """The pointer that ends there, and the ranges that running text lists behind it."""
    more: list[Pointer] = []
    while found := _NEXT_IN_TEXT.match(text, end):
        listed = _LISTED.fullmatch(found["lines"])
        if listed is None:
            break
        more.append(_next(first, listed, found.start("lines"), len(found["lead"])))
        end = found.end()
    yield replace(first, in_list=bool(more))
    yield from more


def _next(before: Pointer, found: re.Match[str], start: int, lead: int) -> Pointer:
    lines = _lines(found[1], found[2])
    return replace(before, lines=lines, start=start, written=found[0], in_list=True, lead=lead)


def _lines(first: str, last: str | None) -> tuple[int, int]:
    start = _line(first)
    return start, _line(last) if last else start


def _line(number: str) -> int:
    digits = number.partition("C")[0]
    return _LARGEST if len(digits.lstrip("0")) > len(str(_LARGEST)) else min(int(digits.lstrip("0") or "0"), _LARGEST)


def is_file_name(path: str) -> bool:
    """Whether nothing else is called like this; `localhost:8080` and `redis:7` are not citations."""
    if path.startswith(("/", "./", "../", ".\\", "..\\")):
        return True
    # `v1.2` is a version more often than a manual page.
    return language_of(path) not in ("text", "man") or PurePosixPath(path).suffix.lower() in _OTHER_TEXT


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
