"""Steps that a chat model can do better, each with the deterministic twin that does it otherwise.

The twin answers when there is no model, when the budget has no room for one, and when the model fails; all but the
first are recorded. Written as a coroutine, such a step runs in the caller's event loop; under a plain `invoke` in one
that is kept in a thread.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from citeline.state import RAGState, StateUpdate
from citeline.tools.models.failures import ModelFailedError
from citeline.tools.models.meter import NOTHING, Cost, Limits, Meter
from citeline.tools.models.own_loop import run_in_own_loop
from citeline.tools.models.prompts import Prompt
from citeline.tools.models.role import ModelRun, Role

from .budget import modelled_s, unmodelled_s, used_s
from .context import Context
from .sound_state import explaining
from .steps import Body, Run, begin, end
from .threads import to_thread

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig, RunnableLambda

ModelBody: TypeAlias = Callable[[RAGState, Run, ModelRun], Awaitable[StateUpdate]]

_ANSWER: Final = Cost(30_000, 1_500, 0.0)
"""The call that writes the answer at its worst: 24,000 characters of context, its prompt, and its output."""
_SILENT: Final = "silence"
"""A second timeout."""
_FAILED: Final = {
    "time": "it did not answer in time, and what is left is for the answer",
    _SILENT: "it did not answer in time twice",
    "barred": "it rejected the key, the model or the address",
    "rejected": "it rejected what it was asked",
    "connection": "it could not be reached",
    "rate_limit": "it asked to slow down",
}
SHARE_OF_PLANNING: Final = 0.4
"""Of the seconds left: what one planning call may take, so that a slow planner leaves time for the answer."""


class ModelStep:
    """A node with a model's way and a twin's way, sync and async."""

    def __init__(
        self,
        name: str,
        role: Role,
        body: ModelBody,
        twin: Body,
        prompt: Prompt,
        *,
        first: bool,
        spares_answer: bool,
        share: float,
    ) -> None:
        self.__name__ = self.__qualname__ = name
        self.__doc__ = body.__doc__
        self._role: Role = role
        self._body = body
        self._twin = twin
        self._first = first
        self._prompt: Prompt = prompt
        self._spares_answer = spares_answer
        self._share = share

    @property
    def node(self) -> RunnableLambda[RAGState, StateUpdate]:
        """What the graph is given: a plain function could be sync or async, not both."""
        from langchain_core.runnables import RunnableLambda  # LangGraph is there by now

        return RunnableLambda(self._in_graph, afunc=self._in_graph_async, name=self.__name__)

    def __call__(self, state: RAGState, runtime: object, config: RunnableConfig | None = None) -> StateUpdate:
        """The keys of the state that change."""
        with explaining(state):
            run = begin(self.__name__, state, runtime, first=self._first)
            if self._model(run) is None:
                update = self._twin(state, run)
            else:
                update = run_in_own_loop(self._with_model(state, run, config))
            return end(run, state, update)

    def _in_graph(self, state: RAGState) -> StateUpdate:
        from langgraph.config import get_config
        from langgraph.runtime import get_runtime

        return self(state, get_runtime(Context), get_config())

    async def _in_graph_async(self, state: RAGState) -> StateUpdate:
        from langgraph.config import get_config
        from langgraph.runtime import get_runtime

        with explaining(state):
            # Opening an index, and the twin, read files: not in the loop.
            run = await to_thread(begin, self.__name__, state, get_runtime(Context), first=self._first)
            if self._model(run) is None:
                update = await to_thread(self._twin, state, run)
            else:
                update = await self._with_model(state, run, get_config())
            return end(run, state, update)

    def _model(self, run: Run) -> Any:
        models = run.resources.models
        return None if models is None or run.settings.no_model else models.of(self._role)

    async def _with_model(self, state: RAGState, run: Run, config: RunnableConfig | None) -> StateUpdate:
        asking = self._asking(state, run, config)
        if why := self._why_not(state, asking):
            run.degrade(source=asking.model.name, to="the step without a model", why=why)
            return await to_thread(self._twin, state, run)
        beside = replace(run, notes=[], moved_to={})
        import asyncio  # no more than here, where there is a loop

        ahead = asyncio.create_task(to_thread(self._twin, state, beside)) if self._role == "writer" else None
        try:
            update = await self._body(state, run, asking)
        except ModelFailedError as failure:
            spent = failure.kind == "budget"
            run.degrade(source=asking.model.name, to="the step without a model", why=failure.why, budget=spent)
            if ahead is not None:
                # It was made while the model wrote: nothing is left to do when the time is up.
                update = await ahead
                run.notes.extend(beside.notes)
                run.moved_to.update(beside.moved_to)
            else:
                update = await to_thread(self._twin, state, run)
        finally:
            if ahead is not None:
                ahead.add_done_callback(lambda done: done.cancelled() or done.exception())
        usage = {**update.get("usage", {}), **asking.meter.usage()}
        # A trace names the text that was asked.
        asked = {"prompts": {self.__name__: self._prompt.digest}} if usage.get("model_calls") else {}
        return {**update, "usage": usage, **asked, **self._broken(state, asking)}

    def _why_not(self, state: RAGState, asking: ModelRun) -> str:
        """Why an endpoint that has failed in this run is not asked again; empty when it is."""
        known = {} if self._first else state.get("endpoints", {})
        kind = next((kind for endpoint in asking.model.endpoints if (kind := known.get(endpoint))), "")
        if not kind or (kind == "time" and self._role == "writer"):
            return ""
        return f"{asking.model.host} was not asked again: {_FAILED.get(kind, 'it has failed before')}"

    def _broken(self, state: RAGState, asking: ModelRun) -> StateUpdate:
        known = {} if self._first else state.get("endpoints", {})
        broken = {
            endpoint: _SILENT if kind == "time" and known.get(endpoint) == "time" else kind
            for endpoint, kind in asking.broken.items()
            if kind or known.get(endpoint)  # one that has answered since may be asked again
        }
        return {"endpoints": broken} if broken else {}

    def _asking(self, state: RAGState, run: Run, config: RunnableConfig | None) -> ModelRun:
        settings = run.settings
        limits = Limits(settings.budget_calls, settings.budget_tokens, settings.budget_usd or float("inf"))
        # What has been spent, unless the step begins a run: then the state still holds the last question's.
        meter = Meter(limits, {} if self._first else state.get("usage", {}))
        used, others = (run.before_s, 0.0) if self._first else (used_s(state), unmodelled_s(state))
        whole = modelled_s(run.budget_s, others) - used
        allowed = whole * self._share
        return ModelRun(
            self._model(run),
            meter,
            lambda: allowed - run.spent_s(),
            lambda source, to, why: run.degrade(source=source, to=to, why=why),
            config,
            self._kept(run),
            run.tell,
        )

    def _kept(self, run: Run) -> Cost:
        """What calls of this step leave for the one that writes the answer."""
        writer = run.resources.models.writer if run.resources.models else None
        if writer is None or not self._spares_answer:
            return NOTHING
        return replace(_ANSWER, usd=writer.prices.of(_ANSWER.input_tokens, _ANSWER.output_tokens))


def step_with_model(
    role: Role,
    prompt: Prompt,
    *,
    twin: Body,
    first: bool = False,
    spares_answer: bool = False,
    share: float | None = None,
) -> Callable[[ModelBody], ModelStep]:
    """A step under the name of its coroutine, whose calls are made from `prompt`.

    `spares_answer`: a call of this step is not made if it would take from the answer what that may need.
    `share`: of the seconds left, what its calls may take together; by default SHARE_OF_PLANNING of them for a planner,
    and all of them for the others.
    """
    usual = SHARE_OF_PLANNING if role == "planner" else 1.0

    def decorate(body: ModelBody) -> ModelStep:
        name = getattr(body, "__name__", role)
        return ModelStep(
            name,
            role,
            body,
            twin,
            prompt,
            first=first,
            spares_answer=spares_answer,
            share=usual if share is None else share,
        )

    return decorate
