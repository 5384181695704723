"""Typed facts of definitions, read without the parsers that the check uses: Python by its own `ast`, others from text.

What reads a fact here and what checks it there make different mistakes, so that one cannot hide the other's.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from textwrap import dedent
from typing import Final, NamedTuple

from citeline.model import TYPE_KINDS
from citeline.tools.citations.facts import Relation

from .corpora import Definition, Repository

LANGUAGES: Final = frozenset(
    "python java javascript typescript go kotlin csharp php ruby rust swift".split()  # noqa: SIM905
)

_COMMENT: Final = re.compile(r"//[^\n]*|/\*.*?\*/|(?<!\S)#(?![\[{])[^\n]*", re.DOTALL)
_STRING: Final = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`[^`]*`")
_THROWN: Final = re.compile(r"\bthrow\s+(?:new\s+)?\\?([A-Z]\w*)\s*\(|^\s*raise\s+([A-Z]\w*)\b", re.MULTILINE)
_CALLED: Final = re.compile(r"(?<![\w$@])(?<!function )(?<!def )(?<!fn )(?<!func )([A-Za-z_]\w{3,})\(")
_EXTENDED: Final = re.compile(r"\b(?:extends|implements|includes)\s+(?:\w+\.)*([A-Z]\w*)")
_COLON_BASE: Final = re.compile(r"^[^(:]*?\b[A-Z]\w*(?:<[^>]*>)?(?:\([^()]*\))?\s*:\s*(?:\w+\.)*([A-Z]\w*)")
_RUBY_BASE: Final = re.compile(r"^class\s+[\w:]+\s*<\s*(?:\w+::)*([A-Z]\w*)")
_LITERAL: Final = r"-?\d+(?:\.\d+)?|\"[^\"]*\"|'[^']*'|null|nil|true|false"
_DEFAULT: Final = re.compile(
    rf"[(,]\s*(?:[\w?<>|.\[\]\\]+ )*\$?(\w+)\??(?::\s*[\w.<>|\[\]? ]+?)?\s*=\s*({_LITERAL})\s*(?=[,)])"
)
_MODIFIER: Final = (
    r"(?:public|protected|private|static|final|abstract|override|async|virtual|internal|sealed|default|synchronized)"
)
_JAVA_TYPE: Final = re.compile(
    rf"^(?:{_MODIFIER}\s+)*(?:<[^>]+>\s+)?([\w.]+(?:<[\w<>,.? \[\]]*>)?(?:\[\])*)\s+\w+\s*(?:<[^>]*>)?\("
)
_ARROW_TYPE: Final = re.compile(r"->\s*([\w:]+(?:<[\w<>,:& ]*>)?[?!]?)$")
_COLON_TYPE: Final = re.compile(r"\)\s*:\s*(\??[\w.\\]+(?:<[\w<>,.|\[\] ]*>)?(?:\[\])*\??)$")
_GO_TYPE: Final = re.compile(r"^func\s+(?:\([^)]*\)\s*)?\w+\([^()]*\)\s+(\*?[\w.\[\]]+)$")
_TYPES: Final = {
    **dict.fromkeys(("java", "csharp"), _JAVA_TYPE),
    **dict.fromkeys(("rust", "swift"), _ARROW_TYPE),
    **dict.fromkeys(("typescript", "kotlin", "php"), _COLON_TYPE),
    "go": _GO_TYPE,
}
_VAGUE: Final = frozenset(
    "Any any object Object unknown never self Self this static t.Any typing.Any var void".split()  # noqa: SIM905
)
"""Types that anything fits."""


class SourceFact(NamedTuple):
    """What a definition's own lines say of it."""

    relation: Relation
    definition: Definition
    subject: str
    """For a default the parameter."""
    object: str


def source_facts(repository: Repository) -> Iterator[SourceFact]:
    """In order of path and line."""
    for definition in repository.definitions:
        language = definition.document.parsed.language
        if language not in LANGUAGES:
            continue
        found = _python(definition) if language == "python" else _by_text(definition, language)
        own = definition.node.name
        for relation, subject, object_ in dict.fromkeys(found):
            if relation == "calls" and (object_ not in repository.by_name or object_ in (own, "init")):
                continue
            if relation == "calls" and language in ("rust", "swift") and object_[0].isupper():
                continue  # patterns look like calls
            if object_.strip("?*&") not in _VAGUE and not re.fullmatch(r"[A-Z]\d?\??", object_) and subject != object_:
                yield SourceFact(relation, definition, subject, object_)
        if definition.node.parent == 0:
            yield SourceFact("defined_in", definition, own, definition.document.source.path)


def _python(definition: Definition) -> Iterator[tuple[Relation, str, str]]:
    try:
        tree = ast.parse(dedent(definition.passage.text)).body[0]
    except (SyntaxError, IndexError, ValueError):
        return
    name = definition.node.name
    if isinstance(tree, ast.ClassDef):
        for base in tree.bases:
            if isinstance(base, ast.Name | ast.Attribute):
                yield "inherits", name, ast.unparse(base).rpartition(".")[2]
        return
    if not isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef):
        return
    if tree.returns is not None:
        yield "returns", name, ast.unparse(tree.returns).strip("'\"")
    plain = [*tree.args.posonlyargs, *tree.args.args]
    defaults = tree.args.defaults
    given = [
        *zip(plain[len(plain) - len(defaults) :], defaults, strict=True),
        *zip(tree.args.kwonlyargs, tree.args.kw_defaults, strict=True),
    ]
    for argument, value in given:
        if isinstance(value, ast.Constant):
            yield "default", argument.arg, ast.unparse(value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and node.exc is not None:
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            if (
                isinstance(raised, ast.Name | ast.Attribute)
                and (last := ast.unparse(raised).rpartition(".")[2])[0].isupper()
            ):
                yield "raises", name, last
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if len(called) > 3:
                yield "calls", name, called


def _by_text(definition: Definition, language: str) -> Iterator[tuple[Relation, str, str]]:
    node = definition.node
    if node.kind in TYPE_KINDS:
        head = re.sub(r"<[^<>]*>", "", re.sub(r"<[^<>]*>", "", node.signature))
        base = _EXTENDED.search(head) or _RUBY_BASE.match(node.signature)
        if base is None and language in ("kotlin", "csharp", "swift"):
            base = _COLON_BASE.match(node.signature)
        if base and base[1] != node.name:
            yield "inherits", node.name, base[1]
        return
    typed = _TYPES[language].search(node.signature) if language in _TYPES else None
    if typed and node.kind != "constructor" and (language != "rust" or "…" not in node.signature):
        yield "returns", node.name, typed[1]
    for name, value in _DEFAULT.findall(re.sub(r"^(?:\[[^\]]*\]\s*)+", "", node.signature)):
        yield "default", name, value
    code = _STRING.sub('""', _COMMENT.sub("", definition.passage.text))
    for thrown in _THROWN.findall(code):
        yield "raises", node.name, thrown[0] or thrown[1]
    for called in _CALLED.findall(code.partition("\n")[2]):
        yield "calls", node.name, called
