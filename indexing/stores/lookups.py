"""Bulk look-ups that ranking makes on the structure store, as plain tuples: it reads thousands of rows a query."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from citeline.model import DEFINITION_KINDS
from citeline.remembering import remembered
from citeline.text import fold

from .structure_reader import StructureReader
from .structure_rows import folded_id
from .text_columns import LAST, to_column

_IS_DEFINITION: Final = "kind IN (" + ",".join(f"'{kind}'" for kind in sorted(DEFINITION_KINDS)) + ")"

NAMES_END: Final = "\x1f"
"""Between names of a document; no name has it."""


class Definition(NamedTuple):
    """A named definition and where it stands."""

    document: int
    kind: str
    name: str
    folded: str
    line: int


def _marks(values: Collection[object]) -> str:
    return ",".join("?" * len(values))


class Lookups:
    """Ranking's view of a structure store."""

    def __init__(self, structure: StructureReader) -> None:
        self._structure = structure

    def chunk_ids(self) -> list[int]:
        """The ids of all chunks."""
        return [row[0] for row in self._structure.rows("SELECT id FROM chunks")]

    def chunk_spans(self, documents: Collection[int]) -> list[tuple[int, int, int, int]]:
        """(chunk, document, first line, last line) of every chunk of the documents."""
        sql = "SELECT id, doc_id, start_line, end_line FROM chunks WHERE doc_id IN ({marks})"
        return self._structure.batched(sql, documents)

    def documents_of_chunks(self, chunks: Collection[int]) -> dict[int, int]:
        """The documents of the chunks that there are."""
        return dict(self._structure.batched("SELECT id, doc_id FROM chunks WHERE id IN ({marks})", chunks))

    def documents_of_points(self, points: Collection[int]) -> dict[int, int]:
        """The documents of the points of whole files that there are."""
        return dict(self._structure.batched("SELECT point, id FROM documents WHERE point IN ({marks})", points))

    def paths_by_word(self, words: Collection[str]) -> list[tuple[str, str, int]]:
        """(word, role, document) of the words that stand in paths; roles as in `path_words`."""
        sql = "SELECT word, role, doc_id FROM path_words WHERE word IN ({marks})"
        return self._structure.batched(sql, map(to_column, words))

    def paths_by_beginning(self, beginnings: Collection[str], roles: Collection[str]) -> list[tuple[str, str, int]]:
        """The same of words that begin so, in these roles."""
        sql = f"SELECT word, role, doc_id FROM path_words WHERE word >= ? AND word < ? AND role IN ({_marks(roles)})"
        return [
            row for text in map(to_column, beginnings) for row in self._structure.rows(sql, [text, text + LAST, *roles])
        ]

    def count_imports(self, most: int = -1) -> int:
        """Imports between files, counted no further than `most`."""
        sql = "SELECT count(*) FROM (SELECT 1 FROM file_edges WHERE is_import LIMIT ?)"
        return int(self._structure.rows(sql, [most])[0][0])

    def code_and_chunks(self) -> tuple[int, int]:
        """Files of code, and their chunks."""
        sql = "SELECT id FROM documents WHERE format = 'code'"
        code = [row[0] for row in self._structure.rows(sql)]
        counts = self._structure.batched("SELECT count(*) FROM chunks WHERE doc_id IN ({marks})", code)
        return len(code), sum(count for (count,) in counts)

    @remembered
    def inline_tests(self) -> list[tuple[int, int, int]]:
        """(document, first line, last line) of modules and functions of tests inside a file, as Rust has them."""
        return self._structure.rows(
            "SELECT doc_id, start_line, end_line FROM nodes WHERE kind = 'module' AND name IN ('test', 'tests')"
            " UNION ALL SELECT doc_id, start_line, end_line FROM nodes"
            " WHERE name COLLATE NOCASE >= 'test_' AND name COLLATE NOCASE < 'test`' AND +kind = 'function'"
        )

    def is_tested(self, document: int, line: int) -> bool:
        """Whether a line of other code belongs to tests that stand in its file."""
        return any(held == document and first <= line <= last for held, first, last in self.inline_tests())

    def definitions_folded(self, folded: Collection[str]) -> list[Definition]:
        """Definitions by folded name, `get_user` and `getUser` alike."""
        columns = "doc_id, kind, name, start_line"
        # The plus keeps SQLite from the index on kinds, which it takes for the better one from twelve names on; with it
        # every definition of the corpus is read.
        sql = f"SELECT {columns} FROM nodes WHERE +{_IS_DEFINITION} AND folded IN ({{marks}})"
        rows = self._structure.batched(sql, map(folded_id, folded))
        found = (Definition(document, kind, name, fold(name), line) for document, kind, name, line in rows)
        wanted = set(folded)
        return [definition for definition in found if definition.folded in wanted]

    def definition_names(self, documents: Collection[int]) -> dict[int, str]:
        """Names that each document defines, in one text with `NAMES_END` between them: there are hundreds a file."""
        # One by one, for a view of base and delta takes a `GROUP BY` not apart. A third of the time of rows of names.
        sql = f"SELECT group_concat(name, '{NAMES_END}') FROM nodes WHERE {_IS_DEFINITION} AND doc_id = ?"
        return {document: self._structure.rows(sql, [document])[0][0] or "" for document in documents}
