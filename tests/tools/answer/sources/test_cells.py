"""A question for a cell gets this cell with its row, what was computed, or the word that there is none."""

from __future__ import annotations

from io import BytesIO

import pytest

from citeline.indexing.reader import Index
from citeline.tools.answer.sources import cells
from citeline.tools.answer.sources.cells import Cells, cell_drafts
from citeline.tools.answer.sources.special import special_drafts
from citeline.tools.question.read import read
from citeline.tools.question.tables.asked import read_asked

from ..conftest import Indexed

SERVICES = (
    "Service,Owner,Port,Region\nbilling,Ana,8080,eu\nsearch,Ben,8081,us\nauth,Ana,8082,us\nmail,Ana Maria,8083,eu\n"
)
PRICES = """# Plans

## Prices

| Plan | Price per month | Calls | Since |
|---|---:|---:|---|
| Free | $0 | 1,000 | 2024-01-05 |
| Pro | $12.50 | 50,000 | 2024-03-01 |
| Enterprise | $99 | 900,000 | 2025-11-30 |
"""
INCOME = """<html><body><h1>Annual report</h1><h2>Income statement</h2><table>
<tr><th>In million</th><th>2022</th><th>2023</th><th>2024</th></tr>
<tr><td>Net sales</td><td>100</td><td>120</td><td>115</td></tr>
<tr><td>Operating income</td><td>10</td><td>15</td><td>9</td></tr>
<tr><td>Total</td><td>110</td><td>135</td><td>124</td></tr>
</table></body></html>
"""
HARBOURS = """Harbours
========

======  =========  ======
Name    Depth (m)  Berths
======  =========  ======
Kotka   15.3       12
Turku   9.0        20
Vaasa   9.0        7
======  =========  ======
"""
PEOPLE = "名前,年齢,住所\n佐藤太郎,30,東京\n三木英子,25,大阪\n"
BOOKS = "| 书名 | 作者 | 价格 |\n|---|---|---|\n| 红楼梦 | 曹雪芹 | 59 |\n| 西游记 | 吴承恩 | 45 |\n"


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Index:
    import citeline
    from citeline.settings import Settings

    root = tmp_path_factory.mktemp("office") / "tree"
    files = {
        "ops/services.csv": SERVICES,
        "docs/plans.md": PRICES,
        "reports/income.html": INCOME,
        "docs/harbours.rst": HARBOURS,
        "people.csv": PEOPLE,
        "docs/books.md": BOOKS,
        "code/server.py": "def start(port: int) -> None:\n    '''Opens the port and owns it.'''\n",
    }
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    (root / "stock.xlsx").write_bytes(_workbook())
    return citeline.index(root, settings=Settings(home=root.parent / "home")).reader


def _workbook() -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Stock"
    for row in (["Item", "Quantity", "Shelf"], ["Bolt", 40, "A1"], ["Washer", 7, "B2"], ["Nut", 12, None]):
        sheet.append(row)
    written = BytesIO()
    book.save(written)
    return written.getvalue()


def ask(index: Index, question: str) -> Cells:
    return cell_drafts(index, read(question))


def told(cells: Cells) -> list[tuple[str, str, str]]:
    return [(draft.fact["relation"], draft.fact["subject"], draft.fact["object"]) for draft in cells.drafts]


@pytest.mark.parametrize(
    ("question", "subject", "value", "line"),
    [
        ("on which port does search listen?", "search · Port", "8081", 3),
        ("what is the price per month of the plan Pro?", "Pro · Price per month", "$12.50", 8),
        ("what was the revenue in 2023?", "Net sales · 2023", "120", 3),
        ("EBIT in 2024?", "Operating income · 2024", "9", 4),
        ("how deep is Kotka, depth in metres?", "Kotka · Depth (m)", "15.3", 7),
        ("quantity of bolts in stock?", "Bolt · Quantity", "40", None),
        ("三木英子さんは何歳ですか？", "三木英子 · 年齢", "25", 3),
        ("西游记的价格是多少？", "西游记 · 价格", "45", 4),
    ],
)
def test_row_and_column_of_a_question_give_the_cell(
    office: Index, question: str, subject: str, value: str, line: int | None
) -> None:
    cells = ask(office, question)
    assert told(cells)[:1] == [("cell", subject, value)]
    assert line is None or cells.drafts[0].start_line == line


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("which plan has the highest price per month?", ("highest", "Enterprise · Price per month", "$99")),
        ("which plan has the fewest calls?", ("lowest", "Free · Calls", "1,000")),
        ("sum of the calls of all plans?", ("sum", "docs/plans.md, Prices · Calls", "951,000")),
        ("average of the berths of the harbours?", ("average", "docs/harbours.rst, Harbours · Berths", "13")),
        ("how many plans have more than 1000 calls?", ("count", "docs/plans.md, Prices · Calls > 1,000", "2")),
        (
            "by how much is the quantity of bolts larger than of washers?",
            ("difference", "Bolt − Washer · Quantity", "33"),
        ),
    ],
)
def test_what_is_to_be_computed_is_computed_over_all_rows(
    office: Index, question: str, first: tuple[str, str, str]
) -> None:
    assert told(ask(office, question))[:1] == [first]


