"""Files whose path has words of the question: `sessions.py`, `the sessions module`, a folder, or a short form."""

from __future__ import annotations

from typing import Final

from ..question.analysis import Analysis
from .columns import Columns, column_of
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
    near = corpus.near_paths(query.analysis)
    if query.sources:
        corpus.read_documents(near.values)
    named = {document: value for document, value in near.values.items() if corpus.is_in(document, query.sources)}
    files = column_of(named, limit=DEPTH)
    called = [document for document in files.ids.tolist() if document in near.called]
    corpus.read_documents(called)
    corpus.read_spans(called)
    first: dict[int, float] = {}
    for document in called:
        chunk = corpus.first_chunk(document)
        if chunk is not None:
            first[chunk] = _called(corpus.path_terms(document), query.analysis)
    why = "its file is named like a word of the question"
    return Columns("paths", column_of(first, limit=_FIRST), files, why=why)


def _called(path: PathTerms, analysis: Analysis) -> float:
    """How much of the file's own name is asked for."""
    covered = len(path.stem_terms & analysis.terms.keys())
    return WHOLE_VALUE * (path.stem in analysis.stems) + covered / len(path.stem_terms or {""})
