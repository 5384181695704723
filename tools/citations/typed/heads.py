"""Reads the head of a definition: its modifiers and parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from citeline.dataclass import dataclass
from citeline.patterns import re
from citeline.text import word_runs

_RECEIVERS: Final = re.compile(r"^(?:&?(?:mut )?self|cls|self\b.*|this [\w<>.\[\]?]+ \w+|\*|/)$")
_IN_WORDS: Final = frozenset({"java", "csharp", "typescript", "tsx", "kotlin", "php", "swift", "rust"})
"""Languages whose heads say who may see a definition; of the others a name tells, or nothing."""
_VISIBILITY: Final = re.compile(r"\b(?:public|private|protected|internal|pub|fileprivate)\b|#\w")
_DECORATOR: Final = re.compile(r"\s*(@[\w.:]+|#?\[[\w.:]+(?=[^\]]*\]))")
_MAY_BE_NOTHING: Final = re.compile(r"\b(?:Option|Optional|None|null|undefined|Query|Nullable)\b|\?")
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
    optional: bool | None
    """None where the head does not tell."""
    has_default: bool | None = None
    """None where what is written there may stand for none."""


def has_modifier(modifier: str, name: str, head: str, language: str) -> bool | None:
    """Whether a head has a modifier; None where the language does not tell."""
    head = _undecorated(head)
    named = re.search(rf"(?<![\w.]){re.escape(name)}\s*[(<]", head)
    before = head[: named.start()] if named else head
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
        is_inner = name.startswith("_") and not name.endswith("__")
        return {"private": True, "public": False}.get(modifier) if is_inner else None
    if language not in _IN_WORDS:
        return None
    found = _VISIBILITY.search(before)
    if language == "rust":
        pub = re.search(r"\bpub(\([^)]*\))?", before)
        return None if pub is None else modifier == ("crate" if pub[1] else "public")
    # Without a word it is what encloses it that tells: an interface, a trait, a module.
    return modifier == ("private" if found[0].startswith("#") else found[0]) if found else None


def parameters_of(name: str, head: str) -> list[Parameter] | None:
    """The parameters of a callable without its receiver; None where the head has no list of them."""
    plain = _undecorated(head)
    started = re.search(
        rf"(?<![\w.]){re.escape(name)}\s*(?:<[^(]*>)?\s*(?:=\s*(?:async\s*)?(?:function\s*\w*\s*)?)?\(", plain
    )
    if started is None:
        return None
    inside = _inside(plain[started.end() - 1 :])
    found: list[Parameter] = []
    for text in split_outside(inside):
        if _RECEIVERS.match(text) and not ("=" in text or found):
            continue
        if text in ("*", "/"):
            continue
        found.append(_parameter(text))
    return found


def _parameter(text: str) -> Parameter:
    before, *default = re.split(r"(?<![=!<>])=(?![=>])", text, maxsplit=1)
    plain = re.sub(r"^(?:@\w+(?:\([^)]*\))?\s+|\[[^\]]*\]\s*|(?:final|ref|out|in|params|mut|readonly)\s+)*", "", before)
    named = re.match(r"[*.]*(\w+)(\?)?\s*(?::|$)", plain.strip())
    words = word_runs(plain)
    # `String name` in Java and C#, `name string` in Go; the sign behind a name tells the others.
    name = named[1] if named else words[-1] if words else ""
    given = default[0].strip() if default else ""
    # An annotation, a call or dots may stand for "required"; a type that allows nothing does not say who fills it in.
    if text.startswith(("@", "[")) or given == "..." or given.endswith(")"):
        return Parameter(name, None)
    optional = bool(given) or bool(named and named[2]) or plain.strip().startswith(("*", "..."))
    return Parameter(name, None if not optional and _MAY_BE_NOTHING.search(before) else optional, optional)


def _undecorated(head: str) -> str:
    """Without the arguments of decorators and attributes in front of it, which may say anything."""
    kept: list[str] = []
    while found := _DECORATOR.match(head):
        kept.append(found[1])
        head = head[found.end() :]
        if not found[1].startswith("@"):
            head = head.partition("]")[2]
        elif head.startswith("("):
            head = head[len(_inside(head)) + 2 :]
    return f"{' '.join(kept)} {head.lstrip()}" if kept else head


def _inside(text: str) -> str:
    """What stands in the first brackets."""
    start, depth = text.find("("), 0
    for place in range(max(0, start), len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if not depth:
            return text[start + 1 : place]
    return text[start + 1 :]


def split_outside(text: str) -> list[str]:
    """Parts of a text between commas that stand in no brackets and no quotation marks; empty parts are dropped."""
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
        elif character == "," and not depth:
            parts.append(text[start:place])
            start = place + 1
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]
