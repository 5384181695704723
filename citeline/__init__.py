"""Citeline: answers about code and documents whose every sentence cites lines that were checked.

    import citeline

    index = citeline.index("path/to/repo")
    index.search("how are retries configured?", top_k=5)
    index.query('$.code.function("retry").callers()')
    citeline.ask("how are retries configured?", index).answer
    citeline.build_graph()          # a LangGraph graph, to serve or to embed in another one
    await citeline.aask("…", index)     # in an event loop; asearch likewise
    citeline.as_tools(index)        # four, as for coding agents: LangChain tools, or kind="functions"
    citeline.docql_tool(index)      # a LangChain tool, for an agent of your own; explore_tools(index) are ten
    citeline.run_in_terminal("how are retries configured?", index)      # shows every step while it happens

Names are loaded on first use, so that importing this starts nothing and needs no LangGraph.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from citeline.cli.live import run_in_terminal
    from citeline.graph.agent_tools import as_tools
    from citeline.graph.answer import Answer
    from citeline.graph.build import build_graph
    from citeline.graph.run import aask, ask, run_with_events, run_with_events_async
    from citeline.indexing.parsers.plugins import ParserPlugin
    from citeline.model import Hit
    from citeline.nodes.running.context import Context
    from citeline.settings import Settings
    from citeline.state import Claim, Evidence
    from citeline.tools.actions.registry import Action, register_action
    from citeline.tools.docql.tool import docql_tool
    from citeline.tools.explore.table import explore_tools
    from citeline.tools.handle import asearch, index, open_index, search
    from citeline.tools.retrieval.retrievers import channel_of

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Answer",
    "Claim",
    "Context",
    "Evidence",
    "Hit",
    "ParserPlugin",
    "Settings",
    "__version__",
    "aask",
    "as_tools",
    "asearch",
    "ask",
    "build_graph",
    "channel_of",
    "docql_tool",
    "explore_tools",
    "index",
    "open_index",
    "register_action",
    "run_in_terminal",
    "run_with_events",
    "run_with_events_async",
    "search",
]

_HOMES: Final = {
    "Action": "citeline.tools.actions.registry",
    "Context": "citeline.nodes.running.context",
    "ParserPlugin": "citeline.indexing.parsers.plugins",
    "Answer": "citeline.graph.answer",
    "Claim": "citeline.state",
    "Evidence": "citeline.state",
    "Hit": "citeline.model",
    "Settings": "citeline.settings",
    "aask": "citeline.graph.run",
    "as_tools": "citeline.graph.agent_tools",
    "asearch": "citeline.tools.handle",
    "ask": "citeline.graph.run",
    "build_graph": "citeline.graph.build",
    "channel_of": "citeline.tools.retrieval.retrievers",
    "docql_tool": "citeline.tools.docql.tool",
    "explore_tools": "citeline.tools.explore.table",
    "index": "citeline.tools.handle",
    "open_index": "citeline.tools.handle",
    "register_action": "citeline.tools.actions.registry",
    "run_in_terminal": "citeline.cli.live",
    "run_with_events": "citeline.graph.run",
    "run_with_events_async": "citeline.graph.run",
    "search": "citeline.tools.handle",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(home), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
