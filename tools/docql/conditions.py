"""Conditions of filters, twice with one meaning: as SQL where the columns allow it, and in Python.

An absent value, `null`, passes `!=` and fails every other comparison. Texts compare with `==` and `!=` letter by
letter; `contains`, `startsWith` and `endsWith` ignore case; on a list, `contains` asks for any element.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from citeline.indexing.stores.text_columns import to_column

from .patterns import compile_pattern
from .syntax import And, Condition, Constant, Listed, Not, Number, Operator, Or, Regex, Test, Text, Value


@dataclass(frozen=True, slots=True)
class Sql:
    """An expression that is 0 or 1, never NULL, with the values of its marks."""

    expression: str
    parameters: tuple[Any, ...] = ()
    selective: bool = False
    """An index finds the few rows for which it is true."""


def to_sql(condition: Condition, columns: Mapping[str, str]) -> Sql | None:
    """The condition on columns; None when it asks for a property that has none."""
    match condition:
        case Test():
            column = columns.get(".".join(condition.path))
            return None if column is None else _test_to_sql(condition, column)
        case Not(part):
            inner = to_sql(part, columns)
            return None if inner is None else Sql(f"NOT {inner.expression}", inner.parameters)
        case And(parts) | Or(parts):
            made = [to_sql(part, columns) for part in parts]
            whole = [part for part in made if part is not None]
            if len(whole) < len(made):
                return None
            word, few = (" AND ", any) if isinstance(condition, And) else (" OR ", all)
            return Sql(
                f"({word.join(part.expression for part in whole)})",
                tuple(value for part in whole for value in part.parameters),
                selective=few(part.selective for part in whole),
            )


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


def kinds_asked(condition: Condition) -> tuple[str, ...] | None:
    """The values of `@.type == "x"` or `@.type in [...]`; None for any other condition."""
    if isinstance(condition, Test) and condition.path == ("type",):
        if condition.operator == "==" and isinstance(condition.value, Text):
            return (condition.value.value,)
        if condition.operator == "in" and isinstance(condition.value, Listed):
            return tuple(str(plain(value)) for value in condition.value.values)
    return None


def conjuncts(condition: Condition) -> tuple[Condition, ...]:
    """The parts that must all hold."""
    return condition.parts if isinstance(condition, And) else (condition,)


_TRIGRAM: Final = 3
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


def _test_to_sql(test: Test, column: str) -> Sql:
    if test.operator is None or test.value is None:
        return Sql(f"({column} IS NOT NULL AND {column} <> '')")
    value, operator = plain(test.value), test.operator
    if isinstance(test.value, Regex):
        asked = (test.value.pattern, test.value.flags)
        if column == "n.name":
            # There are fewer names than things that bear them.
            found = "n.name COLLATE NOCASE IN (SELECT name FROM names WHERE docql_match(?, ?, name))"
            return Sql(f"({found} AND docql_match(?, ?, n.name))", (*asked, *asked), selective=True)
        return Sql(f"docql_match(?, ?, {column})", asked)
    if value is None:
        return Sql(f"({column} IS {'' if operator == '==' else 'NOT '}NULL)")
    if isinstance(value, list):
        marks = ",".join("?" * len(value))
        return Sql(f"coalesce({column} IN ({marks}), 0)", tuple(map(_storable, value)))
    if operator == "!=":
        return Sql(f"coalesce({column} <> ?, 1)", (_storable(value),))
    if operator == "==":
        # The index on names ignores case, so it is asked that way first.
        if column == "n.name":
            return Sql("(n.name = ? COLLATE NOCASE AND n.name = ?)", (_storable(value),) * 2, selective=True)
        if column == "d.path":
            return Sql("d.path = ?", (_storable(value),), selective=True)
        return Sql(f"coalesce({column} = ?, 0)", (_storable(value),))
    if operator in _ORDERS:
        return Sql(f"coalesce({column} {operator} ?, 0)", (value,))
    return _part_to_sql(operator, column, str(value).lower())


def _part_to_sql(operator: Operator, column: str, needle: str) -> Sql:
    wanted = to_column(needle)
    lower = f"lower({column})" if needle.isascii() else f"docql_lower({column})"
    if operator == "contains":
        if column == "n.name" and len(wanted) >= _TRIGRAM and "\0" not in wanted:
            # The trigram index finds the few names that hold it; else every name would have to be looked at.
            phrase = '"' + wanted.replace('"', '""') + '"'
            found = "n.name COLLATE NOCASE IN (SELECT name FROM names WHERE names MATCH ?)"
            return Sql(f"({found} AND instr({lower}, ?) > 0)", (phrase, wanted), selective=True)
        return Sql(f"(coalesce(instr({lower}, ?), 0) > 0)", (wanted,))
    if operator == "startsWith":
        return Sql(f"coalesce(substr({lower}, 1, ?) = ?, 0)", (len(wanted), wanted))
    return Sql(f"coalesce(length({column}) >= ? AND substr({lower}, -?) = ?, 0)" if wanted else "1", _end(wanted))


def _end(wanted: str) -> tuple[Any, ...]:
    return (len(wanted), len(wanted), wanted) if wanted else ()


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
        return _is_number(found) and _is_number(value) and _ORDERS[operator](found, value)
    needle = str(value).lower()
    texts = [text.lower() for text in _texts(found)]
    if operator == "contains":
        return any(needle in text for text in texts)
    if operator == "startsWith":
        return any(text.startswith(needle) for text in texts)
    return any(text.endswith(needle) for text in texts)


def _equal(found: Any, value: Any) -> bool:
    # In Python, and not in DocQL, 1 is True.
    return type(found) is bool and found is value if isinstance(value, bool) else found == value


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _texts(found: Any) -> list[str]:
    if isinstance(found, list):
        return [str(item) for item in found]
    return [] if found is None else [str(found)]
