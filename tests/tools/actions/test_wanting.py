from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from langchain_core.tools import StructuredTool, tool

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
        ("Which approvals are needed, and can you create a meeting?", "Which approvals are needed"),
        ("How are refunds posted? Please add a reminder for the review.", "How are refunds posted?"),
        (
            "how many approvals does PR-4827 need, and schedule a kick-off meeting",
            "how many approvals does PR-4827 need",
        ),
        ("When does PR-4827 ship and create a release meeting", "When does PR-4827 ship"),
        ("Who owns calendar.create, and add an event on 2026-03-04", "Who owns calendar.create"),
        ("PR-4827 的审批是什么？请安排一次会议。", "PR-4827 的审批是什么？"),
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
        "How does the client log in and create a meeting?",
        "how does the client log in, and create a meeting",
        "How do I open the app, then schedule a meeting?",
        "What happens when users sign up and add a reminder?",
        "Where do we validate input and create an event?",
        "what must I do to lock the queue and set up an event",
        "Which approvals does a release need, and how do I sign in and create a meeting?",
        "what does the code do when users log in and create a meeting",
        "I log in, create a meeting, and nothing is saved",
        "explain how users log in and create a meeting",
        "how do I create a meeting room class",
        "Create a meeting room class",
        "in src, create an event loop: how?",
        "Create an event loop: where does asyncio do that?",
        "Create a meeting: how does the server do that?",
        "How do I subclass Thread and set up an event handler?",
        "add a click event to the button",
        "create a class that parses the meeting",
        "how does calendar.create work",
        "how does calendar.create a meeting",
        "如何创建会议？",
        "怎么登录，并且创建会议",
        "创建会议室类",
    ],
)
def test_a_question_about_meetings_asks_for_none_and_stays_whole(question: str) -> None:
    assert wanted_actions(ACTIONS, question) == ([], question)


@pytest.mark.parametrize("odd", [" and " * 800 + "x", ", " * 1_900 + "x", "!" * 3_900, "create a " * 400, "a" * 4_000])
@pytest.mark.timeout(120)
def test_a_question_without_sense_costs_no_time(odd: str) -> None:
    assert wanted_actions(ACTIONS, odd) == ([], odd)


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


SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "title": {"type": "string", "description": "Of the ticket."},
        "days": {"type": "integer"},
        "notify": {"type": ["boolean", "null"]},
        "labels": {"anyOf": [{"type": "array"}, {"type": "null"}]},
    },
    "required": ["title"],
}


def test_a_tool_with_a_json_schema_as_mcp_servers_give_it_is_an_action(tmp_path: Path) -> None:
    ticket = StructuredTool(
        name="ticket.open", description="Opens a ticket.", args_schema=SCHEMA, func=lambda **given: f"opened {given}"
    )
    action = action_of(ticket)
    assert action.arguments.model_json_schema() == {**SCHEMA, "description": "Opens a ticket."}
    filled = action.fill({"title": "x", "labels": ["a"]})
    assert filled == {"title": "x", "labels": ["a"]}
    done = action.run(action.arguments.model_validate(filled), nothing(tmp_path))
    assert done == "opened {'title': 'x', 'labels': ['a']}"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({}, "title: it is required"),
        ({"title": 5}, "title: it is of type string"),
        ({"title": "x", "days": True}, "days: it is of type integer"),
        ({"title": "x", "day": 5}, "day: there are title, days"),
    ],
)
def test_arguments_that_do_not_fit_a_json_schema_are_named(wrong: dict[str, Any], told: str) -> None:
    action = action_of(StructuredTool(name="ticket", description="d", args_schema=SCHEMA, func=lambda **given: "ok"))
    with pytest.raises(ActionError, match=told):
        action.fill(wrong)


def test_a_registry_with_more_leaves_the_other_as_it_is() -> None:
    more = ACTIONS.with_([notify])
    assert [action.name for action in more] == ["calendar.create", "notify"]
    assert ACTIONS.get("notify") is None and len(ActionRegistry()) == 0