def test_a_row_of_totals_is_no_maximum(office: Index) -> None:
    (first, *_) = told(ask(office, "which line of the income statement is the highest in 2023?"))
    assert first == ("highest", "Net sales · 2023", "120")


def test_two_rows_with_the_same_maximum_are_both_named(office: Index) -> None:
    assert [subject for _, subject, _ in told(ask(office, "which harbour has the lowest depth?"))] == [
        "Turku · Depth (m)",
        "Vaasa · Depth (m)",
    ]


def test_all_rows_that_match_are_listed_with_their_lines(office: Index) -> None:
    cells = ask(office, "which services does Ana own?")
    (draft,) = cells.drafts
    assert draft.fact == {
        "relation": "listed",
        "subject": "Ana · Service",
        "object": "billing; auth",
        "condition": "2/2",
    }
    assert [(draft.start_line, draft.end_line), *draft.also] == [(2, 2), (4, 4)]


def test_two_rows_that_are_asked_for_by_name_are_told_apart(office: Index) -> None:
    """The ports of both stood behind the name of the first: `billing · Port: 8080; 8081`."""
    (fact,) = told(ask(office, "on which port do billing and search listen?"))
    assert fact == ("listed", "ops/services.csv · Port", "billing: 8080; search: 8081")


@pytest.mark.parametrize(
    ("question", "relation", "subject"),
    [
        ("what was the revenue in 2021?", "no_row", "2021"),
        ("who owns the payroll service?", "no_row", "payroll"),
        ("谁负责 payroll service?", "no_row", "payroll"),
        ("what is the shelf of the nut?", "empty_cell", "Nut · Shelf"),
    ],
)
def test_what_no_row_holds_is_told_and_no_other_row_given(
    office: Index, question: str, relation: str, subject: str
) -> None:
    cells = ask(office, question)
    assert not cells.drafts
    assert cells.not_stated is not None
    assert (cells.not_stated.fact["relation"], cells.not_stated.fact["subject"]) == (relation, subject)


@pytest.mark.parametrize(
    "question",
    [
        "how does the server open its port?",
        "why was the owner of the repository changed?",
        "what happens when the mail service is down and the queue is full?",
        "explain the architecture",
        "who owns the next service?",
        "who owns each service?",
        "who owns the payroll?",
        "who owns the x service of 100K?",
        "who calls start?",
        "",
        "x " * 10_000,
    ],
)
def test_a_question_for_no_cell_gets_none(office: Index, question: str) -> None:
    cells = ask(office, question)
    assert not cells.drafts
    assert cells.not_stated is None


def test_a_sum_over_a_sample_is_refused_with_the_number_of_rows(indexed: Indexed) -> None:
    rows = "".join(f"| {number} | {number * 10} |\n" for number in range(1, 21))
    text = f"# orders\n\n## Rows\n\nThe first 20 of 5,000.\n\n| order | amount |\n|---|---|\n{rows}"
    cells = ask(indexed({"shop/orders.md": text}), "sum of the amount of all orders?")
    assert not cells.drafts
    assert cells.not_stated is not None
    assert cells.not_stated.fact["relation"] == "sampled"
    assert cells.not_stated.fact["object"] == "20 of 5,000"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("sum of the amount of all orders?", "125020000"),
        ("what is the average amount of the orders?", "25005.5"),
        ("sum of the amount of orders of Kiel?", ""),
        ("average amount of the orders with city Kiel", ""),
        ("sum of the amount of all orders with city Husum?", ""),
        ("sum of the amount of all orders above 100?", ""),
        ("which order has the highest amount?", ""),
    ],
)
def test_a_sum_over_a_sample_is_what_the_database_computed_over_all_rows(
    question: str, told: str, indexed: Indexed
) -> None:
    """It was refused, beside a line that had it; where rows are chosen, or one is asked for, it is still."""
    rows = "".join(f"| {number} | {'Kiel' if number % 2 else 'Emden'} | {number * 10} |\n" for number in range(1, 21))
    totals = (
        "| Column | Count | Sum | Avg | Max |\n|---|---|---|---|---|\n| number | 5000 | 12502500 | 2500.5 | 5000 |\n"
    )
    text = (
        f"# orders\n\n## Rows\n\nThe first 20 of 5,000.\n\n| number | city | amount |\n|---|---|---|\n{rows}\n"
        f"## Totals\n\nComputed by the database over all 5,000 rows.\n\n{totals}"
        "| amount | 5000 | 125020000 | 25005.5 | 50000 |\n"
    )
    cells = ask(indexed({"shop/orders.md": text}), question)
    assert [draft.fact["object"] for draft in cells.drafts] == ([told] if told else [])
    if cells.not_stated is not None:
        assert cells.not_stated.fact["relation"] == "sampled"


