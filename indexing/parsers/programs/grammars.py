"""The table of grammars, `grammars.json`, and the queries in `grammars/*.scm` that say what counts in each language.

One engine reads all languages; a query names what it finds with these captures:

* a kind of `citeline.model.NodeKind` (`@class`, `@method`, `@field` …): the whole definition. `@extension` is a block
  that adds members to a type defined elsewhere. With it `@name`; `@body` where the signature ends; `@tail`, a body
  beside the definition instead of in it; `@owner`, the type that a method is defined for from outside.
* `@keyed` beside a kind: a member of an object, which no bare name reaches.
* `@property` beside a kind: a method that is asked for and not called.
* `@span`: a node around a definition that ends with it (decorators, `export`, `template<>`); `@attribute`: a node
  right above it, plain comments between left out.
* `@doc`: the documentation of the definition around it; `@doc_next`: of the definition below it.
* `@call`, `@reference`, `@base`: a name that is called, used as a type, inherited. `@types`: every identifier in it is
  used as a type.
* `@import` with `@imported` and `@alias`, or `@imports`: a path with braces (`a::{b, c as d}`). `@package`: what the
  file says it belongs to.
* `@export`: what others import by its `@alias`, without one as what the file gives by default; an `@import` with
  `@default` names that.
* `@binding`: what gives a `@name` (variable, parameter, field, function) a `@declared` type, for a function that of its
  result, or a `@value`; with `@element` a value of which it is one element, with `@collection` many of them, with
  `@inside` an optional one that it is in.
  `@again`: a declared type stays. `@early`: the name is known before, in all of its scope.
* `@signature`: a function or a function's type, whose parameters say what they take. `@result`: what the function with
  the `@name`, else that around it, gives, which declares no type of it.
* `@bound`: what a type parameter, its `@name`, must be: the `@declared` types. With `@again` more about one.
* `@fields`: the types in it are those of fields that are called by their number; with `@name`, a field that is
  `@declared` as a parameter.
  With `@several`, a block for a type that may have others for the same trait, with `@pointer` one for a reference.
* `@condition`: what must hold of a build for the next definition or import to count.
* `@outer`: its `@name` is bound outside of the function around it.
* `@scope`: what is bound in it is unknown outside. `@branch`: what is bound in it is one of several values outside.
* `@skip`: text of comments and strings, whose words are not identifiers.

A node in a field that holds one kind alone, such as the body of a class, is `(_ …)`: when a query is compiled, the
library follows each kind through all states of the grammar, which takes up to .01 s for one pattern.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from tree_sitter import Parser, Query, QueryError
from tree_sitter_language_pack import get_language

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass
from citeline.model import DEFINITION_KINDS

from ..languages import language_row
from .shapes import Shapes

ROLES: Final[frozenset[str]] = DEFINITION_KINDS | {
    *("extension", "span", "attribute", "doc", "doc_next", "call", "reference", "types", "base"),
    *("import", "imports", "export", "package", "binding", "signature", "result", "bound", "fields", "condition"),
    *("scope", "branch", "outer", "skip", "asked", "predicate", "chosen"),
}
"""Captures that say what a match is; the others are its parts."""
PARTS: Final[frozenset[str]] = frozenset(
    "name body tail owner keyed property imported alias default declared value element inside collection again"  # noqa: SIM905
    " early several pointer pair received instance guard".split()
)

_CAPTURE: Final = re.compile(r"@([\w.]+)")
_OWN_NAMES: Final = rb"\b(?:(?:struct|enum|trait)\s+(\w+)|use\s+(?:crate|super|self)::([^;]*))"
_SKIPPED: Final = re.compile(r"\((\w+)\) @skip")
_NO_CODE: Final = re.compile(r';[^\n]*|"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """What a language needs beside its query. Equal to itself alone: what is known of a text is kept by its grammar."""

    queries: str
    """Files in `grammars/`, joined; a later pattern never replaces what an earlier one has found."""
    constructors: frozenset[str] = frozenset()
    """Names of methods that make objects; one named like its class always does."""
    colon_calls: bool = False
    """`object:method()`: a single colon stands between object and name."""
    joins_clauses: bool = False
    """Neighbouring definitions of one name are one: equations, clauses, overloads."""
    annotations: bool = True
    """`@Name` or `[Name]` in front of a definition is left out of its signature."""
    macros: bool = False
    """What only the C preprocessor understands is hidden before parsing."""
    build_tags: bool = False
    """Files are built or left out as a whole, by tags at their beginning and in their names."""
    item_macros: bool = False
    """Items stand inside of macros, `cfg! { fn f() {} }`, which are uncovered before parsing."""
    nested_packages: bool = False
    """Each further package clause says what is inside of the one before."""
    script_only: bool = False
    """Only what stands in `<script>` elements is code."""
    dollar_names: bool = False
    """A `$` is part of a name, not a mark of variables."""
    ends_types: bool = False
    """A type ends with its line, also where the next one begins with `<`; the grammar reads that as its arguments."""
    computed: bool = False
    """`shape[name]` may be a member that a constant names."""
    own_variables: bool = False
    """A variable and a function may share a name: `run()` never calls what a variable holds."""
    casts: bool = False
    """`(Type) value` is a value of the type."""
    converts: bool = False
    """`Type(value)` makes nothing but a `Type` of the value; `Type{…}` does."""
    sends: bool = False
    """`<-channel` is what comes out of one; a collection is made behind its type, `[]Type{…}`, or by `make(…)`."""
    slices: str = ""
    """What stands between the bounds of a part of a collection, which has the elements of the whole."""
    braces_construct: bool = False
    """`Type{…}` makes a value of the type, so that a method which is called like the type makes none."""
    keeps_types: bool = False
    """A variable that is assigned again holds what is of the same type."""
    hoists: bool = False
    """A name is known in all of the function or block that binds it, also before it is bound."""
    contexts: Shapes | None = None
    """By which parameters, patterns and objects have types by where they stand (`contexts.py`)."""
    basic: bool = False
    """Types of the language may have methods of ours, and `*const u8` is a `pointer`, `*mut u8` a `mut_pointer`."""
    overloads: bool = False
    """Functions of one name in one type differ in their parameters."""
    guards: str = ""
    """Generic types that stand for what is in them, unless the corpus has a type of that name."""
    optional: str = ""
    """Generic types that hold a value or none, whose methods are not those of the value."""
    arguments: bool = False
    """What a generic type of ours is given is followed, when that is one type."""
    holding: str = ""
    """Calls that make such a type, or one that stands for what is in it, of their argument."""
    tries: bool = False
    """`value?` is what an optional type holds."""
    selves: frozenset[str] = frozenset({"self", "cls", "this"})
    """What the object or type around may be called."""
    same: str = ""
    """Generic types that stand for what is in them, as `Optional[Type]` does for a `Type`; a `|` behind the name: for
    one of all that is in them.
    """
    elements: str = ""
    """Generic types of elements; a `*` behind the name: of keys and values, which are what is meant."""
    doubted: frozenset[str] = frozenset()
    """Those of elements that may be types of the corpus, for a file that defines or imports such a name."""
    bare_words: bool = False
    """A value needs no quotes."""
    literals: str = ""
    """Kinds of nodes that hold a value as it is written, beside those that the query skips."""

    @property
    def wrappers(self) -> Mapping[str, str]:
        """Name of a generic type to `same`, `union`, `optional`, `guard`, `elements` or `map`."""
        return _wrappers(self.same, self.optional, self.guards, self.elements)


@cache
def _wrappers(same: str, optional: str, guards: str, elements: str) -> Mapping[str, str]:
    found = {name.rstrip("|"): "union" if name.endswith("|") else "same" for name in same.split()}
    found |= dict.fromkeys(guards.split(), "guard")
    found |= dict.fromkeys(optional.split(), "optional")
    for name in elements.split():
        found[name.rstrip("*")] = "map" if name.endswith("*") else "elements"
    return found


_WORDS: Final = frozenset({"constructors", "selves"})


def _read_table() -> Mapping[str, Grammar]:
    """By language. Texts are words; a row that is `like` another has all that it has, but for its own."""
    table: dict[str, dict[str, Any]] = json.loads(shipped_text("citeline.indexing.parsers.programs", "grammars.json"))
    return {language: _row(table.get(told.get("like", ""), {}) | told) for language, told in table.items()}


def _row(told: Mapping[str, Any]) -> Grammar:
    words = {key: frozenset(told[key].split()) for key in _WORDS & told.keys()}
    shapes: dict[str, Any] = {
        key: frozenset(kinds.split()) if isinstance(kinds, str) else kinds
        for key, kinds in told.get("contexts", {}).items()
    }
    contexts = Shapes(**shapes) if shapes else None
    return Grammar(**{key: value for key, value in told.items() if key != "like"} | words | {"contexts": contexts})


GRAMMARS: Final = _read_table()


@dataclass(frozen=True, slots=True)
class LoadedGrammar:
    """A grammar ready to run; one per language and process."""

    language: str
    grammar: Grammar
    parser: Parser
    query: Query
    roles: tuple[str, ...]
    """The role of each pattern of the query."""


def doubting(loaded: LoadedGrammar, text: bytes) -> LoadedGrammar:
    """The grammar for a file that has a type of its own called like a collection, or imports one: `crate::HashMap`."""
    own: set[bytes] = set()
    for match in re.finditer(_OWN_NAMES, text):
        own.update([match[1]] if match[1] else re.findall(rb"\w+", match[2]))
    grammar = loaded.grammar
    names = {name for name, kind in grammar.wrappers.items() if kind in {"elements", "map"} and name.encode() in own}
    return replace(loaded, grammar=_doubted(grammar, frozenset(names))) if names else loaded


@cache
def _doubted(grammar: Grammar, names: frozenset[str]) -> Grammar:
    return replace(grammar, doubted=names)


class GrammarError(Exception):
    """A query does not fit its grammar, or uses a capture that no one reads."""


@cache
def load_grammar(language: str) -> LoadedGrammar | None:
    """The language's grammar; None when there is none. Raises GrammarError when its query is wrong."""
    row, grammar = language_row(language), GRAMMARS.get(language)
    if grammar is None:
        return None
    pack_language = get_language(row.grammar)  # type: ignore[arg-type]  # its Literal is not our table
    return LoadedGrammar(language, grammar, Parser(pack_language), *_compiled(row.grammar, grammar.queries))


