"""Lines that end, or begin, in the middle of a statement: what they show so far is not all that it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.state import Claim, Fact
from citeline.tools.citations import check_claims, check_support
from citeline.tools.citations.stated import check_stated
from citeline.tools.citations.typed.reading import left_open

from ..passages import evidence, passage

RETURNS_A: Fact = {"relation": "returns", "subject": "f", "object": "a"}
CALLS_ON_B: Fact = {"relation": "calls", "subject": "f", "object": "charge", "condition": "b"}


def verdict_on(fact: Fact, path: str, text: str, behind: str = "") -> str:
    return check_stated(fact, passage(text, scope="f", path=path, behind=behind)).verdict


@pytest.mark.parametrize(
    ("path", "text", "goes_on", "ends"),
    [
        ("a.js", "function f(a, b) {\n  return a", "    + b;\n}", "}\n\nfoo()"),
        ("a.ts", "function f(a, b) {\n  return a", "    ? b\n    : 0;\n}", "  // done\n}"),
        ("a.go", "func f(a, b int) int {\n\treturn a +", "\t\tb\n}", ""),
        ("a.go", "func f(a, b int) int {\n\treturn a", "", "}\n\nfunc g() {"),
        ("a.rs", "fn f(a: i32, b: i32) -> i32 {\n    a", "    + b\n}", "}\n\nfn g() {"),
        ("A.java", "int f(int a, int b) {\n    return a", "        + b;\n}", "        ;\n}"),
        ("a.cs", "int f(int a, int b) {\n    return a", "        ?? b;\n}", "        ;\n}"),
        ("a.py", "def f(a, b):\n    return a", "", "\n\ndef g():\n    pass"),
    ],
)
def test_a_value_is_returned_only_where_the_statement_ends_with_the_lines(
    path: str, text: str, goes_on: str, ends: str
) -> None:
    """`return a` is no proof when the next line of the file adds to it."""
    assert not goes_on or verdict_on(RETURNS_A, path, text, goes_on) == "place"
    assert not ends or verdict_on(RETURNS_A, path, text, ends) == "supported"


@pytest.mark.parametrize(
    ("sentence", "path", "text", "goes_on", "ends"),
    [
        ("`X` has two entries.", "a.js", "const X = [1, 2,", "  3];\n", "];\n"),
        ("`A` has two members.", "a.py", "class A(Enum):\n    X = 1\n    Y = 2", "    Z = 3\n", "\n\nB = 3\n"),
        ("`A` has two variants.", "a.rs", "enum A {\n    X,\n    Y,", "    Z,\n}\n", "}\n"),
        ("`x` is `3`.", "a.js", "const x = 3", "  * 60;\n", "\nfoo();\n"),
    ],
)
def test_what_goes_on_behind_the_lines_is_not_counted_as_whole(
    sentence: str, path: str, text: str, goes_on: str, ends: str
) -> None:
    verdicts = [check_support(sentence, passage(text, scope="", path=path, behind=b)).verdict for b in (goes_on, ends)]
    assert verdicts == ["partly", "supported"]


def test_a_value_that_goes_on_is_not_called_another_one() -> None:
    """`3 + 1` is 4: nobody may call that wrong who has seen only its first line."""
    cut = passage("const x = 3", scope="", path="a.js", behind="  + 1;")
    assert check_support("`x` is `4`.", cut).verdict != "contradicted"


@pytest.mark.parametrize(
    ("path", "text", "goes_on", "ends"),
    [
        ("a.md", "You must retry the request", "when it fails.", "\nwhen it fails."),
        ("a.md", "- You must retry the request", "  when it fails.", "- when it fails"),
        ("a.py", "# You must retry the request", "# when it fails.", "when = 3"),
    ],
)
def test_a_quotation_ends_where_its_sentence_does(path: str, text: str, goes_on: str, ends: str) -> None:
    shown: Fact = {"relation": "shown", "subject": "f", "object": "You must retry the request"}
    assert [verdict_on(shown, path, text, behind) for behind in (goes_on, ends)] == ["place", "supported"]
    sentence = "You must retry the request."
    cut = passage(text, scope="f", path=path, behind=goes_on)
    assert check_support(sentence, cut).verdict != "supported"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.js", "} else if (b) {\n  charge();\n}"),
        ("a.go", "\t} else if b {\n\t\tcharge()\n\t}"),
        ("a.rs", "    } else if b {\n        charge();\n    }"),
        ("A.java", "    else if (b) {\n        charge();\n    }"),
        ("a.py", "elif b:\n    charge()"),
        ("a.rb", "elsif b\n  charge()\nend"),
    ],
)
def test_a_later_branch_without_its_first_condition_proves_no_condition(path: str, text: str) -> None:
    """It runs when `b` holds and something that is not cited does not."""
    assert verdict_on(CALLS_ON_B, path, text) == "place"


def test_answers_and_their_verdicts_know_what_stands_behind_the_lines(tmp_path: Path) -> None:
    lines = ["function f(a, b) {", "  return a", "    + b;", "}"]
    (tmp_path / "f.js").write_text("\n".join(lines))
    claim: Claim = {"text": "`f` returns `a`.", "evidence": [1], "fact": RETURNS_A}
    cited = evidence("\n".join(lines[:2]), start_line=1, path="f.js", name="f", qualified_name="f")
    (checked,) = check_claims([claim], [cited], tmp_path)
    assert [verdict["supports"] for verdict in checked["verdicts"].values()] == ["place"]


@pytest.mark.timeout(120)
def test_comments_without_an_end_are_read_in_one_go() -> None:
    """Each opening mark was looked for its end to the end of the text: hours for a million of them."""
    assert left_open("({" + "/*{" * 1_000_000) == "\n})"
