"""Whoever reads a file for an answer reads it once, and what was read goes with the answer."""

from __future__ import annotations

import gc
import weakref

from citeline.remembering import remembered, remembered_up_to


class Tree:
    """Counts what it reads."""

    def __init__(self) -> None:
        self.read: list[tuple[str, int]] = []

    @remembered
    def line(self, path: str, number: int = 1) -> str:
        """A line that says what was asked."""
        self.read.append((path, number))
        return f"{path}:{number}"


def test_each_object_reads_what_it_is_asked_for_once_whatever_way_it_is_named() -> None:
    tree, other = Tree(), Tree()
    assert [tree.line("a", 2), tree.line("a", 2), tree.line("a", number=3), tree.line("a", number=3)] == [
        *("a:2", "a:2"),
        *("a:3", "a:3"),
    ]
    assert other.line("a") == "a:1"
    assert (tree.read, other.read) == ([("a", 2), ("a", 3)], [("a", 1)])


def test_an_object_that_nobody_holds_is_let_go_at_once() -> None:
    tree = Tree()
    tree.line("a")
    seen = weakref.ref(tree)
    gc.disable()
    try:
        del tree
        assert seen() is None
    finally:
        gc.enable()


def test_what_another_thread_forgets_meanwhile_is_still_given() -> None:
    """Between the writing and the reading of an answer a second thread may have emptied the store."""

    class Forgetful(dict[object, int]):
        def __setitem__(self, key: object, value: int) -> None:
            """Written, and forgotten by somebody else."""

    class Counter:
        @remembered_up_to(1)
        def twice(self, number: int) -> int:
            return 2 * number

    counter = Counter()
    counter.__dict__["_remembered_twice"] = Forgetful()
    assert counter.twice(4) == 8
