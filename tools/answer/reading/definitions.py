"""The sentences of a text that say what something is: `A handle is a long-lived object`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import repeat
from typing import Final, NamedTuple

from citeline.data_files import shipped_table
from citeline.patterns import re
from citeline.text import terms, word_runs

from .lines import Line

_SENTENCE: Final = re.compile(r"(?<=[.:!?])\s+|(?<=[。：！？])")
_OPENS: Final = re.compile(r"[^\w\s]{0,9}\s*[^\w\s]{0,9}(?:[A-Z*`]|[^\x00-\x7f])")
"""How a sentence begins, behind the few marks of a comment or a list: of any number each split would be tried."""
_ENTRY: Final = re.compile(
    r"\s*(?P<bullet>[-*+•]\s+)?(?P<mark>\*\*|__|\*|`)?(?P<term>\w[^*`:=]{1,60}?)(?(mark)(?P=mark))(?P<sign>:|\s[-–—]+)\s+\S+\s+\S"
)
"""One of a glossary: `* **Pack** - a file with blobs`."""
_TAIL: Final = re.compile(r"(?<=\w-)(?:in|on|off|out|up)\b")
_STATE: Final = ("ed", "ing", "not")
"""How a word ends, behind the copula, that says what happens to a thing."""
_CODE: Final = re.compile(r"[={}]|;\s*$|\w\(\w")
_LONGEST: Final = 8
"""Words of a subject, with its article."""
_FAR: Final = 20
"""Letters before the copula of a sentence that puts no blanks between words."""
_LEAST: Final = 2
"""Words behind the copula."""
_PLAIN: Final = 0.5
"""Of a sentence that says what something is without an article: it may as well say how it is."""
_HEADED: Final = 0.6
"""Of the first sentence below a heading that is what is asked."""
_ENDS: Final = (".", ":", "!", "?", "。", "：", "！", "？", "*/", '"""')


class _Words(NamedTuple):
    copula: frozenset[str]
    article: frozenset[str]
    hedge: frozenset[str]
    unspaced: tuple[str, ...]
    """Copulas of Chinese and Japanese, the longest first."""
    counted: tuple[str, ...]
    """What stands there for an article: a letter of it is no word of another language."""


def shares_defined(texts: Sequence[str], lines: Sequence[Line], asked: Mapping[str, float]) -> Iterator[float]:
    """Per line how much of the weight of what is asked a sentence says what it is: of `A handle is an object` that of
    `handle`.
    """
    if not asked:
        yield from repeat(0.0, len(lines))
        return
    total = sum(asked.values())
    for subject, plain in _defined_in(texts, lines, asked.keys()):
        yield plain * sum(asked[term] for term in subject) / total


def _defined_in(texts: Sequence[str], lines: Sequence[Line], asked: Set[str]) -> Iterator[tuple[frozenset[str], float]]:
    """Per line the terms of what a sentence that begins on it says what it is, all of them `asked`, and how plainly it
    does, 0 to 1; no terms where none does.
    """
    begins, title, above = True, frozenset[str](), False
    for at, (text, line) in enumerate(zip(texts, lines, strict=True)):
        found = (frozenset[str](), 0.0)
        if title and not (line.blank or line.heading or line.item) and _OPENS.match(text) and _tells_of(text, title):
            found = title, _HEADED
        if line.heading:
            named = line.terms or (lines[at - 1].terms if at else line.terms)
            title = named if named <= asked else frozenset[str]()
        elif not line.blank:
            title = frozenset[str]()
        if (entry := _ENTRY.match(text)) and not _CODE.search(text):
            found = max(found, _entered(entry, asked), key=lambda one: one[1])
        begins = begins or (line.comment and not above)
        if not line.blank and not line.terms.isdisjoint(asked):
            for sentence in _begun(texts, at)[0 if begins or line.item else 1 :]:
                found = max(found, _read(sentence, asked), key=lambda one: (one[1], len(one[0])))
        yield found
        begins, above = line.blank or line.heading or text.rstrip().endswith(_ENDS), line.comment


