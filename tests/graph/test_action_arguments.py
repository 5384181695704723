"""Whatever is asked, and whatever the sources say: no meeting is made on a date that neither of them says of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import citeline
from citeline.graph.pauses import Pause
from citeline.settings import Settings
from citeline.state import ActionCall
from citeline.tools.handle import IndexHandle

from .action_tries import DE, EN, ES, EXPLICIT, FR, JA, OPEN, TREES, ZH

ASKED = "asked"
ABSENT = "absent"
RIGHT = "2026-03-04"


def tries() -> Iterator[tuple[str, str, str]]:
    """Tree, question, and the start of the meeting that `--yes` makes; else what becomes of it."""
    bound = {
        "four": [EN],
        "many": [EN],
        "prose": [EN],
        "columns": [EN],
        "german": [DE],
        "chinese": [ZH],
        "injected": [EN],
    }
    for tree in TREES:
        for question in (EN, DE, ES, FR, ZH, JA):
            yield tree, question, RIGHT if question in bound.get(tree, []) else ASKED
        yield tree, EN.replace("PR-4827", "PR-4828"), ABSENT
    for tree in ("four", "many", "conflict", "injected"):
        for question, start in EXPLICIT.items():
            yield tree, question, start
    for tree in ("four", "prose"):
        for question in OPEN:
            yield tree, question, ASKED


TRIES = list(tries())


@pytest.fixture(scope="module")
def indexes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, IndexHandle]]:
    root = tmp_path_factory.mktemp("tries")
    opened: dict[str, IndexHandle] = {}
    for name, files in TREES.items():
        for path, text in files.items():
            (root / name / path).parent.mkdir(parents=True, exist_ok=True)
            (root / name / path).write_text(text)
        opened[name] = citeline.index(root / name, settings=Settings(home=root / "home", workers=1))
    yield opened
    for index in opened.values():
        index.close()


def test_there_are_more_than_a_hundred_tries() -> None:
    assert len(set(TRIES)) == len(TRIES) > 100


@pytest.mark.parametrize(("tree", "question", "expected"), TRIES)
def test_no_meeting_is_made_on_a_start_that_nothing_says(
    indexes: dict[str, IndexHandle], tmp_path: Path, tree: str, question: str, expected: str
) -> None:
    index = indexes[tree]
    settings = index.settings.model_copy(update={"actions_folder": tmp_path / "out"})
    answer = citeline.ask(question, index, settings=settings, yes=["calendar.create"])
    made = list((tmp_path / "out").iterdir()) if (tmp_path / "out").exists() else []
    if expected in (ASKED, ABSENT):
        assert made == [] and all(call["status"] != "done" for call in answer.actions)
        assert all(call["told"] for call in answer.actions)
    else:
        (call,) = answer.actions
        assert call["status"] == "done" and len(made) == 1 and call["arguments"]["start"] == expected
        assert_sourced(call, index)
    if expected == ABSENT and tree != "injected":  # which has notes of that name
        assert answer.actions == () and answer.answers is not None and answer.answers["verdict"] == "not_stated"
        assert [name["name"] for name in answer.missing_names] == ["PR-4828"] and "PR-4828" in answer.answer
        assert any(note["source"] == "calendar.create" for note in answer.degradations)


def assert_sourced(call: ActionCall, index: IndexHandle) -> None:
    """Each argument that is no default has its words in the question, or in the line that is named."""
    for name, sources in call["sources"].items():
        kinds = {source["kind"] for source in sources}
        assert kinds <= {"question", "citation", "default"}, name
        assert call["arguments"][name] in ("", [], 60) or kinds - {"default"}, name
        for source in sources:
            if source["kind"] == "citation":
                path, _, line = source["place"].rpartition(":")
                text = (index.reader.root / path).read_text("utf-8").splitlines()[int(line) - 1]
                assert source["text"] == text and "PR-4827" in text


def test_what_could_mean_two_days_is_shown_with_both_sources_and_a_person_chooses(
    indexes: dict[str, IndexHandle], tmp_path: Path
) -> None:
    index = indexes["conflict"]
    settings = index.settings.model_copy(update={"actions_folder": tmp_path / "out"})
    shown: list[dict[str, Any]] = []

    def choose(pause: Pause) -> dict[str, Any]:
        (call,) = pause.shown["actions"]
        shown.append(call)
        start = call["choices"]["start"][1]["value"]
        return {"approve": True, "arguments": {call["name"]: {**call["arguments"], "start": start}}}

    (done,) = citeline.ask(EN, index, settings=settings, decide=choose).actions
    places = [(one["value"], one["sources"][0]["place"]) for one in shown[0]["choices"]["start"]]
    assert sorted(places) == [("2026-03-04", "releases/schedule.md:8"), ("2026-03-11", "releases/late.md:5")]
    assert "start" not in shown[0]["arguments"]
    chosen = shown[0]["choices"]["start"][1]
    assert done["status"] == "done" and done["arguments"]["start"] == chosen["value"]
    assert done["sources"]["start"] == chosen["sources"] and "choices" not in done
    (refused,) = citeline.ask(EN, index, settings=settings, decide=lambda pause: {"approve": True}).actions
    assert refused["status"] == "failed" and "start is not decided" in refused["told"]
    assert len(list((tmp_path / "out").iterdir())) == 1


@pytest.mark.parametrize("tree", ["four", "many"])
def test_date_and_approvals_are_told_from_both_domains_before_the_meeting(
    indexes: dict[str, IndexHandle], tmp_path: Path, tree: str
) -> None:
    """The approvals stand under the service and the risk class that another table gives the record."""
    index = indexes[tree]
    answer = citeline.ask(EN, index, settings=index.settings.model_copy(update={"actions_folder": tmp_path / "out"}))
    told = [(claim["fact"]["subject"], claim["fact"]["object"]) for claim in answer.claims]
    assert told[:2] == [("PR-4827 · Ships", RIGHT), ("billing, high · Approvals", "owner, security and board")]
    assert {piece["path"].split("/")[0] for piece in answer.evidence} >= {"policy", "releases"}
    (call,) = answer.actions
    assert call["arguments"]["start"] == RIGHT and call["status"] == "proposed"
    assert call["sources"]["start"][0]["text"] == "| PR-4827 | billing | high | 2026-03-04 |"
