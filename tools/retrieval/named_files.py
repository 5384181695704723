"""Files whose path has words of the question: `sessions.py`, `the sessions module`, a folder, or a short form."""

from __future__ import annotations

from typing import Final

from ..question.analysis import Analysis
from .columns import Columns, Ids, column_of
from .corpus import Corpus
from .path_index import WHOLE_VALUE
from .paths import PathTerms
from .query import SearchQuery

DEPTH: Final = 400
"""Files that the ranking hears of."""
_FIRST: Final = 50
"""Of these the ones whose top is a candidate by itself."""


def find_named_files(corpus: Corpus, query: SearchQuery) -> Columns:
    """Files by how much of their path is asked for, and the first chunks of those that are called so."""
    paths = corpus.path_index
    near = paths.near(query.analysis)
    documents: Ids = paths.documents[near > 0]
    named = {
        document: value
        for document, value in zip(documents.tolist(), near[near > 0].tolist(), strict=True)
        if corpus.is_in(document, query.sources)
    }
    files = column_of(named, limit=DEPTH)
    first: dict[int, float] = {}
    for document in files.ids.tolist():
        called = _called(corpus.path_terms(document), query.analysis)
        chunk = corpus.first_chunk(document) if called else None
        if chunk is not None:
            first[chunk] = called
    why = "its file is named like a word of the question"
    return Columns("paths", column_of(first, limit=_FIRST), files, why=why)


def _called(path: PathTerms, analysis: Analysis) -> float:
    """How much of the file's own name is asked for."""
    covered = len(path.stem_terms & analysis.terms.keys())
    return WHOLE_VALUE * (path.stem in analysis.stems) + covered / len(path.stem_terms or {""})
