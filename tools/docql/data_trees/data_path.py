"""JSONPath by jsonpath-ng, kept from running away: values that are looked at are counted, and patterns run in RE2."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from jsonpath_ng import Child, DatumInContext, Descendants, Fields, Index, JSONPath, Parent, Where
from jsonpath_ng.exceptions import JSONPathError
from jsonpath_ng.ext.filter import Expression
from jsonpath_ng.ext.iterable import Keys, Len, Path, SortedThis
from jsonpath_ng.ext.parser import parse
from jsonpath_ng.ext.string import DefintionInvalid, Split, Str

from citeline.dataclass import dataclass

from ..language.errors import DocQLError
from ..language.patterns import compile_pattern
from .data_places import Step

_MAX_LENGTH: Final = 2_000
_MAX_NESTING: Final = 60
"""Of steps and filters in each other: jsonpath-ng recurses, with three calls for each."""
MAX_VALUES: Final = 250_000
"""Looked at in one query: less than a second."""
_COST_OF_RESULT: Final = 2
"""A value that is found, or made, costs as much as so many that are looked at."""
_REFUSED: Final = {
    "Operation": "arithmetic makes values that stand in no file",
    "Sub": "`sub` makes values that stand in no file",
    "Intersect": "jsonpath-ng does not implement &",
    "_Intersect": "jsonpath-ng does not implement &",
}
_PARTS: Final = ("left", "right", "target", "value", "operands", "expressions")
"""Attributes of jsonpath-ng's nodes in which other nodes are."""
_MADE: Final = (Len, Keys, Path, SortedThis, Split, Str)
_WHERE: Final = re.compile(r"(?:at (?P<line>\d+):|line (?P<row>\d+), col )(?P<column>\d+)")
_TOKEN: Final = re.compile(r"near token (.+) \(\S+\)$", re.DOTALL)
_CHARACTER: Final = re.compile(r"Unexpected character: (.)")
_MARKS: Final = frozenset("[]().,:?*$@&|!<>=/\\+-")
_HINT: Final = "for example .key[0], ..key, .list[*].key, .list[?(@.key == 'text')]"
_HINT_FOR_KEYS: Final = "keys with other characters than ASCII letters, digits, _ and - stand in brackets: ['a key']"
PLAIN_KEY: Final = re.compile(r"[^\W\d][\w-]*")
"""What JSONPath takes without quotes."""

MistakeKind: TypeAlias = Literal["syntax", "regex"]


class DataPathError(Exception):
    """The JSONPath is wrong, or asks for too much."""

    def __init__(self, position: int, message: str, *, hint: str = "", kind: MistakeKind = "syntax") -> None:
        super().__init__(message)
        self.position = position
        """0-based offset into what stands behind `$.data`; its length when something is missing at the end."""
        self.message = message
        self.hint = hint
        self.kind: MistakeKind = kind


@dataclass(frozen=True, slots=True)
class Match:
    """A value that the path leads to."""

    value: Any
    steps: tuple[Step, ...]
    """From the root to it; for a value that was made, such as a length, to the one that it was made of."""
    is_made: bool


@dataclass(frozen=True, slots=True)
class DataPath:
    """A JSONPath that can be used."""

    tree: JSONPath
    names: frozenset[str]
    """Keys that a file must have, or the path leads nowhere in it."""

    def search(self, most_values: int = MAX_VALUES) -> Search:
        """A search, in any number of files, that looks at so many values in all of them."""
        return Search(self.tree, most_values)


class Search:
    """Counts what it looks at in all its files together. For one thread."""

    def __init__(self, tree: JSONPath, most_values: int) -> None:
        meter = _Meter(most_values)
        self._meter = meter
        self._tree = _metered(tree, meter)

    def matches(self, value: Any) -> list[Match]:
        """Each place once, in the order of jsonpath-ng. Raises DataPathError when it comes to too many values."""
        try:
            found = self._tree.find(value)
        except RecursionError as error:
            raise DataPathError(0, "the JSONPath is nested too deeply", hint="write fewer steps") from error
        self._meter.spend(_COST_OF_RESULT * len(found))
        once: dict[object, Match] = {}
        for datum in found:
            match = _match(datum)
            # The same place can be reached in several ways: `$..*..name`.
            once.setdefault(len(once) if match.is_made else match.steps, match)
        return list(once.values())


@lru_cache(maxsize=256)
def compile_path(tail: str) -> DataPath:
    """The JSONPath `$` + `tail`. Raises DataPathError."""
    if len(tail) > _MAX_LENGTH:
        raise DataPathError(_MAX_LENGTH, f"JSONPath of more than {_MAX_LENGTH:,} characters")
    try:
        tree = parse("$" + tail)
    except JSONPathError as error:
        raise _explained(str(error), tail) from error
    except (DefintionInvalid, re.error) as error:
        raise DataPathError(max(tail.find("`"), 0), f"JSONPath: {error}") from error
    _check(tree, tail, 1)
    return DataPath(tree, frozenset(_names(tree)))


