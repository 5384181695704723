"""SQL over the tables of documents: values, the lines they come from, and what is refused."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle
from citeline.tools.tables import (
    TableCatalog,
    TableEntry,
    TableQueryError,
    TableResult,
    TypedTable,
    query_tables,
)
from citeline.tools.tables.guard import Limits


def cited(result: TableResult) -> list[list[str]]:
    return result.to_json()["cites"]  # type: ignore[no-any-return]


def refused(handle: IndexHandle, sql: str) -> TableQueryError:
    with pytest.raises(TableQueryError) as caught:
        handle.query_tables(sql)
    return caught.value


def test_every_format_gives_tables_with_names_types_and_places(tabled: IndexHandle) -> None:
    found = {table.entry.name: table for table in tabled.tables()}
    types = {name: {column.name: column.type for column in table.columns} for name, table in found.items()}
    assert types == {
        "fees": {"port": "text", "fee": "text"},
        "prices": {
            **{"item": "text", "net_price": "real", "stock": "integer"},
            **{"since": "date", "sold": "integer", "active": "boolean"},
        },
        "stock": {"item": "text", "shelf": "text"},
        "versions_supported_versions": {"version": "text", "until": "date", "requests_s": "integer"},
        "versions_support": {"order_": "text", "group_": "integer"},
        "page_rates": {"plan": "text", "calls": "integer"},
        "guide_costs": {"plan": "text", "cost": "real"},
        "terms_plans": {"plan": "text", "days": "integer"},
        "notes_runs": {"run": "text", "loss": "real"},
        "sheet_costs": {"month": "text", "cost": "real", "paid": "boolean"},
        "word_teams": {"team": "text", "people": "integer"},
    }


@pytest.mark.parametrize(
    ("sql", "rows", "places"),
    [
        ("SELECT net_price FROM prices WHERE item = 'Widget'", [(1200.5,)], [["prices.csv:2"]]),
        ("SELECT item FROM prices WHERE stock IS NULL", [("Gizmo\nof two lines",)], [["prices.csv:4-5"]]),
        ("SELECT shelf FROM stock WHERE item = 'Gizmo'", [("B2",)], [["stock.tsv:3"]]),
        ("SELECT requests_s FROM versions_supported_versions LIMIT 1", [(1200,)], [["docs/versions.md:9"]]),
        ("SELECT calls FROM page_rates WHERE plan = 'Free'", [(100,)], [["docs/page.html:3-4"]]),
        ("SELECT cost FROM guide_costs WHERE plan = 'Pro'", [(12.5,)], [["docs/guide.rst:11-12"]]),
        ("SELECT days FROM terms_plans WHERE plan = 'Free'", [(30,)], [["docs/terms.adoc:8"]]),
        ("SELECT run FROM notes_runs WHERE loss > 0.3", [("b",)], [["notes.ipynb:12 (cell 1)"]]),
    ],
)
def test_a_row_cites_the_lines_that_it_stands_on(
    tabled: IndexHandle, sql: str, rows: list[tuple[object, ...]], places: list[list[str]]
) -> None:
    result = tabled.query_tables(sql)
    assert [*result.rows] == rows
    assert cited(result) == places


@pytest.mark.parametrize("table", ["sheet_costs", "word_teams"])
def test_a_row_of_an_office_document_cites_a_line_that_the_index_has(tabled: IndexHandle, table: str) -> None:
    result = tabled.query_tables(f"SELECT * FROM {table}")
    assert len(result.rows) == 2
    for row, (place,) in zip(result.rows, result.cites, strict=True):
        document = tabled.reader.structure.document(place.path)
        assert document is not None
        chunks = tabled.reader.structure.chunks_of([document.id])
        lines = {number: line for c in chunks for number, line in enumerate(c.text.split("\n"), c.start_line)}
        assert str(row[0]) in lines[place.line]


def test_a_join_cites_both_tables_and_a_sum_every_row_of_it(tabled: IndexHandle) -> None:
    joined = tabled.query_tables("SELECT p.net_price, s.shelf FROM prices p JOIN stock s USING (item)")
    assert cited(joined) == [["prices.csv:2", "stock.tsv:2"]]
    grouped = tabled.query_tables("SELECT active, sum(net_price) FROM prices GROUP BY active ORDER BY active")
    assert [*grouped.rows] == [(0, 80.0), (1, 1205.75)]
    assert cited(grouped) == [["prices.csv:3"], ["prices.csv:2", "prices.csv:4-5"]]


def test_the_highest_is_cited_by_its_own_row(tabled: IndexHandle) -> None:
    assert cited(tabled.query_tables("SELECT max(net_price), item FROM prices")) == [["prices.csv:2"]]


def test_where_rows_cannot_be_told_the_whole_table_is_cited(tabled: IndexHandle) -> None:
    assert cited(tabled.query_tables("SELECT DISTINCT active FROM prices")) == [["prices.csv:1-5"]] * 2
    assert cited(tabled.query_tables("SELECT 1 AS rowid FROM (SELECT * FROM prices) LIMIT 1")) == [["prices.csv:1-5"]]


def test_a_query_may_carry_its_rows_through_a_subquery_itself(tabled: IndexHandle) -> None:
    sql = "WITH c AS (SELECT rowid, item FROM prices WHERE sold > 40) SELECT * FROM c"
    assert cited(tabled.query_tables(sql)) == [["prices.csv:4-5"]]


def test_a_table_can_be_named_by_its_place(tabled: IndexHandle) -> None:
    for name in ("stock.tsv", "stock.tsv:1", "STOCK"):
        assert tabled.query_tables(f'SELECT count(*) FROM "{name}"').rows == ((2,),)


def test_the_tables_can_be_listed_in_sql_too(tabled: IndexHandle) -> None:
    result = tabled.query_tables("SELECT name FROM citeline_tables WHERE path REGEXP 'html$'")
    assert result.rows == (("page_rates",),)


@pytest.mark.parametrize(
    ("sql", "kind", "hint"),
    [
        ("SELECT * FROM price", "name", "`prices`"),
        ("SELECT price FROM prices", "name", "`net_price`"),
        ('SELECT "Net price" FROM prices', "name", "`net_price`"),
        ('SELECT * FROM prices WHERE item LIKE "W%"', "name", "single quotes"),
        ("SELECT * FROM sqlite_master", "refused", "citeline_tables"),
        ("SELECT 1; SELECT 2", "syntax", "one SELECT"),
        ("SELECT FROM", "syntax", "SELECT"),
        ("SELECT * FROM prices WHERE item REGEXP '(x'", "syntax", "close the group"),
        ("", "syntax", "SELECT"),
        ("SELECT TOP 5 * FROM prices", "syntax", "LIMIT 5"),
        ("SELECT concat(item, stock) FROM prices", "syntax", "||"),
        ("SELECT stock::text FROM prices", "syntax", "CAST"),
        ("SELECT printf('%.*c', 900000000, 'x')", "limit", "width"),
        ("SELECT sum(fee) FROM fees", "refused", "WHERE fee LIKE"),
        ("SELECT avg(fee * 2) FROM fees", "refused", "typeof(fee)"),
        ("SELECT sum(shelf) FROM stock", "refused", "CAST"),
        ("DESCRIBE prices", "syntax", "`citeline tables`"),
    ],
)
def test_a_mistake_says_what_to_write(tabled: IndexHandle, sql: str, kind: str, hint: str) -> None:
    error = refused(tabled, sql)
    assert error.kind == kind and hint in error.hint
    assert error.exit_code == 2


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM prices",
        "INSERT INTO prices (item) VALUES ('x')",
        "UPDATE prices SET item = 'x'",
        "DROP TABLE prices",
        "CREATE TABLE x (a)",
        "CREATE TEMP TABLE x (a)",
        "ATTACH '/etc/passwd' AS x",
        "ATTACH 'file:x?mode=memory' AS x",
        "DETACH main",
        "PRAGMA writable_schema = 1",
        "PRAGMA max_page_count = 1000000000",
        "VACUUM INTO '/tmp/x'",
        "REINDEX",
        "ANALYZE",
        "BEGIN",
        "SAVEPOINT x",
        "SELECT load_extension('x')",
        "SELECT fts3_tokenizer('x')",
        "SELECT randomblob(10)",
        "SELECT * FROM pragma_database_list",
        "SELECT * FROM dbstat",
        "SELECT * FROM sqlite_schema",
        "WITH c AS (SELECT 1) DELETE FROM prices",
    ],
)
def test_nothing_but_reading_is_done(tabled: IndexHandle, sql: str) -> None:
    assert refused(tabled, sql).kind in {"refused", "syntax"}
    assert tabled.query_tables("SELECT count(*) FROM prices").rows == ((3,),)


@pytest.mark.parametrize(
    "sql",
    [
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT sum(n) FROM r, prices, stock",
    ],
)
@pytest.mark.timeout(120)
def test_a_query_without_end_is_ended(tabled: IndexHandle, sql: str) -> None:
    with pytest.raises(TableQueryError, match="too long"):
        query_tables(TableCatalog(tabled.reader.structure), sql, limits=Limits(seconds=0.3))


def test_memory_has_an_end(tabled: IndexHandle) -> None:
    with pytest.raises(TableQueryError, match="memory"):
        query_tables(TableCatalog(tabled.reader.structure), "SELECT * FROM prices", limits=Limits(memory_bytes=4096))
    with pytest.raises(TableQueryError, match="memory"):
        tabled.query_tables("SELECT replace(hex('" + "x" * 9_000 + "'), '7', '" + "y" * 900 + "') FROM prices")


def test_a_result_has_an_end_too(tabled: IndexHandle) -> None:
    numbers = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 500)"
    long = f"{numbers} SELECT printf('%.900000d', n) FROM r"
    with pytest.raises(TableQueryError, match="memory"):
        tabled.query_tables(long)
    assert len(tabled.query_tables(long, limit=3).rows) == 3


def test_more_rows_than_asked_for_are_told_and_not_given(tabled: IndexHandle) -> None:
    result = tabled.query_tables("SELECT item FROM prices", limit=2)
    assert len(result.rows) == 2 and result.truncated
    assert not tabled.query_tables("SELECT item FROM prices", limit=3).truncated


def test_words_choose_tables(tabled: IndexHandle) -> None:
    assert [table.entry.name for table in tabled.tables("supported until")] == ["versions_supported_versions"]
    assert [table.entry.name for table in tabled.tables("docs/page.html")] == ["page_rates"]


@pytest.mark.parametrize("asked", ["sum(fee)", "count(*)", "max(fee)", "avg(o.fee)"])
@pytest.mark.parametrize("chosen", ["", " WHERE id < 9", " GROUP BY fee", " JOIN shops_rows s ON s.shop = o.id"])
def test_nothing_is_computed_of_a_sample(sampled: IndexHandle, asked: str, chosen: str) -> None:
    with pytest.raises(TableQueryError, match=r"of the 20 of 5,000 rows of `orders_rows`") as raised:
        sampled.query_tables(f"SELECT {asked} FROM orders_rows o{chosen}")
    assert raised.value.kind == "refused" and "sample" in raised.value.hint


def test_rows_of_a_sample_say_so(sampled: IndexHandle) -> None:
    result = sampled.query_tables("SELECT id, max(fee, 7), 'count(*)' FROM orders_rows WHERE id = 3")
    assert result.rows == ((3, 7, "count(*)"),)
    assert result.notes == ("orders_rows is a sample (20 of 5,000 rows): a row that is not among these is not found",)
    assert sampled.query_tables("SELECT count(*) FROM shops_rows").rows == ((2,),)


def test_what_makes_numbers_of_texts_can_be_summed(tabled: IndexHandle) -> None:
    sums = "SELECT sum(shelf = 'B2'), sum(CASE WHEN item LIKE 'W%' THEN 1 END), sum(length(item)) FROM stock"
    assert tabled.query_tables(sums).rows == ((1, 1, 11),)
    named = "SELECT avg(item) FROM (SELECT length(item) AS item FROM stock)"
    assert tabled.query_tables(named).rows == ((5.5,),)


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    """`amount` is text in one of the tables and a number in the other."""
    root = tmp_path_factory.mktemp("sums")
    (root / "tree").mkdir()
    (root / "tree" / "bills.csv").write_text("Id,Amount,Note\n1,10,a\n2,24/7,bb\n3,5,c\n", "utf-8")
    (root / "tree" / "colours.csv").write_text("Id,Amount\n1,7\n2,8\n3,9\n", "utf-8")
    return citeline.index(root / "tree", settings=Settings(home=root / "home"))


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT sum(amount) AS amount FROM bills",
        'SELECT avg(amount) AS "amount" FROM bills',
        "SELECT sum(abs(amount)) FROM bills",
        "SELECT total(round(coalesce(amount, 0), 1)) FROM bills",
        "SELECT sum(x) FROM (SELECT amount AS x FROM bills)",
        "SELECT sum(x) FROM (SELECT abs(amount) x FROM bills)",
        "SELECT sum(s.amount) FROM (SELECT amount FROM bills) AS s",
        "WITH a AS (SELECT amount AS x FROM bills), b AS (SELECT x AS y FROM a) SELECT sum(y) AS amount FROM b",
        "WITH a AS (SELECT amount AS amount FROM bills), b AS (SELECT amount amount FROM a) SELECT sum(amount) FROM b",
        "SELECT length(s) AS amount FROM (SELECT sum(amount) AS s FROM bills)",
        "SELECT sum(b.amount) FROM bills b JOIN colours USING (id)",
        "SELECT sum(amount) FROM bills WHERE id IN (SELECT id FROM colours)",
        "SELECT id, (SELECT sum(amount) FROM bills) FROM colours",
        "SELECT sum(x) FROM (SELECT amount AS x FROM colours UNION ALL SELECT amount FROM bills)",
        "SELECT sum(amount) FROM (SELECT amount FROM colours UNION SELECT amount FROM bills)",
        "SELECT sum(amount) FROM (SELECT DISTINCT amount FROM bills)",
        "SELECT sum(CASE WHEN id > 0 THEN amount END) FROM bills",
        "WITH p(a) AS (SELECT amount FROM bills) SELECT sum(a) FROM p",
        "WITH p(a) AS (SELECT amount * 2 FROM bills) SELECT sum(a) FROM p",
        "SELECT sum((SELECT amount FROM bills WHERE id = c.id)) FROM colours c",
        "SELECT id, total(DISTINCT amount) FILTER (WHERE id > 1) FROM bills GROUP BY id",
        "SELECT id, avg(amount) OVER (ORDER BY id) FROM bills",
        "SELECT [sum](bills.amount) FROM bills",
        "SELECT sum(id * bills.amount) FROM bills",
        "SELECT sum(1 + coalesce(amount, 0)) FROM bills",
        "SELECT sum(CASE WHEN id > 0 THEN amount END - 1) FROM bills",
        "SELECT sum(-amount) / count(*) FROM bills",
        "SELECT sum(amount) OVER w + 1 FROM bills WINDOW w AS (ORDER BY id)",
        "SELECT sum(id NOTNULL - 1), sum(amount) FROM bills",
        "SELECT sum(id IN (1, 2) * amount) FROM bills",
        "SELECT sum((amount COLLATE nocase) + 1) FROM bills",
    ],
)
def test_a_sum_of_texts_is_refused_under_any_name(orders: IndexHandle, sql: str) -> None:
    """39 was told for 10, `24/7` and 5, as soon as the sum or the column had another name."""
    assert "24/7" in refused(orders, sql).message


def test_a_sum_whose_values_are_not_told_is_refused(orders: IndexHandle) -> None:
    """A query that the check made wrong SQL of ran without it."""
    told = refused(orders, "SELECT sum(amount COLLATE nocase + 1) FROM bills")
    assert "texts among the numbers" in told.message and "parentheses" in told.hint
    assert orders.query_tables("SELECT sum(amount COLLATE nocase + 1) FROM colours").rows == ((27,),)


@pytest.mark.parametrize(
    ("sql", "value"),
    [
        ("SELECT sum(colours.amount) FROM colours JOIN bills USING (id)", 24),
        ("SELECT sum(c.amount) AS amount FROM bills AS b JOIN colours AS c ON b.id = c.id", 24),
        ("SELECT sum(amount) FROM colours WHERE id IN (SELECT id FROM bills)", 24),
        ("SELECT sum(CAST(amount AS REAL)) FROM bills WHERE amount <> '24/7'", 15),
        ("SELECT sum(amount * id) FROM bills WHERE amount <> '24/7'", 25),
        ("SELECT total(amount) FROM bills WHERE amount LIKE '%x%'", 0.0),
        ("SELECT sum(amount) FROM bills WHERE amount LIKE '%x%'", None),
        (
            "WITH a AS (SELECT length(note) note FROM bills), b AS (SELECT note note FROM a) SELECT sum(note) FROM b",
            4,
        ),
    ],
)
def test_a_sum_of_numbers_is_not_refused_for_other_texts(orders: IndexHandle, sql: str, value: object) -> None:
    """`colours.amount` was refused because of `bills.amount`."""
    assert orders.query_tables(sql).rows == ((value,),)


def test_a_year_that_is_a_header_is_told_from_a_number(tmp_path: Path) -> None:
    """`sum(2025)` was 2025 for each row."""
    (tmp_path / "growth.csv").write_text("Region,2024,2025\nEMEA,10,20\nAPAC,5,7\n", "utf-8")
    with citeline.index(tmp_path, settings=Settings(home=tmp_path.parent / "home")) as handle:
        (note,) = handle.query_tables("SELECT sum(2025), sum(n2024) FROM growth").notes
        assert "the column of growth is `n2025`" in note
        assert not handle.query_tables("SELECT sum(n2025) FROM growth WHERE region <> '2025'").notes


def test_reading_the_index_does_not_count_as_time_of_the_query(
    tabled: IndexHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first query of a CSV of 60,000 rows took too long on a busy machine, and the second did not."""
    load = TableCatalog.load

    def slow(catalog: TableCatalog, entry: TableEntry) -> TypedTable:
        time.sleep(0.3)
        return load(catalog, entry)

    monkeypatch.setattr(TableCatalog, "load", slow)
    found = query_tables(
        TableCatalog(tabled.reader.structure),
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 20000) SELECT count(*) FROM r, prices",
        limits=Limits(seconds=0.2),
    )
    assert found.rows == ((60_000,),)


