"""One question from Python: the answer at the end, or every event on the way to it."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack, cast
from uuid import uuid4

from citeline.dataclass import dataclass
from citeline.errors import CitelineError, UsageError, nearest
from citeline.nodes.running.context import Context, Resources, describe
from citeline.nodes.running.threads import to_thread
from citeline.settings import Mode, Settings, is_traced
from citeline.state import RAGState
from citeline.tools.actions import Action, known_actions
from citeline.tools.handle import IndexHandle
from citeline.tools.models.models import configured_models, given_models
from citeline.tools.models.role import Role
from citeline.tools.question.follow_up import Before, followed
from citeline.tools.retrieval.channels import CHANNELS, Channel

from .answer import Answer, to_answer
from .build import Machine, build_graph
from .events import AnyEvent, CompletionEvent, ErrorEvent, EventReader, PauseEvent
from .pauses import Decide, ReviewPoint, pause_of, resumed_with
from .resources import resources_of
from .straight import stream

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.runnables import RunnableConfig
    from langchain_core.tools import BaseTool

_STREAMS: Final[Any] = ["tasks", "custom", "values"]


class Options(TypedDict, total=False):
    """What a run may be told; what is left out, or None, is as the settings have it."""

    settings: Settings
    """By default those of the handle, else from the environment."""
    top_k: int | None
    evidence_k: int | None
    max_rounds: int | None
    budget_s: float | None
    mode: Mode
    """`pipeline` searches, `explore` also looks at what the first hits point to; `auto`: with a model, when needed."""
    model: BaseChatModel | Mapping[Role, BaseChatModel]
    """A LangChain chat model for all roles, or one for each of `planner`, `writer` and `judge`."""
    no_model: bool
    """Ask no model, whatever is configured."""
    actions: Sequence[Action | BaseTool]
    """What may be done beside answering, LangChain tools too, besides what is registered already."""
    yes: Sequence[str]
    """Names of actions that are run without asking."""
    channels: Sequence[Channel]
    """Ways of finding chunks, besides our own; `citeline.channel_of` makes one of any LangChain retriever."""
    sources: Sequence[str]
    """Names from `citeline.toml`: only these sources are searched; by default all."""
    where: str
    """Only documents are searched of which this holds: `author=Ines && modified>=2025`, or a filter of DocQL."""
    review: Sequence[ReviewPoint]
    """Where `decide` is asked before the run goes on."""
    earlier: Sequence[Mapping[str, str]]
    """What was said before, `role` (`user`, `assistant`) and `content`, oldest first. A question may go on from it."""
    decide: Decide
    """Asked at those places and before an action is run; without it, actions that need a yes stay proposals."""


def ask(question: str, index: IndexHandle | str | Path = ".", **options: Unpack[Options]) -> Answer:
    """Answer a question from an open index, or from a folder that is indexed on first use.

    Options, all by keyword, None or left out for what the settings say:

        top_k            files that a search keeps, 1-100
        evidence_k       chunks that the answer is made from, 1-50
        max_rounds       rounds of searching, 1-10
        budget_s         seconds for the question
        mode             "pipeline", "explore" or "auto"
        sources          names from citeline.toml: only these are searched
        where            only documents of which this holds: "author=Ines && modified>=2025", or a filter of DocQL
        model            a LangChain chat model, or one for each of "planner", "writer" and "judge"
        no_model         True: none is asked, whatever is configured
        earlier          what was said before: [{"role": "user", "content": "…"}, …]
        actions, yes     what may be done beside answering; names that are done without asking
        channels         further ways of finding chunks, see `channel_of`
        review, decide   where a person is asked, and the function that asks
        settings         a `Settings` in place of that of the environment

    The `Answer` has `answer` (text), `claims` (sentences with ids of evidence and verdicts), `evidence` (path,
    1-based inclusive lines, text) and `to_json()`. Nothing found is an answer with status `not_found`.
    Raises TypeError for an option that does not exist, UsageError for a limit out of range or a reply that does not
    fit, and what opening an index raises; all but the first are `citeline.errors.CitelineError`.
    """
    for event in run_with_events(question, index, **options):
        if isinstance(event, ErrorEvent):
            raise event.error
        if isinstance(event, CompletionEvent):
            return event.answer
    raise _without_answer()


async def aask(question: str, index: IndexHandle | str | Path = ".", **options: Unpack[Options]) -> Answer:
    """As `ask`, in the caller's event loop; cancelling the task cancels what models were asked."""
    async for event in run_with_events_async(question, index, **options):
        if isinstance(event, ErrorEvent):
            raise event.error
        if isinstance(event, CompletionEvent):
            return event.answer
    raise _without_answer()


