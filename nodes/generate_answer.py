"""Writes the answer as claims that each name their evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from citeline.dataclass import dataclass
from citeline.state import Claim, Evidence, PassageRef, RAGState, StateUpdate
from citeline.text import terms, terms_of
from citeline.tools.answer.compose import Composed, compose
from citeline.tools.answer.ranking.ranker import MOST
from citeline.tools.answer.ranking.stated import LEAST, Found, chance_stated, signals_of, with_chances
from citeline.tools.answer.sources.way import way_claims
from citeline.tools.answer.writing.rendering import cited_only
from citeline.tools.answer.writing.verdict import BORNE, KNOWN
from citeline.tools.answer.writing.written import claims_of
from citeline.tools.evidence.fencing import DATA_RULE, fence, new_marker
from citeline.tools.evidence.grading import evidence_of_part, held_together, read_subject, tells_of_product
from citeline.tools.evidence.masks import Masks
from citeline.tools.models.failures import ModelFailedError
from citeline.tools.models.prompts import load_prompt
from citeline.tools.models.schemas import AnswerReply
from citeline.tools.question.question import Question
from citeline.tools.question.read import is_led_to, parts_read, question_of
from citeline.tools.retrieval.project_lexicon import lexicon_of
from citeline.visible import one_line

from .running.model_steps import step_with_model
from .running.steps import Run
from .running.threads import to_thread

if TYPE_CHECKING:
    from citeline.indexing.reader import Index
    from citeline.tools.models.role import Message, ModelRun
    from citeline.tools.question.vocabulary.lexicon import Lexicon

_PROMPT: Final = load_prompt("citeline.nodes", "generate_answer")
_OUTPUT_TOKENS: Final = 1_500
_CLOSEST: Final = 3
"""Claims that are shown where nothing is stated."""
_NEAR: Final = 2
"""Words of a part of a question in the first claim, from which on that tells of it."""
_MOST_UNMENTIONED: Final = 3
_FEWEST_UNMENTIONED: Final = 2
"""Words of a part that nothing mentions, from which on it is told that nothing answers it: of 41 labelled answers that
told it for want of lines of its own 30 were full, of these two none (docs/answers_log.md).
"""
_DATED: Final = frozenset({"released", "changed_in_dated", "newest_dated"})
"""Relations of a fact that has the day of a release."""
_UNGRADED: Final = 0.5
"""Score of evidence that nobody has graded; it speaks for nothing."""
_FEWEST: Final = 2
"""Pieces that a context is not shrunk below: with one, most answers lack something."""


def _extracted(state: RAGState, run: Run) -> StateUpdate:
    """Extractive and structural claims, quoted from the context.

    A question for the way from one definition to another is answered from the index's edges. Claims cite lines of their
    own inside the context's chunks, so those join it.
    """
    context = state.get("context", [])
    sources = run.searched(state)
    question = question_of(state)
    lexicon = lexicon_of(run.index, run.settings.lexicon)
    if state.get("alone"):
        passages = state.get("passages", [])
        return _answered(context, compose(run.index, question, context, passages, lexicon, sources, alone=True))
    claims, cited = way_claims(run.index, question, context, sources)
    if claims and not state.get("rewrites"):
        return _answered(context, Composed(claims, [], cited, "graph"))
    by_part = [(part, _evidence_of(part, context, run, sources)) for part in parts_read(question, lexicon)]
    if not any(pieces for _, pieces in by_part):  # one thing is asked, or what is known is known of all of it together
        by_part = []
    is_nothing = _is_nothing(state)
    parts = _Parts(run, by_part, context, lexicon, sources)
    passages = [] if state.get("rewrites") else state.get("passages", [])
    if parts.are_known():
        composed, unanswered = parts.each(ranked=not is_nothing)
        if unanswered and not is_nothing:
            composed = parts.behind(composed, question, passages)
        return {**_answered(context, composed), "unanswered": parts.unsaid(unanswered, question, composed)}
    most = MOST - 1 if by_part else MOST
    lacks = any(question.hangs_on(one["name"]) for one in state.get("missing_names", []))
    # Where nothing is called so, that is the answer, and no line is close.
    ranked = not (is_nothing and lacks)
    composed = compose(run.index, question, context, passages, lexicon, sources, most=most, ranked=ranked)
    if by_part and not is_nothing:
        composed = parts.beside(composed)
    signals = _signals(composed, question, state, run)
    stated = _chance_stated(composed, question, signals)
    signals = with_chances(signals, stated)
    if stated < LEAST or (is_nothing and not composed.basis):
        composed = _as_closest(composed, _unmentioned(run.index, question))
    if composed.not_stated:
        waiting = composed.claims[_CLOSEST:]
        composed = replace(composed, claims=composed.claims[:_CLOSEST], more=[*waiting, *composed.more])
    if composed.left:
        listed = len(composed.claims) + len(composed.more)
        why = f"{composed.left} more; an answer lists {listed}"
        run.degrade(source=f"{listed + composed.left} found", to=f"{listed} listed", why=why)
    unanswered = [part.asked for part, pieces in by_part if not pieces]
    cited = context if composed.claims else []
    return {
        **_answered(cited, composed),
        "unanswered": parts.unsaid(unanswered, question, composed),
        "signals": signals,
    }


def _is_nothing(state: RAGState) -> bool:
    """Whether the evidence shares a word with the question at best; a table or the graph may still know the answer."""
    return state.get("grade") == "nothing"


def _signals(composed: Composed, question: Question, state: RAGState, run: Run) -> dict[str, float]:
    """What is known of an answer as a whole."""
    _, cited = cited_only([*composed.claims, *composed.more], [*state.get("context", []), *composed.evidence])
    absent = [one["name"] for one in state.get("missing_names", [])]
    found = Found(
        looked_up=bool(composed.basis),
        borne=composed.basis in BORNE,
        evidence=state.get("grade_score", _UNGRADED),
        together=held_together(run.index, question, state["keywords"], cited, absent),
        passages=state.get("passages", []),
    )
    return signals_of(question, composed.near, found)


def _chance_stated(composed: Composed, question: Question, signals: Mapping[str, float]) -> float:
    """How likely what the ranked lines say is what was asked; 1 where it is borne out."""
    if composed.near is None or composed.basis in KNOWN:
        return 1.0
    if composed.claims and tells_of_product(question, composed.claims[0]["text"]):
        return 1.0
    return chance_stated(signals)


def _unmentioned(index: Index, question: Question) -> Sequence[str]:
    """Words of the question that the corpus has in no form, three at most; none of a translation: it may be wrong."""
    words = question.english_words if question.language == "en" else ()
    return read_subject(index, words).absent[:_MOST_UNMENTIONED]


def _as_closest(composed: Composed, unmentioned: Sequence[str]) -> Composed:
    """The same lines as what comes closest to the question. `unmentioned`: words that may be why."""
    absent = f"nothing mentions {', '.join(unmentioned)}; " if unmentioned else ""
    return replace(composed, not_stated=f"{absent}the nearest lines are about something else")


def _told(claim: Claim, composed: Composed) -> set[str]:
    """The terms of a claim and of the lines that it cites."""
    lines = (one["text"] for one in composed.evidence if one["id"] in claim["evidence"])
    return {term for text in (claim["text"], *lines) for term in terms(text)}


def _answered(context: Sequence[Evidence], composed: Composed) -> StateUpdate:
    return {
        "claims": composed.claims,
        "more": composed.more,
        "basis": composed.basis,
        "not_stated": composed.not_stated,
        "signals": {},
        "context": [*context, *composed.evidence],
        "unanswered": [],
    }


def _evidence_of(part: Question, context: Sequence[Evidence], run: Run, sources: Sequence[str]) -> Sequence[Evidence]:
    found = run.within(
        lambda: evidence_of_part(run.index, part, context, sources, run.settings),
        source="search for a part of the question",
        to="what was found for all of it",
    )
    return context if found is None else found


@dataclass(frozen=True, slots=True)
class _Parts:
    """Several questions in one, each with its evidence."""

    run: Run
    parts: Sequence[tuple[Question, Sequence[Evidence]]]
    context: Sequence[Evidence]
    lexicon: Lexicon
    sources: Sequence[str]

    def are_known(self) -> bool:
        """Whether one of them is answered by something better than ranked lines."""
        return any(self._compose(*one, 0, MOST, ranked=False).basis for one in self.parts)

    def _compose(
        self, part: Question, pieces: Sequence[Evidence], last: int, most: int, *, ranked: bool = True
    ) -> Composed:
        # What is cited is numbered behind the context and the parts before; the pieces themselves are not cited.
        given: list[Evidence] = [{**one, "id": last} for one in pieces]
        if not given:
            return Composed([], [], [])
        return compose(self.run.index, part, given, (), self.lexicon, self.sources, most=most, ranked=ranked)

    def each(self, *, ranked: bool) -> tuple[Composed, list[str]]:
        """Claims for each, and those that have none.

        What all of it rests on, or why nothing answers it, is told only where it holds of each part; a release has the
        day that another part asks for.
        """
        last = max((piece["id"] for piece in self.context), default=0)
        all_of_it = Composed([], [], [])
        unanswered: list[str] = []
        found: list[Composed] = []
        for part, pieces in self.parts:
            one = self._compose(part, pieces, last, max(1, MOST // len(self.parts)), ranked=ranked)
            if not one.claims:
                unanswered.append(part.asked)
            all_of_it = _joined(all_of_it, one)
            found.append(one)
            last = max((piece["id"] for piece in one.evidence), default=last)
        fact = found[0].claims[0].get("fact") if found[0].claims else None
        is_dated = fact is not None and fact["relation"] in _DATED
        asked = zip(found, self.parts, strict=True)
        known = [bool(one.basis) or (is_dated and part.asks_for("date")) for one, (part, _) in asked]
        return replace(
            all_of_it,
            basis=found[0].basis if all(known) else "",
            not_stated=found[0].not_stated if all(one.not_stated for one in found) else "",
        ), unanswered

    def behind(self, known: Composed, question: Question, passages: Sequence[PassageRef]) -> Composed:
        """What is known, and behind it the lines that fit all of it best: `how do I get rid of it` alone finds none."""
        given = [*self.context, *known.evidence]
        whole = compose(self.run.index, question, given, passages, self.lexicon, self.sources)
        found = _joined(known, whole)
        most = max(MOST, len(known.claims))
        return replace(found, claims=found.claims[:most], more=[*found.claims[most:], *found.more])

    def unsaid(self, unanswered: Sequence[str], question: Question, composed: Composed) -> list[str]:
        """Those of the parts without lines of their own of which nothing mentions two words at least, nor the first
        claim two others.

        Others are mostly answered by what all of it together found: `when was that` by the date of the release.
        """
        if not unanswered or is_led_to(question.text):
            return []
        asked = [part for part, _ in self.parts if part.asked in unanswered]
        told = _told(composed.claims[0], composed) if composed.claims else set[str]()

        def is_told(part: Question) -> bool:
            return len(terms_of(part.english_words) & told) >= _NEAR

        asked = [part for part in asked if not is_told(part)]
        return [part.asked for part in asked if len(_unmentioned(self.run.index, part)) >= _FEWEST_UNMENTIONED]

    def beside(self, whole: Composed) -> Composed:
        """The answer to all of it, and the first claim of each part that it says nothing of.

        All of it together finds more: a part alone lacks words that it shares with the others (docs/answers_log.md).
        """
        last = max((piece["id"] for piece in (*self.context, *whole.evidence)), default=0)
        for part, pieces in self.parts:
            one = self._compose(part, pieces, last, 1)
            whole = _joined(whole, replace(one, claims=one.claims[:1], more=[]))
            last = max((piece["id"] for piece in one.evidence), default=last)
        return whole


def _joined(before: Composed, one: Composed) -> Composed:
    claims = [*before.claims, *_unsaid(one.claims, before.claims)]
    more = [*before.more, *_unsaid(one.more, before.more)]
    return replace(before, claims=claims, more=_unsaid(more, claims), evidence=[*before.evidence, *one.evidence])


def _unsaid(claims: Sequence[Claim], before: Sequence[Claim]) -> list[Claim]:
    said = {claim["text"] for claim in before}
    return [claim for claim in claims if claim["text"] not in said]


@step_with_model("writer", _PROMPT, twin=_extracted)
async def generate_answer(state: RAGState, run: Run, model: ModelRun) -> StateUpdate:
    """Claims with evidence ids, written by a model from the context, or extracted from it by the twin.

    A context that does not fit into the budget, or the model's window, is halved; then a cheaper model is tried. Raises
    ModelFailedError, and the twin answers; so it does where no sentence of the model has passed its check.
    """
    if _is_nothing(state):
        return await to_thread(_extracted, state, run)
    if state.get("rewrites"):
        # Its lines show nothing of what it wrote; the twin has not tried yet.
        run.degrade(source=model.model.name, to="the step without a model", why="its lines show no sentence of it")
        return await to_thread(_extracted, {**state, "rewrites": 0}, run)
    context = state.get("context", [])
    request = _request(state)
    model, shown = _affordable(request, context, run, model)
    reply = await _write(request, shown, run, model)
    written = claims_of(reply, shown)
    if written.outside:
        every = sum(len(sentence.cites) for sentence in reply.claims)
        why = "the others are of lines that their piece does not have"
        run.degrade(source=f"{every} citations", to=f"{every - written.outside}", why=why)
    if written.uncited:
        left = len(reply.claims) - written.uncited
        run.degrade(source=f"{len(reply.claims)} sentences", to=f"{left}", why="the others cite nothing")
    if written.claims:
        return _answered(context, Composed(written.claims, [], written.evidence))
    if reply.answered:
        raise ModelFailedError("reply", f"no sentence of {model.model.name} cites a piece that it was given")
    run.degrade(source="answer", to="refusal", why=f"{model.model.name} does not find the answer in the evidence")
    return _answered([], Composed([], [], []))


def _request(state: RAGState) -> str:
    """The question, with the names that the writer must not pretend to know."""
    absent = [one_line(missing["name"]) for missing in state.get("missing_names", [])]
    if not absent:
        return state["question"]
    return (
        f"{state['question']}\n\nThe files know nothing of: {', '.join(absent)}. Say nothing about what that would be."
    )


async def _write(question: str, shown: Sequence[Evidence], run: Run, model: ModelRun) -> AnswerReply:
    try:
        return await model.ask(_messages(question, shown, run), AnswerReply, max_output_tokens=_OUTPUT_TOKENS)
    except ModelFailedError as failure:
        if failure.kind != "context_length" or len(shown) <= _FEWEST:
            raise
        fewer = shown[: max(_FEWEST, len(shown) // 2)]
        run.degrade(source=f"{len(shown)} pieces", to=f"{len(fewer)} pieces", why=failure.why)
        return await _write(question, fewer, run, model)


def _affordable(
    question: str, context: Sequence[Evidence], run: Run, model: ModelRun
) -> tuple[ModelRun, Sequence[Evidence]]:
    """The best model, and then the most of the context, that the budget has room for."""
    shown, why = _most(question, context, run, model)
    small = run.resources.models.small_writer if run.resources.models else None
    if why and small is not None:
        smaller = replace(model, model=small)
        shown, still = _most(question, context, run, smaller)
        if not still:
            run.degrade(source=model.model.name, to=small.name, why=why, budget=True)
            model, why = smaller, ""
    if why:
        raise ModelFailedError("budget", why)
    if len(shown) < len(context):
        full = model.why_not(_messages(question, context, run), _OUTPUT_TOKENS)
        run.degrade(source=f"{len(context)} pieces", to=f"{len(shown)} pieces", why=full, budget=True)
    return model, shown


def _most(question: str, context: Sequence[Evidence], run: Run, model: ModelRun) -> tuple[Sequence[Evidence], str]:
    """As many of the pieces as fit, and why even the fewest do not."""
    shown = context
    while why := model.why_not(_messages(question, shown, run), _OUTPUT_TOKENS):
        if len(shown) <= _FEWEST:
            return shown, why
        shown = shown[: max(_FEWEST, len(shown) // 2)]
    return shown, ""


def _messages(question: str, shown: Sequence[Evidence], run: Run) -> Sequence[Message]:
    sources = fence(Masks(run.index).pieces(shown), new_marker())
    return _PROMPT.render(name=one_line(run.index.name), question=question, data_rule=DATA_RULE, sources=sources)
