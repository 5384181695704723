"""What of a long line is printed has the words that are asked for: a figure behind the cut answers nobody."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.cli.rendering.cut_lines import cut_around, without_targets

LEAD = "The harbour has been there since the war. " * 10
RULE = "A berth is kept for at most 27 days. "
END = "Dogs are welcome on the pier, as are cats. " * 10


def test_a_long_line_is_cut_around_the_words_asked_for() -> None:
    shown = cut_around(f"{LEAD}{RULE}{END}", ["berth", "days"], 100)
    assert RULE.strip() in shown
    assert shown.startswith("… ") and shown.endswith(" …")
    assert shown.strip("… ").split()[0] in ("The", "A"), "it begins with a sentence"


@pytest.mark.parametrize("asked", [[], ["submarine"], ["harbour"]], ids=["no words", "none there", "at the beginning"])
def test_without_better_words_behind_it_the_beginning_is_shown(asked: list[str]) -> None:
    assert cut_around(f"{LEAD}{END}", asked, 100).startswith("The harbour has been there since the war. The harbour")


def test_a_line_that_fits_stays_as_it_is() -> None:
    assert cut_around(RULE, ["days"], 100) == RULE


@given(st.text(max_size=400), st.lists(st.text(min_size=1, max_size=5), max_size=4), st.integers(20, 60))
def test_what_is_shown_stands_in_the_line_and_is_no_longer(line: str, asked: list[str], columns: int) -> None:
    shown = cut_around(line, asked, columns)
    assert len(shown) <= max(len(line) * (len(line) <= columns), columns + 4)
    assert shown == line or shown.removeprefix("… ").removesuffix(" …") in line


def test_a_long_line_of_a_document_is_printed_without_addresses_and_padding() -> None:
    """An address of three lines stood in the middle of a sentence."""
    link = "Join calls with [Zoom](https://support.example/hc/en-us/articles/201362023-System-Requirements) at noon."
    assert without_targets(link, 60) == "Join calls with [Zoom](…) at noon."
    assert without_targets(link, 200) == link
    assert without_targets(f"| optin{' ' * 40}| single |", 40) == "| optin | single |"