def test_the_same_cell_of_two_tables_is_given_with_both_tables_named(indexed: Indexed) -> None:
    def table(first: int) -> str:
        return f"| Router | ns |\n|---|---|\n| Chi | {first} |\n| Echo | {first + 1} |\n"

    text = f"# Benchmark\n\n## Static\n\n{table(10)}\n## Params\n\n{table(70)}"
    index = indexed({"bench.md": text})
    both = ask(index, "ns of Chi?")
    assert [(draft.fact["object"], draft.fact["condition"]) for draft in both.drafts] == [
        ("10", "bench.md, Static"),
        ("70", "bench.md, Params"),
    ]
    assert ask(index, "ns of Chi with params?").drafts[0].fact["object"] == "70"


def test_a_source_that_was_not_asked_for_gives_nothing(indexed: Indexed) -> None:
    index = indexed({"a.csv": "Plan,Price\nFree,0\nPro,12\n"})
    assert not cell_drafts(index, read("price of the plan Pro?"), sources=["elsewhere"]).drafts
    assert cell_drafts(index, read("price of the plan Pro?")).drafts


def test_a_table_of_many_rows_and_columns_is_read_without_harm(indexed: Indexed) -> None:
    heads = ",".join(f"field{number}" for number in range(300))
    wide = f"key,{heads}\n" + "".join(
        f"k{row}," + ",".join(str(row + n) for n in range(300)) + "\n" for row in range(40)
    )
    long = "Serial,Colour\n" + "".join(f"SN-{row},{'red' if row % 2 else 'blue'}\n" for row in range(6_000))
    index = indexed({"wide.csv": wide, "long.csv": long})
    assert ask(index, "colour of SN-4711?").drafts[0].fact["object"] == "red"
    assert ask(index, "field299 of k7?").drafts[0].fact["object"] == "306"


def test_a_table_of_headers_alone_breaks_no_question(indexed: Indexed) -> None:
    index = indexed({"who.md": "# Contacts\n\n| Service | Owner |\n|---|---|\n\nAsk the owner of a service.\n"})
    assert cell_drafts(index, read("who is the owner of the billing service?")).drafts == ()


COMPANIES = (
    "Symbol,Security,Sector,Date added,CIK\nMMM,3M,Industrials,1957-03-04,66740\nNVDA,Nvidia,Chips,2001-11-30,1045810\n"
    "PLTR,Palantir Technologies,Software,2024-09-23,1321655\nABNB,Airbnb,Hotels,2023-09-18,1559720\n"
    "UBER,Uber,Transport,2023-12-18,1543151\n"
)
LISTED = {
    "sp/README.md": "# S&P 500 Companies\n\nList of companies in the S&P 500.\n",
    "sp/data/constituents.csv": COMPANIES,
}


def test_what_a_data_file_is_about_is_known_from_the_readme_beside_it(indexed: Indexed) -> None:
    asked = read("when did Palantir join the S&P 500?")
    alone = indexed({"sp/data/constituents.csv": COMPANIES, "other/README.md": LISTED["sp/README.md"]})
    assert not cell_drafts(alone, asked).drafts
    assert [draft.fact["object"] for draft in cell_drafts(indexed(LISTED), asked).drafts] == ["2024-09-23"]


def test_what_no_column_tells_of_a_row_is_said_to_have_none(indexed: Indexed) -> None:
    index = indexed(LISTED)
    found = cell_drafts(index, read("what was Nvidia's revenue according to the S&P 500 list?"))
    assert found.not_stated is not None and not found.drafts
    assert (found.not_stated.fact["relation"], found.not_stated.fact["subject"]) == ("no_column", "revenue")
    for other in ("what is the sector of Nvidia in the S&P 500?", "how many votes did Nvidia get in the S&P 500?"):
        assert cell_drafts(index, read(other)).not_stated is None


