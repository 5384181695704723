"""`$.frontmatter`: one map a file, as its YAML says, nested maps included; or what another head says."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from citeline.indexing.parsers.front_matter import load_yaml
from citeline.indexing.stores.text_columns import from_column

from ..data_trees.data_places import finite_values, json_value
from .corpus import DOCUMENTS, Corpus
from .items import Item
from .notes import UnreadableError, first_notes
from .selection import nodes

_WITHOUT_YAML: Final = frozenset(["asciidoc", "rst"])
"""Languages whose heads the parser has read."""
_INVALID: Final = "front matter "
"""How the parser's note begins when it could make nothing of it."""


@dataclass(frozen=True, slots=True)
class FrontMatters:
    """The maps, and the files that could not be asked for theirs."""

    items: list[Item]
    notes: tuple[str, ...]


def find_frontmatter(corpus: Corpus) -> FrontMatters:
    """Front matter of every document that has one. Raises UnreadableError when there are only invalid ones."""
    found = corpus.remember("frontmatter", lambda: _read(corpus))
    if found.notes and not found.items:
        raise UnreadableError(found.notes[0], hint="correct the lines between the two ---")
    return found


def _read(corpus: Corpus) -> FrontMatters:
    sql = f"SELECT doc_id, path, note FROM {DOCUMENTS} WHERE note LIKE ? ORDER BY place"
    broken = {document: (path, note) for document, path, note in corpus.rows(sql, [_INVALID + "%"])}
    rows = nodes("frontmatter", ("frontmatter",)).rows(corpus)
    items = [_item(corpus, row) for row in rows if row[1] not in broken]
    notes = first_notes(f"{from_column(path)}: {from_column(note)}" for path, note in broken.values())
    return FrontMatters([item for item in items if item is not None], notes)


def _item(corpus: Corpus, row: tuple[Any, ...]) -> Item | None:
    node, document, path, start, end = row[0], row[1], from_column(row[2]), row[9], row[10]
    if row[3] in _WITHOUT_YAML:
        return Item("frontmatter", path, document, node, start, end, json.loads(row[-1]))
    lines = [line for line in corpus.lines(document)[start - 1 : end] if line.rstrip() not in {"---", "..."}]
    loaded = load_yaml("\n".join(lines).removeprefix("\ufeff"))
    if not isinstance(loaded, dict):
        return None
    return Item("frontmatter", path, document, node, start, end, finite_values(json_value(loaded)))
