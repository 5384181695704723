"""Which rows of a table a question means, and what is computed of them: none by a part of a name, by a wrong column, or
without a condition that it has.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle
from citeline.tools.tables.catalog import TableCatalog

ORDERS = """order_id,customer,product,city,amount,quantity,ordered_on,status
O-1,Ember River,ember slate,Lima,10.5,3,2024-01-05,open
O-2,Slate Ember,slate stone,New Lima,80,7,2024-03-02,shipped
O-3,Lima Stone,ember river,Oslo,55,2,2024-03-20,open
O-4,New Lima Traders,ember slate,Rome,60,9,2024-06-01,cancelled
O-5,Acme,copper pipe,Lima,20,6,2024-07-09,shipped
O-6,Acme,slate stone,Rome,91,1,2023-11-11,shipped
O-7,Ember River,copper pipe,New Lima,12,8,2023-12-24,open
O-8,Lima Stone,ember slate,Lima,40,4,2024-03-30,open
"""
STAFF = """# Staff

| Name | Team | Office | Salary | Started | Remote |
|------|------|--------|--------|---------|--------|
| Ana Ruiz | Payments | Lima | $82,000 | 2019-03-01 | yes |
| Bo Chen | Payments | Oslo | $91,500 | 2021-07-15 | no |
| Fay Ito | Support | New Lima | $57,500 | 2020-09-09 | no |
| Eli Novak | Support | Lima | $54,000 | 2022-01-10 | yes |
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    root = tmp_path_factory.mktemp("data")
    (root / "tree").mkdir()
    (root / "tree" / "orders.csv").write_text(ORDERS)
    (root / "tree" / "staff.md").write_text(STAFF)
    return citeline.index(root / "tree", settings=Settings(home=root / "home"))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how many orders are in Lima?", "3 rows match: orders.csv · Lima"),
        ("how many orders are in New Lima?", "2 rows match: orders.csv · New Lima"),
        ("combien de lignes de orders.csv sont à New Lima ?", "2 lignes correspondent : orders.csv · New Lima"),
        ("how many orders are not in Lima?", "5 rows match: orders.csv · ≠ Lima"),
        ("wie viele Bestellungen sind nicht in Lima?", "5 Zeilen passen: orders.csv · ≠ Lima"),
        ("Lima以外の注文は何件ですか？", "該当は 5 行：orders.csv · ≠ Lima"),
        ("how many have amount over 50?", "4 rows match: orders.csv · amount > 50"),
        ("how many orders have a quantity over 5?", "4 rows match: orders.csv · quantity > 5"),
        (
            "how many orders have an amount between 20 and 60?",
            "4 rows match: orders.csv · amount ≤ 60 · amount ≥ 20",
        ),
        ("amount 在 20 到 60 之间的订单有多少？", "符合的有 4 行：orders.csv · amount ≤ 60 · amount ≥ 20"),
        ("how many orders were placed in March 2024?", "3 rows match: orders.csv · ordered_on in March 2024"),
        ("how many open orders are in Lima?", "2 rows match: orders.csv · Lima · open"),
        ("how many staff are not Remote?", "2 rows match: staff.md, Staff · ≠ Remote"),
        ("total amount in Lima", "Sum of 3 rows, orders.csv · Lima · amount: 70.5"),
        ("Gesamtsumme amount in Lima", "Summe von 3 Zeilen, orders.csv · Lima · amount: 70.5"),
        ("sum of amount for orders in Lima with status open", "Sum of 2 rows, orders.csv · Lima · open · amount: 50.5"),
        ("average salary of the Payments team", "Average of 2 rows, staff.md, Staff · Payments · Salary: $86,750"),
        ("orders with product ember slate", "ember slate · order_id: O-1; O-4; O-8 (3/3 rows)"),
        ("which orders in Rome are not shipped?", "orders.csv · Rome · ≠ shipped · order_id: O-4 (1/1 rows)"),
        ("orders before 2024-01-01", "orders.csv · ordered_on before 2024-01-01 · order_id: O-6; O-7 (2/2 rows)"),
        ("who in Support works in New Lima?", "Support, New Lima · Name: Fay Ito"),
        ("who has the highest salary in Support?", "Highest of 2: Fay Ito · Salary: $57,500"),
    ],
)
def test_rows_are_those_that_fulfil_all_that_is_said_of_them(data: IndexHandle, question: str, expected: str) -> None:
    """`yes` stood above rows of Lima for New Lima, a list for a sum, other products, and a sum over all customers."""
    answer = citeline.ask(question, data, no_model=True)
    assert answer.answers is not None
    assert (answer.claims[0]["text"], answer.answers["verdict"]) == (expected, "yes")


