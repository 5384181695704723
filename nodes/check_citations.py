"""Holds every claim against the lines that it cites, and removes those that its lines do not show."""

from __future__ import annotations

from collections.abc import Sequence

from citeline.state import Claim, Evidence, RAGState, StateUpdate, Verdicts
from citeline.steps import Run, step
from citeline.tools.citations.verify import check_claims
from citeline.tools.rag.evidence import signatures_of


@step
def check_citations(state: RAGState, run: Run) -> StateUpdate:
    """The claims with their verdicts, without those that no citation carries.

    When none is left, the context is narrowed to evidence that no failed claim cited, for one second try.
    """
    context = state.get("context", [])
    claims = state.get("claims", [])
    cited = {identity for claim in claims for identity in claim["evidence"]}
    signatures = signatures_of(run.index, [piece for piece in context if piece["id"] in cited])
    checked = check_claims(claims, context, run.index.root, signatures=signatures)
    kept = [claim for claim in checked if is_carried(claim)]
    failed = [claim for claim in checked if not is_carried(claim)]
    if failed:
        why = f"not shown by the cited lines: {_first_reason(failed)}"
        run.degrade(source=_count(checked), to=_count(kept), why=why)
    if kept:
        return {"claims": kept}
    return {"claims": [], "context": _uncited(context, failed), "rewrites": state.get("rewrites", 0) + 1}


def is_carried(claim: Claim) -> bool:
    """True when at least one citation of the claim exists and shows it, or part of it, and none contradicts it."""
    verdicts = claim.get("verdicts", {}).values()
    if any(verdict["supports"] == "contradicted" for verdict in verdicts):
        return False
    return any(verdict["resolves"] and verdict["supports"] in ("supported", "partly") for verdict in verdicts)


def _first_reason(claims: Sequence[Claim]) -> str:
    verdicts: list[Verdicts] = [verdict for claim in claims for verdict in claim.get("verdicts", {}).values()]
    return verdicts[0]["why"] if verdicts else "the claim cites nothing"


def _uncited(context: Sequence[Evidence], claims: Sequence[Claim]) -> list[Evidence]:
    cited = {identity for claim in claims for identity in claim["evidence"]}
    return [piece for piece in context if piece["id"] not in cited]


def _count(claims: Sequence[Claim]) -> str:
    return f"{len(claims)} claim" + ("" if len(claims) == 1 else "s")
