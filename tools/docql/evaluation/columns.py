"""Which SQL expression stands for which property of which kind of item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..language.plan import ItemKind

# n: nodes, d: the documents of `corpus`, l: the links of `links`. An absent value is NULL.
_NODE: Final = {"path": "d.path", "line": "n.start_line", "endLine": "n.end_line"}
# What SQL's `CREATE TABLE` defines is a struct in the tree.
_TYPE: Final = "(CASE WHEN n.kind = 'struct' AND d.language = 'sql' THEN 'table' ELSE n.kind END)"
COLUMNS: Final[Mapping[ItemKind, Mapping[str, str]]] = {
    "toc": {
        **_NODE,
        "level": "n.level",
        "title": "n.name",
        "anchor": "nullif(n.anchor, '')",
        "page": "n.page",
    },
    "entities": {
        **_NODE,
        "name": "n.name",
        "type": _TYPE,
        "qualifiedName": "n.qualified_name",
        "signature": "nullif(n.signature, '')",
        "docstring": "nullif(n.docstring, '')",
        "language": "d.language",
        "package": "nullif(d.package, '')",
        "level": "n.level",
    },
    "chunks": {
        **_NODE,
        "title": "n.name",
        "name": "n.name",
        "type": _TYPE,
        "level": "n.level",
        "anchor": "nullif(n.anchor, '')",
        "page": "n.page",
        "language": "d.language",
    },
    "codeblocks": {**_NODE, "language": "nullif(n.name, '')", "page": "n.page"},
    "tables": {
        **_NODE,
        "columnCount": "coalesce(json_array_length(n.data, '$.headers'), 0)",
        "caption": "nullif(json_extract(n.data, '$.caption'), '')",
        "anchor": "nullif(n.anchor, '')",
        "page": "n.page",
    },
    "files": {
        "path": "d.path",
        "name": "d.name",
        "directory": "d.directory",
        "extension": "d.extension",
        "language": "d.language",
        "size": "d.size",
        "lines": "d.lines",
        "source": "d.source",
        "title": "nullif(d.title, '')",
        "author": "nullif(d.author, '')",
        "created": "nullif(d.created, '')",
        "modified": "d.modified",
        "version": "nullif(d.version, '')",
    },
    "links": {
        "path": "d.path",
        "text": "nullif(l.text, '')",
        "kind": "l.kind",
        "resolved": "l.resolved",
        "target": "l.target",
        "line": "l.line",
    },
    "frontmatter": {"path": "d.path"},
    "structure": {"path": "d.path"},
    "data": {"path": "d.path"},
}
"""What is missing here (`code`, `headers`, `rowCount`, `text`, keys of a front matter) is compared in Python."""
