"""Which of the functions of one name in one type a call means, by the number and the types of its arguments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from .candidates import Candidate
from .documents import Document
from .receiver import Receiver, levels_of

TypeNames: TypeAlias = Callable[[str], Sequence[frozenset[str]]]
"""Takes the path of an argument; the names of its type, `[]Type` of an array, then of its bases level by
level; nothing when unknown."""

_ANYTHING: Final = frozenset({"Object", "object", "Any", "dynamic"})
_NEVER_NULL: Final = frozenset({"byte", "short", "int", "long", "float", "double", "char", "boolean"})
_NUMBERS: Final = frozenset({"byte", "short", "int", "long", "float", "double", "Integer", "Long", "Double", "Number"})
_FUNCTION: Final = "()"
"""Name of the type of a lambda, which only an interface of one method can take."""
_LIKELY: Final = "?"
"""Before the name of a type that has made or kept a value, which is likely one of it: `Charset.defaultCharset()`."""
_IMPOSSIBLE: Final = -100

NULL: Final = "null"
"""Name of Java's type of nothing. Of C# and Kotlin nobody notes the `?` that says which parameters take it."""


def fitting_overloads(found: Sequence[Candidate], arguments: str, names: TypeNames) -> list[Candidate]:
    """Of each type's overloads those that fit best; `arguments` is `2:<String>,` as parsers write it."""
    groups: dict[tuple[int, str, str], list[Candidate]] = defaultdict(list)
    for candidate in found:
        # Blocks for a trait and one type may stand in any file.
        document = 0 if candidate.fulfils else candidate.document.id
        groups[document, candidate.prefix, candidate.name].append(candidate)
    if all(len(group) == 1 for group in groups.values()):
        return list(found)
    count, _, written = arguments.partition(":")
    paths = (written.split(",") if written else []) + [""] * int(count)
    given = [names(path) if path else () for path in paths[: int(count)]]
    return [candidate for group in groups.values() for candidate in _best(group, given)]


def type_names(
    receiver: Receiver | None, levels_above: Callable[[Document, str], Sequence[Sequence[Candidate]]]
) -> Sequence[frozenset[str]]:
    """Names of a value's type, `[]Type` of many, and of its bases, level by level; nothing when unknown."""
    if receiver is None or receiver.role not in {"outside", "value"}:
        return ()
    many = "[]" * receiver.elements
    if receiver.role == "outside":
        likely = _LIKELY if receiver.name.startswith(_LIKELY) else many
        return (frozenset({likely + receiver.name.strip("?.").rpartition(".")[2]}),) if receiver.name else ()
    levels = [frozenset(many + c.name for c in receiver.candidates)]
    for candidate in receiver.candidates[:1]:
        above = levels_above(candidate.document, candidate.qualified_name)
        levels += [frozenset(many + base.name for base in level) for level in above]
    return levels


def may_take(found: Sequence[Candidate], arguments: str) -> bool:
    """Whether one of them takes as many arguments, for all that is known; any number fits where none is told."""
    if not arguments:
        return True
    count = arguments.partition(":")[0]
    return any(_takes(candidate.parameters, int(count)) for candidate in found)


def _takes(parameters: Sequence[str] | None, count: int) -> bool:
    if parameters is None or len(parameters) == count:
        return True
    return bool(parameters) and parameters[-1].startswith("...") and count >= len(parameters) - 1


def _best(group: list[Candidate], given: Sequence[Sequence[frozenset[str]]]) -> Iterable[Candidate]:
    told = [candidate for candidate in group if candidate.parameters is not None]
    if len(told) < 2:
        return group
    scores = [(_score(candidate.parameters or (), given), candidate) for candidate in told]
    best = max(score for score, _ in scores)
    return group if best <= _IMPOSSIBLE else [candidate for score, candidate in scores if score == best]


def _score(parameters: Sequence[str], given: Sequence[Sequence[frozenset[str]]]) -> float:
    many = bool(parameters) and parameters[-1].startswith("...")
    if not _takes(parameters, len(given)):
        return _IMPOSSIBLE
    is_nothing = many and len(parameters) == len(given) and _is_nothing(given[-1])
    # Java takes the overload of a fixed number of arguments before one of any number; null may be the array of that.
    score = -0.5 if many and not is_nothing else 0.0
    for place, levels in enumerate(given):
        written = parameters[min(place, len(parameters) - 1)]
        name = written.removeprefix("...").strip("<>")
        is_array = written.startswith("...") and (is_nothing or _is_many(levels))
        levels_written, bare = levels_of(name)
        score += _fit("[]" * max(levels_written, int(is_array)) + bare.rpartition(".")[2], levels)
    return score


def _is_nothing(levels: Sequence[frozenset[str]]) -> bool:
    return bool(levels) and NULL in levels[0]


def _is_many(levels: Sequence[frozenset[str]]) -> bool:
    return any(name.startswith("[]") for name in next(iter(levels), ()))


def _fit(parameter: str, levels: Sequence[frozenset[str]]) -> float:
    if not levels:
        return 0.0
    if _FUNCTION in levels[0]:
        is_value = parameter in _ANYTHING | _NEVER_NULL | _NUMBERS or parameter == "String" or len(parameter) == 1
        return -3.0 if is_value else 1.0
    if any(name.startswith(_LIKELY) for name in levels[0]):
        return 2.0 if _LIKELY + parameter in levels[0] else 0.0
    if _is_nothing(levels):
        return _IMPOSSIBLE if parameter in _NEVER_NULL else 1.0
    for depth, level in enumerate(levels):
        if parameter in level:
            return 4 - 0.5 * depth
    if parameter in _ANYTHING or len(parameter) == 1:
        return 1.0
    if parameter in _NUMBERS and not levels[0].isdisjoint(_NUMBERS):
        return 2.0
    return -3.0
