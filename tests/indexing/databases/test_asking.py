"""What a query asks of a sampled table, the database answers over all rows; and nothing else is asked of it."""

from __future__ import annotations

import hashlib
import sqlite3
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

import citeline
from citeline.indexing.databases.asking import SourceDatabase, SourceQueryError
from citeline.indexing.databases.declared import Database
from citeline.setting_values import SecretStr
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
SELECT date(day) AS d, count(*) FROM sales_rows WHERE date(day) > '2026-06-01' GROUP BY d
SELECT count(*) FROM sales_rows WHERE gift
SELECT count(*), sum(gift) FROM sales_rows WHERE NOT gift AND gift = 0
SELECT count(*) FROM sales_rows WHERE shop LIKE '%OUTH' OR day LIKE '2026-02%'
SELECT count(*) FROM sales_rows WHERE shop = 'o''Neil\\'
WITH q AS (SELECT id, amount FROM sales_rows WHERE amount > 30), r AS (SELECT max(id) AS id FROM q) SELECT q.amount
  FROM q JOIN r ON r.id = q.id
SELECT count(*) FROM (SELECT DISTINCT shop FROM sales_rows WHERE id > 10)
SELECT id, (SELECT count(*) FROM sales_rows b WHERE b.amount <= a.amount) FROM sales_rows a ORDER BY id DESC LIMIT 2
SELECT ifnull(shop, 'none'), iif(amount > 750, 'much', 'little') AS k, count(*) FROM sales_rows GROUP BY 1, 2 ORDER
  BY 1, 2
SELECT id FROM sales_rows WHERE id > 498 UNION ALL SELECT count(*) FROM shops_rows ORDER BY 1
SELECT substr(day, 6, 2) AS m, abs(min(-amount)) FROM sales_rows WHERE price > 1 GROUP BY m ORDER BY m
SELECT sum(amount) * 1.0 / count(*), round(avg(amount), 1), round(sum(price), 2) FROM sales_rows WHERE id < 300
SELECT sum(CAST(amount AS REAL)) / 4 FROM sales_rows
SELECT id, row_number() OVER (ORDER BY amount DESC) AS r FROM sales_rows ORDER BY r LIMIT 3
SELECT CASE WHEN shop IN ('north', 'South') THEN 1 ELSE 0 END AS known, count(*) FROM sales_rows GROUP BY known
  ORDER BY known
WITH a AS (SELECT id FROM sales_rows WHERE id > 9), b AS (SELECT * FROM a) SELECT count(*) FROM b NATURAL JOIN a
SELECT count(*) FROM sales_rows AS one JOIN sales_rows AS other USING (amount)
"""
READ_HERE = """
SELECT upper(substr(shop, 1, 2)) AS u, abs(min(-amount)) FROM sales_rows WHERE shop IS NOT NULL GROUP BY u ORDER BY u
SELECT shop || '!' FROM sales_rows WHERE id = 4
SELECT substr(shop, -2), substr(day, -2, 1) FROM sales_rows WHERE id IN (4, 6, 8)
SELECT shop, length(group_concat(id)) FROM sales_rows GROUP BY 1 ORDER BY 1
SELECT amount / 7, amount % 7, max(amount, 40), CAST(price AS INTEGER) FROM sales_rows WHERE id IN (3, 5, 499)
SELECT count(*) FROM sales_rows WHERE shop GLOB 'n*' OR day GLOB '*-07-*'
SELECT strftime('%j', day) AS d, group_concat(DISTINCT gift) FROM sales_rows GROUP BY d ORDER BY d
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT count(*), sum(n) FROM r, sales_rows
"""
"""What only SQLite has, or has so: rows are read for it, and a database is not asked."""
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
WITH a AS (SELECT * FROM c), b AS (SELECT 1 AS x) SELECT count(*) FROM sales_rows, a
"""


def _queries(text: str) -> list[str]:
    """One a line; what is indented goes on with the line above."""
    return [*filter(None, text.replace("\n  ", " ").split("\n"))]


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