def _without_answer() -> CitelineError:
    return CitelineError("the run ended without an answer", remedy="ask again; if it happens again, please report it")


def run_with_events(
    question: str, index: IndexHandle | str | Path = ".", **options: Unpack[Options]
) -> Iterator[AnyEvent]:
    """The events of a run as they happen; the last is a CompletionEvent, or an ErrorEvent instead of an exception.

    Raises as `ask` does for what is wrong before the run begins. Closing the iterator ends the run.
    """
    run = _prepare(question, index, options)
    reader = EventReader()
    try:
        if run.is_plain:
            state, last = yield from _straight(run, reader)
            if not last:
                yield CompletionEvent(answer=run.answer(state), **reader.now())
                return
            run.hand_over(state, last)
        given = None if run.is_plain else run.given
        while True:
            for part in run.machine.stream(
                given, run.config, context=run.context, stream_mode=_STREAMS, version="v2", subgraphs=True
            ):
                yield from reader.read(cast(Mapping[str, Any], part))
            yield from run.pauses(reader)
            if (given := run.go_on(reader)) is None:
                break
    except CitelineError as error:
        yield ErrorEvent(message=str(error), remedy=error.remedy, error=error, **reader.now())
        return
    yield CompletionEvent(answer=run.answer(reader.state), **reader.now())


def _straight(run: _Prepared, reader: EventReader) -> Generator[AnyEvent, None, tuple[RAGState, str]]:
    parts = stream(run.given, run.context, run.channels)
    while True:
        try:
            events = reader.read(next(parts))
        except StopIteration as end:
            found: tuple[RAGState, str] = end.value
            return found
        yield from events


async def run_with_events_async(
    question: str, index: IndexHandle | str | Path = ".", **options: Unpack[Options]
) -> AsyncIterator[AnyEvent]:
    """As `run_with_events`, in the caller's event loop; cancelling the task cancels what models were asked.

    `decide` is called in a thread.
    """
    run = await to_thread(_prepare, question, index, options)
    reader = EventReader()
    given = run.given
    try:
        while given is not None:
            async for part in run.machine.astream(
                given, run.config, context=run.context, stream_mode=_STREAMS, version="v2", subgraphs=True
            ):
                for event in reader.read(cast(Mapping[str, Any], part)):
                    yield event
            for pause in run.pauses(reader):
                yield pause
            given = await to_thread(run.go_on, reader)
    except CitelineError as error:
        yield ErrorEvent(message=str(error), remedy=error.remedy, error=error, **reader.now())
        return
    yield CompletionEvent(answer=run.answer(reader.state), **reader.now())


