"""Looks up quoted text and pasted messages as they are, over all chunks of an index, with holes for what varies.

Candidates come from the words of the text, rarest first, in one sparse search; `messages` then compares word by word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.model import StoredChunk
from citeline.patterns import re
from citeline.text import term_id, terms, terms_of_word, words

from ...citations.passage import contains_name
from ...evidence.term_weights import chunks_holding
from ...retrieval.corpus import Corpus, corpus_of
from ...retrieval.signals import inverse_frequency
from .messages import Match, Message, matches, message_words, read_message

_WORD: Final = re.compile(r"\w+")
_CANDIDATES: Final = 200
"""Chunks that are looked into."""
_NAMED_IN: Final = 40
"""Chunks in which a name is looked for."""
_COMPARED: Final = 24
"""Of these compared word by word, about 0.4 ms each."""
_LOOSE: Final = 0.7
"""Of the share that a match needs: what a hole stands for does not count there, and here it does."""
_NEAR: Final = 0.2
"""A place that words less of a text than the best by more than this words another text."""
_TESTS: Final = 4
"""Their place rank."""
_SHORT: Final = 8
"""Letters; shorter texts are code, where every character counts."""
_LEAST_SHARE: Final = 0.6
"""Of a message. A version that words it a little differently, and a name that stands for a hole, still count."""
_LEAST_RUN: Final = 3
_LEAST_OF_PROSE: Final = 4
"""Words of a document from which on it quotes a message; fewer are a phrase, as `"All Hands"`."""
_PASTED: Final = ((0.3, 6), (0.4, 5), (0.9, 4))
"""Of a pasted message: the least share of it beside a person's own words, by how many words of it agree."""
_VALUE_WEIGHT: Final = 0.4
"""In the search, of what looks like a value: it may be the message's own after all."""
_STOP_WEIGHT: Final = 0.3
"""Of words that carry no meaning beside 1 for the rarest."""


@dataclass(frozen=True, slots=True)
class ExactHit:
    """Lines that word a text."""

    document: int
    path: str
    start_line: int
    """1-based, inclusive; with the columns the exact place of what agrees."""
    end_line: int
    start_column: int
    """In characters from 0."""
    end_column: int
    """Exclusive."""
    share: float
    """Of the weight of the text's own words, in (0, 1]."""
    words: int
    """That agree."""
    kind: str
    """Format of the chunk: `code`, `prose`, `data` or `text`."""


def exact_hits(
    index: Index, texts: Sequence[str], sources: Collection[str] = (), *, short: bool = True
) -> list[ExactHit]:
    """Where the texts stand, those of the longest text first, the best of each first; product code before documents,
    examples and tests. `short`: also those of so few words that they may be names or values.

    The longest is the message: `'ruby app.rb' just prints "could not start"`.
    """
    texts = [text for text in texts if short or len(words(text)) >= _LEAST_RUN]
    found: dict[str, list[ExactHit]] = {}
    for text in sorted(texts, key=lambda text: -len(words(text))):
        bare = " ".join(words(text))
        # A part of what has been found already says nothing more; nor does more of the question around it.
        if not any((bare in other or other in bare) and hits for other, hits in found.items()):
            found[bare] = _hits(index, text, sources, _LEAST_SHARE)
    places: dict[tuple[int, int, int], ExactHit] = {}
    for hit in (hit for hits in found.values() for hit in hits):
        places.setdefault((hit.document, hit.start_line, hit.end_line), hit)
    return list(places.values())


def message_hits(index: Index, text: str, sources: Collection[str] = ()) -> list[ExactHit]:
    """Where a text of code words most of a question that quotes nothing: a message that was pasted as it came.

    Only where a run of its words stands there that is long, or all of it.
    """
    hits = [hit for hit in _hits(index, text, sources, _PASTED[0][0]) if hit.kind == "code"]
    return [hit for hit in hits if any(hit.share >= share and hit.words >= words for share, words in _PASTED)]


def lines_with(index: Index, name: str, sources: Collection[str]) -> Iterator[tuple[int, int]]:
    """Document and line of every whole occurrence of a name in the chunks that are most likely to hold it."""
    for chunk in chunks_holding(index, terms(name), _NAMED_IN, sources):
        if chunk.kind == "code" and name in chunk.text:
            for place, line in enumerate(chunk.text.split("\n")):
                if contains_name(line, name):
                    yield int(chunk.document), chunk.start_line + place


