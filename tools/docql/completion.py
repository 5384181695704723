"""What may stand next in a query that is being typed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from .catalog import CONTEXTS, OPERATORS, PROPERTIES, PropertyType, context_names, functions_on
from .check import plan
from .errors import DocQLError
from .parser import parse
from .plan import ItemKind

_STEP: Final = re.compile(r"(?s)(?P<before>\$.*?)\.(?P<name>\w*)$|(?P<only>\$?)$")
_PROPERTY: Final = re.compile(r"(?s)(?P<before>\$.*)\[\s*\?[^\]]*@\s*\.\s*(?P<name>\w*)$")
_OPERATOR: Final = re.compile(
    r"(?s)(?P<before>\$.*)\[\s*\?[^\]]*@\s*\.\s*(?P<property>\w+)\s+(?P<name>[^\s\"'\d/\[]*)$"
)
_INSIDE_TEXT: Final = re.compile(r"""[^"']*(?:"[^"]*"[^"']*|'[^']*'[^"']*)*\Z""")


@dataclass(frozen=True, slots=True)
class Completion:
    """One way to go on."""

    text: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Completions:
    """Everything that may stand at a place."""

    start: int
    """Where the word begins that each of them replaces."""
    items: tuple[Completion, ...]


def completions(text: str) -> Completions:
    """Contexts, functions, properties or operators that fit at the end of the text; none inside of a string."""
    if not _INSIDE_TEXT.match(text):
        return Completions(len(text), ())
    if match := _OPERATOR.fullmatch(text):
        found = _operators(match["before"], match["property"])
    elif match := _PROPERTY.fullmatch(text):
        found = _properties(match["before"])
    elif match := _STEP.fullmatch(text):
        if match["only"] is not None:
            return Completions(0, tuple(Completion(f"$.{name}", meaning) for name, meaning in _contexts()))
        found = _steps(match["before"])
    else:
        return Completions(len(text), ())
    typed = match["name"]
    fitting = tuple(item for item in found if item.text.lower().startswith(typed.lower()))
    return Completions(len(text) - len(typed), fitting)


def _steps(before: str) -> list[Completion]:
    receiver = before.replace(" ", "")
    if receiver == "$":
        return [Completion(name, meaning) for name, meaning in _contexts()]
    if receiver in {"$.content", "$.code"}:
        context = receiver.removeprefix("$.")
        plain = [entry for entry in CONTEXTS if entry.path.startswith(f"{context}.")]
        return [Completion(entry.path.removeprefix(f"{context}."), entry.meaning) for entry in plain] + _calls(context)
    kind = _kind_of(before)
    return _calls(kind) if kind else []


def _calls(receiver: str) -> list[Completion]:
    return [
        Completion(f'{function.name}("' if function.argument else f"{function.name}()", function.meaning)
        for function in functions_on(receiver)
    ]


def _contexts() -> list[tuple[str, str]]:
    meanings = {entry.path: entry.meaning for entry in CONTEXTS}
    meanings |= {"content": "sections, code blocks and tables", "code": "classes and functions, by name"}
    return [(name, meanings[name]) for name in context_names()]


def _properties(before: str) -> list[Completion]:
    kind = _kind_of(before)
    return [Completion(entry.name, entry.meaning) for entry in PROPERTIES[kind]] if kind else []


def _operators(before: str, name: str) -> list[Completion]:
    kind = _kind_of(before)
    types: list[PropertyType] = [entry.type for entry in PROPERTIES[kind] if entry.name == name] if kind else []
    return [Completion(operator, f"takes a {types[0]}") for operator in OPERATORS[types[0]]] if types else []


def _kind_of(query: str) -> ItemKind | None:
    """Of the items that a query, as far as it is typed, leaves."""
    try:
        made = plan(parse(query))
    except DocQLError:
        return None
    return made.operations[-1].kind if made.operations else made.start.kind
