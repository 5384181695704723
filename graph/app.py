"""The graph that a LangGraph server serves; see `langgraph.json`. Importing it opens nothing and needs no key."""

from __future__ import annotations

from .build import build_graph

graph = build_graph(whole=True)
