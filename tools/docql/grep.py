"""`$.content.grep`: sections whose title or body matches a pattern."""

from __future__ import annotations

import re
from typing import Final

from .conditions import Sql
from .corpus import DOCUMENTS, Corpus
from .items import Item, items_of
from .patterns import compile_pattern
from .plan import Start
from .sections import all_sections
from .selection import Selection

_CROSSES_LINES: Final = re.compile(r"\\[nsWDAz]|\[\^|[\^$]|\(\?[a-zA-Z]*s")
"""What may match a line's end, or only at the end of a text: a chunk is no section, so it cannot tell for one."""


def matching_sections(corpus: Corpus, start: Start) -> Selection | list[Item]:
    """Sections, each read as its title and its lines; `.` and `\\s` may match a line's end as the flags say."""
    return sections_matching(corpus, start.argument, "".join(sorted({*start.flags, "i"})))


def sections_matching(corpus: Corpus, expression: str, flags: str) -> list[Item]:
    """The sections, in order."""
    pattern = compile_pattern(expression, flags)
    found: list[Item] = []
    for document in _candidates(corpus, expression, flags):
        sections = all_sections(corpus).also(Sql("n.doc_id = ?", (document,), selective=True))
        found += [
            item
            for item in items_of(sections, corpus)
            if pattern.search(f"{item.values['title']}\n{item.values['text']}")
        ]
    return found


def _candidates(corpus: Corpus, pattern: str, flags: str) -> list[int]:
    """Documents that may hold a match: all, unless a chunk or a name alone can tell."""
    sql, values = f"SELECT doc_id FROM {DOCUMENTS}", list[str]()
    if "s" not in flags and not _CROSSES_LINES.search(pattern):
        sql += (
            " WHERE doc_id IN (SELECT doc_id FROM chunks WHERE docql_match(?, ?, text)"
            " UNION SELECT doc_id FROM nodes WHERE docql_match(?, ?, name))"
        )
        values = [pattern, flags] * 2
    return [row[0] for row in corpus.rows(f"{sql} ORDER BY place", values)]
