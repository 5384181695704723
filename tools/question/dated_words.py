"""The word lists of questions for a time, a version or a person: `languages/*.toml`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from typing import Final

from citeline.dataclass import dataclass
from citeline.text import is_cjk, stem

from .question import Question
from .tables.words import find_phrase
from .time_spans import bounds_of
from .vocabulary.language import Language
from .vocabulary.languages import table_of

_DEEDS: Final = ("writes", "sends", "changes", "says", "about", "to", "filler")
VERSION: Final = re.compile(
    r"(?<![\w.])v?(\d{1,4}\.\d{1,4}(?:\.\d{1,5}){0,2}(?:[-.]?(?:alpha|beta|rc|pre|dev|post|a|b)[-.]?\d*)?)(?![\w.]*\d)",
    re.IGNORECASE,
)
_MAJOR: Final = re.compile(r"(?<![\w.])v(\d{1,3})(?![\w]|\.\d)", re.IGNORECASE)
"""`v5`, which a change log has as `5.0.0`."""
_LEAST_TYPED: Final = 7
"""Letters of a word that may be read with some of them in another order: few others have the same letters."""
_NUMBERED: Final = re.compile(r"[^\W\d]+ \d[\d.]*\b")


@dataclass(frozen=True, slots=True)
class Dated:
    """What a question asks of dates, versions and persons."""

    words: DatedWords
    kinds: frozenset[str]
    """Keys of `DatedWords.asks`."""
    versions: tuple[str, ...]
    """Those that it names."""
    bounds: tuple[str, ...]
    """How each of them bounds what is asked for: `after`, `since`, `before`, `until`, or not."""
    is_of_version: bool
    """Whether it speaks of a version or a release."""
    is_of_next: bool
    """Whether it speaks of the release that comes next."""
    is_of_change: bool
    """Whether it asks in which version, or when, something was changed, what a version did to it, or why it is gone."""
    done: tuple[str, ...]
    """What was done to a thing: keys of `DatedWords.done`."""
    numbered: tuple[str, ...]
    """Words with a number behind them, in small letters: `rack 2`."""
    labels: tuple[str, ...]
    """What the lines may be called that it asks for."""
    is_of_document: bool
    """Whether it speaks of a document, a mail or a page as such."""
    is_oldest: bool
    """Whether it asks for the oldest."""
    opening: str
    """What it says before a colon, in small letters: `Restaurant receipt: who was it?` asks for no restaurant."""

    @property
    def is_bounded(self) -> bool:
        """Whether each version that it names bounds what is meant: `after 1.4`, `between 1.2 and 1.4`."""
        return bool(self.bounds) and all(self.bounds)


def read_dated(question: Question) -> Dated | None:
    """None for a question that asks for none of these."""
    words, lower = dated_words(question.language), question.text.lower()
    kinds = words.asked(" ".join(VERSION.sub(" ", lower).split()))  # `in which 3.2 release`
    called = {word for one in (words, dated_words("en")) for word in one.generic & one.versions}
    is_of_version = "version" in kinds or any(word in lower for word in ("release", "version", *called))
    is_of_change = bool(kinds & {"version", "already"} or kinds >= {"when", "changed"})
    is_of_change = is_of_change or (is_of_version and question.asks_for("date"))
    told = [found for pattern in (VERSION, _MAJOR) for found in pattern.finditer(question.text)]
    versions = tuple(found[1] for found in told)
    is_of_change = is_of_change or bool(versions and "changed" in kinds)
    is_of_change = is_of_change or ("gone" in kinds and question.asks_for("why"))
    is_of_next = words.names_next(lower)
    is_of_change = is_of_change or (is_of_next and bool(kinds & {"changed", "gone"}))
    bounds = bounds_of(_without_nouns(question.text, called), [found.span() for found in told], question.language)
    if not kinds and not is_of_change and not is_of_version:
        return None
    return Dated(
        words,
        kinds,
        versions,
        bounds,
        is_of_version,
        is_of_next,
        is_of_change,
        words.done_in(lower),
        tuple(found[0] for found in _NUMBERED.finditer(lower)),
        words.labels_asked(lower),
        words.names_document(lower),
        any(find_phrase(word, lower) for word in words.oldest),
        lower.partition(":")[0] if ":" in lower else "",
    )


def _without_nouns(text: str, nouns: Collection[str]) -> str:
    """The text as long as it is, without what a version is called: `after version 1.4`."""
    words = sorted((noun for noun in nouns if not is_cjk(noun)), key=len, reverse=True)
    return re.sub(rf"\b(?:{'|'.join(map(re.escape, words))})\b", lambda found: " " * len(found[0]), text, flags=re.I)


def is_version(text: str) -> bool:
    """Whether a text is a version and nothing else: `5.0`, `v5`."""
    return bool(VERSION.fullmatch(text) or _MAJOR.fullmatch(text))


@dataclass(frozen=True, slots=True)
class DatedWords:
    """Those of one language."""

    asks: Mapping[str, tuple[str, ...]]
    """`when`, `version`, `newest`, `who`, `released`, `changed`, `already`, `gone` to phrases."""
    done: Mapping[str, tuple[str, ...]]
    """What was done to a thing, `added`, `removed`, to the phrases for it."""
    labels: Mapping[str, tuple[str, ...]]
    """A phrase to what the line may be called that it asks for."""
    unreleased: frozenset[str]
    """What the heading of changes is called that are in no release."""
    generic: frozenset[str]
    """Words, and their stems, that say of no release and no document which one is meant."""
    versions: frozenset[str]
    """What a version is called."""
    documents: tuple[str, ...]
    """What a document is called."""
    any_document: tuple[str, ...]
    """Of these, what every document is called."""
    oldest: tuple[str, ...]
    """What asks for the earliest of several documents; of persons and trees it asks for an age."""
    asides: frozenset[str]
    """What begins where, how or why something is done: `on` Windows was not removed."""
    later: tuple[str, ...]
    """What says before a deed that it is yet to be done."""
    now: tuple[str, ...]
    """What says that a value is another one than before."""
    mails: tuple[str, ...]
    """What a mail is called."""
    deeds: Mapping[str, tuple[str, ...]]
    """`writes`, `sends`, `changes`: what is done to a document; `says`: that its content is asked for; `about`: stands
    before a topic; `to`: beside a recipient; `filler`: says nothing beside these.
    """

    def asked(self, lower: str) -> frozenset[str]:
        """Which of them a question in small letters asks for; `chagned` and `relaesed` are read as they are meant."""
        typed = {_letters(word) for word in lower.split() if len(word) >= _LEAST_TYPED}
        return frozenset(
            kind
            for kind, phrases in self.asks.items()
            if any(find_phrase(one, lower) or (len(one) >= _LEAST_TYPED and _letters(one) in typed) for one in phrases)
        )

    def is_generic(self, lower: str) -> bool:
        """Whether a word in small letters says of no release and no document which one is meant, or what is asked."""
        asking = (phrase for phrases in self.asks.values() for phrase in phrases)
        return lower in self.generic or any(_is_in(lower, phrase) for phrase in asking)

    def labels_asked(self, lower: str) -> tuple[str, ...]:
        """What the lines may be called that it asks for, in the order of the list."""
        said = (names for phrase, names in self.labels.items() if find_phrase(phrase, lower))
        return tuple(dict.fromkeys(name for names in said for name in names))

    def is_change(self, lower: str) -> bool:
        """Whether a word says what was done to a thing: `dropped`, `chagned`."""
        phrases = (*self.asks["changed"], *(phrase for said in self.done.values() for phrase in said))
        typed = _letters(lower) if len(lower) >= _LEAST_TYPED else lower
        return any(_is_in(lower, phrase) or typed == _letters(phrase) for phrase in phrases)

    def done_in(self, lower: str) -> tuple[str, ...]:
        """Which keys of `done` a text in small letters speaks of; support that is dropped is not added."""
        found = [deed for deed, phrases in self.done.items() if any(find_phrase(one, lower) for one in phrases)]
        return tuple(deed for deed in found if deed != "added" or "removed" not in found)

    def says_now(self, lower: str) -> bool:
        """Whether a text says that a value is another one than before."""
        return any(find_phrase(one, lower) for one in self.now)

    def names_release(self, lower: str) -> bool:
        """Whether a text says of something that it came out, in this language or in English."""
        return any(find_phrase(one, lower) for words in (self, dated_words("en")) for one in words.asks["released"])

    def names_next(self, lower: str) -> bool:
        """Whether it speaks of the `upcoming release`."""
        return any(find_phrase(f"{word} {noun}", lower) for word in self.unreleased for noun in self.versions)

    def names_document(self, lower: str) -> bool:
        """Whether it speaks of a document, a mail or a page as such."""
        return any(find_phrase(word, lower) for word in (*self.documents, *self.mails))

    def is_any_document(self, noun: str) -> bool:
        """Whether a noun for documents is one for all of them: `files`, and not `invoices`."""
        return self.names_mail(noun) or any(noun.startswith(word) for word in self.generic)

    def names_mail(self, lower: str) -> bool:
        """Whether it speaks of mails."""
        return any(find_phrase(word, lower) for word in self.mails)


def _is_in(word: str, phrase: str) -> bool:
    return word in (phrase if is_cjk(word) else phrase.split())


def _letters(word: str) -> str:
    """The first letter, and the others in the order of the alphabet."""
    return word[:1] + "".join(sorted(word[1:]))


@cache
def dated_words(language: Language) -> DatedWords:
    """Those of one language."""
    read = table_of(language)["dates"]
    release = read["words"]["release"]
    return DatedWords(
        asks={kind: tuple(phrases) for kind, phrases in read["asks"].items()},
        done={deed: tuple(phrases) for deed, phrases in read["done"].items()},
        labels={phrase: tuple(names) for phrase, names in read["labels"].items()},
        unreleased=frozenset(read["words"]["unreleased"]),
        generic=frozenset([*release, *map(stem, release)]),
        versions=frozenset(read["words"]["versions"]),
        documents=tuple(read["words"]["documents"]),
        any_document=tuple(read["words"]["any"]),
        oldest=tuple(read["words"]["oldest"]),
        asides=frozenset(read["words"].get("asides", ())),
        later=tuple(read["words"].get("later", ())),
        now=tuple(read["words"].get("now", ())),
        mails=tuple(read["words"]["mails"]),
        deeds={kind: tuple(read["words"][kind]) for kind in _DEEDS},
    )
