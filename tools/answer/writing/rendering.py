"""Claims as an answer: numbered in the order of first citation, and as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import dedent

from citeline.markup import inert, plain_text
from citeline.state import Claim, Evidence
from citeline.visible import one_line, visible

from ...citations.passage import collapse


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
