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


QUESTION = "When does PR-4827 ship? tell #ops and ana@example.org 3 times"


def outcome(supports: str = "supported", question: str = QUESTION) -> Outcome:
    claims: list[Any] = [
        {"text": line, "evidence": [1], "verdicts": {"1": {"resolves": True, "supports": supports}}} for line in LINES
    ]
    piece: Any = {"id": 1, "path": "r.md", "start_line": 3, "name": "", "qualified_name": "", "text": "\n".join(LINES)}
    cited: tuple[tuple[Claim, ...], tuple[Evidence, ...]] = (tuple(claims), (piece,))
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


@pytest.mark.parametrize(
    ("question", "value"),
    [
        # Part of another value.
        ("Mail ann@x.org.evil.com", "ann@x.org"),
        ("Mail joe+ann@x.org", "ann@x.org"),
        ("Mail joe-ann@x.org", "ann@x.org"),
        ("Mail o'ann@x.org", "ann@x.org"),
        ("Mail ann@x.org-evil.com", "ann@x.org"),
        ("Transfer 1,500 euros", 500),
        ("Transfer 1 500 euros", 500),
        ("Transfer 1 500 euros", 1),
        ("Transfer 1'500 euros", "500"),
        ("Transfer -500 euros", 500),
        ("Transfer 1.500 euros", 1),
        ("Transfer 12:500", "500"),
        ("Create a meeting at 10:00", 10),
        ("Create a meeting on 3 March 2026", 3),
        ("Delete /srv/data/old", "/srv/data"),
        ("Delete /srv/data.old", "/srv/data"),
        ("Delete /srv/data/*", "/srv/data/"),
        ("Delete branch release/2.0-old", "release/2.0"),
        ("Open https://x.org/a?b=1", "https://x.org/a"),
        # Said not to be meant.
        ("Do not send it to bob@x.org", "bob@x.org"),
        ("Don't mail eve@x.org, bob@x.org and ann@x.org", "bob@x.org"),
        ("Mail everybody without bob@x.org", "bob@x.org"),
        ("Refund not 20 but 15 dollars", 20),
        ("Never delete /srv/data", "/srv/data"),
        ("Do not ship on 2026-03-04", "2026-03-04"),
        ("Sende es nicht an bob@x.org", "bob@x.org"),
        ("Schick es bob@x.org nicht", "bob@x.org"),
        ("不要发给 bob@x.org", "bob@x.org"),
        ("bob@x.org には送らないでください", "bob@x.org"),
        ("No lo envíes a bob@x.org", "bob@x.org"),
        ("Ne l'envoie pas à bob@x.org", "bob@x.org"),
    ],
)
def test_part_of_another_value_and_what_is_denied_are_not_said(question: str, value: Any) -> None:
    assert [one["kind"] for one in traced(value, outcome(question=question)).sources] == ["model"]


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Refund not 20 but 15 dollars", 15),
        ("Do not send it to bob@x.org, send it to ann@x.org.", "ann@x.org"),
        ("Why is it not done? Mail ann@x.org", "ann@x.org"),
        ("Sende es nicht an bob@x.org, sondern an ann@x.org", "ann@x.org"),
        ("不要发给 bob@x.org，而是发给 ann@x.org", "ann@x.org"),
        ("Transfer -500 euros", -500),
        ("Transfer 1,500 euros", "1,500"),
        ("Meet for 45 minutes, please", 45),
        ("Delete /srv/data.", "/srv/data"),
        ("Delete release/2.0, then tell #ops", "release/2.0"),
    ],
)
def test_a_whole_value_that_the_question_says_is_said(question: str, value: Any) -> None:
    assert [one["kind"] for one in traced(value, outcome(question=question)).sources] == ["question"]


def test_a_line_that_does_not_bear_its_claim_out_is_no_source() -> None:
    for supports in ("not_shown", "contradicted"):
        assert traced("2026-03-04", outcome(supports)).sources[0]["kind"] == "model"


def test_a_citation_names_the_line() -> None:
    (source,) = traced("2026-03-04", outcome()).sources
    assert (source.get("place"), source["text"], source.get("evidence")) == ("r.md:3", LINES[0], 1)
