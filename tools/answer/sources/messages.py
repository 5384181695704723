"""Finds a message that a program printed in the source that words it, with holes for what was filled in at run time.

In the source a hole is a placeholder (`%s`, `{}`, `{name!r}`, `${x}`, `$x`, `#{x}`, `\\(x)`) or a value between two
literals that are joined (`"port " + port + " is taken"`); in the message it is any words. Examples in documents have
numbers, names in quotes and paths in these places, so those may differ too. Case, punctuation and line ends do not
count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from citeline.dataclass import dataclass
from citeline.patterns import re
from citeline.text import is_cjk

_MOST_FILLED: Final = 24
"""Words of a message that one hole may stand for: a path, an address, a list of names."""
_MOST_SKIPPED: Final = 40
"""Words of the source that a person's `…` may stand for."""
_MOST_SOFT: Final = 8
"""Words of an example value."""
_JOINED: Final = r"(?:\+|\.\.?|<<|,|&|\|\|)"
_OPENS: Final = r"(?:[fFrRbBuU]{1,2}(?=[\"'`]))?[\"'`]"
_VALUE: Final = r"(?:[^\"'`\n]|\[[\"'][^\"'\n]*[\"']\]){1,120}?"
_SOURCE: Final = re.compile(
    # Most of a text: nothing else but an address begins with a letter.
    r"(?P<plain>[^\W\d_]\w*+(?!://))"
    r"|(?P<hole>\$?\{\{?[^{}\n]{0,80}\}?\}|#\{[^}\n]{0,80}\}|\\\([^)\n]{0,80}\)|\$[A-Za-z_]\w*(?:->\w+)*"
    r"|%(?:\(\w+\))?[-+#0 ]*[\d.*]*(?:ll?|z|h)?[a-zA-Z]\b"
    # A literal ends, code, a literal begins.
    rf"|[\"'`]\)?\s{{0,80}}(?:{_JOINED}|%)\s{{0,80}}{_VALUE}\s{{0,80}}{_JOINED}\s{{0,80}}{_OPENS})"
    rf"|(?P<joint>[\"'`]\s{{0,80}}(?:\+|\.|<<|\\)?\s{{0,80}}\n\s{{0,80}}(?:\+|\.|<<)?\s{{0,80}}{_OPENS}|\\[nrt\"'])"
    r"|(?P<soft>(?<![\w\"'`])[\"'`][^\"'`\s]{1,60}[\"'`](?![\w\"'`])|(?<![\w./])\.{0,2}(?:/[\w.@-]+){2,}/?"
    r"|\b[a-z]+://[^\s\"'`)]+|\b\d[\d.,:]*\b)"
    r"|(?P<word>[^\W_][\w]*|_\w+)"
)
_LEAST_OWN: Final = 2
"""Words of a message that are no values; with fewer what looks like a value is the message."""
_SOFT_WORD: Final = re.compile(r"[^\W_]\w*|_\w+")
_MESSAGE: Final = re.compile(r"(?P<gap>\.{3}|…)|(?P<word>[^\W_][\w]*|_\w+)")
_VARIABLE: Final = re.compile(
    r"(?<![\w\"'`])([\"'`])[^\"'`\n]{1,120}?\1(?!\w)|[a-z][a-z+.-]*://\S+|(?<![\w/])[\w.-]*(?:/[\w.@:*-]+)+/?"
    r"|(?<=: )[^\s:]+$|\b\d[\d.,:]*\b|\b0x[\da-f]+\b"
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a message or of a source."""

    text: str
    """In lower case."""
    start: int
    end: int
    hole: bool = False
    """Of the source: something stands before it that a run fills in. Of a message: the person has left out something
    before it.
    """
    soft: bool = False
    """A number, a name in quotes, a path: may be another value of the same place."""


_OTHER: Final = Word("", 0, 0)
"""Of a source: one that the message has not, of which nothing else is asked."""


@dataclass(frozen=True, slots=True)
class Match:
    """A part of a text that words a message."""

    start: int
    """Of the text, in characters."""
    end: int
    share: float
    """Of the weight of the message's own words, less those that stand in holes."""
    words: int
    """That agree."""
    weight: float
    """Of the words that agree."""
    whole: bool
    """Whether every word that is no value agrees or stands in a hole."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text that is looked for."""

    text: str
    words: tuple[Word, ...]
    places: Mapping[str, tuple[int, ...]]
    """Word to where it stands among the words."""
    weights: tuple[float, ...]


def read_message(text: str, weights: Mapping[str, float]) -> Message:
    """Take a message apart; `weights` of its words in lower case, 1 where not given."""
    soft = [found.span() for found in _VARIABLE.finditer(text)]
    words: list[Word] = []
    gap = False
    for found in _MESSAGE.finditer(text):
        if found.lastgroup == "gap":
            gap = True
            continue
        for start, end in _pieces(found["word"], found.start()):
            is_soft = any(first <= start and end <= last for first, last in soft)
            words.append(Word(text[start:end].lower(), start, end, gap, is_soft))
            gap = False
    if sum(not word.soft for word in words) < _LEAST_OWN:
        words = [replace(word, soft=False) for word in words]
    places: dict[str, tuple[int, ...]] = {}
    for place, word in enumerate(words):
        places[word.text] = (*places.get(word.text, ()), place)
    weighed = tuple(weights.get(word.text, 1.0) * (0.25 if word.soft else 1.0) for word in words)
    return Message(text, tuple(words), places, weighed)


def message_words(text: str) -> list[str]:
    """The words of a message that a program is likely to have written itself, in lower case: values left out."""
    return [word.text for word in read_message(text, {}).words if not word.soft]


def matches(message: Message, text: str, *, least_share: float, least_words: int = 2) -> list[Match]:
    """Where a text words the message, best first, without overlaps."""
    source = _source_words(text, message)
    found = [match for match in _chains(message, source) if match.share >= least_share and match.words >= least_words]
    found.sort(key=lambda match: (-match.share, -match.weight, match.start))
    chosen: list[Match] = []
    for match in found:
        if all(match.end <= other.start or other.end <= match.start for other in chosen):
            chosen.append(match)
    return chosen


def _pieces(word: str, at: int) -> list[tuple[int, int]]:
    """The word itself, or the characters of what is written without blanks."""
    if word.isascii() or not is_cjk(word):
        return [(at, at + len(word))]
    return [(at + place, at + place + 1) for place in range(len(word))]


def _source_words(text: str, message: Message) -> list[Word]:
    """The words of a source in order; of those that the message has not it only counts that they are there."""
    words: list[Word] = []
    hole = False
    for found in _SOURCE.finditer(text):
        kind = found.lastgroup
        if kind in ("plain", "word"):
            whole = found[0]
            if whole.isascii() and whole.lower() not in message.places:
                words.append(_OTHER)
                hole = False
                continue
            for start, end in _pieces(whole, found.start()):
                words.append(Word(text[start:end].lower(), start, end, hole))
                hole = False
        elif kind == "hole":
            # `{capture}` may be meant as it stands.
            inner = list(_SOFT_WORD.finditer(found[0])) if found[0][0] in "{`" else []
            if inner and all(one[0].lower() in message.places for one in inner):
                words += [
                    Word(one[0].lower(), found.start() + one.start(), found.start() + one.end(), hole, True)
                    for one in inner
                ]
            hole = True
        elif kind == "soft":
            for one in _SOFT_WORD.finditer(found[0]):
                start = found.start() + one.start()
                words.append(Word(one[0].lower(), start, start + len(one[0]), hole, True))
                hole = False
    return words


@dataclass(slots=True)
class _Chain:
    weight: float
    count: int
    own: int
    """Of these no values."""
    first: int
    """Place in the source where it begins."""
    first_asked: int


def _chains(message: Message, source: Sequence[Word]) -> list[Match]:
    """Every best way of walking through both in step that cannot be carried further."""
    ends: dict[int, dict[int, _Chain]] = {}
    """Place in the source to place in the message to the best chain that ends there."""
    grown: set[tuple[int, int]] = set()
    for place, word in enumerate(source):
        here: dict[int, _Chain] = {}
        for asked in message.places.get(word.text, ()):
            weight, own = message.weights[asked], int(not message.words[asked].soft)
            best = _Chain(weight, 1, own, place, asked)
            for behind, behind_asked, chain in _before(message, source, ends, place, asked):
                if chain.weight + weight > best.weight:
                    sums = (chain.weight + weight, chain.count + 1, chain.own + own)
                    best = _Chain(*sums, chain.first, chain.first_asked)
                    grown.add((behind, behind_asked))
            here[asked] = best
        if here:
            ends[place] = here
    return [
        _match(message, source, place, asked, chain)
        for place, here in ends.items()
        for asked, chain in here.items()
        if (place, asked) not in grown and chain.count > 1 and chain.weight > 0
    ]


def _before(
    message: Message, source: Sequence[Word], ends: Mapping[int, Mapping[int, _Chain]], place: int, asked: int
) -> list[tuple[int, int, _Chain]]:
    found: list[tuple[int, int, _Chain]] = []
    hole = source[place].hole
    for behind_asked, chain in ends.get(place - 1, {}).items():
        step = asked - behind_asked
        if step == 1 or (hole and 1 < step <= _MOST_FILLED):
            found.append((place - 1, behind_asked, chain))
    # An example value in the source where the message has another one.
    behind = place - 1
    while behind >= 0 and source[behind].soft and place - behind <= _MOST_SOFT:
        behind -= 1
        for behind_asked, chain in ends.get(behind, {}).items():
            if 1 < asked - behind_asked <= _MOST_FILLED and any(
                word.soft for word in message.words[behind_asked + 1 : asked]
            ):
                found.append((behind, behind_asked, chain))
    if message.words[asked].hole:
        skipped = range(max(0, place - _MOST_SKIPPED), place - 1)
        found += [(at, asked - 1, ends[at][asked - 1]) for at in skipped if asked - 1 in ends.get(at, {})]
    return found


def _match(message: Message, source: Sequence[Word], place: int, asked: int, chain: _Chain) -> Match:
    outside = (*range(chain.first_asked), *range(asked + 1, len(message.words)))
    missed = sum(message.weights[at] for at in outside if not message.words[at].soft)
    own = sum(not word.soft for word in message.words)
    whole = not any(not message.words[at].soft for at in outside) and chain.own * 2 > own
    share = chain.weight / (chain.weight + missed)
    return Match(source[chain.first].start, source[place].end, share, chain.count, chain.weight, whole)
