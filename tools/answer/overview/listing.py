"""The list in which a project itself says what its folders and files are for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from posixpath import dirname, normpath
from typing import Final

from citeline.dataclass import dataclass
from citeline.markup import plain_text
from citeline.model import StoredDocument

from ...question.analysis import is_change_log
from .model import ProjectFact
from .parts import is_beside
from .texts import Texts, depth, stem_of

_ITEM: Final = re.compile(
    r"^(?:[\s|│├└─+•-]|\*(?=\s))*(?:\*\*[^*]+\*\*:?\s+(?=`))?(?P<mark>[`*\[]*)(?P<path>\.?[\w@.-]*(?:/[\w@.*-]+)*/?)[`*\]]*(?:\([^)\s]*\))?[`*]*"
    r"\s*(?:[:：|#—–]|--?\s|\s\s)\s*(?P<text>\S.*?)[\s|]*$"
)
"""`- path: what it is`, also behind a bold word; a row of a table, a line of a drawn tree."""
_BEGINS: Final = re.compile(r"^\s*(?:[-*+•]\s|\||[│├└])")
_MAX_GAP: Final = 6
"""Lines from one item to the next one of the same list: items may go on below."""
_LEAST: Final = 3
_LEAST_WORDS: Final = 2
_MAX_DEPTH: Final = 2
_MAX_PAGES: Final = 80
_MAX_TEXT: Final = 240
_MAX_LINE: Final = 400


@dataclass(frozen=True, slots=True)
class Described:
    """A folder or file with what a page says that it is for."""

    path: str
    """Without a slash at its end."""
    text: str
    document: StoredDocument
    line: int

    def fact(self) -> ProjectFact:
        """As one of the main parts."""
        return ProjectFact.of("parts", "part", self.path, self.text, self.document, self.line, self.line)


def described_parts(texts: Texts) -> list[Described]:
    """The longest list of a page near the root whose items begin with paths of the corpus; empty without one."""
    known = _known(texts)
    best: list[Described] = []
    for page in sorted(filter(_may_hold, texts.documents), key=lambda d: (depth(d.path), d.path))[:_MAX_PAGES]:
        if texts.is_aside(page):
            continue
        for found in _lists(texts, page, known):
            own = sum(not is_beside(one.path) for one in found)
            if len(found) > len(best) and 2 * own >= len(found):
                best = found
    return best


def _known(texts: Texts) -> Mapping[str, str]:
    """Each folder and file by its path, and those of the product by the ends of it that belong to no other one."""
    paths = _with_folders(document.path for document in texts.documents)
    own = _with_folders(document.path for document in texts.documents if not texts.is_aside(document))
    ends = [(path.split("/", cut)[-1], path) for path in own for cut in range(1, path.count("/") + 1)]
    count = Counter(end for end, _ in ends)
    return {**{end: path for end, path in ends if count[end] == 1}, **{path: path for path in paths}}


def _may_hold(document: StoredDocument) -> bool:
    is_page = document.format in ("prose", "text") and document.language != "html"
    return is_page and depth(document.path) <= _MAX_DEPTH and not is_change_log(document.path)


def _with_folders(files: Iterable[str]) -> set[str]:
    found = set[str]()
    for path in files:
        while path and path not in found:
            found.add(path)
            path = dirname(path)
    return found


def _lists(texts: Texts, page: StoredDocument, known: Mapping[str, str]) -> Iterator[list[Described]]:
    items: list[Described] = []
    for number, line in enumerate(texts.lines(page), start=1):
        item = _item(line, number, page, known)
        if item is None:
            continue
        if items and number - items[-1].line > _MAX_GAP:
            yield from [items] if len(items) >= _LEAST else []
            items = []
        if item.path not in (one.path for one in items):
            items.append(item)
    yield from [items] if len(items) >= _LEAST else []


def _item(line: str, number: int, page: StoredDocument, known: Mapping[str, str]) -> Described | None:
    line = line.rstrip()
    match = _ITEM.match(line) if len(line) <= _MAX_LINE and _BEGINS.match(line) else None
    if match is None or not match["path"].strip("./*"):
        return None
    told = match["path"]
    text = plain_text(match["text"].lstrip("#|-–— ")).strip()
    if (
        len(text.split()) < _LEAST_WORDS
        or "://" in text
        or not (match["mark"] or "/" in told or "." in told or line[0] in "│├└")
    ):
        return None
    path = told.rstrip("/").removesuffix("/*").removesuffix("/**")
    for folder in dict.fromkeys(("", dirname(page.path), stem_of(page.path))):
        full = normpath(f"{folder}/{path}" if folder else path)
        # The end of a path is enough for `fmt/base.h`; a folder `config/` may be one of what users are to make.
        if full in known and (known[full] == full or "/" in path or "." in path):
            return Described(known[full], text[:_MAX_TEXT], page, number)
    return None
