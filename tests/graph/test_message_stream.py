"""LangGraph's stream `messages`: chat front ends show the checked answer while a run goes on, and nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

import citeline
from citeline.nodes.running.context import Context, Resources
from citeline.setting_values import SecretStr
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle
from citeline.tools.models.models import configured_models
from tests.scripted_server import ScriptedServer

from .obedient_model import obey
from .test_real_run import TREE

QUESTION = "which functions use the prices of the items in a cart?"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    root = tmp_path_factory.mktemp("streamed") / "shop"
    for path, text in TREE.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return citeline.index(root, settings=Settings(home=root.parent / "home"))


def streamed(shop: IndexHandle, settings: Settings, question: str = QUESTION) -> tuple[list[Any], dict[str, Any]]:
    """The chunks in their order, and the state at the end."""
    machine = citeline.build_graph().copy({"checkpointer": InMemorySaver()})
    context = Context().carrying(Resources(shop.reader, settings, models=configured_models(settings)))
    thread: Any = {"configurable": {"thread_id": "1"}}

    async def read() -> list[Any]:
        given: Any = {"messages": [{"role": "user", "content": question}]}
        stream = machine.astream(given, thread, context=context, stream_mode="messages")
        return [chunk async for chunk, _ in stream]

    return asyncio.run(read()), machine.get_state(thread).values


def test_sentences_come_one_by_one_under_the_id_of_the_message(shop: IndexHandle) -> None:
    chunks, state = streamed(shop, shop.settings)
    assert len(state["claims"]) > 1 and len(chunks) >= len(state["claims"])
    assert "".join(chunk.text for chunk in chunks) == state["answer"]
    assert {chunk.id for chunk in chunks} == {state["messages"][-1].id}
    assert [message.type for message in state["messages"]] == ["human", "ai"]


def test_a_refusal_is_told_too(shop: IndexHandle) -> None:
    chunks, state = streamed(shop, shop.settings, "how does the KubernetesAutoscaler evict idle pods?")
    assert state["status"] == "not_found" and "".join(chunk.text for chunk in chunks) == state["answer"]


def test_with_a_model_nothing_is_told_that_was_not_checked(model_server: ScriptedServer, shop: IndexHandle) -> None:
    model_server.reply(obey)
    settings = shop.settings.model_copy(
        update={"model": "scripted", "model_url": model_server.url, "model_key": SecretStr("sk-not-a-key-0123456789")}
    )
    chunks, state = streamed(shop, settings)
    assert model_server.requests and "`total_price` is what does it." in state["answer"]
    assert "".join(chunk.text for chunk in chunks) == state["answer"]