def test_rows_that_nobody_has_counted_are_a_sample_too(sampled: IndexHandle) -> None:
    """The sum of the first 20 rows of a view that takes long to count was given as that of all of it."""
    with pytest.raises(TableQueryError, match="of the 20 rows of `views_rows`"):
        sampled.query_tables("SELECT sum(fee) FROM views_rows")


@pytest.fixture(scope="module")
def sampled(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    root = tmp_path_factory.mktemp("sampled")
    rows = "".join(f"| {number} | 5 |\n" for number in range(20))
    (root / "tree").mkdir()
    (root / "tree" / "orders.md").write_text(
        f"# orders\n\n## Rows\n\nThe first 20 of 5,000.\n\n| id | fee |\n|---|---|\n{rows}", "utf-8"
    )
    (root / "tree" / "views.md").write_text(
        f"# views\n\n## Rows\n\nThe first 20 of not counted (timeout).\n\n| id | fee |\n|---|---|\n{rows}", "utf-8"
    )
    (root / "tree" / "shops.md").write_text(
        "# shops\n\n## Rows\n\nThe first 2 of 2.\n\n| shop | town |\n|---|---|\n| 1 | Kotka |\n| 2 | Turku |\n", "utf-8"
    )
    return citeline.index(root / "tree", settings=Settings(home=root / "home"))
