"""What a model wrote about numbered evidence, turned into claims that cite exactly what it pointed at.

And what a judging model says of citations: it may lower a verdict or confirm it, and never raises one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citeline.dataclass import dataclass
from citeline.markup import unlinked
from citeline.state import CARRIES, SUPPORTS, Claim, Evidence, Verdicts

from ...citations.anchors import text_sha256
from ...models.schemas import AnswerReply, Cite, PairVerdict

MAX_CLAIMS = 8


@dataclass(frozen=True, slots=True)
class Written:
    """What came of a reply."""

    claims: list[Claim]
    evidence: list[Evidence]
    """The lines that they cite, as pieces of their own with ids after the given ones."""
    uncited: int
    """Sentences that cite nothing of what was given, and are no claims therefore."""
    outside: int
    """Citations that were dropped: of lines outside their piece, or of a piece that does not exist."""


def claims_of(reply: AnswerReply, context: Sequence[Evidence]) -> Written:
    """The sentences that cite lines of the given pieces; a citation without lines means the whole piece."""
    by_id = {item["id"]: item for item in context}
    following = max(by_id, default=0) + 1
    added: dict[tuple[int, int, int], Evidence] = {}
    claims: list[Claim] = []
    outside = 0
    for written in reply.claims:
        cited: list[int] = []
        for cite in written.cites:
            piece = by_id.get(cite.piece)
            lines = _lines(cite, piece) if piece else None
            if piece is None or lines is None:
                outside += 1
                continue
            first, last = lines
            narrow = added.setdefault((cite.piece, first, last), _narrow(piece, first, last, following + len(added)))
            cited.append(narrow["id"])
        text = unlinked(" ".join(written.text.split()))
        if text and cited:
            claims.append({"text": text, "evidence": list(dict.fromkeys(cited))})
    kept = claims[:MAX_CLAIMS]
    used = {identity for claim in kept for identity in claim["evidence"]}
    evidence = [item for item in added.values() if item["id"] in used]
    return Written(kept, evidence, len(reply.claims) - len(claims), outside)


def _lines(cite: Cite, piece: Evidence) -> tuple[int, int] | None:
    """First and last line; None for lines that the piece does not have."""
    start, end = piece["start_line"], piece["end_line"]
    first = cite.first if cite.first is not None else start
    last = cite.last if cite.last is not None else (first if cite.first is not None else end)
    if first > last:
        first, last = last, first
    return (first, last) if start <= first <= last <= end else None


def _narrow(piece: Evidence, first: int, last: int, identity: int) -> Evidence:
    lines = piece["text"].split("\n")[first - piece["start_line"] : last - piece["start_line"] + 1]
    text = "\n".join(lines)
    return {**piece, "id": identity, "start_line": first, "end_line": last, "text": text, "sha256": text_sha256(text)}


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
