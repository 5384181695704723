"""The extractive answer: the sentences of documents that hold most of the question, word for word."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final

from citeline.indexing.parsers.html_reading import read_shown
from citeline.indexing.parsers.languages import DELIMITERS
from citeline.model import StoredChunk
from citeline.state import Fact
from citeline.text import is_cjk, terms, unique

from .citing import Citations
from .markup import is_only_link, plain_text
from .sentences import Sentence, block_after, sentences_of_html, split_sentences

_MIN_CHARS: Final = 12
_MIN_WORDS: Final = 4
"""Of a script with spaces: shorter ones are labels. Entries of a change log are mostly that."""
_MAX_CHARS: Final = 400
_MAX_BLOCK_LINES: Final = 15
"""Of code or a list behind a colon: a longer one is a page of its own."""
_MIN_GAIN: Final = 0.08
"""Of the question's weight: a further sentence must add that much that was not said, or it is filling."""
_REPEATED: Final = 0.35
"""What a word of the question is worth that an earlier sentence has already covered."""
_FROM_TITLE: Final = 0.5
"""A sentence under `## Retries` speaks of retries without saying so."""
_BESIDE_BEST: Final = 0.35
"""Share of the best sentence's worth that any other must reach."""
_OPENING: Final = 0.05
"""Of the question's weight: the first sentence of a section says what it is about."""


@dataclass(frozen=True, slots=True)
class _Option:
    chunk: StoredChunk
    sentence: Sentence
    found: frozenset[str]
    from_title: frozenset[str]
    opens: bool = False
    is_row: bool = False


def say_sentences(citations: Citations, chunks: Sequence[StoredChunk], weights: Mapping[str, float], limit: int) -> int:
    """Add up to `limit` sentences as claims, in the order of the chunks and their lines; returns how many."""
    total = sum(weights.values())
    options = [option for chunk in chunks for option in _options(chunk, weights)]
    options += [option for chunk in chunks for option in _rows(citations, chunk, weights)]
    chosen: list[_Option] = []
    covered: set[str] = set()
    first = 0.0
    while options and len(chosen) < limit and total:
        worth, _, best = max(
            ((_worth(option, weights, covered, chosen), -len(option.sentence.text), option) for option in options),
            key=itemgetter(0, 1),
        )
        if worth < _MIN_GAIN * total or worth < _BESIDE_BEST * first:
            break
        first = first or worth
        chosen.append(best)
        covered |= best.found
        options = [option for option in options if option.sentence.text != best.sentence.text]
    order = {chunk.id: place for place, chunk in enumerate(chunks)}
    chosen.sort(key=lambda option: (order[option.chunk.id], option.sentence.start_line))
    return sum(_say(citations, option) for option in chosen)


def _options(chunk: StoredChunk, weights: Mapping[str, float]) -> list[_Option]:
    if chunk.language in DELIMITERS:
        return []
    title = frozenset(terms(chunk.breadcrumb)) & weights.keys()
    if chunk.language == "html":
        read = read_shown(chunk.text)
        split, shown = sentences_of_html(read, chunk.start_line), [line.text for line in read]
    else:
        split, shown = split_sentences(chunk.text, chunk.start_line), chunk.text.split("\n")
    sentences = [
        whole
        for sentence in split
        if _MIN_CHARS <= len(sentence.text) <= _MAX_CHARS
        and not is_only_link(sentence.text)
        and (is_cjk(sentence.text) or len(sentence.text.split()) >= _MIN_WORDS)
        and (whole := _with_block(sentence, shown, chunk.start_line))
    ]
    return [
        _Option(chunk, sentence, found, title - found, opens=place == 0)
        for place, sentence in enumerate(sentences)
        if (found := frozenset(terms(f"{sentence.text} {sentence.raw}")) & weights.keys()) or (title and place == 0)
    ]


def _rows(citations: Citations, chunk: StoredChunk, weights: Mapping[str, float]) -> list[_Option]:
    """Rows of tables, which are read with the headers of their columns and the title above them."""
    title = frozenset(terms(chunk.breadcrumb)) & weights.keys()
    lines = chunk.text.split("\n")
    options: list[_Option] = []
    for row in citations.rows_in(chunk):
        raw = "\n".join(lines[row.start_line - chunk.start_line : row.end_line - chunk.start_line + 1])
        written = frozenset(terms(raw)) & weights.keys()
        if written:  # the headers alone would speak for every row
            found = written | (frozenset(terms(row.text)) & weights.keys())
            sentence = Sentence(row.text, raw, row.start_line, row.end_line)
            options.append(_Option(chunk, sentence, found, title - found, is_row=True))
    return options


def _with_block(sentence: Sentence, lines: Sequence[str], start_line: int) -> Sentence | None:
    """A sentence that ends with a colon, together with the code or list that it introduces; None without one.

    Its `raw` is then the block alone: what a reader wants to see and copy.
    """
    if not sentence.text.endswith((":", "：")):
        return sentence
    found = block_after(lines, sentence.end_line - start_line)
    if found is None or found[1] - found[0] >= _MAX_BLOCK_LINES:
        return None
    raw = "\n".join(lines[found[0] : found[1] + 1])
    return replace(sentence, raw=raw, end_line=start_line + found[1]) if raw.strip() else None


def _worth(option: _Option, weights: Mapping[str, float], covered: Collection[str], chosen: Sequence[_Option]) -> float:
    if option.is_row and chosen and chosen[0].is_row and option.found >= chosen[0].found:
        covered = ()  # rows that hold as much of the question as the first are as good an answer: `what does Ann own?`

    def weight(term: str) -> float:
        return weights[term] * (_REPEATED if term in covered else 1.0)

    said = sum(map(weight, option.found)) + _FROM_TITLE * sum(map(weight, option.from_title))
    said += _OPENING * sum(weights.values()) if option.opens else 0.0
    return said


def _say(citations: Citations, option: _Option) -> bool:
    """As it reads without markup, where the lines bear that out, or else word for word."""
    sentence = option.sentence
    relation = "table_row" if option.is_row else "quoted"
    facts: list[Fact] = [
        {"relation": relation, "subject": "", "object": text}
        for text in unique([plain_text(sentence.text), sentence.text])
    ]
    return any(
        citations.add(fact, option.chunk, sentence.start_line, sentence.end_line, node=None, quote=sentence.raw)
        for fact in facts
    )
