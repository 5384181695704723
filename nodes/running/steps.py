"""What every step of the state machine shares: its resources, its deadline, and the record of what it cost.

A step is written as a plain function of the state and a `Run`; `step` makes it the function of state and runtime that
LangGraph calls.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from concurrent.futures import wait
from dataclasses import field
from math import inf
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeVar

from citeline.dataclass import dataclass
from citeline.errors import EmbeddingError, RetrieverError, StorageError, VectorServerError
from citeline.settings import Settings
from citeline.state import Degradation, RAGState, StateUpdate
from citeline.tools.searched import sources_searched

from .budget import Deadline, out_of_time, over_budget, searching_s, used_s
from .context import Context, Resources, describe, resources_for
from .sound_state import explaining
from .threads import in_thread

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.runtime import Runtime

    from citeline.indexing.reader import Index

T = TypeVar("T")

_ACCUMULATED: Final = (
    "usage",
    "timings",
    "degradations",
    "looked",
    "rankings",
    "columns",
    "channel_seconds",
    "prompts",
    "endpoints",
)
"""Keys whose reducers add up: the first step of a run replaces what an earlier question left in the thread."""


_PARAGRAPHS: Final = re.compile(r"(?<=\n\n)")
_SURVIVABLE: Final = (EmbeddingError, RetrieverError, StorageError, VectorServerError, OSError)
"""What another channel or a simpler order can stand in for. A damaged index is not among them: rebuild it."""


class Step(Protocol):
    """A node as LangGraph calls it."""

    __name__: str

    def __call__(self, state: RAGState, runtime: Runtime[Context]) -> StateUpdate:
        """The keys of the state that change."""
        ...


def _graph_config() -> RunnableConfig | None:
    """That of the step in LangGraph; None where it was called by itself."""
    if "langgraph" not in sys.modules:  # then this is no run of its, and importing it takes longer than an answer
        return None
    from langgraph.config import get_config

    try:
        return get_config()
    except RuntimeError:
        return None


def _unheard(what: Any) -> None:
    """Nobody watches: the step was called by itself."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a step works with while it runs."""

    step: str
    resources: Resources
    budget_s: float
    """Seconds for the whole run."""
    started: float
    """On the run's clock."""
    deadline: Deadline
    """For searching and ranking; the steps after them are short and have the reserve."""
    context: Context = field(default_factory=Context)
    """What the run was told."""
    first: bool = False
    """The step begins the run."""
    before_s: float = 0.0
    """Seconds from the question to the first step: libraries were loaded."""
    write: Callable[[Any], None] = _unheard
    """To whoever watches the run."""
    notes: list[Degradation] = field(default_factory=list)
    moved_to: dict[str, Any] = field(default_factory=dict)
    """The index that answers now, when it is not the one that the run began with."""

    @property
    def index(self) -> Index:
        """The index that the run began with."""
        return self.resources.index

    @property
    def settings(self) -> Settings:
        """Effective settings of the run."""
        return self.resources.settings

    def searched(self, state: RAGState) -> tuple[str, ...]:
        """The sources that are searched; all when empty."""
        return sources_searched(state, self.index, self.settings)

    def spent_s(self) -> float:
        """Seconds since the step began."""
        return self.resources.clock() - self.started

    def degrade(self, *, source: str, to: str, why: str, budget: bool = False) -> None:
        """Record that this step did `to` instead of `source`; `budget`: because the budget had no room for it."""
        reason = over_budget(why) if budget else why
        self.notes.append({"step": self.step, "source": source, "to": to, "why": reason})

    @property
    def can_ask(self) -> bool:
        """Whether the run may stop here for a person: it is allowed to, and a thread keeps it until the reply.

        Without one, an interrupt would end a host's run for good.
        """
        return self.context.asks and bool((_graph_config() or {}).get("configurable", {}).get("thread_id"))

    def tell(self, **what: Any) -> None:
        """Send something to whoever watches the run.

        `text`, `tool` with `arguments` or `result`, or a model's `output` or `thinking`.
        """
        self.write({"step": self.step, **what})

    def say(self, text: str) -> Any:
        """A message of ours for the conversation, which LangGraph streams as `messages` paragraph by paragraph.

        It comes from no model: its text is told as one that writes it would tell it, under the id of the message.
        """
        config = _graph_config()
        if config is None:
            return {"role": "assistant", "content": text}
        from langchain_core.messages import AIMessage, AIMessageChunk
        from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, LLMResult
        from langchain_core.runnables.config import get_callback_manager_for_config

        (listener,) = get_callback_manager_for_config(config).on_chat_model_start({}, [[]], name="answer")
        message = AIMessage(text, id=f"said-{listener.run_id}")
        for paragraph in _PARAGRAPHS.split(text):
            chunk = AIMessageChunk(content=paragraph, id=message.id)
            listener.on_llm_new_token(paragraph, chunk=ChatGenerationChunk(message=chunk))
        listener.on_llm_end(LLMResult(generations=[[ChatGeneration(message=message)]]))
        return message

    def within(self, call: Callable[[], T], *, source: str, to: str, limit_s: float = inf) -> T | None:
        """The result of the call; None when the deadline passes first or the call fails as stores and models fail.

        `limit_s`: seconds that the call may take where the deadline is later.
        Either is recorded. The call runs in a thread that is left to end by itself, since Python cannot stop one: it
        must only read. Errors that mean a damaged index or a slip of ours are raised.
        """
        left = min(self.deadline.left_s(), limit_s)
        if left > 0:
            result = in_thread(call)
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


