"""Runs a plan: from the context's items through each step, counting what each one leaves."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias, cast

from citeline.dataclass import dataclass
from citeline.indexing.parsers.front_matter import load_toml, load_yaml
from citeline.indexing.stores.text_columns import from_column

from ..data_trees.data_path import MAX_VALUES
from ..data_trees.data_places import finite_values, json_value
from ..language.catalog import PROPERTIES
from ..language.errors import DocQLError
from ..language.plan import FUNCTIONS_OF_ITEMS, ItemKind, Operation, Plan, Start
from ..language.syntax import Call, Condition, Filter, Index, Slice, Wildcard
from . import contexts
from .conditions import conjuncts, holds, names_asked, to_sql, types_asked
from .corpus import DOCUMENTS, Corpus
from .data import DataFound, DataPathError, UnreadableError, find_data, first_notes
from .graph import step, uncertain
from .grep import may_hold, with_match_line
from .items import Item, items_of
from .selection import Selection, ids_of, nodes

Items: TypeAlias = Selection | list[Item]
"""Items that are still a query, or that had to be looked at."""
_SETTLED: Final = 20_000
"""So many rows are remembered by their ids once a filter has found them."""
_SQL_TABLES: Final = frozenset({"table", "struct"})
"""Types that share a kind of node."""
_MAX_TESTS: Final = 200
"""Of a filter in SQL, whose parser takes expressions that are a thousand levels deep."""
_MOST_TO_SUGGEST: Final = 20_000
"""Values of data files that are looked at to see whether a query is worth asking next."""
_TREES: Final = ("flat", "tree")
# n: nodes, d: the documents of `corpus`, l: the links of `links`. An absent value is NULL.
_SHARED: Final = {
    "path": "d.path",
    "line": "n.start_line",
    "endLine": "n.end_line",
    "name": "n.name",
    "title": "n.name",
    # What SQL's `CREATE TABLE` defines is a struct in the tree.
    "type": "(CASE WHEN n.kind = 'struct' AND d.language = 'sql' THEN 'table' ELSE n.kind END)",
    "qualifiedName": "n.qualified_name",
    "level": "n.level",
    "page": "n.page",
    "language": "d.language",
    "package": "nullif(d.package, '')",
    **{name: f"nullif(n.{name}, '')" for name in ("anchor", "signature", "docstring")},
}
_OWN: Final[Mapping[ItemKind, Mapping[str, str]]] = {
    "codeblocks": {"language": "nullif(n.name, '')"},
    "tables": {
        "columnCount": "coalesce(json_array_length(n.data, '$.headers'), 0)",
        "caption": "nullif(json_extract(n.data, '$.caption'), '')",
    },
    "files": {
        **{name: f"d.{name}" for name in ("name", "directory", "extension", "size", "lines", "source", "modified")},
        **{name: f"nullif(d.{name}, '')" for name in ("title", "author", "created", "version")},
    },
    "links": {
        "text": "nullif(l.text, '')",
        **{name: f"l.{name}" for name in ("kind", "resolved", "target", "line")},
    },
}
COLUMNS: Final[Mapping[ItemKind, Mapping[str, str]]] = {
    kind: {
        one.name: column
        for one in properties
        if (column := _OWN.get(kind, {}).get(one.name) or _SHARED.get(one.name)) is not None
    }
    for kind, properties in PROPERTIES.items()
}
"""What is missing here (`code`, `headers`, `rowCount`, `text`, keys of a front matter) is compared in Python."""
_WITHOUT_YAML: Final = frozenset(["asciidoc", "rst"])
"""Languages whose heads the parser has read."""
_INVALID: Final = "front matter "
"""How the parser's note begins when it could make nothing of it."""


