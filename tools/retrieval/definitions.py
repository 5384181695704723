"""Definitions that a question names: as an identifier, by words glued together, or by a plain word."""

from __future__ import annotations

from collections import defaultdict
from math import sqrt
from typing import Final

from citeline.indexing.stores.lookups import Definition
from citeline.model import CALLABLE_KINDS, TYPE_KINDS
from citeline.text import fold

from .columns import Column, Columns, column_of
from .corpus import Corpus
from .query import SearchQuery

# What a chunk's score gains by a definition in it (shared ranking study, section 3).
IDENTIFIER_WEIGHT = 1.0
JOINED_WEIGHT = 0.3
WORD_WEIGHT = 0.1

# A type is more often what a name in a question means than a field of the same name.
TYPE_VALUE, CALLABLE_VALUE, OTHER_VALUE = 1.0, 0.8, 0.5

IDENTIFIER, JOINED, WORD = "identifier", "joined", "word"
KINDS: Final = (IDENTIFIER, JOINED, WORD)
"""Of a match: the names of the columns that the values of the chunks are a sum of."""
DEPTH: Final = 400


def match_definitions(corpus: Corpus, query: SearchQuery) -> Columns:
    """Chunks with the definitions that the question names; each kind of match in [0, 1].

    A name that many files define says little about any of them: value / sqrt(defining files).
    """
    analysis = query.analysis
    asked = dict(zip(KINDS, map(set, (analysis.identifiers, analysis.joined, analysis.words)), strict=True))
    wanted = {*asked[JOINED], *asked[WORD], *map(fold, asked[IDENTIFIER])}
    found: dict[str, list[Definition]] = defaultdict(list)
    definitions = corpus.definitions_folded(wanted)
    if query.sources:
        corpus.read_documents({definition.document for definition in definitions})
    for definition in definitions:
        if corpus.is_in(definition.document, query.sources):
            found[definition.folded].append(definition)
    corpus.read_spans({definition.document for namesakes in found.values() for definition in namesakes})
    best: dict[str, dict[int, float]] = {kind: {} for kind in KINDS}
    for folded, namesakes in found.items():
        spread = sqrt(len({definition.document for definition in namesakes}))
        for definition in namesakes:
            chunk = corpus.chunk_at(definition.document, definition.line)
            if chunk is not None:
                value = _kind_value(definition.kind) / spread
                for kind, names in asked.items():
                    if (definition.name if kind == IDENTIFIER else folded) in names:
                        best[kind][chunk] = max(value, best[kind].get(chunk, 0.0))
    named = {chunk for values in best.values() for chunk in values}
    weights = weight_of_kinds()
    scores = {chunk: sum(weights[kind] * best[kind].get(chunk, 0.0) for kind in KINDS) for chunk in named}
    kinds: dict[str, Column] = {kind: column_of(values, limit=DEPTH) for kind, values in best.items()}
    why = "defines a name of the question"
    return Columns("definitions", column_of(scores, limit=DEPTH), kinds=kinds, why=why)


def weight_of_kinds() -> dict[str, float]:
    """What each kind of match counts."""
    return dict(zip(KINDS, (IDENTIFIER_WEIGHT, JOINED_WEIGHT, WORD_WEIGHT), strict=True))


def _kind_value(kind: str) -> float:
    if kind in TYPE_KINDS:
        return TYPE_VALUE
    return CALLABLE_VALUE if kind in CALLABLE_KINDS else OTHER_VALUE
