"""A SELECT over tables of the index, as the SQL of the database that they are samples of.

Only what stands in the lists here gets there, and means the same in each kind of database: a form or function that is
not among them is refused, however harmless.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from citeline.dataclass import dataclass
from citeline.indexing.databases.asking import Kind, SourceTable

from .origins import NotAllRowsError

if TYPE_CHECKING:
    from sqlglot.expressions.core import Expr

Reached: TypeAlias = Callable[[str], Mapping[str, Collection[str]]]
"""The columns that a statement of SQLite may read, by table. Raises sqlite3.Error."""
_FORMS: Final = frozenset(
    (  # noqa: SIM905 - as a list it fills two pages
        "Select From Join Where Group Having Order Ordered Limit Offset Column Identifier Table TableAlias Alias"
        " Literal Boolean Null Star Paren And Or Not EQ NEQ GT GTE LT LTE Is Between In Like Escape Add Sub Mul Div"
        " Neg Case If Cast DataType DataTypeParam Distinct CTE With Subquery Union Intersect Except Window"
        " WindowSpec Filter Tuple Exists"
    ).split()
)
_FUNCTIONS: Final = frozenset(
    (  # noqa: SIM905
        "Count Sum Avg Min Max Abs Round Ceil Floor Coalesce Nullif Length RowNumber Rank DenseRank Ntile Lag Lead"
        " FirstValue LastValue TimeToStr TsOrDsToTimestamp Date"
    ).split()
)
"""As sqlglot calls them: those that SQLite, PostgreSQL and MySQL have, and that only compute."""
_OF_TEXTS: Final = frozenset(["Lower", "Upper", "Trim", "Substring", "Replace", "DPipe"])
"""They make other texts, in which no secret is known any more."""
_NUMBERS: Final = frozenset(["FLOAT", "DOUBLE"])
"""What may be cast to; to an integer the one cuts and the other rounds."""
_AGGREGATES: Final = frozenset(["Count", "Sum", "Avg", "Min", "Max", "Group", "Distinct", "Window"])
_TRUTHS: Final = frozenset(["And", "Or", "Not", "Where", "Having", "If", "Paren"])


@dataclass(frozen=True, slots=True)
class Sampled:
    """A table that the query names."""

    columns: tuple[str, ...]
    """Their names in SQL here, in the order of the source."""
    at_source: SourceTable
    texts: frozenset[str] = frozenset()
    """Columns that are text at the source, or of a type of its own."""
    unlike: frozenset[str] = frozenset()
    """Of these, the ones whose texts the index reads as numbers, dates or truth values."""
    secret: frozenset[str] = frozenset()
    """Of these, the ones of which the sample has secrets."""


@dataclass(frozen=True, slots=True)
class SourceSql:
    """What is sent."""

    text: str
    is_plain: bool
    """Each row of its answer is a row of the tables, or one of a join."""


def source_sql(
    sql: str, tables: Mapping[str, Sampled], dialect: str, most: int, reached: Reached, *, is_masked: bool = True
) -> SourceSql:
    """The query for at most `most` rows; `tables` by the names that it uses, in small letters. Of an answer that
    `is_masked` no text is made of others.

    Raises NotAllRowsError.
    """
    try:
        import sqlglot
        from sqlglot.errors import SqlglotError
    except ImportError:
        raise NotAllRowsError('sqlglot is missing: pip install "citeline[databases]"') from None
    try:
        (query,) = sqlglot.parse(sql, read="sqlite")
        if query is None:
            raise NotAllRowsError("nothing is asked")
        _check(query, dialect)
        _check_columns(query, tables, reached, is_masked)
        is_plain = not any(type(one).__name__ in _AGGREGATES for one in query.walk())
        _adapt(query, tables, dialect)
        _name_tables(query, tables, dialect)
        _limit(query, most)
        # A comment may be a statement to MySQL.
        text = query.sql(dialect=dialect, comments=False, unsupported_level=sqlglot.ErrorLevel.RAISE)
    except (SqlglotError, sqlite3.Error, ValueError) as error:
        raise NotAllRowsError(f"it cannot be written in the SQL of {dialect}: {str(error)[:200]}") from None
    return SourceSql(text, is_plain)


def _check(query: Expr, dialect: str) -> None:
    """Refuse what is not in the lists, and what means something else at the source."""
    if type(query).__name__ not in {"Select", "Union", "Intersect", "Except"}:
        raise NotAllRowsError("it is no SELECT")
    for one in query.walk():
        name = type(one).__name__
        if name not in _FORMS | _FUNCTIONS | _OF_TEXTS:
            called = one.name.lower() if name == "Anonymous" else name.lower()
            raise NotAllRowsError(f"`{called}` is not asked of databases")
        if name == "DataType" and one.this.name not in _NUMBERS:
            raise NotAllRowsError(f"a cast to {one.this.name.lower()} is not asked of databases: only one to REAL")
        if name == "With" and (one.args.get("recursive") or one.parent is not query):
            raise NotAllRowsError("WITH stands in front of the whole query, and without RECURSIVE")
        if name == "TimeToStr" and not one.args["format"].is_string:
            raise NotAllRowsError("the format of `strftime` is a text")
        if name == "Table" and (one.args.get("db") or one.args.get("catalog")):
            raise NotAllRowsError("tables are named without a schema")
        if name in {"Min", "Max"} and one.expressions:
            raise NotAllRowsError(f"`{name.lower()}` of several values is not asked of databases: write CASE")
        if name == "Substring" and type(one.args.get("start")).__name__ != "Literal":
            raise NotAllRowsError("`substr` counts from the end or from a computed place: databases differ in that")
        if name == "Div" and dialect == "mysql" and not any(map(_is_real, one.iter_expressions())):
            raise NotAllRowsError("`/` of two integers is none in MySQL: write `* 1.0` behind the first of them")
        if name == "Filter" and dialect == "mysql":
            raise NotAllRowsError("MySQL knows no FILTER: write `count(CASE WHEN … THEN 1 END)`")
        if name == "Date" and type(one.this).__name__ != "Column":
            raise NotAllRowsError("`date` of anything but a column is not asked of databases")


def _is_real(value: Expr) -> bool:
    """Whether a number surely has a fraction, however long."""
    return any(
        type(one).__name__ in {"Cast", "Avg"} or (type(one).__name__ == "Literal" and "." in one.name)
        for one in value.walk()
    )


def _check_columns(query: Expr, tables: Mapping[str, Sampled], reached: Reached, is_masked: bool) -> None:
    """Refuse numbers that are texts at the source, where they are more than shown: there they would be compared as
    texts. And of secrets, which are masked in the answer, whatever could spell them out.
    """
    used = {name.lower(): columns for name, columns in reached(_without_shown(query).sql("sqlite")).items()}
    makes_texts = next((one for one in query.walk() if type(one).__name__ in _OF_TEXTS), None)
    for name, table in tables.items():
        columns = set(used.get(name, ()))
        if secret := columns & table.secret:
            raise NotAllRowsError(f"`{min(secret)}` holds secrets: it is shown masked, and nothing is made of it")
        if unlike := columns & table.unlike:
            raise NotAllRowsError(f"`{min(unlike)}` is text at the source: it is shown, and nothing is made of it")
        if makes_texts is not None and is_masked and (texts := columns & table.texts):
            made = makes_texts.sql("sqlite")[:80]
            raise NotAllRowsError(
                f"`{made}` may hold a piece of a secret: where `{min(texts)}` is read, texts stay whole"
            )


def _without_shown(query: Expr) -> Expr:
    """The query without columns that it only shows: those of one SELECT that are neither sorted, grouped nor computed
    with.
    """
    from sqlglot import exp

    if not isinstance(query, exp.Select) or query.args.get("distinct"):
        return query
    # `ORDER BY 2` and `ORDER BY p` mean what is shown.
    parts = [query.args[key] for key in ("order", "group", "having") if query.args.get(key)]
    if any(part.find(exp.Literal) for part in parts if not isinstance(part, exp.Having)):
        return query
    named = {column.name.lower() for part in parts for column in part.find_all(exp.Column)}
    rest = query.copy()
    for shown in list(rest.expressions):
        # Under another name its header does not tell any more that it is a secret.
        if isinstance(shown, exp.Column | exp.Star) and shown.name.lower() not in named:
            shown.replace(exp.Null())
    return rest


def _adapt(query: Expr, tables: Mapping[str, Sampled], dialect: str) -> None:
    """Names in any case of letters, truth values as 1 and 0, and LIKE that does not look at the case of letters."""
    from sqlglot import exp

    truths = {
        name
        for table in tables.values()
        for name, (_, kind) in zip(table.columns, table.at_source.columns, strict=True)
        if kind == "boolean"
    }
    for name in list(query.find_all(exp.Identifier)):
        name.replace(exp.to_identifier(name.name.lower(), quoted=True))
    if dialect != "postgres":
        return
    for column in [one for one in query.find_all(exp.Column) if one.name in truths]:
        parent = column.parent
        if type(parent).__name__ in _TRUTHS and not (isinstance(parent, exp.If) and column.arg_key != "this"):
            column.replace(exp.NEQ(this=column.copy(), expression=exp.Literal.number(0)))
    for like in list(query.find_all(exp.Like)):
        like.replace(exp.ILike(**like.args))
    for rounded in list(query.find_all(exp.Round)):  # 2.5 of floating point to 2, and to so many digits not at all
        rounded.set("this", exp.cast(rounded.this, "decimal"))


def _name_tables(query: Expr, tables: Mapping[str, Sampled], dialect: str) -> None:
    """In place of each table a subquery that reads it at the source, with the columns called as here."""
    from sqlglot import exp

    parts: list[Any] = query.args["with_"].expressions if query.args.get("with_") else []
    # A part of WITH sees those before it, and what is behind them sees all. Any other name is that of a table.
    within = {id(table): at for at, part in enumerate(parts) for table in part.find_all(exp.Table)}
    names = [part.alias for part in parts]
    if shared := set(names) & set(tables):
        raise NotAllRowsError(f"`{shared.pop()}` names a table and a part of the query")
    for number, inner in enumerate(query.find_all(exp.Subquery)):
        if not inner.alias and isinstance(inner.parent, exp.From | exp.Join):  # two of the three want a name
            inner.set("alias", exp.TableAlias(this=exp.to_identifier(f"part_{number}", quoted=True)))
    for table in list(query.find_all(exp.Table)):
        if table.name in tables:
            table.replace(_subquery(table, tables[table.name], dialect))
        elif table.name not in names[: within.get(id(table))]:
            raise NotAllRowsError(f"`{table.name}` is no table of this database")


def _subquery(table: Any, of: Sampled, dialect: str) -> Expr:
    from sqlglot import exp

    chosen = [
        exp.alias_(_as_here(exp.column(exp.to_identifier(name, quoted=True)), kind, dialect), here, quoted=True)
        for here, (name, kind) in zip(of.columns, of.at_source.columns, strict=True)
    ]
    source = exp.table_(
        exp.to_identifier(of.at_source.name, quoted=True),
        db=exp.to_identifier(of.at_source.schema, quoted=True) if of.at_source.schema else None,
    )
    inner = exp.select(*chosen).from_(source)
    joins = table.args.get("joins")
    found = inner.subquery(exp.to_identifier(table.alias or table.name, quoted=True))
    if joins:
        found.set("joins", joins)
    return found


def _as_here(column: Expr, kind: Kind, dialect: str) -> Expr:
    """Dates are texts here, as in SQLite; PostgreSQL compares truth values, identities and documents with nothing but
    their like too.
    """
    from sqlglot import exp

    if dialect == "postgres" and kind not in ("number", "text"):
        return exp.cast(column, "int" if kind == "boolean" else "text")
    return exp.cast(column, "char") if dialect == "mysql" and kind == "date" else column


def _limit(query: Any, most: int) -> None:
    from sqlglot import exp

    limit = query.args.get("limit")
    if limit is None:
        query.set("limit", exp.Limit(expression=exp.Literal.number(most)))
        return
    # `-1` is an integer too, and means none here and an error elsewhere.
    if not (isinstance(limit, exp.Limit) and isinstance(limit.expression, exp.Literal) and limit.expression.is_int):
        raise NotAllRowsError("LIMIT is followed by a number")
    if int(limit.expression.name) > most:
        limit.set("expression", exp.Literal.number(most))
