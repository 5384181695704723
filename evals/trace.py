"""Every run as JSON Lines: what each step wrote, so that a case can be followed from its question to its verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, Self

from citeline.tools.handle import IndexHandle
from citeline.visible import visible_json

from .cases.case import Case
from .watch import Step, Watched, WatchedRunError, watch

_LEFT_OUT: Final = frozenset({"messages"})
_TEXT: Final = 200
"""Characters kept of a chunk: the trace names its lines."""


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
