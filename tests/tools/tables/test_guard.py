"""Which columns a statement reaches, as SQLite says it before the statement runs."""

from __future__ import annotations

import pytest

from citeline.tools.tables.guard import Guarded, Limits


@pytest.fixture
def guarded() -> Guarded:
    made = Guarded(Limits())
    for name, columns in (("t", ["a", "b", "c"]), ("u", ["b", "d"])):
        with made.filling() as connection:
            connection.execute(f"CREATE TABLE {name} ({', '.join(columns)})")
        made.tables[name] = columns
    return made


@pytest.mark.parametrize(
    ("sql", "reached"),
    [
        ("SELECT a FROM t", {"ta"}),
        ("SELECT count(*) FROM t", set()),
        ("SELECT * FROM t", {"ta", "tb", "tc"}),
        ("SELECT u.* FROM t JOIN u ON t.b = u.b", {"tb", "ub", "ud"}),
        ("SELECT max(x) FROM (SELECT b AS x, c FROM t)", {"tb", "tc"}),
        ("WITH p(x, y, z) AS (SELECT * FROM t) SELECT z FROM p", {"ta", "tb", "tc"}),
        ("SELECT d FROM u UNION SELECT a FROM t", {"ud", "ta"}),
        ("SELECT 1 FROM t WHERE a IN (SELECT d FROM u)", {"ta", "ud"}),
        ("SELECT 'a * b' FROM t ORDER BY c", {"tc"}),
        # SQLite does not say by which columns it joins.
        ("SELECT a FROM t NATURAL JOIN u", {"ta", "tb", "tc", "ub", "ud"}),
        ("SELECT a FROM t JOIN (SELECT d AS b FROM u) USING (b)", {"ta", "tb", "tc", "ub", "ud"}),
    ],
)
def test_what_a_statement_reaches_is_told_each_time(guarded: Guarded, sql: str, reached: set[str]) -> None:
    for _ in range(2):  # a prepared statement that is kept would not ask again
        found = {table + column for table, columns in guarded.reached(sql).items() for column in columns if column}
        assert found == reached
