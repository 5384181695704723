"""The served graph: a development server as a person starts it, driven over HTTP with its SDK."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("langgraph_api")
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient

pytestmark = [pytest.mark.slow, pytest.mark.timeout(150)]

REPOSITORY = Path(__file__).parents[2]
READY_S = 90
"""It takes 4 to 10 seconds on two idle cores."""

TREE = {
    "shop/cart.py": '''"""A shopping cart."""


def add_item(cart: list[str], item: str) -> list[str]:
    """Put an item into the cart and return the cart."""
    return [*cart, item]


def total_price(cart: list[str], prices: dict[str, float]) -> float:
    """Sum of the prices of the items in the cart."""
    return sum(prices[item] for item in cart)
''',
    "shop/checkout.py": '''"""Paying."""

from shop.cart import total_price


def pay(cart: list[str], prices: dict[str, float], wallet: float) -> float:
    """Take the total price of the cart from the wallet; what is left."""
    return wallet - total_price(cart, prices)
''',
    "README.md": "# Shop\n\nThe total price of a cart is computed by `total_price`.\n",
}
QUESTION = {"question": "where is the total price of a cart computed?"}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("served") / "tree"
    for path, text in TREE.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


@pytest.fixture(scope="module")
def client(tree: Path) -> Iterator[SyncLangGraphClient]:
    """A client of a server that runs in a folder of its own: it keeps its state where it is started."""
    folder = tree.parent / "server"
    folder.mkdir()
    port = _free_port()
    keyless = {name: value for name, value in os.environ.items() if not name.startswith(("LANG", "OPENAI", "CITELINE"))}
    environment = {
        **keyless,
        "CITELINE_HOME": str(tree.parent / "home"),
        "LANGSMITH_TRACING": "false",
        "LANGGRAPH_CLI_NO_ANALYTICS": "1",
    }
    command = [sys.executable, "-m", "langgraph_cli", "dev", "--no-browser", "--no-reload"]
    command += ["--port", str(port), "--config", str(REPOSITORY / "langgraph.json")]
    log = folder / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        _wait_until_ready(f"http://127.0.0.1:{port}/ok", server, log)
        yield get_sync_client(url=f"http://127.0.0.1:{port}", api_key=None)
    finally:
        _stop(server)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + READY_S
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"the server is not ready:\n{log.read_text(errors='replace')[-4000:]}")


def _stop(server: subprocess.Popen[bytes]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        if server.poll() is None:
            os.killpg(server.pid, number)
            try:
                server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                continue
    server.wait(timeout=10)


def test_a_run_answers_with_no_key(client: SyncLangGraphClient, tree: Path) -> None:
    done: Any = client.runs.wait(None, "citeline", input=QUESTION, context={"repo": str(tree)})
    assert done["status"] == "answered"
    assert "total_price" in done["answer"]
    assert any(piece["path"] == "shop/cart.py" for piece in done["evidence"])
    assert done["index"]["generation"]


def test_the_context_is_shown_as_a_form(client: SyncLangGraphClient) -> None:
    (assistant,) = client.assistants.search(graph_id="citeline")
    schemas: Any = client.assistants.get_schemas(assistant["assistant_id"])
    fields = schemas["context_schema"]["properties"]
    assert fields["repo"]["type"] == "string"
    assert fields["budget_s"]["type"] == "number"
    drawn: Any = client.assistants.get_graph(assistant["assistant_id"])
    assert {"lexical", "symbols", "fuse_rankings", "check_citations"} <= {node["id"] for node in drawn["nodes"]}


def test_updates_are_streamed_step_by_step(client: SyncLangGraphClient, tree: Path) -> None:
    parts = client.runs.stream(None, "citeline", input=QUESTION, context={"repo": str(tree)}, stream_mode="updates")
    steps = [name for part in parts if part.event == "updates" for name in part.data]
    assert steps[:4] == ["plan_intent", "review_plan", "translate_query", "expand_keywords"]
    assert {"dense_english", "lexical", "symbols"} <= set(steps)
    assert steps[-4:] == ["generate_answer", "check_citations", "review_answer", "finish"]


def test_a_person_steps_and_edits_the_evidence_in_between(client: SyncLangGraphClient, tree: Path) -> None:
    thread = client.threads.create()["thread_id"]
    context = {"repo": str(tree)}
    client.runs.wait(thread, "citeline", input=QUESTION, context=context, interrupt_before=["fuse_rankings"])
    # A join over one edge from a list would say here that nothing is next.
    assert client.threads.get_state(thread)["next"] == ["fuse_rankings"]

    client.runs.wait(thread, "citeline", input=None, context=context, interrupt_before=["assemble_context"])
    stopped: Any = client.threads.get_state(thread)
    assert stopped["next"] == ["assemble_context"]
    kept = [piece for piece in stopped["values"]["evidence"] if piece["path"] == "shop/cart.py"]
    assert 0 < len(kept) < len(stopped["values"]["evidence"])
    client.threads.update_state(thread, {"evidence": kept})

    client.runs.wait(thread, "citeline", input=None, context=context, interrupt_before=["check_citations"])
    assert client.threads.get_state(thread)["next"] == ["check_citations"]
    done: Any = client.runs.wait(thread, "citeline", input=None, context=context)
    assert done["status"] == "answered"
    # Callers from elsewhere may be cited too, but the answer begins with what the person kept.
    assert done["evidence"][0]["path"] == "shop/cart.py"

    history = client.threads.get_history(thread, limit=50)
    passed = [state["next"][0] for state in reversed(history) if state["next"]]
    assert passed.index("plan_intent") < passed.index("fuse_rankings") < passed.index("finish")


def test_an_action_waits_for_a_yes_and_a_review_for_a_reply(client: SyncLangGraphClient, tree: Path) -> None:
    thread = client.threads.create()["thread_id"]
    context = {"repo": str(tree), "review": "evidence"}
    asked: Any = {"question": f"{QUESTION['question']} and create a review meeting on 2026-03-04"}
    client.runs.wait(thread, "citeline", input=asked, context=context)
    (task,) = client.threads.get_state(thread)["tasks"]
    assert (task["name"], task["interrupts"][0]["value"]["kind"]) == ("review_evidence", "evidence")

    client.runs.wait(thread, "citeline", command={"resume": {"drop": []}}, context=context)
    stopped: Any = client.threads.get_state(thread)
    (interrupt,) = stopped["tasks"][0]["interrupts"]
    assert stopped["next"] == ["approve_actions"] and stopped["values"]["status"] == "answered"
    assert interrupt["value"]["actions"][0]["arguments"]["start"] == "2026-03-04"

    done: Any = client.runs.wait(thread, "citeline", command={"resume": {"approve": False}}, context=context)
    assert [call["status"] for call in done["actions"]] == ["declined"]


def test_a_thread_takes_a_second_question(client: SyncLangGraphClient, tree: Path) -> None:
    thread = client.threads.create()["thread_id"]
    context = {"repo": str(tree)}
    client.runs.wait(thread, "citeline", input=QUESTION, context=context)
    again: Any = {"messages": [{"role": "user", "content": "what does pay return?"}]}
    done: Any = client.runs.wait(thread, "citeline", input=again, context=context)
    assert done["question"] == "what does pay return?"
    assert len(done["looked"]) == done["round"]
    assert [message["type"] for message in done["messages"]] == ["human", "ai", "human", "ai"]


def test_other_agents_get_an_answer_and_nothing_of_the_machine(client: SyncLangGraphClient, tree: Path) -> None:
    told: Any = client.runs.wait(None, "answer", input={**QUESTION, "repo": str(tree)})
    assert set(told) == {"status", "answer", "claims", "messages"}
    assert told["claims"][0]["citations"][0]["place"].startswith(("shop/cart.py:", "README.md:"))
