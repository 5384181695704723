"""What a table's first rows and empty cells mean is read before anything is looked up in it."""

from __future__ import annotations

import pytest

from citeline.tools.answer.lookup.cell import clean, holds
from citeline.tools.answer.lookup.grid import Grid, pairs_of
from citeline.tools.answer.lookup.matching import look_up, row_lacking
from citeline.tools.question.read import read
from citeline.tools.question.tables.asked import Unit, read_asked
from citeline.tools.question.tables.bounds import as_number
from citeline.tools.tables.catalog import TableEntry
from citeline.tools.tables.plain_numbers import read_number, tells_versions
from citeline.tools.tables.rows import Cells


def grid(headers: list[str], *rows: list[str]) -> Grid:
    entry = TableEntry("t", "docs/t.md", 10, 11 + len(rows), 1, 1, tuple(headers))
    return Grid(entry, Cells(headers, list(rows), [(12 + place, 12 + place) for place in range(len(rows))]))


def answer(table: Grid, question: str) -> tuple[str, list[str]]:
    found = look_up(read_asked(read(question)), table)[0]
    return found.kind, [table.said(row, column) for row in found.rows for column in found.columns]


def test_a_row_of_units_belongs_to_the_heads() -> None:
    table = grid(
        ["Country", "Exports"], ["", "1,000 US$"], ["Chile", "7"], ["Peru", "nd"], ["Cuba", "nd"], ["Fiji", "9"]
    )
    assert [table.label(row) for row in range(len(table.rows))] == ["Chile", "Peru", "Cuba", "Fiji"]
    assert answer(table, "exports of Chile?") == ("cell", ["7 (1,000 US$)"])
    found = next(
        one for one in look_up(read_asked(read("which country has the highest exports?")), table) if one.operation
    )
    assert [table.label(row) for row in found.rows] == ["Fiji"]


def test_a_first_row_of_words_above_numbers_is_the_head() -> None:
    table = grid(["", "", ""], ["", "Food", "Calories"], ["Leaves", "Ash", "50"], ["Berries", "Currant", "150"])
    assert table.headers == ["", "Food", "Calories"]
    assert answer(table, "how many calories do berries have?") == ("cell", ["150"])


def test_labels_of_a_form_stand_before_their_values() -> None:
    form = pairs_of(grid(["Name:", "Bruce Wayne", "Year:", "2025"], ["Policy #:", "IM-7", "Make:", "Jeep"]))
    assert form is not None
    assert answer(form, "what is the policy number?") == ("cell", ["IM-7"])
    assert form.lines == [(10, 11), (10, 11), (12, 12), (12, 12)]


def test_an_ordinary_table_is_no_form() -> None:
    assert pairs_of(grid(["City", "People"], ["Oslo", "700"], ["Rome", "2,800"])) is None


@pytest.mark.parametrize(
    ("text", "number"), [("300,000", 300_000), ("300.000", 300_000), ("1.5", 1.5), ("1,5", 1.5), ("1.234,50", 1234.5)]
)
def test_numbers_of_questions_are_read_with_either_point(text: str, number: float) -> None:
    assert as_number(text) == number


def test_floats_of_a_program_are_no_versions() -> None:
    def versions(*cells: str) -> bool:
        return tells_versions([number for cell in cells if (number := read_number(cell, "."))])

    assert versions("3.9", "3.10")
    assert not versions("875.0", "85.95")
    assert not versions("0.018000000000000002", "12.30")
    assert not versions("-1.5", "2.50")


def test_of_two_codes_the_longer_one_is_not_the_row_of_both() -> None:
    """Asked for `BAD_OPTION` and `BAD_OPTION_VALUE` the row of the second alone was told, and it said `yes`."""
    errors = grid(["Code", "Meaning"], ["BAD_OPTION", "unknown"], ["BAD_OPTION_VALUE", "unfit"], ["TIMEOUT", "late"])
    assert answer(errors, "what do BAD_OPTION and BAD_OPTION_VALUE mean?") == ("list", ["unknown", "unfit"])
    assert answer(errors, "what is the meaning of BAD_OPTION?") == ("cell", ["unknown"])
    assert answer(errors, "what is the meaning of BAD_OPTION_VALUE?") == ("cell", ["unfit"])


