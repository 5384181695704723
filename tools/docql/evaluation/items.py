"""Items of a result: a place each, with the properties that filters see and results show."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from citeline.dataclass import dataclass
from citeline.indexing.parsers.records import table_rows
from citeline.indexing.stores.text_columns import from_column

from ..language.plan import ItemKind
from .corpus import MOST_TEXTS, Corpus, file_values
from .sections import Sections, sections_of
from .selection import Selection

_FENCE: Final = re.compile(r"(?P<before>[ \t>]*(?:(?:[-+*]|\d+[.)])[ \t]+)*[ \t>]*)(?P<mark>`{3,}|~{3,})")
_INDENT: Final = re.compile(r"^(?: {4}| {0,3}\t)")


@dataclass(frozen=True, slots=True)
class Item:
    """One item. What it is made of decides what can be asked of it next: a document, and mostly a node in it."""

    kind: ItemKind
    path: str
    document: int
    """Id in the structure store; 0 when the item is about no document."""
    node: int | None
    line: int
    end_line: int
    values: Mapping[str, Any] = field(default_factory=dict)
    """By the name that a filter uses: `endLine`, not `end_line`. Absent values are None."""

    def get(self, path: tuple[str, ...]) -> Any:
        """The value under a dotted path, None when there is none. A front matter may have a `path` of its own, but is
        asked for that of the file, as everything is.
        """
        if path == ("path",):
            return self.path
        found: Any = self.values
        for name in path:
            found = found.get(name) if isinstance(found, Mapping) else None
        return found


def items_of(selection: Selection, corpus: Corpus, offset: int = 0, limit: int = -1) -> list[Item]:
    """The items of a selection, in order."""
    rows = selection.rows(corpus, offset, limit)
    if selection.table == "documents":
        return [_file_item(selection.kind, row) for row in rows]
    if selection.table == "links":
        return [_link_item(row) for row in rows]
    items: list[Item] = []
    for start in range(0, len(rows), MOST_TEXTS):
        batch = rows[start : start + MOST_TEXTS]
        documents = list(dict.fromkeys(row[1] for row in batch))
        sections: Mapping[int, Sections] = {}
        if selection.extent == "section":
            sections = sections_of(corpus, documents)
        elif selection.kind in _DETAILS:
            corpus.load(documents)
        items += [_node_item(row, selection, corpus, sections.get(row[1])) for row in batch]
    return items


def _file_item(kind: ItemKind, row: tuple[Any, ...]) -> Item:
    document, *columns = row
    values = file_values(columns)
    return Item(kind, values["path"], document, None, 1, values["lines"], {} if kind == "structure" else values)


def _node_item(row: tuple[Any, ...], selection: Selection, corpus: Corpus, sections: Sections | None) -> Item:
    identity, document, path, language, format_, package, kind, *rest = row
    name, qualified, start, end, level, signature, docstring, anchor, page, data = rest
    if sections is not None:
        start, end = sections[identity].start_line, sections[identity].end_line
    values: dict[str, Any] = {
        "path": from_column(path),
        "line": start,
        "endLine": end,
        "name": from_column(name),
        "title": from_column(name),
        "type": "table" if kind == "struct" and language == "sql" else kind,
        "qualifiedName": from_column(qualified),
        "level": level,
        "signature": from_column(signature) or None,
        "docstring": from_column(docstring) or None,
        "anchor": from_column(anchor) or None,
        "page": page,
        "language": language,
        "package": package or None,
        "format": format_,
    }
    make = _DETAILS.get(selection.kind)
    if make is not None:
        values |= make(corpus, document, values, json.loads(data))
    if identity in selection.uncertain:
        values["uncertain"] = True
    return Item(selection.kind, values["path"], document, identity, start, end, values)


def _chunk(corpus: Corpus, document: int, values: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    return {"text": corpus.text(document, values["line"], values["endLine"])}


def _codeblock(corpus: Corpus, document: int, values: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    lines = corpus.lines(document)[values["line"] - 1 : values["endLine"]]
    return {
        "language": data.get("language") or None,
        "code": data["code"] if "code" in data else _code(lines),
    }


def _code(lines: tuple[str, ...]) -> str:
    """The lines of a block without its fence, and without what stands before each line of a quote or list."""
    fence = _FENCE.match(lines[0]) if lines else None
    if fence is None:
        return "\n".join(_INDENT.sub("", line, count=1) for line in lines)
    closing = re.compile(rf"[ \t>]*{re.escape(fence['mark'][0])}{{{len(fence['mark'])},}}[ \t]*")
    inner = lines[1:-1] if len(lines) > 1 and closing.fullmatch(lines[-1]) else lines[1:]
    # As much of it as each line has: a list's mark stands on its first line only, and a quote may leave out its own.
    before = re.compile("".join(">?" if mark == ">" else "[ \\t]?" for mark in fence["before"]))
    return "\n".join(before.sub("", line, count=1) for line in inner)


def _table(corpus: Corpus, document: int, values: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    headers = data.get("headers", [])
    rows = data.get("rows")
    if rows is None:  # of a CSV file, whose rows are its lines
        lines = corpus.lines(document)[values["line"] - 1 : values["endLine"]]
        rows = [row.cells for row in table_rows(lines, data, values["language"])]
    return {
        "headers": headers,
        "rows": rows,
        "rowCount": len(rows),
        "columnCount": len(headers),
        "caption": data.get("caption") or None,
    }


_DETAILS: Final = {"chunks": _chunk, "codeblocks": _codeblock, "tables": _table}


def _link_item(row: tuple[Any, ...]) -> Item:
    _, document, path, source, target, text, line, kind, resolved = row
    values = {
        "path": from_column(path),
        "text": from_column(text) or None,
        "target": from_column(target),
        "kind": kind,
        "line": line,
        "endLine": line,
        "resolved": None if resolved is None else from_column(resolved),
    }
    return Item("links", values["path"], document, source, line, line, values)
