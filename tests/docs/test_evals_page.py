"""`docs/evals.md` shows rows that are rows, and names every field and every figure."""

import re

from citeline.evals.cases.case import Case, Gold
from citeline.evals.measures import MEASURES
from tests.test_packaging import ROOT

PAGE = (ROOT / "docs/evals.md").read_text("utf-8")


def test_the_rows_of_the_page_are_rows() -> None:
    shown = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert shown
    rows = [Case.model_validate_json(line) for line in shown[1].splitlines()]
    assert len(rows) > 3 and {row.answerable for row in rows} == {True, False}


def test_every_field_is_explained() -> None:
    missing = [name for name in Case.model_fields if f"| `{name}`" not in PAGE]
    missing += [name for name in Gold.model_fields if f"`gold[].{name}`" not in PAGE]
    assert missing == []


def test_every_figure_is_explained() -> None:
    # "ask p50" and "ask p95" are explained together.
    assert [one.name for one in MEASURES if one.name.removesuffix(" p95").removesuffix(" p50") not in PAGE] == []
