"""Declared types as paths; how these are written says `receivers.py`."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from citeline.model import AND
from citeline.patterns import re
from citeline.text import code_words

from .grammars import Grammar

_NO_BOUNDS: Final = ("?Sized", "'")
"""What Rust says of a type parameter that gives it no members: also lifetimes."""
_MARKERS: Final = frozenset({"Send", "Sync", "Unpin"})
"""Traits of Rust that have no members."""
_MAX_TYPE: Final = 2_000
_MAX_TOGETHER: Final = 24
"""Types that one value has at once: `A & B & …`."""
_EMPTY: Final = frozenset(
    {"", "None", "null", "undefined", "nil", "Any", "any", "unknown", "never", "var", "dynamic", "auto", "_"}
)
_QUOTED: Final = re.compile(r"^(['\"])((?:(?!\1).)*)\1$", re.S)
_TYPE_NOISE: Final = re.compile(
    r"^(?:&\s*(?:'\w+\s+)?(?:mut\s+)?|\*|const\s+|final\s+|mut\s+|dyn\s+|impl\s+|readonly\s+|\?|@\w+\s+)+"
)
_POINTER: Final = r"\*\s*(?:const|(mut))\s+"
_TYPE_ITSELF: Final = re.compile(r"(?:t\.|typing\.)?[tT]ype\[(.*)\](?:\s*\|\s*None)?$", re.S)
"""Python's `type[Type]`: no value of the type, but the type."""
_TYPE_OF: Final = re.compile(r"(?:(ReturnType|InstanceType)\s*<\s*)?typeof\s+([\w$.]+)\s*(?:<[^{}]*>)?\s*(?(1)>)$")
"""TypeScript's type of a value, of what a function gives, or of what a class makes."""
_ASSOCIATED: Final = re.compile(r"<\s*[\w:]+\s+as\s+([\w:]+)\s*(?:<[^<>]*>)?\s*>\s*::\s*(\w+)$")
"""Rust's type that a trait names: `<T as Trait>::Part`."""
_ITEM: Final = re.compile(r"\s*Item\s*=")
"""What Rust's iterators call their elements."""
_ELEMENTS: Final = re.compile(r"^\[[\w.]*\](?=[\w*\[])|^\.\.\.")
_IN_BRACKETS: Final = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"
_MAP: Final = re.compile(rf"^map{_IN_BRACKETS}(?=.)|^(?:<-\s*)?chan(?:\s*<-)?\s+", re.S)
"""Go's maps and channels, up to what is in them."""
_MADE: Final = re.compile(rf"(?:(?:map)?{_IN_BRACKETS}\*?)+(?!(?:struct|interface|func)\b)[\w.]+(?=[{{(])")
"""Go's collections where they are made: `map[string][]*Type{…}`."""
_MAKES: Final = re.compile(r"(?:make|new)\(")
_BRACKETS: Final = re.compile(r"[()\[\]{}]|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`")
_BUILT_IN: Final = frozenset(
    "int str bool float bytes object list dict tuple set frozenset complex string number boolean void bigint"  # noqa: SIM905
    " symbol error byte rune uint int8 int16 int32 int64 uint8 uint16 uint32 uint64 uintptr float32 float64"
    " i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 char long short double String".split()
)
_TOKEN: Final = re.compile(r"[{},]|(?:\bas\b|=>)|[^{},\s=]+|=")
_KEYWORDS: Final = re.compile(r"(?:import|use)\s+(?:(?:function|const|given)\s+)?")
_MAX_PATHS: Final = 500
_MAX_KEPT: Final = 100
"""Characters of a type whose path is kept."""
_SELF: Final = frozenset({"self"})
_ALIAS_WORDS: Final = frozenset({"as", "=>"})


def type_path(text: str, grammar: Grammar) -> str:
    """A declared type as a path; empty when it is unknown, `<>` when it is built in."""
    return _known_type_path(text, grammar) if len(text) <= _MAX_KEPT else _type_path(text, grammar)


