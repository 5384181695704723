"""The live view: what each event adds to it."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console

from citeline.cli.commands import ask
from citeline.cli.live import View, watch
from citeline.errors import UsageError
from citeline.graph.answer import Answer
from citeline.graph.events import (
    CompletionEvent,
    ErrorEvent,
    PauseEvent,
    ProgressEvent,
    StepEndEvent,
    ToolCallEvent,
    ToolResultEvent,
)
from citeline.graph.pauses import Pause

AT: dict[str, Any] = {"run_id": "r", "at": 0.0}
ANSWER = Answer("?", "answered", "", (), (), (), (), {}, (), {}, {})


def shown(view: View) -> str:
    console = Console(width=120, record=True, file=None, force_terminal=False, quiet=False)
    with console.capture() as captured:
        console.print(view.render())
    return captured.get()


def test_calls_of_tools_are_shown_with_what_they_began_to_answer() -> None:
    view = View()
    view.take(ToolCallEvent(step="explore", tool="search_sources", arguments={"pattern": "a\x1b[31mb"}, **AT))
    view.take(ToolResultEvent(step="explore", tool="search_sources", result="3 lines in 1 files\n…", **AT))
    text = shown(view)
    assert "search_sources(pattern=a\\x1b[31mb)  3 lines in 1 files" in text and "\x1b[31m" not in text


def test_what_is_sent_and_where_to_is_shown() -> None:
    view = View()
    view.take(ProgressEvent(step="generate_answer", text="sending 4 excerpts to localhost", **AT))
    assert "generate_answer: sending 4 excerpts to localhost" in shown(view)


def test_a_run_that_failed_ends_with_the_error_that_it_was_and_its_exit_code() -> None:
    error = UsageError("no such thing", remedy="another")
    failed = ErrorEvent(message=str(error), remedy=error.remedy, error=error, **AT)
    with pytest.raises(UsageError) as raised:
        watch([failed], Console(quiet=True), keep=False)
    assert raised.value.exit_code == 2 and raised.value.remedy == "another"


def test_only_the_last_calls_are_shown() -> None:
    view = View()
    for number in range(20):
        view.take(ToolCallEvent(step="explore", tool="read_lines", arguments={"first": number}, **AT))
    text = shown(view)
    assert "first=19" in text and "first=5" not in text


def test_the_view_steps_aside_while_a_person_is_asked_and_comes_back() -> None:
    console = Console(force_terminal=True, width=80)
    asked: list[bool] = []

    def events() -> Any:
        yield StepEndEvent(step="plan_intent", changed={"usage": {"seconds": 0.1}}, **AT)
        yield PauseEvent(pause=Pause("actions", {"actions": []}, {}, ANSWER), **AT)
        asked.append(not getattr(console, "_live_stack", None))
        yield StepEndEvent(step="run_actions", changed={}, **AT)
        yield CompletionEvent(answer=ANSWER, **AT)

    with console.capture():
        assert watch(events(), console, keep=True) is ANSWER
    assert asked == [True]


@pytest.mark.parametrize("traced", [True, False])
def test_whoever_gets_the_prompts_is_named_before_they_are_sent(
    traced: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ask, "is_traced", lambda: traced)
    ask._announce(["api.example.org"], 6)
    told = capsys.readouterr().err
    assert "6 excerpts a call to api.example.org" in told and ("LangSmith" in told) == traced
