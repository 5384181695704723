"""One case of the page: the question, what went wrong, what was found and what was said."""

from __future__ import annotations

from html import escape

from citeline.visible import visible

from ..outcome import Found, Outcome
from ..places import Spot, overlap
from ..worst import BadCase
from .tables import text

_HITS = 10


def case_section(bad: BadCase) -> str:
    """A part of the page that opens when it is asked for."""
    outcome = bad.outcome
    case = outcome.case
    about = " · ".join((case.id, case.language, *case.tags))
    why = "".join(f'<span class="why">{text(sentence)}</span>' for sentence in bad.why)
    gold = ", ".join(f"<code>{text(str(place))}</code>" for place in case.right) or "nothing: it should be refused"
    return (
        f"<details><summary><b>{text(case.question)}</b>{why}</summary><div>"
        f'<p class="soft">{text(about)}</p><p>Right: {gold}</p>{_hits(outcome)}{_answer(outcome)}</div></details>\n'
    )


def _hits(outcome: Outcome) -> str:
    rows = "".join(
        f"<tr><td>{rank}</td><td>{_places(hit, outcome)}</td><td>{text(f'{hit.kind} {hit.name}')}</td>"
        f"<td>{hit.score:.3f}</td><td>{text(_channels(hit))}</td></tr>"
        for rank, hit in enumerate(outcome.hits[:_HITS], start=1)
    )
    head = "<tr><th></th><th>hit</th><th>what</th><th>score</th><th>rank in channels</th></tr>"
    return f"<table>{head}{rows}</table>" if rows else ""


def _answer(outcome: Outcome) -> str:
    if outcome.run is None:
        return ""
    rows = "".join(
        f"<tr><td>{cited.claim}</td><td>{_place(cited, outcome)}</td><td>{text(cited.supports or '–')}</td>"
        f"<td>{text(cited.unchanged or '–')}</td></tr>"
        for cited in outcome.run.citations
    )
    head = "<tr><th>sentence</th><th>cites</th><th>supports</th><th>unchanged</th></tr>"
    said = f"<pre>{escape(visible(outcome.run.answer))}</pre>"
    return f"<p>{text(outcome.run.status.replace('_', ' '))}:</p>{said}" + (
        f"<table>{head}{rows}</table>" if rows else ""
    )


def _place(place: Spot, outcome: Outcome) -> str:
    if not place.path:
        return "no evidence of that number"
    is_right = any(overlap(place, gold) for gold in outcome.case.right)
    told = f"{place.path}:{place.start_line}-{place.end_line}"
    return f"<code{' class=right' if is_right else ''}>{text(told)}</code>"


def _places(hit: Found, outcome: Outcome) -> str:
    return " ".join(_place(place, outcome) for place in hit.places)


def _channels(hit: Found) -> str:
    return ", ".join(f"{name} {rank}" for name, rank in sorted(hit.channels.items(), key=lambda one: one[1]))
