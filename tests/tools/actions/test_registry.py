from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from langchain_core.tools import StructuredTool, tool

from citeline.tools.actions import ACTIONS, ActionError, ActionRegistry, Outcome, action_of


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
