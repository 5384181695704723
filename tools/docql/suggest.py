"""Where to go from a result: queries worth asking next, or what is like the thing that was not there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import chain
from typing import Final

from citeline.model import TYPE_KINDS, VALUE_KINDS

from .check import plan as make_plan
from .conditions import conjuncts
from .corpus import Corpus
from .data import known_keys, names_of
from .data_path import PLAIN_KEY
from .errors import DocQLError
from .evaluate import Evaluation, evaluate, finds_something
from .items import Item
from .parser import parse
from .plan import Operation, Plan
from .printer import is_writable, show
from .result import Emptiness
from .syntax import Condition, Filter, Listed, Not, Or, Test, Text

_QUERIES: Final = 3
_FIRST_ITEMS: Final = 3
_NEAREST: Final = 5
_VALUES: Final = 1_000
"""Items whose values are compared with what was asked for."""
_MIN_LIKENESS: Final = 0.4
_ANYWHERE: Final = ("$.toc", "$.code.classes", "$.files")
"""Where to go from nothing, and from items that lead nowhere."""


def next_queries(corpus: Corpus, plan: Plan, found: Evaluation, emptiness: Emptiness | None) -> tuple[str, ...]:
    """A few queries that lead on from here, each of which returns something."""
    wanted: list[str] = []
    asked = plan.operations[-1].step if plan.operations else plan.start.step
    for query in chain(_candidates(plan, found, emptiness), _ANYWHERE):
        if wanted and query in _ANYWHERE and emptiness is None:
            break
        if query not in wanted and query != asked and _finds_something(corpus, query):
            wanted.append(query)
            if len(wanted) == _QUERIES:
                break
    return tuple(wanted)


def emptiness(corpus: Corpus, plan: Plan, found: Evaluation) -> Emptiness:
    """The step that left nothing, and values like those that it asked for."""
    place = next(number for number, traced in enumerate(found.trace) if not traced.items)
    step = found.trace[place].step
    if plan.start.context == "data":
        return Emptiness(step, tuple(_nearest_keys(corpus, plan.start.argument)))
    if place == 0:
        return Emptiness(step, tuple(corpus.suggest_names(plan.start.argument, _NEAREST)))
    operation = plan.operations[place - 1]
    before = replace(plan, operations=plan.operations[: place - 1])
    return Emptiness(step, tuple(_nearest_values(corpus, before, operation)))


def _nearest_keys(corpus: Corpus, path: str) -> list[str]:
    """Keys of data files that the JSONPath names, then those most like the others that it names."""
    keys = known_keys(corpus)
    names = sorted(names_of(path))
    known = [name for name in names if name in keys]
    like = [key for name in names if name not in keys for key in _most_like(name, keys)]
    return list(dict.fromkeys([*known, *like]))[:_NEAREST]


def _nearest_values(corpus: Corpus, before: Plan, failed: Operation) -> list[str]:
    if not isinstance(failed.syntax, Filter):
        return []
    asked = {test.path: text for test in _texts_of(failed.syntax.condition) for text in _asked_for(test)}
    if not asked:
        return []
    items = evaluate(corpus, before, limit=_VALUES).items
    nearest: list[str] = []
    for path, text in asked.items():
        found = [value for item in items if (value := item.get(path)) is not None]
        nearest += _most_like(text, Counter(value for value in found if isinstance(value, str) and value))
        if failed.kind == "frontmatter" and not found:
            nearest += _most_like(path[0], Counter(key for item in items for key in item.values))
    return nearest[:_NEAREST]


def _most_like(text: str, values: Counter[str]) -> list[str]:
    """The values that look like the text; when there are few anyway, all of them, the most frequent first."""
    if len(values) <= _NEAREST:
        return [value for value, _ in values.most_common()]
    matcher = SequenceMatcher(b=text.lower(), autojunk=False)
    scored: list[tuple[float, str]] = []
    for value in values:
        matcher.set_seq1(value.lower()[:200])
        if matcher.real_quick_ratio() >= _MIN_LIKENESS and matcher.quick_ratio() >= _MIN_LIKENESS:
            scored.append((-matcher.ratio(), value))
    return [value for _, value in sorted(scored)[:_NEAREST]]


def _asked_for(test: Test) -> list[str]:
    values = test.value.values if isinstance(test.value, Listed) else (test.value,)
    return [value.value for value in values if isinstance(value, Text)]


def _texts_of(condition: Condition) -> Iterator[Test]:
    """Tests that ask for something, not those that exclude it."""
    if isinstance(condition, Test):
        yield condition
    elif isinstance(condition, Not):
        return
    elif isinstance(condition, Or):
        for part in condition.parts:
            yield from _texts_of(part)
    else:
        for part in conjuncts(condition):
            yield from _texts_of(part)


def _finds_something(corpus: Corpus, query: str) -> bool:
    try:
        return finds_something(corpus, make_plan(parse(query)))
    except DocQLError:
        return False


def _candidates(plan: Plan, found: Evaluation, emptiness: Emptiness | None) -> Iterable[str]:
    if emptiness is not None:
        return _from_nothing(plan, emptiness)
    first = [item for item in found.items[:_FIRST_ITEMS] if _can_be_asked(item)]
    match found.kind:
        case "toc":
            return [query for item in first for query in _from_heading(item)]
        case "entities" | "chunks":
            return [query for item in first for query in _from_definition(item)]
        case "files" | "structure":
            return [
                f"{context}[?(@.path=={_quoted(item.path)})]" for item in first for context in ("$.toc", "$.entities")
            ]
        case "data":
            return [f"$.files[?(@.path=={_quoted(item.path)})]" for item in first]
        case _:
            return [query for item in first for query in _around(item)]


def _can_be_asked(item: Item) -> bool:
    """Whether a query can say its path and its name: no text ends with a backslash."""
    names = (item.path, *(item.values.get(name) for name in ("title", "qualifiedName")))
    return all(is_writable(name) for name in names if name is not None)


def _from_nothing(plan: Plan, emptiness: Emptiness) -> list[str]:
    context = plan.start.step.partition("(")[0]
    return [*_with_nearest(plan, emptiness), context]


def _with_nearest(plan: Plan, emptiness: Emptiness) -> list[str]:
    """The query itself, asking for what is nearest instead; its other steps stay."""
    last = plan.operations[-1].step if plan.operations else plan.start.step
    rest = last.removeprefix(emptiness.step)
    nearest = [name for name in emptiness.nearest if is_writable(name)]
    if plan.start.context == "data":
        return [f"$.data..{name}" for name in nearest if PLAIN_KEY.fullmatch(name)]
    if emptiness.step == plan.start.step:
        context = emptiness.step.partition("(")[0]
        return [f"{context}({_quoted(name)}){rest}" for name in nearest if plan.start.argument]
    failed = next(operation for operation in plan.operations if operation.step == emptiness.step)
    condition = failed.syntax.condition if isinstance(failed.syntax, Filter) else None
    if not isinstance(condition, Test) or not isinstance(condition.value, Text):
        return []
    before = emptiness.step.removesuffix(show((failed.syntax,)))
    tests = [replace(condition, operator="==", value=Text(name)) for name in nearest]
    return [f"{before}{show((Filter(test),))}{rest}" for test in tests]


def _from_heading(item: Item) -> list[str]:
    if item.values["format"] == "code":
        return _from_definition(item)
    title = _quoted(item.values["title"])
    return [
        f"$.content.heading({title})",
        f"$.toc[?(@.title=={title})].members()",
        f"$.links[?(@.path=={_quoted(item.path)})]",
    ]


def _from_definition(item: Item) -> list[str]:
    type_ = item.values["type"]
    if item.values["format"] != "code" or type_ == "file":
        return _from_heading(item) if type_ == "heading" else _around(item)
    if type_ in VALUE_KINDS:
        test = f"@.qualifiedName=={_quoted(item.values['qualifiedName'])} && @.path=={_quoted(item.path)}"
        return [f"$.entities[?({test})].references()", f"$.entities[?({test})].source()"]
    function = "class" if type_ in TYPE_KINDS else "function"
    this = f"$.code.{function}({_quoted(item.values['qualifiedName'])})"
    steps = ("members", "references", "tests") if function == "class" else ("callers", "callees", "tests")
    return [*(f"{this}.{step}()" for step in steps), this]


def _around(item: Item) -> list[str]:
    path = _quoted(item.path)
    return [f"$.toc[?(@.path=={path})]", f"$.content.chunks()[?(@.path=={path})]"]


def _quoted(text: str) -> str:
    return show(Text(text))
