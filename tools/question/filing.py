"""A question for documents by what is filed of them: who wrote or sent them, when, and which is the latest."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.files.formats import document_format
from citeline.text import is_cjk

from .cues import denies
from .dated_words import DatedWords, dated_words
from .question import Question
from .tables.words import find_phrase, words_of
from .time_spans import TimeSpan, time_span
from .vocabulary.language import Language

_ENDS: Final = ("latest", "earliest")


@dataclass(frozen=True, slots=True)
class Filing:
    """What a question says of the documents that it is for; persons and topics are in what is left of its words."""

    is_of_document: bool
    """Whether it speaks of a document, a mail or a page as such."""
    names_file: bool
    """Whether it names the file of a document: `plan.docx`."""
    is_of_mail: bool
    """Whether mails alone are meant, which are sent."""
    is_of_change: bool
    """Whether its time is that of the last change."""
    kinds: tuple[str, ...]
    """What the documents are called, in small letters; nothing that all or all mails are called."""
    is_of_kind: bool
    """Whether that is one of them alone: `invoices`."""
    asks: tuple[str, ...]
    """`who` wrote or sent it, `when`, or both."""
    span: TimeSpan | None
    end: str
    """`latest` or `earliest`; empty where neither is asked for."""
    is_count: bool
    """Whether it asks how many there are."""
    has_topic: bool
    """Whether words stand before a topic: `about`."""
    text: str
    """All of the question."""
    left: str
    """It without all of that."""
    language: Language

    def is_recipient(self, name: str) -> bool:
        """Whether a person is one whom something is sent to."""
        words = [word for one in dict.fromkeys((self.language, "en")) for word in dated_words(one).deeds["to"]]
        before = "|".join(re.escape(word) if is_cjk(word) else rf"(?<!\w){word}" for word in words)
        behind = "|".join(re.escape(word) for word in words if is_cjk(word)) or "(?!)"
        told = re.escape(name)
        return re.search(rf"(?:{before})\s*{told}|{told}\s*(?:{behind})", self.text, re.IGNORECASE) is not None


def read_filing(question: Question) -> Filing | None:
    """None for a question that speaks of no document and no deed, for what a document says, and for one that denies."""
    language, text = question.language, question.text
    lists = [dated_words(one) for one in dict.fromkeys((language, "en"))]
    lower = text.lower()
    if any(_said(words.deeds["says"], lower) for words in lists):
        return None
    nouns = [word for words in lists for word in _said((*words.documents, *words.mails), lower)]
    mails = any(_said(words.mails, lower) for words in lists)
    writes, sends, changes, topics = (
        [word for words in lists for word in _said(words.deeds[kind], lower)]
        for kind in ("writes", "sends", "changes", "about")
    )
    names_file = any(document_format(name.text) for name in question.names)
    if not (nouns or writes or sends or (changes and names_file)):
        return None
    span, rest = time_span(text, language)
    if denies(rest, language):
        return None
    # `last changed` asks for a day, not for the last of several documents.
    labels = [phrase for words in lists for phrase in words.labels]
    operations, phrases = _operations(language, _without(rest, labels).lower())
    spoken = [*nouns, *writes, *sends, *changes, *topics, *phrases, *_asking(language)]
    return Filing(
        is_of_document=bool(nouns),
        names_file=names_file,
        is_of_mail=mails or (bool(sends) and not nouns),
        is_of_change=bool(changes),
        kinds=tuple(noun for noun in nouns if not any(noun in (*words.any_document, *words.mails) for words in lists)),
        is_of_kind=not all(any(words.is_any_document(noun) for words in lists) for noun in nouns),
        asks=tuple(kind for kind in ("who", "when") if any(kind in words.asked(lower) for words in lists)),
        span=span,
        end=next((one for one in operations if one in _ENDS), ""),
        is_count="count" in operations,
        has_topic=bool(topics),
        text=text,
        left=_without(rest, spoken),
        language=language,
    )


def _said(phrases: Iterable[str], lower: str) -> list[str]:
    return [phrase for phrase in phrases if find_phrase(phrase, lower)]


def _operations(language: Language, lower: str) -> tuple[list[str], list[str]]:
    """Whether one end of the documents is asked for or their number, and the words that do; the longest first."""
    found = [
        (kind, phrase)
        for one in dict.fromkeys((language, "en"))
        for phrase, kind in (*((said, "earliest") for said in dated_words(one).oldest), *words_of(one).operations)
        if kind in (*_ENDS, "count") and find_phrase(phrase, lower)
    ]
    return [kind for kind, _ in found], [phrase for _, phrase in found]


@cache
def _asking(language: Language) -> tuple[str, ...]:
    """Words that ask for documents and say nothing of them: `author`, `sender`, `which`."""
    lists: list[DatedWords] = [dated_words(one) for one in dict.fromkeys((language, "en"))]
    said = [phrase for words in lists for phrase in (*words.labels, *words.asks["who"], *words.asks["when"])]
    generic = [word for words in lists for word in (*words.generic, *words.deeds["filler"])]
    return (*said, *generic)


def _without(text: str, phrases: Iterable[str]) -> str:
    """The text without phrases in small letters, the longest first; whole words where words are apart."""
    longest = sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase))
    forms = [re.escape(one) if is_cjk(one) else rf"(?<!\w){re.escape(one)}(?!\w)" for one in longest]
    return " ".join(re.sub("|".join(forms), " ", text, flags=re.IGNORECASE).split())


def part_of(question: Question, text: str) -> Question:
    """The question with only a part of its words."""
    return replace(question, text=text, english=text if question.language == "en" else question.english, asked=text)
