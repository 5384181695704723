"""Questions that ask several things: each is answered, or told to have no answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver

import citeline
from citeline.errors import EmbeddingError
from citeline.graph.build import build_graph
from citeline.nodes.running.context import Resources, using
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle

GUIDE = """# Guide

## Refunds

A customer gets a refund within 14 days after the parcel has come back.

## Discounts

Discounts above ten percent are approved by the sales director.
"""


@pytest.fixture(scope="module")
def handle(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    folder = tmp_path_factory.mktemp("parts")
    (folder / "tree").mkdir()
    (folder / "tree" / "guide.md").write_text(GUIDE)
    for number in range(30):
        (folder / "tree" / f"note{number}.md").write_text(f"# Note {number}\n\nSomething about topic {number}.\n")
    return citeline.index(folder / "tree", settings=Settings(home=folder / "home", workers=1))


def test_every_part_is_answered(handle: IndexHandle) -> None:
    answer = citeline.ask("When does a customer get a refund, and who approves discounts above ten percent?", handle)
    said = " ".join(claim["text"] for claim in answer.claims)
    assert "within 14 days" in said and "sales director" in said
    assert "Not found" not in answer.answer


def test_a_part_without_an_answer_is_told(handle: IndexHandle) -> None:
    answer = citeline.ask("When does a customer get a refund, and how are Kubernetes pods scheduled?", handle)
    assert answer.status == "answered" and "within 14 days" in answer.answer
    assert answer.answer.endswith("Not found: how are Kubernetes pods scheduled?")


def test_a_part_in_words_that_others_share_is_not_told_as_missing(handle: IndexHandle) -> None:
    """`Not found: when was that` was said below the day of a release: of 41 labelled answers with it 30 were full."""
    answer = citeline.ask("When does a customer get a refund, and which notary approves something?", handle)
    assert "within 14 days" in answer.answer and "Not found" not in answer.answer


def test_citations_of_all_parts_are_numbered_in_one_row(handle: IndexHandle) -> None:
    answer = citeline.ask("Who approves discounts above ten percent, and when does a customer get a refund?", handle)
    cited = [identity for claim in answer.claims for identity in claim["evidence"]]
    assert sorted(set(cited)) == list(range(1, len(answer.evidence) + 1))
    for claim in answer.claims:
        (piece,) = (answer.evidence[identity - 1] for identity in claim["evidence"])
        assert claim["text"].rstrip(".")[:20] in piece["text"]


def test_a_later_question_of_the_thread_is_not_told_what_an_earlier_one_missed(handle: IndexHandle) -> None:
    machine = build_graph(whole=True)
    machine.checkpointer = InMemorySaver()
    config: RunnableConfig = {"configurable": {"thread_id": "one"}}
    with using(Resources(handle.reader, Settings())):
        first = machine.invoke({"question": "When does a customer get a refund, and how are pods scheduled?"}, config)
        second = machine.invoke({"question": "who approves discounts above ten percent?"}, config)
    assert first["unanswered"] == ["how are pods scheduled"]
    assert second["unanswered"] == [] and "Not found" not in second["answer"]


def test_a_search_for_a_part_that_fails_leaves_what_was_found_for_all(
    handle: IndexHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: object, **options: object) -> None:
        raise EmbeddingError("no vectors today", remedy="none")

    monkeypatch.setattr("citeline.tools.evidence.grading.search", fail)
    answer = citeline.ask("When does a customer get a refund, and who approves discounts above ten percent?", handle)
    assert answer.status == "answered" and "within 14 days" in answer.answer
    assert "no vectors today" in str(answer.degradations)


def test_what_to_do_about_a_message_is_looked_for_with_the_message(tmp_path: Path) -> None:
    """`How do I get rid of it` alone finds nothing, and that the message is known does not answer it."""
    raising = (
        "def open_till(till):\n    if till.owner:\n        raise RuntimeError('the till is locked by another clerk')\n"
    )
    (tmp_path / "till.py").write_text(raising)
    (tmp_path / "help.md").write_text("# Help\n\nThe remedy for a till locked in the morning is `till unlock`.\n")
    for number in range(30):
        (tmp_path / f"note{number}.md").write_text(f"# Note {number}\n\nSomething about topic {number}.\n")
    with citeline.index(tmp_path, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        asked = 'open_till() stops with "the till is locked by another clerk" in the morning, what\'s the remedy'
        texts = [claim["text"] for claim in citeline.ask(asked, handle).claims]
    assert "RuntimeError" in texts[0]
    assert any("till unlock" in text for text in texts)


def test_a_part_that_the_lines_shown_answer_is_not_told_as_missing(
    handle: IndexHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search for the part alone may lack the words that it shares with the others."""
    monkeypatch.setattr(
        "citeline.nodes.generate_answer.evidence_of_part",
        lambda index, part, context, *rest: context if part.text.startswith("When") else [],
    )
    answer = citeline.ask("When does a customer get a refund, and how many days after the parcel comes back?", handle)
    assert "within 14 days" in answer.answer
    assert "Not found" not in answer.answer


def test_a_statement_that_leads_to_a_question_is_not_told_as_missing(handle: IndexHandle) -> None:
    answer = citeline.ask("Our cat slept on the Kubernetes pods, how soon does a customer get a refund?", handle)
    assert "within 14 days" in answer.answer
    assert "Not found" not in answer.answer


def test_a_release_answers_with_its_day_when_that_was(tmp_path: Path) -> None:
    """Of nine labelled answers with the release and its day all were full, and none said so."""
    log = "# Changelog\n\n## 2.33.0 (2026-03-25)\n\n- Dropped support for Python 3.9.\n"
    (tmp_path / "CHANGELOG.md").write_text(log)
    for number in range(30):
        (tmp_path / f"note{number}.md").write_text(f"# Note {number}\n\nSomething about topic {number}.\n")
    with citeline.index(tmp_path, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        answer = citeline.ask("in which release did they drop Python 3.9 and when was that?", handle)
        assert answer.to_json()["answers"]["verdict"] == "yes" and "2026-03-25" in answer.answer
        answer = citeline.ask("in which release did they drop Python 3.9 and why was that?", handle)
        assert answer.to_json()["answers"]["verdict"] == "partly"
