"""Parts of a corpus by its pages: the main documents of one without code, which its table of contents links to or its
folders hold; and folders and files that a page of the project lists with what they are for.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from posixpath import basename, dirname, normpath
from typing import Final

from citeline.dataclass import dataclass
from citeline.markup import plain_text
from citeline.model import StoredDocument
from citeline.patterns import re
from citeline.text import is_cjk

from ...question.analysis import is_change_log
from .model import Part, ProjectFact
from .parts import Product, is_beside
from .prose import first_statement, shown_text
from .texts import Texts, depth, stem_of

_CONTENTS: Final = frozenset(
    {"summary", "sidebar", "_sidebar", "index", "readme", "toc", "contents", "table-of-contents", "outline", "nav"}
)
_OF_A_FOLDER: Final = frozenset({"index", "readme"})
"""Of these what every folder may have."""
_LEAST_LINKS: Final = 3
_MAX_PARTS: Final = 12
"""Pages that are linked to; more are told a folder each."""
_MOST_SHOWN: Final = 30
"""Sections and folders: who reads a handbook wants to know of each."""
_MAX_DEPTH: Final = 2
_MOST_OF_ALL: Final = 0.75
"""Share of the lines from which on a folder is told by what lies in it; as for code."""
_FURNITURE: Final = frozenset(
    {"license", "licence", "license-apache", "license-mit", "copying", "notice", "changelog", "404"}
    | {"contributing", "code_of_conduct", "code-of-conduct", "security", "authors"}
)
"""What every README links to."""
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
_PAGE_DEPTH: Final = 2
_MAX_PAGES: Final = 80
_MAX_TEXT: Final = 240
_MAX_LINE: Final = 400


def main_documents(texts: Texts, product: Product) -> list[Part]:
    """What a table of contents links to, in its order, a folder each where that is too much; else a folder each, the
    fullest first.
    """
    linked = _contents(texts, product.documents)
    if not linked:
        return _folders(texts, product.documents)
    pages = [document for document in linked if not _is_contents(document)]
    groups = _side_by_side(linked) if len(pages) > _MAX_PARTS else {page.path: [page] for page in pages}
    parts = (_group_part(texts, name, product.documents, _door(name, within)) for name, within in groups.items())
    return [*islice((part for part in parts if part is not None), _MOST_SHOWN)]


def _door(folder: str, within: Sequence[StoredDocument]) -> StoredDocument:
    """The contents of a folder, else the first of its documents that is linked to."""
    return next((one for one in within if _is_contents(one) and dirname(one.path) == folder), within[0])


def _is_contents(document: StoredDocument) -> bool:
    return stem_of(document.path) in _CONTENTS


def _side_by_side(linked: Sequence[StoredDocument]) -> dict[str, list[StoredDocument]]:
    """Documents by the folders and files of the first folder in which several lie; contents of all are none of them."""
    within = [document for document in linked if not _is_contents(document) or "/" in document.path]
    groups = _groups(within, "")
    while len(groups) == 1 and len(within) > 1:
        groups = _groups(within, f"{next(iter(groups))}/")
    return groups


def _contents(texts: Texts, documents: Sequence[StoredDocument]) -> list[StoredDocument]:
    """The documents that the best table of contents links to, in its order; other tables of contents are no reason."""
    inside = {int(document.id): document for document in documents}
    pages = [
        one for one in documents if _is_contents(one) and depth(one.path) <= _MAX_DEPTH and _is_of_most(one, documents)
    ]
    best: list[StoredDocument] = []
    most = 0
    for page in sorted(pages, key=lambda page: (depth(page.path), page.path)):
        rows = texts.structure.rows(
            "SELECT t.doc_id, MIN(e.line) FROM nodes s CROSS JOIN edges e ON e.src = s.id JOIN nodes t ON t.id = e.dst"
            " WHERE s.doc_id = ? AND e.type = 'links_to' AND t.doc_id != s.doc_id GROUP BY t.doc_id ORDER BY 2",
            (int(page.id),),
        )
        linked = [inside[target] for target, _ in rows if target in inside]
        linked = [one for one in linked if depth(one.path) or stem_of(one.path) not in _FURNITURE]
        told = sum(not _is_contents(document) for document in linked)
        if told >= _LEAST_LINKS and told > most:
            best, most = linked, told
    return best


def _is_of_most(page: StoredDocument, documents: Sequence[StoredDocument]) -> bool:
    """Whether the folder of a page holds most documents: else a README is the contents of that folder alone."""
    folder = dirname(page.path) if stem_of(page.path) in _OF_A_FOLDER else ""
    within = sum(document.path.startswith(f"{folder}/") for document in documents) if folder else len(documents)
    return within >= _MOST_OF_ALL * len(documents)


def _folders(texts: Texts, documents: Sequence[StoredDocument]) -> list[Part]:
    told = [d for d in documents if stem_of(d.path) not in _FURNITURE and not d.path.startswith(".")]
    groups = _groups(told, "")
    while groups:
        lines = {name: sum(document.line_count for document in within) for name, within in groups.items()}
        largest = max(lines, key=lambda name: lines[name])
        if lines[largest] < _MOST_OF_ALL * sum(lines.values()) or groups[largest][0].path == largest:
            break
        groups |= _groups(groups.pop(largest), f"{largest}/")
    # Of pages that lie side by side those that others link to come first.
    weights = {name: sum(d.line_count * d.pagerank for d in within) for name, within in groups.items()}
    ordered = sorted(groups, key=lambda name: (-weights[name], name))[:_MOST_SHOWN]
    parts = (
        _group_part(
            texts, name, groups[name], max(groups[name], key=lambda one: (one.pagerank, one.line_count, one.path))
        )
        for name in ordered
    )
    return [part for part in parts if part is not None]


def _group_part(texts: Texts, name: str, documents: Sequence[StoredDocument], first: StoredDocument) -> Part | None:
    """A folder, told by the first of its documents, or that document itself."""
    part = _document_part(texts, first)
    if part is None or first.path == name:
        return part
    return _of_folder(name, [one for one in documents if one.path.startswith(f"{name}/")], part)


def _groups(documents: Sequence[StoredDocument], folder: str) -> dict[str, list[StoredDocument]]:
    """Documents by what lies in a folder."""
    found: dict[str, list[StoredDocument]] = defaultdict(list)
    for document in documents:
        top, slash, _ = document.path[len(folder) :].partition("/")
        found[f"{folder}{top}" if slash else document.path].append(document)
    return found


def _of_folder(name: str, documents: Sequence[StoredDocument], first: Part) -> Part:
    lines = sum(document.line_count for document in documents)
    fact = first.fact.told_as("parts", "part", name)
    return Part(name, True, len(documents), lines, first.rank, first.summary, fact)


def _document_part(texts: Texts, document: StoredDocument) -> Part | None:
    """A document by its title and its first sentence."""
    lines = texts.lines(document)
    sentence = first_statement("\n".join(lines))
    title = _title_of(document)
    if sentence is not None:
        start, end, text = sentence.start_line, sentence.end_line, shown_text(sentence)
    else:
        start = next((number for number, line in enumerate(lines, start=1) if line.strip()), 0)
        end, text = start, ""
    if not start:
        return None
    colon = "：" if is_cjk(title) else ": "
    told = colon.join(part for part in (title, text) if part)
    shown = ProjectFact.of("parts", "part", document.path, told, document, start, end)
    return Part(document.path, False, 1, document.line_count, document.pagerank, told, shown)


def _title_of(document: StoredDocument) -> str:
    name = basename(document.path)
    return document.title if document.title and document.title != name else ""


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
    pages = sorted(filter(_may_hold, texts.documents), key=lambda d: (depth(d.path), d.path))[:_MAX_PAGES]
    return parts_described_in(texts, [page for page in pages if not texts.is_aside(page)], least=0.5)


def parts_described_in(texts: Texts, pages: Sequence[StoredDocument], least: float = 0.0) -> list[Described]:
    """The longest such list of some pages; `least`: the share of its paths that are of the product."""
    known = _known(texts)
    best: list[Described] = []
    for page in pages:
        for found in _lists(texts, page, known):
            own = sum(not is_beside(one.path) for one in found)
            if len(found) > len(best) and own >= least * len(found):
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
    return is_page and depth(document.path) <= _PAGE_DEPTH and not is_change_log(document.path)


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
