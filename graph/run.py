"""One question from Python: the answer at the end, or every event on the way to it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack, cast

from citeline.context import Context, Resources
from citeline.errors import CitelineError
from citeline.settings import Settings
from citeline.state import RAGState
from citeline.tools.handle import IndexHandle
from citeline.tools.models.models import configured_models, given_models
from citeline.tools.models.role import Role

from .answer import Answer, to_answer
from .build import Machine, build_graph
from .events import AnyEvent, CompletionEvent, ErrorEvent, EventReader
from .resources import resources_of

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

_STREAMS: Final[Any] = ["tasks", "messages", "custom", "values"]


class Options(TypedDict, total=False):
    """What a run may be told; what is left out, or None, is as the settings have it."""

    settings: Settings
    """By default those of the handle, else from the environment."""
    top_k: int | None
    evidence_k: int | None
    max_rounds: int | None
    budget_s: float | None
    model: BaseChatModel | Mapping[Role, BaseChatModel]
    """A LangChain chat model for all roles, or one for each of `planner`, `writer` and `judge`."""
    no_model: bool
    """Ask no model, whatever is configured."""


def ask(question: str, index: IndexHandle | str | Path = ".", **options: Unpack[Options]) -> Answer:
    """Answer a question from an open index, or from a folder that is indexed on first use.

    Nothing found is an answer with status `not_found`. Raises UsageError for a limit out of range, and what opening an
    index raises.
    """
    run = _prepare(question, index, options)
    state = _machine().invoke({"question": question}, context=run.context)
    return run.answer(state)


def run_with_events(
    question: str, index: IndexHandle | str | Path = ".", **options: Unpack[Options]
) -> Iterator[AnyEvent]:
    """The events of a run as they happen; the last is a CompletionEvent, or an ErrorEvent instead of an exception.

    Raises as `ask` does for what is wrong before the run begins. Closing the iterator ends the run.
    """
    run = _prepare(question, index, options)
    reader = EventReader()
    try:
        for part in _machine().stream(
            {"question": question}, context=run.context, stream_mode=_STREAMS, version="v2", subgraphs=True
        ):
            yield from reader.read(cast(Mapping[str, Any], part))
    except CitelineError as error:
        yield ErrorEvent(message=str(error), remedy=error.remedy, **reader.now())
        return
    yield CompletionEvent(answer=run.answer(reader.state), **reader.now())


async def run_with_events_async(
    question: str, index: IndexHandle | str | Path = ".", **options: Unpack[Options]
) -> AsyncIterator[AnyEvent]:
    """As `run_with_events`, in the caller's event loop; cancelling the task cancels what models were asked."""
    run = _prepare(question, index, options)
    reader = EventReader()
    try:
        async for part in _machine().astream(
            {"question": question}, context=run.context, stream_mode=_STREAMS, version="v2", subgraphs=True
        ):
            for event in reader.read(cast(Mapping[str, Any], part)):
                yield event
    except CitelineError as error:
        yield ErrorEvent(message=str(error), remedy=error.remedy, **reader.now())
        return
    yield CompletionEvent(answer=run.answer(reader.state), **reader.now())


@dataclass(frozen=True, slots=True)
class _Prepared:
    question: str
    resources: Resources
    context: Context
    started: float

    def answer(self, state: Mapping[str, Any]) -> Answer:
        spent_ms = (perf_counter() - self.started) * 1000
        return to_answer(self.question, cast(RAGState, state), self.resources, total_ms=spent_ms)


def _prepare(question: str, index: IndexHandle | str | Path, options: Options) -> _Prepared:
    settings = options.get("settings")
    if isinstance(index, IndexHandle):
        chosen = settings or index.settings
        resources = Resources(index.reader, chosen, models=configured_models(chosen))
    else:
        resources = resources_of(Path(index), settings or Settings())
    if (model := options.get("model")) is not None:
        resources = replace(resources, models=given_models(model, resources.settings))
    context = Context.from_values({name: value for name, value in options.items() if name in Context.model_fields})
    return _Prepared(question, resources, context.carrying(resources), perf_counter())


@cache
def _machine() -> Machine:
    return build_graph()
