"""`$.frontmatter`: one map a file, as its YAML says, nested maps included."""

from __future__ import annotations

from typing import Any, Final

import yaml

from citeline.indexing.parsers.front_matter import load_yaml
from citeline.indexing.stores.text_columns import from_column

from .corpus import DOCUMENTS, Corpus
from .items import Item
from .notes import UnreadableError
from .plan import Start
from .selection import nodes
from .values import json_value

_INVALID: Final = "front matter "
"""How the parser's note begins when it could make nothing of it."""


def frontmatter_items(corpus: Corpus, start: Start) -> list[Item]:
    """Front matter of every document that has one. Raises UnreadableError when there is only an invalid one."""
    items = corpus.remember("frontmatter", lambda: _read(corpus))
    if not items:
        broken = corpus.rows(
            f"SELECT path, note FROM {DOCUMENTS} WHERE note LIKE ? ORDER BY place LIMIT 1", [_INVALID + "%"]
        )
        for path, note in broken:
            raise UnreadableError(
                f"{from_column(path)}: {from_column(note)}", hint="correct the lines between the two ---"
            )
    return items


def _read(corpus: Corpus) -> list[Item]:
    found = [_item(corpus, row) for row in nodes("frontmatter", ("frontmatter",)).rows(corpus)]
    return [item for item in found if item is not None]


def _item(corpus: Corpus, row: tuple[Any, ...]) -> Item | None:
    node, document, path, start, end = row[0], row[1], from_column(row[2]), row[9], row[10]
    lines = [line for line in corpus.lines(document)[start - 1 : end] if line.rstrip() not in {"---", "..."}]
    try:
        loaded = load_yaml("\n".join(lines).removeprefix("\ufeff"))
    except (yaml.YAMLError, ValueError, TypeError, RecursionError):
        return None  # the parser has said so in its note
    if not isinstance(loaded, dict):
        return None
    values = {**json_value(loaded), "path": path, "line": start, "endLine": end}
    return Item("frontmatter", path, document, node, start, end, values)
