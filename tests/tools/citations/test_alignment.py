"""Text that moved is told as moved, whatever was put before it and however alike its neighbours are."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.model import Span
from citeline.tools.citations.anchors import Anchor, aligned, check_span, text_sha256

FIELDS = ("name", "size", "owner", "colour", "weight", "price", "origin", "label")
HEADER = [f"# {number}: a line of a licence that nobody reads" for number in range(60)]
FUNCTIONS = [
    [
        f"def get_{field}(self, default=None):",
        f'    """The {field}, or the default."""',
        f"    value = self._values.get({field!r})",
        "    if value is None:",
        "        return default",
        "    return value",
        "",
        "",
    ]
    for field in FIELDS
]
FILE = ["import os", "import sys", "", ""] + [line for function in FUNCTIONS for line in function]


def became(root: Path, old: list[str], new: list[str], start: int, end: int) -> Anchor:
    (root / "a.py").write_text("\n".join(new))
    text = "\n".join(old[start - 1 : end])
    return check_span(root, Span("a.py", start, end, text_sha256(text)), text, earlier=old)


@pytest.mark.parametrize("field", range(len(FIELDS)))
@pytest.mark.parametrize("size", range(1, 61))
def test_a_header_of_any_size_moves_what_is_below(size: int, field: int, tmp_path: Path) -> None:
    start = 5 + 8 * field
    for first, last in ((start, start + 5), (start + 3, start + 5), (start + 4, start + 4)):
        found = became(tmp_path, FILE, [*HEADER[:size], *FILE], first, last)
        assert (found.unchanged, found.place) == ("moved", (first + size, last + size))
        found = became(tmp_path, [*HEADER[:size], *FILE], FILE, first + size, last + size)
        assert (found.unchanged, found.place) == ("moved", (first, last))


@pytest.mark.parametrize("field", range(len(FIELDS) - 1))
def test_a_function_that_goes_to_the_end_has_moved_there(field: int, tmp_path: Path) -> None:
    start = 5 + 8 * field
    new = FILE[: start - 1] + FILE[start + 7 :] + FUNCTIONS[field]
    found = became(tmp_path, FILE, new, start, start + 5)
    assert (found.unchanged, found.place) == ("moved", (len(FILE) - 7, len(FILE) - 2))


def test_an_edited_function_is_not_its_neighbour(tmp_path: Path) -> None:
    new = [*HEADER[:8], *FILE]
    new[8 + 4 + 2] = "    value = self._cache.get('name')"
    found = became(tmp_path, FILE, new, 5, 10)
    assert (found.unchanged, found.place) == ("edited", (13, 18))


def test_cells_are_told_apart_by_digits_of_their_ids() -> None:
    old = ("# %% cell 1 [python] a1", "x = 1", "# %% cell 2 [python] a2", "x = 1")
    new = ("# %% cell 1 [python] a2", "x = 1")
    assert list(aligned(old, new)) == [-1, -1, 0, 1]


def test_an_inserted_cell_moves_the_cells_below(tmp_path: Path) -> None:
    cells = [
        ["# %% cell 1 [markdown]", "Data of May.", ""],
        ["# %% cell 2 [python]", "x = read('may.csv')", "x.head()", ""],
    ]
    old = [line for cell in cells for line in cell]
    new = ["# %% cell 1 [markdown]", "New.", "", *(line.replace("cell 2", "cell 3") for line in old)]
    new[3] = "# %% cell 2 [markdown]"
    found = became(tmp_path, old, new, 4, 6)
    assert (found.unchanged, found.place) == ("moved", (7, 9))


@given(st.lists(st.sampled_from("abcde}")), st.lists(st.sampled_from("abcde}")))
def test_only_equal_lines_are_aligned_and_in_order(old: list[str], new: list[str]) -> None:
    found = aligned(tuple(old), tuple(new))
    kept = [place for place in found if place >= 0]
    assert len(found) == len(old) and kept == sorted(set(kept))
    assert all(place < 0 or old[at] == new[place] for at, place in enumerate(found))


def test_long_files_without_certain_lines_are_aligned_in_bounded_time() -> None:
    old, new = ["}", "{"] * 20_000, ["{", "}", "x"] * 20_000
    assert len(aligned(tuple(old), tuple(new))) == 40_000


def test_long_files_of_lines_that_repeat_are_aligned_in_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """60,000 lines of 150 different ones, every 500th changed, took minutes: `verify` of one citation did not end."""

    def bounded(junk: None, one: Sequence[str], other: Sequence[str], *, autojunk: bool = True) -> SequenceMatcher[str]:
        assert len(one) * len(other) < 10_000_000
        return SequenceMatcher(junk, one, other, autojunk)

    monkeypatch.setattr("citeline.tools.citations.anchors.SequenceMatcher", bounded)
    old = [f"key {place * 7919 % 150}" for place in range(60_000)]
    aligned(tuple(old), tuple(line if place % 500 else f"new {place}" for place, line in enumerate(old)))
