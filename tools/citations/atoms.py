"""What in a sentence can be looked for: names, quotations, numbers, and the rest of its words."""

from __future__ import annotations

import re

from citeline.dataclass import dataclass
from citeline.text import identifiers_in, terms, unique

_PLACE = re.compile(r"(?<=\w):\d+(?:[-–]\d+)?\b(?!\.\d)|#L\d+(?:-L?\d+)?")
_CITATION = re.compile(rf"\[\d+(?:\s*[,–-]\s*\d+)*\]|{_PLACE.pattern}")
_QUOTED = re.compile(r"“([^”]+)”|「([^」]+)」|\"([^\"\n]+)\"")
_CODE = re.compile(r"`([^`\n]+)`")
_NUMBER = re.compile(r"(?<![\w.])(?<![A-Za-z]-)(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)*(?!\w|\.\d)")
"""Not the 8 of `utf-8`."""
_UNIT = re.compile(
    r"[ -]?(?:(?:ms|s|secs?|seconds?|milliseconds?|mins?|minutes?|hours?|days?|weeks?|[kmgt]i?b|bytes?|percent)\b|%"
    r"|秒|分钟|小时|天)",
    re.IGNORECASE,
)
_GROUPED = re.compile(r"(?<=\d)[_,'](?=\d{3}(?!\d))")
_CALL = re.compile(r"([\w.:$@#!?]+)\(.*\)")
_SETTING = re.compile(r"([\w.]+)\s*(?:={1,2}|\bis\b|:=)\s*([\w.]+|[\"'][^\"']*[\"'])")
"""`verify=False`, which the lines may write as `verify is False`, `verify: bool = False` or `"verify": false`."""
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
    """Without marks between thousands."""
    measured: frozenset[str]
    """Numbers with a unit behind them: the lines may have another number of another unit."""
    words: frozenset[str]
    """Search terms of what is left."""


def strip_citations(sentence: str, lines: str = "") -> str:
    """The sentence without `[1]`, `:12-20` and `#L3`: a line number is the citation, not part of what is claimed.

    Code in back quotes keeps `[1]`, which is an index there, and what stands in the `lines` like that: `redis:7`.
    """
    parts = _CODE.split(sentence)  # every other one is code
    for at, part in enumerate(parts):
        if at % 2 == 0:
            parts[at] = _CITATION.sub("", part)
        elif not (lines and part in lines):
            parts[at] = _PLACE.sub("", part)
    return "".join(f"`{part}`" if at % 2 else part for at, part in enumerate(parts))


def ungrouped(text: str) -> str:
    """`1,000` and `1_000` as `1000`."""
    return _GROUPED.sub("", text)


def _setting(found: re.Match[str]) -> str:
    """A name and its value in back quotes each by itself; any other code as it is."""
    parts = _SETTING.fullmatch(found[1].strip())
    return f"`{parts[1]}` `{parts[2]}`" if parts else found[0]


def read_atoms(sentence: str) -> Atoms:
    """Take a sentence apart; an empty one has no atoms."""
    text = strip_citations(sentence)
    quotes = [next(filter(None, found.groups())) for found in _QUOTED.finditer(text)]
    quotes = [quote for quote in quotes if len(quote.strip()) >= _SHORTEST_QUOTE]
    fragments = [found for found in _CODE.findall(text) if len(found.split()) > 1]
    code = [found for found in fragments if not _SETTING.fullmatch(found.strip())]
    rest = _QUOTED.sub(" ", _CODE.sub(_setting, text))
    for fragment in code:
        rest = rest.replace(f"`{fragment}`", " ")
    names = [name for name in identifiers_in(rest) if any(character.isalnum() for character in name)]
    for name in sorted(names, key=len, reverse=True):
        rest = rest.replace(name, " ")
    numbers = list(_NUMBER.finditer(rest))
    said = [found[0] for found in numbers]
    # What a call is given is written in many ways: `f(self)`, `f(…)`.
    called = unique(found[1] if (found := _CALL.fullmatch(name)) else name for name in names)
    return Atoms(
        names=tuple(name for name in called if not (_NUMBER.fullmatch(name) or _NO_NAME.fullmatch(name))),
        quotes=tuple(unique([*quotes, *code])),
        numbers=tuple(map(ungrouped, unique([*said, *(name for name in names if _NUMBER.fullmatch(name))]))),
        measured=frozenset(ungrouped(found[0]) for found in numbers if _UNIT.match(rest, found.end())),
        words=frozenset(terms(rest)),
    )
