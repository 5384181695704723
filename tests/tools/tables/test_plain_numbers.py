"""What is put around the values of a query that sums, and that it changes nothing of numbers."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.tools.tables.guard import Guarded, Limits
from citeline.tools.tables.plain_numbers import is_plain, with_checks, without_checks

CHECKED = {
    "select sum(a) from t": "select sum(<a>) from t",
    "select count(a), a * 2, * from t": "select count(a), a * 2, * from t",
    "select 'sum(a)', [sum] from t -- sum(a)": "select 'sum(a)', [sum] from t -- sum(a)",
    "select avg(distinct t.a) filter (where b > 1) from t": "select avg(distinct <t.a>) filter (where b > 1) from t",
    "select sum(a * b) from t": "select sum(<<a> * <b>>) from t",
    "select *, sum(-a) over (order by b) - b from t": "select *, sum(<-<a>>) over (order by b) - <b> from t",
    "select sum(round(a, b)), t.* from t": "select sum(<round(<a>, b)>), t.* from t",
    "select sum(case when a then b end + 1) from t": "select sum(<<case when a then b end> + 1>) from t",
    "select sum(2 * (select a from u)) from t": "select sum(<2 * <(select a from u)>>) from t",
    "select sum(a -> '$.b') from t where (a) + 1 in (2)": "select sum(<a -> '$.b'>) from t where <(a)> + 1 in (2)",
    "select sum(1) from t where not (a) % 2": "select sum(<1>) from t where not <(a)> % 2",
    "select sum(ifnull(a, b) / max(a, 1))": "select sum(<<ifnull(a, b)> / <max(a, 1)>>)",
    "select sum(a) over w + 1 from t window w as ()": "select sum(<a>) over w + 1 from t window w as ()",
    "select sum(a notnull - b), a isnull + 1 from t": "select sum(<a notnull - <b>>), a isnull + 1 from t",
    "select sum(a in (1, 2) * b), a in u * 2 from t": "select sum(<a in (1, 2) * <b>>), a in u * 2 from t",
}


@pytest.mark.parametrize("sql", CHECKED)
def test_what_is_summed_or_computed_with_is_checked(sql: str) -> None:
    checked = with_checks(sql)
    assert checked.replace("plain_number(", "<").replace("/*plain_number*/)", ">") == CHECKED[sql]
    assert without_checks(checked) == sql


@pytest.mark.timeout(10)
@pytest.mark.parametrize("sql", [f"select {'(' * 3_000}sum(a){') + 1' * 3_000}", f"select {'a+' * 9_000}sum(a)"])
def test_the_longest_query_is_read_in_no_time(sql: str) -> None:
    assert without_checks(with_checks(sql)) == sql


NUMBERS = st.none() | st.integers(-(2**63), 2**63 - 1) | st.integers(-9, 9) | st.floats(allow_nan=False)
TEXTS = st.sampled_from(["12", " 1.5 ", "-.5e3", "+7.", "1e999", "9" * 30])
"""SQLite takes all of such a text for a number."""
SUMS = """
SELECT sum(a), avg(a), total(a), typeof(sum(a)) FROM t
SELECT sum(DISTINCT a), count(DISTINCT a), avg(DISTINCT b) FROM t
SELECT sum(a) FILTER (WHERE b > 0), total(b) FILTER (WHERE a IS NULL) FROM t
SELECT b, sum(a * 0.5 - b / 2) AS s FROM t GROUP BY b HAVING total(a) > -1 ORDER BY s, b
SELECT a, sum(b) OVER (ORDER BY a ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW) FROM t
SELECT avg(a) OVER (PARTITION BY b % 2 ORDER BY a ROWS 2 PRECEDING) - round(b, 1) FROM t
SELECT sum(CASE WHEN a > b THEN a ELSE -b END + 1), sum(a = b), abs(min(a)) - max(b) FROM t
WITH p(x) AS (SELECT a FROM t UNION ALL SELECT b + 1 FROM t) SELECT sum(x), (SELECT total(a) FROM t) * 2 FROM p
"""


@given(st.lists(st.tuples(NUMBERS | TEXTS, NUMBERS)), st.sampled_from(SUMS.strip().split("\n")))
def test_numbers_are_summed_as_sqlite_does(rows: list[tuple[object, object]], sql: str) -> None:
    with closing(Guarded(Limits())) as made:
        _fill(made, rows)
        assert _answer(made, with_checks(sql)) == _answer(made, sql)


@given(st.lists(st.text("0123456789.,+-eE $%/x\t") | NUMBERS, min_size=1))
def test_any_text_that_is_no_number_ends_a_sum(values: list[object]) -> None:
    with closing(Guarded(Limits())) as made:
        _fill(made, [(value, 1) for value in values])
        ended = "raised exception" in str(_answer(made, with_checks("SELECT sum(a) FROM t")))
        # To a column of numbers SQLite turns each text that it takes for one into a number.
        with made.filling() as connection:
            connection.execute("CREATE TABLE n (a NUMERIC)")
            connection.executemany("INSERT INTO n VALUES (?)", [(value,) for value in values])
            texts = connection.execute("SELECT a FROM n WHERE typeof(a) = 'text'").fetchall()
        assert ended == bool(texts) == (not all(is_plain(value) for value in values if isinstance(value, str)))


def _fill(made: Guarded, rows: list[tuple[object, object]]) -> None:
    with made.filling() as connection:
        connection.execute("CREATE TABLE t (a, b)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", rows)
    made.tables["t"] = ["a", "b"]


def _answer(made: Guarded, sql: str) -> object:
    try:
        return made.read(sql, 1_000)
    except sqlite3.Error as error:
        return str(error)
