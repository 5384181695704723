"""Claims as an answer: numbered in the order of first citation, and as Markdown."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from textwrap import dedent
from typing import Any, Final

from citeline.markup import inert, leads_in, plain_text
from citeline.state import Claim, Evidence
from citeline.visible import one_line, visible

from ...citations.passage import collapse

_LED: Final = 3
"""Claims from which on a list is told by its sentence alone: 5 answers 3 of 878 questions more, in .8 lines each."""


_GAP: Final = 2
"""Lines from the last of one chunk to the first of the next, with a blank one between them."""


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


def shown_with_lines(claims: Sequence[Mapping[str, Any]], evidence: Mapping[int, Mapping[str, Any]]) -> set[int]:
    """Ids of evidence whose lines stand below a sentence: those of the first one, what goes on where these end, and
    what a sentence leads in, or a line that it cites. All others are told by their sentence and their place.
    """
    shown = shown_whole(claims, evidence)
    for number, claim in enumerate(claims):
        cited = [one for one in claim["evidence"] if one in evidence]
        leads = number < _LED and any(_leads_in(claim, evidence[one]) for one in cited)
        if leads or any(_goes_on(evidence[one], shown, evidence) for one in cited):
            shown.update(cited)
    return shown


def shown_whole(claims: Sequence[Mapping[str, Any]], evidence: Mapping[int, Mapping[str, Any]]) -> set[int]:
    """Ids of evidence whose lines are the answer itself: those of the first sentence, and what goes on behind them."""
    whole: set[int] = set()
    for number, claim in enumerate(claims):
        cited = [one for one in claim["evidence"] if one in evidence]
        if not number or any(_goes_on(evidence[one], whole, evidence) for one in cited):
            whole.update(cited)
    return whole


def _leads_in(claim: Mapping[str, Any], item: Mapping[str, Any]) -> bool:
    """Whether a sentence of prose, or a line that it cites, says what the lines below list."""
    fact = claim.get("fact") or {}
    is_prose = fact.get("relation") in ("quoted", "under")
    led = is_prose and any(leads_in(line) for line in item["text"].split("\n")[:-1])
    return led or (fact.get("relation") == "shown" and leads_in(str(fact.get("object", ""))))


def _goes_on(item: Mapping[str, Any], shown: Collection[int], evidence: Mapping[int, Mapping[str, Any]]) -> bool:
    """Whether lines begin where shown ones of their section end, as the rest of a list that a chunk cuts."""
    before = [evidence[one] for one in shown]
    return any(
        (one["path"], one.get("name")) == (item["path"], item.get("name"))
        and 1 <= item["start_line"] - one["end_line"] <= _GAP
        for one in before
    )


def render(claims: Sequence[Claim], evidence: Sequence[Evidence]) -> str:
    """The answer as Markdown: a paragraph a claim with `[n]` marks, and the lines that belong to it below."""
    return render_quoted(with_lines(claims, evidence))


def with_lines(claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Claim]:
    """The same claims, each with those lines as its quotation that stand below it, and no other one; what a model wrote
    quotes nothing that it did not.
    """
    by_id = {item["id"]: item for item in evidence}
    shown = shown_with_lines(claims, by_id)
    found: list[Claim] = []
    for claim in claims:
        lines = [by_id[one]["text"] for one in claim["evidence"] if one in shown]
        own = claim.get("quote", "") or (lines[0] if lines and claim.get("fact") else "")
        found.append({**claim, "quote": own if lines else ""})
        shown.difference_update(claim["evidence"])
    return found


def render_quoted(claims: Sequence[Claim]) -> str:
    """The same of claims that have their quotations.

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
