"""The pages of documents, from what is stored with their own nodes and, for spreadsheets, with their tables."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Protocol

from citeline.model import DocumentId
from citeline.pages import Pages, SheetArea, pages_of

from .text_columns import from_column


class Batched(Protocol):
    """What runs the queries."""

    def batched(self, sql: str, values: Iterable[Any], also: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """As `StructureReader.batched`."""
        ...


def read_pages(structure: Batched, documents: Iterable[DocumentId]) -> dict[DocumentId, Pages]:
    """Of those documents that have any."""
    roots = structure.batched(
        "SELECT n.doc_id, d.language, n.data FROM nodes n JOIN documents d ON d.id = n.doc_id"
        " WHERE n.doc_id IN ({marks}) AND n.ord = 0",
        documents,
    )
    sheets = [document for document, language, _ in roots if language == "spreadsheet"]
    areas: dict[int, list[SheetArea]] = defaultdict(list)
    for document, start, end, anchor in structure.batched(
        "SELECT doc_id, start_line, end_line, anchor FROM nodes"
        " WHERE doc_id IN ({marks}) AND kind = 'table' AND anchor <> '' ORDER BY start_line",
        sheets,
    ):
        areas[document].append(SheetArea(start, end, from_column(anchor)))
    found = {
        DocumentId(document): pages_of(language, json.loads(data), areas[document])
        for document, language, data in roots
    }
    return {document: pages for document, pages in found.items() if pages is not None}
