"""Sections: what `$.content` cuts every document into.

A section begins at a head and ends on the line before the next head of any level. Heads are headings in prose,
definitions of types and functions in code, top-level keys in data. Text before the first head is a section too, and so
is a document without any; both belong to the node of the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from citeline.model import CALLABLE_KINDS, TYPE_KINDS

from .conditions import Sql
from .corpus import Corpus
from .selection import Selection, nodes

_DEFINITIONS: Final = tuple(sorted(TYPE_KINDS | CALLABLE_KINDS))
HEADS: Final = ("heading", *_DEFINITIONS)
_MARKS: Final = ",".join(f"'{kind}'" for kind in HEADS)
_PREAMBLES: Final = "docql_preambles"
_FIND_PREAMBLES: Final = (
    f"CREATE TEMP TABLE {_PREAMBLES} AS SELECT n.id FROM nodes n"
    " JOIN (SELECT doc_id, min(start_line) AS first FROM chunks GROUP BY doc_id) c ON c.doc_id = n.doc_id"
    f" LEFT JOIN (SELECT doc_id, min(start_line) AS first FROM nodes WHERE kind IN ({_MARKS}) GROUP BY doc_id) h"
    " ON h.doc_id = n.doc_id WHERE n.ord = 0 AND c.first < coalesce(h.first, 1e18)"
)


def all_sections(corpus: Corpus) -> Selection:
    """Every section of every document."""

    def read() -> bool:
        corpus.rows(f"DROP TABLE IF EXISTS {_PREAMBLES}")
        corpus.rows(_FIND_PREAMBLES)
        return True

    corpus.remember(_PREAMBLES, read)
    before = Sql(f"(n.kind <> 'file' OR n.id IN (SELECT id FROM {_PREAMBLES}))")
    return nodes("chunks", (*HEADS, "file"), before, extent="section")


def headed_sections() -> Selection:
    """Those that have a title."""
    return nodes("chunks", HEADS, extent="section")


def section_span(corpus: Corpus, document: int, node: int) -> tuple[int, int]:
    """First and last line of the section that begins with a node, blank lines at its end left out."""
    spans = corpus.remember_some(("sections", document), lambda: _spans(corpus, document))
    return spans[node]


def _spans(corpus: Corpus, document: int) -> dict[int, tuple[int, int]]:
    """Of every head of a document, and of its file."""
    lines = corpus.lines(document)
    rows = corpus.rows(
        f"SELECT id, start_line FROM nodes WHERE doc_id = ? AND (ord = 0 OR kind IN ({_MARKS})) ORDER BY ord",
        [document],
    )
    starts = [start for _, start in rows[1:]]
    # The text before the first head begins where the file begins; two heads on one line share it.
    spans = {rows[0][0]: (1, _trimmed(lines, 1, min(starts, default=len(lines) + 1) - 1))}
    for place, (node, start) in enumerate(rows[1:]):
        following = next((other for other in starts[place + 1 :] if other > start), len(lines) + 1)
        spans[node] = (start, _trimmed(lines, start, following - 1))
    return spans


def _trimmed(lines: Sequence[str], start: int, end: int) -> int:
    while end > start and not lines[end - 1].strip():
        end -= 1
    return max(start, end)