@pytest.fixture(scope="module", params=["sqlite", "postgresql", "mariadb"])
def shop(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexHandle]:
    """A shop of 500 sales, 20 of which are in the index; nobody changes it."""
    fixtures = {"postgresql": "server", "mariadb": "mariadb_server"}
    kind = str(request.param)
    folder = tmp_path_factory.mktemp("shop")
    tree = folder / "tree"
    tree.mkdir()
    (tree / "citeline.toml").write_text('[databases.shop]\ninclude = ["sales", "shops"]\n')
    with ExitStack() as stack:
        server = (
            _on_server(request.getfixturevalue(fixtures[kind])) if kind in fixtures else nullcontext(_sqlite(folder))
        )
        given: dict[str, Any] = {"databases": {"shop": stack.enter_context(server)}}
        settings = Settings(home=folder / "home", **given)
        yield stack.enter_context(citeline.index(tree, settings=settings, allow_outside=True))


def _expected() -> Callable[[str], list[tuple[object, ...]]]:
    here = sqlite3.connect(":memory:")
    here.execute("CREATE TABLE sales_rows (id, amount, price, shop, day, gift)")
    here.execute("CREATE TABLE shops_rows (name, city)")
    here.executemany("INSERT INTO sales_rows VALUES (?, ?, ?, ?, ?, ?)", SALES)
    here.executemany("INSERT INTO shops_rows VALUES (?, ?)", SHOPS)
    return lambda sql: here.execute(sql).fetchall()


