"""What was asked is found again, by whoever shares the folder, and does not grow for ever."""

from __future__ import annotations

from pathlib import Path

from citeline.cli.history import History


def test_two_that_are_open_at_once_see_what_the_other_keeps(tmp_path: Path) -> None:
    page, terminal = History(tmp_path / "a"), History(tmp_path / "a")
    run = terminal.add({"question": "one"})
    assert [one.question for one in page.newest(5)] == ["one"]
    assert page.answer(run) == {"question": "one"}


def test_the_oldest_go_whoever_has_kept_them(tmp_path: Path) -> None:
    left, right = History(tmp_path), History(tmp_path)
    for number in range(150):
        left.add({"question": f"left {number}"})
        right.add({"question": f"right {number}"})
    assert len(list(tmp_path.glob("*.json"))) == 200
    assert History(tmp_path).newest(1)[0].question == "right 149"


def test_a_folder_that_cannot_be_written_costs_nothing_but_the_next_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    history = History(tmp_path / "file" / "below")
    assert history.answer(history.add({"question": "one"})) == {"question": "one"}


def test_a_broken_file_is_passed_over(tmp_path: Path) -> None:
    History(tmp_path).add({"question": "one"})
    (tmp_path / "9.json").write_text("{")
    assert [one.question for one in History(tmp_path).newest(5)] == ["one"]