@dataclass(frozen=True)
class _Prepared:
    question: str
    resources: Resources
    context: Context
    started: float
    channels: tuple[Channel, ...]
    decide: Decide | None
    given: Any
    """What the run begins with."""
    is_plain: bool
    """Whether nothing of LangGraph is needed before something is done beside answering."""

    @cached_property
    def machine(self) -> Machine:
        """With a memory where a person decides: what a run waits with is forgotten with it."""
        machine = _machine() if self.channels == CHANNELS else build_graph(self.channels, whole=True)
        if self.decide is None and not self.is_plain:
            return machine
        from langgraph.checkpoint.memory import InMemorySaver

        return machine.copy({"checkpointer": InMemorySaver()})

    @cached_property
    def config(self) -> RunnableConfig | None:
        """The thread of a run that may pause."""
        remembers = self.decide is not None or self.is_plain
        return {"configurable": {"thread_id": uuid4().hex}} if remembers else None

    def hand_over(self, state: RAGState, last: str) -> None:
        """Hand LangGraph the state as `last` left it; it goes on from there when it is given nothing."""
        assert self.config is not None
        self.machine.update_state(self.config, dict(state), as_node=last)

    def answer(self, state: Mapping[str, Any]) -> Answer:
        spent_ms = (perf_counter() - self.started) * 1000
        asked_instead = [question for question in state.get("sent_back", ()) if question]
        question = asked_instead[-1] if asked_instead else self.question
        return to_answer(question, cast(RAGState, state), index=describe(self.resources), total_ms=spent_ms)

    def pauses(self, reader: EventReader) -> Iterator[PauseEvent]:
        """What the run waits for, now that its stream has ended."""
        for interrupt in reader.interrupts:
            yield PauseEvent(pause=pause_of(interrupt, self.answer(reader.state)), **reader.now())

    def go_on(self, reader: EventReader) -> Any:
        """What the run is to be resumed with; None when it is over."""
        if not reader.interrupts or self.decide is None:
            return None
        return resumed_with(self.decide, reader.interrupts, self.answer(reader.state))


def _prepare(question: str, index: IndexHandle | str | Path, options: Options) -> _Prepared:
    if unknown := sorted(set(options) - Options.__optional_keys__):
        near = nearest(unknown[0], Options.__optional_keys__)
        hint = f"did you mean {near!r}?" if near else f"there are {', '.join(sorted(Options.__optional_keys__))}"
        raise TypeError(f"there is no option {unknown[0]!r}: {hint}")
    settings = options.get("settings")
    if isinstance(index, IndexHandle):
        chosen = settings or index.settings
        resources = Resources(index.reader, chosen, models=configured_models(chosen))
    else:
        resources = resources_of(Path(index), settings or Settings())
    if (model := options.get("model")) is not None:
        resources = replace(resources, models=given_models(model, resources.settings))
    if actions := options.get("actions"):
        resources = replace(resources, actions=known_actions(resources.actions).with_(actions))
    decide = options.get("decide")
    if options.get("review") and decide is None:
        raise UsageError("a review needs somebody to ask", remedy="pass `decide`, a function of the pause")
    chosen_here = {name: value for name, value in options.items() if name in Context.model_fields}
    chosen_here |= {"asks": decide is not None, "yes": ",".join(options.get("yes", ()))}
    chosen_here["sources"] = ",".join(options.get("sources", ()))
    chosen_here["review"] = ",".join(options.get("review", ()))
    started = perf_counter()
    # What is loaded from here on takes its seconds from the budget, however long a first question waits for it.
    context = Context.from_values(chosen_here).carrying(replace(resources, began=resources.clock()))
    modelled = bool(resources.models and resources.models.hosts) and not context.apply(resources.settings).no_model
    is_plain = not (modelled or context.apply(resources.settings).review or is_traced() or "langgraph" in sys.modules)
    channels = (*CHANNELS, *options.get("channels", ()))
    given: dict[str, Any] = {"question": question}
    if (earlier := options.get("earlier")) and modelled:
        given["messages"] = [*earlier, {"role": "user", "content": question}]
    elif earlier:
        said = [(message["role"], message["content"]) for message in earlier]
        given["question"] = followed(question, Before.of_messages(said))
    return _Prepared(question, resources, context, started, channels, decide, given, is_plain)


@cache
def _machine() -> Machine:
    return build_graph(whole=True)
