"""A result must never be longer than an agent has asked for, and must say what it leaves out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from citeline.tools.compact import Block, estimated_tokens, fit
from citeline.tools.compact.fitting import LEAST_TOKENS

TEXT = st.text(alphabet=st.sampled_from("abcXYZ 019_(){}.,日本\t"), max_size=60)
BLOCKS = st.lists(st.builds(Block, TEXT, st.lists(TEXT, max_size=12)), max_size=12)


def test_everything_is_shown_where_there_is_room() -> None:
    blocks = [Block("a.py:1-2", ["1| x", "2| y"]), Block("b.py:7", ["7| z"])]
    assert fit(["index shop"], blocks, max_tokens=500).split("\n") == [
        "index shop",
        "a.py:1-2",
        "1| x",
        "2| y",
        "b.py:7",
        "7| z",
    ]


def test_the_best_place_keeps_its_lines_and_the_next_ones_their_names() -> None:
    blocks = [
        Block(f"file{number}.py:1-40", [f"{line}| some = words + here" for line in range(40)]) for number in range(4)
    ]
    text = fit([], blocks, max_tokens=250)
    assert text.startswith("file0.py:1-40\n0| some = words + here\n1| ")
    assert "more lines" in text
    assert "file3.py:1-40" in text
    assert text.count("| some") < 40


def test_places_without_room_are_counted() -> None:
    blocks = [Block(f"some/long/folder/name/file{number}.py:1-40", ["1| x"]) for number in range(50)]
    text = fit([], blocks, max_tokens=150)
    shown = text.count(".py:1-40")
    assert 0 < shown < 50
    assert text.endswith(f"… {50 - shown} more places: raise max_tokens or ask for less")


@given(opening=st.lists(TEXT, max_size=12), blocks=BLOCKS, limit=st.integers(LEAST_TOKENS, 400))
def test_no_text_is_longer_than_was_asked_for(opening: list[str], blocks: list[Block], limit: int) -> None:
    assert estimated_tokens(fit(opening, blocks, max_tokens=limit)) <= limit


@given(opening=st.lists(TEXT, max_size=6), blocks=BLOCKS)
def test_lines_are_never_cut_in_two(opening: list[str], blocks: list[Block]) -> None:
    whole = {*opening, *(line for block in blocks for line in (block.head, *block.lines))}
    shown = fit(opening, blocks, max_tokens=LEAST_TOKENS).split("\n")
    assert all(line in whole or line.startswith("…") or line == "" for line in shown)


def test_chinese_is_counted_by_character() -> None:
    assert estimated_tokens("重试次数") == 4
    assert estimated_tokens("def get_user_name(self):") in range(6, 12)
