"""What an answer repeats of code is whole: nobody reads half a condition."""

from __future__ import annotations

import pytest

from citeline.tools.answer.reading.statements import Statement, statement_at
from citeline.tools.answer.reading.syntax import source_of

from ..conftest import Indexed

MOST = 200
GUARD = """\
def pick(items, limit):
    if len(items) > limit:
        raise OverflowError(
            "too many"
        )
    if not items:
        log("none")
        count = 0
        return count
    return (
        items.first
        or items.last
    )
"""


def stated(
    indexed: Indexed, text: str, line: int, *, name: str = "a.py", conditional: bool = False
) -> Statement | None:
    index = indexed({name: text})
    document = index.structure.document(name)
    source = source_of(index, int(document.id)) if document else None
    assert source is not None
    return statement_at(source, line, MOST)


def test_a_condition_is_stated_with_what_follows_from_it(indexed: Indexed) -> None:
    found = stated(indexed, GUARD, 2)
    assert found == Statement('if len(items) > limit: raise OverflowError( "too many" )', 2, 5)


@pytest.mark.parametrize("line", [10, 11, 12, 13])
def test_every_line_of_a_statement_gives_all_of_it(indexed: Indexed, line: int) -> None:
    assert stated(indexed, GUARD, line) == Statement("return ( items.first or items.last )", 10, 13)


@pytest.mark.parametrize("line", [6, 7, 8])
def test_steps_are_not_read_as_one(indexed: Indexed, line: int) -> None:
    """Several in one line would be."""
    assert stated(indexed, GUARD, line) is None


def test_braces_are_read_as_indentation_is(indexed: Indexed) -> None:
    text = "function status(sizes) {\n  if (sizes.size !== 1) {\n    return 207;\n  }\n  return 200;\n}\n"
    assert stated(indexed, text, 2, name="a.ts") == Statement("if (sizes.size !== 1) { return 207; }", 2, 4)


def test_a_function_is_no_statement_of_its_first_line(indexed: Indexed) -> None:
    assert stated(indexed, GUARD, 1) is None


def test_a_literal_is_stated_with_its_comments(indexed: Indexed) -> None:
    text = "package a\n\nvar till = Till{\n\tLock: Lock{\n\t\tSeconds: 90, // so long\n\t},\n\tName: name(),\n}\n"
    assert stated(indexed, text, 4, name="a.go") == Statement(
        "var till = Till{ Lock: Lock{ Seconds: 90, // so long }, Name: name(), }", 3, 8
    )


@pytest.mark.parametrize(
    ("text", "line", "name"),
    [
        ("fn run(\n    till: Till,\n    drawer: Drawer,\n) {\n    till.open();\n}\n", 2, "a.rs"),
        ("fn run<L>(till: L)\nwhere\n    L: Lock,\n    L: Send,\n{\n    till.open();\n}\n", 3, "a.rs"),
        ("@Lock\n@Order(3)\npublic class Till implements Drawer {\n    int coins;\n}\n", 2, "Till.java"),
    ],
    ids=["parameters", "a clause", "modifiers"],
)
def test_a_part_of_the_head_of_a_definition_is_no_statement(indexed: Indexed, text: str, line: int, name: str) -> None:
    """`( till: Till, drawer: Drawer, )` was told as what a function does."""
    assert stated(indexed, text, line, name=name) is None


def test_the_arguments_of_a_call_are_stated_with_what_is_called(indexed: Indexed) -> None:
    found = stated(indexed, 'def run(till):\n    till.ask(\n        "how many",\n        coins=3,\n    )\n', 4)
    assert found == Statement('till.ask( "how many", coins=3, )', 2, 5)
