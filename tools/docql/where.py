"""Which documents are asked, by what they say of themselves: `author=Ines && modified>=2025`, or a filter of DocQL."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import partial
from typing import Any, Final

from citeline.errors import UsageError
from citeline.indexing.opened import OpenGeneration
from citeline.text import unique

from .evaluation.conditions import holds, names_asked
from .evaluation.corpus import FILE, document_rows, file_values
from .language.catalog import PROPERTIES
from .language.errors import DocQLError
from .language.syntax import Condition, Filter
from .parser import parse, plan

_PLAIN: Final = re.compile(r"\s*([A-Za-z]\w*)\s*(!=|>=|<=|==?|>|<|~)\s*(.*?)\s*$", re.DOTALL)
_TOKENS: Final = re.compile(r'"[^"]*"|&&|[^"&]+|.')
_QUOTED: Final = re.compile(r'"[^"]*"')
_BEFORE, _BEHIND = "$.files[?(", ")]"
_DOCQL: Final = re.compile(r"[\s!(]*@")
_CALLED: Final = {"sender": "author", "from": "author", "date": "modified"}
"""What a mail has by another name than other documents."""
_BY_PARTS: Final = frozenset(["author", "title", "path", "directory", "name"])
"""Of these `=` asks for a part, in any case of letters: of several authors one, of a path a folder."""
_TYPES: Final = {known.name: known.type for known in PROPERTIES["files"]}
_SHOWN: Final = 5
_POINTS: Final = (
    "SELECT id FROM chunks WHERE doc_id IN ({marks})",
    "SELECT point FROM documents WHERE id IN ({marks})",
)


def select(index: OpenGeneration, where: str) -> str:
    """Keep the documents that it leaves under a name, which stands among those of sources; that name.

    Raises DocQLError for a filter that is wrong, and UsageError where it leaves nothing.
    """
    name = f"--where {where}"
    if index.selections.uses(name):
        return name
    condition = condition_of(where)
    files = {row[1]: file_values(row[-len(FILE) :]) for row in document_rows(index.structure.rows)}
    chosen = [document for document, about in files.items() if holds(condition, partial(_value, about))]
    if not chosen:
        raise UsageError(f"no document fits `{where}`", remedy=_advice(condition, list(files.values())))
    points = frozenset(row[0] for sql in _POINTS for row in index.structure.batched(sql, chosen))
    index.selections.add(name, frozenset(files[document]["path"] for document in chosen), points)
    return name


def condition_of(where: str) -> Condition:
    """The filter; parts with `&&` between them, each plain or DocQL. Raises DocQLError."""
    parts = [""]
    for token in _TOKENS.findall(where):
        parts = [*parts, ""] if token == "&&" else [*parts[:-1], parts[-1] + token]
    written = " && ".join(map(_as_docql, parts))
    try:
        steps = [step.syntax for step in plan(parse(f"{_BEFORE}{written}{_BEHIND}")).operations]
    except DocQLError as error:
        example = error.example.removeprefix(_BEFORE).removesuffix(_BEHIND)
        raise DocQLError(
            error.kind, error.message, position=max(0, error.position - len(_BEFORE)), hint=error.hint,
            example=example, query=written,
        ) from None  # fmt: skip
    if len(steps) != 1 or not isinstance(steps[0], Filter):
        raise DocQLError("syntax", "this is more than a filter", hint="join tests with && and ||", query=written)
    return steps[0].condition


def _as_docql(part: str) -> str:
    if _DOCQL.match(part):
        return part.strip()
    if "||" in _QUOTED.sub("", part):
        raise DocQLError(
            "syntax", "|| stands only between tests of DocQL", hint="write @. before each name", query=part,
            example='@.author contains "ines" || @.title startsWith "Offer"',
        )  # fmt: skip
    found = _PLAIN.match(part)
    if found is None:
        names = ", ".join(_TYPES)
        raise DocQLError(
            "syntax", f"{part.strip()!r} is no test", hint=f"write name=value, with one of {names}", query=part,
            example='author=Ines && modified>=2025-06',
        )  # fmt: skip
    name, operator, value = _CALLED.get(found[1], found[1]), found[2], found[3].strip("\"'")
    kind = _TYPES.get(name, "text")
    number = kind == "number" and re.fullmatch(r"-?\d+(?:\.\d+)?", value)
    literal = value if number else json.dumps(value, ensure_ascii=False)
    if operator in (">", ">=", "<", "<="):
        return f"@.{name} {operator} {literal}"
    told = "contains" if operator == "~" or name in _BY_PARTS else "startsWith" if kind == "date" else "=="
    test = f"@.{name} {told} {literal}"
    return f"!({test})" if operator == "!=" else test


def _value(about: Mapping[str, Any], path: tuple[str, ...]) -> Any:
    return about.get(path[0])


def _advice(condition: Condition, files: Collection[Mapping[str, Any]]) -> str:
    """What the documents have in place of what was asked for."""
    told = []
    for name in unique(names_asked(condition)):
        values = Counter(about[name] for about in files if about[name] is not None)
        if _TYPES[name] == "text" or not values:
            told.append(f"{name}: {', '.join(str(value) for value, _ in values.most_common(_SHOWN)) or 'nowhere said'}")
        else:
            told.append(f"{name}: from {min(values)} to {max(values)}")
    return "; ".join(told)
