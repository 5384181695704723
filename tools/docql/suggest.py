"""Where to go from a result: queries worth asking next, each of which returns something."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from typing import Final

from citeline.model import TYPE_KINDS, VALUE_KINDS

from .data_trees.data_path import PLAIN_KEY
from .evaluation.conditions import conjuncts
from .evaluation.corpus import Corpus
from .evaluation.data import names_of
from .evaluation.evaluate import Evaluation, finds_something
from .evaluation.items import Item
from .language.errors import DocQLError
from .language.plan import Plan
from .language.printer import is_writable, show
from .language.syntax import And, Condition, Filter, Test, Text
from .parser import parse
from .parser import plan as make_plan
from .result import Emptiness

_QUERIES: Final = 3
_FIRST_ITEMS: Final = 3
_ANYWHERE: Final = ("$.toc", "$.code.classes", "$.files")
"""Where to go from nothing, and from items that lead nowhere."""


def next_queries(corpus: Corpus, plan: Plan, found: Evaluation, emptiness: Emptiness | None) -> tuple[str, ...]:
    """A few queries that lead on from here, each of which returns something."""
    wanted: list[str] = []
    asked = plan.operations[-1].step if plan.operations else plan.start.step
    own = list(_candidates(plan, found, emptiness))
    for query in chain(own, _ANYWHERE):
        if wanted and found.total and query not in own:
            break  # what was found leads on by itself
        if query not in wanted and query != asked and _finds_something(corpus, query):
            wanted.append(query)
            if len(wanted) == _QUERIES:
                break
    return tuple(wanted)


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
        case "structure" if found.total > _FIRST_ITEMS:
            return _from_tree(found)
        case "files" | "structure":
            return [
                f"{context}[?(@.path=={_quoted(item.path)})]" for item in first for context in ("$.toc", "$.entities")
            ]
        case "data":
            return _from_values(first)
        case _:
            return [query for item in first for query in _around(item)]


def _from_values(items: list[Item]) -> list[str]:
    """What the values are part of, then their files."""
    above = [item.values["pointer"].split("/")[1:-1] for item in items]
    keys = [path for path in above if path and all(PLAIN_KEY.fullmatch(key) for key in path)]
    around = [f"$.data.{'.'.join(path)}" for path in keys[:1]]
    return [*around, *(f"$.files[?(@.path=={_quoted(item.path)})]" for item in items)]


def _from_tree(found: Evaluation) -> list[str]:
    """What stands in the files, and the folder that holds most of them."""
    folders = Counter(item.path.rpartition("/")[0] for item in found.items)
    largest = [folder for folder, _ in folders.most_common(_FIRST_ITEMS) if folder and is_writable(folder)]
    return [
        "$.toc[?(@.level==1)]",
        "$.code.classes",
        *(f"$.files[?(@.directory=={_quoted(folder)})]" for folder in largest[:1]),
        "$.files",
    ]


def _can_be_asked(item: Item) -> bool:
    """Whether a query can say its path and its name: no text ends with a backslash."""
    names = (item.path, *(item.values.get(name) for name in ("title", "qualifiedName")))
    return all(is_writable(name) for name in names if name is not None)


def _from_nothing(plan: Plan, emptiness: Emptiness) -> list[str]:
    """What is nearest, then what there was before the step that left nothing, then all of the context."""
    steps = [plan.start.step, *(operation.step for operation in plan.operations)]
    before = steps[: steps.index(emptiness.step)][-1:]
    return [*_with_nearest(plan, emptiness), *before, plan.start.step.partition("(")[0]]


def _with_nearest(plan: Plan, emptiness: Emptiness) -> list[str]:
    """The query itself, asking for what is nearest instead; its other steps stay."""
    last = plan.operations[-1].step if plan.operations else plan.start.step
    rest = last.removeprefix(emptiness.step)
    nearest = [name for name in emptiness.nearest if is_writable(name)]
    if plan.start.context == "data":
        return _with_keys(plan.start.argument, [name for name in nearest if PLAIN_KEY.fullmatch(name)])
    if emptiness.step == plan.start.step:
        context = emptiness.step.partition("(")[0]
        return [f"{context}({_quoted(name)}){rest}" for name in nearest if plan.start.argument]
    failed = next(operation for operation in plan.operations if operation.step == emptiness.step)
    if not isinstance(failed.syntax, Filter):
        return []
    before = emptiness.step.removesuffix(show(failed.syntax))
    filters = [_asking_for(failed.syntax.condition, name) for name in nearest]
    return [f"{before}{show(asked)}{rest}" for asked in filters if asked is not None]


def _with_keys(path: str, keys: list[str]) -> list[str]:
    """The JSONPath with a key in place of the one that is unknown, then the keys wherever they are."""
    asked = names_of(path)
    unknown = asked.difference(keys)
    tail = path.removeprefix("$")
    instead: list[str] = []
    if len(unknown) == 1:
        (name,) = unknown
        place = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
        instead = [f"$.data{place.sub(key, tail)}" for key in keys if key not in asked]
    return [*instead, *(f"$.data..{key}" for key in keys)]


def _asking_for(condition: Condition, text: str) -> Filter | None:
    """The filter with another text; None when it does not ask for exactly one."""
    parts = conjuncts(condition)
    tests = [part for part in parts if isinstance(part, Test) and part.operator != "!="]
    asked = [test for test in tests if isinstance(test.value, Text)]
    if len(asked) != 1:
        return None
    instead = replace(asked[0], operator="==", value=Text(text))
    changed = tuple(instead if part is asked[0] else part for part in parts)
    return Filter(replace(condition, parts=changed) if isinstance(condition, And) else instead)


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