def _weighed(index: Index, text: str) -> tuple[Message, dict[str, float]]:
    """The message with the weight of its words, and the words to search with: terms with their weights."""
    corpus = corpus_of(index)
    own = set(message_words(text))
    terms = {word.text: terms_of_word(word.text) for word in read_message(text, {}).words}
    frequencies = corpus.chunk_frequencies({term_id(term) for found in terms.values() for term in found})
    most = inverse_frequency(0, corpus.chunk_count) or 1.0
    weights: dict[str, float] = {}
    wanted: dict[str, float] = {}
    for word, found in terms.items():
        shares = [
            inverse_frequency(frequencies[term_id(term)], corpus.chunk_count) / most
            for term in found
            if term_id(term) in frequencies
        ]
        weights[word] = max(shares) if shares else _STOP_WEIGHT if not found else 1.0
        if shares:
            wanted.update(dict.fromkeys(found, 1.0 if word in own else _VALUE_WEIGHT))
    return read_message(text, weights), wanted


def _hits(index: Index, text: str, sources: Collection[str], least_share: float) -> list[ExactHit]:
    message, wanted = _weighed(index, text)
    if not wanted:
        return []
    corpus = corpus_of(index)
    placed = [
        (chunk, match)
        for chunk in _likely(message, chunks_holding(index, wanted, _CANDIDATES, sources), least_share)
        for match in matches(message, chunk.text, least_share=least_share)
        if _counts(message, chunk, match)
    ]
    # A test quotes a message as it comes out; the code that builds it of parts words less of it, and says it.
    placed = [(chunk, match) for chunk, match in placed if _place_rank(corpus, chunk) < _TESTS] or placed
    best = max((match.share for _, match in placed), default=0.0)
    placed = [(chunk, match) for chunk, match in placed if match.share >= best - _NEAR]
    cased = {message.text[word.start : word.end] for word in message.words}

    def place(item: tuple[StoredChunk, Match]) -> tuple[int, float, int, str, int]:
        """Where a hit stands among the others: one whose letters are as large as those of the text comes first."""
        chunk, match = item
        alike = len(cased.intersection(_WORD.findall(chunk.text[match.start : match.end])))
        return _place_rank(corpus, chunk), -match.share, -alike, chunk.path, chunk.start_line

    placed.sort(key=place)
    return [_hit(chunk, match) for chunk, match in placed]


def _likely(message: Message, chunks: Iterable[StoredChunk], least_share: float) -> list[StoredChunk]:
    """The chunks that hold enough of the message's words in any order, those with most of their weight first."""
    weights = {word: message.weights[places[0]] for word, places in message.places.items()}
    own = {word: weight for word, weight in weights.items() if not message.words[message.places[word][0]].soft}
    scored: list[tuple[float, StoredChunk]] = []
    for chunk in chunks:
        text = chunk.text.lower()
        held = sum(weight for word, weight in own.items() if word in text)
        if held >= least_share * _LOOSE * sum(own.values()):
            scored.append((held, chunk))
    scored.sort(key=lambda item: -item[0])
    return [chunk for _, chunk in scored[:_COMPARED]]


def _counts(message: Message, chunk: StoredChunk, match: Match) -> bool:
    if sum(len(word.text) for word in message.words) < _SHORT:
        return " ".join(message.text.split()) in " ".join(chunk.text.split())
    if chunk.kind == "prose" and match.words < _LEAST_OF_PROSE:
        return False
    return match.words >= _LEAST_RUN or match.whole


def _place_rank(corpus: Corpus, chunk: StoredChunk) -> int:
    """Product code, documents, examples, change logs, tests."""
    path = corpus.path_terms(int(chunk.document))
    if path.is_test or int(chunk.id) in corpus.inline_tests:
        return _TESTS
    if path.is_change_log:
        return 3
    if path.is_example or path.is_vendor:
        return 2
    return 0 if chunk.kind == "code" else 1


def _hit(chunk: StoredChunk, match: Match) -> ExactHit:
    before = chunk.text[: match.start]
    inside = chunk.text[: match.end]
    return ExactHit(
        document=int(chunk.document),
        path=chunk.path,
        start_line=chunk.start_line + before.count("\n"),
        end_line=chunk.start_line + inside.count("\n"),
        start_column=len(before) - before.rfind("\n") - 1,
        end_column=len(inside) - inside.rfind("\n") - 1,
        share=round(match.share, 3),
        words=match.words,
        kind=chunk.kind,
    )
