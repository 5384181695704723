"""One DocQL query from text to result."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Final

from citeline.indexing.files.source_tree import real_path
from citeline.indexing.stores.text_columns import from_column

from .evaluation.corpus import DOCUMENTS, Corpus
from .evaluation.evaluate import Evaluation, evaluate
from .nearest import emptiness
from .parser import parse, plan
from .result import DocQLResult, Staleness
from .suggest import next_queries

MAX_ITEMS: Final = 20


def query(corpus: Corpus, text: str, *, limit: int = MAX_ITEMS) -> DocQLResult:
    """Run a query and take the first `limit` items. Raises DocQLError, which says where and what to write instead."""
    asked = plan(parse(text))
    found = evaluate(corpus, asked, limit=limit)
    nothing = None if found.total else emptiness(corpus, asked, found)
    return DocQLResult(
        query=text,
        kind=found.kind,
        total=found.total,
        items=found.items,
        trace=found.trace,
        next=next_queries(corpus, asked, found, nothing),
        emptiness=nothing,
        stale=stale_files(corpus, found),
        notes=found.notes,
    )


def stale_files(corpus: Corpus, found: Evaluation) -> dict[str, Staleness]:
    """Files among the items that have changed or gone since they were indexed; of a tree, those that have gone."""
    if found.kind == "structure":
        return {item.path: "deleted" for item in found.items if not os.path.lexists(real_path(corpus.tree, item.path))}
    documents = list(dict.fromkeys(item.document for item in found.items))
    sql = (
        f"SELECT d.place, s.path, s.size_bytes, s.mtime_ns, s.sha256 FROM {DOCUMENTS} d"
        " CROSS JOIN documents s ON s.id = d.doc_id WHERE d.doc_id IN (SELECT value FROM json_each(?))"
    )
    stale: dict[str, Staleness] = {}
    for _, stored, size, mtime_ns, sha256 in sorted(corpus.rows(sql, [json.dumps(documents)])):
        path = from_column(stored)
        try:
            now = Path(real_path(corpus.tree, path)).stat()
        except OSError:
            stale[path] = "deleted"
            continue
        touched = (now.st_size, now.st_mtime_ns) != (size, mtime_ns)
        if touched and (now.st_size != size or _digest(Path(real_path(corpus.tree, path))) != sha256):
            stale[path] = "changed"
    return stale


def _digest(path: Path) -> str | None:
    """Of the bytes; None when nobody may read them."""
    try:
        with path.open("rb") as content:
            return hashlib.file_digest(content, "sha256").hexdigest()
    except OSError:
        return None
