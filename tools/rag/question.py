"""What a question asks for, as weighted terms: how rare each one is in this corpus."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import log

from citeline.indexing.reader import Index
from citeline.text import STOPWORDS, fold, is_cjk, split_identifier, term_id, terms_of_word, unique

from ..retrieval.signals import inverse_frequency

# Words that questions are made of: they say what kind of answer is wanted, not what it is about.
_ASKING = frozenset(
    "across also any between class code contain contains define defined defines definition describe difference"  # noqa: SIM905
    " different does each explain file files find function functions give happen happened happens handle handled"
    " handles handling implement implementation implemented implements inside internally let lets list located"
    " mean means method methods module modules one other per perform performed performs point provide provided"
    " provides purpose responsible see show support supported supports tell via way within work working works".split()
)


@dataclass(frozen=True, slots=True)
class Asked:
    """The content of a question against one corpus."""

    weights: Mapping[str, float]
    """Term to inverse chunk frequency; compounds of identifiers are left to name look-up."""
    presence: Mapping[str, float]
    """Term to log of the share of documents that hold it; about log(1 / 2n) for terms in none of n documents."""
    absent: tuple[str, ...]
    """Words, as written, of which no part occurs anywhere in the corpus."""

    def coverage(self, found: Collection[str]) -> float:
        """Share of the question's weight that the found terms carry; 0 for a question without content."""
        total = sum(self.weights.values())
        return sum(weight for term, weight in self.weights.items() if term in found) / total if total else 0.0


def read_words(index: Index, words: Iterable[str]) -> Asked:
    """Weigh the words of a question. Chinese ones count only where the corpus holds them: it may be in English,
    and then their translation, which is among the words, stands for them.
    """
    content = unique(word for word in words if word.lower() not in STOPWORDS)
    content = [word for word in content if word.lower() not in _ASKING] or content
    by_word = {word: _plain_terms(word) for word in content}
    identities = {term: term_id(term) for terms in by_word.values() for term in terms}
    frequencies = index.structure.term_frequencies(set(identities.values()))
    chunks, documents = index.manifest.counts.get("chunks", 0), index.manifest.counts.get("documents", 0)
    weights: dict[str, float] = {}
    presence: dict[str, float] = {}
    absent: list[str] = []
    for word, terms in by_word.items():
        known = [term for term in terms if identities[term] in frequencies]
        if not known and not is_cjk(word):
            absent.append(word)
        for term in known if is_cjk(word) else terms:
            in_chunks, in_documents = frequencies.get(identities[term], (0, 0))
            weights[term] = inverse_frequency(in_chunks, chunks)
            presence[term] = log((in_documents + 0.5) / max(documents, 1))
    return Asked(weights, presence, tuple(absent))


def _plain_terms(word: str) -> tuple[str, ...]:
    terms = terms_of_word(word)
    compound = fold(word)
    return tuple(term for term in terms if term != compound) if len(split_identifier(word)) > 1 else terms
