"""Holds every claim against the lines that it cites, and removes those that its lines do not show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from citeline.state import CARRIES, Claim, Evidence, RAGState, StateUpdate, Verdicts
from citeline.tools.answer.writing.phrases import say
from citeline.tools.answer.writing.written import Pair, lower, pairs_of
from citeline.tools.citations.verify import check_claims
from citeline.tools.evidence.evidence import signatures_of
from citeline.tools.evidence.fencing import DATA_RULE, fence, fence_text, new_marker
from citeline.tools.evidence.masks import Masks
from citeline.tools.models.prompts import load_prompt
from citeline.tools.models.schemas import JudgeReply
from citeline.tools.question.read import question_of
from citeline.tools.question.vocabulary.language import Language
from citeline.tools.verify.baseline import Baseline

from .running.model_steps import step_with_model
from .running.steps import Run
from .running.threads import to_thread

if TYPE_CHECKING:
    from citeline.tools.models.role import ModelRun

_PROMPT: Final = load_prompt("citeline.nodes", "check_citations")
_OUTPUT_TOKENS: Final = 800


def _by_rules(state: RAGState, run: Run) -> StateUpdate:
    checked, more = _checked(state, run)
    return {**_outcome(checked, state.get("context", []), state, run), "more": more}


@step_with_model("judge", _PROMPT, twin=_by_rules)
async def check_citations(state: RAGState, run: Run, model: ModelRun) -> StateUpdate:
    """The claims with their verdicts, without those that no citation carries.

    A judging model may lower a verdict or confirm it. When no claim is left, the context is narrowed to evidence that
    no failed claim cited, for one second try.
    """
    checked, more = await to_thread(_checked, state, run)
    context = state.get("context", [])
    if pairs := pairs_of(checked, context):
        messages = _PROMPT.render(data_rule=DATA_RULE, sources=_shown(checked, pairs, Masks(run.index)))
        reply = await model.ask(messages, JudgeReply, max_output_tokens=_OUTPUT_TOKENS)
        checked = lower(checked, pairs, reply.verdicts)
    return {**_outcome(checked, context, state, run), "more": more}


def _shown(claims: Sequence[Claim], pairs: Sequence[Pair], masks: Masks) -> str:
    marker = new_marker()

    def show(pair: Pair) -> str:
        said = masks.sentence(claims[pair.claim]["text"], [pair.evidence])  # it may be quoted from a source
        sentence = fence_text(said, marker, what="sentence")
        return f"Pair {pair.number}\n{sentence}\n{fence(masks.pieces([pair.evidence]), marker)}"

    return "\n\n".join(map(show, pairs))


def _checked(state: RAGState, run: Run) -> tuple[list[Claim], list[Claim]]:
    """The claims with verdicts, and those behind them that their lines show."""
    context = state.get("context", [])
    shown, behind = state.get("claims", []), state.get("more", [])
    language = question_of(state).language
    claims = [_as_rendered(claim, language) for claim in [*shown, *behind]]
    cited = {identity for claim in claims for identity in claim["evidence"]}
    signatures = signatures_of(run.index, [piece for piece in context if piece["id"] in cited])
    indexed = Baseline(run.index.structure)
    checked = check_claims(claims, context, run.index.tree, indexed=indexed, signatures=signatures)
    return checked[: len(shown)], [claim for claim in checked[len(shown) :] if is_carried(claim)]


def _as_rendered(claim: Claim, language: Language) -> Claim:
    """Without its fact where the sentence is not rendered from it: a person may have changed either."""
    if "fact" not in claim or claim["text"] == say(claim["fact"], language):
        return claim
    changed: Claim = {**claim}
    del changed["fact"]
    return changed


def _outcome(checked: list[Claim], context: Sequence[Evidence], state: RAGState, run: Run) -> StateUpdate:
    kept = [claim for claim in checked if is_carried(claim)]
    failed = [claim for claim in checked if not is_carried(claim)]
    if failed:
        why = f"not shown by the cited lines: {_first_reason(failed)}"
        run.degrade(source=_count(checked), to=_count(kept), why=why)
    if kept and (kept[0] is not checked[0] or any(map(_is_contradicted, failed))):
        # What the answer rested on was the first sentence, and nothing that its lines contradict: those that are left
        # are about the question, no more.
        return {"claims": kept, "basis": "", "signals": {}}
    if kept:
        return {"claims": kept}
    return {"claims": [], "context": _uncited(context, failed), "rewrites": state.get("rewrites", 0) + 1}


def is_carried(claim: Claim) -> bool:
    """True when at least one citation of the claim exists and shows it, or part of it, and none contradicts it."""
    verdicts = claim.get("verdicts", {}).values()
    return not _is_contradicted(claim) and any(
        verdict["resolves"] and verdict["supports"] in CARRIES for verdict in verdicts
    )


def _is_contradicted(claim: Claim) -> bool:
    return any(verdict["supports"] == "contradicted" for verdict in claim.get("verdicts", {}).values())


def _first_reason(claims: Sequence[Claim]) -> str:
    verdicts: list[Verdicts] = [verdict for claim in claims for verdict in claim.get("verdicts", {}).values()]
    return verdicts[0]["why"] if verdicts else "the claim cites nothing"


def _uncited(context: Sequence[Evidence], claims: Sequence[Claim]) -> list[Evidence]:
    cited = {identity for claim in claims for identity in claim["evidence"]}
    return [piece for piece in context if piece["id"] not in cited]


def _count(claims: Sequence[Claim]) -> str:
    return f"{len(claims)} claim" + ("" if len(claims) == 1 else "s")