@cache
def _compiled(grammar: str, names: str) -> tuple[Query, tuple[str, ...]]:
    """A query and the roles of its patterns: one for TypeScript, Vue and Svelte, whose query takes .2 s to compile."""
    text = "\n".join(_read_query(name) for name in names.split())
    try:
        query = Query(get_language(grammar), text)  # type: ignore[arg-type]  # its Literal is not our table
    except QueryError as error:
        raise GrammarError(f"{names}: {error}") from error
    return query, _roles(query, text)


@cache
def text_kinds(language: str) -> frozenset[str]:
    """The kinds of nodes in which a language with a grammar has text: in literals and comments. Compiles no query."""
    grammar = GRAMMARS[language]
    skipped = (_SKIPPED.findall(_read_query(name)) for name in grammar.queries.split())
    return frozenset(grammar.literals.split()).union(*skipped)


def _read_query(name: str) -> str:
    return shipped_text("citeline.indexing.parsers.programs", f"grammars/{name}.scm")


def _roles(query: Query, text: str) -> tuple[str, ...]:
    raw = text.encode()
    roles: list[str] = []
    for index in range(query.pattern_count):
        pattern = raw[query.start_byte_for_pattern(index) : query.end_byte_for_pattern(index)].decode()
        captures = {name for name in _CAPTURE.findall(_NO_CODE.sub("", pattern)) if not name.startswith("_")}
        found = captures & ROLES
        if len(found) != 1 or captures - ROLES - PARTS:
            raise GrammarError(f"a pattern needs one role, this one has {sorted(captures)}: {pattern.strip()}")
        roles.append(found.pop())
    return tuple(roles)
