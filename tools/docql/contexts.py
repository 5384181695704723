"""Where queries begin: each context as a selection, or as items where only reading can tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from citeline.model import CALLABLE_KINDS, DEFINITION_KINDS, TYPE_KINDS

from .chapters import chapter
from .conditions import Sql, to_sql
from .corpus import DOCUMENTS, Corpus
from .data import data_items
from .frontmatter import frontmatter_items
from .grep import matching_sections
from .items import Item
from .plan import Start
from .sections import all_sections, headed_sections
from .selection import Selection, nodes
from .syntax import Test, Text

ENTITY_KINDS: Final = (*sorted(DEFINITION_KINDS), "term", "api")
"""`table` is what SQL's `CREATE TABLE` defines; in the tree it is a struct of that language."""
_NO_KEYS: Final = Sql(f"(n.kind <> 'field' OR n.doc_id NOT IN (SELECT doc_id FROM {DOCUMENTS} WHERE format = 'data'))")
"""Top-level keys of data files are fields too, but nobody means them by an entity."""


def items(corpus: Corpus, start: Start) -> Selection | list[Item]:
    """The items of a context."""
    return _CONTEXTS[start.context](corpus, start)


def roots(items: Selection | list[Item]) -> Selection | list[Item]:
    """Of a table of contents, the headings that stand under no other."""
    assert isinstance(items, Selection)
    return items.also(Sql("(SELECT p.kind FROM nodes p WHERE p.id = n.parent_id) = 'file'"))


def _titled(selection: Selection, part: str) -> Selection:
    """Those whose name contains the text."""
    condition = to_sql(Test(("name",), "contains", Text(part)), {"name": "n.name"})
    assert condition is not None
    return selection.also(condition)


def _heading(corpus: Corpus, start: Start) -> Selection:
    found = _titled(headed_sections(), start.argument)
    return _exact_first(found, start.argument)


def _exact_first(selection: Selection, name: str) -> Selection:
    return Selection(
        selection.kind,
        selection.table,
        selection.node_kinds,
        selection.where,
        (Sql("docql_lower(n.name) = ?", (name.lower(),)),),
        selection.extent,
    )


def _headings_of_level(corpus: Corpus, start: Start) -> Selection:
    return _titled(nodes("toc", ("heading",), Sql("n.level = ?", (start.level,))), start.argument)


def _named(kinds: frozenset[str]) -> Callable[[Corpus, Start], Selection]:
    """Definitions with exactly this name, in any case; `Outer.inner` is a qualified name or its end."""

    def find(corpus: Corpus, start: Start) -> Selection:
        name = start.argument.replace("::", ".").replace("#", ".").strip(".")
        last = name.rpartition(".")[2]
        found = nodes("chunks", kinds, Sql("n.name = ? COLLATE NOCASE", (last,), selective=True))
        if last != name:
            whole = name.lower()
            condition = "(docql_lower(n.qualified_name) = ? OR substr(docql_lower(n.qualified_name), -?) = ?)"
            found = found.also(Sql(condition, (whole, len(whole) + 1, f".{whole}")))
        return found

    return find


def _query(corpus: Corpus, start: Start) -> Selection:
    """Name contains the text; if any name is equal to it, only those; shorter names first."""
    every = nodes("chunks", (*TYPE_KINDS, *CALLABLE_KINDS))
    equal = every.also(Sql("n.name = ? COLLATE NOCASE", (start.argument,), selective=True))
    if equal.count(corpus):
        return equal
    found = _titled(every, start.argument)
    return Selection(found.kind, found.table, found.node_kinds, found.where, (Sql("-length(n.name)"),), found.extent)


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
    "frontmatter": frontmatter_items,
    "data": data_items,
    "links": lambda corpus, start: Selection("links", "links"),
}
