"""What is like the thing that was not there: names, titles, keys and values that exist."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches
from typing import Final

from citeline.indexing.stores.text_columns import from_column, to_column
from citeline.model import CALLABLE_KINDS, DEFINITION_KINDS, PROSE_ENTITY_KINDS, TYPE_KINDS

from .evaluation.conditions import conjuncts
from .evaluation.corpus import Corpus
from .evaluation.data import known_keys, names_of
from .evaluation.evaluate import Evaluation, evaluate
from .evaluation.items import Item
from .evaluation.sections import HEADS
from .language.plan import Operation, Plan, Start
from .language.syntax import Condition, Filter, Listed, Not, Or, Test, Text
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
