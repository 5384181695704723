"""One DocQL query from text to result."""

from __future__ import annotations

from typing import Final

from citeline.indexing.stores.text_columns import from_column

from .check import plan
from .corpus import DOCUMENTS, Corpus
from .evaluate import Evaluation, evaluate
from .parser import parse
from .result import DocQLResult, Staleness
from .suggest import emptiness, next_queries

MAX_ITEMS: Final = 20


def query(corpus: Corpus, text: str, *, limit: int = MAX_ITEMS) -> DocQLResult:
    """Run a query and take the first `limit` items. Raises DocQLError, which says where and what to write instead."""
    asked = plan(parse(text))
    found = evaluate(corpus, asked, limit=limit)
    return DocQLResult(
        query=text,
        kind=found.kind,
        total=found.total,
        items=found.items,
        trace=found.trace,
        next=next_queries(corpus, asked, found),
        emptiness=None if found.total else emptiness(corpus, asked, found),
        stale=stale_files(corpus, found),
        notes=found.notes,
    )


def stale_files(corpus: Corpus, found: Evaluation) -> dict[str, Staleness]:
    """Files among the items that have changed or gone since they were indexed."""
    documents = dict.fromkeys(item.document for item in found.items)
    marks = ",".join("?" * len(documents))
    sql = f"SELECT path, size, mtime_ns FROM {DOCUMENTS} WHERE doc_id IN ({marks})"
    stale: dict[str, Staleness] = {}
    for stored, size, mtime_ns in corpus.rows(sql, list(documents)):
        path = from_column(stored)
        try:
            now = (corpus.root / path).stat()
        except OSError:
            stale[path] = "deleted"
            continue
        if (now.st_size, now.st_mtime_ns) != (size, mtime_ns):
            stale[path] = "changed"
    return stale
