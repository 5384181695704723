"""A query that does not begin with `$`: a search by keywords, level by level, through the ranked channels."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.model import Hit
from citeline.state import Keywords
from citeline.text import STOPWORDS, unique, words

from ..question.clean import MAX_QUESTION, clean_question
from ..question.question import translate
from ..question.read import read
from ..question.vocabulary.lexicon import Lexicon
from ..retrieval.channels import Gathered, gather
from ..retrieval.corpus import corpus_of
from ..retrieval.keywords import expand_keywords
from ..retrieval.query import SearchQuery, make_query
from ..retrieval.results import rank
from ..retrieval.signals import read_signals
from ..retrieval.style import style_of
from .evaluation.corpus import Corpus
from .evaluation.evaluate import Traced
from .evaluation.grep import sections_matching
from .evaluation.items import Item, items_of
from .language.errors import DocQLError
from .language.printer import is_writable, show
from .language.syntax import Text
from .result import DocQLResult, Statistics

_PER_CHANNEL: Final = 15
_ENOUGH: Final = 3
"""Fewer chunks than this, over all channels, and the next level of words is searched too."""
_LEVELS: Final = 3
_VAGUE: Final = ("meaning", "titles")
_FAR: Final = "none of the words stands here: this is nearest in meaning, and may have nothing to do with them"
_SQL: Final = re.compile(
    r"\s*select\s+(?:\*|[\w.]+(?:\s*,\s*[\w.]+)*)\s+from\s+\w+\s*(?:$|;|where\b|order\b|limit\b)", re.IGNORECASE
)
_LONGEST_SQL: Final = 300
_SQL_NOTE: Final = (
    'this reads like SQL, and was searched for as words; a query is written like $.entities[?(@.type=="class")]'
)
_RANKED: Final = 50
"""Chunks that are ranked, and counted as found: what comes later has little to do with the words."""


@dataclass(frozen=True, slots=True)
class _Round:
    query: SearchQuery
    keywords: Keywords
    level: int
    found: Gathered

    def first(self) -> dict[str, set[int]]:
        """The first chunks of every channel."""
        return {name: set(columns.chunks.ids[:_PER_CHANNEL].tolist()) for name, columns in self.found.items()}


def smart_search(index: Index, text: str, *, limit: int, lexicon: Lexicon | None = None) -> DocQLResult:
    """The best sections for some words, in any language; empty when no channel finds anything."""
    question = clean_question(text)[:MAX_QUESTION]
    _refuse_nothing(text)
    last = _search(index, question, lexicon)
    first = last.first()
    before = len(set().union(*first.values()))
    hits: list[Hit] = []
    if not last.query.is_blank:
        corpus = corpus_of(index)
        signals = read_signals(corpus, last.found)
        query = replace(last.query, style=style_of(corpus, last.query, signals))
        hits = rank(index, query, signals, limit=min(before, max(limit, _RANKED)))
    items = tuple(map(_item, hits[:limit]))
    return DocQLResult(
        query=text,
        kind="chunks",
        total=len(hits),
        items=items,
        trace=(Traced("channels", before), Traced("rank", len(hits))),
        next=tuple(_exact_queries(hits)),
        notes=_notes(text, first),
        search=Statistics(
            levels={name: tuple(found) for name, found in _levels(last).items()},
            channels={name: len(chunks) for name, chunks in first.items() if chunks},
            before_ranking=before,
        ),
    )


def word_search(corpus: Corpus, text: str, *, limit: int) -> DocQLResult:
    """The same for files that have no index: sections by how many of the words they hold, then by position."""
    _refuse_nothing(text)
    asked = unique([word.lower() for word in words(clean_question(text)) if word.lower() not in STOPWORDS])
    found = items_of(sections_matching(corpus, "|".join(map(re.escape, asked)), "i"), corpus) if asked else []
    items = sorted(found, key=lambda item: -_words_held(item, asked))
    return DocQLResult(
        query=text,
        kind="chunks",
        total=len(items),
        items=tuple(items[:limit]),
        trace=(Traced("words", len(items)),),
        notes=_notes_on_sql(text),
        search=Statistics({"exact": tuple(asked)}, {"words": len(items)}, len(items)),
    )


def _refuse_nothing(text: str) -> None:
    if not text.strip():
        raise DocQLError("syntax", "there is no query", hint="give one, or words to search for", example="$.toc")


def _notes(text: str, first: Mapping[str, set[int]]) -> tuple[str, ...]:
    """What the reader has to know about the hits as a whole."""
    found = {name for name, chunks in first.items() if chunks}
    is_far = bool(found) and all(name.startswith("dense") or name == "headings" for name in found)
    return (*_notes_on_sql(text), *(_FAR,) * is_far)


def _notes_on_sql(text: str) -> tuple[str, ...]:
    return (_SQL_NOTE,) if len(text) <= _LONGEST_SQL and _SQL.match(text) else ()


def _words_held(item: Item, asked: Sequence[str]) -> int:
    text = f"{item.values['title']}\n{item.values['text']}".lower()
    return sum(word in text for word in asked)


def _search(index: Index, question: str, lexicon: Lexicon | None) -> _Round:
    asked = read(question, lexicon)
    level = 0
    while True:
        level += 1
        keywords = expand_keywords(index, asked, translate(asked), level=level, lexicon=lexicon)
        query = make_query(asked, translate(asked), keywords)
        last = _Round(query, keywords, level, {} if query.is_blank else gather(index, query))
        # Meaning is always near something: only words, names and tables tell whether there is enough.
        exact = [chunks for name, chunks in last.first().items() if last.found[name].signal not in _VAGUE]
        if len(set().union(*exact)) >= _ENOUGH or level == _LEVELS:
            return last


def _levels(last: _Round) -> dict[str, list[str]]:
    named: dict[str, list[str]] = {
        "exact": last.keywords["exact"],
        "parts": last.keywords["parts"],
        "related": last.keywords["related"],
    }
    return dict(list(named.items())[: last.level])


def _item(hit: Hit) -> Item:
    chunk = hit.chunk
    values: dict[str, Any] = {
        "path": chunk.path,
        "line": chunk.start_line,
        "endLine": chunk.end_line,
        "title": chunk.name,
        "name": chunk.name,
        "qualifiedName": chunk.qualified_name,
        "type": chunk.node_kind,
        "format": chunk.kind,
        "text": chunk.text,
        "score": round(hit.score, 4),
    }
    return Item("chunks", chunk.path, int(chunk.document), int(chunk.node), chunk.start_line, chunk.end_line, values)


def _exact_queries(hits: Sequence[Hit]) -> list[str]:
    """The query by structure for the best definitions and headings."""
    queries: list[str] = []
    for hit in hits[:3]:
        if not is_writable(hit.chunk.name):
            continue
        name = show(Text(hit.chunk.name))
        if hit.chunk.node_kind == "heading":
            queries.append(f"$.content.heading({name})")
        elif hit.chunk.kind == "code" and hit.chunk.node_kind != "file":
            queries.append(f"$.code.query({name})")
    return unique(queries)
