"""What is known of an error's code: the message that it is defined with, the row of a document, and what raises it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from tree_sitter import Node

from citeline.indexing.reader import Index
from citeline.model import StoredChunk
from citeline.text import terms

from ...citations.passage import contains_name
from ...evidence.term_weights import chunks_holding
from ...retrieval.corpus import corpus_of
from ...tables.rows import is_long, read_cells
from ..draft import Draft
from ..reading.documentation import is_prose_node
from ..reading.lines import shortened
from ..reading.syntax import Source, ancestors, lines_of, source_of, text_of
from ..reading.table_rows import rows_of
from .exact_strings import lines_with
from .raised import use_at

_CODE: Final = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{1,4}\d{3,}", re.ASCII)
"""How an error's code is written: `ERR_SHELF_FULL`, `E0005`."""
_CHUNKS: Final = 40
_MOST_RAISED: Final = 2
_MOST_LINES: Final = 10
_LONGEST: Final = 160
_LEAST_WORDS: Final = 3
"""Of a text that is a message, and not another name."""
_STRING: Final = re.compile(r".*string.*|.*template.*|char_literal|.*_lit(?:eral)?")
_INSIDE: Final = re.compile(r"[\"'`(=]")
_HOLDS_MANY: Final = re.compile(
    r".*(?:block|body|program|module|source_file|object|dictionary|declaration_list|statement_list|object_pattern|table).*"
)
"""Syntax nodes that stand around several definitions, of which only one is that of a code."""


def code_drafts(index: Index, code: str, sources: Collection[str] = (), *, is_error: bool = False) -> list[Draft]:
    """Where a code is given its message, the row of a table that begins with it, and what raises it with its condition.

    Empty where nothing raises it, unless it has a message and a row, or `is_error` for who asks: a constant of that
    shape may be anything.
    """
    if not _CODE.fullmatch(code):
        return []
    defined: list[Draft] = []
    raised: list[Draft] = []
    corpus = corpus_of(index)
    for document, line in lines_with(index, code, sources):
        source = source_of(index, document)
        if (
            source is None
            or corpus.path_terms(document).is_test
            or corpus.chunk_at(document, line) in corpus.inline_tests
        ):
            continue
        if found := _with_message(source, code, line):
            defined.append(found)
        elif (place := use_at(source, code, line)) and place.verb == "raises" and place.draft.fact["object"] == code:
            raised.append(place.draft)
    rows = _rows(index, code, sources) if raised or defined else []
    if not (raised or (defined and (rows or is_error))):
        return []
    return [*defined[:1], *rows, *raised[:_MOST_RAISED], *defined[1:2]]


def _with_message(source: Source, code: str, line: int) -> Draft | None:
    """The pair, the constant or the call that gives the code on a line its message."""
    column = source.lines[line - 1].find(code)
    node = source.node_at(line, column, line, column + len(code))
    for around in ancestors(node):
        if is_prose_node(around) or _HOLDS_MANY.fullmatch(around.type):
            return None
        first, last = lines_of(around)
        if last - first >= _MOST_LINES:
            return None
        if _is_led_by(around, code) and (message := next(_messages_in(around), "")):
            return Draft.of("stated", code, shortened(message, _LONGEST), source.document.id, first, last)
    return None


def _is_led_by(around: Node, code: str) -> bool:
    """Whether the code comes first of what stands in a node: as the name of what follows, or as a text itself. What is
    given a constant beside a text, as `print("Adds %s", RECURSIVE)` is, says nothing of it.
    """
    before = text_of(around).partition(code)[0]
    return before.endswith(("'", '"', "`")) or not _INSIDE.search(before)


def _messages_in(node: Node) -> Iterator[str]:
    """The texts in a node that have some words, without their marks."""
    if _STRING.fullmatch(node.type):
        text = " ".join(text_of(node).split()).strip("\"'`")
        if len(text.split()) >= _LEAST_WORDS:
            yield text
        return
    for child in node.named_children:
        yield from _messages_in(child)


def _rows(index: Index, code: str, sources: Collection[str]) -> list[Draft]:
    """The first row of a document whose first cell is the code."""
    for chunk in chunks_holding(index, terms(code), _CHUNKS, sources):
        if chunk.kind != "code" and code in chunk.text and (row := _row_in(index, code, chunk)):
            return [row]
    return []


def _row_in(index: Index, code: str, chunk: StoredChunk) -> Draft | None:
    for node in index.structure.nodes_of(chunk.document):
        if node.kind != "table" or node.start_line > chunk.end_line or node.end_line < chunk.start_line:
            continue
        within = (chunk.start_line, chunk.end_line)
        for row in rows_of(read_cells(index.structure, int(node.id), within if is_long(node) else None), *within):
            if contains_name(row.cells[0], code):
                return Draft.of("table_row", "", row.told(), chunk.document, row.start_line, row.end_line)
    return None
