"""Asks one case and watches the run: what each step wrote and cost, beside what came of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from citeline.errors import CitelineError
from citeline.graph.answer import Answer
from citeline.graph.events import CompletionEvent, ErrorEvent, StepEndEvent
from citeline.graph.run import run_with_events
from citeline.tools.handle import IndexHandle

from .cases.case import Case


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a run, in the order in which they ended."""

    name: str
    wrote: Mapping[str, Any]
    """The keys of the state that it wrote."""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Watched:
    """A run that is over."""

    answer: Answer
    steps: tuple[Step, ...]


class WatchedRunError(CitelineError):
    """The run failed; `steps` had ended before."""

    def __init__(self, error: ErrorEvent, steps: tuple[Step, ...]) -> None:
        super().__init__(error.message, remedy=error.remedy)
        self.steps = steps


def watch(case: Case, handle: IndexHandle, *, no_model: bool = False) -> Watched:
    """Ask as `citeline ask` does. Raises WatchedRunError when the run fails."""
    steps: list[Step] = []
    for event in run_with_events(case.question, handle, no_model=no_model):
        match event:
            case StepEndEvent():
                steps.append(Step(event.step, dict(_written(event.changed)), event.error))
            case ErrorEvent():
                raise WatchedRunError(event, tuple(steps))
            case CompletionEvent(answer=answer):
                return Watched(answer, tuple(steps))
            case _:
                pass
    raise CitelineError("a run ended without an answer", remedy="run it again")


def tokens_by_step(steps: tuple[Step, ...]) -> dict[str, int]:
    """Input and output of each step that asked a model, over all its rounds."""
    tokens: dict[str, int] = defaultdict(int)
    for step in steps:
        usage = step.wrote.get("usage") or {}
        tokens[step.name] += usage.get("input_tokens", 0) + usage.get("output_tokens", 0)
    return {name: count for name, count in tokens.items() if count}


def _written(changed: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    # A first step overwrites what an earlier run left: LangGraph wraps the value then.
    for key, value in changed.items():
        yield key, value.value if hasattr(value, "value") else value
