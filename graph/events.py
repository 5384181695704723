"""What happens during a run, as typed events in the order in which it happens.

Made from LangGraph's own streams: `tasks` for steps, `custom` for what happens in them, `values` for the end.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import field
from typing import Any, TypeAlias
from uuid import uuid4

from citeline.dataclass import dataclass
from citeline.errors import CitelineError

from .answer import Answer
from .pauses import Pause


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Anything that happens in a run."""

    run_id: str
    at: float
    """Unix time, seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepStartEvent(Event):
    """A step begins."""

    step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEndEvent(Event):
    """A step is done."""

    step: str
    changed: Mapping[str, Any]
    """The keys of the state that it wrote."""
    error: str = ""
    """What went wrong, if the step could not end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LLMOutputEvent(Event):
    """A model has written some text."""

    step: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LLMThinkingEvent(Event):
    """A model thinks aloud."""

    step: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallEvent(Event):
    """A model calls a tool."""

    step: str
    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResultEvent(Event):
    """A tool has answered."""

    step: str
    tool: str
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressEvent(Event):
    """A step tells how far it is."""

    step: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseEvent(Event):
    """The run waits for a person; `decide` is called when the next event is asked for."""

    pause: Pause


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletionEvent(Event):
    """The run is over; the last event of a run that ends well."""

    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorEvent(Event):
    """The run has failed; the last event of one that does."""

    message: str
    remedy: str
    error: CitelineError
    """What `ask` would have raised."""


AnyEvent: TypeAlias = (
    StepStartEvent
    | StepEndEvent
    | LLMOutputEvent
    | LLMThinkingEvent
    | ToolCallEvent
    | ToolResultEvent
    | ProgressEvent
    | PauseEvent
    | CompletionEvent
    | ErrorEvent
)


class EventReader:
    """Turns the parts of one run's stream into events; keeps the last state."""

    def __init__(self) -> None:
        self.run_id = uuid4().hex
        self.state: dict[str, Any] = {}
        self.interrupts: tuple[Any, ...] = ()
        """What the run waits for, when its stream has ended."""

    def now(self) -> dict[str, Any]:
        """The fields that every event has."""
        return {"run_id": self.run_id, "at": time.time()}

    def read(self, part: Mapping[str, Any]) -> list[AnyEvent]:
        """The events of one part; none for what a person need not see."""
        match part["type"]:
            case "tasks":
                return self._step(part["data"])
            case "custom":
                return self._told(part["data"])
            case "values" if not part["ns"]:
                self.state = dict(part["data"])
                self.interrupts = tuple(part.get("interrupts") or ())
        return []

    def _step(self, task: Mapping[str, Any]) -> list[AnyEvent]:
        name = str(task["name"])
        if "input" in task:
            return [StepStartEvent(step=name, **self.now())]
        result = task.get("result")
        changed = dict(result) if isinstance(result, Mapping) else dict(result or ())
        return [StepEndEvent(step=name, changed=changed, error=str(task.get("error") or ""), **self.now())]

    def _told(self, data: Any) -> list[AnyEvent]:
        if not isinstance(data, Mapping) or "step" not in data:
            return []
        step = str(data["step"])
        if "thinking" in data:
            return [LLMThinkingEvent(step=step, text=str(data["thinking"]), **self.now())]
        if "output" in data:
            return [LLMOutputEvent(step=step, text=str(data["output"]), **self.now())]
        if "tool" not in data:
            return [ProgressEvent(step=step, text=str(data.get("text", "")), **self.now())]
        tool = str(data["tool"])
        if "result" in data:
            return [ToolResultEvent(step=step, tool=tool, result=str(data["result"]), **self.now())]
        return [ToolCallEvent(step=step, tool=tool, arguments=dict(data.get("arguments", {})), **self.now())]
