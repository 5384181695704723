from __future__ import annotations

import pytest

from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.docql.language.reader import MAX_DEPTH, MAX_LENGTH, MAX_STEPS, MAX_TESTS, MAX_VALUES
from citeline.tools.docql.language.syntax import (
    Call,
    Constant,
    Filter,
    Listed,
    Number,
    Property,
    Regex,
    Tail,
    Text,
    Value,
)
from citeline.tools.docql.language.syntax import Test as PropertyTest
from citeline.tools.docql.parser import parse


def value_of(written: str) -> Value:
    step = parse(f"$.f({written})").steps[0]
    assert isinstance(step, Call)
    return step.arguments[0]


def error_of(query: str) -> DocQLError:
    with pytest.raises(DocQLError) as caught:
        parse(query)
    return caught.value


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (r'"a"', Text("a")),
        (r"'it\'s'", Text("it's")),
        (r'"it\'s"', Text(r"it\'s")),
        (r'"say \"hi\""', Text('say "hi"')),
        (r'"a\\b"', Text(r"a\\b")),
        (r'"\d+\n"', Text(r"\d+\n")),
        (r'"\\"x"', Text(r"\"x")),
        ('"line\nbreak"', Text("line\nbreak")),
        ('""', Text("")),
        ("-12", Number(-12)),
        ("1.50", Number(1.5)),
        ("1e3", Number(1000.0)),
        ("true", Constant(True)),
        ("null", Constant(None)),
        (r"/a\/b/", Regex("a/b")),
        (r"/a\\/i", Regex(r"a\\", "i")),
        ("/a/gsiu", Regex("a", "is")),
        ('[1, ["x", null]]', Listed((Number(1), Listed((Text("x"), Constant(None)))))),
    ],
)
def test_values(written: str, value: Value) -> None:
    assert value_of(written) == value


def test_a_whole_number_stays_one() -> None:
    assert isinstance(value_of("3"), Number) and type(value_of("3").value) is int  # type: ignore[union-attr]
    assert type(value_of("3.0").value) is float  # type: ignore[union-attr]


@pytest.mark.parametrize("written", ["contains", "CONTAINS", "~=", "Contains"])
def test_operators_in_any_case_and_spelling(written: str) -> None:
    step = parse(f'$.toc[?@.a {written}"x"]').steps[1]
    assert step == Filter(PropertyTest(("a",), "contains", Text("x")))


@pytest.mark.parametrize("written", ["startsWith", "STARTSWITH", "starts with", "Starts \n With"])
def test_starts_with_may_be_two_words(written: str) -> None:
    assert parse(f"$.toc[?@.a {written} 'x']").steps[1] == Filter(PropertyTest(("a",), "startsWith", Text("x")))


def test_operators_are_names_where_names_stand() -> None:
    assert parse("$.toc[?@.in in [1]]").steps[1] == Filter(PropertyTest(("in",), "in", Listed((Number(1),))))
    assert parse("$.contains").steps == (Property("contains"),)


def test_what_follows_data_is_kept_as_it_is_written() -> None:
    assert parse("$ . data ..a[?(@.x > 1 & @.y)]`parent` ").steps == (
        Property("data"),
        Tail("..a[?(@.x > 1 & @.y)]`parent`"),
    )
    assert parse("$.data").steps == (Property("data"),)
    assert parse("$.toc.data[0]").steps[1] == Property("data")


def test_positions_tell_where_things_stand() -> None:
    query = parse('$.toc [?(@.title == "x")]')
    step = query.steps[1]
    assert isinstance(step, Filter) and isinstance(step.condition, PropertyTest) and step.condition.value
    test = step.condition
    assert (step.position, test.position, test.operator_position, test.value.position) == (6, 11, 17, 20)  # type: ignore[union-attr]
    assert query.text == '$.toc [?(@.title == "x")]'


_MANY = 10_000
_HOSTILE = {
    "brackets": "$.toc[?" + "(" * _MANY + "@.a" + ")" * _MANY + "]",
    "open brackets": "$.toc[?" + "(" * _MANY,
    "negations": "$.toc[?" + "!" * _MANY + "@.a]",
    "lists": "$.toc[?@.a in " + "[" * _MANY,
    "arguments": "$.f(" + "[" * _MANY,
    "calls": "$.f(" * 5000,
    "steps": "$" + ".a" * 5000,
    "tests": "$.toc[?" + "||".join(["@.a"] * 4000) + "]",
    "values": "$.toc[?@.a in [" + ",".join("1" * 8000) + "]]",
    "digits": "$.toc[" + "1" * 19_000 + "]",
    "quotes": '$.f("' + '\\"' * 9000,
    "slashes": "$.f(/" + "\\/" * 9000,
    "foreign": "$" + "，" * 19_000,
    "emoji": "$.f(" + "🎉" * 19_000 + ")",
    "union": "$[" + "0," * 9000 + "0]",
    "names": '$["' + '","'.join(["a"] * 4000) + '"]',
    "operators": "$.toc[?@.a " + "=" * 19_000,
    "closers": '$.f("' + ")" * 19_000,
    "hundred kilobytes": "$.toc[?" + "(" * 100_000,
    "a long text": '$.content.heading("' + "x" * 100_000 + '")',
    "nothing but space": " " * 100_000,
}


@pytest.mark.parametrize("name", _HOSTILE)
@pytest.mark.timeout(120)
def test_hostile_queries_are_syntax_errors_at_once(name: str) -> None:
    query = _HOSTILE[name]
    error = error_of(query)
    assert error.kind == "syntax"
    assert 0 <= error.position <= len(query)
    assert len(error.report()) < 1500
    parse(error.example)


def test_limits_leave_room_for_what_people_write() -> None:
    parse("$.toc[?" + "(" * (MAX_DEPTH - 1) + "@.a" + ")" * (MAX_DEPTH - 1) + "]")
    parse("$.toc" + "[*]" * (MAX_STEPS - 1))
    parse("$.toc[?" + " && ".join(["@.a"] * MAX_TESTS) + "]")
    parse("$.toc[?@.a in [" + ", ".join(["1"] * MAX_VALUES) + "]]")
    parse('$.content.heading("' + "x" * (MAX_LENGTH - 30) + '")')
