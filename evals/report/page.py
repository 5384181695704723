"""A result as one HTML page: figures, counts, what changed, and the cases that went worst.

It loads nothing: its style is in it, and its policy forbids everything else. `page.html` lays it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from citeline.visible import one_line, visible

from ..cases.case import Case
from ..compare import Comparison
from ..measures import BY_NAME
from ..places import Spot, overlap
from ..result import Result
from ..worst import worst
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
