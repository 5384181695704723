"""Conditions of filters, twice with one meaning: as SQL where the columns allow it, and in Python.

An absent value, `null`, passes `!=` and fails every other comparison. Texts compare with `==` and `!=` letter by
letter; `contains`, `startsWith` and `endsWith` ignore case; on a list, `contains` asks for any element.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final, Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.indexing.stores.text_columns import to_column

from ...documents.about import looks_like_date
from ..language.patterns import compile_pattern
from ..language.syntax import And, Condition, Constant, Listed, Not, Number, Operator, Or, Regex, Test, Text, Value

PartOperator: TypeAlias = Literal["contains", "startsWith", "endsWith"]
_KEPT: Final = 64
_FEW: Final = 2_000
"""An index finds the nodes with so many names faster than a look at all nodes does."""
_LOWER: Final = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


@dataclass(frozen=True, slots=True)
class Sql:
    """An expression that is 0 or 1, never NULL, with the values of its marks."""

    expression: str
    parameters: tuple[Any, ...] = ()
    selective: bool = False
    """An index finds the few rows for which it is true."""


def to_sql(condition: Condition, columns: Mapping[str, str], names: NameList) -> Sql | None:
    """The condition on columns; None when it asks for a property that has none."""
    match condition:
        case Test():
            column = columns.get(".".join(condition.path))
            return None if column is None else _test_to_sql(condition, column, names)
        case Not(part):
            inner = to_sql(part, columns, names)
            return None if inner is None else Sql(f"NOT {inner.expression}", inner.parameters)
        case And(parts) | Or(parts):
            made = [to_sql(part, columns, names) for part in parts]
            whole = [part for part in made if part is not None]
            if len(whole) < len(made):
                return None
            word, few = (" AND ", any) if isinstance(condition, And) else (" OR ", all)
            return Sql(
                f"({word.join(part.expression for part in whole)})",
                tuple(value for part in whole for value in part.parameters),
                selective=few(part.selective for part in whole),
            )


def with_name(found: FoundNames) -> Sql:
    """A node has one of the names."""
    listed = "(SELECT value FROM json_each(?))"
    if found.are_few:
        expression = f"(n.name COLLATE NOCASE IN {listed} AND n.name IN {listed})"
        return Sql(expression, (found.column,) * 2, selective=True)
    return Sql(f"n.name IN {listed}", (found.column,))


def holds(condition: Condition, get: Callable[[tuple[str, ...]], Any]) -> bool:
    """Whether the condition is true of the values that `get` finds under a path; None stands for absent."""
    match condition:
        case Test():
            return _test_holds(condition, get(condition.path))
        case Not(part):
            return not holds(part, get)
        case And(parts):
            return all(holds(part, get) for part in parts)
        case Or(parts):
            return any(holds(part, get) for part in parts)


def types_asked(condition: Condition) -> tuple[str, ...] | None:
    """The values of `@.type == "x"` or `@.type in [...]`; None for any other condition."""
    if isinstance(condition, Test) and condition.path == ("type",):
        if condition.operator == "==" and isinstance(condition.value, Text):
            return (condition.value.value,)
        if condition.operator == "in" and isinstance(condition.value, Listed):
            return tuple(str(plain(value)) for value in condition.value.values)
    return None


def names_asked(condition: Condition) -> tuple[str, ...]:
    """The properties that are asked for, in their order; one for each test."""
    match condition:
        case Test():
            return condition.path[:1]
        case Not(part):
            return names_asked(part)
        case And(parts) | Or(parts):
            return tuple(name for part in parts for name in names_asked(part))


def conjuncts(condition: Condition) -> tuple[Condition, ...]:
    """The parts that must all hold."""
    return condition.parts if isinstance(condition, And) else (condition,)


_NAME: Final = "n.name"


_LONGEST_LIKE: Final = 10_000
"""Characters; SQLite takes patterns of 50,000 bytes."""


_WILD: Final = re.compile(r"[%_\\]")


_ORDERS: Final[Mapping[Operator, Callable[[Any, Any], bool]]] = {
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
}


def plain(value: Value) -> Any:
    """The Python value of a literal."""
    match value:
        case Text() | Number() | Constant():
            return value.value
        case Regex():
            return value.pattern
        case Listed():
            return [plain(item) for item in value.values]


def _test_to_sql(test: Test, column: str, names: NameList) -> Sql:
    if test.operator is None or test.value is None:
        return Sql(f"({column} IS NOT NULL AND {column} <> '')")
    value, operator = plain(test.value), test.operator
    if isinstance(test.value, Regex):
        if column == _NAME:
            return with_name(names.matching(test.value.pattern, test.value.flags))
        return Sql(f"docql_match(?, ?, {column})", (test.value.pattern, test.value.flags))
    if value is None:
        return Sql(f"({column} IS {'' if operator == '==' else 'NOT '}NULL)")
    if isinstance(value, list):
        listed = json.dumps([_storable(item) for item in value])
        return Sql(f"coalesce({column} IN (SELECT value FROM json_each(?)), 0)", (listed,))
    if operator == "!=":
        return Sql(f"coalesce({column} <> ?, 1)", (_storable(value),))
    if operator == "==":
        # The index on names ignores case, so it is asked that way first.
        if column == _NAME:
            return Sql("(n.name = ? COLLATE NOCASE AND n.name = ?)", (_storable(value),) * 2, selective=True)
        if column == "d.path":
            return Sql("d.path = ?", (_storable(value),), selective=True)
        return Sql(f"coalesce({column} = ?, 0)", (_storable(value),))
    if operator in ("contains", "startsWith", "endsWith"):
        part = str(value).lower()
        return with_name(names.with_part(operator, part)) if column == _NAME else _part_to_sql(operator, column, part)
    if isinstance(value, str) and not looks_like_date(value):
        return Sql("0")
    return Sql(f"coalesce({column} {operator} ?, 0)", (value,))


def _part_to_sql(operator: PartOperator, column: str, part: str) -> Sql:
    stored = to_column(part)
    # A character that is stored in an escaped form shows hex digits of which the text knows nothing.
    certain = f"(instr({column}, char(0x10ffff)) = 0 OR docql_part('{operator}', ?, {column}))"
    if part.isascii() and len(part) <= _LONGEST_LIKE:
        wild = _WILD.sub(r"\\\g<0>", part)
        like = f"{'%' * (operator != 'startsWith')}{wild}{'%' * (operator != 'endsWith')}"
        return Sql(f"(coalesce({column} LIKE ? ESCAPE '\\', 0) AND {certain})", (like, stored))
    if part.lower() == part.upper():  # as in Chinese
        return Sql(f"(coalesce(instr({column}, ?), 0) > 0 AND docql_part('{operator}', ?, {column}))", (stored, stored))
    return Sql(f"docql_part('{operator}', ?, {column})", (stored,))


def _storable(value: Any) -> Any:
    return to_column(value) if isinstance(value, str) else value


def _test_holds(test: Test, found: Any) -> bool:
    if test.operator is None or test.value is None:
        return found is not None and found != "" and found != []
    if isinstance(test.value, Regex):
        pattern = compile_pattern(test.value.pattern, test.value.flags)
        return any(pattern.search(text) for text in _texts(found))
    value, operator = plain(test.value), test.operator
    if operator == "!=":
        return not _equal(found, value)
    if operator == "==":
        return _equal(found, value)
    if operator == "in":
        return found is not None and any(_equal(found, item) for item in value)
    if operator in _ORDERS:
        alike = (_is_number(found) and _is_number(value)) or (looks_like_date(found) and looks_like_date(value))
        return alike and _ORDERS[operator](found, value)
    assert operator in ("contains", "startsWith", "endsWith")
    part = str(value).lower()
    return any(has_part(operator, part, text) for text in _texts(found))


def _equal(found: Any, value: Any) -> bool:
    # In Python, and not in DocQL, 1 is True.
    if isinstance(found, list) and isinstance(value, list):
        return len(found) == len(value) and all(map(_equal, found, value))
    return found is value if isinstance(found, bool) or isinstance(value, bool) else bool(found == value)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _texts(found: Any) -> list[str]:
    if isinstance(found, list):
        return [str(item) for item in found]
    return [] if found is None else [str(found)]


def lowered(text: str, part: str) -> str:
    """The text in lower case, to look for a part of it in lower case. For an ASCII part only ASCII letters change, as
    in SQL's LIKE: the Kelvin sign is no `k`.
    """
    return text.translate(_LOWER) if part.isascii() and not text.isascii() else text.lower()


def has_part(operator: PartOperator, part: str, text: str) -> bool:
    """Whether the text holds the part, which is in lower case."""
    text = lowered(text, part)
    if operator == "contains":
        return part in text
    return text.startswith(part) if operator == "startsWith" else text.endswith(part)


class FoundNames:
    """Names for SQL."""

    def __init__(self, names: Sequence[str]) -> None:
        self.are_few = len(names) <= _FEW
        self.column = json.dumps([to_column(name) for name in names])
        """A JSON array of them, as they are stored."""


class NameList:
    """Each name once, read when it is first needed; searches are remembered."""

    def __init__(self, read: Callable[[], Iterable[str]]) -> None:
        self._read = read
        self.matching = lru_cache(_KEPT)(self._matching)
        """Names in which a pattern with flags is found."""
        self.with_part = lru_cache(_KEPT)(self._with_part)
        """Names that contain, begin or end with a text in lower case."""

    def equal_to(self, names: Iterable[str]) -> FoundNames:
        """Those that are equal to one of the names but for case."""
        wanted = {name.lower() for name in names}
        return FoundNames([name for name in self._names if name.lower() in wanted])

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(self._read())

    @cached_property
    def _encoded(self) -> tuple[bytes, ...]:
        return tuple(name.encode("utf-8", "surrogatepass") for name in self._names)

    def _matching(self, pattern: str, flags: str) -> FoundNames:
        search = compile_pattern(pattern, flags).compiled.search
        pairs = zip(self._names, self._encoded, strict=True)
        return FoundNames([name for name, encoded in pairs if search(encoded) is not None])

    def _with_part(self, operator: PartOperator, part: str) -> FoundNames:
        return FoundNames([name for name in self._names if has_part(operator, part, name)])
