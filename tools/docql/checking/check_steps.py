"""Checks what follows the context: selectors, filters and functions, each on the kind of items that it is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..language.catalog import FUNCTIONS, NOUNS, PROPERTIES, functions_on
from ..language.errors import Mistake, SwapStep, shorten
from ..language.plan import ItemKind, Operation, Plan
from ..language.printer import show
from ..language.syntax import Call, Filter, Index, Number, Property, Query, Slice, Step, Tail, Test, Text, Wildcard
from .check_conditions import check_filter
from .check_starts import check_start
from .names import habits_of, nearest, nearest_property

_COUNTS: Final = frozenset({"length", "count", "size", "len", "total", "num"})
_ORDERS: Final = frozenset({"sort", "sortby", "orderby", "order", "reverse", "unique", "distinct", "groupby"})
_LIMITS: Final = frozenset({"limit", "take", "top", "head", "max"})
_ENDS: Final[Mapping[str, int]] = {"first": 0, "last": -1}
_FILTERS: Final = frozenset({"filter", "where", "select", "find", "search", "having"})
_OF_HEADINGS: Final = frozenset({"members", "parents"})
"""Functions that lead from headings to headings."""


def plan_of(query: Query) -> Plan:
    """What the query means. Raises Mistake, which knows the steps in front of it."""
    done = 0
    try:
        start, done = check_start(query)
        kind = start.kind
        operations: list[Operation] = []
        for step in query.steps[done:]:
            operation = _operation(step, kind, query, show(query.steps[: done + 1]))
            operations.append(operation)
            kind, done = operation.kind, done + 1
    except Mistake as mistake:
        mistake.before = query.steps[:done]
        raise
    return Plan(start, tuple(operations), query.text)


def _operation(step: Step, kind: ItemKind, query: Query, shown: str) -> Operation:
    match step:
        case Filter():
            return Operation(check_filter(step, kind, query.text), shown, kind)
        case Wildcard() | Index() | Slice():
            return Operation(step, shown, kind)
        case Call():
            return Operation(step, shown, _call(step, kind))
        case Property():
            raise _no_property(step, kind)
        case Tail():
            raise Mistake("syntax", step.position, "JSONPath stands behind $.data only", "", SwapStep(step, ()))


def _call(step: Call, kind: ItemKind) -> ItemKind:
    """The kind of items that a function gives."""
    function = next((entry for entry in functions_on(kind) if entry.name == step.name), None)
    if function is None:
        raise _unknown_function(step, kind)
    if step.arguments:
        hint = f"write .{step.name}(), and a filter behind it"
        fix = SwapStep(step, (Call(step.name),))
        raise Mistake("type", step.arguments[0].position, f"`{step.name}()` takes no argument", hint, fix)
    return "toc" if kind == "toc" and step.name in _OF_HEADINGS else function.kind


def _unknown_function(step: Call, kind: ItemKind) -> Mistake:
    if habit := _habit(step, kind):
        return habit
    names = [function.name for function in functions_on(kind)]
    meant = nearest(step.name, names, {habit: name for habit, name in habits_of("steps").items() if name in names})
    elsewhere = next((entry for entry in FUNCTIONS if entry.name == step.name), None)
    message = f"{NOUNS[kind]} have no function `{shorten(step.name)}`"
    if elsewhere is not None and elsewhere.context:
        message = f"`{step.name}` begins a query and is no step"
    hint = (
        f"functions of {NOUNS[kind]}: {', '.join(f'{name}()' for name in names)}"
        if names
        else f"{NOUNS[kind]} have no functions"
    )
    new: tuple[Step, ...] = (Call(meant),) if meant else ()
    if elsewhere is not None and not meant:
        hint = f"{hint}; `{step.name}` is used like this: {elsewhere.example}"
    elif meant:
        hint = f"did you mean `{meant}()`? {hint}"
        new += _named(step, meant)
    return Mistake("name", step.position, message, hint, SwapStep(step, new))


def _named(step: Call, meant: str) -> tuple[Step, ...]:
    """The filter that an argument such as the one of `.method("send")` becomes behind `members()`."""
    first = step.arguments[0] if step.arguments else None
    if meant != "members" or not isinstance(first, Text) or not first.value:
        return ()
    return (Filter(Test(("name",), "==", first)),)


def _no_property(step: Property, kind: ItemKind) -> Mistake:
    """`.name` behind items."""
    if habit := _habit(step, kind):
        return habit
    functions = [function.name for function in functions_on(kind)]
    if step.name in functions:
        fix = SwapStep(step, (Call(step.name),))
        return Mistake("name", step.position, f"`{step.name}` is a function", f"write .{step.name}()", fix)
    meant = step.name if kind == "frontmatter" else nearest_property(step.name, kind)
    if meant:
        test = Filter(Test((meant,)))
        hint = f"results hold whole items; a property is asked for in a filter: {show(test)}"
        message = f"`.{shorten(step.name)}` cannot follow {NOUNS[kind]}"
        return Mistake("name", step.position, message, hint[:150], SwapStep(step, (test,)))
    habits = {habit: name for habit, name in habits_of("steps").items() if name in functions}
    meant = nearest(step.name, functions, habits)
    hint = "what can follow: [*], [n], [from:to], [?(…)]" + "".join(f", .{name}()" for name in functions)
    fix = SwapStep(step, (Call(meant),) if meant else ())
    return Mistake("name", step.position, f"{NOUNS[kind]} have no `{shorten(step.name)}`", hint, fix)


def _habit(step: Property | Call, kind: ItemKind) -> Mistake | None:
    """What other languages do with a list, and how it is done here."""
    name = step.name.lower().replace("_", "")
    known = {known.name.lower() for known in PROPERTIES[kind]} if isinstance(step, Property) else set[str]()
    message = f"there is no step `{shorten(step.name)}`"
    new: tuple[Step, ...] = ()
    if name in known:
        return None
    if name in _COUNTS:
        hint = "every result tells how many items there are: `total`"
    elif name in _ENDS:
        hint, new = f"the {name} item is [{_ENDS[name]}]", (Index(_ENDS[name]),)
    elif name in _LIMITS:
        first = step.arguments[0] if isinstance(step, Call) and step.arguments else None
        wanted = first.value if isinstance(first, Number) and isinstance(first.value, int) and first.value > 0 else 10
        hint, new = f"the first {wanted} items are [0:{wanted}]", (Slice(None, wanted),)
    elif name in _ORDERS:
        hint = "items come by file and line, each once"
    elif name in _FILTERS and isinstance(step, Call):
        test = Filter(Test(("path",), "contains", Text("docs")))
        hint, new = f"a filter stands in brackets: {show(test)}", (test,)
    else:
        return None
    return Mistake("name", step.position, message, hint, SwapStep(step, new))
