"""A question for all of something is answered with a list as it stands, whatever shape it has."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

import citeline
from citeline.settings import Settings
from citeline.tools.answer.ranking.enumerations import (
    MOST_LINES,
    Enumeration,
    enumerations_in,
)


def lists(text: str, *, prose: bool = False) -> list[Enumeration]:
    return enumerations_in(dedent(text).strip("\n").split("\n"), prose=prose)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- tea\n- milk\n  of oats\n- sugar", Enumeration(0, 3, 3, "marked")),
        ("Steps:\n\n1. pull\n\n2. build\n\n3. push", Enumeration(2, 6, 3, "marked")),
        ("use a::B;\nuse a::C;\nuse a::D;", Enumeration(0, 2, 3, "rows")),
        ("// * `GET`\n// * `PUT`", Enumeration(0, 1, 2, "marked")),
        ("modes: [debug, safe, fast]", Enumeration(0, 0, 3, "line")),
        ("默认端口、路径、超时", Enumeration(0, 0, 3, "line")),
        ("Keys:\n\n| Action | Key |\n|:--|--:|\n| Add | n |\n| Find | s |\n| Stop | e |", Enumeration(2, 6, 3, "rows")),
    ],
    ids=[
        "items with a wrapped one",
        "loose items",
        "lines alike",
        "in a comment",
        "one line",
        "Chinese",
        "table",
    ],
)
def test_a_list_is_found_from_its_first_to_its_last_item(text: str, expected: Enumeration) -> None:
    assert expected in lists(text)


def test_lists_of_two_indentations_are_two_lists() -> None:
    found = lists("- a\n  - b\n  - c\n- d")
    assert Enumeration(0, 3, 2, "marked") in found
    assert Enumeration(1, 2, 2, "marked") in found


@pytest.mark.parametrize(
    ("text", "last", "items"),
    [
        ("- pull the rope\nat both ends\n- tie it\nto the ring", 3, 2),
        ("- pull so:\n\n```\n# Pull\npull\n\nrope\n```\n\n- tie it", 9, 2),
        ("- pull\n- tie\n\nA pier.\n\n- sail", 1, 2),
    ],
    ids=["lines that go on", "code between items", "a paragraph"],
)
def test_what_belongs_to_an_item_of_a_document_ends_no_list(text: str, last: int, items: int) -> None:
    """The steps behind a command were left out, and the list was two."""
    assert Enumeration(0, last, items, "marked") in lists(text, prose=True)


def test_a_list_of_a_document_ends_at_a_heading() -> None:
    """The items of the section before stood above what was asked for."""
    found = lists("- tugs\n- ferries\n\n## Gates\n\n- green\n- red", prose=True)
    assert [one for one in found if one.kind == "marked"] == [
        Enumeration(0, 1, 2, "marked"),
        Enumeration(5, 6, 2, "marked"),
    ]


def test_a_paragraph_is_no_list() -> None:
    assert not lists("the cart holds items\nthe order holds lines\nthe bill holds sums", prose=True)


def test_a_list_that_fills_screens_is_left_to_the_ranker() -> None:
    assert not lists("\n".join(f"- item {number}" for number in range(MOST_LINES + 1)))


@given(st.lists(st.text(max_size=30), max_size=40), st.booleans())
def test_every_list_lies_within_its_lines(found: list[str], prose: bool) -> None:
    lines = [line.replace("\n", " ") for line in found]
    for one in enumerations_in(lines, prose=prose):
        assert 0 <= one.first <= one.last < len(lines)
        assert one.items >= 2


def test_all_of_a_list_is_shown_and_cited(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    project.mkdir()
    methods = "\n".join(f"- `{name}` payments" for name in ("card", "invoice", "voucher", "transfer", "cash", "points"))
    guide = f"# Checkout\n\nA cart is paid at checkout.\n\n## Payment methods\n\nThese are supported:\n\n{methods}\n"
    (project / "guide.md").write_text(guide)
    (project / "cart.py").write_text('def total(lines):\n    """Sum of a cart."""\n    return sum(lines)\n')
    with citeline.index(project, settings=Settings(home=tmp_path / "home")) as handle:
        answer = citeline.ask("list all supported payment methods", handle, no_model=True)
    first = next(piece for piece in answer.evidence if piece["id"] in answer.claims[0]["evidence"])
    assert (first["path"], first["end_line"]) == ("guide.md", 14)
    assert all(name in answer.answer for name in ("card", "invoice", "voucher", "transfer", "cash", "points"))


def test_a_table_that_is_asked_for_as_a_whole_is_led_in_by_its_sentence(tmp_path: Path) -> None:
    """Its first sentence was shown with the head of the table alone."""
    project = tmp_path / "shop"
    project.mkdir()
    rows = "\n".join(f"| {name} the cart | `{name[0]}` |" for name in ("open", "empty", "pay", "send"))
    (project / "keys.md").write_text(
        f"# Keys\n\nThese are the keyboard shortcuts:\n\n| Action | Key |\n|---|---|\n{rows}\n"
    )
    with citeline.index(project, settings=Settings(home=tmp_path / "home")) as handle:
        answer = citeline.ask("what are the keyboard shortcuts?", handle, no_model=True)
    first = next(piece for piece in answer.evidence if piece["id"] in answer.claims[0]["evidence"])
    assert "These are the keyboard shortcuts" in answer.claims[0]["text"]
    assert "send the cart" in first["text"]
