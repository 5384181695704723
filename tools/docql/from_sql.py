"""SQL in place of a query: recognised, and said in DocQL as far as that is simple."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from .checking.check import plan
from .language.errors import DocQLError
from .language.printer import show
from .parser import parse

_SQL: Final = re.compile(
    r"\s*select\s+(?:\*|[\w.]+(?:\s*,\s*[\w.]+)*)\s+from\s+(?P<table>\w+)(?:\s+where\s+(?P<where>.+?))?"
    r"(?:\s+order\s+by\s.+?)?(?:\s+limit\s+(?P<limit>\d+))?\s*;?\s*",
    re.IGNORECASE | re.DOTALL,
)
_CONTEXTS: Final[Mapping[str, str]] = {
    "toc": "$.toc", "heading": "$.toc", "title": "$.toc", "section": "$.content.chunks()",
    "chunk": "$.content.chunks()", "class": "$.code.classes", "classe": "$.code.classes",
    "function": "$.code.functions", "method": "$.code.functions", "file": "$.files", "document": "$.files",
    "link": "$.links", "table": "$.content.table", "codeblock": "$.content.codeblock",
    "block": "$.content.codeblock", "frontmatter": "$.frontmatter",
}  # fmt: skip
"""Names of tables, in lower case and without an s at the end; any other means entities."""
_TEST: Final = re.compile(
    r"\s*(?P<name>\w+)\s*(?P<operator>==|!=|<>|>=|<=|=|<|>|\blike\b|\bilike\b)\s*(?P<value>'[^']*'|\"[^\"]*\"|\d+)\s*"
    r"(?P<join>\band\b|\bor\b|$)",
    re.IGNORECASE,
)
_LONGEST: Final = 300
_ROUNDS: Final = 3


def notes_on_sql(text: str) -> tuple[str, ...]:
    """What to write instead of a SELECT of SQL; nothing for any other text."""
    found = _SQL.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None:
        return ()
    query = _in_docql(found) or '$.entities[?(@.type=="class")]'
    return (f"this reads like SQL, and was searched for as words; a query is written like {query}",)


def _in_docql(found: re.Match[str]) -> str | None:
    """The query; None when it has more than a list of comparisons."""
    tests = _tests(found["where"]) if found["where"] else ""
    if tests is None:
        return None
    context = _CONTEXTS.get(found["table"].lower().removesuffix("s"), "$.entities")
    query = f"{context}[?({tests})]" if tests else context
    if found["limit"]:
        query += f"[0:{found['limit']}]"
    for _ in range(_ROUNDS):
        # An error carries the query put right: `like "x%"`, or a property of another name.
        try:
            plan(parse(query))
        except DocQLError as error:
            query = error.example
        else:
            return show(parse(query))
    return None


def _tests(where: str) -> str | None:
    parts: list[str] = []
    place = 0
    while place < len(where):
        test = _TEST.match(where, place)
        if test is None or test.end() == place:
            return None
        operator = {"=": "==", "<>": "!="}.get(test["operator"], test["operator"])
        join = {"and": "&&", "or": "||"}.get(test["join"].lower(), "")
        parts.append(f"@.{test['name']} {operator} {test['value']} {join}".strip())
        place = test.end()
    return " ".join(parts)
