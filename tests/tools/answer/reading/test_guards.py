"""Under which condition a line runs: told the wrong way round it would be a wrong answer with a tick."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from citeline.tools.answer.reading.guards import guard_at
from citeline.tools.answer.reading.syntax import Source, source_of

from ..trees import indexed

UNLESS = "def drop\n  unless ready\n    ring\n  else\n    pay\n  end\nend\n"
GUARD = "func drop() {\n    guard let paid = sum else {\n        ring()\n        return\n    }\n}\n"
LET = "func drop() {\n    if let paid = sum {\n        ring()\n    }\n}\n"
MACRO = """macro_rules! ids {
    ($name:ident) => {
        impl $name {
            fn next(self) {
                ring();
                match self.0 {
                    0 => {
                        pay();
                    }
                }
            }
        }
    };
}
"""
LONG = f"def drop():\n    if {' and '.join(['ready'] * 30)}:\n        pay()\n    else:\n        ring()\n"


CASES = """\
class Till {
    void ring(int sum) {
        switch (sum) {
            case 3:
                count();
                pay();
                break;
        }
    }
}
"""


def read(folder: Path, path: str, text: str) -> Source:
    source = source_of(indexed(folder, {path: text}), 1)
    assert source is not None
    return source


def condition_at(source: Source, line: int) -> str:
    guard = guard_at(source, source.node_of_line(line), line)
    return guard.condition if guard is not None else ""


@pytest.mark.parametrize(
    ("path", "text", "line", "condition"),
    [
        ("till.rb", UNLESS, 3, "if ready … else"),
        ("till.rb", UNLESS, 5, "ready"),
        ("till.swift", GUARD, 3, "if let paid = sum … else"),
        ("till.swift", LET, 3, "let paid = sum"),
        ("till.rs", MACRO, 5, ""),
        ("till.rs", MACRO, 8, "0"),
    ],
    ids=["unless", "else of unless", "guard", "if let", "head of a macro's rule", "arm in a macro's rule"],
)
def test_what_runs_unless_something_holds_is_not_told_to_run_when_it_does(
    tmp_path: Path, path: str, text: str, line: int, condition: str
) -> None:
    assert condition_at(read(tmp_path, path, text), line) == condition


def test_a_condition_that_is_cut_is_still_told_not_to_hold(tmp_path: Path) -> None:
    assert condition_at(read(tmp_path, "till.py", LONG), 5).endswith(" … else")


def test_the_other_statements_of_a_case_are_no_part_of_its_condition(tmp_path: Path) -> None:
    """`case 3: count(); pay();` was the condition of what stands behind them."""
    assert condition_at(read(tmp_path, "Till.java", CASES), 6) == "case 3"


with (Path(__file__).parent / "branches.toml").open("rb") as file:
    BRANCHES = tomllib.load(file)["branches"]


@pytest.mark.parametrize("branch", BRANCHES, ids=[branch["path"] for branch in BRANCHES])
def test_a_branch_is_told_under_its_own_condition(tmp_path: Path, branch: dict[str, Any]) -> None:
    """The last `else` in Swift was told to run when the test before it holds."""
    source = read(tmp_path, branch["path"], branch["text"])
    lines = branch["text"].split("\n")
    told = {word: condition_at(source, line_with(lines, word)) for word in branch["under"]}
    assert told == branch["under"]


def line_with(lines: list[str], word: str) -> int:
    return next(at for at, line in enumerate(lines, 1) if word in line)
