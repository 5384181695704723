"""`$.links`: what prose links to, and whether that exists."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import unquote

from citeline.indexing.stores.text_columns import from_column

from .corpus import DOCUMENTS, Corpus

_WEB: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")


def link_values(
    corpus: Corpus, document: int, path: str, source: int, target: str, text: str, line: int
) -> dict[str, Any]:
    """Properties of one link. `kind` is `web`, `anchor` (into the same file), `internal` (to a file of the index) or
    `file` (to one that the index does not have); `resolved` is where it leads, as `path:line`, None when nowhere.
    """
    resolved = None
    if _WEB.match(target):
        kind = "web"
    else:
        resolved = _resolve(corpus, document, source, target)
        kind = "anchor" if target.startswith("#") else "internal" if resolved else "file"
    return {
        "path": path,
        "text": text or None,
        "target": target,
        "kind": kind,
        "line": line,
        "endLine": line,
        "resolved": resolved,
    }


def _resolve(corpus: Corpus, document: int, source: int, target: str) -> str | None:
    """Edges do not say which link they are of: among those of the section, the one whose end fits best."""
    written, _, fragment = unquote(target).partition("#")
    wanted = written.partition("?")[0].rstrip("/").rpartition("/")[2].rpartition(".")[0] or written.rpartition("/")[2]
    best = None
    for found_in, path, line, anchor in _edges(corpus).get(source, ()):
        if fragment and anchor == f"#{fragment}" and (not written or wanted in path):
            return f"{path}:{line}"
        fits = found_in == document if not written else wanted in path
        if fits and (not fragment or not anchor):
            best = best or f"{path}:{line}"
    # An anchor that does not exist leads to its file, which is not where the link wants to go.
    return None if fragment and not written and best else best


def _edges(corpus: Corpus) -> dict[int, Sequence[tuple[int, str, int, str]]]:
    """Section to where its links lead: document, path, line and anchor."""

    def read() -> dict[int, Sequence[tuple[int, str, int, str]]]:
        found: dict[int, list[tuple[int, str, int, str]]] = defaultdict(list)
        sql = (
            "SELECT e.src, n.doc_id, d.path, n.start_line, n.anchor FROM edges e JOIN nodes n ON n.id = e.dst"
            f" JOIN {DOCUMENTS} d ON d.doc_id = n.doc_id WHERE e.type = 'links_to'"
        )
        for source, document, path, line, anchor in corpus.rows(sql):
            found[source].append((document, from_column(path), line, from_column(anchor)))
        return dict(found)

    return corpus.remember("links", read)
