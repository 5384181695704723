"""Citeline as one step of a graph of your own, whose state has other keys: python host_graph.py FOLDER QUESTION."""

import sys
from typing import Any

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

import citeline


class Host(TypedDict, total=False):
    """What the host knows; its `plan` is its own."""

    topic: str
    plan: str
    report: str


rag = citeline.build_graph()


def research(state: Host) -> Host:
    """Ask Citeline; only the answer comes back."""
    found: dict[str, Any] = rag.invoke({"question": state["topic"]}, context=citeline.Context(repo=sys.argv[1]))
    return {"report": found["answer"]}


graph = StateGraph(Host)
graph.add_node("research", research)
graph.add_edge(START, "research")
graph.add_edge("research", END)
print(graph.compile().invoke({"topic": sys.argv[2], "plan": "mine"}))
