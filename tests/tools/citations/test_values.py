from __future__ import annotations

import pytest

from citeline.tools.citations.values import is_literal, is_type, is_vague, names_type, same_value, shares_a_name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("30", "30.0"),
        ("0x1E", "30"),
        ("'x'", '"x"'),
        ("a.LIMIT", "LIMIT"),
        ("( )", "()"),
        ("1_000", "1000"),
        ("None", "None"),
    ],
)
def test_values_written_differently_are_the_same(one: str, other: str) -> None:
    assert same_value(one, other)


@pytest.mark.parametrize(("one", "other"), [("30", "3"), ("''", "' '"), ("True", "1"), ("A.x", "A.y"), ("None", "0")])
def test_other_values_are_not(one: str, other: str) -> None:
    assert not same_value(one, other)


@pytest.mark.parametrize("text", ['f"{b}"', '"${b}"', '"a#{b}"', '"\\(b)"'])
def test_a_text_with_something_filled_in_is_no_literal(text: str) -> None:
    """`f"{b}"` may be any text: a sentence that says which is not contradicted by it."""
    assert not is_literal(text) and is_literal(text.replace("{", "").replace("(", ""))


def test_only_literals_are_evaluated() -> None:
    assert same_value("0x10", "16") and not same_value("1+1j", "1j+1")


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
        ("Optional[str]", "str | None"),
        ("None | str", "Optional[str]"),
        ("t.Union[int, str]", "str | int"),
        ("List[int]", "list[int]"),
        ("typing.Tuple[int, str]", "tuple[int, str]"),
        ("Array<string>", "string[]"),
        ("string | undefined", "undefined | string"),
        ("Optional<String>", "String?"),
    ],
)
def test_an_annotation_names_its_type_and_its_members(annotation: str, claimed: str) -> None:
    assert names_type(annotation, claimed)


@pytest.mark.parametrize(
    ("annotation", "claimed", "shared"),
    [
        ("Optional[str]", "None", True),
        ("String?", "nil", True),
        ("bool", "True", True),
        ("str", "True", False),
        ("boolean", "Bool", True),
        ("Promise<Response>", "Promise<Request>", False),
        ("Promise<Response>", "Promise", True),
        ("syn.Path", "syn.Type", False),
        ("Mapping[str, Any]", "MAPPING", True),
    ],
)
def test_types_that_share_a_name_do_not_exclude_each_other(annotation: str, claimed: str, shared: bool) -> None:
    assert shares_a_name(annotation, claimed) is shared


@pytest.mark.parametrize("name", ["_T", "ResponseT", "T_co", "KT", "_R", "HeaderTypes", "ArrayLike"])
def test_a_name_that_may_stand_for_any_type_is_vague(name: str) -> None:
    assert is_vague(name) and not is_vague(f"{name}x.Session")


def test_what_a_list_holds_is_not_what_is_returned() -> None:
    assert not names_type("list[Response]", "Response")


@pytest.mark.parametrize(("text", "known"), [("Response", True), ("str", True), ("*node", True), ("answer", False)])
def test_a_variable_is_told_from_a_type(text: str, known: bool) -> None:
    assert is_type(text) is known


@pytest.mark.parametrize("text", ["Any", "object", "T", "", "a b c"])
def test_what_fits_anything_is_no_type_to_contradict(text: str) -> None:
    assert not is_type(text)
