"""The answer without a model: extracted and structural, every claim with lines of its own."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from textwrap import dedent
from typing import Final

from citeline.indexing.parsers.languages import DELIMITERS
from citeline.indexing.reader import Index
from citeline.model import ChunkId, Format, StoredChunk
from citeline.state import Claim, Evidence
from citeline.text import terms, words
from citeline.visible import one_line, visible

from ..citations.passage import collapse
from ..retrieval.analysis import asks_how_to
from ..retrieval.language import language_of
from ..retrieval.lexicon import Lexicon
from ..retrieval.translation import own_words, read_question
from .answer_code import CodeAnswer
from .answer_prose import say_sentences
from .citing import Citations
from .definition_asked import definitions_asked
from .markup import inert, plain_text
from .question import read_words, without_measures

MAX_CLAIMS: Final = 8
"""More is a listing, not an answer; `search` gives listings."""
_RELATIONS: Final = 3
_SENTENCES: Final = 5
_SENTENCES_BESIDE_CODE: Final = 2
# Evidence that holds less of the question than this share of what the best holds only dilutes the answer.
_WORTH_SAYING: Final = 0.6


def extractive_claims(
    index: Index,
    question: str,
    evidence: Sequence[Evidence],
    lexicon: Lexicon | None = None,
    sources: Collection[str] = (),
) -> tuple[list[Claim], list[Evidence]]:
    """Claims that answer the question from the evidence, and the narrow evidence that they cite.

    The new evidence has ids after the given ones; the given pieces are context and are not cited themselves.
    Both lists are empty when nothing in the evidence bears on the question. `lexicon`: by default the shipped one.
    With `sources` no definition is told that stands elsewhere.
    """
    chunks = index.structure.chunks([ChunkId(item["chunk_id"]) for item in evidence])
    found = [chunks[ChunkId(item["chunk_id"])] for item in evidence if item["chunk_id"] in chunks]
    reading = read_question(question, lexicon)
    english = words(reading.english)
    asked = without_measures([*english, *own_words(question, lexicon)], reading.english)
    weights = read_words(index, asked, set(reading.own).difference(english)).weights
    found = _worth_saying(found, weights)
    formats = _formats(index, found)
    prose = [chunk for chunk in found if formats[chunk.id] in ("prose", "text") or chunk.language in DELIMITERS]
    code = [chunk for chunk in found if chunk not in prose]
    citations = Citations(index, evidence, language_of(question))
    writer = CodeAnswer(index, citations, weights)
    told = [writer.tell(node, _RELATIONS) for node in definitions_asked(index, question, sources)]
    if any(told):
        return citations.claims, citations.added  # whatever else was found is about something else
    prose_first = bool(prose) and (found[0] in prose or asks_how_to(question))
    sentences = _SENTENCES if prose_first else _SENTENCES_BESIDE_CODE
    if prose_first:
        say_sentences(citations, prose, weights, sentences)
    _say_code(writer, code, MAX_CLAIMS if prose_first else MAX_CLAIMS - min(len(prose), _SENTENCES_BESIDE_CODE))
    if not prose_first:
        say_sentences(citations, prose, weights, MAX_CLAIMS - len(citations.claims))
    if not citations.claims:
        # The question's words are scattered: the best line of the best chunk is still better than nothing.
        any(writer.closest_lines(chunk, None, least=0.0) for chunk in found)
    return citations.claims[:MAX_CLAIMS], _cited(citations.claims[:MAX_CLAIMS], citations.added)


def cited_only(claims: Sequence[Claim], evidence: Sequence[Evidence]) -> tuple[list[Claim], list[Evidence]]:
    """Claims and the evidence that they cite, numbered anew from 1 in the order of first citation."""
    by_id = {item["id"]: item for item in evidence}
    numbers: dict[int, int] = {}
    renumbered: list[Claim] = []
    for claim in claims:
        known = [identity for identity in claim["evidence"] if identity in by_id]
        for identity in known:
            numbers.setdefault(identity, len(numbers) + 1)
        changed: Claim = {**claim, "evidence": [numbers[identity] for identity in known]}
        if "verdicts" in claim:
            verdicts = claim["verdicts"]
            changed["verdicts"] = {str(numbers[i]): verdicts[str(i)] for i in known if str(i) in verdicts}
        renumbered.append(changed)
    return renumbered, [{**by_id[old], "id": new} for old, new in numbers.items()]


def render(claims: Sequence[Claim]) -> str:
    """The answer as Markdown: a paragraph a claim with `[n]` marks, longer quotations as code blocks below it.

    It is made to be read, by people and by models: hidden characters are written out, and no image of a source loads.
    """
    return visible("\n\n".join(map(_render_claim, claims)))


def _render_claim(claim: Claim) -> str:
    marks = "".join(f"[{identity}]" for identity in claim["evidence"])
    text = f"{inert(one_line(claim['text']))} {marks}".rstrip()
    quote = claim.get("quote", "")
    said = collapse(claim["text"])
    if not quote or "“" in said or collapse(quote) in said or plain_text(collapse(quote)) in said:
        return text
    # Longer than any run of back quotes inside, so that quoted text cannot close the block.
    longest = max((len(run) for run in re.findall(r"`+", quote)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{text}\n{fence}\n{dedent(quote).rstrip()}\n{fence}"


def _worth_saying(chunks: Sequence[StoredChunk], weights: Mapping[str, float]) -> list[StoredChunk]:
    def held(chunk: StoredChunk) -> float:
        found = set(terms(f"{chunk.text}\n{chunk.breadcrumb}"))
        return sum(weight for term, weight in weights.items() if term in found)

    shares = [held(chunk) for chunk in chunks]
    floor = _WORTH_SAYING * max(shares, default=0.0)
    # What the ranker put first stays: it knows more than the words of the chunk.
    return [
        chunk
        for place, (chunk, share) in enumerate(zip(chunks, shares, strict=True))
        if share and (not place or share >= floor)
    ]


def _formats(index: Index, chunks: Sequence[StoredChunk]) -> dict[ChunkId, Format]:
    documents = index.structure.documents_by_id({chunk.document for chunk in chunks})
    return {chunk.id: documents[chunk.document].format for chunk in chunks}


def _say_code(writer: CodeAnswer, chunks: Sequence[StoredChunk], limit: int) -> None:
    """The first definition in full, the others by the lines that are closest to the question, or by what they are."""
    citations = writer.citations
    seen: set[int] = set()
    for chunk in chunks:
        if len(citations.claims) >= limit:
            return
        node = writer.subject(chunk)
        if node is None:
            # Imports and settings at the top of a file: worth a line only where no definition leads.
            if not seen:
                writer.closest_lines(chunk, None)
            continue
        if not seen:
            writer.tell(node, min(_RELATIONS, limit - len(citations.claims) - 1), chunk)
        elif not writer.closest_lines(chunk, node) and node.id not in seen:
            writer.define(node)
            writer.document(node)
        seen.add(node.id)


def _cited(claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Evidence]:
    wanted = {identity for claim in claims for identity in claim["evidence"]}
    return [item for item in evidence if item["id"] in wanted]
