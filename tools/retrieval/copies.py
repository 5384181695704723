"""Of several copies of a page only the one that the question wants: its version, the language it is asked in, and the
page itself in place of one that nobody has translated yet.

A copy stays where it says what the preferred page does not: then that page is far from the question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from functools import cache, partial
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias, TypeVar

from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.model import StoredDocument
from citeline.text import is_cjk

from ..question.question import Question
from ..question.versions import Version, numbers_of
from .corpus import corpus_of

_VERSION: Final = re.compile(
    r"(?!.*(?<!\d)(?:19|20)\d\d(?!\d))"
    r"(?:(?:v(?:er(?:sion)?)?|rel(?:ease)?)[-_.]?(\d+(?:\.(?:\d+|x))*)|(\d+(?:\.(?:\d+|x))+))",
    re.IGNORECASE,
)
"""A folder's whole name. A number alone is a year, a chapter or an id; `sprint-1`, `rfc-2119` and `2024.01` count other
things than versions.
"""
_FAR: Final = 0.5
"""Of a copy's score: a preferred page below that says something else."""
_TOP: Final = 40
"""Chunks among whose documents pages in two languages are looked for: their lines are read."""
_SHARED: Final = 0.25
"""Of the lines of the shorter page: code, addresses and pictures that a translation keeps, and what of a page stays
over the years. Of 353 old versions of the pages of one project 350 share as much with the page of today.
"""
_MOST: Final = 0.6
"""Of the lines of a page that another one has word for word."""
_LEAST: Final = 2
"""Such lines of two versions: one, such as who wrote it down, two minutes share too."""
_LONG: Final = 8
"""Letters of a line that is nobody else's by chance."""
_HEADINGS: Final = ("#", "==")

Chunks: TypeAlias = Sequence[tuple[int, float]]
"""Chunks with their scores, best first."""
_Line = TypeVar("_Line", str, int)


class _Copy(NamedTuple):
    """A page in a folder of a version."""

    lead: tuple[str, ...]
    """The folders before it."""
    version: Version
    tail: tuple[str, ...]
    """Folders behind it, and the name of the file."""


def without_copies(
    index: Index, question: Question, ordered: Chunks, own_scores: Callable[[], Mapping[int, float]]
) -> Chunks:
    """The same chunks in their order, less those of copies of a page that is found too.

    `own_scores`: gives those of chunks, which are on one scale; asked for where there are copies.
    """
    corpus = corpus_of(index)
    document_of = {chunk: corpus.document_of(chunk) for chunk, _ in ordered}
    found = {document: corpus.documents[document] for document in dict.fromkeys(document_of.values())}
    pages = {document: stored for document, stored in found.items() if corpus.is_prose(document)}
    preferred = {copy: {*before} for copy, before in behind_versions(index.structure, pages, question.versions).items()}
    for copy, page in _untranslated(index.structure, pages):
        preferred.setdefault(copy, set()).add(page)
    if question.is_spaceless:
        top = dict.fromkeys(document_of[chunk] for chunk, _ in ordered[:_TOP])
        for copy, page in _by_language(index, [pages[document] for document in top if document in pages]):
            preferred.setdefault(copy, set()).add(page)
    if not preferred:
        return ordered
    own = own_scores()
    best: dict[int, float] = {}
    for chunk, document in document_of.items():
        best[document] = max(best.get(document, 0.0), own.get(chunk, 0.0))
    # How good the best page is that stands before a copy.
    before = {copy: max(best[page] for page in before) for copy, before in preferred.items()}

    def is_wanted(chunk: int) -> bool:
        near = before.get(document_of[chunk])
        return near is None or near < _FAR * own.get(chunk, 0.0)

    return [item for item in ordered if is_wanted(item[0])]


def _copy(path: str) -> _Copy | None:
    *folders, name = path.split("/")
    for place, folder in enumerate(folders):
        if told := _VERSION.fullmatch(folder):
            return _Copy(tuple(folders[:place]), numbers_of(told[1] or told[2]), (*folders[place + 1 :], name))
    return None


def behind_versions(
    structure: StructureReader, pages: Mapping[int, StoredDocument], named: Collection[Version] = ()
) -> Mapping[int, Collection[int]]:
    """By page those among them that come before it, as versions of it: copies that the question names, else the page
    without a version, else the highest. Pages without such ones are left out. Copies have the path behind their
    version, the title and many lines in common.
    """
    versioned = {document: copy for document, page in pages.items() if (copy := _copy(page.path)) is not None}
    if not versioned:
        return {}
    by_tail: dict[tuple[str, str], list[int]] = {}
    for document, page in pages.items():
        by_tail.setdefault((page.path.rsplit("/", 1)[-1], page.title), []).append(document)
    common = _common_of(structure)
    behind: dict[int, set[int]] = {}
    for alike in by_tail.values():
        for one, other in permutations(alike, 2):
            copy = versioned.get(one) or versioned.get(other)
            if copy is None or not _are_versions(
                pages[one].path, versioned.get(one), pages[other].path, versioned.get(other)
            ):
                continue
            is_behind = _standing(versioned.get(one), named) < _standing(versioned.get(other), named)
            if is_behind and common.are_alike(structure, one, other):
                behind.setdefault(one, set()).add(other)
    return behind


