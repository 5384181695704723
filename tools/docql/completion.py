"""What may stand next in a query that is being typed."""

from __future__ import annotations

import json
import re
from typing import Final

from citeline.dataclass import dataclass

from .language.catalog import CONTEXTS, OPERATORS, PROPERTIES, Function, context_names, functions_on
from .language.errors import DocQLError
from .language.plan import ItemKind
from .language.reader import MAX_LENGTH
from .parser import parse, plan

_STRING: Final = re.compile(r"""(?s)(["'])((?:\\.|(?!\1)[^\\])*)\1""")
# Matched against a query whose strings are blank: nothing that a string holds is taken for a bracket or a dot.
_ONLY: Final = re.compile(r"\s*(?P<name>\$?)")
_STEP: Final = re.compile(r"(?s)(?P<before>\s*\$.*)\.\s*(?P<name>\w*)")
_SELECTOR: Final = re.compile(r"(?s)(?P<before>\s*\$.*)\[\s*(?P<name>\??)")
_PROPERTY: Final = re.compile(r"(?s)(?P<before>\s*\$.*)\[\s*\?[^\]]*@\s*\.\s*(?P<name>\w*)")
_OPERATOR: Final = re.compile(
    r"(?s)(?P<before>\s*\$.*)\[\s*\?[^\]]*@\s*\.\s*(?P<property>\w+)\s+(?P<name>[^\s\"'\d/\[\]]*)"
)
_SHAPES: Final = {"in": "[", "=~": "/"}
"""How values begin that are neither text nor number."""


@dataclass(frozen=True, slots=True)
class Completion:
    """One way to go on."""

    text: str
    meaning: str
    further: str = ""
    """A longer text that begins with this one, where no query can end with this one."""


@dataclass(frozen=True, slots=True)
class Completions:
    """Everything that may stand at a place."""

    start: int
    """Where the word begins that each of them replaces."""
    items: tuple[Completion, ...]


def completions(text: str) -> Completions:
    """Contexts, functions, selectors, properties or operators that fit at the end of the text; none inside of a
    string, nor in the JSONPath behind `$.data`.
    """
    nothing = Completions(len(text), ())
    blank = _STRING.sub(lambda match: f"{match[1]}{'_' * len(match[2])}{match[1]}", text)
    if len(text) > MAX_LENGTH or any(mark in _STRING.sub("", text) for mark in "\"'"):
        return nothing
    if match := _ONLY.fullmatch(blank):
        found = [Completion(f"$.{one.text}", one.meaning, one.further and f"$.{one.further}") for one in _contexts()]
    elif match := _OPERATOR.fullmatch(blank):
        found = _operators(text[: match.end("before")], match["property"])
    elif match := _PROPERTY.fullmatch(blank):
        found = _properties(text[: match.end("before")])
    elif match := _SELECTOR.fullmatch(blank):
        found = _selectors(text[: match.end("before")])
    elif match := _STEP.fullmatch(blank):
        found = _steps(text[: match.end("before")])
    else:
        return nothing
    typed = match["name"].lower()
    return Completions(match.start("name"), tuple(item for item in found if item.text.lower().startswith(typed)))


def _contexts() -> list[Completion]:
    meanings = {entry.path: entry.meaning for entry in CONTEXTS}
    meanings |= {"content": "sections, code blocks and tables", "code": "classes and functions, by name"}
    return [
        Completion(name, meanings[name], f"{name}." if name in {"content", "code"} else "") for name in context_names()
    ]


def _steps(before: str) -> list[Completion]:
    receiver = "".join(before.split())
    if receiver == "$":
        return _contexts()
    if receiver in {"$.content", "$.code"}:
        context = receiver.removeprefix("$.")
        plain = [entry for entry in CONTEXTS if entry.path.startswith(f"{context}.")]
        return [
            *(Completion(entry.path.removeprefix(f"{context}."), entry.meaning) for entry in plain),
            *map(_call, functions_on(context)),
        ]
    kind = _kind_of(before)
    return [_call(function) for function in functions_on(kind)] if kind else []


def _call(function: Function) -> Completion:
    if not function.argument:
        return Completion(f"{function.name}()", function.meaning)
    example = function.example[function.example.index(f"{function.name}(") :]
    return Completion(f'{function.name}("', function.meaning, example)


def _selectors(before: str) -> list[Completion]:
    kind = _kind_of(before)
    # Behind `$.data` stands JSONPath, which has selectors of its own.
    if kind is None or kind == "data":
        return []
    return [
        Completion("*]", "all of them"),
        Completion("0]", "the first"),
        Completion("-1]", "the last"),
        Completion("0:10]", "the first ten"),
        Completion("?(@.", "those for which something is true", f"?(@.{PROPERTIES[kind][0].name}"),
    ]


def _properties(before: str) -> list[Completion]:
    kind = _kind_of(before)
    return [
        Completion(entry.name, entry.meaning, f"{entry.name} {OPERATORS[entry.type][0]}")
        for entry in (PROPERTIES[kind] if kind else ())
    ]


def _operators(before: str, name: str) -> list[Completion]:
    kind = _kind_of(before)
    return [
        Completion(operator, f"takes a {entry.type}", f"{operator} {_SHAPES.get(operator, json.dumps(entry.sample))}")
        for entry in (PROPERTIES[kind] if kind else ())
        if entry.name == name
        for operator in OPERATORS[entry.type]
    ]


def _kind_of(query: str) -> ItemKind | None:
    """Of the items that a query, as far as it is typed, leaves."""
    try:
        made = plan(parse(query))
    except DocQLError:
        return None
    return made.operations[-1].kind if made.operations else made.start.kind
