"""Items of a result: a place each, with the properties that filters see and results show."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from citeline.indexing.stores.text_columns import from_column

from .corpus import Corpus
from .plan import ItemKind
from .sections import section_span
from .selection import Selection

_FENCES: Final = ("```", "~~~")


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
        """The value under a dotted path, None when there is none."""
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
        return [_link_item(row, corpus) for row in rows]
    return [_node_item(row, selection, corpus) for row in rows]


def _file_item(kind: ItemKind, row: tuple[Any, ...]) -> Item:
    document, path, name, directory, extension, language, size, lines, source = row
    values = {
        "path": from_column(path),
        "name": from_column(name),
        "directory": from_column(directory),
        "extension": from_column(extension),
        "language": language,
        "size": size,
        "lines": lines,
        "source": source,
    }
    return Item(kind, values["path"], document, None, 1, lines, values)


def _node_item(row: tuple[Any, ...], selection: Selection, corpus: Corpus) -> Item:
    identity, document, path, language, format_, package, kind, *rest = row
    name, qualified, start, end, level, signature, docstring, anchor, page, data = rest
    if selection.extent == "section":
        start, end = section_span(corpus, document, identity)
    values: dict[str, Any] = {
        "path": from_column(path),
        "line": start,
        "endLine": end,
        "name": from_column(name),
        "title": from_column(name),
        "type": kind,
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
    return Item(selection.kind, values["path"], document, identity, start, end, values)


def _chunk(corpus: Corpus, document: int, values: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    return {"text": corpus.text(document, values["line"], values["endLine"])}


def _codeblock(corpus: Corpus, document: int, values: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    lines = corpus.lines(document)[values["line"] - 1 : values["endLine"]]
    return {"language": data.get("language") or None, "code": _without_fence(lines)}


def _without_fence(lines: tuple[str, ...]) -> str:
    mark = next((fence for fence in _FENCES if lines and lines[0].lstrip(" >\t").startswith(fence)), None)
    if mark is None:
        return "\n".join(line[4:] if line.startswith("    ") else line.lstrip("\t") for line in lines)
    inner = lines[1:-1] if len(lines) > 1 and lines[-1].lstrip(" >\t").startswith(mark) else lines[1:]
    return "\n".join(inner)


def _table(corpus: Corpus, document: int, values: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    headers = data.get("headers", [])
    rows = data.get("rows")
    if rows is None:  # of a CSV file, whose rows are its lines
        lines = corpus.lines(document)[values["line"] - 1 : values["endLine"]]
        delimiter = "\t" if values["language"] == "tsv" else ","
        rows = [row for row in csv.reader(lines, delimiter=delimiter) if row][1:]
    return {
        "headers": headers,
        "rows": rows,
        "rowCount": len(rows),
        "columnCount": len(headers),
        "caption": data.get("caption") or None,
    }


_DETAILS: Final = {"chunks": _chunk, "codeblocks": _codeblock, "tables": _table}


def _link_item(row: tuple[Any, ...], corpus: Corpus) -> Item:
    from .links import link_values

    document, path, source, target, text, line = row
    values = link_values(corpus, document, from_column(path), source, from_column(target), from_column(text), line)
    return Item("links", values["path"], document, source, line, line, values)
