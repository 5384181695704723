from __future__ import annotations

import os
import sqlite3

from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.stores.text_columns import from_column, names_from_column, names_to_column, to_column

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()) | st.sampled_from("\udce9\ud800\U0010ffff\n0fe"))


@given(ANY_TEXT)
def test_any_text_comes_back_and_is_stored_as_valid_utf8(text: str) -> None:
    stored = to_column(text)
    stored.encode("utf-8")
    assert from_column(stored) == text


@given(ANY_TEXT, ANY_TEXT)
def test_a_prefix_stays_a_prefix(start: str, rest: str) -> None:
    assert to_column(start + rest).startswith(to_column(start))


@given(st.text(st.characters(codec="utf-8", exclude_characters="\U0010ffff")))
def test_ordinary_text_is_stored_as_it_is(text: str) -> None:
    assert to_column(text) == text


@given(st.lists(ANY_TEXT.filter(bool)))
def test_names_come_back_whatever_they_hold(names: list[str]) -> None:
    assert names_from_column(names_to_column(names)) == tuple(names)


def test_a_file_name_that_is_not_utf8_is_stored_as_documented() -> None:
    name = os.fsdecode(b"caf\xe9.py")
    assert to_column(name) == "caf\U0010ffff00dce9.py"
    assert sqlite3.connect(":memory:").execute("SELECT ?", [to_column(name)]).fetchone() == ("caf\U0010ffff00dce9.py",)
