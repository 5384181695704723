from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.chunking.budgets import Budget
from citeline.indexing.chunking.line_table import LineTable

# What `str.split` takes for white space in ASCII, and one character of it that is not in ASCII.
LINES = st.lists(st.text("ab ,\t\x0b\x0c\x1c\x1d\x1e\x1f\x00\x7f", max_size=6) | st.text("a\xa0é ", max_size=4))


@given(LINES)
def test_a_line_weighs_what_it_has_beside_white_space(lines: list[str]) -> None:
    table = LineTable(lines, Budget(chars=1, lines=1_000_000, enough=1, tiny=1))
    assert [table.weight(number, number) for number in range(1, len(lines) + 1)] == [
        len("".join(line.split())) for line in lines
    ]
