"""What a question asks for, as weighted terms: how rare each one is in this corpus."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from citeline.indexing.reader import Index
from citeline.text import STOPWORDS, fold, is_cjk, split_identifier, term_id, terms_of_word, unique

from ..retrieval.signals import inverse_frequency
from ..retrieval.translation import wordings

# Words that questions are made of: they say what kind of answer is wanted, not what it is about.
_ASKING = frozenset(
    "able about across actually after all allow allowed allows already also always am and another any"  # noqa: SIM905
    " anyone anything appear around available away because become becomes been before being best better"
    " between both came cannot class code come comes contain contains deal deals decide decided decides"
    " define defined defines definition describe described determine determined determines difference"
    " different does doing done during each either else end enough ever every everything exactly example"
    " exist exists explain file files find first found function functions general give given gives go goes"
    " going good got handle handled handles handling happen happened happening happens here him his idea"
    " implement implementation implemented implements inside instead internally just keep keeps kept kind"
    " kinds know known last later let lets like list located look looks made main make makes making many"
    " may mean meaning means mechanism method methods might module modules more most much must near need"
    " needed needs never new next no now off often ok okay once one only onto other others out over own"
    " part particular per perform performed performs place please point possible provide provided provides"
    " purpose put puts quite rather really reason relate related relation relationship responsible right"
    " same say says see seem seems several shall show shown shows since some someone something sometimes"
    " soon still stuff such support supported supports sure take taken takes talk talks tell tells thing"
    " things think those though through thus together too toward try trying turn under until up upon us"
    " very via want wants way ways well went whether while whole whose within without wonder work working"
    " works yes yet".split()
)

_MEASURE = re.compile(
    r"\bhow\s+(long|often|far|big|large|small|old|soon|fast|late|early|high|low|deep|wide|frequently|quickly)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"^\W*(?:how|what|where|why|when|which|who|can|could|does|do|is|are|should|must|may)\b"
    r"|怎么|怎样|如何|什么|哪|为何|是否|多少|吗",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """The content of a question against one corpus."""

    weights: Mapping[str, float]
    """Term to inverse chunk frequency; compounds of identifiers are left to name look-up."""

    def coverage(self, found: Collection[str]) -> float:
        """Share of the question's weight that the found terms carry; 0 for a question without content."""
        total = sum(self.weights.values())
        return sum(weight for term, weight in self.weights.items() if term in found) / total if total else 0.0


def without_measures(words: Iterable[str], question: str) -> list[str]:
    """The words without those that ask how much: `how long is the warranty` is about a warranty."""
    measures = {found[1].lower() for found in _MEASURE.finditer(question)}
    return [word for word in words if word.lower() not in measures]


def content_words(words: Iterable[str]) -> list[str]:
    """The words that say what a question is about, once each: without stop words, and without those that ask."""
    content = unique(word for word in words if word.lower() not in STOPWORDS)
    return [word for word in content if word.lower() not in _ASKING] or content


def is_sentence(question: str) -> bool:
    """Whether it is asked as a person asks, and is not a name or a few words to search for."""
    return any(map(_SENTENCE.search, wordings(question)))


def is_asking(word: str) -> bool:
    """Whether a word says what kind of answer is wanted, not what it is about."""
    return word.lower() in _ASKING


def plain_terms(word: str) -> tuple[str, ...]:
    """Search terms of a word without its compound: `getUser` gives `get`, `user`."""
    terms = terms_of_word(word)
    compound = fold(word)
    return tuple(term for term in terms if term != compound) if len(split_identifier(word)) > 1 else terms


def read_words(index: Index, words: Iterable[str], foreign: Collection[str] = ()) -> Asked:
    """Weigh the words of a question. Chinese and `foreign` ones count only where the corpus holds them: it may be in
    English, and then their translation, which is among the words, stands for them.
    """
    by_word = {word: plain_terms(word) for word in content_words(words)}
    identities = {term: term_id(term) for terms in by_word.values() for term in terms}
    frequencies = index.structure.term_frequencies(set(identities.values()))
    chunks = index.manifest.counts.get("chunks", 0)
    weights: dict[str, float] = {}
    for word, terms in by_word.items():
        for term in terms:
            if identities[term] in frequencies or not (is_cjk(word) or word in foreign):
                weights[term] = inverse_frequency(frequencies.get(identities[term], (0, 0))[0], chunks)
    return Asked(weights)
