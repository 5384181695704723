"""Which values a column of written cells holds."""

from __future__ import annotations

import pytest

from citeline.tools.tables.columns import Value, type_column

TYPED: list[tuple[str, list[str], str, str, list[Value]]] = [
    ("whole numbers", ["1", "20", ""], "integer", "", [1, 20, None]),
    ("thousands", ["1,234", "12"], "integer", "", [1234, 12]),
    ("thousands with spaces", ["1 234", "12 345 678"], "integer", "", [1234, 12345678]),
    ("a fraction makes all of them real", ["1.5", "2"], "real", "", [1.5, 2.0]),
    ("a comma for the fraction", ["1.234,5", "12,25"], "real", "", [1234.5, 12.25]),
    ("negative in parentheses", ["(7)", "-3", "−4", "+5"], "integer", "", [-7, -3, -4, 5]),
    ("percent", ["45 %", "7%"], "integer", "%", [45, 7]),
    ("currency in the first and last row only", ["$ 1,200.50", "80.00", "$ 5.25"], "real", "$", [1200.5, 80.0, 5.25]),
    ("money as sheets show it", ["€ 5.00", "-€ 1,200.50"], "real", "€", [5.0, -1200.5]),
    ("money with a word behind", ["1,200 zł", "-7 zł", "0"], "integer", "zł", [1200, -7, 0]),
    ("money with letters in front", ["R$ 5.50", "-R$ 7.25"], "real", "R$", [5.5, -7.25]),
    ("a unit", ["12 ms", "3 ms", "0"], "integer", "ms", [12, 3, 0]),
    ("powers", ["1e3", "2.5E-1"], "real", "", [1000.0, 0.25]),
    ("dashes for none", ["1", "—", "n/a"], "integer", "", [1, None, None]),
    ("dates", ["2026-01-05", "2026-01-05T10:00:00Z"], "date", "", ["2026-01-05", "2026-01-05T10:00:00Z"]),
    (
        "dates in words",
        ["5 Oct 2025", "October 7, 2026", "04-MAR-26"],
        "date",
        "",
        ["2025-10-05", "2026-10-07", "2026-03-04"],
    ),
    ("dates with dots", ["5.10.2025"], "date", "", ["2025-10-05"]),
    ("dates that begin with the day", ["13/4/2026", "3/4/2026"], "date", "", ["2026-04-13", "2026-04-03"]),
    ("dates that begin with the month", ["4/13/2026", "3/4/2026"], "date", "", ["2026-04-13", "2026-03-04"]),
    ("dates with hyphens that begin with the day", ["13-04-2026"], "date", "", ["2026-04-13"]),
    ("dates with short years", ["5/13/26", "1/2/69"], "date", "", ["2026-05-13", "1969-01-02"]),
    ("dates with a point at the end", ["2019.04.19.", "2019. 4. 7."], "date", "", ["2019-04-19", "2019-04-07"]),
    ("dates with months of other languages", ["2-jun-17", "4-ago-17"], "date", "", ["2017-06-02", "2017-08-04"]),
    (
        "dates in words of other languages",
        ["3. März 2026", "4 de mayo de 2026"],
        "date",
        "",
        ["2026-03-03", "2026-05-04"],
    ),
    ("dates in Korean", ["2026년 3월 4일"], "date", "", ["2026-03-04"]),
    ("money with a comma", ["1.234,50 €", "80,00 €"], "real", "€", [1234.5, 80.0]),
    ("money without cents, with points", ["1.234 €", "5.000 €"], "integer", "€", [1234, 5000]),
    ("yen", ["¥1,200", "¥ 500"], "integer", "¥", [1200, 500]),
    ("lakhs", ["₹1,20,000", "₹500"], "integer", "₹", [120000, 500]),
    ("percent with a comma", ["12,5 %", "7 %"], "real", "%", [12.5, 7.0]),
    ("yes and no", ["yes", "No", ""], "boolean", "", [1, 0, None]),
    ("marks", ["✅", "❌", "✔️"], "boolean", "", [1, 0, 1]),
]


