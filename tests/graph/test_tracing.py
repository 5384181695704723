"""Runs are traced by LangChain's own hooks to where their variables say, over real HTTP; else nothing is sent."""

import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.conftest import FIXTURES

pytestmark = pytest.mark.timeout(120)


class Collector:
    """Takes what is posted to it: path and body."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, bytes]] = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer()

            def do_POST(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                collector.posted.append((self.path, self.rfile.read(length)))
                self._answer()

            def _answer(self) -> None:
                self.send_response(200)
                self.send_header("content-length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the base class has it
                """Not into the output of the tests."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture(scope="module")
def home_of_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first process indexes; the others ask."""
    return tmp_path_factory.mktemp("traced")


def ask_with(home: Path, **variables: str) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LANG", "OTEL", "CITELINE"))}
    subprocess.run(
        [
            Path(sys.executable).with_name("citeline"),
            "ask",
            "how is a card charged?",
            "--repo",
            FIXTURES / "shop",
            "--no-model",
        ],
        env={**kept, "CITELINE_HOME": str(home), **variables},
        check=True,
        capture_output=True,
    )


def test_runs_go_to_langsmith_where_it_is_switched_on(collector: Collector, home_of_all: Path) -> None:
    on = {"LANGSMITH_TRACING": "true", "LANGSMITH_API_KEY": "none", "LANGSMITH_ENDPOINT": collector.url}
    ask_with(home_of_all, **on)
    sent = b"".join(body for path, body in collector.posted if path.startswith("/runs"))
    assert b"plan_intent" in sent and b"check_citations" in sent


def test_runs_go_to_a_collector_of_opentelemetry_instead(collector: Collector, home_of_all: Path) -> None:
    on = {"LANGSMITH_TRACING": "true", "LANGSMITH_TRACING_MODE": "otel", "LANGSMITH_API_KEY": "none"}
    ask_with(home_of_all, **on, OTEL_EXPORTER_OTLP_ENDPOINT=collector.url)
    assert {path for path, _ in collector.posted} == {"/v1/traces"}
    assert b"check_citations" in b"".join(body for _, body in collector.posted)


def test_nothing_is_sent_unless_it_is_switched_on(collector: Collector, home_of_all: Path) -> None:
    ask_with(home_of_all, LANGSMITH_API_KEY="none", LANGSMITH_ENDPOINT=collector.url)
    assert collector.posted == []
