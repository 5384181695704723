"""Names that do not exist, and the ones that were most likely meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Final

from ..language.catalog import PROPERTIES
from ..language.plan import ItemKind

_CUTOFF: Final = 0.6
_LONGEST: Final = 64
"""Names are compared letter by letter, which no one who writes a longer one would gain from."""


def nearest(name: str, known: Iterable[str], habits: Mapping[str, str] | None = None) -> str | None:
    """The known name that was meant: the same one in another spelling, one that habit confuses with it, or the one
    that looks most like it.
    """
    plain = {_plain(candidate): candidate for candidate in known}
    wanted = _plain(name)
    if wanted in plain:
        return plain[wanted]
    meant = (habits or {}).get(wanted)
    if meant is not None:
        return meant
    close = get_close_matches(wanted, plain, n=1, cutoff=_CUTOFF) if len(wanted) <= _LONGEST else []
    return plain[close[0]] if close else None


def nearest_property(name: str, kind: ItemKind) -> str | None:
    """The property of items of the kind that was meant."""
    known = [entry.name for entry in PROPERTIES[kind]]
    habits = {habit: meant for habit, meant in _PROPERTY_HABITS.get(kind, _COMMON).items() if meant in known}
    return nearest(name, known, habits)


def _plain(name: str) -> str:
    """Without case, underscores and the width of letters."""
    return unicodedata.normalize("NFKC", name).lower().replace("_", "")


# Habits are written as `_plain` leaves them.
CONTEXT_HABITS: Final[Mapping[str, str]] = {
    "headings": "toc",
    "outline": "toc",
    "titles": "toc",
    "tableofcontents": "toc",
    "symbols": "entities",
    "definitions": "entities",
    "entity": "entities",
    "terms": "entities",
    "api": "entities",
    "file": "files",
    "documents": "files",
    "docs": "files",
    "paths": "files",
    "tree": "structure",
    "directories": "structure",
    "folders": "structure",
    "metadata": "frontmatter",
    "meta": "frontmatter",
    "json": "data",
    "yaml": "data",
    "urls": "links",
    "references": "links",
    "codeblock": "content.codeblock",
    "codeblocks": "content.codeblock",
    "snippets": "content.codeblock",
    "table": "content.table",
    "tables": "content.table",
    "heading": "content.heading",
    "section": "content.heading",
    "sections": "content.chunks",
    "chunks": "content.chunks",
    "paragraphs": "content.chunks",
    "text": "content.chunks",
    "all": "content.chunks",
    "grep": "content.grep",
    "search": "content.grep",
    "chapter": "content.chapter",
    "classes": "code.classes",
    "types": "code.classes",
    "functions": "code.functions",
    "methods": "code.methods",
    "class": "code.class",
    "function": "code.function",
    "method": "code.method",
    "query": "code.query",
    **{f"h{level}": f"content.h{level}" for level in range(1, 7)},
}
MEMBER_HABITS: Final[Mapping[str, Mapping[str, str]]] = {
    "content": {
        "code": "codeblock",
        "codeblocks": "codeblock",
        "blocks": "codeblock",
        "snippets": "codeblock",
        "tables": "table",
        "section": "heading",
        "title": "heading",
        "headings": "chunks",
        "sections": "chunks",
        "paragraphs": "chunks",
        "paragraph": "grep",
        "list": "chunks",
        "text": "chunks",
        "search": "grep",
        "find": "grep",
        "regex": "grep",
        "contains": "grep",
        "anchor": "chapter",
        "query": "grep",
    },
    "code": {
        "types": "classes",
        "interfaces": "classes",
        "structs": "classes",
        "func": "function",
        "funcs": "functions",
        "fn": "function",
        "def": "function",
        "constructors": "functions",
        "entities": "classes",
        "symbols": "functions",
        "symbol": "query",
        "search": "query",
        "find": "query",
        "grep": "query",
        "name": "query",
        "all": "query",
        "chunks": "query",
    },
}
STEP_HABITS: Final[Mapping[str, str]] = {
    "children": "members",
    "methods": "members",
    "functions": "members",
    "fields": "members",
    "classes": "members",
    "method": "members",
    "function": "members",
    "subsections": "members",
    "parent": "parents",
    "bases": "parents",
    "superclasses": "parents",
    "ancestors": "parents",
    "usages": "references",
    "uses": "references",
    "refs": "references",
    "mentions": "references",
    "importers": "references",
    "calls": "callees",
    "dependencies": "callees",
    "calledby": "callers",
    "caller": "callers",
    "callee": "callees",
    "test": "tests",
    "text": "source",
    "content": "source",
    "contents": "source",
    "body": "source",
    "code": "source",
    "chunks": "source",
    "lines": "source",
    "toc": "outline",
    "headings": "outline",
    "structure": "outline",
    "paths": "flat",
    "list": "flat",
}
_COMMON: Final[Mapping[str, str]] = {
    "linenumber": "line",
    "startline": "line",
    "start": "line",
    "lineno": "line",
    "row": "line",
    "end": "endLine",
    "lastline": "endLine",
    "file": "path",
    "filepath": "path",
    "document": "path",
    "documentpath": "path",
    "lang": "language",
    "slug": "anchor",
    "id": "anchor",
    "depth": "level",
    "pagenumber": "page",
}
_PROPERTY_HABITS: Final[Mapping[ItemKind, Mapping[str, str]]] = {
    "toc": {**_COMMON, "name": "title", "heading": "title", "text": "title"},
    "entities": {
        **_COMMON,
        "kind": "type",
        "title": "name",
        "fullname": "qualifiedName",
        "fqn": "qualifiedName",
        "module": "package",
        "packagename": "package",
        "namespace": "package",
        "doc": "docstring",
        "documentation": "docstring",
        "comment": "docstring",
    },
    "chunks": {
        **_COMMON,
        "kind": "type",
        "heading": "title",
        "chaptertitle": "title",
        "content": "text",
        "body": "text",
        "code": "text",
    },
    "codeblocks": {**_COMMON, "text": "code", "content": "code", "body": "code", "type": "language"},
    "tables": {
        **_COMMON,
        "rows": "rowCount",
        "columns": "columnCount",
        "cols": "columnCount",
        "header": "headers",
        "title": "caption",
        "name": "caption",
    },
    "files": {
        **_COMMON,
        "filename": "name",
        "ext": "extension",
        "suffix": "extension",
        "type": "extension",
        "folder": "directory",
        "dir": "directory",
        "bytes": "size",
        "sizebytes": "size",
        "linecount": "lines",
        "date": "modified",
        "time": "modified",
        "mtime": "modified",
        "updated": "modified",
        "changed": "modified",
        "writer": "author",
        "sender": "author",
        "from": "author",
        "sent": "created",
        "written": "created",
        "owner": "author",
        "heading": "title",
    },
    "links": {**_COMMON, "url": "target", "href": "target", "type": "kind", "title": "text", "name": "text"},
    "structure": {**_COMMON, "name": "path"},
}
