"""What lists in code have in common, whatever makes them: where they are looked for, and how their items are told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from tree_sitter import Node

from citeline.data_files import shipped_words
from citeline.indexing.reader import Index
from citeline.model import StoredChunk
from citeline.patterns import re

from ...evidence.term_weights import chunks_holding
from ...retrieval.corpus import corpus_of
from ..draft import Draft
from ..reading.documentation import remarks_above
from ..reading.syntax import Source, source_of

MOST: Final = 60
"""Items of a list that are told."""
_MOST_CHUNKS: Final = 40
_MOST_FILES: Final = 16
_STRING: Final = re.compile(r".*string.*(?<!fragment)(?<!content)(?<!start)(?<!end)|character_literal|simple_symbol")
_QUOTES: Final = re.compile(r"^[A-Za-z]{0,2}[\"'`]+|[\"'`]+$")
words_beside: Final = partial(shipped_words, "citeline.tools.answer.sources", "listed.txt")
"""Words of questions for all of something that say nothing of which ones."""


class Item(NamedTuple):
    """One of a list, as it is told."""

    text: str
    line: int


def is_text(node: Node) -> bool:
    """Whether a syntax node is a whole literal text."""
    return _STRING.fullmatch(node.type) is not None


def unquoted(text: str) -> str:
    """A literal without its marks."""
    return _QUOTES.sub("", text)


def code_near(
    index: Index,
    words: Mapping[str, float] | Iterable[str],
    chunks: Sequence[StoredChunk],
    sources: Collection[str],
) -> Iterator[Source]:
    """The code of the product that `chunks` are of, or that has most of some terms; a document takes 5 ms to read."""
    corpus = corpus_of(index)
    near = [*chunks, *chunks_holding(index, words, _MOST_CHUNKS, sources)]
    found = 0
    for document in dict.fromkeys(int(one.document) for one in near if one.kind == "code"):
        path = corpus.path_terms(document)
        source = None if path.is_aside or path.is_change_log or found == _MOST_FILES else source_of(index, document)
        if source is not None:
            found += 1
            yield source


def remarked(source: Source, name: str, line: int) -> Draft | None:
    """A name by the comment above the line that has it."""
    if not (remarks := remarks_above(source, line)):
        return None
    return Draft.of("shown", name, " ".join(remarks), int(source.document.id), line - len(remarks), line)


def listed_drafts(
    index: Index, source: Source, relation: str, subject: str, items: Sequence[Item], *, shown: Sequence[int] = (20, 20)
) -> Iterator[Draft]:
    """A list in the pieces that the index holds it in: each sentence says no more than its lines. So many lines of the
    first piece, and of each other one, are `shown`; all are cited.
    """
    most, others = shown
    for chunk in index.structure.chunks_of([source.document.id]):
        if told := [one for one in items if chunk.start_line <= one.line <= chunk.end_line]:
            names = ", ".join(f"`{one.text}`" for one in told)
            start, end = told[0].line, told[-1].line
            draft = Draft.of(relation, subject, names, chunk.document, start, end)
            yield replace(draft, quote=source.text(start, min(end, start + most - 1)))
            most = others
