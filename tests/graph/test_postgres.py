"""A run that waits for a person outlives the process that began it where its checkpoints are in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langgraph.types import Command

import citeline
from citeline.graph.build import Machine
from citeline.nodes.running.context import Context
from tests.indexing.databases.servers import postgres, programs

saving = pytest.importorskip("langgraph.checkpoint.postgres")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed (Debian: postgresql)"),
]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with postgres(tmp_path_factory.mktemp("postgres")) as found:
        yield found.replace("+psycopg", "")


def test_a_review_goes_on_in_another_process(url: str, shop: Path, home: Path) -> None:
    thread: Any = {"configurable": {"thread_id": "1"}}
    context = Context(repo=str(shop), review="evidence")

    def run(given: Any) -> dict[str, Any]:
        with saving.PostgresSaver.from_conn_string(url) as saver:
            saver.setup()
            machine: Machine = citeline.build_graph(whole=True).copy({"checkpointer": saver})
            state: dict[str, Any] = machine.invoke(given, thread, context=context)
            return state

    (asked,) = run({"question": "how is a card charged?"})["__interrupt__"]
    assert asked.value["action_requests"][0]["name"] == "review_evidence"
    done = run(Command(resume={"decisions": [{"type": "approve"}]}))
    assert done["status"] == "answered" and done["answer"] == citeline.ask("how is a card charged?", shop).answer
    again = run({"messages": [{"role": "user", "content": "what does a refund do?"}]})
    assert [message.type for message in again["messages"]] == ["human", "ai", "human"]
