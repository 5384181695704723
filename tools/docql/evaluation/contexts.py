"""Where queries begin: each context as a selection, or as items where only reading can tell."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import PurePosixPath
from posixpath import dirname, join, normpath
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from urllib.parse import unquote

from citeline.indexing.stores.text_columns import from_column, to_column
from citeline.model import CALLABLE_KINDS, DEFINITION_KINDS, PROSE_ENTITY_KINDS, TYPE_KINDS

from ..language.plan import Start
from ..language.syntax import Test, Text
from .conditions import Sql, to_sql, with_name
from .corpus import DOCUMENTS, Corpus
from .grep import matching_sections
from .items import Item
from .sections import all_sections, headed_sections
from .selection import LINKS, Selection, nodes, with_ids

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


ENTITY_KINDS: Final = (*sorted(DEFINITION_KINDS), *sorted(PROSE_ENTITY_KINDS))
_SEPARATOR: Final = re.compile(r"::|#|\.")
_NO_KEYS: Final = Sql(f"(n.kind <> 'field' OR n.doc_id NOT IN (SELECT doc_id FROM {DOCUMENTS} WHERE format = 'data'))")
"""Top-level keys of data files are fields too, but nobody means them by an entity."""
_POSITION: Final = re.compile(r"[0-9]+(?:\.[0-9]+)*\.?")


def items(corpus: Corpus, start: Start) -> Selection | list[Item]:
    """The items of a context."""
    return _CONTEXTS[start.context](corpus, start)


def roots(items: Selection | list[Item]) -> Selection | list[Item]:
    """Of a table of contents, the headings that stand under no other."""
    assert isinstance(items, Selection)
    return items.also(Sql("(SELECT p.kind FROM nodes p WHERE p.id = n.parent_id) = 'file'"))


def _titled(corpus: Corpus, selection: Selection, part: str, column: str = "n.name") -> Selection:
    """Those whose name contains the text."""
    condition = to_sql(Test(("name",), "contains", Text(part)), {"name": column}, corpus.names)
    assert condition is not None
    return selection.also(condition)


def _heading(corpus: Corpus, start: Start) -> Selection:
    title = start.argument.strip()
    found = _titled(corpus, headed_sections(), title)
    return replace(found, first=(Sql("docql_lower(n.name) = ?", (to_column(title.lower()),)),))


def _headings_of_level(corpus: Corpus, start: Start) -> Selection:
    headings = nodes("toc", ("heading",), Sql("n.level = ?", (start.level,)))
    return _titled(corpus, headings, start.argument) if start.argument else headings


def _called(corpus: Corpus, *names: str) -> Sql:
    """The name is one of those, in any case."""
    if not all(map(str.isascii, names)):
        return with_name(corpus.names.equal_to(names))
    marks = ",".join("?" * len(names))
    return Sql(f"n.name COLLATE NOCASE IN ({marks})", names, selective=True)


def _named(kinds: frozenset[str]) -> Callable[[Corpus, Start], Selection]:
    """Definitions with exactly this name, in any case; `Outer.inner` is a qualified name or its end."""

    def find(corpus: Corpus, start: Start) -> Selection:
        written = start.argument.strip()
        path = _SEPARATOR.sub(".", written).strip(".")
        last = path.rpartition(".")[2]
        # The name of a module may itself have dots.
        found = nodes("chunks", kinds, _called(corpus, written, last))
        if last != written:
            condition = "(docql_lower(n.name) = ? OR docql_part('endsWith', ?, '.' || n.qualified_name))"
            found = found.also(Sql(condition, (to_column(written.lower()), to_column(f".{path.lower()}"))))
        return found

    return find


def _query(corpus: Corpus, start: Start) -> Selection:
    """Name contains the text; if any name is equal to it, only those; shorter names first."""
    every = nodes("chunks", (*TYPE_KINDS, *CALLABLE_KINDS))
    written = start.argument.strip()
    equal = every.also(_called(corpus, written))
    if equal.exists(corpus):
        return equal
    column = "n.qualified_name" if "." in written else "n.name"
    return replace(_titled(corpus, every, written, column), first=(Sql("-length(n.name)"),))


_CONTEXTS: Final[Mapping[str, Callable[[Corpus, Start], Selection | list[Item]]]] = {
    "toc": lambda corpus, start: nodes("toc", ("heading",)),
    "entities": lambda corpus, start: nodes("entities", ENTITY_KINDS, _NO_KEYS),
    "content.heading": _heading,
    "content.grep": matching_sections,
    "content.chapter": lambda corpus, start: chapter(corpus, start.argument),
    "content.headings": _headings_of_level,
    "content.chunks": lambda corpus, start: all_sections(corpus),
    "content.codeblock": lambda corpus, start: nodes("codeblocks", ("codeblock",)),
    "content.table": lambda corpus, start: nodes("tables", ("table",)),
    "code.classes": lambda corpus, start: nodes("entities", TYPE_KINDS),
    "code.functions": lambda corpus, start: nodes("entities", CALLABLE_KINDS),
    "code.class": _named(frozenset(TYPE_KINDS)),
    "code.function": _named(frozenset(CALLABLE_KINDS)),
    "code.query": _query,
    "code.chunks": lambda corpus, start: nodes("chunks", (*TYPE_KINDS, *CALLABLE_KINDS)),
    "files": lambda corpus, start: Selection("files", "documents"),
    "structure": lambda corpus, start: Selection("structure", "documents"),
    "links": lambda corpus, start: all_links(corpus),
}


def chapter(corpus: Corpus, argument: str) -> Selection:
    """Of each document the section at a position such as `1.2` (counted from 1), or with that anchor, with or without
    its `#`. It runs to the last line of its last subsection.
    """
    wanted = argument.strip()
    if _POSITION.fullmatch(wanted):
        place = ".".join(part.lstrip("0") for part in wanted.rstrip(".").split("."))
        if found := _positions(corpus).get(place):
            return nodes("chunks", (), with_ids(found))
    return nodes("chunks", ("heading",), Sql("n.anchor = ?", (to_column("#" + wanted.removeprefix("#")),)))


def _positions(corpus: Corpus) -> dict[str, list[int]]:
    """Position to the headings that have it, one a document."""

    def read() -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        of_node: dict[int, str] = {}
        children: dict[int, int] = defaultdict(int)
        headings = corpus.rows("SELECT doc_id, ord, id, parent_id FROM nodes WHERE kind = 'heading'")
        for _, _, node, parent in sorted(headings):
            children[parent] += 1
            above = of_node.get(parent)
            position = f"{above}.{children[parent]}" if above else str(children[parent])
            of_node[node] = position
            found[position].append(node)
        return dict(found)

    return corpus.remember("chapters", read)
