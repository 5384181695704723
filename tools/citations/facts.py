"""Typed facts that one clause may state and that the cited lines can prove, or more rarely contradict.

Contradicted needs a subject that the lines define and an object that they spell out differently; anything less is
unknown. Call direction, numbers in prose and negation never contradict (shared study of support, section 5).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .passage import Passage, contains_name, last_part

Relation: TypeAlias = Literal["defined_in", "calls", "inherits", "default"]
Finding: TypeAlias = Literal["proved", "contradicted", "unknown"]

_NAME = r"`([^`]+?)(?:\(\))?`"
_CLAUSES: tuple[tuple[Relation, str], ...] = (
    ("defined_in", rf"{_NAME} is (?:an? )?[\w -]+? (?:defined )?in {_NAME}"),
    ("defined_in", rf"{_NAME} 是(?:定义)?在 ?{_NAME} ?(?:中|里)(?:定义)?的[^`]*"),
    ("calls", rf"{_NAME} (?:calls|invokes) {_NAME}"),
    ("calls", rf"{_NAME} 调用(?:了)? ?{_NAME}"),
    ("inherits", rf"{_NAME} (?:inherits from|extends|implements|includes|subclasses|is a subclass of) {_NAME}"),
    ("inherits", rf"{_NAME} (?:继承|实现|包含)(?:自|了)? ?{_NAME}"),
    ("default", rf"(?:the default (?:value )?of )?{_NAME} (?:defaults to|is) {_NAME}(?: by default)?"),
    ("default", rf"{_NAME} ?(?:的)?默认(?:值)?(?:是|为) ?{_NAME}"),
)
_PATTERNS: tuple[tuple[Relation, re.Pattern[str]], ...] = tuple(
    (relation, re.compile(rf"^{clause}\s*[.:。：]?$", re.IGNORECASE)) for relation, clause in _CLAUSES
)
_LITERAL = re.compile(r"-?\d+(?:\.\d+)?|None|True|False|null|nil|true|false|\"[^\"]*\"|'[^']*'")
_PARAMETERS = re.compile(r"\b(?:def|function|func|fun|fn|constructor)\b[^(\n]*\(")
_TYPE_WORD = r"(?:class|interface|struct|object|trait|record|enum|protocol|extension|actor|data|newtype|type|module)"
_PYTHON_BASES = r"^[ \t]*class\s+{name}\s*(?:\[[^\]]*\])?\s*\(([^)]*)\)\s*:"


@dataclass(frozen=True, slots=True)
class Fact:
    """Subject, relation, object, as a sentence states them."""

    relation: Relation
    subject: str
    object: str


def read_fact(sentence: str) -> Fact | None:
    """The fact that a one-clause sentence states, None when it states none that we know."""
    for relation, pattern in _PATTERNS:
        found = pattern.match(sentence.strip())
        if found:
            return Fact(relation, found[1], found[2])
    return None


def check_fact(fact: Fact, passage: Passage) -> tuple[Finding, str]:
    """What the lines say about a fact, and how they say it."""
    if fact.relation == "defined_in":
        return _check_place(fact, passage)
    if fact.relation == "calls":
        return _check_call(fact, passage)
    return _check_base(fact, passage) if fact.relation == "inherits" else _check_default(fact, passage)


def _check_place(fact: Fact, passage: Passage) -> tuple[Finding, str]:
    in_file = passage.path == fact.object or passage.path.endswith(f"/{fact.object}")
    if in_file and passage.defines(fact.subject) and passage.find(fact.subject):
        return "proved", f"`{fact.subject}` is defined in {passage.lines} of {passage.path}"
    return "unknown", ""


def _check_call(fact: Fact, passage: Passage) -> tuple[Finding, str]:
    callee = last_part(fact.object)
    own = re.compile(rf"^.*\b(?:def|func|function|fn|fun|class)\s+{re.escape(callee)}(?![\w$]).*$", re.MULTILINE)
    body = own.sub("", passage.text)
    if passage.encloses(fact.subject) and contains_name(body, callee):
        return "proved", f"{passage.lines}, inside `{fact.subject}`, use `{callee}`"
    return "unknown", ""


def _check_base(fact: Fact, passage: Passage) -> tuple[Finding, str]:
    name, base = re.escape(last_part(fact.subject)), last_part(fact.object)
    python = re.search(_PYTHON_BASES.format(name=name), passage.text, re.MULTILINE)
    header = re.search(rf"\b{_TYPE_WORD}\b[^\n{{]*(?<!\w){name}(?!\w)([^\n{{]*)", passage.text)
    stated = python[1] if python else header[1] if header else ""
    implemented = re.search(rf"\bimpl\b([^\n{{]*)\bfor\b[^\n{{]*(?<!\w){name}(?!\w)", passage.text)
    if contains_name(stated, base) or (implemented and contains_name(implemented[1], base)):
        return "proved", f"{passage.lines} name `{base}` as a base of `{fact.subject}`"
    mixed_in = rf"^\s*(?:include|extend|prepend|use|with|import)?\s*[*&]?[\w.:\\\\]*(?<!\w){re.escape(base)}(?!\w)"
    if passage.encloses(fact.subject) and re.search(mixed_in, passage.text, re.MULTILINE):
        return "proved", f"{passage.lines}, inside `{fact.subject}`, include `{base}`"
    # Only Python spells out every base in one bracket; elsewhere they may follow on later lines.
    if python and passage.path.endswith(".py"):
        return "contradicted", f"{passage.lines} give `{fact.subject}` the bases ({stated.strip()}), not `{base}`"
    return "unknown", ""


def _check_default(fact: Fact, passage: Passage) -> tuple[Finding, str]:
    name = re.escape(last_part(fact.subject))
    default = re.compile(rf"(?<![\w$.]){name}\s*(?::[^=,()\n]+)?=(?!=)\s*([^,)\n;]+)")
    found = [value for header in _headers(passage.text) for value in default.findall(header)]
    found += re.findall(rf"^\s*{name}\s*:[^=\n]+=\s*([^\n;]+)", passage.text, re.MULTILINE)
    values = {value.strip() for value in found}
    if _same_literal(fact.object, values):
        return "proved", f"{passage.lines} give `{fact.subject}` the default `{fact.object}`"
    only = next(iter(values)) if len(values) == 1 else ""
    if _LITERAL.fullmatch(only) and _LITERAL.fullmatch(fact.object):
        return "contradicted", f"{passage.lines} give `{fact.subject}` the default `{only}`, not `{fact.object}`"
    return "unknown", ""


def _headers(text: str) -> list[str]:
    """The parameter lists of the definitions in a text; `f(timeout=5)` in a body is a call, not a default."""
    found = []
    for start in _PARAMETERS.finditer(text):
        depth = 1
        for place in range(start.end(), len(text)):
            depth += (text[place] == "(") - (text[place] == ")")
            if not depth:
                found.append(text[start.end() : place])
                break
    return found


def _same_literal(literal: str, values: set[str]) -> bool:
    return literal.replace("'", '"') in {value.replace("'", '"') for value in values}
