"""A call that may mean another definition is said as one: "Queue.put calls MemoryStore.add" was told for a fact."""

from __future__ import annotations

from typing import Final

import pytest

import citeline
from citeline.cli.page.source import view_source
from citeline.indexing.reader import Index
from citeline.settings import Settings
from citeline.tools.answer.sources.calls.callers import caller_drafts
from citeline.tools.answer.writing.phrases import say
from citeline.tools.explore import Desk, call
from citeline.tools.handle import IndexHandle, index
from citeline.tools.question.read import read

_LANGUAGES: Final = ("en", "de", "fr", "es", "zh", "ja")
_STORE = "class {}:\n    def add(self, one):\n        return one\n\n    def drop_all(self):\n        return None\n\n\n"
FILES = {
    "queue/stores.py": _STORE.format("MemoryStore") + _STORE.format("DiskStore"),
    "queue/queue.py": (
        "import lib\nfrom queue.stores import DiskStore, MemoryStore\n\n\nclass Queue:\n    def __init__(self, fast):\n"
        "        self.store = MemoryStore() if fast else DiskStore()\n"
        "        self.lent = MemoryStore() if fast else lib.Store()\n\n"
        "    def put(self, one):\n        if one:\n            self.store.add(one)\n        self.check(one)\n"
        "        self.note(one)\n        self.lent.drop_all()\n\n"
        "    def check(self, one):\n        return one\n\n    def note(self, one):\n        return one\n"
    ),
    "shapes/Shape.java": (
        "class Shape {\n    void draw(int width) {}\n    void draw(String name) {}\n"
        "    void show() { draw(Sizes.largest()); }\n}\n"
    ),
}


@pytest.fixture(scope="module")
def handle(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    root = tmp_path_factory.mktemp("uncertain")
    for path, text in FILES.items():
        (root / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "tree" / path).write_text(text)
    return index(root / "tree", settings=Settings(home=root / "home", workers=1, no_model=True))


@pytest.fixture
def opened(handle: IndexHandle) -> Index:
    return handle.reader


def test_a_call_of_one_of_two_is_a_call_that_may_be(opened: Index) -> None:
    (inward,) = caller_drafts(opened, ["MemoryStore.add"]).drafts
    assert say(inward.fact, "en") == "`Queue.put` may call `MemoryStore.add` when `one`:"
    outward = {draft.fact["object"]: draft.fact for draft in caller_drafts(opened, ["put"], direction="out").drafts}
    assert outward["Queue.check"]["relation"] == "calls"
    assert outward["MemoryStore.add"]["relation"] == "may_call"
    sentences = {say({**inward.fact, "relation": one}, lang) for one in ("calls", "may_call") for lang in _LANGUAGES}
    assert len(sentences) == 2 * len(_LANGUAGES)


def test_of_overloads_it_is_certain_that_one_is_called(opened: Index) -> None:
    (draft,) = caller_drafts(opened, ["Shape.show"], direction="out").drafts
    assert (draft.fact["relation"], draft.fact["object"]) == ("calls", "Shape.draw")


@pytest.mark.parametrize("question", ["what is MemoryStore.add?", "who calls MemoryStore.add?"])
def test_no_answer_tells_it_for_a_fact(question: str, handle: IndexHandle) -> None:
    claims = [claim["text"] for claim in citeline.ask(question, handle).claims]
    said = [claim for claim in claims if "Queue.put" in claim and "MemoryStore.add" in claim]
    assert said and all("may call" in claim for claim in said)


def test_a_walk_tells_them_apart(opened: Index) -> None:
    desk = Desk(opened, read("what does a queue call?"))
    rows = call(desk, "walk_graph", {"name": "Queue.put", "direction": "out"}).text.split("\n")
    certain, open_ = rows.index("calls"), rows.index("may call")
    assert any("Queue.check" in row for row in rows[certain:open_])
    assert any("DiskStore.add" in row for row in rows[open_:])
    back = call(desk, "walk_graph", {"name": "MemoryStore.add", "direction": "in"}).text
    assert "may be called by\n" in back and "\ncalled by\n" not in back


def test_the_page_lists_those_that_are_certain(opened: Index) -> None:
    view = view_source(opened, "queue/queue.py", 10, 14)
    assert [link.name for link in view.callees] == ["check", "note"]
