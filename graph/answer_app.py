"""The graph that a LangGraph server offers to other agents, over MCP and A2A: a question in, a checked answer out.

One step around the machine, with a small output: over `/mcp` the whole state of the machine is 36 KB of its internals.
"""

from __future__ import annotations

from typing import Annotated, Any

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from pydantic import Field
from typing_extensions import TypedDict

from citeline.errors import CitelineError
from citeline.nodes.running.context import Context
from citeline.pages import place
from citeline.state import add_messages

from .build import build_graph


class Asked(TypedDict, total=False):
    """What another agent gives."""

    question: Annotated[str, Field(description="What to answer from the folder, in any language.")]
    repo: Annotated[str, Field(description="The folder to answer about; by default that of the server's context.")]
    messages: Annotated[list[Any], Field(description="In place of `question`: a conversation."), add_messages]


class Told(TypedDict, total=False):
    """What it gets back."""

    status: Annotated[str, Field(description="answered, partial, not_found, or failed: then `answer` says why.")]
    answer: Annotated[str, Field(description="Sentences, with the number of each citation.")]
    claims: Annotated[
        list[dict[str, Any]],
        Field(description="Each with `text`, and `citations`: `place`, path:first-last line, and what was proved."),
    ]
    messages: Annotated[list[Any], Field(description="The conversation, where one was given."), add_messages]


class _Both(Asked, Told, total=False):
    pass


_MACHINE = build_graph()


async def answer(state: _Both, runtime: Runtime[Context]) -> Told:
    """Ask the machine; its keys stay its own. What it refuses is told too: over MCP an error has no words."""
    context = Context.of(runtime)
    context = context.model_copy(update={"asks": False, "repo": state.get("repo") or context.repo})
    given: Any = {key: state[key] for key in ("question", "messages") if state.get(key)}
    try:
        found = await _MACHINE.ainvoke(given, context=context)
    except CitelineError as error:
        said = f"{error}; {error.remedy}"
        found = {"status": "failed", "answer": said, "messages": [{"role": "assistant", "content": said}]}
    evidence = {piece["id"]: piece for piece in found.get("evidence", [])}
    claims = [
        {
            "text": claim["text"],
            "citations": [
                {"place": place(evidence[one]), "supports": claim["verdicts"][str(one)]["supports"]}
                for one in claim["evidence"]
            ],
        }
        for claim in found.get("claims", [])
    ]
    told: Told = {"status": found["status"], "answer": found["answer"], "claims": claims}
    # A conversation goes on with the answer; whoever gave a question has it once already.
    return {**told, "messages": found["messages"][-1:]} if state.get("messages") else told


_builder = StateGraph(_Both, context_schema=Context, input_schema=Asked, output_schema=Told)
_builder.add_node("answer", answer)
_builder.add_edge(START, "answer")
_builder.add_edge("answer", END)
graph = _builder.compile(name="citeline_answer")
