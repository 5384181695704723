"""What tables and columns are called."""

from __future__ import annotations

import pytest

from citeline.tools.tables.naming import caption_name, column_names, sql_name, table_names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Net sales (in millions)", "net_sales_in_millions"),
        ("pricePerUnit", "price_per_unit"),
        ("2025", "n2025"),
        ("Order", "order_"),
        ("价格", "价格"),
        ("— * —", ""),
    ],
)
def test_a_name_needs_no_quotes(text: str, name: str) -> None:
    assert sql_name(text) == name


def test_columns_of_one_name_and_of_none_can_be_told_apart() -> None:
    assert column_names(["A", "a", "", "rowid"], 5) == ["a", "a_2", "column_3", "rowid_2", "column_5"]


def test_a_caption_is_called_by_what_it_says_and_not_by_its_number() -> None:
    assert caption_name("Table 3-1: Results by region") == "results_by_region"
    assert caption_name("Table 3") == "table_3"


def test_a_name_never_comes_to_mean_the_table_of_another_file() -> None:
    alone = table_names([("api/README.md", "options")])
    both = table_names([("api/README.md", "options"), ("web/README.md", "options")])
    assert alone == ["readme_options"]
    assert both == ["api_readme_options", "web_readme_options"]


def test_tables_of_one_section_are_numbered_and_all_names_differ() -> None:
    places = [("a.md", "x"), ("a.md", "x"), ("a-x.csv", ""), ("b/a.md", "x"), ("a.md", "x_2")]
    names = table_names(places)
    assert len(set(names)) == len(places)
    assert names[0] == "a_x" or names[0].startswith("a_x")
