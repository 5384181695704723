"""Bulk look-ups that ranking makes on the structure store, as plain tuples: it reads thousands of rows a query."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from citeline.model import DEFINITION_KINDS

from .structure_reader import StructureReader
from .text_columns import to_column

_IS_DEFINITION: Final = "kind IN (" + ",".join(f"'{kind}'" for kind in sorted(DEFINITION_KINDS)) + ")"


class Definition(NamedTuple):
    """A named definition and where it stands."""

    document: int
    kind: str
    name: str
    folded: str
    line: int


class Lookups:
    """Ranking's view of a structure store."""

    def __init__(self, structure: StructureReader) -> None:
        self._structure = structure

    def chunk_spans(self) -> list[tuple[int, int, int, int]]:
        """(chunk, document, first line, last line) of every chunk."""
        return self._structure.rows("SELECT id, doc_id, start_line, end_line FROM chunks")

    def named(self, kind: str) -> list[tuple[int, int, str]]:
        """(document, first line, name) of every node of a kind."""
        return self._structure.rows("SELECT doc_id, start_line, name FROM nodes WHERE kind = ?", [kind])

    def inline_tests(self) -> list[tuple[int, int, int]]:
        """(document, first line, last line) of modules of tests inside a file, as Rust has them."""
        return self._structure.rows(
            "SELECT doc_id, start_line, end_line FROM nodes WHERE kind = 'module' AND name IN ('test', 'tests')"
        )

    def table_heads(self) -> list[tuple[int, int, int, str, str]]:
        """(document, first line, last line, caption or first header, headers as JSON) of every table."""
        columns = "doc_id, start_line, end_line, name, coalesce(json_extract(data, '$.headers'), '[]')"
        return self._structure.rows(f"SELECT {columns} FROM nodes WHERE kind = 'table' ORDER BY doc_id, start_line")

    def definitions_folded(self, folded: Collection[str]) -> list[Definition]:
        """Definitions by folded name, `get_user` and `getUser` alike."""
        columns = "doc_id, kind, name, folded, start_line"
        # The plus keeps SQLite from the index on kinds, which it takes for the better one from twelve names on; with it
        # every definition of the corpus is read.
        sql = f"SELECT {columns} FROM nodes WHERE +{_IS_DEFINITION} AND folded IN ({{marks}})"
        return [Definition(*row) for row in self._structure.batched(sql, map(to_column, folded))]

    def definition_names(self, documents: Collection[int]) -> dict[int, list[str]]:
        """Names that each document defines."""
        found: dict[int, list[str]] = {}
        sql = f"SELECT DISTINCT doc_id, name FROM nodes WHERE {_IS_DEFINITION} AND doc_id IN ({{marks}})"
        for document, name in self._structure.batched(sql, documents):
            found.setdefault(document, []).append(name)
        return found
