"""Calls in C#: which type a receiver has where it is declared, made, cast or held, and what stays uncertain."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_TYPES = 'class Ours { public string RunIt() { return ""; } }\nclass Other { public string RunIt() { return ""; } }\n'
_EXTENSIONS = 'static class More { public static string Twice(this Ours one) { return ""; } }\n'

CERTAIN: Mapping[str, str] = {
    "a parameter": "string Go(Ours one) { return one.RunIt(); }",
    "a parameter that may be nothing": "string Go(Ours? one) { return one?.RunIt(); }",
    "a new object in a variable": "string Go() { var one = new Ours(); return one.RunIt(); }",
    "a variable with its type": "string Go() { Ours one = Made(); return one.RunIt(); }",
    "a field": "private readonly Ours _one; string Go() { return _one.RunIt(); }",
    "a property of this": "Ours One { get; set; } string Go() { return this.One.RunIt(); }",
    "what a method gives": "Ours Make() { return null; } string Go() { return Make().RunIt(); }",
    "what a task gives": "Task<Ours> Make() { return null; } async void Go() { var one = await Make(); one.RunIt(); }",
    "an element in a loop": "void Go(List<Ours> all) { foreach (var one in all) { one.RunIt(); } }",
    "an element by its place": "string Go(IList<Ours> all) { return all[0].RunIt(); }",
    "a value by its key": 'string Go(Dictionary<string, Ours> by) { return by["a"].RunIt(); }',
    "a pattern": 'string Go(object any) { return any is Ours one ? one.RunIt() : ""; }',
    "a resource": "void Go() { using (var one = new Ours()) { one.RunIt(); } }",
}
UNCERTAIN: Mapping[str, str] = {
    "a value of no type": "string Go(dynamic one) { return one.RunIt(); }",
    "a type from elsewhere, which may have methods of ours": "string Go(Stranger one) { return one.RunIt(); }",
}


@pytest.mark.parametrize("name", CERTAIN)
def test_a_call_on_what_has_a_type_is_one_of_that_type(name: str, tmp_path: Path) -> None:
    with LinkedCorpus(tmp_path, {"Types.cs": _TYPES, "Caller.cs": f"class Caller {{ {CERTAIN[name]} }}\n"}) as corpus:
        found = {called for called in corpus.weighed_calls("Go") if called[0].endswith("RunIt")}
    assert found == {("Types.cs:Ours.RunIt", 1.0)}


@pytest.mark.parametrize("name", UNCERTAIN)
def test_a_call_on_what_has_no_type_of_ours_may_be_that_of_any(name: str, tmp_path: Path) -> None:
    with LinkedCorpus(tmp_path, {"Types.cs": _TYPES, "Caller.cs": f"class Caller {{ {UNCERTAIN[name]} }}\n"}) as corpus:
        found = corpus.weighed_calls("Go")
    assert {called for called, _ in found} == {"Types.cs:Ours.RunIt", "Types.cs:Other.RunIt"}
    assert all(weight < 1 for _, weight in found)


def test_a_method_that_another_class_adds_to_a_type_is_found(tmp_path: Path) -> None:
    files = {
        "Types.cs": _TYPES + _EXTENSIONS,
        "Caller.cs": "class Caller { string Go(Ours one) { return one.Twice(); } }\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        assert {called for called, _ in corpus.weighed_calls("Go")} == {"Types.cs:More.Twice"}