def test_a_column_that_a_table_lacks_is_told_only_who_asks_for_a_cell(indexed: Indexed) -> None:
    """`when did Ana become a core dev` had no answer for want of a column `dev`, above the row with the day."""
    rows = "".join(f"{name} Berg,2024-11-{day}\n" for day, name in enumerate(("Ana", "Ben", "Cleo", "Dan", "Eva"), 10))
    index = indexed({"core-team/core-team.csv": f"Name,Joined\n{rows}"})
    for question, basis in (
        ("when did Ana Berg become a core dev", ""),
        ("what is the salary of Ana Berg in the core team?", "no cell"),
    ):
        assert special_drafts(index, read(question), []).basis == basis


def test_the_only_other_column_is_no_answer_to_what_no_head_says(indexed: Indexed) -> None:
    rows = "".join(f"{name},{year},{at}.5\n" for at, name in enumerate(("Peru", "Chad")) for year in range(2000, 2005))
    index = indexed({"README.md": "# GDP\n\nGDP by country.\n", "data/gdp.csv": f"Country,Year,Value\n{rows}"})
    assert [draft.fact["object"] for draft in cell_drafts(index, read("what was Peru's GDP in 2003?")).drafts] == [
        "0.5"
    ]
    found = cell_drafts(index, read("what was Peru's unemployment rate in 2003?"))
    assert found.not_stated is not None and found.not_stated.fact["subject"] == "unemployment rate"


def test_a_cell_that_explains_all_answers_a_question_of_any_kind(indexed: Indexed) -> None:
    index = indexed({"people.csv": PEOPLE})
    question = read("三木英子さんは何歳で、どこに住んでいますか？")
    found = special_drafts(index, question, [])
    assert question.intents[0] == "change"
    assert (found.basis, [draft.fact["object"] for draft in found.drafts]) == ("cell", ["25", "大阪"])


@pytest.mark.parametrize(
    ("question", "basis"),
    [("what is the depth of Kotka?", "cell"), ("what is the depth of Kotka for freight ferries?", "")],
)
def test_a_cell_of_a_table_that_lacks_words_of_the_question_does_not_answer_alone(
    office: Index, question: str, basis: str
) -> None:
    """Every cell said yes: also to which of two figures was bigger, with one of them."""
    found = special_drafts(office, read(question), [])
    assert found.basis == basis and bool(found.drafts) == bool(basis)


ATTRIBUTES = """# Attributes

| Name | Of | Says |
|------|----|------|
| `stay` | recipe | Does not change the directory of a recipe |
| `ask` | recipe | Asks before it runs |
| `body` | route | Whether a body is read |
"""


@pytest.mark.parametrize(
    ("question", "basis"),
    [
        ("`stay` directory of a recipe", "cell"),
        ("what is said of a recipe that does not change the directory?", ""),
        ("how large may what a `body` says be?", ""),
    ],
    ids=["called by its name", "called by what others are called too", "a number is asked for"],
)
def test_a_cell_of_a_row_that_is_not_called_by_its_own_name_or_is_no_number_answers_not_alone(
    indexed: Indexed, question: str, basis: str
) -> None:
    """`how large may the body of a request be` was answered `yes` by a row of methods that says `false`."""
    found = special_drafts(indexed({"docs/attributes.md": ATTRIBUTES}), read(question), [])
    assert (found.basis, bool(found.drafts)) == (basis, bool(basis))


WORKERS = """# Pool

| Option | Default | Says |
|--------|---------|------|
| `pool_workers` | `0` | Number of pool workers |
| `pool_timeout` | `300` | Task timeout in seconds |

| Attack | Countered by |
|--------|--------------|
| Slow read | `timeout` and `keepalive` settings |

| From | To | By |
|------|----|----|
| Warm arbiter | Main | Signals |
| Pool | Warm arbiter | Socket |
"""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what is the default pool timeout?", ["300"]),
        ("what is the default worker timeout?", []),
        ("can I provide my own worker class?", []),
        ("what does the timeout setting do?", []),
        ("what is the warm arbiter?", []),
    ],
)
def test_a_word_that_rows_have_beside_others_is_not_their_name(
    question: str, told: list[str], indexed: Indexed
) -> None:
    found = cell_drafts(indexed({"pool.md": WORKERS}), read(question))
    assert [draft.fact["object"] for draft in found.drafts][:1] == told


