"""Which queries tell the rows that they read."""

from __future__ import annotations

import pytest

from citeline.tools.tables.row_identity import plain_quotes, telling_rows

TELLING = {
    "select a from t": "select a, t.rowid from t",
    "select * from t as x where a = 'from u'": "select *, x.rowid from t as x where a = 'from u'",
    "select a from t x, [u v] y": "select a, x.rowid, y.rowid from t x, [u v] y",
    "select a from t left join u using (b) order by 1": (
        "select a, t.rowid, u.rowid from t left join u using (b) order by 1"
    ),
    "select t.a from t join u on u.b = t.b limit 2": "select t.a, t.rowid, u.rowid from t join u on u.b = t.b limit 2",
    "select sum(a) from t": "select sum(a), json_group_array(t.rowid) from t",
    "select round(avg(a), 2) from t": "select round(avg(a), 2), json_group_array(t.rowid) from t",
    "select a from t group by a": "select a, json_group_array(t.rowid) from t group by a",
    "select max(a), b from t": "select max(a), b, t.rowid from t",
    "select max(a), min(a) from t": "select max(a), min(a), json_group_array(t.rowid) from t",
    "select max(a, b) from t": "select max(a, b), t.rowid from t",
    "select sum(a) over (order by b) from t": "select sum(a) over (order by b), t.rowid from t",
    "select (select max(b) from u) from t": "select (select max(b) from u), t.rowid from t",
    "with c as (select 1) select a from t": "with c as (select 1) select a, t.rowid from t",
    "select a from t, json_each(t.b) j": "select a, t.rowid from t, json_each(t.b) j",
    "select a -- from u\nfrom t": "select a -- from u\n, t.rowid from t",
}


@pytest.mark.parametrize("sql", TELLING)
def test_a_row_is_asked_where_it_comes_from(sql: str) -> None:
    told = telling_rows(sql)
    assert told is not None
    assert "".join(told.sql.split()) == "".join(TELLING[sql].split())


@pytest.mark.parametrize(
    "sql",
    [
        "select distinct a from t",
        "select a from t union select a from u",
        "select a from (select a from t)",
        "select 1",
        "values (1)",
        "",
        ")(",
        "select a from",
    ],
)
def test_of_other_queries_nothing_is_claimed(sql: str) -> None:
    assert telling_rows(sql) is None


def test_a_name_in_double_quotes_stays_a_name() -> None:
    # SQLite takes one that it does not know for a text, and answers with that.
    assert plain_quotes("""select "a b", 'say "x"', "c]d" -- "e\n""") == """select [a b], 'say "x"', "c]d" -- "e\n"""
