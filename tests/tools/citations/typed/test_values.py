from __future__ import annotations

import pytest

from citeline.tools.citations.typed.values import is_type, names_type, same_value


@pytest.mark.parametrize(
    ("one", "other"),
    [("30", "30.0"), ("'x'", '"x"'), ("a.LIMIT", "LIMIT"), ("( )", "()"), ("1_000", "1000"), ("None", "None")],
)
def test_values_written_differently_are_the_same(one: str, other: str) -> None:
    assert same_value(one, other)


@pytest.mark.parametrize(("one", "other"), [("30", "3"), ("''", "' '"), ("True", "1"), ("A.x", "A.y"), ("None", "0")])
def test_other_values_are_not(one: str, other: str) -> None:
    assert not same_value(one, other)


@pytest.mark.parametrize(
    ("annotation", "claimed"),
    [
        ("t.Optional[Response]", "Response"),
        ("Response | None", "Response"),
        ("Promise<Response>", "Promise<Response>"),
        ("(*Response, error)", "error"),
        ("*Response", "Response"),
        ("requests.Response", "Response"),
        ("list[int]", "list"),
        ('"Response"', "Response"),
    ],
)
def test_an_annotation_names_its_type_and_its_members(annotation: str, claimed: str) -> None:
    assert names_type(annotation, claimed)


def test_what_a_list_holds_is_not_what_is_returned() -> None:
    assert not names_type("list[Response]", "Response")


@pytest.mark.parametrize(("text", "known"), [("Response", True), ("str", True), ("*node", True), ("answer", False)])
def test_a_variable_is_told_from_a_type(text: str, known: bool) -> None:
    assert is_type(text) is known


@pytest.mark.parametrize("text", ["Any", "object", "T", "", "a b c"])
def test_what_fits_anything_is_no_type_to_contradict(text: str) -> None:
    assert not is_type(text)