REPORT = """<html><body><h1>Kotka Pumps, annual report</h1><h2>Consolidated balance sheets</h2><table>
<tr><th>(In millions)</th><th>June 30, 2019</th><th>June 30, 2018</th></tr>
<tr><td>Assets</td><td></td><td></td></tr>
<tr><td>Merchandise inventories</td><td>540</td><td>520</td></tr>
<tr><td>Property, plant and equipment, net</td><td>873</td><td>886</td></tr>
<tr><td>Total assets</td><td>2,019</td><td>1,990</td></tr>
</table><h2>Consolidated statements of earnings</h2><table>
<tr><th>(In millions, except per share amounts)</th><th>2019</th><th>2018</th></tr>
<tr><td>Revenue</td><td>4,100</td><td>4,000</td></tr>
<tr><td>Cost of revenue:</td><td></td><td></td></tr>
<tr><td>Product</td><td>2,000</td><td>1,900</td></tr>
<tr><td>Total cost of revenue</td><td>3,278</td><td>3,303</td></tr>
<tr><td>Earnings per share</td><td>2.10</td><td>1.90</td></tr>
</table></body></html>
"""
"""Dates above the columns, titles between the rows, other words than those of an analyst."""


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        (
            "What is the year end FY2019 total amount of inventories? Answer in USD millions. Base your judgments on"
            " the information provided primarily in the balance sheet.",
            ("cell_in", "Merchandise inventories · June 30, 2019", "540", "in millions"),
        ),
        ("net PP&E in FY18?", ("cell_in", "Property, plant and equipment, net · June 30, 2018", "886", "in millions")),
        (
            "Using only the information within the balance sheet, how much total assets were there at the end of fiscal"
            " 2019?",
            ("cell_in", "Total assets · June 30, 2019", "2,019", "in millions"),
        ),
        ("What is the FY2018 COGS?", ("cell_in", "Total cost of revenue · 2018", "3,303", "in millions")),
        ("What is the EPS for fiscal year 2019?", ("cell", "Earnings per share · 2019", "2.10", "")),
    ],
)
def test_an_analyst_gets_the_cell_of_the_year_in_the_words_of_the_report(
    report: Index, question: str, fact: tuple[str, ...]
) -> None:
    cells = ask(report, question)
    first = cells.drafts[0].fact
    assert (first["relation"], first["subject"], first["object"], first.get("condition", "")) == fact


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Index:
    import citeline
    from citeline.settings import Settings

    root = tmp_path_factory.mktemp("report") / "tree"
    root.mkdir()
    (root / "KOTKA_2019.html").write_text(REPORT, "utf-8")
    return citeline.index(root, settings=Settings(home=root.parent / "home")).reader


def test_the_year_of_a_file_s_name_is_no_column_of_its_tables(report: Index) -> None:
    asked = ask(report, "What is the FY2017 COGS?")
    assert not asked.drafts


@pytest.mark.parametrize(
    "question",
    [
        "What is the inventory turnover ratio for FY2019?",
        "What is the growth of revenue from FY2018 to FY2019?",
        "What is the average inventory between FY2018 and FY2019?",
        "What drove the change of the cost of revenue in FY2019?",
    ],
)
def test_no_cell_is_told_for_what_has_to_be_computed_of_several(report: Index, question: str) -> None:
    assert not ask(report, question).drafts


KOTKA = """# Kotka Quays, annual report

## Compensation expense

Our consolidated statements of income have this expense as follows.

| In thousands | 2022 | 2021 |
|---|---:|---:|
| Research and development | 3,744 | 3,276 |
| General and administrative | 1,020 | 987 |

## Consolidated statements of income

| In thousands | 2022 | 2021 |
|---|---:|---:|
| Revenue | 437,913 | 434,691 |
| Research and development | 137,913 | 134,691 |

## Consolidated statements of cash flows

| In thousands | 2022 | 2021 |
|---|---:|---:|
| Depreciation and amortization | 27,967 | 24,835 |
| Prepaid expenses and other assets | (1,142) | (908) |
| Notes due in 2022 | (900) | — |
| Net cash used in operating activities | (5,630) | (662) |

## Consolidated balance sheets

| In thousands | 2022 | 2021 |
|---|---:|---:|
| Accounts receivable, net | 1,280 | 2,917 |
| Net deferred taxes | 17 | 26 |
"""