@pytest.fixture
def is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are too large to be read whole: the database computes."""
    monkeypatch.setattr("citeline.tools.tables.whole_rows._MOST_READ", 0)


@pytest.mark.timeout(120)
def test_a_query_over_all_rows_gives_what_sqlite_gives_that_has_them(shop: IndexHandle) -> None:
    assert not _wrong(shop, _queries(ANSWERED + READ_HERE), "all 500 rows were read")


@pytest.mark.timeout(120)
@pytest.mark.usefixtures("is_large")
def test_a_large_table_is_asked_at_its_database_with_the_same_answer(shop: IndexHandle) -> None:
    assert not _wrong(shop, _queries(ANSWERED), "over all its rows")


@pytest.mark.timeout(120)
@pytest.mark.usefixtures("is_large")
def test_what_would_mean_something_else_at_the_database_is_not_asked_there(shop: IndexHandle) -> None:
    """`7 / 2` is 3.5 in MySQL, which cuts lists at 1,024 bytes; in PostgreSQL the end of a text is no place to count
    from.
    """
    asked: list[object] = []
    for sql in _queries(READ_HERE):
        try:
            notes = shop.query_tables(sql).notes
        except TableQueryError:
            continue
        asked += [sql for note in notes if "over all its rows" in note]
    assert not asked


def _wrong(shop: IndexHandle, queries: Sequence[str], told: str) -> list[object]:
    expected = _expected()
    wrong: list[object] = []
    for sql in queries:
        try:
            found = shop.query_tables(sql)
        except TableQueryError as error:
            wrong.append((sql, error.message, error.hint))
            continue
        # How texts are ordered is the database's matter.
        pairs = zip(
            sorted(map(_plain, found.rows), key=repr), sorted(map(_plain, expected(sql)), key=repr), strict=False
        )
        same = len(found.rows) == len(expected(sql)) and all(one == pytest.approx(other) for one, other in pairs)
        if not same or told not in "".join(found.notes) or not all(found.cites):
            wrong.append((sql, expected(sql), found.rows, found.notes))
    return wrong


def _plain(row: Sequence[object]) -> list[object]:
    """Numbers as numbers of one kind."""
    return [float(value) if isinstance(value, int | float) else value for value in row]


@pytest.mark.timeout(120)
@pytest.mark.usefixtures("is_large")
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


def test_a_long_answer_is_looked_at_row_by_row(tmp_path: Path) -> None:
    """200 rows of 2.5 MB were fetched before their sizes were looked at."""
    url = _sqlite(tmp_path)
    with sqlite3.connect(tmp_path / "shop.db") as made:
        made.execute("CREATE VIEW pages AS SELECT id, printf('%.2500000c', 'x') AS page FROM sales")
    made.close()
    database = SourceDatabase(Database("shop", url), "sqlite")
    tables = list(database.tables(["pages.md", "sales.md"]).values())
    tracemalloc.start()
    with pytest.raises(SourceQueryError, match="too large"):
        database.rows("SELECT * FROM pages", tables, 500, seconds=9, size_bytes=32_000_000)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 50_000_000


@contextmanager
def _indexed(tmp_path: Path, project: str = "[databases.shop]\n", **given: Any) -> Iterator[IndexHandle]:
    tree = tmp_path / "tree"
    tree.mkdir(exist_ok=True)
    (tree / "citeline.toml").write_text(project)
    settings = Settings(home=tmp_path / "home", databases={"shop": SecretStr(f"sqlite:///{tmp_path}/shop.db")}, **given)
    with citeline.index(tree, settings=settings, allow_outside=True) as handle:
        yield handle


@pytest.mark.parametrize("most_read", [0, 100_000])
def test_of_a_file_that_is_no_database_any_more_the_sample_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most_read: int
) -> None:
    """It ended with a traceback."""
    monkeypatch.setattr("citeline.tools.tables.whole_rows._MOST_READ", most_read)
    _sqlite(tmp_path)
    with _indexed(tmp_path) as handle:
        (tmp_path / "shop.db").write_bytes(b"no database " * 1_000)
        with pytest.raises(TableQueryError, match="20 of 500") as refused:
            handle.query_tables("SELECT sum(amount) FROM sales_rows WHERE id > 1")
        assert "not a database" in refused.value.hint
        found = handle.query_tables("SELECT amount FROM sales_rows WHERE id = 2")
        assert found.rows == ((6,),) and "not a database" in found.notes[0]


def test_a_join_of_two_sources_reads_all_rows_of_both(tmp_path: Path) -> None:
    """It was answered from 20 of 500 rows."""
    _sqlite(tmp_path)
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "plans.csv").write_text("Shop,Plan\nnorth,100\nSouth,7\n", "utf-8")
    with _indexed(tmp_path) as handle:
        found = handle.query_tables(
            "SELECT plan, count(*), max(id) FROM sales_rows s JOIN plans p ON s.shop = p.shop GROUP BY 1"
        )
    expected = _expected()("SELECT shop, count(*), max(id) FROM sales_rows WHERE shop IN ('north', 'South') GROUP BY 1")
    assert {row[1:] for row in found.rows} == {row[1:] for row in expected}


def test_texts_that_the_index_reads_as_numbers_are_numbers_over_all_rows(tmp_path: Path) -> None:
    _sqlite(tmp_path)
    with sqlite3.connect(tmp_path / "shop.db") as made:
        made.execute("CREATE TABLE bills (id INTEGER PRIMARY KEY, total TEXT, day TEXT)")
        rows = [(n, f"$ {n * 100:,}.50", f"{n % 28 + 1}.3.2026") for n in range(1, 101)]
        made.executemany("INSERT INTO bills VALUES (?, ?, ?)", rows)
    made.close()
    with _indexed(tmp_path) as handle:
        found = handle.query_tables("SELECT max(total), min(day), sum(total) FROM bills_rows WHERE total > 1000")
        assert found.rows == ((10_000.5, "2026-03-01", sum(n * 100 + 0.5 for n in range(10, 101))),)


@pytest.mark.parametrize("declared", ["TEXT", "INTEGER"])
def test_texts_among_the_numbers_behind_the_sample_are_told(tmp_path: Path, declared: str) -> None:
    """`24/7` was 24 in a sum of which only was said that all rows had been read."""
    with sqlite3.connect(tmp_path / "shop.db") as made:
        made.execute(f"CREATE TABLE orders (id INTEGER PRIMARY KEY, qty {declared}, fee INTEGER)")
        rows = [(n, "24/7" if n == 2_000 else "5", 1) for n in range(3_000)]
        made.executemany("INSERT INTO orders VALUES (?, ?, ?)", rows)
    made.close()
    with _indexed(tmp_path) as handle:
        with pytest.raises(TableQueryError, match="meets `24/7`"):
            handle.query_tables("SELECT sum(qty) FROM orders_rows WHERE id >= 0")
        found = handle.query_tables("SELECT max(id), sum(qty) FROM orders_rows WHERE typeof(qty) <> 'text'")
        assert found.rows == ((2_999, 2_999 * 5),) and found.notes == (
            "orders_rows: all 3,000 rows were read, now",
            "orders_rows.qty is integer, but 1 cell of it is text",
        )
        assert len(handle.query_tables("SELECT sum(fee) FROM orders_rows WHERE id > 0").notes) == 1


@pytest.fixture
def with_key(tmp_path: Path) -> Path:
    """A shop with keys behind the sample, and in it."""
    _sqlite(tmp_path)
    with sqlite3.connect(tmp_path / "shop.db") as made:
        made.execute("UPDATE sales SET shop = 'a' || char(10) || 'AKIAIOSFODNN7EXAMPLQ' WHERE id = 400")
        made.execute("UPDATE shops SET city = 'AKIAIOSFODNN7EXAMPLQ' WHERE name IN ('s1', 's30')")
    made.close()
    return tmp_path


def test_secrets_of_rows_behind_the_sample_are_masked_before_any_function(with_key: Path) -> None:
    """`substr` gave a key of the database in pieces."""
    with _indexed(with_key) as handle:
        ((shop, amount),) = handle.query_tables("SELECT shop, amount FROM sales_rows WHERE id = 400").rows
        assert str(shop).startswith("a\n[secret:") and amount == 1200
        pieces = "SELECT substr(shop, 1, 12), lower(shop), 'x' || shop FROM sales_rows WHERE id = 400"
        assert "akia" not in str(handle.query_tables(pieces).rows).lower()
        assert handle.query_tables("SELECT count(*) FROM sales_rows WHERE shop LIKE '%AKIA%'").rows == ((0,),)


def test_a_secret_is_known_by_its_header_or_by_another_cell_of_its_row(tmp_path: Path) -> None:
    """In the sample they were masked, and SQL over all rows showed them."""
    _sqlite(tmp_path)
    with sqlite3.connect(tmp_path / "shop.db") as made:
        made.execute("CREATE TABLE settings (name TEXT, id INTEGER, value TEXT)")
        made.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, api_key TEXT)")
        keys = [hashlib.sha256(str(n).encode()).hexdigest()[:24] for n in range(30)]
        made.executemany("INSERT INTO users VALUES (?, ?, ?)", [(n, f"user|{n}", key) for n, key in enumerate(keys)])
        named = [("payment_api_key" if n == 25 else f"colour{n}", n, key) for n, key in enumerate(keys)]
        made.executemany("INSERT INTO settings VALUES (?, ?, ?)", named)
    made.close()
    with _indexed(tmp_path) as handle:
        for shown in ("api_key", "substr(api_key, 1, 9)", "api_key AS x"):
            ((found, name),) = handle.query_tables(f"SELECT {shown}, name FROM users_rows WHERE id = 25").rows
            assert str(found).startswith("[secret:") and name == "user|25"
        for sql in (
            "SELECT value FROM settings_rows WHERE id = 25",
            "SELECT max(value) FROM settings_rows WHERE id = 25",
        ):
            assert str(handle.query_tables(sql).rows[0][0]).startswith("[secret:")
        assert handle.query_tables("SELECT value FROM settings_rows WHERE id = 24").rows == ((keys[24],),)
        assert handle.query_tables("SELECT count(*) FROM settings_rows WHERE id > 3").rows == ((26,),)


def test_passwords_that_people_made_up_are_masked_in_every_row(tmp_path: Path) -> None:
    """`hunter2` in a column that is called `password` was given, in the sample and behind it."""
    _sqlite(tmp_path)
    with sqlite3.connect(tmp_path / "shop.db") as made:
        made.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, password TEXT)")
        made.executemany("INSERT INTO users VALUES (?, ?, ?)", [(n, f"user {n}", f"hunter{n}") for n in range(60)])
    made.close()
    with _indexed(tmp_path) as handle:
        rows = handle.query_tables("SELECT name, password FROM users_rows").rows
        assert len(rows) == 60 and all(str(row[1]).startswith("[secret:") for row in rows)
        assert not handle.query_tables("SELECT id FROM users_rows WHERE password LIKE 'hunter%'").rows


@pytest.mark.usefixtures("is_large")
def test_a_column_whose_header_tells_of_secrets_is_masked_or_refused_at_the_database(tmp_path: Path) -> None:
    _sqlite(tmp_path)
    with sqlite3.connect(tmp_path / "shop.db") as made:
        made.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, api_key TEXT)")
        keys = [hashlib.sha256(str(n).encode()).hexdigest()[:24] for n in range(30)]
        made.executemany("INSERT INTO users VALUES (?, ?)", enumerate(keys))
    made.close()
    with _indexed(tmp_path) as handle:
        ((found,),) = handle.query_tables("SELECT api_key FROM users_rows WHERE id = 25").rows
        assert str(found).startswith("[secret:")
        assert not handle.query_tables("SELECT api_key AS x FROM users_rows WHERE id = 25").rows


@pytest.mark.usefixtures("is_large")
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT password AS p FROM users_rows WHERE id = 25",
        "SELECT p FROM (SELECT password AS p, id FROM users_rows) WHERE id = 25",
        "WITH q AS (SELECT password AS p, id FROM users_rows) SELECT p FROM q WHERE id = 25",
        "SELECT u.password AS p FROM users_rows u JOIN users_rows o USING (id) WHERE id = 25",
        "SELECT 1 AS p, 2 AS x UNION SELECT password, id FROM users_rows WHERE id = 25",
        "SELECT id FROM users_rows WHERE password LIKE 'k%'",
        "SELECT max(password) FROM users_rows",
    ],
)
def test_the_name_of_a_column_tells_of_secrets_that_the_sample_does_not_have(tmp_path: Path, sql: str) -> None:
    """Under another name the passwords were shown as they are."""
    with sqlite3.connect(tmp_path / "shop.db") as made:
        made.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, password TEXT)")
        keys = [hashlib.sha256(str(n).encode()).hexdigest()[:24] for n in range(30)]
        made.executemany("INSERT INTO users VALUES (?, ?)", [(n, key if n > 20 else "") for n, key in enumerate(keys)])
    made.close()
    with _indexed(tmp_path) as handle:
        try:
            found = repr(handle.query_tables(sql))
        except TableQueryError as error:
            found = error.hint
        assert "holds secrets" in found
        assert not any(key in found for key in keys)
        ((shown,),) = handle.query_tables("SELECT password FROM users_rows WHERE id = 25").rows
        assert str(shown).startswith("[secret:")


@pytest.mark.usefixtures("is_large")
def test_no_piece_of_a_secret_comes_from_a_database_that_computes(with_key: Path) -> None:
    with _indexed(with_key) as handle:
        for piece in (
            "substr(shop, 3, 10)",
            "lower(shop)",
            "'x' || shop",
            "replace(shop, 'A', 'B')",
            "trim(shop, 'A')",
        ):
            found = handle.query_tables(f"SELECT {piece} FROM sales_rows WHERE id = 400")
            assert not found.rows and "piece of a secret" in found.notes[0], piece
        ((shop,),) = handle.query_tables("SELECT shop FROM sales_rows WHERE id = 400").rows
        assert "[secret:" in str(shop)


@pytest.mark.parametrize("most_read", [0, 100_000])
def test_where_secrets_are_kept_nothing_is_refused_for_them(
    with_key: Path, monkeypatch: pytest.MonkeyPatch, most_read: int
) -> None:
    """The guard refused to ask for a column in which the sample has a key, though it is shown everywhere."""
    monkeypatch.setattr("citeline.tools.tables.whole_rows._MOST_READ", most_read)
    with _indexed(with_key, secrets="keep") as handle:
        found = handle.query_tables("SELECT count(*), max(substr(city, 1, 4)) FROM shops_rows WHERE city LIKE 'AKIA%'")
        assert found.rows == ((2, "AKIA"),)
