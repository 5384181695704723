"""A table that lacks a word of the question does not come before lines that have all of them."""

from __future__ import annotations

import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.answer.sources.rival import Rival
from citeline.tools.handle import IndexHandle, index

FILES = {
    "docs/settings.md": """# Settings

## timeout

The default worker timeout is 30 seconds: a worker that is silent for longer is killed and started again.

## max_jitter

The most that is added to the limit of requests of each worker, so that not all are started again at once.
""",
    "docs/tasks.md": """# Options of tasks

| Option | Default | Description |
|---|---|---|
| `task_timeout` | 300 | Timeout of a task in seconds |
| `task_threads` | 4 | Threads of a task |
""",
    "examples/chat/README.md": """# Chat

| Option | Default | Description |
|---|---|---|
| `bind` | 0.0.0.0:9000 | Listen address |
""",
    "examples/chat/conf.py": "max_jitter = 50\n",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    root = tmp_path_factory.mktemp("rival") / "server"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return index(root, settings=Settings(home=root.parent / "home", workers=1))


def first(server: IndexHandle, question: str) -> tuple[str, str]:
    """Where the first claim stands, and what it says."""
    answer = citeline.ask(question, server)
    evidence = {piece["id"]: piece for piece in answer.evidence}
    return evidence[answer.claims[0]["evidence"][0]]["path"], answer.claims[0]["text"]


def test_lines_that_hold_all_that_is_asked_come_before_a_row_that_does_not(server: IndexHandle) -> None:
    assert first(server, "what is the default worker timeout in seconds?")[0] == "docs/settings.md"
    path, said = first(server, "what is the default timeout of a task in seconds?")
    assert path == "docs/tasks.md" and "300" in said


def test_a_constant_of_an_example_does_not_keep_back_what_a_heading_tells(server: IndexHandle) -> None:
    answer = citeline.ask("what is `max_jitter`?", server)
    assert "is a constant" not in answer.answer and "so that not all are started again" in answer.answer


def test_a_row_is_compared_with_other_documents_alone() -> None:
    rival = Rival({"worker": 2.0, "timeout": 1.0}, lambda: {1: 1.0, 2: 0.6})
    assert rival.has_more_than({"timeout"}, {2}, computed=False)
    assert not rival.has_more_than({"timeout"}, {1}, computed=False)
    assert not rival.has_more_than({"timeout", "worker"}, {2}, computed=False)


def test_a_computation_may_not_lack_much_of_what_lines_hold() -> None:
    rival = Rival({"limit": 1.0, "request": 1.0, "line": 1.0}, lambda: {1: 0.7})
    assert rival.has_more_than({"other"}, {2}, computed=True)
    assert not rival.has_more_than({"request"}, {2}, computed=True)
    assert not rival.has_more_than({"other"}, {2}, computed=False)


def test_a_table_says_nothing_of_a_name_that_another_place_defines(server: IndexHandle) -> None:
    """`“PING_LIMIT” stands in no row of mail.html` came before the setting of that name."""
    answer = citeline.ask("what is the default `max_jitter` of a task in seconds?", server)
    assert "no row" not in answer.answer
