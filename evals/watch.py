"""Asks one case and watches the run: what each step wrote and cost, beside what came of it; kept as JSON Lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, Self

from citeline.dataclass import dataclass
from citeline.errors import CitelineError
from citeline.graph.answer import Answer
from citeline.graph.events import CompletionEvent, ErrorEvent, StepEndEvent
from citeline.graph.run import run_with_events
from citeline.tools.handle import IndexHandle
from citeline.visible import visible_json

from .cases.case import Case

_LEFT_OUT: Final = frozenset({"messages"})
_TEXT: Final = 200
"""Characters kept of a chunk: the trace names its lines."""


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


class TraceFile:
    """Asks cases and writes a line for each: plan, queries, keywords, rankings by channel, scores, verdicts, cost."""

    def __init__(self, path: Path, *, no_model: bool) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: TextIOWrapper = path.open("w", encoding="utf-8")
        self._no_model = no_model

    def ask(self, case: Case, handle: IndexHandle) -> Watched:
        """The run, once its line is written. Raises CitelineError when the run fails; its line is written too."""
        try:
            watched = watch(case, handle, no_model=self._no_model)
        except WatchedRunError as error:
            self._write({**_line(case, error.steps), "error": str(error)}, handle)
            raise
        answer = watched.answer
        outcome = {"status": answer.status, "usage": answer.usage, "ms": answer.timings_ms}
        self._write({**_line(case, watched.steps), **outcome}, handle)
        return watched

    def _write(self, line: Mapping[str, Any], handle: IndexHandle) -> None:
        chosen = [one for one in _chunk_rows(line) if "path" not in one]
        chunks = handle.reader.structure.chunks({one["chunk_id"] for one in chosen})
        for one in chosen:
            if chunk := chunks.get(one["chunk_id"]):
                one["at"] = f"{chunk.path}:{chunk.start_line}-{chunk.end_line}"
        self._file.write(visible_json(line) + "\n")
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._file.close()


def _line(case: Case, steps: Sequence[Step]) -> dict[str, Any]:
    told = [{"step": step.name, "wrote": _plain(step.wrote), "error": step.error} for step in steps]
    return {"case": case.id, "question": case.question, "steps": told}


def _chunk_rows(value: Any) -> Iterator[dict[str, Any]]:
    """Everything in the line that names a chunk: hits of channels, and candidates."""
    if isinstance(value, dict):
        if "chunk_id" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _chunk_rows(one)


def _plain(value: Any) -> Any:
    """JSON of whatever a step wrote; long texts are cut."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items() if key not in _LEFT_OUT}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, str):
        return value if len(value) <= _TEXT else value[: _TEXT - 1] + "…"
    if value is None or isinstance(value, bool | int | float):
        return value
    return repr(value)
