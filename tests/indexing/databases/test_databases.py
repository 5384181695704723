"""Databases as documents: what is described, cited and asked, and that nothing is ever written to them."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

import citeline
from citeline.indexing.databases.connecting import UnreadableDatabaseError, connect
from citeline.indexing.databases.declared import Database
from citeline.indexing.databases.snapshot import refresh
from citeline.indexing.generations.location import locate
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle
from citeline.tools.tables import TableQueryError

from .servers import PASSWORD
from .shop import SCHEMA


@pytest.fixture
def shop_file(tmp_path: Path) -> Path:
    (tmp_path / "tree").mkdir()
    file = tmp_path / "tree" / "shop.sqlite"
    with sqlite3.connect(file) as made:
        made.executescript(SCHEMA)
    made.close()
    return file


def indexed(root: Path, written: str, **settings: Any) -> IndexHandle:
    (root / "citeline.toml").write_text(written)
    given = Settings(home=root.parent / "home", **settings)
    return citeline.index(root, settings=given, allow_outside=True)


def check(handle: IndexHandle, name: str) -> None:
    """What both databases must give."""
    tables = {table.entry.name: table for table in handle.tables()}
    assert {"customers_columns", "customers_rows", "orders_columns", "orders_rows", "big_orders_rows"} <= set(tables)
    big = handle.query_tables("SELECT note, total FROM orders_rows WHERE total < 50")
    assert big.rows == (("first", 12.5),)
    ((place,),) = big.cites
    assert place.path == f"{name}/orders.md"
    found = handle.query_tables("SELECT column, key FROM orders_columns WHERE key LIKE '%customers%'")
    assert found.rows == (("customer_id", "customers.id"),)
    assert handle.query_tables("SELECT name FROM customers_rows WHERE id = 2").rows == (("Grace | Hopper",),)
    listed = handle.query(f'$.files[?(@.source=="{name}")]').to_json()
    assert listed["total"] == 4
    assert f"{name}/orders.md" in {hit.chunk.path for hit in handle.search("customer_id of orders", top_k=3).hits}


def test_a_sqlite_file_is_described_asked_and_followed_as_it_changes(shop_file: Path) -> None:
    written = '[databases.shop]\nurl = "sqlite:///shop.sqlite"\nabout = "orders and customers"\n'
    before = shop_file.read_bytes()
    with indexed(shop_file.parent, written) as handle:
        check(handle, "shop")
        generation = handle.reader.generation
    assert shop_file.read_bytes() == before
    with indexed(shop_file.parent, written) as handle:
        assert handle.reader.generation == generation
    with sqlite3.connect(shop_file) as made:
        made.execute("INSERT INTO orders VALUES (4, 2, 1.00, 'later')")
        made.execute("DROP VIEW big_orders")
    made.close()
    with indexed(shop_file.parent, written) as handle:
        assert handle.query_tables("SELECT count(*) FROM orders_rows").rows == ((4,),)
        assert handle.reader.structure.document("shop/big_orders.md") is None


def test_sums_of_a_sampled_table_are_those_of_the_database(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    with sqlite3.connect(tmp_path / "tree" / "sales.db") as made:
        made.execute("CREATE TABLE sales (id INTEGER PRIMARY KEY, amount INTEGER, shop TEXT, day DATE)")
        rows = ((n, n * 3, None if n % 2 else "north", f"2026-01-{n % 28 + 1:02}") for n in range(1, 60_001))
        made.executemany("INSERT INTO sales VALUES (?, ?, ?, ?)", rows)
    made.close()
    with indexed(tmp_path / "tree", '[databases.shop]\nurl = "sqlite:///sales.db"\n') as handle:
        asked = "SELECT count(*) AS n, sum(amount), avg(amount), max(amount), min(day), count(shop) FROM sales_rows"
        found = handle.query_tables(asked)
        assert found.rows == ((60_000, 5_400_090_000, 90_001.5, 180_000, "2026-01-01", 30_000),)
        assert found.columns[:2] == ("n", "sum(amount)")
        assert "computed by the database over all rows of sales" in found.notes[0]
        assert {place.path for places in found.cites for place in places} == {"shop/sales.md"}
        (tmp_path / "tree" / "sales.db").rename(tmp_path / "elsewhere.db")
        with pytest.raises(TableQueryError, match="20 of 60,000 rows") as refused:
            handle.query_tables("SELECT sum(amount) FROM sales_rows WHERE id < 5")
        assert "unable to open database file" in refused.value.hint


def test_what_the_database_was_not_asked_for_is_not_computed_of_the_sample(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    with sqlite3.connect(tmp_path / "tree" / "sales.db") as made:
        made.execute("CREATE TABLE sales (id INTEGER PRIMARY KEY, price REAL, shop TEXT)")
        made.executemany("INSERT INTO sales VALUES (?, ?, ?)", ((n, n / 2, f"s{n}") for n in range(1, 501)))
    made.close()
    with indexed(tmp_path / "tree", '[databases.shop]\nurl = "sqlite:///sales.db"\n') as handle:
        found = handle.query_tables("SELECT sum(price), avg(price) FROM sales_rows")
        assert found.rows == ((62_625, 125.25),) and "over all rows" in found.notes[0]
        found = handle.query_tables("SELECT max(shop) FROM sales_rows")
        assert found.rows == (("s99",),) and "all 500 rows were read" in found.notes[0]


def test_a_postgresql_database_is_described_and_asked(server: str, tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    with indexed(tmp_path / "tree", "[databases.warehouse]\n", databases={"warehouse": server}) as handle:
        check(handle, "warehouse")
        found = handle.query_tables("SELECT type, comment FROM orders_columns WHERE column = 'total'")
        assert found.rows == (("NUMERIC(10, 2)", "in euros"),)
        assert "what was bought" in str(handle.search("what was bought").hits[0].chunk.text)
    assert not [
        path for path in (tmp_path / "home").rglob("*") if path.is_file() and PASSWORD.encode() in path.read_bytes()
    ]


@pytest.mark.timeout(120)
def test_a_mariadb_database_is_described_and_cannot_be_written_to(
    mariadb_server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sqlalchemy = pytest.importorskip("sqlalchemy")
    (tmp_path / "tree").mkdir()
    with indexed(tmp_path / "tree", "[databases.warehouse]\n", databases={"warehouse": mariadb_server}) as handle:
        check(handle, "warehouse")
        assert "what was bought" in str(handle.search("what was bought").hits[0].chunk.text)
    monkeypatch.setattr("citeline.indexing.databases.connecting.STATEMENT_S", 0.3)
    engine = connect(Database("shop", mariadb_server))
    for statement in ("DELETE FROM orders", "CREATE TABLE x (a int)"):
        with engine.connect() as connection, pytest.raises(sqlalchemy.exc.DBAPIError, match="READ ONLY"):
            connection.execute(sqlalchemy.text(statement))
    with engine.connect() as connection, pytest.raises(sqlalchemy.exc.DBAPIError, match="max_statement_time"):
        connection.execute(
            sqlalchemy.text("SELECT count(*) FROM seq_1_to_100000000 a, seq_1_to_100 b WHERE a.seq % 7 = b.seq")
        )


@pytest.mark.timeout(120)
def test_a_postgresql_connection_cannot_write_and_ends_by_itself(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sqlalchemy = pytest.importorskip("sqlalchemy")
    monkeypatch.setattr("citeline.indexing.databases.connecting.STATEMENT_S", 0.3)
    engine = connect(Database("shop", server))
    for statement in ("DELETE FROM orders", "CREATE TABLE x (a int)", "SELECT nextval('x')"):
        with engine.connect() as connection, pytest.raises(sqlalchemy.exc.DBAPIError):
            connection.execute(sqlalchemy.text(statement))
    with engine.connect() as connection, pytest.raises(sqlalchemy.exc.DBAPIError, match="timeout"):
        connection.execute(sqlalchemy.text("SELECT pg_sleep(30)"))


def test_a_sqlite_connection_cannot_write_and_ends_by_itself(shop_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sqlalchemy = pytest.importorskip("sqlalchemy")
    monkeypatch.setattr("citeline.indexing.databases.connecting.STATEMENT_S", 0.3)
    engine = connect(Database("shop", f"sqlite:///{shop_file}"))
    endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r"
    for statement in ("DELETE FROM orders", "CREATE TABLE x (a int)", endless):
        with engine.connect() as connection, pytest.raises(sqlalchemy.exc.DBAPIError):
            connection.execute(sqlalchemy.text(statement))


def test_only_the_tables_and_rows_that_were_asked_for_are_read(shop_file: Path) -> None:
    written = '[databases.shop]\nurl = "sqlite:///shop.sqlite"\ninclude = ["*orders"]\nexclude = ["big*"]\nsample = 0\n'
    with indexed(shop_file.parent, written) as handle:
        assert [table.entry.path for table in handle.tables()] == ["shop/README.md", "shop/orders.md"]


def test_what_is_kept_of_a_database_holds_no_secret_and_goes_with_its_name(shop_file: Path, tmp_path: Path) -> None:
    with sqlite3.connect(shop_file) as made:
        made.execute("UPDATE orders SET note = 'AKIAIOSFODNN7EXAMPLQ' WHERE id = 1")
    made.close()
    location = locate(tmp_path, tmp_path / "home")
    assert refresh([Database("shop", f"sqlite:///{shop_file}")], location) == []
    described = (location.directory / "databases" / "shop" / "orders.md").read_text()
    assert "99.99" in described and "AKIAIOSFODNN7EXAMPLQ" not in described
    assert refresh([], location) == []
    assert not (location.directory / "databases" / "shop").exists()


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("sqlite:///nowhere/at-all.db", "unable to open"),
        ("postgresql+psycopg://reader:hunter2@127.0.0.1:1/shop", "refused"),
        ("oracle://reader@db/shop", "not among what is read"),
        ("nonsense://x/y", "not understood"),
    ],
)
def test_what_cannot_be_read_is_told_and_keeps_what_was_known(tmp_path: Path, url: str, why: str) -> None:
    location = locate(tmp_path, tmp_path / "home")
    known = location.directory / "databases" / "shop" / "orders.md"
    known.parent.mkdir(parents=True)
    known.write_text("# orders\n")
    (notice,) = refresh([Database("shop", url)], location)
    assert why in notice and "is kept" in notice and "hunter2" not in notice
    assert known.read_text() == "# orders\n"


def test_a_file_that_is_no_database_costs_a_notice_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "shop.db").write_bytes(b"not a database" * 100)
    (notice,) = refresh([Database("shop", f"sqlite:///{tmp_path}/shop.db")], locate(tmp_path, tmp_path / "home"))
    assert "not a database" in notice


def test_without_its_libraries_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "sqlalchemy", None)
    with pytest.raises(UnreadableDatabaseError, match=r"citeline\[databases\]"):
        connect(Database("shop", "sqlite:///x"))
