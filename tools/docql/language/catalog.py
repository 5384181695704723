"""What queries can speak of: contexts, functions, properties and operators.

The one place where they are listed; errors, completion, the description of the tool and the documentation are made from
these tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from citeline.dataclass import dataclass

from .plan import ContextName, ItemKind
from .syntax import Operator

PropertyType: TypeAlias = Literal["text", "number", "date", "list", "truth", "any"]
"""A `date` is a text such as `2026-01-31` that compares like a number. `any`:
a key of a front matter, of which nobody knows beforehand what it holds."""
ArgumentKind: TypeAlias = Literal["", "text", "optional text", "name", "pattern"]
"""`name` may be `"*"` or empty for all; `pattern` is a text or `/…/`."""


@dataclass(frozen=True, slots=True)
class Context:
    """Where a query can begin."""

    path: str
    """As it is written behind `$.`."""
    name: ContextName
    kind: ItemKind
    meaning: str
    example: str


@dataclass(frozen=True, slots=True)
class Function:
    """Something with brackets: a beginning, `$.content.heading(…)`, or a step behind items, `….callers()`."""

    name: str
    on: tuple[str, ...]
    """`content` or `code` for a beginning, else the kinds of items that it applies to."""
    argument: ArgumentKind
    kind: ItemKind
    """Of what it gives; `members` and `parents` of headings are headings."""
    meaning: str
    example: str
    context: ContextName | None = None
    """Of a beginning."""
    level: int = 0
    """Of headings."""


@dataclass(frozen=True, slots=True)
class PropertyInfo:
    """What a filter can ask of an item."""

    name: str
    type: PropertyType
    meaning: str
    sample: str | int
    """A value that it may have; of a list, one of its elements."""


CONTEXTS: Final[tuple[Context, ...]] = (
    Context("toc", "toc", "toc", "all headings of all documents, nested ones included", "$.toc[?(@.level<=2)]"),
    Context(
        "entities", "entities", "entities", "definitions in code, terms and API operations",
        '$.entities[?(@.type=="class")]',
    ),
    Context(
        "content.codeblock", "content.codeblock", "codeblocks", "code blocks of prose",
        '$.content.codeblock[?(@.language=="python")]',
    ),
    Context(
        "content.table", "content.table", "tables", "tables of prose, HTML, office documents and CSV",
        '$.content.table[?(@.headers contains "name")]',
    ),
    Context("code.classes", "code.classes", "entities", "classes and other types", "$.code.classes[*]"),
    Context(
        "code.functions", "code.functions", "entities", "functions and methods",
        '$.code.functions[?(@.name startsWith "get")]',
    ),
    Context(
        "code.methods", "code.functions", "entities", "the same as code.functions",
        '$.code.methods[?(@.type=="method")]',
    ),
    Context("files", "files", "files", "files, sorted by path", '$.files[?(@.extension=="py")]'),
    Context("structure", "structure", "structure", "the tree of folders and files", "$.structure"),
    Context("frontmatter", "frontmatter", "frontmatter", "the front matter of each document", "$.frontmatter"),
    Context(
        "data", "data", "data", "values in JSON, YAML, TOML and CSV; JSONPath follows",
        "$.data.dependencies[*].name",
    ),
    Context("links", "links", "links", "links in prose", '$.links[?(@.kind=="web")]'),
)  # fmt: skip

FUNCTIONS: Final[tuple[Function, ...]] = (
    Function(
        "heading", ("content",), "text", "chunks", "sections whose title contains the text",
        '$.content.heading("install")', "content.heading",
    ),
    Function(
        "grep", ("content",), "pattern", "chunks", "sections whose title or body matches the pattern, in any case",
        '$.content.grep("time_?out")', "content.grep",
    ),
    Function(
        "chapter", ("content",), "text", "chunks", "the section at a position or anchor, with its subsections",
        '$.content.chapter("1.2")', "content.chapter",
    ),
    *(
        Function(
            f"h{level}", ("content",), "optional text", "toc",
            f"headings of level {level} whose title contains the text", f'$.content.h{level}("install")',
            "content.headings", level,
        )
        for level in range(1, 7)
    ),
    Function("chunks", ("content",), "", "chunks", "all sections", "$.content.chunks()", "content.chunks"),
    Function("all", ("content",), "", "chunks", "the same as chunks()", "$.content.all()", "content.chunks"),
    Function(
        "class", ("code",), "name", "chunks", "the class with that name, in any case", '$.code.class("Session")',
        "code.class",
    ),
    Function(
        "function", ("code",), "name", "chunks", "functions and methods with that name; `Outer.inner` is allowed",
        '$.code.function("retry")', "code.function",
    ),
    Function(
        "method", ("code",), "name", "chunks", "the same as function()", '$.code.method("Session.send")',
        "code.function",
    ),
    Function(
        "query", ("code",), "name", "chunks", "definitions whose name contains the text", '$.code.query("parse")',
        "code.query",
    ),
    Function(
        "callers", ("entities", "chunks"), "", "entities", "what calls the items", '$.code.function("retry").callers()'
    ),
    Function(
        "callees", ("entities", "chunks"), "", "entities", "what the items call", '$.code.function("retry").callees()'
    ),
    Function("tests", ("entities", "chunks"), "", "entities", "tests of the items", '$.code.class("Session").tests()'),
    Function(
        *("members", ("entities", "chunks", "toc", "files"), "", "entities"),
        "what is directly inside, and a type's methods elsewhere",
        '$.code.class("Session").members()',
    ),
    Function(
        "parents", ("entities", "chunks", "toc", "codeblocks", "tables"), "", "entities",
        "what encloses the items, and what they inherit",
        '$.code.class("Session").parents()',
    ),
    Function(
        "references", ("entities", "chunks", "toc", "files"), "", "entities",
        "what mentions, imports, inherits or calls the items", '$.code.class("Session").references()',
    ),
    Function(
        "source", ("toc", "entities", "chunks", "codeblocks", "tables", "links", "files", "frontmatter"), "", "chunks",
        "the text of the items", "$.code.classes[0].source()",
    ),
    Function(
        "outline", ("toc", "entities", "chunks", "codeblocks", "tables", "links", "files"), "", "toc",
        "all that is inside of the items", '$.files[?(@.name=="README.md")].outline()',
    ),
    Function("tree", ("structure",), "", "structure", "as a tree, which it is anyway", "$.structure.tree()"),
    Function("flat", ("structure",), "", "structure", "as a list of paths", "$.structure.flat()"),
)  # fmt: skip

_PATH: Final = PropertyInfo("path", "text", "path of the file", "docs/guide.md")
_LINE: Final = PropertyInfo("line", "number", "first line, counted from 1", 1)
_END_LINE: Final = PropertyInfo("endLine", "number", "last line", 100)
_LANGUAGE: Final = PropertyInfo("language", "text", "programming language", "python")
_LEVEL: Final = PropertyInfo("level", "number", "depth of the heading, 1 to 6", 2)
_ANCHOR: Final = PropertyInfo("anchor", "text", "anchor of the heading", "#install")
_PAGE: Final = PropertyInfo("page", "number", "page of the document", 1)
_TITLE: Final = PropertyInfo("title", "text", "title of the heading, or name of the definition", "Install")
_NAME: Final = PropertyInfo("name", "text", "name of the definition", "retry")
_TYPE: Final = PropertyInfo("type", "text", "kind of the definition, or heading", "function")

PROPERTIES: Final[Mapping[ItemKind, tuple[PropertyInfo, ...]]] = {
    "toc": (_LEVEL, _TITLE, _ANCHOR, _PAGE, _LINE, _END_LINE, _PATH),
    "entities": (
        _NAME,
        PropertyInfo(
            "type", "text",
            "class interface struct enum trait type function method constructor constant field module term api table",
            "class",
        ),
        PropertyInfo("qualifiedName", "text", "name with what encloses it", "Session.send"),
        PropertyInfo("signature", "text", "how it is declared", "def retry"),
        PropertyInfo("docstring", "text", "its documentation", "Retries"),
        _LANGUAGE,
        PropertyInfo("package", "text", "package or module", "app.http"),
        PropertyInfo("level", "number", "how deep it is nested", 1),
        _LINE, _END_LINE, _PATH,
    ),
    "chunks": (
        _TITLE, _NAME, _TYPE, _LANGUAGE, _LEVEL, _ANCHOR, _PAGE, _LINE, _END_LINE, _PATH,
        PropertyInfo("text", "text", "the lines themselves", "timeout"),
    ),
    "codeblocks": (
        _LANGUAGE, PropertyInfo("code", "text", "the code without its fence", "import"),
        _PAGE, _LINE, _END_LINE, _PATH,
    ),
    "tables": (
        PropertyInfo("headers", "list", "titles of the columns", "name"),
        PropertyInfo("rowCount", "number", "rows below the header", 3),
        PropertyInfo("columnCount", "number", "columns", 2),
        PropertyInfo("caption", "text", "caption", "Limits"),
        PropertyInfo("anchor", "text", "sheet and cells of a spreadsheet", "#Costs!B4:F7"),
        _PAGE, _LINE, _END_LINE, _PATH,
    ),
    "files": (
        _PATH,
        PropertyInfo("name", "text", "last part of the path", "README.md"),
        PropertyInfo("directory", "text", "the rest of the path", "docs"),
        PropertyInfo("extension", "text", "without the dot", "md"),
        _LANGUAGE,
        PropertyInfo("size", "number", "bytes", 1000),
        PropertyInfo("lines", "number", "lines", 100),
        PropertyInfo("source", "text", "where the file comes from", "docs"),
        PropertyInfo("title", "text", "title of the document", "Install"),
        PropertyInfo("author", "text", "who wrote it, as the document says", "Ines"),
        PropertyInfo("created", "date", "when it was written, as the document says", "2026-01-31"),
        PropertyInfo("modified", "date", "last change, as the document says or else of the file", "2026-01-31"),
        PropertyInfo("version", "text", "version, as the document says", "1.2"),
    ),
    "structure": (_PATH,),
    "frontmatter": (_PATH,),
    "data": (
        PropertyInfo("value", "any", "the value", "1"), PropertyInfo("pointer", "text", "where it stands", "/version"),
        _LINE, _PATH,
    ),
    "links": (
        PropertyInfo("text", "text", "what is shown", "guide"),
        PropertyInfo("target", "text", "where it leads, as written", "https://"),
        PropertyInfo("kind", "text", "internal, file, anchor or web", "web"),
        PropertyInfo("resolved", "text", "where it leads: path:line or folder/; else absent", "docs/guide.md:1"),
        _LINE, _PATH,
    ),
}  # fmt: skip
"""Of a front matter, any key may be asked for besides, and keys inside of it: `@.author.name`."""

NOUNS: Final[Mapping[ItemKind, str]] = {
    "toc": "headings",
    "entities": "entities",
    "chunks": "chunks",
    "codeblocks": "code blocks",
    "tables": "tables",
    "files": "files",
    "structure": "paths",
    "frontmatter": "front matters",
    "data": "values",
    "links": "links",
}
"""How messages call the items of a kind."""

OPERATORS: Final[Mapping[PropertyType, tuple[Operator, ...]]] = {
    "text": ("==", "!=", "contains", "startsWith", "endsWith", "=~", "in"),
    "number": ("==", "!=", ">", ">=", "<", "<=", "in"),
    "date": ("==", "!=", ">", ">=", "<", "<=", "contains", "startsWith", "endsWith", "=~", "in"),
    "list": ("==", "!=", "contains", "startsWith", "endsWith", "=~"),
    "truth": ("==", "!="),
    "any": ("==", "!=", "contains", "startsWith", "endsWith", "=~", ">", ">=", "<", "<=", "in"),
}
"""On a list, `==` compares the whole of it, the others any element."""


def functions_on(receiver: str) -> tuple[Function, ...]:
    """The functions of `content`, of `code`, or of items of a kind."""
    return tuple(function for function in FUNCTIONS if receiver in function.on)


def members_of(context: str) -> tuple[str, ...]:
    """What can stand behind `$.content` or `$.code`, as it is written."""
    plain = [entry.path.partition(".")[2] for entry in CONTEXTS if entry.path.startswith(f"{context}.")]
    return (*plain, *(f"{function.name}({'…' * bool(function.argument)})" for function in functions_on(context)))


def context_names() -> tuple[str, ...]:
    """What can stand behind `$.`, in the order of the tables."""
    return tuple(dict.fromkeys(["toc", "entities", "content", *(entry.path.partition(".")[0] for entry in CONTEXTS)]))
