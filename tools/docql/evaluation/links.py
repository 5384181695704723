"""`$.links`: what prose links to, and whether that exists."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import PurePosixPath
from posixpath import dirname, join, normpath
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from urllib.parse import unquote

from citeline.indexing.stores.text_columns import from_column, to_column

from .corpus import DOCUMENTS, Corpus
from .selection import LINKS, Selection

LinkKind: TypeAlias = Literal["web", "anchor", "internal", "file"]

_WEB: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_LINES: Final = re.compile(r"L(\d+)(?:-L?\d+)?$")
_LEFT_OUT: Final = re.compile(r"\.\w+|/(?:readme|index)\.\w+", re.IGNORECASE)
"""What a link may leave out of the path of a file."""
_HTML: Final = re.compile(r"\.html?$")
_CACHED_FILES: Final = 256


def all_links(corpus: Corpus) -> Selection:
    """Every link. `kind` is `web`, `anchor` (into the same file), `internal` (to a file of the index) or `file` (to
    one that the index does not have, or to a folder); `resolved` is where it leads, as `path:line` or `folder/`, absent
    when nowhere.
    """

    def read() -> bool:
        corpus.rows(f"DROP TABLE IF EXISTS {LINKS}")
        corpus.rows(
            f"CREATE TEMP TABLE {LINKS} (id INTEGER PRIMARY KEY, doc_id INTEGER, source_id INTEGER, target TEXT,"
            " text TEXT, line INTEGER, kind TEXT, resolved TEXT)"
        )
        columns = ", ".join(f"json_extract(value, '$[{column}]')" for column in range(7))
        corpus.rows(f"INSERT INTO {LINKS} SELECT key, {columns} FROM json_each(?)", [json.dumps(_resolved(corpus))])
        return True

    corpus.remember(LINKS, read)
    return Selection("links", "links")


def _resolved(corpus: Corpus) -> list[list[Any]]:
    """The rows of the table, as stored, in the order of results."""
    sql = (
        f"SELECT r.doc_id, r.source_id, r.target, r.qualifier, r.line, d.path FROM {DOCUMENTS} d"
        " CROSS JOIN refs r ON r.doc_id = d.doc_id WHERE r.kind = 'links_to' ORDER BY d.place, r.line, r.rowid"
    )
    targets = _Targets(corpus)
    return [
        [document, source, target, text, line, *targets.find(document, from_column(path), source, from_column(target))]
        for document, source, target, text, line, path in corpus.rows(sql)
    ]


class _File(NamedTuple):
    document: int
    path: str


class _Targets:
    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._ends = self._read_ends()
        self._anchors = lru_cache(_CACHED_FILES)(self._read_anchors)

    def find(self, document: int, path: str, source: int, target: str) -> tuple[LinkKind, str | None]:
        """What kind of link it is, and where it leads, for the store."""
        if _WEB.match(target):
            return "web", None
        written, _, fragment = unquote(target).partition("#")
        written = written.partition("?")[0]
        if not written:
            return "anchor", self._place(_File(document, path), fragment)
        end = next((end for end in self._ends.get(source, ()) if _leads(path, written, end.path)), None)
        return ("internal", self._place(end, fragment)) if end else ("file", self._folder(path, written))

    def _folder(self, path: str, written: str) -> str | None:
        """The folder of the index that is meant, for the store."""
        inner = written.strip("/")
        for whole in (normpath(join(dirname(path), inner)), normpath(inner)):
            if whole in self._folders:
                return to_column(f"{whole}/")
        return None

    @cached_property
    def _folders(self) -> frozenset[str]:
        """Every folder in which a document lies, however deep."""
        paths = [from_column(row[0]) for row in self._corpus.rows(f"SELECT DISTINCT directory FROM {DOCUMENTS}")]
        return frozenset(
            str(folder) for path in paths for folder in (PurePosixPath(path), *PurePosixPath(path).parents)
        )

    def _place(self, end: _File, fragment: str) -> str | None:
        line: int | None = 1
        if lines := _LINES.match(fragment):
            line = int(lines[1][:9])
        elif fragment:
            line = self._anchors(end.document).get(f"#{fragment}")
        return None if line is None else to_column(f"{end.path}:{line}")

    def _read_anchors(self, document: int) -> Mapping[str, int]:
        """Anchors of headings, and those that HTML gives them, to their lines; the first of equal ones counts."""
        found: dict[str, int] = {}
        sql = "SELECT anchor, data, start_line FROM nodes WHERE doc_id = ? AND anchor <> '' ORDER BY ord"
        for anchor, data, line in self._corpus.rows(sql, [document]):
            for name in (from_column(anchor), *json.loads(data).get("anchors", ())):
                found.setdefault(name, line)
        return found

    def _read_ends(self) -> Mapping[int, Sequence[_File]]:
        """Section to the files to which its links lead; edges do not say which link they are of."""
        found: dict[int, list[_File]] = defaultdict(list)
        sql = (
            "SELECT e.src, e.dst, n.doc_id, d.path FROM edges e CROSS JOIN nodes n ON n.id = e.dst"
            f" CROSS JOIN {DOCUMENTS} d ON d.doc_id = n.doc_id WHERE e.type = 'links_to'"
        )
        for source, _, document, path in sorted(self._corpus.rows(sql)):
            end = _File(document, from_column(path))
            if end not in found[source]:
                found[source].append(end)
        return found


def _leads(path: str, written: str, end: str) -> bool:
    """Whether what is written in a file at `path` can mean the file at `end`, as links are read when an index is made:
    from the file's folder or from the root; suffix, `README` and `index` may be left out.
    """
    for asked in dict.fromkeys((written, _HTML.sub("", written))):
        for whole in (normpath(join(dirname(path), asked.lstrip("/"))), normpath(asked.lstrip("/") or ".")):
            if whole == ".":
                fits = _LEFT_OUT.fullmatch(f"/{end}") is not None
            else:
                fits = end == whole or (end.startswith(whole) and _LEFT_OUT.fullmatch(end[len(whole) :]) is not None)
            if fits or (asked.startswith("/") and end.endswith(f"/{whole}")):
                return True
    return False
