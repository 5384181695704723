"""`$.content.grep`: sections whose title or body matches a pattern."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Final

import re2

from citeline.indexing.stores.structure_reader import TextAt

from ..language.patterns import compile_pattern
from ..language.plan import Start
from ..language.syntax import Condition, Regex, Test, Text
from .conditions import Sql
from .corpus import DOCUMENTS, Corpus
from .items import Item
from .sections import HEADS, all_sections, sections_of
from .selection import Selection, with_ids

_ENDS_OF_TEXT: Final = re.compile(r"\\[AzZ]|\(\?[a-zA-Z]*-")
"""What may match at the ends of a section and not at the same places in its document."""
_PARTS: Final = frozenset({"contains", "startsWith", "endsWith"})
_AT_ONCE: Final = 500
"""Documents whose text is in memory at the same time."""


def matching_sections(corpus: Corpus, start: Start) -> Selection:
    """Sections in any case; `.` and the ends `^` and `$` as the flags say."""
    return sections_matching(corpus, start.argument, _flags(start))


def with_match_line(item: Item, start: Start) -> Item:
    """The section with the first of its lines that the pattern matches; its first one when only the title does."""
    text = item.values["text"].encode("utf-8", "surrogatepass")
    match = compile_pattern(start.argument, _flags(start)).compiled.search(text)
    ahead = 0 if match is None else text.count(b"\n", 0, match.start())
    return replace(item, values={**item.values, "matchLine": item.line + ahead})


def _flags(start: Start) -> str:
    return "".join(sorted({*start.flags, "i"}))


def sections_matching(corpus: Corpus, expression: str, flags: str) -> Selection:
    """The sections, in order. Title and lines are searched one by one: no match reaches from one into the other. What
    comes before the first heading has no title, the name of its file is none.
    """
    pattern = compile_pattern(expression, flags)
    every = all_sections(corpus)
    found: list[int] = []
    documents = documents_matching(corpus, expression, flags)
    for start in range(0, len(documents), _AT_ONCE):
        batch = documents[start : start + _AT_ONCE]
        for document, sections in sections_of(corpus, batch).items():
            lines = corpus.lines(document)
            found += [
                section.node
                for section in sections.values()
                if pattern.search("\n".join(lines[section.start_line - 1 : section.end_line]))
                or (section.is_headed and pattern.search(section.title))
            ]
    return every.also(with_ids(found))


def may_hold(corpus: Corpus, condition: Condition) -> Sql | None:
    """What is true of every chunk whose text meets the condition, and can be asked without reading all of them; None
    when nothing is known beforehand.
    """
    if not isinstance(condition, Test) or condition.path != ("text",):
        return None
    match condition.value:
        case Regex(expression, flags):
            documents = documents_matching(corpus, expression, flags)
        case Text(part) if part and condition.operator in _PARTS and (part.isascii() or part.lower() == part.upper()):
            documents = documents_matching(corpus, str(re2.escape(part)), "i")
        case _:
            return None
    return with_ids(documents, "n.doc_id")


def documents_matching(corpus: Corpus, expression: str, flags: str) -> list[int]:
    """Documents that may hold a match: those in whose text there is one, if any line's end may count as the end of
    the text; and those with a title that matches.
    """
    documents = [row[0] for row in corpus.rows(f"SELECT doc_id FROM {DOCUMENTS} ORDER BY place")]
    if _ENDS_OF_TEXT.search(expression):
        return documents
    marks = ",".join("?" * len(HEADS))
    named = f"kind IN ({marks}) AND name IN (SELECT value FROM json_each(?))"
    names = corpus.names.matching(expression, flags).column
    found = {row[0] for row in corpus.rows(f"SELECT doc_id FROM nodes WHERE {named}", [*HEADS, names])}
    pattern = compile_pattern(expression, "".join(sorted({*flags, "m"})))
    rest = [document for document in documents if document not in found]
    texts = ((document, _joined(chunks)) for document, chunks in groupby(corpus.texts(rest), attrgetter("document")))
    found |= {document for document, text in texts if pattern.compiled.search(text)}
    return [document for document in documents if document in found]


def _joined(chunks: Iterator[TextAt]) -> bytes:
    """The lines of a document in UTF-8; chunks leave blank ones out."""
    parts: list[bytes] = []
    line = 1
    for _, start, text in chunks:
        parts.append(b"\n" * (start - line) + text + b"\n")
        line = start + text.count(b"\n") + 1
    return b"".join(parts)
