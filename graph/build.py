"""The state machine: every step and every way on from it, on one screen.

A table, from which `build_graph` makes the LangGraph. `straight.py` walks the same table where nothing of LangGraph is
needed: it takes longer to import than a question to answer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache, wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

from citeline.errors import UsageError
from citeline.nodes.running.context import Context
from citeline.nodes.running.model_steps import ModelStep
from citeline.nodes.running.sound_state import explaining
from citeline.nodes.running.steps import Step
from citeline.state import RAGOutput, RAGState
from citeline.tools.retrieval.channels import CHANNELS, Channel

from . import resources as resources  # installs the factory that opens real indexes
from .routing import (
    RECURSION_LIMIT,
    after_action,
    after_answer,
    after_check,
    after_evidence,
    after_finish,
    after_grade,
    after_plan,
)

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph

    from .run_input import RAGInput

Machine: TypeAlias = "CompiledStateGraph[RAGState, Context, RAGInput, Any]"
START: Final = "plan_intent"
END: Final = "__end__"
STEPS: Final = (
    "plan_intent",
    "review_plan",
    "translate_query",
    "expand_keywords",
    "walk_graph",
    "filter_documents",
    "grade_evidence",
    "explore",
    "assemble_context",
    "review_evidence",
    "generate_answer",
    "check_citations",
    "review_answer",
    "refuse",
    "reply",
    "finish",
    "propose_actions",
    "approve_actions",
    "run_actions",
)
"""Each is the function of that name in the module of that name, but for the reviews, which share one."""
EDGES: Final = (
    ("plan_intent", "review_plan"),
    ("translate_query", "expand_keywords"),
    ("fuse_rankings", "walk_graph"),
    ("walk_graph", "rerank"),
    ("rerank", "filter_documents"),
    ("filter_documents", "grade_evidence"),
    ("explore", "grade_evidence"),
    ("assemble_context", "review_evidence"),
    ("generate_answer", "check_citations"),
    ("reply", "finish"),
    ("refuse", "finish"),
    ("propose_actions", "approve_actions"),
    ("approve_actions", "run_actions"),
)
"""The channels stand between `expand_keywords` and `fuse_rankings`, side by side."""


class Branch(NamedTuple):
    """A place where the state decides."""

    decide: Callable[[RAGState], str]
    to: Mapping[str, str]
    """What it says to the step that comes next."""


BRANCHES: Final[Mapping[str, Branch]] = {
    "review_plan": Branch(after_plan, {"chat": "reply", "search": "translate_query", "again": "plan_intent"}),
    "grade_evidence": Branch(
        after_grade,
        {"answer": "assemble_context", "widen": "expand_keywords", "explore": "explore", "refuse": "refuse"},
    ),
    "review_evidence": Branch(
        after_evidence, {"answer": "generate_answer", "refuse": "refuse", "again": "plan_intent"}
    ),
    "check_citations": Branch(
        after_check, {"finish": "review_answer", "rewrite": "generate_answer", "refuse": "refuse"}
    ),
    "review_answer": Branch(
        after_answer, {"finish": "finish", "check": "check_citations", "refuse": "refuse", "again": "plan_intent"}
    ),
    "finish": Branch(after_finish, {"act": "propose_actions", "end": END}),
    "run_actions": Branch(after_action, {"next": "run_actions", "end": END}),
}


@cache
def step_called(name: str) -> Step | ModelStep:
    """A step of the table, imported when it is first asked for."""
    module = import_module(f"citeline.nodes.{'review' if name.startswith('review_') else name}")
    return cast(Step | ModelStep, getattr(module, name))


def channel_steps(channels: Sequence[Channel]) -> dict[str, Step]:
    """The steps that depend on the table of channels, by name.

    Raises UsageError for a channel that is called like another one or like a step.
    """
    from citeline.nodes.fuse_rankings import fuse_rankings
    from citeline.nodes.rerank import rerank
    from citeline.nodes.search_channel import search_channel

    names = [channel.name for channel in channels]
    steps = {"fuse_rankings": fuse_rankings(channels), "rerank": rerank(channels)}
    taken = [name for name in names if names.count(name) > 1 or name in steps or name in STEPS]
    if taken:
        raise UsageError(f"there is a step called {taken[0]!r} already", remedy="give the channel another name")
    return {**steps, **{channel.name: search_channel(channel) for channel in channels}}


def edges_with(channels: Sequence[Channel]) -> list[tuple[str, str]]:
    """All plain edges, those of the channels among them."""
    beside = [edge for one in channels for edge in (("expand_keywords", one.name), (one.name, "fuse_rankings"))]
    return [*EDGES, *beside]


def _explained(decide: Callable[[RAGState], str]) -> Callable[[RAGState], str]:
    """The same, asked about a state that a person may just have edited."""

    @wraps(decide)
    def explained(state: RAGState) -> str:
        with explaining(state):
            return decide(state)

    return explained


def build_graph(channels: Sequence[Channel] = CHANNELS, *, whole: bool = False) -> Machine:
    """The machine, compiled without a checkpointer, so that a server or a host graph brings its own.

    `channels` may add a retriever of one's own to the table, or leave some out. It takes the keys of `RAGInput` and
    gives those of `RAGOutput`, so that as a node it leaves a host's own `plan` alone; `whole` gives every key of the
    state, which a server needs: there an output schema would hide what the steps write from every stream. Raises
    UsageError for a channel that is called like another one or like a step.
    """
    from langgraph.graph import END as GRAPH_END
    from langgraph.graph import START as GRAPH_START
    from langgraph.graph import StateGraph

    from .run_input import RAGInput

    graph = StateGraph(
        RAGState, context_schema=Context, input_schema=RAGInput, output_schema=RAGState if whole else RAGOutput
    )
    for name, made in channel_steps(channels).items():
        graph.add_node(name, made)
    for name in STEPS:
        node = step_called(name)
        graph.add_node(name, node.node if isinstance(node, ModelStep) else node)
    graph.add_edge(GRAPH_START, START)
    # The channels fan in over separate edges: the barrier of one edge from a list forgets itself on the server. Each
    # takes one superstep, so the join needs no `defer`, which in a loop makes LangGraph draw edges that do not exist.
    for here, there in edges_with(channels):
        graph.add_edge(here, there)
    for name, branch in BRANCHES.items():
        to: dict[Hashable, str] = {said: GRAPH_END if step == END else step for said, step in branch.to.items()}
        graph.add_conditional_edges(name, _explained(branch.decide), to)
    machine: Machine = graph.compile(name="citeline")
    return machine.with_config(recursion_limit=RECURSION_LIMIT)
