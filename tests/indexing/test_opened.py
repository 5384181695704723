"""Documents that a filter leaves have a name while questions are read by it."""

from __future__ import annotations

from citeline.indexing.opened import Selections


def test_a_selection_that_is_asked_for_again_outlives_those_that_are_not() -> None:
    selections = Selections()
    selections.add("where a", frozenset(["a.md"]), frozenset([1]))
    for number in range(100):
        assert selections.uses("where a")
        selections.add(f"where {number}", frozenset(["b.md"]), frozenset([2]))
    assert selections.hold("a.md", "docs", ["where a"]) and not selections.hold("b.md", "docs", ["where a"])
    assert not selections.uses("where 0")
