"""What in a sentence can be looked for: names, quotations, numbers, and the rest of its words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from citeline.text import identifiers_in, terms, unique

_CITATION = re.compile(r"\[\d+(?:\s*[,–-]\s*\d+)*\]|(?<=\w):\d+(?:[-–]\d+)?\b|#L\d+(?:-L?\d+)?")
_QUOTED = re.compile(r"“([^”]+)”|「([^」]+)」|\"([^\"\n]+)\"")
_CODE = re.compile(r"`([^`\n]+)`")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)*(?![\w])")
_CALL = re.compile(r"([\w.:$@#!?]+)\(.*\)")
_NO_NAME = re.compile(r"True|False|None|true|false|null|nil|undefined|e\.g|i\.e|[A-Z]{2,}s")
"""Values that any code holds, abbreviations, and plurals of acronyms: shaped or marked like names."""
_SHORTEST_QUOTE = 8
"""Characters. A shorter text in quotation marks is a term or irony, not a quotation."""


@dataclass(frozen=True, slots=True)
class Atoms:
    """The checkable parts of one sentence, in order, once each."""

    names: tuple[str, ...]
    quotes: tuple[str, ...]
    """Quotations, and code in back quotes that is more than one name."""
    numbers: tuple[str, ...]
    words: frozenset[str]
    """Search terms of what is left."""


def strip_citations(sentence: str) -> str:
    """The sentence without `[1]`, `:12-20` and `#L3`: a line number is the citation, not part of what is claimed."""
    return _CITATION.sub("", sentence)


def read_atoms(sentence: str) -> Atoms:
    """Take a sentence apart; an empty one has no atoms."""
    text = strip_citations(sentence)
    quotes = [next(filter(None, found.groups())) for found in _QUOTED.finditer(text)]
    quotes = [quote for quote in quotes if len(quote.strip()) >= _SHORTEST_QUOTE]
    code = [found for found in _CODE.findall(text) if re.search(r"\s", found.strip())]
    rest = _QUOTED.sub(" ", text)
    for fragment in code:
        rest = rest.replace(f"`{fragment}`", " ")
    names = [name for name in identifiers_in(rest) if any(character.isalnum() for character in name)]
    for name in sorted(names, key=len, reverse=True):
        rest = rest.replace(name, " ")
    # What a call is given is written in many ways: `f(self)`, `f(…)`.
    called = unique(found[1] if (found := _CALL.fullmatch(name)) else name for name in names)
    return Atoms(
        names=tuple(name for name in called if not (_NUMBER.fullmatch(name) or _NO_NAME.fullmatch(name))),
        quotes=tuple(unique([*quotes, *code])),
        numbers=tuple(unique(_NUMBER.findall(rest) + [name for name in names if _NUMBER.fullmatch(name)])),
        words=frozenset(terms(rest)),
    )