def _explained(raw: str, tail: str) -> DataPathError:
    """jsonpath-ng's message, which counts from the `$`, in our words."""
    where = _WHERE.search(raw)
    if where is None:
        return DataPathError(len(tail), "the JSONPath breaks off", hint="close each bracket and quote, end with a key")
    breaks = [0, *(found.start() for found in re.finditer("\n", "$" + tail))]
    row = min(int(where["line"] or where["row"]), len(breaks))
    position = min(max(breaks[row - 1] + int(where["column"]) - 1, 0), len(tail))
    token, character = _TOKEN.search(raw), _CHARACTER.search(raw)
    written = token[1] if token else character[1] if character else tail[position : position + 1]
    hint = _HINT if written in _MARKS else _HINT_FOR_KEYS
    return DataPathError(position, f"the JSONPath cannot go on with {written}", hint=hint)


def _parts(node: JSONPath) -> Iterator[JSONPath]:
    for name in _PARTS:
        part = getattr(node, name, None)
        for item in part if isinstance(part, list) else [part]:
            path = item[0] if isinstance(item, tuple) else item
            if isinstance(path, JSONPath):
                yield path


def _check(node: JSONPath, tail: str, depth: int) -> None:
    if depth > _MAX_NESTING:
        raise DataPathError(0, f"more than {_MAX_NESTING} steps of JSONPath", hint="`..key` skips what lies between")
    refused = _REFUSED.get(type(node).__name__)
    if refused:
        raise DataPathError(0, refused, hint="look for the values themselves")
    if isinstance(node, Expression) and node.op == "=~":
        written = str(node.value)
        try:
            compile_pattern(written)
        except DocQLError as error:
            raise DataPathError(max(tail.find(written), 0), error.message, hint=error.hint, kind="regex") from error
    for part in _parts(node):
        _check(part, tail, depth + 1)


def _names(node: JSONPath) -> Iterator[str]:
    if isinstance(node, (Child, Descendants, Where)):
        yield from _names(node.left)
        if not isinstance(node, Where):
            yield from _names(node.right)
    elif isinstance(node, Fields) and len(node.fields) == 1 and PLAIN_KEY.fullmatch(node.fields[0]):
        yield node.fields[0]


class _Meter:
    def __init__(self, most: int) -> None:
        self._most = self._left = most

    def spend(self, values: int) -> None:
        self._left -= values
        if self._left < 0:
            raise DataPathError(
                0,
                f"the JSONPath comes to more than {self._most:,} values",
                hint="name a key before `..`, and write `..` once",
            )


class _Metered(JSONPath):
    """A node of jsonpath-ng; what it finds is counted."""

    def __init__(self, node: JSONPath, meter: _Meter) -> None:
        # As `left`, because filters look there for a `$` in them.
        self.left = node
        self._meter = meter

    def find(self, data: Any) -> list[DatumInContext]:
        found = self.left.find(data)
        self._meter.spend(1 + len(found))
        return found


class _Made(_Metered):
    """A node whose values stand in no file; what they are made of is remembered."""

    def find(self, data: Any) -> list[DatumInContext]:
        datum = DatumInContext.wrap(data)
        try:
            made: Any = self.left.find(datum)
        except TypeError:  # a list to be sorted of texts and numbers
            return []
        self._meter.spend(_COST_OF_RESULT)
        if made is datum:
            return [datum]
        is_key = isinstance(self.left, Keys)
        return [
            DatumInContext(item.value, path=Fields(item.value) if is_key else self.left, context=datum) for item in made
        ]


class _Parent(_Metered):
    """The root has none; jsonpath-ng would stop there."""

    def find(self, data: Any) -> list[DatumInContext]:
        context = DatumInContext.wrap(data).context
        return [] if context is None else [context]


class _Searching(JSONPath):
    """`=~` by RE2: Python's `re` may take for ever."""

    def __init__(self, expression: Expression, target: JSONPath) -> None:
        self.left = target
        self._pattern = compile_pattern(str(expression.value))

    def find(self, data: Any) -> list[DatumInContext]:
        found = self.left.find(DatumInContext.wrap(data))
        return [datum for datum in found if isinstance(datum.value, str) and self._pattern.search(datum.value)]


def _metered(node: JSONPath, meter: _Meter) -> JSONPath:
    """A copy of the tree that counts; jsonpath-ng has no other hold on its searches."""
    own = copy.copy(node)
    for name in _PARTS:
        part = getattr(node, name, None)
        if isinstance(part, JSONPath):
            setattr(own, name, _metered(part, meter))
        elif isinstance(part, list):
            setattr(own, name, [_metered_item(item, meter) for item in part])
    if isinstance(own, Expression) and own.op == "=~":
        return _Searching(own, own.target)
    make = _Made if isinstance(own, _MADE) else _Parent if isinstance(own, Parent) else _Metered
    return make(own, meter)


def _metered_item(item: Any, meter: _Meter) -> Any:
    """Of a filter a condition; of a sort a path with its direction."""
    return (_metered(item[0], meter), *item[1:]) if isinstance(item, tuple) else _metered(item, meter)


def _match(datum: DatumInContext) -> Match:
    steps: list[Step] = []
    is_made = False
    place: DatumInContext = datum
    while (context := place.context) is not None:
        path = place.path
        if isinstance(path, Fields):
            steps.append(path.fields[0])
        elif isinstance(path, Index):
            index = path.indices[0]
            steps.append(index if index >= 0 else index + len(context.value))
        else:
            is_made = True
            steps.clear()
        place = context
    return Match(datum.value, tuple(reversed(steps)), is_made)
