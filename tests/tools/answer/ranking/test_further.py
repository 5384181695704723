"""What stands behind the first sentence is what may still answer; the rest waits for `--all`."""

from __future__ import annotations

from dataclasses import replace

from citeline.tools.answer.compose import read_sought
from citeline.tools.answer.passages import passages_of
from citeline.tools.answer.ranking.features import Sought, candidates_of
from citeline.tools.answer.ranking.ranker import BEHIND, Chosen, choose, waits
from citeline.tools.question.read import read
from citeline.tools.retrieval.search import search

from ..conftest import Indexed

KINDS = ("rowing", "sailing", "fishing", "motor", "house", "ferry", "pilot", "rescue", "paper")
FILES = {
    "pier.md": "".join(
        f"# The {kind} boat\n\nA {kind} boat pays {at} crowns for a berth.\n\n" for at, kind in enumerate(KINDS)
    ),
    "dogs.md": "# Dogs\n\nDogs run along the quay, and nobody pays.\n",
    "tests/test_pier.py": "def test_what_a_boat_pays_for_a_berth():\n    assert berth(boat) == 3\n",
}


def found(indexed: Indexed) -> tuple[list[Chosen], Sought]:
    index, asked = indexed(FILES), read("what does a boat pay for a berth?")
    sought = read_sought(index, asked)
    passages = passages_of(index, search(index, asked, top_k=20, single=True).hits)
    return choose(candidates_of(index, passages, sought), most=20)[0], sought


def path_of(one: Chosen) -> str:
    return one.candidate.passage.chunk.path


def test_one_sentence_stands_behind_a_value_that_answers(indexed: Indexed) -> None:
    """Seven lines about other things stood below a right value, a cell or the date of a release."""
    shown, sought = found(indexed)
    assert not waits(shown[0], shown, sought, basis="value", told=BEHIND - 1)
    assert waits(shown[0], shown, sought, basis="value", told=BEHIND)
    assert not waits(shown[0], shown, sought, basis="raised", told=BEHIND)


def test_tests_wait_unless_they_are_asked_for_or_come_first(indexed: Indexed) -> None:
    shown, sought = found(indexed)
    test = next(one for one in shown if "test" in path_of(one))
    assert waits(test, shown, sought, basis="", told=1)
    assert not waits(test, shown, sought, basis="", told=0)
    assert not waits(test, shown, replace(sought, tests=True), basis="", told=1)


def test_late_lines_of_another_file_have_a_fair_share_of_the_question(indexed: Indexed) -> None:
    shown, sought = found(indexed)
    near = next(one for one in shown if path_of(one) == "pier.md")
    far = next(one for one in shown if path_of(one) == "dogs.md")
    assert waits(far, [near, far], sought, basis="", told=7)
    assert not waits(far, [near, far], sought, basis="", told=2)
    assert not waits(near, [near, far], sought, basis="", told=7)
