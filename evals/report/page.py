"""A result as one HTML page: figures, counts, what changed, and the cases that went worst.

It loads nothing: its style is in it, and its policy forbids everything else. `page.html` lays it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from citeline.dataclass import dataclass
from citeline.visible import one_line, visible

from ..cases.case import Case
from ..compare import Comparison
from ..measures import BY_NAME
from ..outcome import Cited, Found, Loss, Outcome, Run
from ..places import Spot, match, overlap, whole_documents
from ..result import Result
from .tables import (
    GRADE_COLUMNS,
    GROUP_COLUMNS,
    Table,
    changes_table,
    figures_table,
    found_tables,
    groups_table,
    made_with,
    steps_table,
    written,
)

_STEPS: Final[dict[Loss, str]] = {
    "search": "the search: no channel found it",
    "fusion": "the fusion of the channels",
    "ranking": "the ranking",
    "filter": "the choice of the evidence from the ranked hits",
    "grade": "the grade: the evidence was taken for too little",
    "context": "the context",
    "answer": "the choice of sentences: the evidence held it",
}


@dataclass(frozen=True, slots=True)
class BadCase:
    """A case that could have gone better."""

    outcome: Outcome
    badness: float
    """0 is perfect, 1 is as bad as can be."""
    why: tuple[str, ...]
    """What went wrong, the gravest first."""


def worst(outcomes: Iterable[Outcome], limit: int = 20) -> list[BadCase]:
    """The cases that went worst, the worst first; none that went well in every way."""
    bad = [BadCase(one, badness, tuple(why_of(one))) for one in outcomes if (badness := _badness(one)) > 0]
    return sorted((case for case in bad if case.why), key=lambda case: (-case.badness, case.outcome.case.id))[:limit]


def why_of(outcome: Outcome) -> Iterator[str]:
    """What went wrong, in whole sentences; nothing when all went well."""
    if outcome.error:
        yield f"It failed: {outcome.error}"
        return
    if outcome.run:
        yield from _why_answered(outcome, outcome.run)
    if outcome.case.answerable:
        yield from _why_found(outcome)
    if outcome.run and outcome.run.degradations:
        yield f"A step fell back: {outcome.run.degradations[0]}"


def _badness(outcome: Outcome) -> float:
    """The mean distance from what is best, of what search and answer are to do."""
    if outcome.error:
        return 1.0
    names: tuple[str, ...] = ("NDCG@10", "cites gold", "line precision")
    if outcome.case.needs:
        names = ("NDCG@10", "full", "first line right", "claims useful")
    elif not outcome.case.answerable:
        names = ("unanswerable told",) if outcome.case.is_graded else ("refused, rightly",)
    values = [value for name in names if (value := BY_NAME[name].of(outcome)) is not None]
    return 1 - sum(values) / len(values) if values else 0.0


def _why_answered(outcome: Outcome, run: Run) -> Iterator[str]:
    if not outcome.case.answerable:
        if not BY_NAME["unanswerable told" if outcome.case.is_graded else "refused, rightly"].of(outcome):
            yield f"It was answered, though the corpus does not answer it{_citing(run.citations)}."
        return
    if run.status == "not_found":
        missing = f", as it took {', '.join(run.missing_names)} for absent" if run.missing_names else ""
        lost = f"; what is right was lost in: {_STEPS[run.lost_at]}" if run.lost_at else ""
        yield f"It was refused, though the corpus answers it{missing}{lost}."
        return
    cited = [one for one in run.citations if one.in_evidence]
    if not BY_NAME["cites gold"].of(outcome):
        lost = f"; it was lost in: {_STEPS[run.lost_at]}" if run.lost_at else ""
        yield f"The answer cites nothing right{_citing(cited)}{lost}."
    elif wrong := [one for one in cited if not any(overlap(one, place) for place in outcome.case.right)]:
        yield f"Of {len(cited)} citations {len(wrong)} are of other places{_citing(wrong)}."
    yield from _why_not_full(outcome.case, run, cited)
    if unproven := [one for one in run.citations if one.supports in ("not_shown", "contradicted")]:
        yield f"{len(unproven)} of the citations do not show what the sentence says{_citing(unproven)}."


def _why_not_full(case: Case, run: Run, cited: Sequence[Cited]) -> Iterator[str]:
    """What a full answer needs and this one lacks."""
    uncited = [group for group in case.needs if not any(overlap(one, place) for one in cited for place in group)]
    if uncited and len(uncited) < len(case.needs):
        yield f"Of {len(case.needs)} needed points {len(uncited)} are not cited: {uncited[0][0]}."
    if unsaid := [group for group, is_said in zip(case.says, run.said, strict=False) if not is_said]:
        yield f"It does not say {' or '.join(repr(pattern) for pattern in unsaid[0])}."


def _citing(citations: Sequence[Cited]) -> str:
    places = list(dict.fromkeys(_at(one) for one in citations if one.in_evidence))
    return f": {', '.join(places[:3])}{' …' if len(places) > 3 else ''}" if places else ""


def _why_found(outcome: Outcome) -> Iterator[str]:
    hits, gold = outcome.hits, outcome.case.right
    places = outcome.shown
    first = _first(match(places, gold))
    if first == 1:
        missed = [str(place) for place in gold if not any(overlap(spot, place) for hit in places for spot in hit)]
        if missed:
            yield f"Of {len(gold)} right places {len(missed)} are not among the first {len(hits)} hits: {missed[0]}."
    elif first:
        yield f"The first right hit is number {first}; above it stands {_hit(hits[0])}."
    elif file := _first(match(places, whole_documents(gold))):
        yield f"The right file is hit number {file}, with other lines: {_hit(hits[file - 1])}."
    elif hits:
        yield f"No right file is among the first {len(hits)} hits; the first is {_hit(hits[0])}."
    else:
        yield "Nothing was found."


def _first(matches: Sequence[frozenset[int]]) -> int:
    return next((rank for rank, places in enumerate(matches, start=1) if places), 0)


def _hit(hit: Found) -> str:
    return f"{_at(hit)} ({hit.kind} {hit.name})" if hit.name else _at(hit)


def _at(place: Found | Cited) -> str:
    return f"{place.path}:{place.start_line}-{place.end_line}"


_TILES: Final = (
    *("full", "useless", "first line right", "yes is full", "unanswerable told"),
    *("NDCG@10", "Hit@10", "cites gold", "line precision", "refused, rightly", "refused, wrongly", "ask p50"),
)


def write_page(result: Result, folder: Path, comparison: Comparison | None = None) -> Path:
    """Write the page into the folder, which is made, and give its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{result.name}.html"
    path.write_text(to_page(result, comparison), "utf-8", errors="backslashreplace")
    return path


