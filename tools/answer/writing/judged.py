"""What a judging model says of citations: it may lower a verdict or confirm it, and never raises one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citeline.dataclass import dataclass
from citeline.state import CARRIES, SUPPORTS, Claim, Evidence, Verdicts

from ...models.schemas import PairVerdict


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and one of its citations, as the judge sees them."""

    number: int
    claim: int
    """Place of the claim in its list."""
    evidence: Evidence


def pairs_of(claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Pair]:
    """Every citation that the deterministic check lets stand: only those can still be lowered."""
    by_id = {item["id"]: item for item in evidence}
    pairs: list[Pair] = []
    for place, claim in enumerate(claims):
        for identity in claim["evidence"]:
            verdict = claim.get("verdicts", {}).get(str(identity))
            if verdict and verdict["supports"] in CARRIES and identity in by_id:
                pairs.append(Pair(len(pairs) + 1, place, by_id[identity]))
    return pairs


def lower(claims: Sequence[Claim], pairs: Sequence[Pair], verdicts: Sequence[PairVerdict]) -> list[Claim]:
    """The claims with the lower of both verdicts for each pair; pairs that the judge left out stay as they are."""
    said = {verdict.pair: verdict for verdict in verdicts}
    lowered: list[Claim] = [{**claim, "verdicts": dict(claim.get("verdicts", {}))} for claim in claims]
    for pair in pairs:
        verdict = said.get(pair.number)
        if verdict is None:
            continue
        found: Mapping[str, Verdicts] = lowered[pair.claim]["verdicts"]
        before = found[str(pair.evidence["id"])]
        if SUPPORTS.index(verdict.verdict) > SUPPORTS.index(before["supports"]):
            lowered[pair.claim]["verdicts"][str(pair.evidence["id"])] = {
                **before,
                "supports": verdict.verdict,
                "basis": "judge",
                "why": f"the judge: {verdict.why or 'no reason given'}",
            }
    return lowered
