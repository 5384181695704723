"""Where queries begin: each context as a selection, or as items where only reading can tell."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from citeline.indexing.stores.text_columns import to_column
from citeline.model import CALLABLE_KINDS, DEFINITION_KINDS, PROSE_ENTITY_KINDS, TYPE_KINDS

from ..language.plan import Start
from ..language.syntax import Test, Text
from .conditions import Sql, to_sql, with_name
from .corpus import DOCUMENTS, Corpus
from .grep import matching_sections
from .items import Item
from .links import all_links
from .sections import all_sections, headed_sections
from .selection import Selection, nodes, with_ids

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