def step(body: Body) -> Step:
    """A step under the name of its function."""
    return make_step(body.__name__, body)


def make_step(name: str, body: Body, *, parallel: bool = False) -> Step:
    """A step under a name of its own.

    Each adds its milliseconds to `timings` and its seconds to `usage`. Those of `parallel` steps go to
    `channel_seconds` instead: they pass at the same time, so the step that joins them charges the longest.
    """

    def run_step(state: RAGState, runtime: Runtime[Context]) -> StateUpdate:
        with explaining(state):
            run = begin(name, state, runtime)
            update = body(state, run)
        if not parallel:
            return end(run, state, update)
        spent = run.spent_s()
        return {**update, "timings": {name: spent * 1000}, "channel_seconds": {name: spent}, **_noted(run)}

    run_step.__name__ = run_step.__qualname__ = name
    run_step.__module__ = body.__module__
    run_step.__doc__ = body.__doc__
    return run_step


def begin(name: str, state: RAGState, runtime: object, *, first: bool = False) -> Run:
    """What a step works with, its clock started. `first`: the newest index, not the one that the state names."""
    pinned = "" if first else state.get("index", {}).get("generation", "")
    context = Context.of(runtime)
    resources = resources_for(context, generation=pinned)
    started = resources.clock()
    budget = resources.settings.budget_s if first else state["plan"]["budget_s"]
    before = max(0.0, started - resources.began) if first and resources.began is not None else 0.0
    left = searching_s(budget) - (before if first else used_s(state))
    deadline = Deadline(started + left, resources.clock)
    write = getattr(runtime, "stream_writer", _unheard)
    run = Run(name, resources, budget, started, deadline, context, first=first, before_s=before, write=write)
    if pinned and run.index.generation != pinned:
        # As after a pause over a restart, when the generation that the run began with is no longer open.
        run.degrade(source=f"generation {pinned}", to=f"generation {run.index.generation}", why="the index was rebuilt")
        run.moved_to.update(describe(resources))
    return run


def end(run: Run, state: RAGState, update: StateUpdate) -> StateUpdate:
    """A step's update with what it cost and what it noted."""
    spent = run.spent_s()
    usage = update.get("usage", {})
    whole = {
        **({"index": run.moved_to} if run.moved_to else {}),
        **update,
        "timings": {run.step: spent * 1000},
        "usage": {**usage, "seconds": usage.get("seconds", 0.0) + run.before_s + spent},
        **_noted(run),
    }
    return _forgetting(state, whole) if run.first else whole


def _noted(run: Run) -> StateUpdate:
    return {"degradations": run.notes} if run.notes else {}


def _forgetting(state: RAGState, update: StateUpdate) -> StateUpdate:
    left_over = {key for key in _ACCUMULATED if state.get(key)}
    if not left_over:
        return update
    from langgraph.types import Overwrite  # what an earlier question left is in a thread of LangGraph

    empty: dict[str, Any] = {"usage": {}, "timings": {}, "degradations": [], "looked": []}
    return {**update, **{key: Overwrite(update.get(key, empty.get(key, {}))) for key in left_over}}
