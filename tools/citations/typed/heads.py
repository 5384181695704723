"""Reads the head of a definition: its modifiers and parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_RECEIVERS: Final = re.compile(r"^(?:&?(?:mut )?self|cls|self\b.*|this [\w<>.\[\]?]+ \w+|\*|/)$")
_IN_WORDS: Final = frozenset({"java", "csharp", "typescript", "tsx", "kotlin", "php", "swift", "rust"})
"""Languages whose heads say who may see a definition; of the others a name tells, or nothing."""
_VISIBILITY: Final = re.compile(r"\b(?:public|private|protected|internal|pub|fileprivate|open)\b|#\w")
_WITHOUT: Final[Mapping[str, str]] = {"csharp": "private", "typescript": "public", "tsx": "public", "rust": "private"}
"""What a head without a word for it means."""
_WORDS: Final[Mapping[str, str]] = {
    "async": r"\basync\b|\bsuspend\b",
    "static": r"\bstatic\b|@staticmethod\b",
    "abstract": r"\babstract\b|@abstractmethod\b|@abc\.abstractmethod\b",
    "final": r"\bfinal\b|\bsealed\b|@final\b",
    "property": r"@(?:\w+\.)?(?:cached_)?property\b|\bget\s+\w+\s*\(",
    "deprecated": r"@[dD]eprecated\b|#\[deprecated|\[Obsolete",
    "exported": r"^export\b",
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a head."""

    name: str
    optional: bool


def has_modifier(modifier: str, name: str, head: str, language: str) -> bool | None:
    """Whether a head has a modifier; None where the language does not tell."""
    before = head.split(f"{name}(")[0] if f"{name}(" in head else head
    if modifier in ("public", "private", "protected", "internal", "crate"):
        return _is_seen(modifier, before, name, language)
    if modifier == "exported":
        if language == "go":
            return name[:1].isupper()
        if language not in ("javascript", "typescript", "tsx"):
            return None
    if modifier == "async" and language in ("go", "c", "java"):
        return None
    return re.search(_WORDS[modifier], head if modifier == "property" else before) is not None


def _is_seen(modifier: str, before: str, name: str, language: str) -> bool | None:
    if language == "go":
        return {"public": name[:1].isupper(), "private": not name[:1].isupper()}.get(modifier)
    if language == "python":
        return name.startswith("_") if modifier == "private" and name.startswith("_") else None
    if language not in _IN_WORDS:
        return None
    found = _VISIBILITY.search(before)
    if language == "rust":
        pub = re.search(r"\bpub(\([^)]*\))?", before)
        told = "private" if pub is None else "crate" if pub[1] else "public"
        return told == modifier
    told = "private" if found and found[0].startswith("#") else found[0] if found else _WITHOUT.get(language, "")
    return told == modifier if told else None


def parameters_of(name: str, head: str) -> list[Parameter]:
    """The parameters of a callable without its receiver; none where the head has none."""
    start = head.find(f"{name}(")
    if start < 0 and (
        generic := re.search(
            rf"\b{re.escape(name)}\s*(?:<[^(]*>)?\s*(?:=\s*(?:async\s*)?(?:function\s*\w*\s*)?)?\(", head
        )
    ):
        start = generic.end() - len(name) - 1
    if start < 0:
        return []
    inside = _inside(head[start + len(name) :])
    found: list[Parameter] = []
    for text in split_outside(inside, ","):
        if _RECEIVERS.match(text) and not ("=" in text or found):
            continue
        if text in ("*", "/"):
            continue
        found.append(_parameter(text))
    return found


def _parameter(text: str) -> Parameter:
    before, _, default = text.partition("=")
    plain = re.sub(r"^(?:@\w+(?:\([^)]*\))?\s+|\[[^\]]*\]\s*|(?:final|ref|out|in|params|mut|readonly)\s+)*", "", before)
    named = re.match(r"[*.]*(\w+)(\?)?\s*(?::|$)", plain.strip())
    words = re.findall(r"\w+", plain)
    # `String name` in Java and C#, `name string` in Go; the sign behind a name tells the others.
    name = named[1] if named else words[-1] if words else ""
    return Parameter(name, bool(default) or bool(named and named[2]) or plain.strip().startswith(("*", "...")))


def _inside(text: str) -> str:
    """What stands in the first brackets."""
    start, depth = text.find("("), 0
    for place in range(max(0, start), len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if not depth:
            return text[start + 1 : place]
    return text[start + 1 :]


def split_outside(text: str, mark: str) -> list[str]:
    """Parts of a text between marks that stand in no brackets and no quotation marks; empty parts are dropped."""
    parts, depth, quoted, start = [], 0, "", 0
    for place, character in enumerate(text):
        if quoted:
            quoted = "" if character == quoted and text[place - 1] != "\\" else quoted
        elif character in "\"'":
            quoted = character
        elif character in "([{<" and not (character == "<" and text[place : place + 2] in ("<=", "< ")):
            depth += 1
        elif character in ")]}>" and text[place - 1 : place + 1] not in ("=>", "->"):
            depth -= 1
        elif character == mark and not depth:
            parts.append(text[start:place])
            start = place + 1
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]
