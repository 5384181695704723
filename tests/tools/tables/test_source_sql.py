"""What of a query a database is asked, and what is left to the sample because it would mean something else there."""

from __future__ import annotations

import pytest

from citeline.indexing.databases.asking import SourceTable
from citeline.tools.tables.guard import Guarded, Limits
from citeline.tools.tables.origins import NotAllRowsError
from citeline.tools.tables.source_sql import Sampled, SourceSql, source_sql

pytest.importorskip("sqlglot")

SALES = {
    "sales": Sampled(
        columns=("id", "price", "token"),
        at_source=SourceTable("", "sales", (("id", "number"), ("price", "text"), ("token", "text"))),
        texts=frozenset({"price", "token"}),
        unlike=frozenset({"price"}),
        secret=frozenset({"token"}),
    )
}


def _asked(sql: str, dialect: str = "sqlite") -> SourceSql:
    guarded = Guarded(Limits())
    with guarded.filling() as connection:
        connection.execute("CREATE TABLE sales (id INTEGER, price REAL, token TEXT)")
    guarded.tables["sales"] = ["id", "price", "token"]
    return source_sql(sql, SALES, dialect, 10, guarded.reached)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT max(price) FROM sales",
        "SELECT max(x) FROM (SELECT price AS x FROM sales)",
        "SELECT price p FROM sales ORDER BY p DESC",
        "SELECT id, price FROM sales ORDER BY price",
        "SELECT * FROM sales ORDER BY 2",
        "SELECT count(*) FROM sales WHERE coalesce(price, 0) > 500",
        "SELECT CASE price WHEN 3 THEN 1 ELSE 0 END FROM sales",
        "SELECT max(CAST(price AS REAL)) FROM sales",
    ],
)
def test_texts_that_the_index_reads_as_numbers_are_not_compared_as_texts(sql: str) -> None:
    """994 was told for the highest of prices up to 3,500, as computed by the database over all its rows."""
    with pytest.raises(NotAllRowsError):
        _asked(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT substr(token, 1, 10) FROM sales",
        "SELECT replace(token, 'AKIA', 'x') FROM sales",
        "SELECT id FROM sales WHERE token LIKE 'AKIA%'",
        "SELECT token AS id FROM sales GROUP BY id HAVING id > 'A'",
        "SELECT token || 'x' FROM sales",
        "SELECT CASE WHEN token > 'B' THEN 1 ELSE 0 END FROM sales",
    ],
)
def test_nothing_is_made_of_a_column_with_secrets(sql: str) -> None:
    """Only the answer is masked: in pieces a key passed."""
    with pytest.raises(NotAllRowsError, match="secrets"):
        _asked(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT price, token FROM sales",
        "SELECT * FROM sales WHERE id > 7",
        "SELECT id, token FROM sales ORDER BY id DESC",
        "SELECT max(id) FROM sales",
        "SELECT max(x) FROM (SELECT id AS x FROM sales)",
    ],
)
def test_what_means_the_same_there_is_asked(sql: str) -> None:
    assert _asked(sql).text.startswith("SELECT")


@pytest.mark.parametrize(
    "sql",
    [
        "WITH p(a, x, y) AS (SELECT * FROM sales) SELECT substr(y, 1, 10) FROM p",
        "WITH p(a, x, y) AS (SELECT * FROM sales) SELECT max(x) FROM p",
        "SELECT max(x) FROM (SELECT 1 AS a, 2 AS x, 'z' AS y UNION ALL SELECT * FROM sales)",
        "SELECT substr(p.c, 1, 3) FROM sales AS p(a, b, c)",
        "SELECT one.id FROM sales AS one JOIN sales AS other USING (price)",
        "SELECT count(*) FROM sales AS one NATURAL JOIN sales AS other",
        "SELECT DISTINCT price FROM sales",
        "SELECT * FROM sales GROUP BY 2",
        "SELECT id, token FROM sales UNION SELECT id, price FROM sales",
        "SELECT id FROM sales WHERE EXISTS (SELECT * FROM sales)",
    ],
)
def test_such_a_column_is_not_reached_without_its_name(sql: str) -> None:
    """`*` names no column: keys were shown in pieces, and numbers compared as texts, behind a part of WITH."""
    with pytest.raises(NotAllRowsError):
        _asked(sql)


@pytest.mark.parametrize("sql", ["SELECT id / 2 FROM sales", "SELECT count(*) FILTER (WHERE id > 1) FROM sales"])
def test_what_mysql_has_in_another_way_is_not_sent_there(sql: str) -> None:
    assert _asked(sql, "postgres").text
    with pytest.raises(NotAllRowsError, match=r"write `"):
        _asked(sql, "mysql")


def test_a_limit_below_zero_is_not_sent() -> None:
    with pytest.raises(NotAllRowsError, match="LIMIT"):
        _asked("SELECT id FROM sales LIMIT -1", "postgres")