CITIES = """city,country,population,founded,remote,notes
Lima,Peru,9751000,1535,yes,capital
New Lima,Peru,120000,1890,no,small town
Kyoto,Japan,1463723,794,no,big
Osaka,Japan,2691000,645,yes,big
Quito,Ecuador,2011388,1534,yes,capital
"""
POPULATION = "city,country,population\nLima,Peru,9751000\nCusco,Peru,428450\nKyoto,Japan,1463723\n"
SLATE = "id,product,amount,quantity\nA-1,slate,45,2\nA-2,pear,-20,3\nA-3,pear,-5,4\n"


@pytest.mark.parametrize(
    ("name", "text", "question", "expected"),
    [
        ("orders.csv", ORDERS, "which orders not in Lima are open?", "open · ≠ Lima · order_id: O-3; O-7 (2/2 rows)"),
        ("orders.csv", ORDERS, "orders not in Lima with status open", "open · ≠ Lima · order_id: O-3; O-7 (2/2 rows)"),
        ("orders.csv", ORDERS, "which orders except Lima are shipped?", "≠ Lima · order_id: O-2; O-6 (2/2 rows)"),
        ("cities.csv", CITIES, "cities that are not remote in Japan", "Japan · ≠ remote · city: Kyoto (1/1 rows)"),
        ("cities.csv", CITIES, "which cities not in Japan are remote?", "≠ Japan · city: Lima; Quito (2/2 rows)"),
        ("cities.csv", CITIES, "cities with population < 500000", "population < 500,000 · city: New Lima (1/1 rows)"),
        ("cities.csv", CITIES, "cities with population over 2.5 million", "2,500,000 · city: Lima; Osaka (2/2 rows)"),
        ("cities.csv", CITIES, "人口大于2000000的城市", "population > 2,000,000 · city：Lima; Osaka; Quito（3/3 行）"),
        ("population.csv", POPULATION, "population in Peru", "Peru · population: 9751000; 428450 (2/2 rows)"),
        ("orders.csv", SLATE, "How many orders of slate?", "1 rows match: orders.csv · slate"),
        ("orders.csv", SLATE, "orders with amount over -10", "amount > -10 · id: A-1; A-3 (2/2 rows)"),
    ],
)
def test_what_is_denied_bound_and_asked_for_is_read_where_it_stands(
    tmp_path: Path, name: str, text: str, question: str, expected: str
) -> None:
    """With `yes` orders that are not open were told as open ones, cities for their population, and all for a few."""
    answer = _asked(tmp_path, name, text, question)
    assert answer.answers is not None
    assert (answer.claims[0]["text"].endswith(expected), answer.answers["verdict"]) == (True, "yes")


@pytest.mark.parametrize(
    "question",
    [
        "how many orders are in Lima or shipped?",
        "orders in Lima or with amount over 50",
        "orders with amount over 1.2.3",
        "orders not in Lima or shipped",
    ],
)
def test_what_is_not_understood_of_a_condition_is_not_said_to_answer(tmp_path: Path, question: str) -> None:
    """Rows that are both were told, with `yes`, for those that are one of them."""
    answer = _asked(tmp_path, "orders.csv", ORDERS, question)
    assert answer.answers is not None
    assert answer.answers["verdict"] != "yes"


def test_what_is_joined_to_a_denied_name_is_denied_too(tmp_path: Path) -> None:
    """Behind a comma a name was not, and behind any other words it was."""
    for question in ("orders not in Lima, Rome", "orders not in Lima or in Rome"):
        (root := tmp_path / question.replace(" ", "")).mkdir()
        told = _asked(root, "orders.csv", ORDERS, question).claims[0]["text"]
        assert told == "orders.csv · ≠ Lima · ≠ Rome · order_id: O-2; O-3; O-7 (3/3 rows)"


def _asked(tmp_path: Path, name: str, text: str, question: str) -> citeline.Answer:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / name).write_text(text)
    handle = citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home"))
    return citeline.ask(question, handle, no_model=True)


def test_as_many_of_the_highest_are_told_as_are_asked_for(data: IndexHandle) -> None:
    """The orders with a quantity of 3 were those that `top 3 orders by amount` were told of."""
    told = [one["text"] for one in citeline.ask("top 3 orders by amount", data, no_model=True).claims]
    assert [text.split(",")[0] for text in told] == [f"Highest of 8: O-{number}" for number in (6, 2, 4)]


