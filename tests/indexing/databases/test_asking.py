"""What a query asks of a sampled table, the database answers over all rows; and nothing else is asked of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

import citeline
from citeline.indexing.databases.asking import SourceDatabase, SourceQueryError
from citeline.indexing.databases.declared import Database
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle
from citeline.tools.tables import TableQueryError

pytest.importorskip("sqlglot")

SALES = [
    (
        n,
        n * 3,
        round(n / 8, 3),
        None if n % 2 else ["north", "South", "o'Neil\\"][n % 3],
        f"2026-{n % 12 + 1:02}-05",
        n % 7 == 0,
    )
    for n in range(1, 501)
]
SHOPS = [("north", "Oslo"), ("South", "Rome"), *((f"s{n}", "none") for n in range(40))]
ANSWERED = """
SELECT shop, sum(amount) AS t, count(*) FROM sales_rows WHERE day >= '2026-03' GROUP BY shop HAVING count(*) > 3
  ORDER BY t
SELECT id, price FROM sales_rows WHERE amount BETWEEN 900 AND 909 ORDER BY id DESC
SELECT Shop AS S, COUNT(DISTINCT day) AS [How Many] FROM sales_rows WHERE ID > 5 GROUP BY s ORDER BY [How Many], s
SELECT city, sum(a.amount), min(a.day), max(a.day) FROM sales_rows a JOIN shops_rows b ON b.name = a.shop GROUP BY
  city ORDER BY 1
SELECT strftime('%Y-%m', day) AS m, sum(price), round(avg(price), 1) FROM sales_rows GROUP BY 1 ORDER BY m LIMIT 3
SELECT count(*) FROM sales_rows WHERE gift
SELECT count(*), sum(gift) FROM sales_rows WHERE NOT gift AND gift = 0
SELECT count(*) FROM sales_rows WHERE shop LIKE '%OUTH' OR day LIKE '2026-02%'
SELECT count(*) FROM sales_rows WHERE shop = 'o''Neil\\'
WITH q AS (SELECT id, amount FROM sales_rows WHERE amount > 30), r AS (SELECT max(id) AS id FROM q) SELECT q.amount
  FROM q JOIN r ON r.id = q.id
SELECT count(*) FROM (SELECT DISTINCT shop FROM sales_rows WHERE id > 10)
SELECT id, (SELECT count(*) FROM sales_rows b WHERE b.amount <= a.amount) FROM sales_rows a ORDER BY id DESC LIMIT 2
SELECT ifnull(shop, 'none') || '!', iif(amount > 750, 'much', 'little') AS k, count(*) FROM sales_rows GROUP BY 1,
  2 ORDER BY 1, 2
SELECT id FROM sales_rows WHERE id > 498 UNION ALL SELECT count(*) FROM shops_rows ORDER BY 1
SELECT upper(substr(shop, 1, 2)) AS u, abs(min(-amount)) FROM sales_rows WHERE shop IS NOT NULL GROUP BY u ORDER BY u
SELECT id, row_number() OVER (ORDER BY amount DESC) AS r FROM sales_rows ORDER BY r LIMIT 3
SELECT CASE WHEN shop IN ('north', 'South') THEN 1 ELSE 0 END AS known, count(*) FROM sales_rows GROUP BY known
  ORDER BY known
