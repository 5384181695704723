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
    "a builder whose base gives what its heir is": (
        "class Base<T, B extends Base<T, B>> { B name(String name) { return (B) this; } void runIt() {} }\n"
        "class Ours extends Base<String, Ours> { void runIt() {} }\n",
        'class B { void go(Ours ours) { ours.name("").runIt(); } }\n',
        {"Base.name", "Ours.runIt"},
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
        found = {(called.partition(":")[2], weight) for called, weight in corpus.weighed_calls("go")}
    assert found == {(one, 1.0) for one in expected}


_MELT = "class A {\n  void melt(String a) {}\n  void melt(Class<?> a) {}\n  void melt(boolean a) {}\n"

OVERLOADS: Mapping[str, tuple[str, str]] = {
    "what a type of the library makes": ("melt(Class.forName(null));", "Class<?>"),
    "the type of a class": ("melt(A.class);", "Class<?>"),
    "a text that is put together": ('melt(name + ".txt");', "String"),
    "one of two texts": ('melt(isOld ? "a" : null);', "String"),
    "what everything can be told as": ("melt(name.other().toString());", "String"),
    "a comparison": ("melt(name == null);", "boolean"),
    "what is not so": ("melt(!isOld);", "boolean"),
}


@pytest.mark.parametrize("name", OVERLOADS)
def test_the_overload_is_called_that_takes_the_argument(name: str, tmp_path: Path) -> None:
    call, parameter = OVERLOADS[name]
    text = f"{_MELT}  void go(Name name, boolean isOld) {{ {call} }}\n}}\n"
    with LinkedCorpus(tmp_path, {"A.java": text}) as corpus:
        found = corpus.connection.execute(
            "SELECT t.signature FROM edges e JOIN nodes t ON t.id = e.dst WHERE e.type = 'calls'"
        ).fetchall()
    assert found == [(f"void melt({parameter} a)",)]


@pytest.mark.parametrize(
    ("own", "other", "argument"),
    [
        ("Integer", "String", "Integer.toHexString(1)"),
        ("Locale", "String[]", "Locale.getISOCountries()"),
        ("File", "String", "File.separator"),
    ],
)
def test_what_a_type_of_the_library_has_may_be_of_another(own: str, other: str, argument: str, tmp_path: Path) -> None:
    """The wrong overload was told for certain."""
    text = (
        f"class A {{\n  void melt({own} a) {{}}\n  void melt({other} a) {{}}\n  void go() {{ melt({argument}); }}\n}}\n"
    )
    with LinkedCorpus(tmp_path, {"A.java": text}) as corpus:
        assert set(corpus.weights("calls")) == {0.5}


def test_a_lambda_is_no_text(tmp_path: Path) -> None:
    text = "class A {\n  void melt(String a) {}\n  void melt(Supplier<String> a) {}\n"
    text += "  void go() { melt(() -> null); }\n}\n"
    with LinkedCorpus(tmp_path, {"A.java": text}) as corpus:
        assert corpus.edges("calls", lines=True) == {"A.java:A.go calls A.java:A.melt:3"}
        assert corpus.weights("calls") == [1.0]


def test_a_parameter_of_any_number_is_of_the_type_that_stands_before_the_dots(tmp_path: Path) -> None:
    """Where `final` stands before it nothing was known of it, and all overloads were told."""
    text = "class A {\n  void melt(String... a) {}\n  void melt(Class<?>... a) {}\n  void melt(Other a) {}\n"
    text += "  void go(final Class<?>... every) { melt(every); }\n}\n"
    with LinkedCorpus(tmp_path, {"A.java": text}) as corpus:
        assert corpus.edges("calls", lines=True) == {"A.java:A.go calls A.java:A.melt:3"}
        assert corpus.weights("calls") == [1.0]


@pytest.mark.parametrize("call", ["melt(1);", "this.melt(1);", "new B().melt(1);"])
def test_an_overload_of_a_base_is_called_where_none_of_the_own_takes_as_many_arguments(
    call: str, tmp_path: Path
) -> None:
    base = "class A {\n  void melt(int a) {}\n}\n"
    heir = "class B extends A {\n  void melt(int a, int b) {}\n  void melt(int a, String b) {}\n"
    with LinkedCorpus(tmp_path, {"A.java": base, "B.java": f"{heir}  void go() {{ {call} }}\n}}\n"}) as corpus:
        assert "B.java:B.go calls A.java:A.melt" in corpus.edges("calls")
        assert "B.java:B.go calls B.java:B.melt" not in corpus.edges("calls")


@pytest.mark.parametrize("call", ["melt(1);", "this.melt(1);", "new B().melt(1);", "other.melt(1);"])
def test_a_method_of_a_base_is_called_where_the_only_own_one_takes_more_arguments(call: str, tmp_path: Path) -> None:
    """`new Base64().decode(data)` led to an override with four parameters, for certain."""
    base = "class A {\n  void melt(int a) {}\n  void melt(int a, int b) {}\n}\n"
    heir = f"class B extends A {{\n  void melt(int a, int b) {{}}\n  void go(B other) {{ {call} }}\n}}\n"
    with LinkedCorpus(tmp_path, {"A.java": base, "B.java": heir}) as corpus:
        calls = {edge for edge in corpus.edges("calls", lines=True) if "melt" in edge}
        assert calls == {"B.java:B.go calls A.java:A.melt:2"}


def test_a_method_with_a_default_is_not_left_for_that_of_a_base(tmp_path: Path) -> None:
    base = "open class A {\n  fun melt(a: Int) {}\n}\n"
    heir = "class B : A() {\n  fun melt(a: Int, b: Int = 2) {}\n  fun go() { melt(1) }\n}\n"
    with LinkedCorpus(tmp_path, {"A.kt": base, "B.kt": heir}) as corpus:
        assert "B.kt:B.go calls B.kt:B.melt" in corpus.edges("calls")


def test_a_static_import_of_all_of_a_class_leads_to_its_methods(tmp_path: Path) -> None:
    """`who calls isSet` said that nobody is known to, with a tick."""
    is_set = "{\n  public static boolean isSet(Object o) { return true; }\n}\n"
    asks = "(Object o) { if (isSet(o)) { } }\n}\n"
    files = {
        "shop/util/Checks.java": f"package shop.util;\npublic class Checks {is_set}",
        "shop/Others.java": f"package shop;\npublic class Others {is_set}",
        "shop/Cart.java": f"package shop;\nimport static shop.util.Checks.*;\nclass Cart {{\n  void go{asks}",
        "shop/Till.java": f"package shop;\nclass Till {{\n  void ring{asks}",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert {called for called, _ in corpus.weighed_calls("go")} == {"shop/util/Checks.java:Checks.isSet"}
        assert corpus.weighed_calls("ring") == set()
