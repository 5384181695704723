"""Feedback: what a person says is right becomes a row of their own set, and changes searches only when they say so."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import citeline
from citeline.cli.history import History, folder_of
from citeline.cli.main import run
from citeline.evals.cases.dataset import read_dataset
from citeline.evals.cases.feedback import feedback_file, keep_feedback, right_places
from citeline.indexing.generations.location import Location, locate
from citeline.settings import Settings

QUESTION = "how is a card charged?"


@pytest.fixture
def at(shop: Path, home: Path) -> Location:
    """Where the index of the shop lies, after one question of a conversation."""
    with citeline.index(shop) as index:
        History(folder_of(index.reader.location)).add(citeline.ask(QUESTION, index).to_json())
    return locate(shop, Settings().home)


def rows(location: Location) -> list[Any]:
    return list(read_dataset(feedback_file(location)).cases)


def test_a_thumb_up_keeps_what_the_answer_cites_and_a_correction_takes_its_place(shop: Path, at: Location) -> None:
    assert run(["feedback", "good", "--repo", str(shop)]) == 0
    (row,) = rows(at)
    assert row.question == QUESTION and "src/shop/payment.py" in {place.path for place in row.gold}
    assert row.tags == ("feedback", "good") and all(place.sha256 for place in row.gold)
    assert run(["feedback", "bad", "--right", "src/shop/payment.py:18-20", "--repo", str(shop)]) == 0
    (row,) = rows(at)
    assert list(map(str, row.gold)) == ["src/shop/payment.py:18-20"] and row.tags == ("feedback", "bad")
    assert run(["feedback", "bad", "what is the weather?", "--right", "none", "--repo", str(shop)]) == 0
    assert [row.answerable for row in rows(at)] == [True, False]
    assert run(["eval", "run", str(feedback_file(at)), "--repo", str(shop), "--no-model"]) == 0


def test_a_thumb_up_later_keeps_where_the_cited_lines_stand_now_and_refuses_those_that_changed(
    shop: Path, at: Location, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["feedback", "good", "--repo", str(shop)]) == 0
    before = {place.path: place.start_line for place in rows(at)[0].gold}["src/shop/payment.py"]
    file = shop / "src" / "shop" / "payment.py"
    text = file.read_text("utf-8")
    file.write_text(f"# One more line.\n{text}", "utf-8")
    assert run(["feedback", "good", "--repo", str(shop)]) == 0
    assert {place.path: place.start_line for place in rows(at)[0].gold}["src/shop/payment.py"] == before + 1
    file.write_text("nothing of it is left\n", "utf-8")
    assert run(["feedback", "good", "--repo", str(shop)]) == 2
    assert "has changed since it was cited" in capsys.readouterr().err


def test_of_two_who_say_something_at_once_both_are_kept(shop: Path, at: Location) -> None:
    with citeline.open_index(shop) as handle, ThreadPoolExecutor(8) as pool:
        places = right_places("src/shop/payment.py:18-20")
        list(pool.map(lambda n: keep_feedback(handle, f"question {n}?", places, tags=("good",)), range(24)))
    assert {row.question for row in rows(at)} == {f"question {n}?" for n in range(24)}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["bad"], "--right"),
        (["bad", "--right", "src/nowhere.py:3"], "nowhere"),
        (["bad", "--right", "src/shop/payment.py:3-9999"], "9999"),
        (["bad", "--right", " , "], "no place"),
        (["good", "what was never asked?"], "--right"),
    ],
)
def test_what_teaches_nothing_is_refused(
    shop: Path, at: Location, arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["feedback", *arguments, "--repo", str(shop)]) == 2
    assert told in capsys.readouterr().err and not feedback_file(at).exists()


THINGS = ("card", "refund", "parcel", "invoice", "basket", "voucher", "stock")


@pytest.fixture
def tested(tmp_path: Path, home: Path) -> Path:
    """A tree whose people, asked how something is used, want the tests."""
    for thing in THINGS:
        for path, text in (
            (
                f"src/{thing}.py",
                f'def use_{thing}(value):\n    """Use the {thing} with the value."""\n    return value\n',
            ),
            (f"tests/test_{thing}.py", f"def test_{thing}():\n    assert use_{thing}(1) == 1  # the value is kept\n"),
        ):
            (tmp_path / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "tree" / path).write_text(text)
    return tmp_path / "tree"


def first_file(tree: Path, question: str) -> str:
    with citeline.index(tree) as index:
        return str(index.search(question).hits[0].chunk.path)


def test_searches_change_only_when_weights_are_written_and_back_when_they_are_forgotten(
    tested: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    repo = ["--repo", str(tested)]
    for thing in THINGS[:-1]:
        right = ["--right", f"tests/test_{thing}.py:1-2"]
        assert run(["feedback", "bad", f"{thing} with the value", *right, *repo]) == 0
    before = first_file(tested, f"{THINGS[-1]} with the value")
    assert before.startswith("src/")
    assert run(["eval", "weights", *repo]) == 0
    assert "fitted to the other questions" in capsys.readouterr().out
    assert first_file(tested, f"{THINGS[-1]} with the value") == before
    assert run(["eval", "weights", "--write", *repo]) == 0
    assert first_file(tested, f"{THINGS[-1]} with the value").startswith("tests/")
    assert run(["status", str(tested)]) == 0 and "weights of your own" in capsys.readouterr().out
    assert run(["eval", "weights", "--forget", *repo]) == 0
    assert first_file(tested, f"{THINGS[-1]} with the value") == before


def test_a_few_questions_are_not_fitted_to(shop: Path, at: Location, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["feedback", "good", "--repo", str(shop)]) == 0
    assert run(["eval", "weights", "--write", "--repo", str(shop)]) == 2
    assert "fewer than 5" in capsys.readouterr().err