def _are_versions(path: str, copy: _Copy | None, other_path: str, other: _Copy | None) -> bool:
    if copy is None or other is None:
        known, page = (copy, other_path) if copy else (other, path)
        return known is not None and _is_page_of(known, tuple(page.split("/")))
    return copy.lead == other.lead and copy.tail == other.tail


def _is_page_of(copy: _Copy, page: tuple[str, ...]) -> bool:
    """Whether a path without a version is that of the page: `docs/a.md` of `docs/v1/a.md`, `docs/next/a.md` too, and of
    `website/versioned_docs/v1/a.md`.
    """
    folders = page[: -len(copy.tail)]
    if page[-len(copy.tail) :] != copy.tail:
        return False
    if folders[: len(copy.lead)] == copy.lead:
        return len(folders) <= len(copy.lead) + 1
    is_beside = bool(folders) and folders[:-1] == copy.lead[: len(folders) - 1]
    return is_beside and folders[-1] in copy.lead[-1]


def _standing(copy: _Copy | None, named: Collection[Version]) -> tuple[bool, bool, Version]:
    if copy is None:
        return False, True, ()
    is_named = any(copy.version == version[: len(copy.version)] for version in named)
    return is_named, False, () if is_named else copy.version


def _untranslated(structure: StructureReader, pages: Mapping[int, StoredDocument]) -> Iterator[tuple[int, int]]:
    """Pages in a folder of their own that say most of what the page of that name beside the folder says, each with
    that: `docs/sw/legal.md` of `docs/legal.md`, which nobody has translated yet.
    """
    by_path = {page.path: document for document, page in pages.items()}
    for path, document in by_path.items():
        *folders, name = path.split("/") if _copy(path) is None else [path]
        for place in range(len(folders)):
            page = by_path.get("/".join([*folders[:place], *folders[place + 1 :], name]))
            if page is not None and _common_of(structure).are_one(structure, document, page):
                yield document, page


def _by_language(index: Index, pages: Sequence[StoredDocument]) -> Iterator[tuple[int, int]]:
    """Pages in another script than that of the question, which is Chinese, Japanese or Korean, each with the page
    that it is a translation of: of the same name or in the same folder, with lines in common.
    """
    common, lines_of = _common_of(index.structure), cache(partial(_lines, index.structure))
    for one, other in permutations(pages, 2):
        (folder, _, name), (other_folder, _, other_name) = one.path.rpartition("/"), other.path.rpartition("/")
        is_beside = folder == other_folder or name == other_name
        if is_beside and common.is_translation(lines_of, int(one.id), int(other.id)):
            yield int(one.id), int(other.id)


class _Common:
    """What pages of one index have in common: read once, for their lines are."""

    def __init__(self) -> None:
        self._translations: dict[tuple[int, int], bool] = {}
        self._alike: dict[tuple[int, int], bool] = {}
        self._told: dict[int, frozenset[int]] = {}

    def is_translation(self, lines_of: Callable[[int], set[str]], document: int, page: int) -> bool:
        """Whether it is that of a page in a script of East Asia."""
        key = document, page
        if key not in self._translations:
            self._translations[key] = _is_translation(lines_of(document), lines_of(page))
        return self._translations[key]

    def are_alike(self, structure: StructureReader, document: int, page: int) -> bool:
        """Whether two pages could be versions of one, by their lines without headings, which any form has."""
        key = document, page
        if key not in self._alike:
            self._alike[key] = _share(self._told_by(structure, document), self._told_by(structure, page), _LEAST)
        return self._alike[key]

    def are_one(self, structure: StructureReader, document: int, page: int) -> bool:
        """Whether most of a page stands in another one."""
        told = self._told_by(structure, document)
        return len(told & self._told_by(structure, page)) > len(told) * _MOST

    def _told_by(self, structure: StructureReader, document: int) -> frozenset[int]:
        """Hashes of the lines, which take less room."""
        if document not in self._told:
            told = (line for line in _lines(structure, document) if not line.startswith(_HEADINGS))
            self._told[document] = frozenset(map(hash, told))
        return self._told[document]


def _lines(structure: StructureReader, document: int) -> set[str]:
    return {line.strip() for line in structure.lines_of(document) if len(line.strip()) >= _LONG}


def _share(lines: Set[_Line], page: Set[_Line], least: int) -> bool:
    """Whether two pages have a good part of the shorter one in common, and at least so many lines."""
    return len(lines & page) >= max(least, _SHARED * min(len(lines), len(page)))


def _is_translation(lines: set[str], page: set[str]) -> bool:
    return _share(lines, page, 1) and _in_cjk(lines - page) < 1 / 2 <= _in_cjk(page - lines)


def _in_cjk(lines: Collection[str]) -> float:
    """Share of the lines."""
    return sum(map(is_cjk, lines)) / max(1, len(lines))


@cache_per_object
def _common_of(_structure: StructureReader) -> _Common:
    return _Common()
