"""What every step of the state machine shares: its resources, its deadline, and the record of what it cost.

A step is written as a plain function of the state and a `Run`; `step` makes it the function of state and runtime that
LangGraph calls. Needs LangGraph, unlike the rest of this package.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from contextvars import copy_context
from dataclasses import dataclass, field
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeVar

from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from citeline.budget import Deadline, out_of_time, searching_s, used_s
from citeline.context import Context, Resources, describe, resources_for
from citeline.errors import EmbeddingError, StorageError, VectorServerError
from citeline.settings import Settings
from citeline.state import Degradation, RAGState, StateUpdate

if TYPE_CHECKING:
    from citeline.indexing.reader import Index

T = TypeVar("T")

_ACCUMULATED: Final = ("usage", "timings", "degradations", "looked", "rankings", "channel_seconds")
"""Keys whose reducers add up: the first step of a run replaces what an earlier question left in the thread."""


_SURVIVABLE: Final = (EmbeddingError, StorageError, VectorServerError, OSError)
"""What another channel or a simpler order can stand in for. A damaged index is not among them: rebuild it."""


class Step(Protocol):
    """A node as LangGraph calls it."""

    __name__: str

    def __call__(self, state: RAGState, runtime: Runtime[Context]) -> StateUpdate:
        """The keys of the state that change."""
        ...


@dataclass(frozen=True, slots=True)
class Run:
    """What a step works with while it runs."""

    step: str
    resources: Resources
    budget_s: float
    """Seconds for the whole run."""
    deadline: Deadline
    """For searching and ranking; the steps after them are short and have the reserve."""
    notes: list[Degradation] = field(default_factory=list)

    @property
    def index(self) -> Index:
        """The index that the run began with."""
        return self.resources.index

    @property
    def settings(self) -> Settings:
        """Effective settings of the run."""
        return self.resources.settings

    def degrade(self, *, source: str, to: str, why: str) -> None:
        """Record that this step did `to` instead of `source`."""
        self.notes.append({"step": self.step, "source": source, "to": to, "why": why})

    def within(self, call: Callable[[], T], *, source: str, to: str) -> T | None:
        """The result of the call; None when the deadline passes first or the call fails as stores and models fail.

        Either is recorded. The call runs in a thread that is left to end by itself, since Python cannot stop one: it
        must only read. Errors that mean a damaged index or a slip of ours are raised.
        """
        left = self.deadline.left_s()
        if left > 0:
            result: Future[T] = Future()
            Thread(target=copy_context().run, args=(_settle, result, call), daemon=True).start()
            if wait([result], timeout=left).done:
                try:
                    return result.result()
                except _SURVIVABLE as error:
                    self.degrade(source=source, to=to, why=str(error))
                    return None
        self.run_out(source=source, to=to)
        return None

    def run_out(self, *, source: str, to: str) -> None:
        """Record that this step did `to` instead of `source` because the time was up."""
        self.notes.append(out_of_time(self.step, source=source, to=to, budget_s=self.budget_s))


Body: TypeAlias = Callable[[RAGState, Run], StateUpdate]


def _settle(result: Future[T], call: Callable[[], T]) -> None:
    try:
        result.set_result(call())
    except BaseException as error:  # noqa: BLE001  # carried to the waiting thread, which raises it again
        result.set_exception(error)


def step(body: Body) -> Step:
    """A step under the name of its function."""
    return make_step(body.__name__, body)


def first_step(body: Body) -> Step:
    """The step that begins a run: it takes the newest index and forgets what the last question cost."""
    return make_step(body.__name__, body, first=True)


def make_step(name: str, body: Body, *, first: bool = False, parallel: bool = False) -> Step:
    """A step under a name of its own.

    Each adds its milliseconds to `timings` and its seconds to `usage`. Those of `parallel` steps go to
    `channel_seconds` instead: they pass at the same time, so the step that joins them charges the longest.
    """

    def run_step(state: RAGState, runtime: Runtime[Context]) -> StateUpdate:
        pinned = "" if first else state.get("index", {}).get("generation", "")
        resources = resources_for(Context.of(runtime), generation=pinned)
        started = resources.clock()
        budget = resources.settings.budget_s if first else state["plan"]["budget_s"]
        left = searching_s(budget) - (0.0 if first else used_s(state))
        run = Run(name, resources, budget, Deadline(started + left, resources.clock))
        update: dict[str, Any] = {**_moved_on(run, pinned), **body(state, run)}
        spent = resources.clock() - started
        update["timings"] = {name: spent * 1000}
        if parallel:
            update["channel_seconds"] = {name: spent}
        else:
            usage = update.get("usage", {})
            update["usage"] = {**usage, "seconds": usage.get("seconds", 0.0) + spent}
        if run.notes:
            update["degradations"] = run.notes
        return _forgetting(state, update) if first else update

    run_step.__name__ = run_step.__qualname__ = name
    run_step.__module__ = body.__module__
    run_step.__doc__ = body.__doc__
    return run_step


def _moved_on(run: Run, pinned: str) -> StateUpdate:
    """Say so when the generation that the run began with is no longer open, as after a pause over a restart."""
    if not pinned or run.index.generation == pinned:
        return {}
    run.degrade(source=f"generation {pinned}", to=f"generation {run.index.generation}", why="the index was rebuilt")
    return {"index": describe(run.resources)}


def _forgetting(state: RAGState, update: StateUpdate) -> StateUpdate:
    left_over = {key for key in _ACCUMULATED if state.get(key)}
    empty: dict[str, Any] = {"usage": {}, "timings": {}, "degradations": [], "looked": []}
    return {**update, **{key: Overwrite(update.get(key, empty.get(key, {}))) for key in left_over}}
