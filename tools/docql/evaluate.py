"""Runs a plan: from the context's items through each step, counting what each one leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, cast

from . import contexts
from .columns import COLUMNS
from .conditions import conjuncts, holds, kinds_asked, to_sql
from .corpus import Corpus
from .data import DataPathError, find_data
from .errors import DocQLError
from .graph import step
from .items import Item, items_of
from .notes import UnreadableError
from .plan import FUNCTIONS_OF_ITEMS, ItemKind, Operation, Plan
from .selection import Selection, ids_of
from .syntax import Call, Condition, Filter, Index, Slice, Wildcard

Items: TypeAlias = Selection | list[Item]
"""Items that are still a query, or that had to be looked at."""
_SETTLED: Final = 2_000
"""So many nodes are remembered by their ids once a filter has found them."""
_TREES: Final = ("flat", "tree")


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
    notes: tuple[str, ...] = ()
    if plan.start.context == "data":
        found = find_data(corpus, plan.start)
        items: Items = found.items
        notes = found.notes
    else:
        items = contexts.items(corpus, plan.start)
    trace = [Traced(plan.start.step, _count(corpus, items))]
    operations = list(plan.operations)
    if operations and plan.start.context == "toc" and isinstance(operations[0].syntax, (Index, Slice)):
        items = contexts.roots(items)
    for operation in operations:
        items = _apply(corpus, items, operation)
        trace.append(Traced(operation.step, _count(corpus, items)))
    kind = plan.operations[-1].kind if plan.operations else plan.start.kind
    return Evaluation(kind, trace[-1].items, tuple(_first(corpus, items, limit)), tuple(trace), notes)


def finds_something(corpus: Corpus, plan: Plan) -> bool:
    """Whether the plan leaves any item; cheaper than to run it. Raises DocQLError as `evaluate` does."""
    items: Items = contexts.items(corpus, plan.start)
    for operation in plan.operations:
        items = _apply(corpus, items, operation)
    return items.exists(corpus) if isinstance(items, Selection) else bool(items)


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
            return _walk(items, cast(FUNCTIONS_OF_ITEMS, name)).settled(corpus)


def _slice(corpus: Corpus, items: Items, start: int | None, stop: int | None) -> list[Item]:
    if isinstance(items, list):
        return items[start:stop]
    first, behind, _ = slice(start, stop).indices(items.count(corpus))
    return items_of(items, corpus, first, behind - first) if behind > first else []


def _filter(corpus: Corpus, items: Items, condition: Condition) -> Items:
    if isinstance(items, list):
        return [item for item in items if holds(condition, item.get)]
    rest: list[Condition] = []
    for part in conjuncts(condition):
        kinds = kinds_asked(part) if items.node_kinds else None
        if kinds is not None:
            items = items.of_kinds(kinds)
            continue
        made = to_sql(part, _columns(items))
        if made is None:
            rest.append(part)
        else:
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


def _walk(items: Items, name: FUNCTIONS_OF_ITEMS) -> Selection:
    if isinstance(items, Selection):
        return step(name, items.node_ids(), of_headings=items.kind == "toc")
    ids = [item.node for item in items if item.node is not None]
    return step(name, ids_of(ids), of_headings=bool(items) and items[0].kind == "toc")
