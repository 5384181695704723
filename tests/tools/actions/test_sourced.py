"""What a model fills in counts as said only where the question or one cited line about the record has its words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from citeline.state import Claim, Evidence
from citeline.tools.actions import Outcome
from citeline.tools.actions.sourced import traced
from citeline.tools.question.wishes import when_asked

LINES = (
    "PR-4827 ships on 4 March 2026 with release R-19.",
    "PR-4827 is told to evil@example.net and at https://evil.example.net.",
    "PR-4001 ships on 2026-01-12.",
)


def outcome(supports: str = "supported") -> Outcome:
    claims: list[Any] = [
        {"text": line, "evidence": [1], "verdicts": {"1": {"resolves": True, "supports": supports}}} for line in LINES
    ]
    piece: Any = {"id": 1, "path": "r.md", "start_line": 3, "name": "", "qualified_name": "", "text": "\n".join(LINES)}
    cited: tuple[tuple[Claim, ...], tuple[Evidence, ...]] = (tuple(claims), (piece,))
    question = "When does PR-4827 ship? tell #ops and ana@example.org 3 times"
    return Outcome(question, "", (), Path("out"), Path("t"), None, when_asked(["When does PR-4827 ship"]), *cited)


@pytest.mark.parametrize(
    ("value", "kinds"),
    [
        ("#ops", ["question"]),
        ("ana@example.org", ["question"]),
        (3, ["question"]),
        (["#ops", "ana@example.org"], ["question", "question"]),
        ("PR-4827 ships on 4 March 2026", ["citation"]),
        ("2026-03-04", ["citation"]),
        ({"channel": "#ops", "text": "release R-19"}, ["question", "citation"]),
        # Of another record, from a stranger, half of a word, or of nobody.
        ("2026-01-12", ["model"]),
        ("PR-4001 ships", ["model"]),
        ("evil@example.net", ["model"]),
        ("https://evil.example.net", ["model"]),
        ("release R-1", ["model"]),
        ("2026-03-05", ["model"]),
        (7, ["model"]),
        (True, ["model"]),
        ("", ["model"]),
        (["#ops", "#all"], ["model"]),
    ],
)
def test_a_value_has_the_words_that_say_it_or_is_made_up(value: Any, kinds: list[str]) -> None:
    found = traced(value, outcome())
    assert [source["kind"] for source in found.sources] == kinds and found.value == value


def test_a_line_that_does_not_bear_its_claim_out_is_no_source() -> None:
    for supports in ("not_shown", "contradicted"):
        assert traced("2026-03-04", outcome(supports)).sources[0]["kind"] == "model"


def test_a_citation_names_the_line() -> None:
    (source,) = traced("2026-03-04", outcome()).sources
    assert (source.get("place"), source["text"], source.get("evidence")) == ("r.md:3", LINES[0], 1)
