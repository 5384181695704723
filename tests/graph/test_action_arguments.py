"""Whatever is asked, and whatever the sources say: no meeting is made on a date that neither of them says of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import citeline
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
    if expected == ABSENT:
        assert all(call["status"] == "failed" and not call["arguments"] for call in answer.actions)


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
