"""The served graph, driven over HTTP with LangGraph's SDK: on the development server, as a person starts it, and on
langhost over PostgreSQL and Redis, where these are installed.

langhost pins an older langgraph-api and so lives in an environment of its own, which holds Citeline too and is on PATH.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Receive, Scope, Send

pytest.importorskip("langgraph_api")
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient

from citeline.cli.langgraph_server import CheckedRequests
from tests.indexing.databases.servers import postgres, programs

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


_DEVELOPMENT = (sys.executable, "-m", "langgraph_cli", "dev", "--no-browser", "--no-reload")


@pytest.fixture(scope="module", params=["development", "langhost"])
def client(tree: Path, request: pytest.FixtureRequest) -> Iterator[SyncLangGraphClient]:
    """A client of the server as this repository configures it."""
    config, folder = REPOSITORY / "langgraph.json", tree.parent / request.param
    if request.param == "development":
        with served(config, folder, tree.parent) as url:
            yield get_sync_client(url=url, api_key=None)
        return
    program = _langhost()
    with (
        databases(tree.parent) as addresses,
        served(config, folder, tree.parent, (program, "serve"), **addresses) as url,
    ):
        yield get_sync_client(url=url, api_key=None)


def _langhost() -> str:
    """The program; skips the test where it, or what it needs, is not installed."""
    program = shutil.which("langhost")
    if program is None:
        pytest.skip("langhost is not on PATH (docs/langgraph.md says how to install it)")
    if subprocess.run([Path(program).parent / "python", "-c", "import citeline.graph"], capture_output=True).returncode:
        pytest.skip("the environment of langhost holds no Citeline")
    if programs() is None or shutil.which("redis-server") is None:
        pytest.skip("PostgreSQL or Redis is not installed (Debian: postgresql, redis-server)")
    return program


@contextmanager
def databases(folder: Path) -> Iterator[dict[str, str]]:
    """The environment that names a PostgreSQL and a Redis of this test alone."""
    port = str(_free_port())
    redis = subprocess.Popen(
        ["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
    )
    try:
        with postgres(folder) as url:
            yield {"DATABASE_URI": url.replace("+psycopg", ""), "REDIS_URI": f"redis://127.0.0.1:{port}/0"}
    finally:
        redis.terminate()
        redis.wait(20)


@contextmanager
def served(
    config: Path, folder: Path, roots: Path, program: Sequence[str] = _DEVELOPMENT, **more: str
) -> Iterator[str]:
    """The URL of a server that runs in a folder of its own: it keeps its state where it is started."""
    folder.mkdir(exist_ok=True)
    port = _free_port()
    keyless = {name: value for name, value in os.environ.items() if not name.startswith(("LANG", "OPENAI", "CITELINE"))}
    environment = {
        **keyless,
        "CITELINE_HOME": str(roots / "home"),
        "CITELINE_MCP_ROOTS": str(roots),
        "LANGSMITH_TRACING": "false",
        "LANGGRAPH_CLI_NO_ANALYTICS": "1",
        **more,
    }
    command = [*program, "--port", str(port), "--config", str(config)]
    log = roots / f"{folder.name}.log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        _wait_until_ready(f"http://127.0.0.1:{port}/ok", server, log)
        yield f"http://127.0.0.1:{port}"
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


def test_a_review_outlives_the_server_that_asked_for_it(tree: Path) -> None:
    config, folder, context = (
        REPOSITORY / "langgraph.json",
        tree.parent / "restarted",
        {"repo": str(tree), "review": "evidence"},
    )
    program = _langhost()
    with databases(tree.parent) as addresses:
        with served(config, folder, tree.parent, (program, "serve"), **addresses) as url:
            first = get_sync_client(url=url, api_key=None)
            thread = first.threads.create()["thread_id"]
            first.runs.wait(thread, "citeline", input=QUESTION, context=context)
        with served(config, folder, tree.parent, (program, "serve"), **addresses) as url:
            second = get_sync_client(url=url, api_key=None)
            assert second.threads.get(thread)["status"] == "interrupted"
            approved: Any = {"resume": {"decisions": [{"type": "approve"}]}}
            done: Any = second.runs.wait(thread, "citeline", command=approved, context=context)
            assert done["status"] == "answered" and "total_price" in done["answer"]


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
    assert told["claims"][0]["citations"][0]["place"].startswith(("shop/cart.py:", "README.md:"))


def post(client: SyncLangGraphClient, path: str, body: Any) -> httpx.Response:
    """An answer of the server, whatever its status."""
    return post_to(str(client.http.client.base_url).rstrip("/"), path, body)


def post_to(url: str, path: str, body: Any, **headers: str) -> httpx.Response:
    accepted = {"accept": "application/json, text/event-stream"}
    return httpx.post(f"{url}{path}", json=body, headers={**accepted, **headers}, timeout=60)


@pytest.mark.parametrize(
    ("path", "body", "status", "why"),
    [
        ("/runs/wait", {"assistant_id": "citeline", "input": {"question": 5}}, 422, "question = 5"),
        ("/runs/wait", {"assistant_id": "citeline", "input": {"quetion": "how?"}}, 422, "nothing is asked"),
        ("/runs/wait", {"assistant_id": "citeline", "input": ["how?"]}, 422, ""),
        ("/runs/stream", {"assistant_id": "answer", "input": {"messages": [{"content": "how?"}]}}, 422, "messages"),
        ("/runs/wait", {"assistant_id": "citeline", "input": {**QUESTION, "context": {"repo": "/"}}}, 403, "outside"),
        ("/runs/wait", {"assistant_id": "citeline", "input": QUESTION, "context": {"top_k": 1000}}, 422, "top_k"),
        ("/runs/wait", {"assistant_id": "citeline", "input": QUESTION, "context": {"repo": "/etc"}}, 403, "outside"),
        ("/assistants", {"graph_id": "answer", "context": {"repo": "/etc"}}, 403, "outside"),
        ("/runs/wait", {"assistant_id": "answer", "input": {**QUESTION, "repo": "/root"}}, 403, "outside"),
        ("/runs/wait", {"assistant_id": "answer", "input": {"question": "x" * 6_000_000}}, 413, "at most"),
    ],
)
def test_what_cannot_be_answered_is_refused_with_a_reason(
    client: SyncLangGraphClient, path: str, body: Any, status: int, why: str
) -> None:
    refused = post(client, path, body)
    assert (refused.status_code, why in refused.text) == (status, True), refused.text


def test_a_folder_that_is_not_there_is_named(client: SyncLangGraphClient, tree: Path) -> None:
    body = {"assistant_id": "citeline", "input": QUESTION, "context": {"repo": str(tree / "nowhere")}}
    refused = post(client, "/runs/wait", body)
    assert refused.status_code == 422 and "does not exist" in refused.json()["detail"]


def test_a_question_of_a_megabyte_is_answered(client: SyncLangGraphClient, tree: Path) -> None:
    asked: Any = {"question": f"{QUESTION['question']} {'total ' * 200_000}"}
    done: Any = client.runs.wait(None, "citeline", input=asked, context={"repo": str(tree)})
    assert done["status"] in ("answered", "not_found") and "characters" in str(done["degradations"])


def test_an_edit_that_makes_no_sense_is_refused_before_it_is_kept(client: SyncLangGraphClient, tree: Path) -> None:
    thread = client.threads.create()["thread_id"]
    client.runs.wait(thread, "citeline", input=QUESTION, context={"repo": str(tree)}, interrupt_before=["review_plan"])
    refused = post(client, f"/threads/{thread}/state", {"values": {"plan": {}}})
    assert refused.status_code == 422 and "plan.intent" in refused.json()["detail"]
    done: Any = client.runs.wait(thread, "citeline", input=None, context={"repo": str(tree)})
    assert done["status"] == "answered"


def test_a_person_who_goes_away_leaves_the_server_answering(client: SyncLangGraphClient, tree: Path) -> None:
    body = {"assistant_id": "citeline", "input": QUESTION, "context": {"repo": str(tree)}, "stream_mode": "updates"}
    address = str(client.http.client.base_url).rstrip("/")
    with httpx.stream("POST", f"{address}/runs/stream", json=body, timeout=60) as streamed:
        next(streamed.iter_lines())
    done: Any = client.runs.wait(None, "citeline", input=QUESTION, context={"repo": str(tree)})
    assert done["status"] == "answered"


def test_an_index_that_is_deleted_under_the_server_is_made_again(client: SyncLangGraphClient, tree: Path) -> None:
    context = {"repo": str(tree)}
    before: Any = client.runs.wait(None, "citeline", input=QUESTION, context=context)
    shutil.rmtree(tree.parent / "home")
    after: Any = client.runs.wait(None, "citeline", input=QUESTION, context=context)
    assert after["answer"] == before["answer"]


def test_sentences_are_streamed_as_messages(client: SyncLangGraphClient, tree: Path) -> None:
    parts = list(
        client.runs.stream(
            None, "citeline", input=QUESTION, context={"repo": str(tree)}, stream_mode=["messages-tuple", "values"]
        )
    )
    said = "".join(part.data[0]["content"] for part in parts if part.event == "messages")
    assert said and said == parts[-1].data["answer"]


def test_an_agent_asks_over_mcp(client: SyncLangGraphClient, tree: Path) -> None:
    def call(method: str, params: Any) -> Any:
        return post(client, "/mcp", {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).json()["result"]

    (tool,) = [one for one in call("tools/list", {})["tools"] if one["name"] == "citeline_answer"]
    assert "repo" in tool["inputSchema"]["properties"] and "cites" in tool["description"]

    def ask(**arguments: Any) -> Any:
        return call("tools/call", {"name": "citeline_answer", "arguments": arguments})

    told = ask(question="what does `pay` return?", repo=str(tree))["content"][0]["text"]
    assert "'place': 'shop/checkout.py:" in told and "'supports':" in told and len(told) < 4_000
    for wrong, why in (({"repo": "/etc"}, "outside"), ({"repo": str(tree / "README.md")}, "not a folder")):
        refused = ask(**QUESTION, **wrong)
        assert refused["isError"] and why in refused["content"][0]["text"]


def test_an_agent_asks_over_a2a(client: SyncLangGraphClient, tree: Path) -> None:
    assistant = client.assistants.create("answer", context={"repo": str(tree)})["assistant_id"]
    message = {"role": "user", "messageId": "1", "parts": [{"kind": "text", "text": QUESTION["question"]}]}
    body = {"jsonrpc": "2.0", "id": "1", "method": "message/send", "params": {"message": message}}
    told = post(client, f"/a2a/{assistant}", body).json()["result"]
    assert told["status"]["state"] == "completed"
    assert "total_price" in str(told["artifacts"][0]["parts"])


def test_routes_and_tokens_of_ones_own_stand_beside_it(tree: Path) -> None:
    folder = tree.parent / "own"
    shutil.copytree(tree, folder)
    shutil.copytree(REPOSITORY / "docs" / "examples" / "langgraph_server", folder, dirs_exist_ok=True)
    with served(folder / "langgraph.json", folder, tree.parent, TOKENS="ann:one,bob:two") as url:
        assert httpx.get(f"{url}/search?q=total").status_code == 401
        assert post_to(url, "/runs/wait", {"assistant_id": "answer", "input": {"question": 5}}).status_code == 401
        ann = {"Authorization": "Bearer one"}
        (first, *_) = httpx.get(f"{url}/search?q=total price", headers=ann, timeout=60).json()
        assert first["path"] in ("shop/cart.py", "README.md")
        refused = post_to(url, "/runs/wait", {"assistant_id": "answer", "input": {"question": 5}}, **ann)
        assert refused.status_code == 422 and "question = 5" in refused.text
        thread = get_sync_client(url=url, api_key=None, headers=ann).threads.create()["thread_id"]
        assert httpx.get(f"{url}/threads/{thread}", headers=ann).status_code == 200
        assert httpx.get(f"{url}/threads/{thread}", headers={"Authorization": "Bearer two"}).status_code == 404


def test_a_server_whose_own_middleware_needs_what_its_start_opens_starts() -> None:
    """As langhost's does; its own tests run only where it is installed."""
    opened: list[str] = []

    class NeedsTheStore:
        def __init__(self, app: ASGIApp) -> None:
            self._app = app

        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            assert opened, "asked before the start"
            await self._app(scope, receive, send)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        opened.append("store")
        yield

    around = [Middleware(CheckedRequests), Middleware(NeedsTheStore)]
    with TestClient(Starlette(middleware=around, lifespan=lifespan)) as client:
        assert client.get("/nowhere").status_code == 404


