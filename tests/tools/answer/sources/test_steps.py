"""`what happens first when a shop opens` is answered with all calls of that body in their order."""

from __future__ import annotations

import pytest

import citeline
from citeline.indexing.reader import Index
from citeline.settings import Settings
from citeline.tools.answer.sources.special import special_drafts
from citeline.tools.handle import index
from citeline.tools.question.read import read

from ..trees import indexed

FILES = {
    "README.md": "# shop\n\nIn which order a shop opens its doors is up to the owner.\n",
    "shop/shop.go": (
        "package shop\n\ntype Shop struct{}\n\nfunc (s *Shop) Open() error {\n\tdefer s.note()\n"
        "\ts.unlock(s.findKey())\n\tif err := s.heat(); err != nil {\n\t\treturn err\n\t}\n"
        '\tfmt.Println("open")\n\ts.greet()\n\treturn nil\n}\n\n'
        "func (s *Shop) unlock(k Key) {\n\ts.turn(k)\n\ts.push()\n}\n\nfunc (s *Shop) findKey() Key { return nil }\n\n"
        "func (s *Shop) heat() error { return nil }\n\nfunc (s *Shop) greet() {}\n\nfunc (s *Shop) note() {}\n\n"
        "func (s *Shop) turn(k Key) {}\n\nfunc (s *Shop) push() {}\n\n"
        "func (s *Shop) OpenLate() {\n\ts.greet()\n\ts.note()\n}\n"
    ),
    "till/till.py": (
        "class Till:\n    def _count(self):\n        self.lock()\n        return self.total()\n\n"
        "    def lock(self):\n        return 1\n\n    def total(self):\n        return 2\n\n"
        "    def get_prices(self):\n        self.lock()\n        return self.total()\n\n\n"
        "def close_shop(till):\n    till.lock()\n    count_money()\n    sweep()\n\n\n"
        "def count_money():\n    return 3\n\n\ndef sweep():\n    return 4\n"
    ),
    "deliver.sh": "#!/bin/sh\ncd goods\nif [ -f late ]; then\n  make pack\nfi\nscp goods shop:\necho done\n",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return indexed(tmp_path_factory.mktemp("steps"), FILES)


def _told(shop: Index, question: str) -> list[tuple[str, str]]:
    found = special_drafts(shop, read(question), [])
    return [(draft.fact["subject"], draft.fact["object"]) for draft in found.drafts if found.basis == "steps"]


def test_steps_come_as_they_run_with_what_the_first_one_does(shop: Index) -> None:
    assert _told(shop, "what happens first when a shop opens?") == [
        ("Shop.Open", "`s.findKey`, `s.unlock`, `s.heat`, `s.greet`"),
        ("Shop.unlock", "`s.turn`, `s.push`"),
    ]


def test_a_function_of_no_class_tells_what_happens(shop: Index) -> None:
    """`What happens when the daemon starts` was answered with lines of an init script, and not by `startDaemon`."""
    assert _told(shop, "what happens when the shop closes?") == [("close_shop", "`count_money`, `sweep`")]


def test_a_script_is_told_by_what_it_runs(shop: Index) -> None:
    found = special_drafts(shop, read("What does deliver.sh do?"), [])
    assert [draft.fact["object"] for draft in found.drafts] == ["`make pack`, `scp goods shop:`"]


def test_a_function_is_asked_for_by_its_name(shop: Index) -> None:
    assert _told(shop, "in what order are things done in `_count`?") == [("Till._count", "`self.lock`, `self.total`")]


@pytest.mark.parametrize(
    "question",
    [
        "what happens first when a door opens?",
        "where does the shop open?",
        "in what order are the prices of a till read?",
    ],
)
def test_other_questions_get_no_steps(shop: Index, question: str) -> None:
    assert _told(shop, question) == []


def test_the_answer_begins_with_them(tmp_path_factory: pytest.TempPathFactory) -> None:
    root = tmp_path_factory.mktemp("steps_asked")
    for path, text in FILES.items():
        (root / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "tree" / path).write_text(text)
    with index(root / "tree", settings=Settings(home=root / "home", workers=1, no_model=True)) as handle:
        answer = citeline.ask("what happens first when a shop opens?", handle)
    said = answer.claims[0]["text"]
    assert said == "`Shop.Open` calls in this order: `s.findKey`, `s.unlock`, `s.heat`, `s.greet`"