def _type_path(text: str, grammar: Grammar) -> str:
    if (match := _TYPE_ITSELF.match(text.strip())) is not None:
        name = _type_name(match[1], grammar)
        return name if name.replace(".", "").isidentifier() else ""
    if (match := _TYPE_OF.match(text.strip().removeprefix(":").lstrip())) is not None:
        return match[2] + ("()" if match[1] else "")
    if "typeof " in text and "&" in text:
        matched = [(part, _TYPE_OF.match(part.strip())) for part in split(text.strip(), "&")]
        if values := [match[2] + ("()" if match[1] else "") for _, match in matched if match]:
            others = type_path(" & ".join(part for part, match in matched if not match), grammar)
            return AND.join([*values, others] if others else values)
    name = _type_name(text, grammar)
    if name in _EMPTY:
        return ""
    # Of overloads the built-in types of their parameters tell which is meant.
    is_nameless = name.rpartition("~")[2] in _BUILT_IN and not (grammar.overloads or grammar.basic)
    return "<>" if is_nameless else f"<{name}>"


_known_type_path = lru_cache(10_000)(_type_path)
"""Few types are named, and each again and again, in one file and in others."""


def _type_name(text: str, grammar: Grammar) -> str:
    text = text.strip()[:_MAX_TYPE]
    if quoted := _QUOTED.match(text):
        text = quoted[2].strip()
    text = text.removeprefix(":").removeprefix("->").strip()
    if grammar.basic and text.startswith("(") and text.endswith(",)"):
        return ""  # of Rust: `(Shape,)` is not what stands in it
    if text.startswith("(") and text.endswith(")"):
        # Go's results: the first is what a single variable takes.
        return _type_name(split(text[1:-1], ",")[0].split(" ")[-1], grammar)
    if grammar.basic and (match := re.match(_POINTER, text)) is not None:
        guard, inner = "mut_pointer" if match[1] else "pointer", _type_name(text[match.end() :], grammar)
        return f"{guard}~{inner}" if inner and "|" not in inner else guard
    text = _TYPE_NOISE.sub("", text)
    if text.startswith("<") and (match := _ASSOCIATED.match(text)) is not None:
        return f"{'.'.join(code_words(match[1]))}.{match[2]}"
    alternatives = [part for part in split(text, "|") if part.strip() not in _EMPTY]
    if len(alternatives) > 1:
        names = list(dict.fromkeys(_type_name(part, grammar) for part in alternatives))
        kept = [name for name in names if name not in _EMPTY]
        return "|".join(kept) if len(kept) <= 3 else ""
    text = alternatives[0].strip() if alternatives else ""
    if (match := _ELEMENTS.match(text) or _MAP.match(text)) is not None:
        inner = _type_name(text[match.end() :], grammar)
        return f"chan~{inner}" if "chan" in match[0].split("[")[0] and inner not in _EMPTY else _of_elements(inner)
    if text.endswith("[]"):
        return _of_elements(_type_name(text[:-2], grammar))
    if text.startswith("[") and text.endswith("]") and len(split(text[1:-1], ",")) == 1:
        return _of_elements(_type_name(split(text[1:-1], ";")[0], grammar))  # Rust's `[Type; 4]`
    every = [text]
    if "&" in text or " + " in text:
        every = [part.strip() for one in split(text, "&") for part in split(one, "+") if part.strip()]
        every = [part for part in every if not part.startswith(_NO_BOUNDS) and part not in _MARKERS] or every[:1]
        text = every[0] if len(every) == 1 else text
    if len(every) > 1:
        # What is all of several has the members of each.
        names = list(dict.fromkeys(_type_name(part, grammar) for part in every))
        return "|".join([name for name in names if name not in _EMPTY][:_MAX_TOGETHER])
    text = text.rstrip("?! ")
    head = re.match(r"([\w.:$]+)\s*[<\[](.*)[>\]]$", text, re.S)
    if head is not None:
        outer = re.split(r"[.:]+", head[1])[-1]
        kind = grammar.wrappers.get(outer)
        if kind == "union":
            return _type_name("|".join(split(head[2], ",")), grammar)
        if kind is not None:
            parts = [part for part in split(head[2], ",") if not part.lstrip().startswith("'")] or [""]
            inner = _type_name(_ITEM.sub("", parts[1 if kind == "map" and len(parts) > 1 else 0]), grammar)
            if kind in {"guard", "optional"}:
                if "|" in inner or (kind == "optional" and not inner):
                    return inner
                guard = ".".join(code_words(head[1])) if kind == "guard" else "?"
                return f"{guard}~{inner}" if inner else guard
            elements = (_of_elements(inner) or "[]") if kind != "same" else inner
            if outer in grammar.doubted:
                return f"{'.'.join(code_words(head[1]))}{'~' if elements else ''}{elements}"
            return elements
        text = head[1]
        if grammar.arguments and (inner := _only_argument(head[2], grammar)):
            return f"{'.'.join(code_words(text))}~~{inner}"
    elif not re.fullmatch(r"[\w.:$]+(?:\s*\{.*)?", text, re.S):
        return ""
    return ".".join(code_words(text.split("{")[0]))


