"""What a model wrote about numbered evidence, turned into claims that cite exactly what it pointed at."""

from __future__ import annotations

from collections.abc import Sequence

from citeline.state import Claim, Evidence

from ...citations.anchors import text_sha256
from ...models.schemas import AnswerReply, Cite

MAX_CLAIMS = 8


def claims_of(reply: AnswerReply, context: Sequence[Evidence]) -> tuple[list[Claim], list[Evidence], int]:
    """Claims, the narrow evidence that they cite (ids after the given ones), and how many sentences cited nothing.

    Lines outside their piece mean the whole piece; a piece that does not exist is no citation, and a sentence without
    one is not a claim.
    """
    by_id = {item["id"]: item for item in context}
    following = max(by_id, default=0) + 1
    added: dict[tuple[int, int, int], Evidence] = {}
    claims: list[Claim] = []
    for written in reply.claims:
        cited: list[int] = []
        for cite in written.cites:
            piece = by_id.get(cite.piece)
            if piece is None:
                continue
            first, last = _lines(cite, piece)
            narrow = added.setdefault((cite.piece, first, last), _narrow(piece, first, last, following + len(added)))
            cited.append(narrow["id"])
        text = " ".join(written.text.split())
        if text and cited:
            claims.append({"text": text, "evidence": list(dict.fromkeys(cited))})
    kept = claims[:MAX_CLAIMS]
    used = {identity for claim in kept for identity in claim["evidence"]}
    return kept, [item for item in added.values() if item["id"] in used], len(reply.claims) - len(claims)


def _lines(cite: Cite, piece: Evidence) -> tuple[int, int]:
    start, end = piece["start_line"], piece["end_line"]
    first = cite.first if cite.first is not None else start
    last = cite.last if cite.last is not None else (first if cite.first is not None else end)
    if first > last:
        first, last = last, first
    return (first, last) if start <= first <= last <= end else (start, end)


def _narrow(piece: Evidence, first: int, last: int, identity: int) -> Evidence:
    lines = piece["text"].split("\n")[first - piece["start_line"] : last - piece["start_line"] + 1]
    text = "\n".join(lines)
    return {**piece, "id": identity, "start_line": first, "end_line": last, "text": text, "sha256": text_sha256(text)}
