"""What a question asks for, as weighted terms: how rare each one is in this corpus."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.embedding.sparse import encode_query
from citeline.indexing.reader import Index
from citeline.model import StoredChunk
from citeline.text import fold, is_cjk, split_identifier, term_id, terms_of_word

from ..question.vocabulary.words import content_words
from ..retrieval.signals import inverse_frequency

_RUNS: Final = (2, 3, 4)
"""Words of a question that may be one name."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The content of a question: its terms and how much each of them says."""

    weights: Mapping[str, float]
    """By term, as `read_words` or `read_subject` weighs it."""

    def coverage(self, found: Collection[str]) -> float:
        """Share of the question's weight that the found terms carry; 0 for a question without content."""
        total = sum(self.weights.values())
        return sum(weight for term, weight in self.weights.items() if term in found) / total if total else 0.0


def plain_terms(word: str) -> tuple[str, ...]:
    """Search terms of a word without its compound: `getUser` gives `get`, `user`."""
    terms = terms_of_word(word)
    compound = fold(word)
    return tuple(term for term in terms if term != compound) if len(split_identifier(word)) > 1 else terms


def read_words(index: Index, words: Iterable[str], foreign: Collection[str] = ()) -> Asked:
    """Weigh the words of a question by inverse chunk frequency; compounds of identifiers are left to name look-up.

    Chinese and `foreign` ones count only where the corpus holds them: it may be in English, and then their
    translation, which is among the words, stands for them.
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


def chunks_with(index: Index, word: str) -> int:
    """How many pieces of text hold a word in any form; stop words count as held."""
    asked = [term_id(term) for term in plain_terms(word)]
    frequencies = index.structure.term_frequencies(asked)
    return min((frequencies.get(term, (0, 0))[0] for term in asked), default=1)


def chunks_holding(
    index: Index, words: Mapping[str, float] | Iterable[str], most: int, sources: Collection[str] = ()
) -> list[StoredChunk]:
    """The chunks that hold most of some terms, or most of their weight, by their places in the index."""
    weights = words if isinstance(words, Mapping) else dict.fromkeys(words, 1.0)
    where = index.selections.for_vectors(sources)
    found = index.vectors.search_sparse("bm25", encode_query(weights), limit=most, where=where)
    return list(index.structure.chunks(found.ids.tolist()).values())


def named_by_phrases(index: Index, words: Sequence[str]) -> Mapping[str, float]:
    """Names of the corpus that are two to four words of a question in a row, one of which says little by itself:
    `doNotTrack` of `do not track`; by term, weighed like a word. `aPlugin` of a test is none for `a plugin`.
    """
    runs = (words[at : at + count] for count in _RUNS for at in range(len(words) - count + 1))
    told = (run for run in runs if min(map(len, run)) > 1)
    names = {fold("".join(run)) for run in told if 0 < len(content_words(run)) < len(run)}
    identities = {term_id(name): name for name in names}
    frequencies = index.structure.term_frequencies(identities)
    chunks = index.manifest.counts.get("chunks", 0)
    return {identities[one]: inverse_frequency(count, chunks) for one, (count, _) in frequencies.items()}
