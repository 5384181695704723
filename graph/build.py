"""The state machine: every node and every edge, on one screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from citeline.errors import UsageError
from citeline.nodes.approve_actions import approve_actions
from citeline.nodes.assemble_context import assemble_context
from citeline.nodes.check_citations import check_citations
from citeline.nodes.expand_keywords import expand_keywords
from citeline.nodes.explore import explore
from citeline.nodes.filter_documents import filter_documents
from citeline.nodes.finish import finish
from citeline.nodes.fuse_rankings import fuse_rankings
from citeline.nodes.generate_answer import generate_answer
from citeline.nodes.grade_evidence import grade_evidence
from citeline.nodes.plan_intent import plan_intent
from citeline.nodes.propose_actions import propose_actions
from citeline.nodes.refuse import refuse
from citeline.nodes.reply import reply
from citeline.nodes.rerank import rerank
from citeline.nodes.review import review_answer, review_evidence, review_plan
from citeline.nodes.run_actions import run_actions
from citeline.nodes.running.context import Context
from citeline.nodes.running.model_steps import ModelStep
from citeline.nodes.running.steps import Step
from citeline.nodes.search_channel import search_channel
from citeline.nodes.translate_query import translate_query
from citeline.nodes.walk_graph import walk_graph
from citeline.state import RAGInput, RAGState
from citeline.tools.retrieval.channels import CHANNELS, Channel

from . import resources as resources  # installs the factory that opens real indexes
from .budget import RECURSION_LIMIT
from .routing import after_action, after_answer, after_check, after_evidence, after_finish, after_grade, after_plan

Machine: TypeAlias = CompiledStateGraph[RAGState, Context, RAGInput, RAGState]

STEPS: tuple[Step | ModelStep, ...] = (
    plan_intent,
    review_plan,
    translate_query,
    expand_keywords,
    walk_graph,
    filter_documents,
    grade_evidence,
    explore,
    assemble_context,
    review_evidence,
    generate_answer,
    check_citations,
    review_answer,
    refuse,
    reply,
    finish,
    propose_actions,
    approve_actions,
    run_actions,
)


def build_graph(channels: Sequence[Channel] = CHANNELS) -> Machine:
    """The machine, compiled without a checkpointer, so that a server or a host graph brings its own.

    `channels` may add a retriever of one's own to the table, or leave some out. There is no output schema: on the
    server it would hide what the steps write from every stream. Raises UsageError for a channel that is called like
    another one or like a step.
    """
    names = [channel.name for channel in channels]
    steps = {"fuse_rankings", "rerank", *(node.__name__ for node in STEPS)}
    taken = [name for name in names if names.count(name) > 1 or name in steps]
    if taken:
        raise UsageError(f"there is a step called {taken[0]!r} already", remedy="give the channel another name")
    graph = StateGraph(RAGState, context_schema=Context, input_schema=RAGInput)
    for node in STEPS:
        graph.add_node(node.__name__, node.node if isinstance(node, ModelStep) else node)
    graph.add_node("fuse_rankings", fuse_rankings(channels))
    graph.add_node("rerank", rerank(channels))
    # The channels fan in over separate edges: the barrier of one edge from a list forgets itself on the server. Each
    # takes one superstep, so the join needs no `defer`, which in a loop makes LangGraph draw edges that do not exist.
    for channel in channels:
        graph.add_node(channel.name, search_channel(channel))
        graph.add_edge("expand_keywords", channel.name)
        graph.add_edge(channel.name, "fuse_rankings")

    graph.add_edge(START, "plan_intent")
    graph.add_edge("plan_intent", "review_plan")
    graph.add_conditional_edges(
        "review_plan", after_plan, {"chat": "reply", "search": "translate_query", "again": "plan_intent"}
    )
    graph.add_edge("translate_query", "expand_keywords")
    graph.add_edge("fuse_rankings", "walk_graph")
    graph.add_edge("walk_graph", "rerank")
    graph.add_edge("rerank", "filter_documents")
    graph.add_edge("filter_documents", "grade_evidence")
    graph.add_conditional_edges(
        "grade_evidence",
        after_grade,
        {"answer": "assemble_context", "widen": "expand_keywords", "explore": "explore", "refuse": "refuse"},
    )
    graph.add_edge("explore", "grade_evidence")
    graph.add_edge("assemble_context", "review_evidence")
    graph.add_conditional_edges(
        "review_evidence", after_evidence, {"answer": "generate_answer", "refuse": "refuse", "again": "plan_intent"}
    )
    graph.add_edge("generate_answer", "check_citations")
    graph.add_conditional_edges(
        "check_citations", after_check, {"finish": "review_answer", "rewrite": "generate_answer", "refuse": "refuse"}
    )
    graph.add_conditional_edges(
        "review_answer",
        after_answer,
        {"finish": "finish", "check": "check_citations", "refuse": "refuse", "again": "plan_intent"},
    )
    graph.add_edge("reply", "finish")
    graph.add_edge("refuse", "finish")
    graph.add_conditional_edges("finish", after_finish, {"act": "propose_actions", "end": END})
    graph.add_edge("propose_actions", "approve_actions")
    graph.add_edge("approve_actions", "run_actions")
    graph.add_conditional_edges("run_actions", after_action, {"next": "run_actions", "end": END})
    machine: Machine = graph.compile(name="citeline")
    return machine.with_config(recursion_limit=RECURSION_LIMIT)
