"""Calls in Java: which type a receiver has, and which of the overloads an argument means."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_OURS = "class Ours { Ours runIt() { return this; } }\nclass Other { void runIt() {} }\n"
_BUILDER = (
    "class Ours {\n  Ours(String name) {}\n  static Ours make(String name) { return new Ours(name); }\n"
    "  void runIt() {}\n  void go() { Ours.make(null).runIt(); }\n}\nclass Other { void runIt() {} }\n"
)

CALLS: Mapping[str, tuple[str, str, set[str]]] = {
    "an element of a list in a loop that names its type": (
        _OURS,
        "class B { void go(Iterable<Ours> all) { for (Ours one : all) { one.runIt(); } } }\n",
        {"Ours.runIt"},
    ),
    "what a static method gives, in a class with a constructor": ("", _BUILDER, {"Ours.make", "Ours.runIt"}),
    "a method beside a parameter of its name": (
        "",
        "class B {\n  void melt(int heat) {}\n  void go(int melt) { melt(melt); }\n}\n",
        {"B.melt"},
    ),
    "a type of the package before one that stands in another type": (
        "class Holder { static class Ours { void runIt() {} } }\n" + _OURS,
        "class B { void go() { new Ours().runIt(); } }\n",
        {"Ours", "Ours.runIt"},
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_is_one_of_the_receivers_type_for_certain(name: str, tmp_path: Path) -> None:
    types, user, expected = CALLS[name]
    with LinkedCorpus(tmp_path, {"A.java": types, "B.java": user}) as corpus:
        found = corpus.connection.execute(
            "SELECT t.qualified_name, e.weight FROM edges e JOIN nodes t ON t.id = e.dst JOIN nodes s ON s.id = e.src"
            " WHERE e.type = 'calls' AND s.name = 'go'"
        ).fetchall()
        assert {(one, 1.0) for one in expected} == {(one, weight) for one, weight in found}
