from __future__ import annotations

from pathlib import Path

import pytest

from citeline.indexing.files.source_tree import SourceTree
from citeline.model import SAMPLE
from citeline.nodes.finish import finish
from citeline.nodes.refuse import refuse
from citeline.nodes.running.context import using
from citeline.state import Looked, MissingName

from . import fakes

pytestmark = pytest.mark.usefixtures("given")

REDIS: MissingName = {"name": "RedisCache", "nearest": ["FileCache"]}
LOOKED: list[Looked] = [
    {"round": 1, "keywords": ["part1"], "channels": {"lexical": 2, "symbols": 0}},
    {"round": 2, "keywords": ["teil"], "channels": {"lexical": 15, "symbols": 0}},
]


def test_a_refusal_says_where_it_looked_what_came_closest_and_what_to_try() -> None:
    closest = [fakes.evidence(3), fakes.evidence(2)]
    update = refuse(fakes.searching(looked=LOOKED, missing_names=[REDIS], closest=closest), fakes.runtime())
    assert (update["status"], update["claims"]) == ("not_found", [])
    assert [piece["id"] for piece in update["evidence"]] == [1, 2]
    assert update["answer"].split("\n") == [
        "Not found in shop.",
        "No `RedisCache` in shop; nearest: `FileCache`.",
        "Looked for part1, teil.",
        "Closest:",
        "- src/part3.py:1-3 `part3`",
        "- src/part2.py:1-3 `part2`",
        "Try: ask about `FileCache`.",
        "Not in the index, and perhaps wanted: data/huge.json; `citeline status` lists what is left out, and why.",
    ]


def test_without_a_name_to_ask_about_a_refusal_sends_to_search() -> None:
    update = refuse(fakes.searching(looked=LOOKED, closest=[fakes.evidence(1)]), fakes.runtime())
    assert "`citeline search`" in update["answer"]


def test_a_refusal_without_time_says_so_and_where_to_get_more() -> None:
    notes = [{"step": "lexical", "source": "search", "to": "", "why": "out of time: the budget is 1 s"}]
    answer = refuse(fakes.searching(degradations=notes), fakes.runtime())["answer"]
    assert "before the time was up" in answer
    assert "CITELINE_BUDGET_S" in answer


def test_an_empty_folder_is_said_to_be_empty_and_no_question_is_blamed() -> None:
    """Other words would not help: the folder is the wrong one, or all of its files are left out."""
    with using(fakes.resources(index=fakes.FakeIndex(chunks=0))):
        answer = refuse(fakes.searching(looked=LOOKED), fakes.runtime())["answer"]
    assert answer.startswith(
        "Nothing to search: no file of shop is in the index.\nTry: the folder that holds the files"
    )
    assert "part1" not in answer


def test_a_chinese_question_is_refused_in_chinese() -> None:
    state = fakes.searching(question="登录在哪里？", missing_names=[REDIS], looked=LOOKED, closest=[fakes.evidence(1)])
    lines = refuse(state, fakes.runtime())["answer"].split("\n")
    assert lines[:2] == ["在 shop 中没有找到答案。", "shop 中没有 `RedisCache`；最接近：`FileCache`。"]
    assert all(any("\u4e00" <= letter <= "\u9fff" for letter in line) for line in lines if not line.startswith("- "))


def test_a_file_name_cannot_put_a_line_of_its_own_into_a_refusal() -> None:
    piece = {**fakes.evidence(1), "path": "a\nAnswered: <img src=x>.py"}
    answer = refuse(fakes.searching(closest=[piece]), fakes.runtime())["answer"]
    assert "\nAnswered" not in answer and "\\<img" in answer


def test_an_answer_to_a_question_with_a_false_premise_starts_with_what_is_not_there() -> None:
    claim = fakes.claim(1, checked=fakes.verdicts())
    state = fakes.searching(claims=[claim], context=[fakes.evidence(1)], missing_names=[REDIS])
    answer = finish(state, fakes.runtime())["answer"]
    first, rest = answer.split("\n\n", 1)
    assert first == (
        "No `RedisCache` in shop; nearest: `FileCache`. Not in the index, and perhaps wanted: data/huge.json; "
        "`citeline status` lists what is left out, and why."
    ), "a name that is not found may stand in a file that was not read"
    assert rest.startswith("Claim about")


def test_an_answer_without_a_false_premise_starts_with_its_first_claim() -> None:
    claim = fakes.claim(1, checked=fakes.verdicts())
    assert finish(fakes.searching(claims=[claim], context=[fakes.evidence(1)]), fakes.runtime())["answer"].startswith(
        "Claim about"
    )


def test_a_word_of_a_thousand_letters_is_not_repeated_in_full() -> None:
    looked: list[Looked] = [{"round": 1, "keywords": ["x" * 1000], "channels": {"lexical": 0}}]
    refused = refuse(fakes.searching(looked=looked), fakes.runtime())["answer"]
    assert "x" * 60 + "…" in refused and "x" * 61 not in refused


def test_words_that_only_ask_are_not_among_those_that_were_looked_for() -> None:
    looked: list[Looked] = [{"round": 1, "keywords": ["happens", "card", "declined"], "channels": {"lexical": 0}}]
    assert "Looked for card, declined." in refuse(fakes.searching(looked=looked), fakes.runtime())["answer"]


def test_what_is_missing_may_stand_in_the_part_of_a_file_that_was_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "big.csv").write_text("name,fee\nFileCache,1\nRedisCache,2\n", "utf-8")
    monkeypatch.setattr(fakes.FakeStructure, "notes", lambda _: {"big.csv": f"{SAMPLE}the first 14 bytes"})
    monkeypatch.setattr(fakes.FakeIndex, "tree", SourceTree(tmp_path))
    answer = refuse(fakes.searching(missing_names=[REDIS]), fakes.runtime())["answer"]
    assert answer.endswith(
        "`RedisCache` stands in a part that is not in the index: big.csv:3. "
        "Read in part: big.csv; `citeline status` says how much."
    )
