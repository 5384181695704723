"""What reStructuredText says about itself: the list of fields at its top, `:Author:` and `:Date:`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from docutils import nodes as rst

from citeline.model import Node

_PASSED: Final = (rst.comment, rst.target, rst.substitution_definition, rst.title)
"""What may stand above the fields."""
_MOST_TITLES: Final = 2
"""Of the document: its title, and the one below."""
_KEYWORD: Final = re.compile(r"\$\w+:\s*(.*?)\s*\$$")
"""As programs for versions write them: `$Date: 2026-03-04 $`."""
_MOST_FIELDS: Final = 100
_LONGEST: Final = 1_000


def read_docinfo(tree: rst.document, lines: Sequence[str]) -> Node | None:
    """Its fields by their names in small letters, several authors as a list; None for a document without any."""
    fields = _fields(tree)
    numbers = [field.line for field in fields if field.line]
    if not numbers:
        return None
    data: dict[str, str | list[str]] = {}
    for field in fields[:_MOST_FIELDS]:
        name, body = (field.children[0].astext(), field.children[1]) if len(field.children) > 1 else ("", field)
        if name:
            data.setdefault(name.lower()[:_LONGEST], _value(name, body))
    last = min(max(numbers), len(lines))
    while last < len(lines) and lines[last][:1] in {" ", "\t"}:
        last += 1
    return Node("frontmatter", "front matter", "front matter", min(numbers), last, parent=0, data=data)


def _fields(tree: rst.document) -> list[rst.field]:
    parent: rst.Element = tree
    for _ in range(_MOST_TITLES + 1):
        first = next((child for child in parent.children if not isinstance(child, _PASSED)), None)
        if isinstance(first, rst.field_list):
            return [field for field in first.children if isinstance(field, rst.field)]
        if not isinstance(first, rst.section):
            break
        parent = first
    return []


def _value(name: str, body: rst.Node) -> str | list[str]:
    items = [found for found in getattr(body, "children", ()) if isinstance(found, rst.bullet_list)]
    if items:
        return [" ".join(item.astext().split())[:_LONGEST] for item in items[0].children][:_MOST_FIELDS]
    text = " ".join(body.astext().split())[:_LONGEST]
    keyword = _KEYWORD.match(text)
    text = keyword[1] if keyword else text
    if name.lower() == "authors" and ";" in text:
        return [part.strip() for part in text.split(";") if part.strip()]
    return text
