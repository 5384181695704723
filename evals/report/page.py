"""A result as one HTML page: figures, plots, what changed, and the cases that went worst.

It loads nothing: styles and plots are in it, and its policy forbids everything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

from ..ablation_file import Ablated, read_ablation
from ..compare import Comparison
from ..figures import written
from ..measures import BY_NAME
from ..places import match
from ..reach import channel_reach
from ..result import Result
from ..steps import losses
from ..worst import worst
from .cases import case_section
from .scatter import Point, scatter
from .svg import Bar, bars, columns, text, times
from .tables import changes_table, figures_table, grades_table, groups_table, steps_table
from .without_parts import without_parts

_TILES: Final = (
    *("full", "useless", "first line right", "yes is full", "unanswerable told"),
    *("NDCG@10", "Hit@10", "cites gold", "line precision", "refused, rightly", "refused, wrongly", "ask p50"),
)
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_NO_GROUP: Final = 2
"""A plot with a single bar says nothing."""


def write_page(result: Result, folder: Path, comparison: Comparison | None = None) -> Path:
    """Write the page into the folder, which is made, and give its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{result.name}.html"
    parts = read_ablation(folder, result.dataset, result.dataset_sha256)
    path.write_text(to_page(result, comparison, parts), "utf-8", errors="backslashreplace")
    return path


def to_page(result: Result, comparison: Comparison | None = None, parts: Sequence[Ablated] = ()) -> str:
    """The page as text. `parts`: what each part of the retrieval is worth, where that was measured."""
    grades = grades_table(result) if result.groups else ""
    sections = [
        _head(result),
        _tiles(result),
        f"<h2>All figures</h2>{figures_table(result)}",
        f"<h2>Against {text(comparison.before.name)}</h2>{changes_table(comparison)}" if comparison else "",
        f"<h2>Graded, by language, corpus, type and tag</h2>{grades}" if grades else "",
        f"<h2>By language, corpus, type and tag</h2>{groups_table(result)}" if result.groups else "",
        f'<h2>Plots</h2><div class="plots">{_plots(result)}</div>',
        without_parts(parts),
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


def _plots(result: Result) -> str:
    asked = [one for one in result.judged if one.run]
    plots = [_by_group(result, name) for name in ("NDCG@10", "cites gold")]
    if any(one.case.right for one in result.judged):
        plots.append(columns(_ranks(result), "Rank of the first right hit, cases"))
        plots.append(columns(losses(asked), "Where the right lines got lost, cases"))
        plots.append(_by_channel(result))
    plots.append(
        times([one.run.ms for one in asked if one.run], "Time of an answer, cases; a column begins at its label")
    )
    plots.append(times([one.search_ms for one in asked], "Time of a search, cases; a column begins at its label"))
    plots.append(_quality_by_cost(result))
    return "".join(plots)


def _quality_by_cost(result: Result) -> str:
    """All, each language and each corpus as a point: what an answer costs, and how often it cites what is right."""
    cost, unit = (
        ("tokens", "tokens of an answer, mean") if result.models else ("ask p50", "milliseconds of an answer, median")
    )
    # Tags overlap: beside languages and corpora they would hide one another.
    named = {name.split("/", 1)[1]: figures for name, figures in result.groups.items() if not name.startswith("tag/")}
    points = [
        Point(name, figures[cost].value, figures["cites gold"].value)
        for name, figures in {"all": result.figures, **named}.items()
        if cost in figures and "cites gold" in figures
    ]
    return scatter(points, f"Cites gold, against {unit}") if len(points) >= _NO_GROUP else ""


def _by_group(result: Result, name: str) -> str:
    measure = BY_NAME[name]
    rows = [
        Bar(group, found.value, found.low, found.high, f"{written(found.value, measure)}, {found.n}")
        for group, figures in result.groups.items()
        if (found := figures.get(name))
    ]
    return bars(rows, f"{name}, 95 % interval, n") if len(rows) >= _NO_GROUP else ""


def _by_channel(result: Result) -> str:
    rows = [
        Bar(name, found.value, found.low, found.high, written(found.value, BY_NAME["Hit@10"]))
        for name, found in channel_reach(result.judged).items()
    ]
    return bars(rows, "Cases with a right hit that the channel found") if rows else ""


def _ranks(result: Result) -> list[tuple[str, int]]:
    found: Counter[int] = Counter()
    for outcome in result.judged:
        if outcome.case.right and not outcome.error:
            matches = match(outcome.shown, outcome.case.right)
            found[next((rank for rank, places in enumerate(matches, start=1) if places), 0)] += 1
    return [*((str(rank), found[rank]) for rank in range(1, 11)), ("none", found[0])]


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
