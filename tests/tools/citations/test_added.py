"""What limits a sentence in the lines, where a claim repeats the rest of it."""

from __future__ import annotations

import pytest

from citeline.tools.citations import check_support
from citeline.tools.citations.passage import Passage

CLAIM = "Members may open the storage room."
ADDED = {
    "for what": ("The desk checks the badge for every guest.", "The desk checks the badge.", "for every guest"),
    "a part": (
        "You may take leave for part of your final day.",
        "You may take leave on your final day.",
        "for part of",
    ),
    "a condition behind": ("Members may open the storage room if nobody objects.", CLAIM, "if nobody objects"),
    "a condition before": (
        "When the desk is closed, members may open the storage room.",
        CLAIM,
        "when the desk is closed",
    ),
    "only": ("Only members of the house may open the storage room; guests may not.", CLAIM, "only"),
    "an exception": ("Members may open the old storage room, except on Sunday.", CLAIM, "except on sunday"),
}
COMPLETE = {
    "the condition is said": (
        "Members may open the storage room if nobody objects.",
        "If nobody objects, members may open the storage room.",
    ),
    "another sentence": ("Members may open the storage room. Guests ask the desk if it is closed.", CLAIM),
    "less than is claimed": (
        "Members may open the storage room.",
        "Members may open the storage room if nobody objects.",
    ),
    "about something else": ("The desk checks the badge for every guest.", CLAIM),
    "no condition": ("Members may open the large storage room.", CLAIM),
}


def lines(text: str, path: str = "docs/house.md") -> Passage:
    return Passage(text, 3, 3 + text.count("\n"), path, "House rules")


@pytest.mark.parametrize(("text", "claim", "added"), ADDED.values(), ids=ADDED)
def test_what_limits_an_undecided_sentence_is_named(text: str, claim: str, added: str) -> None:
    found = check_support(claim, lines(text))
    assert (found.verdict, found.added) == ("place", added)


@pytest.mark.parametrize(("text", "claim"), COMPLETE.values(), ids=COMPLETE)
def test_nothing_is_named_where_nothing_is_left_out(text: str, claim: str) -> None:
    assert not check_support(claim, lines(text)).added


def test_code_is_not_read_as_prose() -> None:
    assert not check_support("It opens the storage room.", lines("It opens the storage room if True:", "a.py")).added