def to_page(result: Result, comparison: Comparison | None = None) -> str:
    """The page as text."""
    return _template().render(
        result=result,
        about=_about(result),
        tiles=[
            (name, written(result.figures[name].value, BY_NAME[name]), result.figures[name].n)
            for name in _TILES
            if name in result.figures
        ],
        sections=list(_sections(result, comparison)),
        cases=worst(result.judged),
        left_out=[one for one in result.outcomes if one.problems],
    )


@cache
def _template() -> Template:
    page = files("citeline.evals.report")
    environment = Environment(autoescape=True, undefined=StrictUndefined, finalize=_shown)
    environment.globals.update(style=Markup(page.joinpath("page.css").read_text("utf-8")), is_right=_is_right)
    environment.globals["whole"] = lambda said: Markup(escape(visible(said)))
    return environment.from_string(page.joinpath("page.html").read_text("utf-8"))


def _shown(value: Any) -> Any:
    """Anything as text of the page: escaped, and with what a person would not see written out."""
    return Markup(escape(one_line(value))) if type(value) is str else value


def _about(result: Result) -> str:
    corpora = "; ".join(
        " ".join(filter(None, (identity.get("name"), identity.get("commit", "")[:12])))
        for identity in result.corpora.values()
    )
    return f"{len(result.judged)} cases · {made_with(result)} · {corpora} · {result.created}"


def _sections(result: Result, comparison: Comparison | None) -> Iterator[tuple[str, str, Table]]:
    """Title, what is said below it, and table."""
    yield "All figures", "", figures_table(result)
    if comparison:
        told = f"{comparison.shared} shared cases; the interval is that of the difference."
        yield f"Against {comparison.before.name}", told, changes_table(comparison)
    kinds = "by language, corpus, type and tag"
    if result.groups and "full" in result.figures:
        yield f"Graded, {kinds}", "", groups_table(result, GRADE_COLUMNS)
    if result.groups:
        yield kinds.capitalize(), "", groups_table(result, GROUP_COLUMNS)
    for title, table in found_tables(result):
        yield title, "", table
    yield "By step", "", steps_table(result)


def _is_right(place: Spot, case: Case) -> bool:
    return any(overlap(place, gold) for gold in case.right)
