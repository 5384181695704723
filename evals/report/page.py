"""A result as one HTML page: figures, counts, what changed, and the cases that went worst.

It loads nothing: its style is in it, and its policy forbids everything else.
"""

from __future__ import annotations

from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Final

from citeline.visible import visible

from ..compare import Comparison
from ..figures import written
from ..measures import BY_NAME
from ..outcome import Found, Outcome
from ..places import Spot, overlap
from ..result import Result
from ..worst import BadCase, worst
from .tables import (
    changes_table,
    figures_table,
    found_tables,
    grades_table,
    groups_table,
    steps_table,
    text,
)

_TILES: Final = (
    *("full", "useless", "first line right", "yes is full", "unanswerable told"),
    *("NDCG@10", "Hit@10", "cites gold", "line precision", "refused, rightly", "refused, wrongly", "ask p50"),
)
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_HITS = 10


def write_page(result: Result, folder: Path, comparison: Comparison | None = None) -> Path:
    """Write the page into the folder, which is made, and give its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{result.name}.html"
    path.write_text(to_page(result, comparison), "utf-8", errors="backslashreplace")
    return path


def to_page(result: Result, comparison: Comparison | None = None) -> str:
    """The page as text."""
    grades = grades_table(result) if result.groups else ""
    sections = [
        _head(result),
        _tiles(result),
        f"<h2>All figures</h2>{figures_table(result)}",
        f"<h2>Against {text(comparison.before.name)}</h2>{changes_table(comparison)}" if comparison else "",
        f"<h2>Graded, by language, corpus, type and tag</h2>{grades}" if grades else "",
        f"<h2>By language, corpus, type and tag</h2>{groups_table(result)}" if result.groups else "",
        found_tables(result),
        f"<h2>By step</h2>{steps_table(result)}",
        _worst(result),
        _left_out(result),
    ]
    style = files("citeline.evals.report").joinpath("page.css").read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f"<title>{text(result.name)}</title>\n<style>\n{style}</style></head>\n<body>\n"
        + "\n".join(section for section in sections if section)
        + "\n</body></html>\n"
    )


def _head(result: Result) -> str:
    code = f"commit {result.commit[:12]}" if result.commit else f"version {result.citeline}"
    models = ", ".join(result.models) or "no model"
    corpora = "; ".join(
        " ".join(filter(None, (identity.get("name"), identity.get("commit", "")[:12])))
        for identity in result.corpora.values()
    )
    about = f"{len(result.judged)} cases · Citeline {code} · {models} · {corpora} · {result.created}"
    return f'<h1>{text(result.dataset)}</h1><p class="about">{text(about)}</p>'


def _tiles(result: Result) -> str:
    tiles = [
        f'<div class="tile"><span>{text(name)}</span><b>{text(written(result.figures[name].value, BY_NAME[name]))}</b>'
        f"<span>n = {result.figures[name].n}</span></div>"
        for name in _TILES
        if name in result.figures
    ]
    return f'<div class="tiles">{"".join(tiles)}</div>'


def _worst(result: Result) -> str:
    cases = worst(result.judged)
    if not cases:
        return ""
    return f"<h2>The {len(cases)} worst cases</h2>{''.join(map(case_section, cases))}"


def _left_out(result: Result) -> str:
    rows = [
        f"<li><code>{text(one.case.id)}</code>: {text('; '.join(one.problems))}</li>"
        for one in result.outcomes
        if one.problems
    ]
    return f"<h2>Left out: the corpus is not what was labelled</h2><ul>{''.join(rows)}</ul>" if rows else ""


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
