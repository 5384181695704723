"""Where the corpus says what something is: `A handle is a long-lived object`, for `what is a handle`.

The words of such a question are in hundreds of passages, and a search of them all prefers those that repeat the words.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.model import StoredChunk, StoredNode
from citeline.text import fold

from ..citations.passage import contains_name
from ..evidence.definition_asked import definitions_asked, is_plain
from ..evidence.term_weights import chunks_holding
from ..question.question import Question
from ..question.vocabulary.words import content_words
from ..retrieval.corpus import corpus_of
from ..retrieval.paths import read_path
from .ranking.candidates import Passage, Sought
from .reading.definitions import shares_defined
from .reading.lines import as_read, lines_of
from .sources.members import owned_drafts

_NAMING: Final = frozenset({"heading", "term"})
_SEARCHED: Final = 80
"""Chunks that hold the words best, which are read."""
_MOST: Final = 4
PLAIN: Final = 0.95
"""Of what is asked that a sentence says what it is, and of how plainly it does."""
_LIKELY: Final = 0.4
"""The same, in a document of a corpus where none does so plainly."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A chunk that says what something is."""

    chunk: StoredChunk
    is_plain: bool


def meanings_of(index: Index, question: Question, sought: Sought, sources: Collection[str] = ()) -> list[Meaning]:
    """The chunks that say what is asked, documents before code; none where none does."""
    if not sought.defined:
        return []
    found: list[tuple[tuple[bool, float], Meaning]] = []
    chunks = [*_headed(index, question, sources), *chunks_holding(index, sought.defined, _SEARCHED, sources)]
    for chunk in {chunk.id: chunk for chunk in chunks}.values():
        if _tells_no_meaning(chunk.path):
            continue
        texts = as_read(chunk.text, chunk.language, chunk.path).split("\n")
        share = max(shares_defined(texts, lines_of(chunk), sought.defined), default=0.0)
        is_plain, is_code = share >= PLAIN, chunk.kind == "code"
        if is_plain or (share >= _LIKELY and not is_code):
            found.append(((is_code, -share), Meaning(chunk, is_plain)))
    best = [meaning for _, meaning in sorted(found, key=lambda one: one[0])]
    plain = [one for one in best if one.is_plain]
    return (plain or best)[:_MOST]


def _headed(index: Index, question: Question, sources: Collection[str]) -> list[StoredChunk]:
    """The chunks below headings, and at terms of a glossary, that are just what is asked, in the singular or plural."""
    name = fold("".join(content_words(question.english_words)))
    nodes = index.structure.nodes_folded([name, f"{name}s", name.removesuffix("s")]) if name else []
    corpus = corpus_of(index)
    places = (corpus.chunk_at(one.document, one.start_line) for one in nodes if one.kind in _NAMING)
    chunks = index.structure.chunks([place for place in places if place is not None])
    return [chunk for chunk in chunks.values() if index.is_in(chunk.path, sources)]


def asked_by_name(
    index: Index, question: Question, sources: Collection[str], meanings: Sequence[Meaning]
) -> tuple[list[StoredNode], bool]:
    """The definitions that are asked for by name; none, and True, where a text that says what it is answers better."""
    is_named = _names_project(index, question)
    is_plain_word = is_plain(question.definition, question)
    is_beside = (is_named or is_plain_word or _is_unmarked(question)) and _asks_beside_name(question)
    if is_named and not is_beside and _asks_for_project(index, question):
        return [], False  # the overview says what it is: many a sentence begins `Got is …`
    asked = [] if is_beside else definitions_asked(index, question, sources)
    if asked and owned_drafts(index, question, sources)[0]:
        return [], False  # `what does a Cart hold`
    is_thing = not question.definition and question.intents[0] == "definition"  # more words than one name
    is_meant = is_beside or is_thing or is_plain_word
    if meanings and is_meant and (meanings[0].is_plain or not any(node.docstring for node in asked)):
        return [], True
    return asked, False


def _names_project(index: Index, question: Question) -> bool:
    """Whether the one name of a question for what something is may be the project's."""
    from .overview import project_names

    name = question.definition
    if not name or any(one.mark == "code" and one.text == name for one in question.names):
        return False
    return name.lower() in project_names(index)


def _is_unmarked(question: Question) -> bool:
    """Whether nothing says that a word is a name: `bounce` of `where is bounce processing implemented`."""
    name = question.definition
    return question.asks_for("locate") and name.islower() and all(one.text != name for one in question.names)


def _asks_beside_name(question: Question) -> bool:
    """Whether the name only says where, or whose: `what is a store in Plug`, `what is a queue's priority`."""
    return any(word.lower() != question.definition.lower() for word in content_words(question.english_words))


def _asks_for_project(index: Index, question: Question) -> bool:
    """Whether what is asked for by name is the project: `what is Plug` of a project that defines a `Plug`."""
    from .overview import aspects_asked, project_names

    return "purpose" in aspects_asked(question, project_names(index))


def told_in_prose(nodes: Sequence[StoredNode], passages: Sequence[Passage]) -> list[Passage]:
    """The passages of documents, where one of them names any of these definitions; none where none does. A change log
    tells what became of a thing, and not what it is.
    """
    prose = [one for one in passages if one.prose and not _tells_no_meaning(one.chunk.path)]
    is_named = any(contains_name(one.chunk.text, node.name) for one in prose for node in nodes)
    return prose if is_named else []


def _tells_no_meaning(name: str) -> bool:
    path = read_path(name)
    return path.is_test or path.is_change_log or path.is_vendor