@pytest.mark.parametrize(
    ("question", "cell"),
    [
        ("Using only the statement of income, what is Kotka's FY2021 R&D expense?", "134,691"),
        ("What is Kotka's FY2022 depreciation and amortization expense? Use the cash flow statement.", "27,967"),
        ("What was Kotka's year end FY2021 net AR? Use the balance sheet.", "2,917"),
        ("What is Kotka's FY2021 cash flow from operating activities?", "(662)"),
    ],
)
def test_a_figure_of_a_statement_is_read_from_it_however_analysts_word_it(
    indexed: Indexed, question: str, cell: str
) -> None:
    index = indexed({"kotka-d.md": KOTKA})
    assert [draft.fact["object"] for draft in cell_drafts(index, read(question)).drafts] == [cell]


@pytest.mark.parametrize(
    "question",
    [
        "How much did Kotka declare in dividends for FY2022? Use the statement of cash flows.",
        "What were Kotka's inventories at the year end FY2022?",
    ],
)
def test_a_fiscal_year_and_a_company_name_no_table_as_a_whole(indexed: Indexed, question: str) -> None:
    """All rows of some table with a column of that year stood in front of the row that is asked for."""
    quarters = "| Quarter | 2022 | 2021 |\n|---|---|---|\n| March | $0.55 | $0.50 |\n| June | $0.56 | $0.51 |\n"
    index = indexed({"kotka-d.md": f"# Kotka Quays, annual report\n\n## Dividends declared\n\n{quarters}"})
    assert not cell_drafts(index, read(question)).drafts


def test_a_name_of_one_letter_is_still_met_by_it() -> None:
    """`M` has other words, but the report of 3M is known by it."""
    asked = read_asked(read("what is the FY2018 capital expenditure of 3M?"))
    named = next(unit for unit in asked.units if unit.text == "M")
    assert named.is_in({"3", "m"})


HANDBOOK = {
    "time-off.md": """# Time off

| Length of holiday | Notice to give |
|---|---|
| 1 day | 1 day |
| 2 days | 3 days |
| 3-5 days | 2 weeks |
| 1-2 weeks | 1 month |
| 3 weeks or more | 3 months |
""",
    "abroad.csv": (
        "How long,Who decides\nup to 5 days,your manager\n6 to 20 days,people team\nmore than 20 days,directors\n"
    ),
    "gifts.md": """# Gifts

| Value of the gift | What to do |
|---|---|
| up to £25 | accept it |
| £25 to £100 | tell your manager |
| more than £100 | refuse it |

## Approval

| Amount | Approver |
|---|---|
| Under $500 | team lead |
| $500 - $5,000 | director |
| Over $5,000 | CFO |
""",
    "pension.csv": "Years,Employer pays\n1,3 %\n2,4 %\n3,5 %\n",
    "referral_policy.md": """# Thanks

| Amount | Roles | Payment on the start date | Payment after probation |
|---|---|---|---|
| £500 | Apprentices | £250 | £250 |
| £1500 | All others | £750 | £750 |

## Parental leave

| Kind | Weeks at full pay |
|---|---|
| Maternity | 26 |
| Paternity | 6 |
""",
}


@pytest.fixture(scope="module")
def handbook(tmp_path_factory: pytest.TempPathFactory) -> Index:
    import citeline
    from citeline.settings import Settings

    root = tmp_path_factory.mktemp("handbook") / "tree"
    root.mkdir()
    for path, text in HANDBOOK.items():
        (root / path).write_text(text, "utf-8")
    return citeline.index(root, settings=Settings(home=root.parent / "home")).reader


@pytest.mark.parametrize(
    ("question", "subject", "value"),
    [
        ("how much notice for two weeks of holiday?", "1-2 weeks · Notice to give", "1 month"),
        ("how much notice for two days of holiday?", "2 days · Notice to give", "3 days"),
        ("how much notice for a one-day holiday?", "1 day · Notice to give", "1 day"),
        ("how much notice do I need for a holiday of 4 days?", "3-5 days · Notice to give", "2 weeks"),
        ("which length of holiday needs a notice of two weeks?", "2 weeks · Length of holiday", "3-5 days"),
        ("how much notice for three weeks off?", "3 weeks or more · Notice to give", "3 months"),
        ("who decides about working abroad for 10 days?", "6 to 20 days · Who decides", "people team"),
        ("who decides about more than 20 days abroad?", "more than 20 days · Who decides", "directors"),
        ("what does the employer pay after two years?", "2 · Employer pays", "4 %"),
    ],
)
def test_a_length_of_time_names_the_row_that_holds_for_it(
    handbook: Index, question: str, subject: str, value: str
) -> None:
    """`two weeks` took the row of two days, or that which gives two weeks' notice."""
    assert told(ask(handbook, question))[:1] == [("cell", subject, value)]


