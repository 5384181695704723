"""Sections: what `$.content` cuts every document into.

A section begins at a head and ends on the line before the next head of any level. Heads are headings in prose,
definitions of types and functions in code. Text before the first head is a section too, and so is a document without
any head; both belong to the node of the file.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeAlias

from citeline.indexing.stores.text_columns import from_column
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


@dataclass(frozen=True, slots=True)
class Section:
    """A place in one document; `node` is its head, or the file."""

    node: int
    title: str
    start_line: int
    end_line: int
    """Blank lines at the end are left out."""
    is_headed: bool = True
    """Has a title of its own."""


Sections: TypeAlias = Mapping[int, Section]
"""Of one document by their nodes, in order; two heads on one line share it."""


def sections_of(corpus: Corpus, documents: Sequence[int]) -> Mapping[int, Sections]:
    """Document to its sections, with one for the file itself even if no text comes before the first head."""
    lines = corpus.load(documents)
    rows = corpus.rows(
        f"SELECT doc_id, id, name, start_line FROM nodes WHERE doc_id IN (SELECT value FROM json_each(?))"
        f" AND (ord = 0 OR kind IN ({_MARKS})) ORDER BY doc_id, ord <> 0, start_line, ord",
        [json.dumps(list(documents))],
    )
    return {document: _cut(lines[document], list(heads)) for document, heads in groupby(rows, itemgetter(0))}


def _cut(lines: Sequence[str], rows: Sequence[tuple[int, int, str, int]]) -> Sections:
    (_, file, name, _), *heads = rows
    starts = [start for *_, start in heads] or [len(lines) + 1]
    sections = {file: Section(file, from_column(name), 1, _trimmed(lines, 1, starts[0] - 1), False)}
    for _, node, title, start in heads:
        place = bisect_right(starts, start)
        end = starts[place] - 1 if place < len(starts) else len(lines)
        sections[node] = Section(node, from_column(title), start, _trimmed(lines, start, end))
    return sections


def _trimmed(lines: Sequence[str], start: int, end: int) -> int:
    while end > start and not lines[end - 1].strip():
        end -= 1
    return max(start, end)