def test_a_code_is_no_longer_code_that_a_mark_parts_from_it() -> None:
    """Asked for `us-east` and `us-east-1` the row of the second alone was told, and `v1.2` had that of `v1.2.1` too."""
    regions = grid(
        ["Region", "Price"], *([code, f"{at}.5"] for at, code in enumerate(("us-east", "us-east-1", "eu-1")))
    )
    assert answer(regions, "what is the price of us-east and us-east-1?") == ("list", ["0.5", "1.5"])
    assert answer(regions, "what is the price of us-east?") == ("cell", ["0.5"])
    builds = grid(["Build", "Price"], *([code, f"{at}.5"] for at, code in enumerate(("v1.2", "v1.2.1", "v2.0"))))
    assert answer(builds, "price of v1.2") == ("cell", ["0.5"])
    assert answer(builds, "price of v1.2.1") == ("cell", ["1.5"])
    options = grid(["Option", "Default"], ["`--name-only`", "no"], ["`--name`", "main"], ["`--sort`", "up"])
    assert answer(options, "what is the default of --name?") == ("cell", ["main"])
    assert answer(options, "what is the default of --name-only?") == ("cell", ["no"])


def test_the_parameter_of_a_type_names_no_row() -> None:
    """`Api<T>` had the row of generated documentation that begins with `<T> T`, and it said `yes`."""
    methods = grid(["Type", "Method"], ["`<T> T`", "create(Class service)"], ["`void`", "clear()"])
    asked = read_asked(read("which type adapter resolves the parameters of a service like Api<T>?"))
    assert not look_up(asked, methods)


def test_what_no_row_is_called_is_not_looked_for_in_all_cells_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no cell answers, each table was gone through a second time to see which word it lacks."""
    table = grid(["Service", "Owner"], ["billing", "Ana Ruiz"], ["mail gateway", "Unpayrolled Ltd"])
    asked = read_asked(read("who is the owner of the payroll service?"))
    seen: list[str] = []

    def looked_at(cell: str, unit: Unit) -> bool:
        seen.append(cell)
        return holds(cell, unit)

    monkeypatch.setattr("citeline.tools.answer.lookup.grid.holds", looked_at)
    assert not look_up(asked, table)
    before = len(seen)
    lacking = row_lacking(asked, table)
    assert lacking is not None
    assert lacking[0].text == "payroll"
    assert len(seen) == before > 0


def test_code_in_a_cell_keeps_what_looks_like_a_tag_or_emphasis() -> None:
    assert clean("`Flow<T>.chunked` of **all**<br>kinds") == "Flow<T>.chunked of allkinds"
    assert clean("``__init__``, `**kwargs` and __bold__") == "__init__, **kwargs and bold"


def test_a_version_and_a_name_with_small_words_name_no_row_that_has_a_part_of_them() -> None:
    releases = grid(["Version", "Status"], ["2.3.0", "supported"], ["1.1.0", "ended"])
    assert look_up(read_asked(read("What is in version 2.0.0?")), releases) == []
    supported = grid(["Branch", "Support"], ["v1.9", "ended"], ["v1.10", "until May"])
    assert answer(supported, "What support has 1.9?") == ("cell", ["ended"])
    hooks = grid(["Command", "Description"], ["reload", "Starts all anew"], ["The admin", "Whether all is allowed"])
    assert look_up(read_asked(read("What is on_reload?")), hooks) == []
    assert answer(hooks, "What is the_admin for?") == ("cell", ["Whether all is allowed"])


def test_rows_with_a_yes_do_not_answer_for_one_that_only_the_text_beside_them_names() -> None:
    flags = grid(["Flag", "Default"], ["`--keep`", "true"], ["`--strict`", "false"])
    asked = read_asked(read("What is the default of --tag-prefix?"))
    (found,) = look_up(asked, flags, lambda: {"tag", "prefix"})
    assert found.coverage(asked) < 0.7


def test_four_columns_below_heads_are_no_pairs_of_a_form() -> None:
    """`SIGHUP: Kills all workers` was told without the head of its column, `At the arbiter`."""
    table = grid(
        ["Signal", "At the arbiter", "At the workers", "Notes"],
        ["SIGTERM", "Waits 30 seconds", "Exits later", "Graceful"],
        ["SIGHUP", "Kills all workers", "Exits at once", "Hot reload"],
    )
    assert pairs_of(table) is None