@pytest.mark.parametrize(
    ("question", "subject", "value"),
    [
        ("what must I do with a gift of £30?", "£25 to £100 · What to do", "tell your manager"),
        ("what must I do with a gift of £500?", "more than £100 · What to do", "refuse it"),
        ("who approves $200?", "Under $500 · Approver", "team lead"),
        ("who approves $20,000?", "Over $5,000 · Approver", "CFO"),
    ],
)
def test_a_sum_of_money_names_the_row_that_holds_for_it(
    handbook: Index, question: str, subject: str, value: str
) -> None:
    """$20,000 was approved by whom the row of $500 to $5,000 names, a gift of £500 by whom that of $500 does."""
    assert told(ask(handbook, question))[:1] == [("cell", subject, value)]


def test_a_table_that_is_named_as_a_whole_is_told(handbook: Index) -> None:
    """Of a table whose title and heads have the words nothing was told, for they name no row of it."""
    assert told(ask(handbook, "what is the referral bonus?")) == [
        ("row", "Apprentices", "Amount: £500 · Payment on the start date: £250 · Payment after probation: £250"),
        ("row", "All others", "Amount: £1500 · Payment on the start date: £750 · Payment after probation: £750"),
    ]
    cells = ask(handbook, "how many weeks of full pay on parental leave?")
    assert told(cells) == [
        ("listed", "referral_policy.md, Parental leave · Weeks at full pay", "Maternity: 26; Paternity: 6")
    ]
    assert not told(ask(handbook, "what is the referral rate of the parental payment?"))


def test_a_word_that_names_the_row_does_not_ask_for_the_column_that_is_called_so(indexed: Indexed) -> None:
    """`data` is the row and the head, and encryption no more than a word of the cell."""
    rows = (
        "| 0b00 | data blob | encrypted_blob, plaintext_blob |\n| 0b01 | tree blob | encrypted_blob, plaintext_blob |\n"
    )
    text = f"# Packs\n\n| Type | Meaning | Data |\n|---|---|---|\n{rows}\n"
    assert not cell_drafts(indexed({"packs.md": text}), read("which encryption is used for the data?")).drafts


def test_a_row_is_called_by_its_label_where_a_paragraph_has_the_words(indexed: Indexed) -> None:
    """The first sentence was the paragraph of another column, cut within a word."""
    text = "Operates at the crane lead level, lifts boats at night without the keeper. " * 2
    rows = f"| Judgment | {text} | Asks the keeper. |\n| Craft | Ties a knot. | Splices a rope. |\n"
    table = f"# Pier\n\n| Skill | Mate | Captain |\n|---|---|---|\n{rows}"
    drafts = ask(indexed({"pier.md": table}), "captain at the crane lead level, boats at night?").drafts
    assert [draft.fact["subject"] for draft in drafts] == ["Judgment · Captain"]


def test_a_row_of_which_every_cell_is_named_still_says_something(indexed: Indexed) -> None:
    """`storage.type, Type of storage: memory, sqlite, "memory": ` ended with a colon and said nothing."""
    rows = "| `storage.type` | Types of storage: memory, disk | `memory` |\n| `storage.path` | Where it is | |\n"
    table = f"# Storage\n\n| Parameter | Description | Default |\n|---|---|---|\n{rows}"
    drafts = ask(indexed({"README.md": table}), "which storage type is the memory and disk storage type?").drafts
    assert all(draft.fact["object"] for draft in drafts)


def test_a_folder_does_not_name_the_tables_of_its_files_as_a_whole(indexed: Indexed) -> None:
    """`which middlewares are there for http` was answered `yes` with the headers of one middleware."""
    table = "# Headers\n\n| Name | HTTP header |\n|---|---|\n| Client | X-Client |\n| Host | X-Host |\n"
    found = ask(indexed({"docs/middlewares/headers.md": table}), "which middlewares are there for http?")
    assert not found.drafts


def test_one_row_is_a_part_of_an_answer_to_which_ones_there_are(indexed: Indexed) -> None:
    rows = "| http.middlewares | The middleware type. |\n| algorithms | One of wrr, p2c, hrw. |\n"
    opened = indexed({"docs/options.md": f"# Options\n\n| Option | Description |\n|---|---|\n{rows}"})
    for question, basis in (
        ("which http middlewares are there?", ""),
        ("what is http.middlewares?", "cell"),
    ):
        assert special_drafts(opened, read(question), []).basis == basis


