"""Lengths of time in questions and cells agree in number and unit, whatever the words and the language."""

from __future__ import annotations

import pytest

from citeline.tools.question.tables.lengths import Length, days_of_unit, lengths_in, sums_below


def length(text: str) -> Length:
    (found,) = lengths_in(text)
    return found


@pytest.mark.parametrize(
    "said",
    [
        "two weeks",
        "2-week",
        "two-week",
        "14 days",
        "zwei Wochen",
        "dos semanas",
        "deux semaines",
        "两周",
        "2週間",
        "二週間",
    ],
)
@pytest.mark.parametrize(
    ("cell", "holds"),
    [
        *(("2 weeks", True), ("1-2 weeks", True), ("1 week – 2 weeks", True), ("10 to 20 days", True)),
        *(("up to 2 weeks", True), ("2 weeks or more", True), ("1+ weeks", True), ("> 1 week", True)),
        *(("2 days", False), ("2 months", False), ("1 week", False), ("3-5 days", False), ("under 2 weeks", False)),
        *(("more than 2 weeks", False), ("2 years", False)),
        *(("bis zu 2 Wochen", True), ("más de 3 días", True), ("moins de 2 semaines", False), ("两周以上", True)),
    ],
)
def test_a_cell_holds_for_the_length_that_is_asked_for(said: str, cell: str, holds: bool) -> None:
    assert length(cell).has(length(said)) is holds


@pytest.mark.parametrize(
    ("said", "cell", "holds"),
    [
        *(("£30", "£25 to £100", True), ("£30", "£25–100", True), ("£30", "up to £25", False)),
        *(("£30", "$25 to $100", False), ("£30", "30 days", False), ("€1.234,50", "over 1,000 €", True)),
        *(("$500", "under $500", False), ("$500", "$500 or more", True), ("$20,000", "$500 - $5,000", False)),
        *(("$5", "$5 million", False), ("$5", "$5m", False), ("£250", "£250", True)),
        *(("£2 million", "over £1.5m", True), ("£2 million", "£1-3 million", True), ("£2 million", "£1 to 50", False)),
        *(("£7", "£5 to 10", True), ("£7", "£10 to 50", False), ("EUR 600,000", "€500,000 to €1.5 million", True)),
        *(("600 euros", "up to €700", True), ("600 euros", "up to $700", False), ("500万元", "¥3m-6m", True)),
    ],
)
def test_a_cell_holds_for_the_sum_of_money_that_is_asked_for(said: str, cell: str, holds: bool) -> None:
    assert any(held.has(length(said)) for held in lengths_in(cell)) is holds


def test_more_than_a_length_is_not_the_length() -> None:
    assert length("more than 20 days").has(length("over 20 days"))
    assert not length("6 to 20 days").has(length("over 20 days"))
    assert length("12 months").has(length("one year"))


@pytest.mark.parametrize(
    "text", ["2019年", "in 2019 years ended", "v1.2 days", "a week", "2 daylight lamps", "1,000 days"]
)
def test_years_versions_and_words_are_no_lengths(text: str) -> None:
    assert not lengths_in(text)


def test_each_length_of_a_text_is_told_as_it_is_written() -> None:
    text = "For between 1 week - 2 weeks – you must give at least 4 weeks notice"
    assert [one.text for one in lengths_in(text)] == ["1 week - 2 weeks", "at least 4 weeks"]


@pytest.mark.parametrize("text", ["$5 zillion", "a pound of 5 apples", "5 europeans", "version 1.2.3 $"])
def test_no_sum_is_read_into_other_words(text: str) -> None:
    assert not [one for one in lengths_in(text) if one.is_money]


def test_a_range_of_money_ends_before_the_people_who_get_it() -> None:
    assert [(one.low, one.high, one.text) for one in lengths_in("£5 to 10 people")] == [(5, 5, "£5")]


def test_a_head_may_name_the_currency_of_its_numbers() -> None:
    assert [(one.low, one.high) for one in sums_below("Budget (EUR)", "1,000 to 10,000", "€")] == [(1000, 10000)]
    assert not sums_below("Budget (USD)", "1,000 to 10,000", "€") and not sums_below("Europe", "1,000", "€")


def test_a_head_may_name_the_unit_of_its_numbers() -> None:
    assert days_of_unit("Length (weeks)") == 7
    assert days_of_unit("Holidays") == days_of_unit("Weekly pay") == 0
