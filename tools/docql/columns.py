"""Which SQL expression stands for which property of which kind of item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .plan import ItemKind

# n: nodes, d: the documents of `corpus`, r: refs of kind `links_to`. An absent value is NULL.
_NODE: Final = {"path": "d.path", "line": "n.start_line", "endLine": "n.end_line"}
COLUMNS: Final[Mapping[ItemKind, Mapping[str, str]]] = {
    "toc": {
        **_NODE,
        "level": "n.level",
        "title": "n.name",
        "anchor": "n.anchor",
        "page": "n.page",
    },
    "entities": {
        **_NODE,
        "name": "n.name",
        "type": "n.kind",
        "qualifiedName": "n.qualified_name",
        "signature": "nullif(n.signature, '')",
        "docstring": "nullif(n.docstring, '')",
        "language": "d.language",
        "package": "nullif(d.package, '')",
        "level": "n.level",
    },
    "chunks": {
        **_NODE,
        # Not plainly `n.name`: the index on names knows nothing of files, and text before a heading is theirs.
        "title": "(n.name)",
        "name": "(n.name)",
        "type": "n.kind",
        "level": "n.level",
        "anchor": "nullif(n.anchor, '')",
        "page": "n.page",
        "language": "d.language",
    },
    "codeblocks": {**_NODE, "language": "nullif(n.name, '')"},
    "tables": {
        **_NODE,
        "rowCount": "coalesce(json_array_length(n.data, '$.rows'), n.end_line - n.start_line)",
        "columnCount": "coalesce(json_array_length(n.data, '$.headers'), 0)",
        "caption": "nullif(json_extract(n.data, '$.caption'), '')",
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
    },
    "links": {
        "path": "d.path",
        "text": "r.qualifier",
        "target": "r.target",
        "line": "r.line",
    },
    "frontmatter": {"path": "d.path"},
    "structure": {"path": "d.path"},
    "data": {"path": "d.path"},
}
"""What is missing here (`code`, `headers`, `text`, `kind` of a link, keys of a front matter) is compared in Python."""