@pytest.mark.parametrize(
    "question",
    [
        "how many refunded orders are in Lima?",
        "how many orders in Lima have a discount over 10?",
        "average amount per city",
        "total amount of orders in Lima before the move",
    ],
)
def test_what_leaves_out_a_condition_is_not_said_to_answer(data: IndexHandle, question: str) -> None:
    """`29 rows match: Lima` was told, with `yes`, of refunded orders."""
    answer = citeline.ask(question, data, no_model=True)
    assert answer.answers is not None
    assert answer.answers["verdict"] != "yes"


EVENTS = [
    {"event": "login", "user": {"name": "ana"}, "region": "eu-west", "ms": 120, "at": "2024-01-05T10:00:00"},
    {"event": "login", "user": {"name": "bo"}, "region": "us-east", "ms": 80, "at": "2024-02-05T10:00:00"},
    {"event": "export", "user": {"name": "ana"}, "region": "eu-west", "ms": 700, "at": "2024-02-09T10:00:00"},
]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how many events are in eu-west?", "2 rows match: events.jsonl · eu-west"),
        ("how many events have ms over 100?", "2 rows match: events.jsonl · ms > 100"),
        ("how many export events has the user ana?", "1 rows match: events.jsonl · ana · export"),
        ("sum of ms for login", "Sum of 2 rows, events.jsonl · login · ms: 200"),
        ("which event has the highest ms?", "Highest of 3: export · ms: 700"),
    ],
)
def test_objects_on_lines_are_the_rows_of_a_table(tmp_path: Path, question: str, expected: str) -> None:
    """Single lines were told, and nothing was counted or summed."""
    (tmp_path / "tree").mkdir()
    lines = [*map(json.dumps, EVENTS), ""]
    (tmp_path / "tree" / "events.jsonl").write_text("\n".join(lines) + "\n")
    handle = citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home"))
    answer = citeline.ask(question, handle, no_model=True)
    assert answer.answers is not None
    assert (answer.claims[0]["text"], answer.answers["verdict"]) == (expected, "yes")


def test_rows_are_counted_in_the_table_whose_rows_they_are(tmp_path: Path) -> None:
    """The events of a month were counted, with `yes`, for its orders: a README speaks of both files."""
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "README.md").write_text("# Data\n\nOrders and events of a company.\n")
    (tree / "events.jsonl").write_text("".join(json.dumps(event) + "\n" for event in EVENTS))
    question = "how many orders were placed in January 2024?"
    alone = citeline.ask(question, citeline.index(tree, settings=Settings(home=tmp_path / "home")), no_model=True)
    assert alone.answers is not None
    assert alone.answers["verdict"] != "yes"
    (tree / "orders.csv").write_text(ORDERS)
    both = citeline.ask(question, citeline.index(tree, settings=Settings(home=tmp_path / "home")), no_model=True)
    assert both.claims[0]["text"] == "1 rows match: orders.csv · ordered_on in January 2024"


def test_objects_of_a_file_that_is_not_read_whole_are_counted_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a sample has of them would be too few."""
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "events.jsonl").write_text("".join(json.dumps(EVENTS[at % 3]) + "\n" for at in range(3_000)))
    handle = citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home"))
    monkeypatch.setattr(TableCatalog, "sampled", lambda *_: "300")
    answer = citeline.ask("how many events are in eu-west?", handle, no_model=True)
    assert answer.claims[0]["text"] == "2,000 rows match: events.jsonl · eu-west"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how many companies are in the sector Energy?", "Energy · count: 22"),
        ("which year had the highest inflation in Japan?", "Highest of 3: Japan, 1974 · Inflation: 20.8"),
        ("average inflation in Japan between 1973 and 1974", "Average of 2 rows, prices.csv · Japan"),
    ],
)
def test_a_number_that_a_row_has_is_no_count_and_a_year_is_not_what_is_highest(
    tmp_path: Path, question: str, expected: str
) -> None:
    """`1 rows match: Energy` was told, and 1975 as the highest of the years, both with `yes`."""
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "sectors.csv").write_text("sector,count\nEnergy,22\nFinancials,76\nMaterials,26\n")
    rows = "Country,Year,Inflation\nJapan,1973,11.6\nJapan,1974,20.8\nJapan,1975,7.4\nPeru,1974,16.9\n"
    (tmp_path / "tree" / "prices.csv").write_text(rows)
    handle = citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home"))
    answer = citeline.ask(question, handle, no_model=True)
    assert answer.answers is not None
    assert (answer.claims[0]["text"].startswith(expected), answer.answers["verdict"]) == (True, "yes")
