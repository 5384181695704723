"""What a question for one file, folder or part is answered with: `lib/plugin.js - what is this for?`, `what is nsqd`.

A file is told by what it says of itself and what its definitions are documented as; a folder by its own page or its
files, and by what lies in it; what is called by a bare name by what its README says of it, or its files of themselves.
The README of the project says nothing of any.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate, islice
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, TYPE_KINDS, StoredDocument, StoredNode
from citeline.text import fold, unique

from ...question.cues import calls_part
from ...question.intents import Intent
from ...question.question import Question
from ...question.vocabulary.words import content_words, is_ordinary
from ..draft import Draft
from .asked import asks_what_is_in, aspects_asked, folders_in
from .documents import parts_described_in
from .facts import project_names
from .parts import parts_of, product_of, summaries_of_folder
from .prose import purpose_of
from .summaries import Summary, defined_in, summary_of_definition, summary_of_file, summary_of_text
from .texts import Texts, stem_of

_PAGES: Final = frozenset(("prose", "text"))
"""Formats of documents."""
_MOST_DEFINITIONS: Final = 4
_MOST_INSIDE: Final = 6
_MOST_LISTED: Final = 8
"""Parts of the project that a page lists."""
_MOST_NAMESAKES: Final = 2
"""Files of one name, of which each is told; with more a name without its folder says nothing."""
_WHAT: Final[frozenset[Intent]] = frozenset(("definition", "overview", "cell", "value", "topic"))
"""What a question for a part may be read as."""
_MOST_FOLDERS: Final = 3
"""Folders of one name: the package and the program that is made of it; with more the name says nothing."""


@dataclass(frozen=True, slots=True)
class PathAsked:
    """What is said of a path."""

    files: Sequence[StoredDocument]
    """Those that are called so; empty for a folder."""
    drafts: Sequence[Draft]


def path_asked(index: Index, question: Question, sources: Collection[str] = ()) -> PathAsked | None:
    """What is said of the file or the folder that all of a question is about, and what lies in it; None for any other
    question.
    """
    asked = [path for path in _paths_in(question) if asks_what_is_in(question, path)]
    documents = [one for one in index.structure.documents() if index.is_in(one.path, sources)] if asked else []
    texts = Texts(index.structure, documents)
    for path in asked:
        files = [one for one in documents if f"/{one.path}".endswith(f"/{path}")]
        files = [one for one in files if one.path == path] or files
        files = [one for one in files if not texts.is_aside(one)] or files
        within = [one for one in documents if one.path.startswith(f"{path}/")]
        if files:
            files = files if len(files) <= _MOST_NAMESAKES else []
            listed = parts_described_in(texts, files) if "parts" in aspects_asked(question, [path]) else []
            told = [draft for one in files for draft in _file(index, texts, one)]
            return PathAsked(files, [one.fact().draft for one in listed][:_MOST_LISTED] or told)
        if within:
            return PathAsked([], list(_folder(texts, path, within)))
    return None


def _paths_in(question: Question) -> list[str]:
    """As they may stand in the index; those of no folder only where they are written as the name of a file."""
    named = [one.text for one in question.names if one.kind == "path"]
    folders = [path for one in folders_in(question) for path in (one, f".{one}")]  # `.github/workflows`
    return unique(path.removeprefix("./").strip("/") for path in [*named, *folders])


def _file(index: Index, texts: Texts, document: StoredDocument) -> Iterator[Draft]:
    if document.format in _PAGES:
        yield from _page(texts, document)
        return
    own = summary_of_text(texts, document)
    told = [own] if own else []
    for node in _by_use(index, defined_in(texts.nodes(document)))[:_MOST_DEFINITIONS]:
        named = Summary("", document, node.start_line, node.start_line, (node.name,))
        told.append(summary_of_definition(texts, document, node) or named)
    told += filter(None, [] if told else [summary_of_file(texts, document, names_only=True)])
    documented = [one for one in told if one.text]
    yield from (one.draft(document.path) for one in [*documented, *(one for one in told if not one.text)])


def _page(texts: Texts, document: StoredDocument) -> Iterator[Draft]:
    for said in purpose_of(texts, document, [stem_of(document.path)]):
        yield Summary(said.text, document, said.start_line, said.end_line).draft(document.path)


def _by_use(index: Index, nodes: Sequence[StoredNode]) -> list[StoredNode]:
    """Types before functions, those that are used most from other places first."""
    told = [node for node in nodes if node.kind in TYPE_KINDS | CALLABLE_KINDS]
    used = Counter(int(edge.target) for edge in index.structure.edges_to([int(node.id) for node in told]))
    return sorted(told, key=lambda node: (node.kind not in TYPE_KINDS, -used[int(node.id)], node.start_line))


def _folder(texts: Texts, path: str, within: Sequence[StoredDocument]) -> Iterator[Draft]:
    own = [one for one in summaries_of_folder(texts, path, within) if one.text]
    yield from (one.draft(path) for one in own)
    product = product_of(texts, path)
    if product.documents and all(one.path.startswith(f"{path}/") for one in product.documents):
        parts = [part.fact.draft for part in parts_of(texts, product, {}) if part.summary]
        shown = {(int(one.document.id), one.start_line) for one in own}
        yield from [one for one in parts if (one.document, one.start_line) not in shown][:_MOST_INSIDE]
        return
    pages = [one for one in within if one.format in _PAGES]
    firsts = (said for page in pages for said in purpose_of(texts, page, [stem_of(page.path)])[:1])
    for said in islice(firsts, _MOST_INSIDE):
        yield Summary(said.text, said.document, said.start_line, said.end_line).draft(said.document.path)


def part_drafts(index: Index, question: Question, sources: Collection[str] = ()) -> list[Draft]:
    """What is said of the folder, or the file, that all of a question is about; none for the project as a whole, an
    ordinary word unless it is called a part, a name that many folders have, and where nothing is said of it.
    """
    is_called_part = question.intents[0] in _WHAT and "part" in question.cues and _asks_nothing_else(question)
    name = question.definition or (question.about if is_called_part else "")
    is_plain = name.isalpha() and name.islower() and is_ordinary(name, strict=True)
    if not name or (is_plain and not is_called_part):
        return []
    names = project_names(index)
    # `What does this plugin do?` asks for the whole, whatever folder is called `plugin`.
    if name.lower() in names or aspects_asked(question) or "parts" in aspects_asked(question, names):
        return []
    last = fold(name.strip("/").rpartition("/")[2])
    if not any(last in fold(path) for path in index.structure.paths()):
        return []
    documents = [one for one in index.structure.documents() if index.is_in(one.path, sources)]
    texts = Texts(index.structure, documents)
    # A folder of tests or examples is meant where nothing else is called so, and it is named as a folder.
    found = _folders(name, [one for one in documents if not texts.is_aside(one)])
    if not found and (is_called_part or "/" in name):
        found = _folders(name, documents)
    if exact := found.get(name.strip("/")):
        found = {name.strip("/"): exact}
    if len(found) > _MOST_FOLDERS:
        return []
    told = [list(_told(texts, folder, within)) for folder, within in found.items()]
    # The program that is made of a package has its name, and repeats its README.
    said = [drafts for drafts in told if drafts]
    return min(said, key=lambda drafts: not any(one.fact["relation"] == "part" for one in drafts), default=[])


def _asks_nothing_else(question: Question) -> bool:
    """Whether a question has one word beside `package` or `module`, which may be a stop word. With more something of a
    part is asked: of twelve labelled answers to such questions eight began with the wrong thing.
    """
    words = content_words(question.english_words)
    return len(words) - any(map(calls_part, words)) == 1


def _folders(name: str, documents: Sequence[StoredDocument]) -> Mapping[str, list[StoredDocument]]:
    """The folders that are called so with all that lies in them, the outermost first; else the files, each alone."""
    asked = [fold(part) for part in name.strip("/").split("/")]
    folders: defaultdict[str, list[StoredDocument]] = defaultdict(list)
    files: dict[str, list[StoredDocument]] = {}
    for document in documents:
        *above, own = document.path.split("/")
        folded = [fold(part) for part in above]
        for depth, path in enumerate(accumulate(above, lambda one, other: f"{one}/{other}"), start=1):
            if folded[:depth][-len(asked) :] == asked:
                folders[path].append(document)
        if [*folded, fold(stem_of(own))][-len(asked) :] == asked:
            files[document.path] = [document]
    # A folder within one of its own name is a part of it.
    outer = {path: held for path, held in folders.items() if not any(path.startswith(f"{one}/") for one in folders)}
    return dict(sorted((outer or files).items(), key=lambda one: (one[0].count("/"), one[0])))


def _told(texts: Texts, path: str, within: Sequence[StoredDocument]) -> Iterator[Draft]:
    """What a folder says of itself, or a file; else what these define."""
    is_file = [one.path for one in within] == [path]
    if is_file and within[0].format in _PAGES:
        yield from _page(texts, within[0])
        return
    told = [summary_of_file(texts, within[0])] if is_file else summaries_of_folder(texts, path, within)
    yield from (one.draft(path) for one in told if one is not None)