@pytest.mark.parametrize(("why", "cells", "kind", "unit", "values"), TYPED, ids=[case[0] for case in TYPED])
def test_a_column_has_the_type_of_its_cells(
    why: str, cells: list[str], kind: str, unit: str, values: list[Value]
) -> None:
    typed = type_column(cells)
    assert (typed.type, typed.unit, typed.values, typed.odd) == (kind, unit, values, 0)


TEXTS = {
    "versions, of which 3.10 is the later one": ["3.9", "3.10", "3.11"],
    "numbers that are names": ["007", "042"],
    "postal codes, of which one in thirteen begins with 0": ["01000", *(str(13001 + one) for one in range(12))],
    "a month that may be two": ["3 jui 2026"],
    "words that are no month": ["3 marbles 2026"],
    "versions like days": ["22.02.18", "21.02.18"],
    "account numbers": ["12345678901234567890", "1"],
    "several units": ["5 KB", "3 MB"],
    "shares with and without a percent sign": ["0.5", "50%"],
    "dates that may begin with either": ["3/4/2026", "5/6/2026"],
    "dates with hyphens that may begin with either": ["03-04-2026"],
    "money of two countries": ["$5.00", "€6.00"],
    "a date that is none": ["2026-02-30", "2026-02-31"],
    "addresses": ["192.168.1.1", "10.0.0.1"],
    "dashes among words": ["-", "a"],
    "nothing": ["", ""],
}


@pytest.mark.parametrize("why", TEXTS)
def test_what_would_lose_by_being_a_number_stays_text(why: str) -> None:
    typed = type_column(TEXTS[why])
    assert typed.type == "text"
    assert typed.values == [cell or None for cell in TEXTS[why]]


def test_a_zero_in_front_of_a_shorter_number_makes_no_codes() -> None:
    typed = type_column([*map(str, range(100, 120)), "05"])
    assert (typed.type, typed.odd, typed.values[-1]) == ("integer", 1, "05")


def test_a_footnote_among_many_numbers_is_kept_and_counted() -> None:
    typed = type_column([*map(str, range(20)), "see note"])
    assert (typed.type, typed.odd, typed.values[-1]) == ("integer", 1, "see note")
    assert type_column(["1", "2", "see note"]).type == "text"


@pytest.mark.parametrize("header", ["Date", "order_date", "TradeDate", "Buchungsdatum", "Fecha", "交易日期"])
def test_eight_digits_below_a_header_of_days_are_dates(header: str) -> None:
    typed = type_column(["20260131", "", "19991231"], header=header)
    assert (typed.type, typed.values, typed.is_reread) == ("date", ["2026-01-31", None, "1999-12-31"], True)


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("order_id", ["20260131", "20260201"]),
        ("candidate", ["20260131", "20260201"]),
        ("date", ["20260131", "20261301"]),
        ("date", ["20260131", "18260131"]),
        ("date", ["20260131", "7"]),
    ],
)
def test_eight_digits_stay_numbers_elsewhere_and_where_one_is_no_day(header: str, cells: list[str]) -> None:
    assert type_column(cells, header=header).type == "integer"


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (["22.02.18", "03.03.18"], ["2018-02-22", "2018-03-03"]),  # banks in Germany
        (["26.02.18", "26.03.03"], ["2026-02-18", "2026-03-03"]),  # Korea
        (["31.12.99"], ["1999-12-31"]),
        (["22.02.18"], ["22.02.18"]),  # may be either
        (["22.02.18", "22.13.18"], ["22.02.18", "22.13.18"]),
    ],
)
def test_short_years_below_a_header_of_days_are_those_that_vary_less(cells: list[str], values: list[Value]) -> None:
    """Account statements were ordered by the day of the month."""
    assert type_column(cells, header="Buchungstag").values == values


@pytest.mark.parametrize("slip", ["00", "007"])
def test_one_number_that_begins_with_zero_does_not_make_a_column_of_codes(slip: str) -> None:
    """A sum over such a column was refused, for the whole of it was text."""
    typed = type_column([*map(str, range(100)), slip])
    assert typed.type == "integer"
    assert typed.values[:100] == list(range(100))
