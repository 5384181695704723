"""Sections: what `$.content` cuts every document into.

A section begins at a head and ends on the line before the next head of any level. Heads are headings in prose,
definitions of types and functions in code. Text before the first head is a section too, and so is a document without
any head; both belong to the node of the file.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, TypeAlias

from citeline.dataclass import dataclass
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
    # Limits keep the inner queries apart: of a store that has changed, SQLite would otherwise gather whole tables.
    f"CREATE TEMP TABLE {_PREAMBLES} AS SELECT n.id"
    " FROM (SELECT doc_id, min(line) AS first FROM"
    "  (SELECT doc_id, start_line AS line FROM chunks LIMIT -1) GROUP BY doc_id) c"
    " LEFT JOIN (SELECT doc_id, min(line) AS first FROM"
    f"  (SELECT doc_id, start_line AS line FROM nodes WHERE kind IN ({_MARKS}) LIMIT -1) GROUP BY doc_id) h"
    " ON h.doc_id = c.doc_id"
    " JOIN (SELECT doc_id, id FROM nodes WHERE ord = 0 LIMIT -1) n"
    " ON n.doc_id = c.doc_id WHERE c.first < coalesce(h.first, 1e18)"
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
        "SELECT doc_id, ord <> 0, start_line, ord, id, name FROM nodes"
        f" WHERE doc_id IN (SELECT value FROM json_each(?)) AND (ord = 0 OR kind IN ({_MARKS}))",
        [json.dumps(list(documents))],
    )
    rows.sort()
    return {document: _cut(lines[document], list(heads)) for document, heads in groupby(rows, itemgetter(0))}


def _cut(lines: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> Sections:
    """`rows`: document, whether it is a head, its first line, its place, node and name."""
    (*_, file, name), *heads = rows
    starts = [start for _, _, start, *_ in heads] or [len(lines) + 1]
    sections = {file: Section(file, from_column(name), 1, _trimmed(lines, 1, starts[0] - 1), False)}
    for _, _, start, _, node, title in heads:
        place = bisect_right(starts, start)
        end = starts[place] - 1 if place < len(starts) else len(lines)
        sections[node] = Section(node, from_column(title), start, _trimmed(lines, start, end))
    return sections


def _trimmed(lines: Sequence[str], start: int, end: int) -> int:
    while end > start and not lines[end - 1].strip():
        end -= 1
    return max(start, end)
