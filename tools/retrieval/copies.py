"""Of several copies of a page only the one that the question wants: its version, and the language it is asked in.

A copy stays where it says what the preferred page does not: then that page is far from the question.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias

from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.model import StoredDocument
from citeline.text import is_cjk

from ..question.question import Question
from ..question.versions import Version, numbers_of
from .corpus import corpus_of

_VERSION: Final = re.compile(r"(?:[a-z]+[-_.]?)?(\d+(?:\.(?:\d+|x))+)|(?:v|[a-z]+[-_])(\d+)", re.IGNORECASE)
"""A folder's whole name. A number alone is a year, a chapter or an id."""
_FAR: Final = 0.5
"""Of a copy's score: a preferred page below that says something else."""
_TOP: Final = 40
"""Chunks among whose documents pages in two languages are looked for: their lines are read."""
_SHARED: Final = 0.25
"""Of the lines of the shorter page: code, addresses and pictures that a translation keeps."""
_LONG: Final = 8
"""Letters of a line that is nobody else's by chance."""

Chunks: TypeAlias = Sequence[tuple[int, float]]
"""Chunks with their scores, best first."""


class _Copy(NamedTuple):
    """A page in a folder of a version."""

    lead: tuple[str, ...]
    """The folders before it."""
    version: Version
    tail: tuple[str, ...]
    """Folders behind it, and the name of the file."""


def without_copies(index: Index, question: Question, ordered: Chunks, own: Mapping[int, float]) -> Chunks:
    """The same chunks in their order, less those of copies of a page that is found too.

    `own`: chunks' own scores, which are on one scale.
    """
    corpus = corpus_of(index)
    document_of = {chunk: corpus.document_of(chunk) for chunk, _ in ordered}
    found = {document: corpus.documents[document] for document in dict.fromkeys(document_of.values())}
    pages = {document: stored for document, stored in found.items() if corpus.is_prose(document)}
    preferred = {copy: {*before} for copy, before in behind_versions(pages, question.versions).items()}
    if question.is_spaceless:
        top = dict.fromkeys(document_of[chunk] for chunk, _ in ordered[:_TOP])
        for copy, page in _by_language(index, [pages[document] for document in top if document in pages]):
            preferred.setdefault(copy, set()).add(page)
    if not preferred:
        return ordered
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


def behind_versions(pages: Mapping[int, StoredDocument], named: Collection[Version]) -> Mapping[int, Collection[int]]:
    """By page those among them that come before it, as versions of it: copies that the question names, else the page
    without a version, else the highest. Pages without such ones are left out. Copies have the path behind their version
    and the title in common.
    """
    versioned = {document: copy for document, page in pages.items() if (copy := _copy(page.path)) is not None}
    if not versioned:
        return {}
    by_tail: dict[tuple[str, str], list[int]] = {}
    for document, page in pages.items():
        by_tail.setdefault((page.path.rsplit("/", 1)[-1], page.title), []).append(document)
    behind: dict[int, set[int]] = {}
    for alike in by_tail.values():
        for one, other in permutations(alike, 2):
            copy = versioned.get(one) or versioned.get(other)
            if copy is None or not _are_versions(
                pages[one].path, versioned.get(one), pages[other].path, versioned.get(other)
            ):
                continue
            if _standing(versioned.get(one), named) < _standing(versioned.get(other), named):
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


def _by_language(index: Index, pages: Sequence[StoredDocument]) -> Iterator[tuple[int, int]]:
    """Pages in another script than that of the question, which is Chinese, Japanese or Korean, each with the page
    that it is a translation of: of the same name or in the same folder, with lines in common.
    """
    languages = _languages_of(index)
    for one, other in permutations(pages, 2):
        (folder, _, name), (other_folder, _, other_name) = one.path.rpartition("/"), other.path.rpartition("/")
        if (folder == other_folder or name == other_name) and languages.is_translation(int(one.id), int(other.id)):
            yield int(one.id), int(other.id)


class _Languages:
    """Which pages are copies in another language: read once, for their lines are."""

    def __init__(self, index: Index) -> None:
        self._structure = index.structure
        self._known: dict[tuple[int, int], bool] = {}

    def is_translation(self, document: int, page: int) -> bool:
        """Whether it is that of a page in a script of East Asia."""
        key = document, page
        if key not in self._known:
            self._known[key] = self._shares(self._lines(document), self._lines(page))
        return self._known[key]

    def _lines(self, document: int) -> set[str]:
        return {line.strip() for line in self._structure.lines_of(document) if len(line.strip()) >= _LONG}

    def _shares(self, lines: set[str], page: set[str]) -> bool:
        common = lines & page
        if len(common) < _SHARED * min(len(lines), len(page)) or not common:
            return False
        return _in_cjk(lines - common) < 1 / 2 <= _in_cjk(page - common)


def _in_cjk(lines: Collection[str]) -> float:
    """Share of the lines."""
    return sum(map(is_cjk, lines)) / max(1, len(lines))


@cache_per_object
def _languages_of(index: Index) -> _Languages:
    return _Languages(index)
