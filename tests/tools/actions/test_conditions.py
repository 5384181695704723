"""An action of others is not done unasked where the question says when it is wanted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from langchain_core.tools import tool

from citeline.tools.actions import Outcome, action_of
from citeline.tools.actions.proposal import proposed
from citeline.tools.actions.sourced import unsettled
from citeline.tools.question.question import Wish
from citeline.tools.question.wishes import wishes_in


@tool
def ticket(title: str = "Release") -> str:
    """Opens a ticket."""
    return f"opened {title}"


def wish_of(question: str) -> Wish:
    [wish] = wishes_in(question, {"ticket": lambda part: "open a ticket" in part.lower()}).wishes
    return wish


@pytest.mark.parametrize(
    ("question", "condition"),
    [
        ("When does Falcon ship? If it ships in March, open a ticket for the release.", "If it ships in March"),
        ("Should Falcon ship, open a ticket.", "Should Falcon ship"),
        ("Were it to slip, open a ticket.", "Were it to slip"),
        ("Open a ticket unless it has shipped.", "unless it has shipped"),
        ("When does Falcon ship? Then open a ticket.", ""),
    ],
)
def test_a_condition_that_no_argument_holds_needs_a_person(tmp_path: Path, question: str, condition: str) -> None:
    plain = Outcome(question, "", (), tmp_path, tmp_path / "sources")
    call = proposed(action_of(ticket), replace(plain, wish=wish_of(question)))
    assert call.get("unused", []) == ([condition] if condition else [])
    assert unsettled(call) == ([f"no argument holds {condition!r}"] if condition else [])
