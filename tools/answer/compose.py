"""The answer without a model: what a question names is told from the tree, everything else by the ranked lines."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.markup import plain_text
from citeline.model import StoredChunk
from citeline.state import Claim, Evidence, PassageRef

from ..question.question import Question
from ..question.vocabulary.lexicon import Lexicon
from .continued import list_around, next_paragraph, rest_of, to_end_of_code, without_parts
from .draft import Draft
from .headed import with_what_it_heads
from .meanings import PLAIN, asked_by_name, meanings_of, told_in_prose
from .passages import passage_of, passages_from, with_chunks
from .ranking.candidates import Candidate, Sought
from .ranking.features import Table, candidates_of
from .ranking.ranker import (
    BEHIND,
    LOOKED_UP,
    MORE,
    MOST,
    READ,
    USUAL,
    WHOLE,
    Chosen,
    choose,
    lines_around,
    nearest_first,
    placed_by,
)
from .ranking.spans import Span
from .ranking.stated import Nearness, nearness_of
from .reading.lines import read_line
from .saying import Stated, facts_of
from .sought import read_sought
from .sources.definitions import CodeAnswer
from .sources.named_by_lines import function_called, lists_named
from .sources.rival import Rival
from .sources.special import Special, special_drafts
from .sources.values import SURE as SURE_VALUE
from .valued import is_led_by, tell, value_asked
from .writing.citing import Citations

_RELATIONS: Final = 2
"""Callers or callees told beside a definition that is asked for."""
_TERSE: Final = 4
"""Words of a sentence of a document from which on it says something by itself; `return total` does."""
_MESSAGES: Final = frozenset({"string", "raised"})
"""Where a message stands: who quotes one may ask for a number behind it."""


@dataclass(frozen=True, slots=True)
class Composed:
    """Claims that answer, best first, and further ones behind them."""

    claims: list[Claim]
    more: list[Claim]
    evidence: list[Evidence]
    """What both cite; ids follow those of the evidence that was given."""
    basis: str = ""
    """What the first claim rests on besides words: `definition`, `cell`, `graph` …; empty for ranked lines."""
    not_stated: str = ""
    """Why nothing answers, where that is known."""
    left: int = 0
    """How many more a list has than are told."""
    near: Nearness | None = None
    """How near the ranked lines are to the question; None where none was ranked."""


def compose(
    index: Index,
    question: Question,
    evidence: Sequence[Evidence],
    passages: Sequence[PassageRef] = (),
    lexicon: Lexicon | None = None,
    sources: Collection[str] = (),
    *,
    most: int = MOST,
    ranked: bool = True,
    alone: bool = False,
) -> Composed:
    """Claims from the passages, or from the pieces of evidence where no passages are given.

    The given evidence is context and is not cited itself. With `sources` no
    definition is told that stands elsewhere. Nothing is claimed where no line bears on the question; without `ranked`
    nothing that rests on words alone. With `alone` nothing is looked up beside the passages: no definition, cell or
    caller.
    """
    citations = Citations(index, evidence, question.language)
    sought = read_sought(index, question, lexicon)
    writer = CodeAnswer(index, citations)
    meanings = [] if alone else meanings_of(index, question, sought, sources)
    asked, is_meant = ([], False) if alone else asked_by_name(index, question, sources, meanings)
    found = with_chunks(index, passages_from(index, evidence, passages), [one.chunk for one in meanings])
    if "code" in question.cues:  # what is written about it comes only where there is none
        found = [one for one in found if not one.prose] or found
    is_place = question.asks_for("locate")
    is_bare = ranked and not is_place and not any(map(writer.is_described, asked))
    if prose := told_in_prose(asked, found) if is_bare else []:
        found = prose
    elif sum(writer.tell(node, _RELATIONS, where=is_place) for node in asked):
        tells = is_place or any(writer.is_described(node) or writer.is_shown(node) for node in asked)
        basis = "definition" if tells else "signature"
        return Composed(citations.claims[:most], citations.claims[most:], citations.added, basis)
    chunks = [one.chunk for one in found]
    read_spans = cache(lambda: candidates_of(index, found, sought))
    rival = Rival(sought.weights, lambda: read_spans().best_by_document("coverage_all"))
    special = Special() if alone or is_meant else special_drafts(index, question, chunks, lexicon, sources, rival)
    for draft in special.drafts:
        is_first = special.basis in _MESSAGES and not citations.claims
        citations.add_draft(_with_lines_around(index, citations, draft, sought) if is_first else draft)
    behind = bool(special.drafts)
    if not ranked and not behind:
        return Composed([], [], [])
    spans = read_spans()
    room = WHOLE if sought.whole else USUAL
    shown, more = choose(spans, room=room, most=MOST if behind else READ, behind=behind)
    likely = MOST
    near = nearness_of(index, sought.texts, shown)
    if near and not behind:
        read, said, likely, is_unread = nearest_first(shown, sought, room)
        near = near._replace(said=said, unread=is_unread or question.language != "en")
        shown, more = read[:MOST], [*read[MOST:], *more][:MORE]
    option = None
    if question.options and not (behind or alone):
        from .sources.options import option_told

        option = option_told(index, question, sources)
    if option:
        shown, more = _behind(Chosen(option.candidate, 0.0, {"option": 1.0}, option.shown), spans)
        likely = MOST
    is_told = behind and special.basis not in _MESSAGES
    value = None if is_told or alone else value_asked(index, question, found, shown, sources, behind=behind)
    is_defined = (option is not None and option.is_defined) or (bool(shown) and _is_definition(question, shown[0]))
    basis = special.basis if behind else "definition" if is_defined else ""
    leads = (
        value
        and not (behind or value.is_open or value.draft.fact.get("condition"))
        and (
            value.is_whole
            or (
                value.is_named
                and value.chance >= SURE_VALUE
                and is_led_by(index, citations, question, shown, sought, value)
            )
        )
    )
    if value and leads and tell(citations, value):
        basis, value = "value" if value.is_sure else "", None
    beside_value = len(citations.claims) - 1 if basis == "value" else 0
    first = max(len(citations.claims), most) if special.whole else most
    if special.whole and citations.claims:  # behind a list that is whole, lines that are like the question add nothing
        shown, more = [], []
    waiting: list[Chosen] = []
    is_looked_up = behind or alone or basis
    step, lists = (0, []) if is_looked_up else lists_named(index, shown)
    likely = max(likely, step + 1)
    is_called = is_place and not is_looked_up
    if (called := function_called(index, shown, found, sought) if is_called else None) is not None:
        writer.define(called)
    if question.asks_for("list"):
        lists = _add_all(citations, lists)
    for place, one in enumerate(shown):
        count = len(citations.claims)
        is_hardly = bool(count) and place >= likely
        if count >= first or is_hardly or (basis in LOOKED_UP and count - beside_value >= BEHIND):
            waiting.append(one)
            continue
        _claim(index, citations, one, sought)
        if value and citations.claims:
            tell(citations, value)
            value = None
        if place >= step:
            lists = _add_all(citations, lists)
        if prose and not count and citations.claims:
            for node in asked:
                writer.define(node)
    first = min(first, len(citations.claims))
    further = sum(bool(citations.add_draft(draft)) for draft in special.further)
    for one in [*waiting, *more]:
        _claim(index, citations, one, sought)
    shown_first = citations.claims[:first]
    return Composed(
        _in_order(shown_first, citations.added) if sought.steps and not basis else shown_first,
        citations.claims[first : first + MORE + len(waiting) + further],
        citations.added,
        basis if citations.claims[:1] else "",
        special.not_stated,
        special.left,
        near,
    )


def _in_order(claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Claim]:
    """Claims about the section or definition of the first one behind it, as they stand there: a step follows the one
    above it. The others as they were.
    """
    places = {one["id"]: one for one in evidence}

    def place(claim: Claim) -> Evidence:
        return places[claim["evidence"][0]]

    def where(claim: Claim) -> tuple[bool, int]:
        first, own = place(claims[0]), place(claim)
        is_beside = (own["path"], own["name"]) == (first["path"], first["name"])
        return not is_beside, own["start_line"] if is_beside else 0

    return [*claims[:1], *sorted(claims[1:], key=where)]


def _behind(first: Chosen, spans: Table) -> tuple[list[Chosen], list[Chosen]]:
    """What comes first in any case, with what fits best behind it; and what waits behind that."""
    rest, more = choose(spans, beside=[first.candidate], most=MOST - 1, behind=True)
    return [first, *rest], more


def _add_all(citations: Citations, drafts: Sequence[Draft]) -> list[Draft]:
    """Adds each of them; what is left is empty."""
    for draft in drafts:
        citations.add_draft(draft)
    return []


def _is_definition(question: Question, first: Chosen) -> bool:
    """Whether a claim is a sentence of a document that says plainly what is asked."""
    is_said = first.candidate.passage.prose and first.features.get("defined", 0.0) >= PLAIN
    return is_said and question.asks_for("definition")


def _claim(index: Index, citations: Citations, chosen: Chosen, sought: Sought, *, is_rest: bool = False) -> bool:
    """Adds the first way to state the lines that they prove. `is_rest`: they go on with lines that bear on it."""
    candidate = with_what_it_heads(chosen.candidate)
    chunk, own = candidate.passage.chunk, (candidate.start_line, candidate.end_line)
    if sought.goes_on and citations.shows(chunk.path, *own):
        return False  # the rest of a list
    further = bool(citations.claims)
    around = None if further else chosen.around
    for one in facts_of(index, citations, candidate, sought, told="all" if further else "two", around=around):
        if one.is_joined and not citations.proves(one.fact, chunk, *(one.lines or own), node=one.node):
            continue
        if further and not is_rest and not _bears_on(citations, chunk, one, sought):
            continue
        if not is_rest and citations.repeats(one.fact, chunk.path):
            continue
        lines = one.lines or own
        # A further one is told alone: what stands around it may belong to another definition.
        lines = lines if further and not candidate.passage.prose else _cited_lines(citations, chosen, one, lines)
        start, end = list_around(citations, chunk, *lines, sought) if sought.goes_on and not further else lines
        end = end if further else to_end_of_code(citations, chunk, start, end)
        within = (start, min(end, chunk.end_line))
        if within != lines and not citations.proves(one.fact, chunk, *within, node=one.node):
            within = lines
        if citations.shows(chunk.path, *within):
            continue  # whoever reads the earlier claim has these lines
        if citations.add(one.fact, chunk, *within, node=one.node, features=placed_by(chosen)):
            rest = [*rest_of(citations, candidate.passage, within[1] + 1, end)]
            if not (further or rest) and chosen.around:
                room, words = USUAL - (within[1] - within[0] + 1), sought.weights.keys() | sought.alike.keys()
                rest = next_paragraph(index, candidate.passage, within[1], room, words)
            for one_more in rest:
                _claim(index, citations, Chosen(one_more, 0.0, chosen.features), sought, is_rest=True)
            return True
    return False


def _bears_on(citations: Citations, chunk: StoredChunk, stated: Stated, sought: Sought) -> bool:
    """Whether a sentence says something by itself, and has a word of the question, or the heading above it has one."""
    fact = stated.fact
    own = read_line(plain_text(f"{fact['subject']} {fact.get('condition', '')} {fact['object']}")).terms
    if fact["relation"] == "closest" or (chunk.kind == "prose" and len(own) < _TERSE):
        return False
    heading = citations.heading_of(chunk, stated.lines[0]) if stated.lines else None
    said = (fact.get("condition", ""), fact["object"], heading.name if heading else "")
    return not read_line(" ".join(said)).terms.isdisjoint(sought.weights.keys() | sought.alike.keys())


def _with_lines_around(index: Index, citations: Citations, draft: Draft, sought: Sought) -> Draft:
    """A draft with the lines that would be shown with it if it had been ranked first: why a message is raised, and what
    to do about it, is said around the place that raises it.
    """
    chunk = citations.chunk_at(draft.document, draft.start_line)
    if chunk is None or draft.quote or draft.end_line > chunk.end_line:
        return draft
    own = (draft.start_line, draft.end_line)
    span = Span(own[0] - chunk.start_line, own[1] - chunk.start_line, "window")
    candidate = Candidate(passage_of(index, chunk, 1.0), span, 1)
    chosen = Chosen(candidate, 0.0, {}, lines_around(candidate, USUAL, sought.weights.keys()))
    stated = Stated(draft.fact, citations.definition_at(draft.document, own[0]))
    first, last = _cited_lines(citations, chosen, stated, own)
    return replace(draft, start_line=first, end_line=last)


def _cited_lines(citations: Citations, chosen: Chosen, stated: Stated, own: tuple[int, int]) -> tuple[int, int]:
    """The lines with what stands around them; less of it where that would hide what they prove.

    A sentence of a comment is no longer a whole one where the code below it is read on.
    """
    if not chosen.around or stated.fact["relation"] == "table_row":
        return own
    first, last = min(own[0], chosen.around[0]), max(own[1], chosen.around[1])
    chunk = chosen.candidate.passage.chunk

    def proves(lines: tuple[int, int]) -> bool:
        return citations.proves(stated.fact, chunk, *lines, node=stated.node)

    cut = without_parts(citations, chunk, stated.node, (first, last))
    ways = (cut, (first, last), (first, own[1]), (own[0], last), own)
    return next(filter(proves, ways), (first, last))
