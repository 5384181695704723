from __future__ import annotations

from pathlib import Path

import pytest
from langchain_core.tools import tool

from citeline.tools.actions import ACTIONS, ActionError, ActionRegistry, Outcome, action_of
from citeline.tools.actions.wanting import wanted_actions


@pytest.mark.parametrize(
    ("question", "left"),
    [
        (
            "When does PR-4827 ship, what approvals does it need, and create a release meeting",
            "When does PR-4827 ship, what approvals does it need",
        ),
        ("What approvals are needed? Then schedule a meeting.", "What approvals are needed?"),
        ("Schedule the release meeting. When does it ship?", "When does it ship?"),
        ("需要哪些审批，并且安排一次发布会议", "需要哪些审批"),
        ("create a meeting about PR-4827", "create a meeting about PR-4827"),
    ],
)
def test_what_is_to_be_done_is_told_from_what_is_asked(question: str, left: str) -> None:
    wanted, rest = wanted_actions(ACTIONS, question)
    assert [action.name for action in wanted] == ["calendar.create"]
    assert rest == left


@pytest.mark.parametrize(
    "question",
    [
        "how do I create a calendar event?",
        "Where are events created and scheduled?",
        "What does the code do when users book a meeting?",
        "who can book a room and what is the meeting policy",
        "what happens if I add items to the cart?",
    ],
)
def test_a_question_about_meetings_asks_for_none(question: str) -> None:
    assert wanted_actions(ACTIONS, question) == ([], question)


@tool
def notify(channel: str, urgent: bool = False) -> str:
    """Posts the answer in a channel."""
    if channel == "nowhere":
        raise ValueError("there is no such channel")
    return f"posted in {channel}{' at once' * urgent}"


@tool
async def later(channel: str) -> str:
    """Posts the answer later."""
    return f"will be posted in {channel}"


def nothing(tmp_path: Path) -> Outcome:
    return Outcome("?", "", (), tmp_path, tmp_path / "sources")


def test_a_langchain_tool_is_an_action(tmp_path: Path) -> None:
    for given, done in ((notify, "posted in #ops"), (later, "will be posted in #ops")):
        action = action_of(given)
        filled = action.fill({"channel": "#ops"})
        assert action.run(action.arguments.model_validate(filled), nothing(tmp_path)) == done
    with pytest.raises(ActionError, match="channel"):
        action_of(notify).fill({})


def test_a_registry_with_more_leaves_the_other_as_it_is() -> None:
    more = ACTIONS.with_([notify])
    assert [action.name for action in more] == ["calendar.create", "notify"]
    assert ACTIONS.get("notify") is None and len(ActionRegistry()) == 0
