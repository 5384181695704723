"""What a query means: where it begins, and what is done to the items from there on.

`check.plan` makes a `Plan` out of a syntax tree, and whoever has one need not look for mistakes any more: contexts,
functions, properties, operators and types of values are all known to fit.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from citeline.dataclass import dataclass

from .syntax import Call, Filter, Index, Slice, Wildcard

ItemKind: TypeAlias = Literal[
    "toc", "entities", "chunks", "codeblocks", "tables", "files", "structure", "frontmatter", "data", "links"
]

ContextName: TypeAlias = Literal[
    "toc",
    "entities",
    "content.heading",
    "content.grep",
    "content.chapter",
    "content.headings",
    "content.chunks",
    "content.codeblock",
    "content.table",
    "code.classes",
    "code.functions",
    "code.class",
    "code.function",
    "code.query",
    "code.chunks",
    "files",
    "structure",
    "frontmatter",
    "data",
    "links",
]
"""Where items come from. `$.content.h2("k")` is `content.headings` at level 2; `all()` is `chunks()`; `methods` is
`functions`; `class("*")` and `class("")` are `classes`, and likewise for functions; `$.code.query("*")` is
`code.chunks`."""

FUNCTIONS_OF_ITEMS: TypeAlias = Literal[
    "callers", "callees", "tests", "members", "parents", "references", "source", "outline", "flat", "tree"
]


@dataclass(frozen=True, slots=True)
class Start:
    """The context of a query."""

    context: ContextName
    kind: ItemKind
    step: str
    """As the trace shows it: `$.content.heading("install")`, in printed form."""
    argument: str = ""
    """Of a function that takes one; the JSONPath of `$.data`."""
    flags: str = ""
    """Of a pattern that was given as a regex, `i`, `m`, `s`."""
    level: int = 0
    """Of `content.headings`: 1 to 6."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One step behind the context."""

    syntax: Wildcard | Index | Slice | Filter | Call
    step: str
    """The query up to and including this step, in printed form."""
    kind: ItemKind
    """Of the items that it leaves."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A query that makes sense."""

    start: Start
    operations: tuple[Operation, ...]
    text: str
    """As it was written."""
