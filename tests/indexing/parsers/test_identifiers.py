from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.parsers.programs.identifiers import identifiers_in_bytes


@given(st.text("aZ_$09. -\n\x00", max_size=40))
def test_identifiers_have_four_letters_and_begin_behind_digits(text: str) -> None:
    # In ASCII words are parted without a pattern, in a third of the time.
    assert identifiers_in_bytes(text.encode()) == {*re.findall(r"[A-Za-z_$][\w$]{3,}", text)}