"""
REFUSED = """
SELECT count(*) FROM sales_rows, Sales
SELECT count(*) FROM sales_rows WHERE id IN (SELECT 1 FROM pg_class)
SELECT count(*), pg_sleep(9) FROM sales_rows
SELECT count(*), load_file('/etc/passwd') FROM sales_rows
SELECT count(*) FROM sales_rows; DELETE FROM sales
DELETE FROM sales_rows
SELECT count(*) INTO x FROM sales_rows
SELECT count(*) FROM sales_rows FOR UPDATE
SELECT count(*), (WITH sqlite_master AS (SELECT 1) SELECT count(*) FROM sqlite_master) FROM sales_rows
WITH a AS (SELECT * FROM b), b AS (SELECT 1 AS x) SELECT count(*) FROM sales_rows, a
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT count(*) FROM r, sales_rows
SELECT count(*) FROM sales_rows WHERE shop GLOB 'n*'
SELECT sum(id) FROM sales_rows LIMIT (SELECT 1)
"""


def _queries(text: str) -> list[str]:
    """One a line; what is indented goes on with the line above."""
    return text.replace("\n  ", " ").strip().split("\n")


def _sqlite(tmp_path: Path) -> str:
    with sqlite3.connect(tmp_path / "shop.db") as made:
        made.execute(
            "CREATE TABLE sales (id INTEGER PRIMARY KEY, amount INTEGER, price REAL, shop TEXT, day DATE, gift BOOLEAN)"
        )
        made.execute("CREATE TABLE shops (name TEXT, city TEXT)")
        made.executemany("INSERT INTO sales VALUES (?, ?, ?, ?, ?, ?)", SALES)
        made.executemany("INSERT INTO shops VALUES (?, ?)", SHOPS)
    made.close()
    return f"sqlite:///{tmp_path}/shop.db"


@contextmanager
def _on_server(url: str) -> Iterator[str]:
    sqlalchemy = pytest.importorskip("sqlalchemy")
    engine = sqlalchemy.create_engine(url)
    with engine.begin() as connection:
        for statement in (
            "CREATE TABLE sales (id INT PRIMARY KEY, amount INT, price NUMERIC(9, 3), shop VARCHAR(20), day DATE,"
            " gift BOOLEAN)",
            "CREATE TABLE shops (name VARCHAR(20), city VARCHAR(20))",
        ):
            connection.execute(sqlalchemy.text(statement))
        names = ("id", "amount", "price", "shop", "day", "gift")
        sales = sqlalchemy.text("INSERT INTO sales VALUES (:id, :amount, :price, :shop, :day, :gift)")
        connection.execute(sales, [dict(zip(names, row, strict=True)) for row in SALES])
        shops = sqlalchemy.text("INSERT INTO shops VALUES (:name, :city)")
        connection.execute(shops, [{"name": name, "city": city} for name, city in SHOPS])
    yield url
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("DROP TABLE sales"))
        connection.execute(sqlalchemy.text("DROP TABLE shops"))
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql", "mariadb"])
def shop(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[IndexHandle]:
    """A shop of 500 sales, 20 of which are in the index."""
    fixtures = {"postgresql": "server", "mariadb": "mariadb_server"}
    kind = str(request.param)
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "citeline.toml").write_text('[databases.shop]\ninclude = ["sales", "shops"]\n')
    with ExitStack() as stack:
        server = (
            _on_server(request.getfixturevalue(fixtures[kind])) if kind in fixtures else nullcontext(_sqlite(tmp_path))
        )
        given: dict[str, Any] = {"databases": {"shop": stack.enter_context(server)}}
        settings = Settings(home=tmp_path / "home", **given)
        yield stack.enter_context(citeline.index(tree, settings=settings, allow_outside=True))


def _expected() -> Callable[[str], list[tuple[object, ...]]]:
    here = sqlite3.connect(":memory:")
    here.execute("CREATE TABLE sales_rows (id, amount, price, shop, day, gift)")
    here.execute("CREATE TABLE shops_rows (name, city)")
    here.executemany("INSERT INTO sales_rows VALUES (?, ?, ?, ?, ?, ?)", SALES)
    here.executemany("INSERT INTO shops_rows VALUES (?, ?)", SHOPS)
    return lambda sql: here.execute(sql).fetchall()


@pytest.mark.timeout(120)
def test_a_query_gives_over_all_rows_what_sqlite_gives_that_has_them(shop: IndexHandle) -> None:
    expected = _expected()
    wrong: list[object] = []
    for sql in _queries(ANSWERED):
        found = shop.query_tables(sql)
        # How texts are ordered is the database's matter.
        pairs = zip(
            sorted(map(_plain, found.rows), key=repr), sorted(map(_plain, expected(sql)), key=repr), strict=False
        )
        same = len(found.rows) == len(expected(sql)) and all(one == pytest.approx(other) for one, other in pairs)
        if not same or "over all its rows" not in found.notes[0] or not all(found.cites):
            wrong.append((sql, expected(sql), found.rows, found.notes))
    assert not wrong


def _plain(row: Sequence[object]) -> list[object]:
    """Numbers as numbers of one kind."""
    return [float(value) if isinstance(value, int | float) else value for value in row]


@pytest.mark.timeout(120)
def test_what_is_not_among_the_forms_and_functions_is_not_asked(shop: IndexHandle) -> None:
    answered: list[object] = []
    for sql in _queries(REFUSED):
        try:
            answered.append((sql, shop.query_tables(sql).rows))
        except TableQueryError:
            continue
    assert not answered


def test_a_row_that_the_index_has_is_cited_by_its_line(shop: IndexHandle) -> None:
    found = shop.query_tables("SELECT id, amount FROM sales_rows WHERE id IN (3, 400) ORDER BY id")
    assert found.rows == ((3, 9), (400, 1200))
    (here,), (all_of_it,) = found.cites
    assert here.line == here.end_line and all_of_it.end_line > all_of_it.line


def test_a_table_that_the_project_file_leaves_out_is_not_read(tmp_path: Path) -> None:
    url = _sqlite(tmp_path)
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "citeline.toml").write_text('[databases.shop]\ninclude = ["sales"]\n')
    settings = Settings(home=tmp_path / "home", databases={"shop": SecretStr(url)})
    with citeline.index(tree, settings=settings, allow_outside=True) as handle:
        with pytest.raises(TableQueryError):
            handle.query_tables("SELECT count(*) FROM sales_rows, shops")
        (tree / "citeline.toml").write_text('[databases.shop]\nexclude = ["sales"]\n')
        with pytest.raises(TableQueryError) as refused:
            handle.query_tables("SELECT count(*) FROM sales_rows WHERE id > 1")
        assert "has changed at the source" in refused.value.hint


def test_what_takes_too_long_or_reads_another_table_ends(tmp_path: Path) -> None:
    database = SourceDatabase(Database("shop", _sqlite(tmp_path)), "sqlite")
    tables = list(database.tables(["sales.md"]).values())
    assert [table.name for table in tables] == ["sales"]
    for sql, is_late in (
        ("SELECT count(*) FROM sales a, sales b, sales c, sales d WHERE a.id * b.id * c.id = d.id", True),
        ("SELECT count(city) FROM shops", False),
        ("SELECT count(*) FROM sqlite_master", False),
        ("DELETE FROM sales", False),
    ):
        with pytest.raises(SourceQueryError) as ended:
            database.rows(sql, tables, 10, seconds=0.2, size_bytes=1_000_000)
        assert ended.value.is_late is is_late


def test_secrets_of_rows_outside_of_the_sample_are_masked(tmp_path: Path) -> None:
    url = _sqlite(tmp_path)
    with sqlite3.connect(tmp_path / "shop.db") as made:
        made.execute("UPDATE sales SET shop = 'a' || char(10) || 'AKIAIOSFODNN7EXAMPLQ' WHERE id = 400")
    made.close()
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "citeline.toml").write_text("[databases.shop]\n")
    settings = Settings(home=tmp_path / "home", databases={"shop": SecretStr(url)})
    with citeline.index(tree, settings=settings, allow_outside=True) as handle:
        ((shop, amount),) = handle.query_tables("SELECT shop, amount FROM sales_rows WHERE id = 400").rows
    assert str(shop).startswith("a\n[secret:") and amount == 1200
