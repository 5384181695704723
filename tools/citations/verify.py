"""Gives every citation of every claim its three verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from citeline.indexing.files.source_tree import Root
from citeline.state import Claim, Evidence, Verdicts

from .anchors import Anchor, check_evidence
from .passage import lines_behind, passage_of
from .stated import check_further, check_stated
from .support import check_support
from .working_tree import Absence, Indexed, WorkingTree


def check_claims(
    claims: Sequence[Claim],
    evidence: Sequence[Evidence],
    root: Root,
    *,
    indexed: Indexed | None = None,
    signatures: Mapping[int, str] = MappingProxyType({}),
) -> list[Claim]:
    """The claims with `verdicts` filled in, by evidence id; the given claims stay as they are.

    `supports` is judged on the text that the answer was built from, `resolves` and `unchanged` on the working tree
    now, or on what is `indexed` where that is the same. `signatures`: evidence id to the signature of the enclosing
    definition, where that is known. A claim with a fact is judged by that, any other by its sentence.
    """
    by_id = {item["id"]: item for item in evidence}
    tree = WorkingTree(root, indexed)
    anchors = {item["id"]: check_evidence(item, tree) for item in evidence if _is_cited(item["id"], claims)}
    behind = {identity: _behind(by_id[identity], anchor, tree) for identity, anchor in anchors.items()}
    checked: list[Claim] = []
    for claim in claims:
        verdicts = {
            str(identity): _judge(
                claim,
                by_id.get(identity),
                anchors.get(identity),
                (signatures.get(identity, ""), behind.get(identity, "")),
                further=number > 0,
            )
            for number, identity in enumerate(claim["evidence"])
        }
        checked.append({**claim, "verdicts": verdicts})
    return checked


def _is_cited(identity: int, claims: Sequence[Claim]) -> bool:
    return any(identity in claim["evidence"] for claim in claims)


def _behind(item: Evidence, anchor: Anchor, tree: WorkingTree) -> str:
    """What the file has behind the lines, where they stand in it as they were read."""
    lines = tree.lines(item["path"]) if anchor.place is not None and anchor.unchanged in ("unchanged", "moved") else ()
    return "" if isinstance(lines, Absence) or anchor.place is None else lines_behind(lines, anchor.place[1])


def _judge(
    claim: Claim, item: Evidence | None, anchor: Anchor | None, around: tuple[str, str], *, further: bool
) -> Verdicts:
    """`around`: the signature of the enclosing definition, and the lines behind.

    `further`: a citation behind the first one, which alone has the quotation.
    """
    if item is None or anchor is None:
        why = "no evidence has this id"
        return {"resolves": False, "unchanged": "stale", "supports": "not_shown", "basis": "", "why": why}
    passage, quote, fact = passage_of(item, *around), "" if further else claim.get("quote", ""), claim.get("fact")
    if fact:
        support = check_further(fact, passage) if further else check_stated(fact, passage, quote=quote)
    else:
        support = check_support(claim["text"], passage, quote=quote)
    why = support.why if anchor.unchanged == "unchanged" else f"{support.why}; {anchor.why}"
    verdicts: Verdicts = {
        "resolves": anchor.resolves,
        "unchanged": anchor.unchanged,
        "supports": support.verdict,
        "basis": support.basis,
        "why": why,
    }
    if anchor.unchanged == "moved" and anchor.place is not None:
        verdicts["moved_to"] = list(anchor.place)
    return verdicts