def _only_argument(written: str, grammar: Grammar) -> str:
    """The type that a generic type is given when it is given one, apart from lifetimes; empty when nobody knows it."""
    given = [one for one in split(written, ",") if one.strip() and not one.strip().startswith("'")]
    name = _type_name(given[0], grammar) if len(given) == 1 else ""
    return "" if name in _EMPTY | _BUILT_IN or "|" in name or "=" in given[0] else name


def _of_elements(name: str) -> str:
    return f"[]{name}" if name and name not in _EMPTY and "|" not in name else ""


def made_path(text: str, grammar: Grammar) -> tuple[str, int] | None:
    """The path of a collection that Go makes where it is written, and where that ends; None for anything else."""
    if match := _MAKES.match(text):
        end = bracket_end(text, match.end() - 1)
        return (type_path(split(text[match.end() : end - 1], ",")[0], grammar), end) if end is not None else None
    match = _MADE.match(text)
    end = bracket_end(text, match.end()) if match else None
    return (type_path(match[0], grammar), end) if match and end is not None else None


def bracket_end(text: str, start: int) -> int | None:
    """Behind the bracket that closes the one at `start`; None when it is open."""
    depth = 0
    for match in _BRACKETS.finditer(text, start):
        if match[0] in "([{":
            depth += 1
        elif match[0] in ")]}":
            depth -= 1
            if depth == 0:
                return match.end()
    return None


def split(text: str, separator: str) -> list[str]:
    """Parts between separators that stand in no brackets."""
    if separator not in text:
        return [text]
    parts, depth, start = [], 0, 0
    for place, character in enumerate(text):
        if character in "([{<":
            depth += 1
        elif character in ")]}>":
            depth -= 1
        elif character == separator and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]


def expand_braces(text: str) -> list[tuple[str, str]]:
    """(path, alias) for each name, in order; the alias is empty when there is none.

    `a::{self, b as c}` gives ("a", "") and ("a::b", "c"). Separators stay as written. Never raises: unbalanced
    braces end with the text.
    """
    paths: list[tuple[str, str]] = []
    prefixes = [""]
    text = _KEYWORDS.sub("", text).rstrip("; \n")
    path, alias, wants_alias = "", "", False

    def finish() -> None:
        if path and len(paths) < _MAX_PATHS:
            paths.append((path, alias))

    for token in _TOKEN.findall(text):
        if token == "{":
            prefixes.append(path or prefixes[-1])
            path, alias, wants_alias = "", "", False
        elif token in {",", "}"}:
            finish()
            path, alias, wants_alias = "", "", False
            if token == "}" and len(prefixes) > 1:
                prefixes.pop()
        elif token in _ALIAS_WORDS:
            wants_alias = True
        elif wants_alias:
            alias, wants_alias = token, False
        elif token in _SELF and len(prefixes) > 1:
            path = prefixes[-1].rstrip(":.\\")
        elif not path:
            path = prefixes[-1] + token
    finish()
    return paths