def _tells_of(sentence: str, title: Set[str]) -> bool:
    """False where a sentence says what something else is and has no word of the title: `This edition is not sold`."""
    said = word_runs(sentence.lower())
    subject = {term for word in said[: _copula_in(said)] for term in terms(word)}
    return not subject or not title.isdisjoint(terms(sentence))


def _begun(texts: Sequence[str], at: int) -> list[str]:
    """The sentences of a line, the first of which may have begun above; the last goes on in the line below."""
    *whole, last = [sentence for sentence in _SENTENCE.split(texts[at].strip()) if sentence]
    return [*whole, _SENTENCE.split(f"{last} {texts[at + 1].strip()}")[0] if at + 1 < len(texts) else last]


def _entered(entry: re.Match[str], asked: Set[str]) -> tuple[frozenset[str], float]:
    """The term of an entry of a glossary: plainly where it is in bold, or an item with a dash, as no key of a file is
    and no difference of two numbers.
    """
    subject = frozenset(terms(entry["term"]))
    is_item = entry["bullet"] is not None or entry["mark"] is not None
    is_plain = (entry["sign"] != ":" and is_item) or entry["mark"] in ("**", "__", "*")
    return (subject, 1.0 if is_plain else _PLAIN) if subject and subject <= asked else (frozenset(), 0.0)


def _read(sentence: str, asked: Set[str]) -> tuple[frozenset[str], float]:
    """The subject of a sentence, and how plainly it is said what that is."""
    words = _words()
    if not _OPENS.match(sentence):
        return frozenset(), 0.0
    if not sentence.isascii() and (parts := _unspaced(sentence)):
        subject, what = frozenset(terms(parts[0])), parts[1]
        plain = 1.0 if what.lstrip().startswith(words.counted) else _PLAIN
        return (subject, plain) if subject and subject <= asked and len(what) > _LEAST else (frozenset(), 0.0)
    said = word_runs(sentence.lower().rpartition(", ")[2] if sentence.startswith(("In ", "For ")) else sentence.lower())
    at = _copula_in(said)
    tails = {*_TAIL.findall(sentence.lower())}  # `on` of `add-on`, which no question is about
    own = (word for word in said[:at] if word not in words.article | tails)
    subject = frozenset(term for word in own for term in terms(word) or [word])
    if not at or not subject <= asked or len(said) <= at + _LEAST or _CODE.search(sentence):
        return frozenset(), 0.0
    what = next((word for word in said[at + 1 :] if word not in words.hedge), "")
    plain = 1.0 if what in words.article else 0.0 if what.endswith(_STATE) else _PLAIN
    return (subject, plain) if plain else (frozenset(), 0.0)


def _copula_in(said: Sequence[str]) -> int:
    """The place of the first copula among the words of a sentence; 0 where its subject would be none, or too long."""
    return next((at for at, word in enumerate(said[:_LONGEST]) if word in _words().copula), 0)


def _unspaced(sentence: str) -> tuple[str, str] | None:
    """What stands before and behind the first copula of a Chinese or Japanese sentence."""
    places = [(at, -len(word), word) for word in _words().unspaced if 0 < (at := sentence.find(word)) <= _FAR]
    at, _, word = min(places, default=(0, 0, ""))
    return (sentence[:at], sentence[at + len(word) :]) if at else None


@cache
def _words() -> _Words:
    table = shipped_table("citeline.tools.answer.reading", "definitions.toml")
    spaced = {kind: frozenset(word for rows in table[kind].values() for word in rows) for kind in table}
    copula, article = ([word for one in ("zh", "ja") for word in table[kind][one]] for kind in ("copula", "article"))
    unspaced = tuple(sorted(copula, key=len, reverse=True))
    return _Words(spaced["copula"], spaced["article"], spaced["hedge"], unspaced, tuple(article))
