"""Rows made by hand: what may be typed, and what is written."""

from pathlib import Path

import pytest

from citeline.evals.cases.case import Gold
from citeline.evals.cases.dataset import read_dataset
from citeline.evals.cases.labelling import (
    append_case,
    lines_to_ask_about,
    make_case,
    problems_of,
    read_groups,
    read_patterns,
    read_places,
)
from citeline.settings import Settings
from citeline.tools.citations.working_tree import WorkingTree
from citeline.tools.handle import index
from tests.conftest import FIXTURES


def test_every_document_is_shown_once_and_in_the_same_order_each_time(shop_home: Path) -> None:
    with index(FIXTURES / "shop", settings=Settings(home=shop_home)) as handle:
        first, again, other = (list(lines_to_ask_about(handle, seed)) for seed in (1, 1, 2))
        hits = [hit.chunk for hit in handle.search("charge a card").hits]
    assert first == again and [one.path for one in first] != [one.path for one in other]
    assert len({one.path for one in first}) == len(first) > 4
    picked = read_places(f"2, README.md , {hits[0].path}:3, src/shop/cart.py:4-9, 2", hits)
    assert [str(place) for place in picked] == [
        f"{hits[1].path}:{hits[1].start_line}-{hits[1].end_line}",
        "README.md",
        f"{hits[0].path}:3-3",
        "src/shop/cart.py:4-9",
    ]


@pytest.mark.parametrize(
    ("typed", "told"),
    [("3", "no hit number 3"), ("0", "no hit number 0"), ("a.py:9-4", "comes before"), ("../a.py", "relative")],
)
def test_what_is_typed_wrong_is_told(typed: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_places(typed, [])


def test_rows_are_appended_with_ids_of_their_own_and_hashes(shop: Path, tmp_path: Path) -> None:
    file, tree = tmp_path / "set.jsonl", WorkingTree(shop)
    file.write_text('{"id": "old", "question": "?", "answerable": false}', "utf-8")
    taken = {"old"}
    for question, groups in (
        ("How are totals rounded?", ((Gold(path="src/shop/cart.py", start_line=25, end_line=28),),)),
        ("how are totals rounded", ()),
        ("折扣如何取整？", ((Gold(path="README.md"),),)),
    ):
        case = make_case(question, groups, tree, corpus="", tags=("new",), taken=taken)
        taken.add(case.id)
        append_case(file, case)
    cases = read_dataset(file).cases
    assert [case.id for case in cases] == ["old", "how-are-totals-rounded", "how-are-totals-rounded-2", "折扣如何取整"]
    assert [case.language for case in cases] == ["en", "en", "en", "zh"]
    assert cases[1].gold[0].sha256 and cases[2].answerable is False
    (shop / "README.md").write_text("changed\n")
    assert problems_of(cases[3], WorkingTree(shop)) == ["README.md has changed since it was labelled"]


def test_a_place_that_is_not_there_makes_no_row(shop: Path) -> None:
    with pytest.raises(ValueError, match=r"gone\.py does not exist"):
        make_case("where?", ((Gold(path="gone.py"),),), WorkingTree(shop), corpus="", tags=(), taken=())


def test_points_of_a_full_answer_become_groups_and_patterns(shop: Path) -> None:
    groups = read_groups("README.md:1-2, src/shop/cart.py:4-9; src/shop/payment.py:3;", [])
    says = read_patterns("round(ed|s)?; cent ;")
    case = make_case("how?", groups, WorkingTree(shop), says=says, corpus="", tags=(), taken=())
    assert [[str(place) for place in group] for group in case.needs] == [
        ["README.md:1-2", "src/shop/cart.py:4-9"],
        ["src/shop/payment.py:3-3"],
    ]
    assert case.says == (("round(ed|s)?",), ("cent",)) and case.gold == ()
    assert all(place.sha256 for group in case.needs for place in group)


@pytest.mark.parametrize(
    ("says", "told"), [((), "need what the answer must say"), ((("rounds(",),), "no regular expression")]
)
def test_points_without_what_is_said_make_no_row(says: tuple[tuple[str, ...], ...], told: str, shop: Path) -> None:
    groups = read_groups("README.md:1; README.md:2", [])
    with pytest.raises(ValueError, match=told):
        make_case("how?", groups, WorkingTree(shop), says=says, corpus="", tags=(), taken=())
