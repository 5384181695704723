"""Where the links of prose lead: files, headings, and lines of code."""

from __future__ import annotations

import json
import re
import sqlite3
from typing import Final
from urllib.parse import unquote

from citeline.model import PROSE_ENTITY_KINDS

from .documents import Document
from .places import Places

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_LINES: Final = re.compile(r"L(\d+)(?:-L?(\d+))?$")
_SUFFIXES: Final = (
    "",
    ".md",
    ".mdx",
    ".rst",
    ".html",
    "/README.md",
    "/index.md",
    "/index.mdx",
    "/readme.md",
    "/index.rst",
)
OUTSIDE: Final = "target NOT LIKE 'http%' AND target NOT LIKE 'mailto:%'"
"""SQL condition that spares us most links of the web."""
_UNLINKED: Final = ",".join(f"'{kind}'" for kind in sorted(PROSE_ENTITY_KINDS))


class LinkTargets:
    """Finds nodes by the destinations of links."""

    def __init__(self, connection: sqlite3.Connection, places: Places) -> None:
        self._connection = connection
        self._places = places
        self._anchors: dict[int, dict[str, int]] = {}

    def document(self, near: Document, destination: str) -> Document | None:
        """The file that a link leads to; None for the web and for what is not in the corpus."""
        if _SCHEME.match(destination):
            return None
        path = unquote(destination).partition("#")[0].partition("?")[0]
        if not path:
            return near
        relative = path.rstrip("/") if path != "/" else ""
        for suffixes, written in ((_SUFFIXES, relative), ((".md", ".rst"), re.sub(r"\.html?$", "", relative))):
            found = self._places.relative(near, written.lstrip("/") if not near.directory else written, suffixes)
            found = found or self._places.at(written.lstrip("/"))
            if found is not None:
                return found
        ends = self._places.ending_with(relative.strip("/"), near) if relative.startswith("/") else []
        return ends[0] if ends else None

    def node(self, document: Document, destination: str) -> int:
        """The heading or definition that the link's fragment names in the document; else its file node."""
        fragment = unquote(destination).partition("#")[2]
        if not fragment:
            return document.file_node
        if lines := _LINES.match(fragment):
            return self._at_line(document, int(lines[1]), int(lines[2] or lines[1]))
        return self._anchors_of(document).get(f"#{fragment}", document.file_node)

    def _at_line(self, document: Document, start: int, end: int) -> int:
        row = self._connection.execute(
            f"SELECT id FROM nodes WHERE doc_id = ? AND kind NOT IN ({_UNLINKED}) AND start_line <= ? AND end_line >= ?"
            " ORDER BY end_line - start_line, ord DESC LIMIT 1",
            (document.id, start, end),
        ).fetchone()
        return int(row[0]) if row else document.file_node

    def _anchors_of(self, document: Document) -> dict[str, int]:
        known = self._anchors.get(document.id)
        if known is None:
            known = self._anchors[document.id] = {}
            rows = self._connection.execute(
                "SELECT id, anchor, data FROM nodes WHERE doc_id = ? AND anchor != '' ORDER BY ord DESC", (document.id,)
            )
            for node, anchor, data in rows:
                known[anchor] = node
                for other in json.loads(data).get("anchors", ()) if data != "{}" else ():
                    known[other] = node
        return known