def test_the_image_of_the_server_holds_every_package(tmp_path: Path) -> None:
    made = tmp_path / "Dockerfile"
    command = [sys.executable, "-m", "langgraph_cli", "dockerfile", "--config", str(REPOSITORY / "langgraph.json")]
    subprocess.run([*command, str(made)], check=True, capture_output=True)
    text = made.read_text()
    assert f"ADD . /deps/{REPOSITORY.name}" in text and "-e ." in text and "citeline.graph.app:graph" in text
    left_out = (REPOSITORY / ".dockerignore").read_text().split()
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders = {project["package-dir"].get(name.rpartition(".")[0] or name, name) for name in project["packages"]}
    assert not folders & set(left_out) and "langgraph.json" not in left_out


def test_right_lines_become_a_row_of_ones_own_set(client: SyncLangGraphClient, tree: Path) -> None:
    client.runs.wait(None, "citeline", input=QUESTION, context={"repo": str(tree)})
    row = post(client, "/feedback", {**QUESTION, "repo": str(tree), "right": "shop/cart.py:9-11"})
    assert row.status_code == 200 and row.json()["gold"][0]["path"] == "shop/cart.py"
    for sent, status, why in (
        ({**QUESTION, "repo": str(tree), "right": "shop/cart.py:900"}, 422, "900"),
        ({**QUESTION, "repo": "/etc", "right": "none"}, 403, "outside"),
        ({"right": "none"}, 422, "question"),
    ):
        refused = post(client, "/feedback", sent)
        assert (refused.status_code, why in refused.text) == (status, True), refused.text
