"""Where to go from a result: queries worth asking next, each of which returns something."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches
from itertools import chain
from typing import Final

from citeline.indexing.stores.text_columns import from_column, to_column
from citeline.model import CALLABLE_KINDS, DEFINITION_KINDS, PROSE_ENTITY_KINDS, TYPE_KINDS, VALUE_KINDS

from .data_trees.data_path import PLAIN_KEY
from .evaluation.conditions import conjuncts
from .evaluation.corpus import Corpus
from .evaluation.data import known_keys, names_of
from .evaluation.evaluate import Evaluation, evaluate, finds_something
from .evaluation.items import Item
from .evaluation.sections import HEADS
from .language.errors import DocQLError
from .language.plan import Operation, Plan, Start
from .language.printer import is_writable, show
from .language.syntax import And, Condition, Filter, Listed, Not, Or, Test, Text
from .parser import parse
from .parser import plan as make_plan
from .result import Emptiness

_NEAREST: Final = 5
_VALUES: Final = 1_000
"""Items, or keys, that are compared with what was asked for."""
_CANDIDATES: Final = 50
_NAMES: Final = (("name",), ("title",))
_MIN_LIKENESS: Final = 0.4
_COMPARED: Final = 200
"""Characters of a value; a text of many is compared by its beginning."""
_TYPES: Final = tuple(sorted({*DEFINITION_KINDS, *PROSE_ENTITY_KINDS}))
_TYPES_NAMED: Final = 2
"""That the language knows, and the index may have none of; then those that it has."""
_KINDS_NAMED: Final[Mapping[str, frozenset[str]]] = {
    "code.class": frozenset(TYPE_KINDS),
    "code.function": frozenset(CALLABLE_KINDS),
    "code.query": frozenset({*TYPE_KINDS, *CALLABLE_KINDS}),
    "content.heading": frozenset(HEADS),
}
"""Kinds of nodes whose names are asked for; of other contexts, headings."""
_QUALIFIED: Final = frozenset({"code.class", "code.function"})


def emptiness(corpus: Corpus, plan: Plan, found: Evaluation) -> Emptiness:
    """The step that left nothing, and values like those that it asked for."""
    place = next(number for number, traced in enumerate(found.trace) if not traced.items)
    step = found.trace[place].step
    if plan.start.context == "data":
        return Emptiness(step, tuple(_nearest_keys(corpus, plan.start.argument)))
    if place == 0:
        return Emptiness(step, tuple(_nearest_names(corpus, plan.start)))
    operation = plan.operations[place - 1]
    before = replace(plan, operations=plan.operations[: place - 1])
    return Emptiness(step, tuple(_nearest_values(corpus, before, operation)))


def _nearest_names(corpus: Corpus, start: Start) -> list[str]:
    """Names, or anchors of chapters, that the function could have been asked for; of whatever else bears a like name if
    there are none.
    """
    written = start.argument.strip().lstrip("#")
    if start.context in _QUALIFIED and (inside := _elsewhere(corpus, start)):
        return inside
    names = corpus.suggest_names(written, _CANDIDATES)
    column = "anchor" if start.context == "content.chapter" else "name"
    kinds = _KINDS_NAMED.get(start.context, frozenset({"heading"}))
    sql = (
        # The index on names ignores case; with the plus SQLite takes it and not that on kinds.
        f"SELECT {column} FROM nodes WHERE name COLLATE NOCASE IN (SELECT value FROM json_each(?1))"
        f" AND name IN (SELECT value FROM json_each(?1)) AND {column} <> ''"
        " AND +kind IN (SELECT value FROM json_each(?2))"
    )
    rows = corpus.rows(sql, [json.dumps([*map(to_column, names)]), json.dumps(sorted(kinds))])
    fitting = Counter(from_column(row[0]) for row in rows)
    return _most_like(start.argument.strip(), fitting or Counter(names))


def _elsewhere(corpus: Corpus, start: Start) -> list[str]:
    """For `Outer.inner` what else has an `inner`: it may be inherited."""
    outer, _, inner = start.argument.strip().rpartition(".")
    if not outer:
        return []
    sql = (
        "SELECT qualified_name FROM nodes WHERE name COLLATE NOCASE = ? AND qualified_name <> name"
        " AND kind IN (SELECT value FROM json_each(?)) LIMIT ?"
    )
    rows = corpus.rows(sql, [to_column(inner), json.dumps(sorted(_KINDS_NAMED[start.context])), _VALUES])
    return _most_like(start.argument.strip(), Counter(from_column(row[0]) for row in rows))


def _nearest_keys(corpus: Corpus, path: str) -> list[str]:
    """Keys of data files that the JSONPath names, then those most like the others that it names."""
    keys = known_keys(corpus)
    frequent = Counter(dict(keys.most_common(_VALUES)))
    known = sorted(names_of(path) & keys.keys())
    unknown = sorted(names_of(path) - keys.keys())[:_NEAREST]
    like = [key for name in unknown for key in _most_like(name, frequent)]
    return list(dict.fromkeys([*known, *like]))[:_NEAREST]


def _nearest_values(corpus: Corpus, before: Plan, failed: Operation) -> list[str]:
    if not isinstance(failed.syntax, Filter):
        return []
    tests = list(_texts_of(failed.syntax.condition))
    asked = [(test.path, text) for test in tests for text in _asked_for(test)]
    if not asked:
        return _nearest_own_keys(corpus, before, tests) if failed.kind == "frontmatter" else []
    nearest: list[str] = []
    for path, text in asked[:_NEAREST]:
        if path == ("type",) and text not in _TYPES:
            nearest += get_close_matches(text.lower(), _TYPES, n=_TYPES_NAMED)
        items = _worth_comparing(corpus, before, path, text)
        found = [value for item in items if (value := item.get(path)) is not None]
        nearest += _most_like(text, Counter(value for value in found if isinstance(value, str) and value))
        if failed.kind == "frontmatter" and not found:
            nearest += _most_like(path[0], Counter(key for item in items for key in item.values))
    return list(dict.fromkeys(nearest))[:_NEAREST]


def _nearest_own_keys(corpus: Corpus, before: Plan, tests: list[Test]) -> list[str]:
    """Keys of front matters like those that were asked for, where none has such a key."""
    items = evaluate(corpus, before, limit=_VALUES).items
    missing = [test.path for test in tests if all(item.get(test.path) is None for item in items)]
    keys = Counter(key for item in items for key in item.values)
    return list(dict.fromkeys(near for path in missing[:_NEAREST] for near in _most_like(path[0], keys)))[:_NEAREST]


def _worth_comparing(corpus: Corpus, before: Plan, path: tuple[str, ...], text: str) -> tuple[Item, ...]:
    """Of many items those whose name is spelt alike, or whose file has that name, if there are any; else the first.
    None for a file that is there: it has no such items.
    """
    sieve: Test | None = None
    if path in _NAMES and (names := corpus.suggest_names(text, _CANDIDATES)):
        sieve = Test(path, "in", Listed(tuple(map(Text, names))))
    elif path == ("path",):
        if corpus.has_file(text):
            return ()
        sieve = Test(path, "endsWith", Text(text.rpartition("/")[2]))
    if sieve is not None:
        sifted = Operation(Filter(sieve), "", before.operations[-1].kind if before.operations else before.start.kind)
        likely = evaluate(corpus, replace(before, operations=(*before.operations, sifted)), limit=_CANDIDATES).items
        if likely:
            return likely
    return evaluate(corpus, before, limit=_VALUES).items


def _most_like(text: str, values: Counter[str]) -> list[str]:
    """The values that look like the text, best first; when there are few anyway, all of them, those that do not look
    like it by how frequent they are.
    """
    matcher = SequenceMatcher(b=text.lower(), autojunk=False)
    are_few = len(values) <= _NEAREST
    scored: list[tuple[float, int, str]] = []
    for value, count in values.items():
        matcher.set_seq1(value.lower()[:_COMPARED])
        likeness = matcher.ratio() if are_few or matcher.real_quick_ratio() >= _MIN_LIKENESS else 0
        if are_few or likeness >= _MIN_LIKENESS:
            scored.append((-likeness if likeness >= _MIN_LIKENESS else 0, -count, value))
    return [value for *_, value in sorted(scored)[:_NEAREST]]


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
    """Whether a query can say its path and its name: no text ends with a backslash. Titles of pages may be numbers."""
    names = (item.path, *(item.values.get(name) for name in ("title", "qualifiedName")))
    return all(is_writable(name) for name in names if isinstance(name, str))


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
