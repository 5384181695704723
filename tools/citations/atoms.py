"""What in a sentence can be looked for: names, quotations, numbers, and the rest of its words; and how likely lines are
the right ones for it, by a logistic score over seven numbers.

The score tells places apart, not truth: a sentence with "not" put into it scores the same. The share of software's
texts that hold a word stands in for how much the word says; the words of the repository itself did no better
(docs/supports.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import exp, fsum, log, log1p
from types import MappingProxyType
from typing import Final

from citeline.dataclass import dataclass
from citeline.patterns import re
from citeline.text import fold, identifiers_in, last_part, terms, unique

from ..question.vocabulary.words import background_share
from .passage import Passage, holds_quote

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
WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "bias": -4.13,
        # Of what the identifiers say, the share that is there: `close` says less than `rebuild_auth`.
        "found names": 1.716,
        "no names": 1.831,
        # Of what all words say, the share that is in path, enclosing names and signature but not in the lines.
        "breadcrumb": 3.08,
        # How unlikely it is that so many of its words meet in as many lines by chance.
        "surprise": 0.827,
        # The other way round: of what the enclosing definition's name says, the share that the sentence says.
        "scope said": 1.53,
        "quotation": 0.633,
        "missing quotation": -0.883,
    }
)
"""Fitted on half of the repositories by `evals/research/support`, which commit 256b01e2 had last (docs/supports.md)."""

_PIECE_LINES: Final = 40
"""The background counts pieces of this length."""
_COMMON: Final = 0.9
_SAID_BY_CHANCE: Final = 1e-9


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


def right_place(sentence: str, atoms: Atoms, places: Mapping[str, str], passage: Passage) -> float:
    """Between 0 and 1. `places`: where each name of the sentence was found, empty when it was not."""
    features = place_features(sentence, atoms, places, passage)
    total = WEIGHTS["bias"] + sum(WEIGHTS[name] * value for name, value in features.items())
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def place_features(sentence: str, atoms: Atoms, places: Mapping[str, str], passage: Passage) -> dict[str, float]:
    """The numbers by name, in the order of the weights."""
    said = frozenset(terms(strip_citations(sentence).replace("`", " ").replace("*", " ")))
    inside = frozenset(terms(passage.text))
    around = frozenset(terms(f"{passage.scope} {passage.signature} {passage.path}"))
    own = terms(last_part(passage.scope)) if passage.scope else ()
    telling = {name: _weight(fold(last_part(name))) for name in places}
    length = passage.end_line - passage.start_line + 1
    quoted = [holds_quote(passage.text, quote) for quote in atoms.quotes]
    return {
        "found names": _share((name for name, place in places.items() if place), telling),
        "no names": float(not places),
        "breadcrumb": _covered(said, around - inside),
        "surprise": log1p(fsum(_surprise(term, length) for term in said & (inside | around))),
        "scope said": _covered(own, said),
        "quotation": float(any(quoted)),
        "missing quotation": float(not all(quoted)),
    }


def _weight(term: str) -> float:
    """How much a term says: the negative logarithm of its share."""
    return -log(min(_COMMON, background_share(term)))


def _covered(wanted: Iterable[str], there: frozenset[str]) -> float:
    telling = {term: _weight(term) for term in wanted}
    return _share((term for term in telling if term in there), telling)


def _share(found: Iterable[str], telling: Mapping[str, float]) -> float:
    total = fsum(telling.values())
    return fsum(telling[term] for term in found) / total if total else 0.0


def _surprise(term: str, length: int) -> float:
    """The negative logarithm of the chance that lines of this length hold a term: long ranges prove less."""
    absent = (1 - min(_COMMON, background_share(term))) ** (length / _PIECE_LINES)
    return -log(max(_SAID_BY_CHANCE, 1 - absent))
