"""Claims that say of one thing what the lines say of another one, and right ones beside them."""

from __future__ import annotations

import pytest

from citeline.tools.citations import check_support
from citeline.tools.citations.exchanged import find_mix_up, find_other_thing
from citeline.tools.citations.passage import Passage

GRADES = """The bonus depends on the grade:

- Grade 8: 4% of the salary
- Grade 9 - 10: 6% of the salary
- Grade 11 - 12: 7% of the salary"""
NOTICE = """* **For 1 day** you must give at least 3 days notice
* **For 2 days** you must give at least 1 week notice
* **For 3 to 4 days** you must give at least 2 weeks notice"""
PAID = """| Role | On the first day | After three months |
|---|---|---|
| Apprentices | £250 | £300 |
| Engineers | £750 | £900 |"""
MARKS = "Labels of a field start with a hyphen. Values of a field start with a pound."
MIXED_UP = {
    "a share of the next item": (GRADES, "Grade 9 - 10 gets a bonus of 7% of the salary."),
    "one of two grades": (GRADES, "For grade 12 the bonus is 6% of the salary."),
    "a length of time": (NOTICE, "For 2 days you must give at least 3 days notice."),
    "a length of time in words": (NOTICE, "For one day you have to give a notice of 1 week."),
    "a cell of the next row": (PAID, "Apprentices get £750 on the first day."),
    "two things at once": (MARKS, "Values of a field start with a hyphen and labels of a field with a pound."),
}
RIGHT = {
    "its own item": (GRADES, "Grade 11 - 12 gets a bonus of 7% of the salary."),
    "all items": (GRADES, "Grades 9 to 12 get a bonus of 6 to 7% of the salary."),
    "its own length of time": (NOTICE, "You must give 2 weeks of notice for a leave of 4 days."),
    "its own cell": (PAID, "Engineers get £900 after three months, £750 of it on the first day."),
    "both rows": (PAID, "Apprentices get £300 after three months and engineers get £900."),
    "another row is excluded": (PAID, "Unlike apprentices, you get £750 on the first day."),
    "in the order of the lines": (MARKS, "Labels and values of a field start with a hyphen and a pound."),
}


def lines(text: str, path: str = "docs/house.md") -> Passage:
    return Passage(text, 3, 3 + text.count("\n"), path, "House rules")


@pytest.mark.parametrize(("text", "claim"), MIXED_UP.values(), ids=MIXED_UP)
def test_what_the_lines_say_of_another_one_is_contradicted(text: str, claim: str) -> None:
    found = check_support(claim, lines(text))
    assert (found.verdict, found.basis) == ("contradicted", "words"), found.why


@pytest.mark.parametrize(("text", "claim"), RIGHT.values(), ids=RIGHT)
def test_what_they_say_of_the_same_is_not(text: str, claim: str) -> None:
    assert not find_mix_up(claim, lines(text))
    assert check_support(claim, lines(text)).verdict != "contradicted"


def test_the_reason_names_the_thing_and_what_stands_there() -> None:
    """Of one line the verb was wrong: `line 8 say`."""
    said = find_mix_up(MIXED_UP["a length of time"][1], lines(NOTICE))
    assert said == "in lines 3–5 “1 week” is said of “2 days”, not “3 days”"


def test_a_row_of_another_table_is_no_row_beside_it() -> None:
    text = f"{PAID}\n\nHolidays:\n\n| Role | Days |\n|---|---|\n| Juniors | 25 |\n| Seniors | 28 |"
    assert not find_mix_up("Apprentices have 28 days.", lines(text))


def test_the_same_number_in_another_spelling_is_no_other_one() -> None:
    text = "| Key | Default | Max |\n|---|---|---|\n| rate | 0.5 | 1 |\n| limit | 1.0 | 5 |"
    assert not find_mix_up("The default of rate is .5.", lines(text))
    assert not find_mix_up("The max of rate is 1.0.", lines(text))


@pytest.mark.parametrize(
    ("text", "claim", "why"),
    [
        (
            "Talk to the People team for support when a probation fails.",
            "Talk to the Finance team for support.",
            "people",
        ),
        ("Anyone working in our talent roles is exempt.", "Anyone working in our finance roles is exempt.", "talent"),
        ("Memory in bytes for parsing of the form data.", "The memory in kilobytes for parsing of a form.", "bytes"),
    ],
)
def test_a_thing_in_the_place_of_another_one_is_a_doubt(text: str, claim: str, why: str) -> None:
    found = check_support(claim, lines(text))
    assert (found.verdict, found.basis) == ("partly", "words"), found.why
    assert f"“{why}” stands in line 3" in found.why


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("The Client disables the device when it is lost.", "The Client disables the device as soon as it is lost."),
        ("The laptop is yours. The owner locks the device at once.", "The owner locks the laptop at once."),
        ("Refunds are paid within two weeks of the request.", "Refunds get to you within two weeks of the request."),
    ],
)
def test_other_words_for_the_same_are_none(text: str, claim: str) -> None:
    assert not find_other_thing(claim, lines(text))


def test_code_is_not_read_as_prose() -> None:
    code = "def pay(self, days):\n    return self.rate * days"
    assert not find_mix_up("It pays the rate of the days.", lines(code, "src/a.py"))
    assert not find_other_thing("It pays the rate of the weeks.", lines(code, "src/a.py"))
