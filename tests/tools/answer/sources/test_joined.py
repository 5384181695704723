"""A record in one table and the rule for it in another: the one row that fits is told, and no row where several do."""

from __future__ import annotations

from pathlib import Path

import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.answer.sources.joined import joined_drafts
from citeline.tools.question.read import read
from tests.graph.action_tries import TREES

APPROVALS = "policy/approvals.md"
QUESTION = "which approvals does PR-4827 need?"


def drafts(root: Path, files: dict[str, str], question: str = QUESTION) -> list[tuple[str, str]]:
    """Subject and object of each claim."""
    for path, text in files.items():
        (root / "t" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "t" / path).write_text(text)
    with citeline.index(root / "t", settings=Settings(home=root / "home", workers=1)) as index:
        found = joined_drafts(index.reader, read(question))
    return [(draft.fact["subject"], draft.fact["object"]) for draft in found]


@pytest.mark.parametrize("tree", ["four", "many"])
def test_the_rule_is_found_through_all_heads_that_both_tables_have(tmp_path: Path, tree: str) -> None:
    assert drafts(tmp_path, TREES[tree]) == [
        ("billing, high · Approvals", "owner, security and board"),
        ("PR-4827", "Service: billing · Risk class: high"),
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("| billing | high | owner, security and board |", "| billing | medium | owner |"),
        ("| search | low | owner |", "| billing | high | nobody |"),
        ("| Service | Risk class | Approvals |", "| Team | Danger | Approvals |"),
        ("owner, security and board", ""),
        ("Approvals |", "Colour |"),
    ],
)
def test_without_exactly_one_row_that_fits_nothing_is_told(tmp_path: Path, old: str, new: str) -> None:
    assert old in TREES["four"][APPROVALS]
    files = {**TREES["four"], APPROVALS: TREES["four"][APPROVALS].replace(old, new)}
    assert drafts(tmp_path, files) == []


@pytest.mark.parametrize(
    "question", ["which approvals does PR-4828 need?", "which approvals do PR-4827 and PR-4829 need?"]
)
def test_an_absent_record_and_two_records_have_no_rule(tmp_path: Path, question: str) -> None:
    assert drafts(tmp_path, TREES["four"], question) == []
