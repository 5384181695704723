"""The page beside a LangGraph server, as `langgraph dev` starts it: it and Studio show the same threads."""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

pytest.importorskip("langgraph_api")
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient

from citeline.cli.page.threads import _client

from ...graph.test_server import QUESTION, REPOSITORY, TREE, served

pytestmark = [pytest.mark.slow, pytest.mark.timeout(150)]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("threads") / "tree"
    for path, text in TREE.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


@pytest.fixture(scope="module")
def server(tree: Path) -> Iterator[str]:
    """With tokens, so that what one may see another may not."""
    folder = tree.parent
    shutil.copy(REPOSITORY / "docs" / "examples" / "langgraph_server" / "auth.py", folder)
    config = json.loads((REPOSITORY / "langgraph.json").read_text())
    config |= {"http": {"app": "citeline.cli.page.mounted:app"}, "auth": {"path": "./auth.py:auth"}}
    (folder / "langgraph.json").write_text(json.dumps(config))
    with served(folder / "langgraph.json", folder, folder, CITELINE_MCP_ROOTS=str(tree), TOKENS="ann:1,bob:2") as url:
        yield url


@pytest.fixture(scope="module")
def client(server: str) -> SyncLangGraphClient:
    """As Studio, or any program of Ann's."""
    return get_sync_client(url=server, api_key=None, headers={"authorization": "Bearer 1"})


@pytest.fixture(scope="module")
def page(server: str, client: SyncLangGraphClient, tree: Path) -> Iterator[httpx.Client]:
    """Ann's browser; what she is behind sends her token."""
    client.runs.wait(None, "answer", input={**QUESTION, "repo": str(tree)})  # the folder is indexed
    with httpx.Client(base_url=server, timeout=60, headers={"authorization": "Bearer 1"}) as browser:
        yield browser


def asked(page: httpx.Client, question: str, **more: str) -> tuple[str, str]:
    """What the page shows, and the address of the answer."""
    shown = page.get("/", params={"q": question, **more}).text
    found = re.search(r'data-run="/run/([^?"]+)', shown)
    assert found, shown[-3000:]
    return shown, found[1]


def test_a_thread_of_studio_is_shown_with_its_answer_and_lines(
    page: httpx.Client, client: SyncLangGraphClient, tree: Path
) -> None:
    thread = client.threads.create()["thread_id"]
    client.runs.wait(thread, "citeline", input=QUESTION, context={"repo": str(tree)})
    start = page.get("/").text
    assert f"/run/{thread}?" in start and QUESTION["question"] in start
    shown = page.get(f"/run/{thread}").text
    assert "total_price" in shown and "shop/cart.py:" in shown
    why = page.get(f"/why/{thread}").text
    assert "#1" in why and "ms" in why  # places in the channels and times, from the state of the thread


def test_what_is_asked_on_the_page_is_a_thread_of_the_server(page: httpx.Client, client: SyncLangGraphClient) -> None:
    shown, run = asked(page, "What does `pay` return?")
    assert "wallet" in shown
    state: Any = client.threads.get_state(run.partition("~")[0])
    assert state["values"]["question"] == "What does `pay` return?" and state["next"] == []
    assert [message["type"] for message in state["values"]["messages"]] == ["human", "ai"]
    assert page.get(f"/export/{run}.md").text.startswith("# What does `pay` return?")


def test_a_follow_up_goes_on_with_the_thread_and_older_addresses_stay(page: httpx.Client) -> None:
    _, first = asked(page, "What does `total_price` do?")
    shown, second = asked(page, "Who calls it?", after=first)
    thread = first.partition("~")[0]
    assert second.startswith(f"{thread}~") and first != second
    assert "What does <code>total_price</code> do?" in shown  # what was said before
    assert '<h1 class="asked">Who calls total_price?' in page.get(f"/run/{second}").text
    assert '<h1 class="asked">What does <code>total_price</code> do?' in page.get(f"/run/{first}").text
    assert page.get("/").text.count(f"/run/{thread}?") == 1  # one line a thread


def test_one_piece_alone_is_used_through_a_review_on_the_server(page: httpx.Client) -> None:
    question = "Where is the total price of a cart computed?"
    _, run = asked(page, question)
    why = page.get(f"/why/{run}").text
    other = re.search(r'path=([^"]+?)&amp;start=(\d+)[^"]*"[^<]*</a>(?:(?!<li>).)*?only=(\d+)', why, re.DOTALL)
    assert other
    shown, _ = asked(page, question, only=other[3])
    assert re.findall(r'class="cite[^"]*"[^>]*path=([^"&]+)', shown)[0] == quote(other[1], "")


def test_a_piece_that_is_gone_leaves_no_thread_that_waits_for_a_reply(
    page: httpx.Client, client: SyncLangGraphClient
) -> None:
    shown = page.get("/", params={"q": "Where is the total price of a cart computed?", "only": "999999"}).text
    assert "is not found any more" in shown and "data-run" not in shown
    assert client.threads.search(status="interrupted") == []


def test_what_is_no_answer_of_this_folder_is_not_found(page: httpx.Client, client: SyncLangGraphClient) -> None:
    empty = client.threads.create(metadata={"graph_id": "citeline"})["thread_id"]
    for run in (empty, "00000000-0000-0000-0000-000000000000", f"{empty}~{empty}", "nonsense", "..%2Fassistants"):
        assert page.get(f"/run/{run}").status_code == 404, run
    assert empty not in page.get("/").text


def test_nobody_sees_threads_that_the_server_would_not_show_them(page: httpx.Client, server: str) -> None:
    _, run = asked(page, "What does `add_item` do?")
    for headers, why in (({"authorization": "Bearer 2"}, "no longer kept"), ({}, "the server answers 401")):
        with httpx.Client(base_url=server, timeout=60, headers=headers) as other:
            assert "add_item" not in other.get("/").text.partition('<main id="answer"')[0].partition("history")[2]
            assert other.get(f"/run/{run}").status_code in (400, 404)
            refused = other.get(f"/run/{run}").text
            assert why in refused and "add_item" not in refused
    with httpx.Client(base_url=server, timeout=60) as stranger:
        assert "the server answers 401" in stranger.get("/", params={"q": "What does `pay` do?"}).text


def test_a_cookie_that_the_server_sets_for_one_reader_goes_to_no_other() -> None:
    seen: list[str | None] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            seen.append(self.headers["cookie"])
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(200)
            self.send_header("set-cookie", "session=of-ann")
            self.send_header("content-type", "application/json")
            self.end_headers()
            self.wfile.write(b"[]")

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (the name that the base class has)
            """Nothing is said."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        api = _client(f"http://127.0.0.1:{server.server_port}")
        for headers in ({"cookie": "session=ann"}, {"authorization": "Bearer of-bob"}):
            api.threads.search(headers=headers)
        server.shutdown()
    assert seen == ["session=ann", None]