def test_how_to_do_something_that_was_read_as_another_question_is_told_by_no_cell(
    indexed: Indexed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`如何让任务定时执行` is read as a change first; a row of a page of statistics answered it, with `yes`."""
    question = read("如何让任务定时执行？")
    assert question.intents[:2] == ("change", "how")
    monkeypatch.setattr(cells, "cell_drafts", lambda *_: pytest.fail("a table is asked"))
    assert not special_drafts(
        indexed({"live.md": "# Live\n\n| Task | ID |\n|---|---|\n| a | 7 |\n"}), question, []
    ).drafts


@pytest.mark.parametrize("question", ["what is till?", "till 是什么？", "what is this project?"])
def test_what_the_project_is_stands_in_no_cell_that_has_its_name(indexed: Indexed, question: str) -> None:
    """What listmonk is was answered, with `yes`, by its user, its password and its database."""
    files = {
        "README.md": "# till\n\ntill is a program that counts coins.\n",
        "pyproject.toml": '[project]\nname = "till"\n',
        "docs/settings.md": "| Variable | Value |\n|---|---|\n| TILL_USER | till |\n| TILL_PASSWORD | till |\n",
        "till.py": "def count(coins):\n    return sum(coins)\n",
    }
    told = special_drafts(indexed(files), read(question), [])
    assert told.basis in ("definition", "overview") and "counts coins" in told.drafts[0].fact["object"]


def test_how_the_tests_are_run_stands_in_no_cell(indexed: Indexed) -> None:
    """How to run the tests of fmtlib was answered, with `yes`, by the run times of its speed tests."""
    rows = "| Library | Run Time, s |\n|---|---|\n| till | 0.44 |\n| bank | 3.89 |\n"
    files = {"README.md": f"# till\n\n## Speed tests\n\n{rows}"}
    assert not special_drafts(indexed(files), read("how do I run the tests?"), []).drafts


def test_a_table_that_a_test_reads_answers_only_who_names_it(indexed: Indexed) -> None:
    """A page saved for a test said `License: Proprietary`, with `yes`, of a library under the MIT License."""
    table = "| Field | Value |\n|---|---|\n| Licence | Proprietary |\n| Developer | Ana |\n"
    index = indexed({"README.md": "# Mower\n\nIt mows.\n", "tests/fixtures/saved-page.md": table})
    assert not cell_drafts(index, read("what is the licence?")).drafts
    named = cell_drafts(index, read("what is the licence in the fixture saved-page.md?")).drafts
    assert [draft.fact["object"] for draft in named] == ["Proprietary"]


def test_a_short_option_is_no_letter_of_a_cell(indexed: Indexed) -> None:
    """`what does -x do` was answered, with `yes`, by the sign `:x:`."""
    signs = "| Emoji | Short |\n|---|---|\n| no | :x: |\n| yes | :heavy_check_mark: |\n"
    options = (
        "| Option | Meaning | Default |\n|---|---|---|\n| -q | be quiet | off |\n| `-e`/`--edges` | mow edges | on |\n"
    )
    index = indexed({"README.md": f"# Mower\n\n{signs}\n\n{options}"})
    assert not cell_drafts(index, read("what does -x do?")).drafts
    assert not cell_drafts(index, read("what does `-x` do?")).drafts
    for option, default in (("-q", "off"), ("-e", "on")):
        told = cell_drafts(index, read(f"what is the default of {option}?")).drafts
        assert [draft.fact["object"] for draft in told] == [default]


def test_where_something_is_implemented_no_cell_tells(indexed: Indexed) -> None:
    """ "Where is the XML decoder implemented?" was answered, with `yes`, by a row of the operators for it."""
    table = "# Operators\n\n| Format | Decode (from string) | Encode |\n|---|---|---|\n"
    rows = "| XML | from_xml/@xmld | to_xml |\n| JSON | from_json | to_json |\n"
    index = indexed({"docs/operators.md": table + rows, "decoder.go": "package a\n\nfunc decodeXML() {\n\trun()\n}\n"})
    for question, basis in (("Where is the XML decoder implemented?", ""), ("What is the decode of `XML`?", "cell")):
        assert special_drafts(index, read(question), []).basis == basis


def test_no_cell_answers_how_something_is_done(office: Index) -> None:
    """A cell with some of its words came before the lines that tell it."""
    assert special_drafts(office, read("Which price per month has the Pro plan?"), []).basis == "cell"
    assert special_drafts(office, read("How do I change the price per month of the Pro plan?"), []).basis != "cell"