@dataclass(frozen=True, slots=True)
class Traced:
    """How many items a step has left."""

    step: str
    items: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a plan has found."""

    kind: ItemKind
    total: int
    items: tuple[Item, ...]
    """The first of them, in order."""
    trace: tuple[Traced, ...]
    notes: tuple[str, ...] = ()
    """Files that could not be read as what the query wants."""


def evaluate(corpus: Corpus, plan: Plan, *, limit: int) -> Evaluation:
    """Run the plan and take the first `limit` items. Raises DocQLError when the corpus has what no check could foresee:
    a file with the front matter or data that was asked for is broken.
    """
    try:
        return _evaluate(corpus, plan, limit)
    except UnreadableError as error:
        raise DocQLError("file", str(error), position=0, hint=error.hint, query=plan.text) from error
    except DataPathError as error:
        # The tail is the end of the query, and its positions begin there.
        position = plan.text.rfind(plan.start.argument.removeprefix("$")) + error.position
        example = "$.data.dependencies[*].name"
        raise DocQLError(
            error.kind, error.message, position=position, hint=error.hint, example=example, query=plan.text
        ) from error


def _evaluate(corpus: Corpus, plan: Plan, limit: int) -> Evaluation:
    begun, notes = _begin(corpus, plan.start)
    steps = list(_steps(corpus, plan, begun))
    trace = [Traced(step, _count(corpus, items)) for step, items in steps]
    items = steps[-1][1]
    kind = plan.operations[-1].kind if plan.operations else plan.start.kind
    first = _first(corpus, items, limit)
    if plan.start.context == "content.grep" and not any(isinstance(step.syntax, Call) for step in plan.operations):
        first = [with_match_line(item, plan.start) for item in first]
    return Evaluation(kind, trace[-1].items, tuple(first), tuple(trace), notes)


def finds_something(corpus: Corpus, plan: Plan) -> bool:
    """Whether the plan leaves any item; cheaper than to run it. What cannot be read, or costs much, has none."""
    try:
        begun, _ = _begin(corpus, plan.start, most_values=_MOST_TO_SUGGEST)
        *_, (_, items) = _steps(corpus, plan, begun)
    except (UnreadableError, DataPathError):
        return False
    return items.exists(corpus) if isinstance(items, Selection) else bool(items)


def _steps(corpus: Corpus, plan: Plan, items: Items) -> Iterator[tuple[str, Items]]:
    """Each step with what it leaves, from the items of the context on."""
    yield plan.start.step, items
    counts_roots = plan.start.context == "toc"
    for operation in plan.operations:
        if counts_roots and isinstance(operation.syntax, (Index, Slice)):
            items = contexts.roots(items)
        counts_roots = False
        items = _apply(corpus, items, operation)
        yield operation.step, items


def _begin(corpus: Corpus, start: Start, *, most_values: int = MAX_VALUES) -> tuple[Items, tuple[str, ...]]:
    """The items of the context, and what could not be read for them; for all files, which are empty."""
    match start.context:
        case "data":
            found = find_data(corpus, start, most_values=most_values)
            return found.items, found.notes
        case "frontmatter":
            found = find_frontmatter(corpus)
            return found.items, found.notes
        case "files":
            return contexts.items(corpus, start), first_notes(corpus.empty_files())
        case _:
            return contexts.items(corpus, start), ()


def _count(corpus: Corpus, items: Items) -> int:
    return items.count(corpus) if isinstance(items, Selection) else len(items)


def _first(corpus: Corpus, items: Items, limit: int) -> list[Item]:
    if isinstance(items, Selection) and items.kind == "structure":
        return items_of(items, corpus)  # a part of a tree would mislead
    return items_of(items, corpus, limit=limit) if isinstance(items, Selection) else items[:limit]


def _all(corpus: Corpus, items: Items) -> list[Item]:
    return items_of(items, corpus) if isinstance(items, Selection) else items


def _apply(corpus: Corpus, items: Items, operation: Operation) -> Items:
    syntax = operation.syntax
    match syntax:
        case Wildcard():
            return items
        case Index(number):
            return _slice(corpus, items, number, number + 1 if number != -1 else None)
        case Slice(start, stop):
            return _slice(corpus, items, start, stop)
        case Filter(condition):
            return _filter(corpus, items, condition)
        case Call(name):
            if name in _TREES:
                return items
            # By ids, however many: SQLite's parser takes no more than five steps inside of each other.
            return _walk(corpus, items, cast(FUNCTIONS_OF_ITEMS, name)).settled(corpus)


def _slice(corpus: Corpus, items: Items, start: int | None, stop: int | None) -> list[Item]:
    if isinstance(items, list):
        return items[start:stop]
    count = items.count(corpus)
    first, behind, _ = slice(start, stop).indices(count)
    if behind <= first:
        return []
    # What stands near the end is reached from there.
    offset = first if first <= count // 2 else first - count
    return items_of(items, corpus, offset, behind - first)


def _filter(corpus: Corpus, items: Items, condition: Condition) -> Items:
    if isinstance(items, list):
        return [item for item in items if holds(condition, item.get)]
    if len(names_asked(condition)) > _MAX_TESTS:
        return [item for item in _all(corpus, items) if holds(condition, item.get)]
    rest: list[Condition] = []
    for part in conjuncts(condition):
        types = types_asked(part) if items.node_kinds else None
        if types is not None:
            items = items.of_kinds([*types, "struct"] if "table" in types else types)
            if not _SQL_TABLES.intersection(types):
                continue  # the kinds say it all
        made = to_sql(part, _columns(items), corpus.names)
        if made is None:
            rest.append(part)
            made = may_hold(corpus, part) if items.kind == "chunks" else None
        if made is not None:
            items = items.also(made)
    items = items.settled(corpus, _SETTLED)
    if not rest:
        return items
    return [item for item in _all(corpus, items) if all(holds(part, item.get) for part in rest)]


def _columns(items: Selection) -> Mapping[str, str]:
    columns = COLUMNS[items.kind]
    # The lines of a section depend on what follows it, which is no column.
    return (
        columns if items.extent == "node" else {name: column for name, column in columns.items() if name != "endLine"}
    )


def _walk(corpus: Corpus, items: Items, name: FUNCTIONS_OF_ITEMS) -> Selection:
    if isinstance(items, Selection):
        ids, of_toc = items.node_ids(), items.kind == "toc"
    else:
        listed = [item.node for item in items if item.node is not None]
        files = [item.document for item in items if item.node is None]
        ids, of_toc = ids_of(listed, files), bool(items) and items[0].kind == "toc"
    return step(name, ids, of_toc=of_toc).certain_first(uncertain(corpus, name, ids))


def find_frontmatter(corpus: Corpus) -> DataFound:
    """Front matter of every document that has one. Raises UnreadableError when there are only invalid ones."""
    found = corpus.remember("frontmatter", lambda: _read(corpus))
    if found.notes and not found.items:
        raise UnreadableError(found.notes[0], hint="correct the lines between the two ---")
    return found


def _read(corpus: Corpus) -> DataFound:
    sql = f"SELECT doc_id, path, note FROM {DOCUMENTS} WHERE note LIKE ? ORDER BY place"
    broken = {document: (path, note) for document, path, note in corpus.rows(sql, [_INVALID + "%"])}
    rows = nodes("frontmatter", ("frontmatter",)).rows(corpus)
    items = [_item(corpus, row) for row in rows if row[1] not in broken]
    notes = first_notes(f"{from_column(path)}: {from_column(note)}" for path, note in broken.values())
    return DataFound([item for item in items if item is not None], notes)


def _item(corpus: Corpus, row: tuple[Any, ...]) -> Item | None:
    node, document, path, start, end = row[0], row[1], from_column(row[2]), row[9], row[10]
    lines = () if row[3] in _WITHOUT_YAML else corpus.lines(document)[start - 1 : end]
    first = lines[0].removeprefix("\ufeff").rstrip() if lines else ""
    if not lines or first.startswith("% "):
        return Item("frontmatter", path, document, node, start, end, json.loads(row[-1]))
    if first == "+++":
        loaded = load_toml("\n".join(lines[1:-1]))
    else:
        told = [line for line in lines if line.rstrip() not in {"...", "---"}]
        loaded = load_yaml("\n".join(told).removeprefix("\ufeff"))
    if not isinstance(loaded, dict):
        return None
    return Item("frontmatter", path, document, node, start, end, finite_values(json_value(loaded)))
