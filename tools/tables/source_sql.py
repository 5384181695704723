"""A SELECT over tables of the index, as the SQL of the database that they are samples of.

Only what stands in the lists here gets there: a form or function that is not among them is refused, however harmless.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from citeline.indexing.databases.asking import Kind, SourceTable

if TYPE_CHECKING:
    from sqlglot.expressions.core import Expr

_FORMS: Final = frozenset(
    (  # noqa: SIM905 - as a list it fills two pages
        "Select From Join Where Group Having Order Ordered Limit Offset Column Identifier Table TableAlias Alias"
        " Literal Boolean Null Star Paren And Or Not EQ NEQ GT GTE LT LTE Is Between In Like Escape Add Sub Mul Div"
        " Mod Neg DPipe Case If Cast DataType DataTypeParam Distinct CTE With Subquery Union Intersect Except Window"
        " WindowSpec Filter Tuple Exists"
    ).split()
)
_FUNCTIONS: Final = frozenset(
    (  # noqa: SIM905
        "Count Sum Avg Min Max Least Greatest Abs Round Ceil Floor Coalesce Nullif Lower Upper Length Trim Substring"
        " Replace GroupConcat StrPosition RowNumber Rank DenseRank Ntile Lag Lead FirstValue LastValue TimeToStr"
        " TsOrDsToTimestamp"
    ).split()
)
"""As sqlglot calls them: those that SQLite, PostgreSQL and MySQL have, and that only compute."""
_TYPES: Final = frozenset(["INT", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL", "TEXT", "VARCHAR"])
"""What may be cast to."""
_AGGREGATES: Final = frozenset(["Count", "Sum", "Avg", "Min", "Max", "GroupConcat"])
_TRUTHS: Final = frozenset(["And", "Or", "Not", "Where", "Having", "If", "Paren"])


class NotAskableError(Exception):
    """Why the database cannot be asked for it."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """A table that the query names."""

    columns: tuple[str, ...]
    """Their names in SQL here, in the order of the source."""
    at_source: SourceTable
    unlike: frozenset[str]
    """Columns whose texts the index reads as numbers, dates or truth values."""
    secret: frozenset[str]
    """Text columns of which the sample has secrets."""


@dataclass(frozen=True, slots=True)
class SourceSql:
    """What is sent."""

    text: str
    is_plain: bool
    """Each row of its answer is a row of the tables, or one of a join."""


def source_sql(sql: str, tables: Mapping[str, Sampled], dialect: str, most: int) -> SourceSql:
    """The query for at most `most` rows; `tables` by the names that it uses, in small letters.

    Raises NotAskableError.
    """
    try:
        import sqlglot
        from sqlglot.errors import SqlglotError
    except ImportError:
        raise NotAskableError('sqlglot is missing: pip install "citeline[databases]"') from None
    try:
        (query,) = sqlglot.parse(sql, read="sqlite")
        if query is None:
            raise NotAskableError("nothing is asked")
        _check(query)
        _check_texts(query, tables)
        is_plain = not any(type(one).__name__ in {*_AGGREGATES, "Group", "Distinct", "Window"} for one in query.walk())
        _adapt(query, tables, dialect)
        _name_tables(query, tables, dialect)
        _limit(query, most)
        # A comment may be a statement to MySQL.
        text = query.sql(dialect=dialect, comments=False, unsupported_level=sqlglot.ErrorLevel.RAISE)
    except (SqlglotError, ValueError) as error:
        raise NotAskableError(f"it cannot be written in the SQL of {dialect}: {str(error)[:200]}") from None
    return SourceSql(text, is_plain)


def _check(query: Expr) -> None:
    """Refuse what is not in the lists."""
    if type(query).__name__ not in {"Select", "Union", "Intersect", "Except"}:
        raise NotAskableError("it is no SELECT")
    for one in query.walk():
        name = type(one).__name__
        if name not in _FORMS and name not in _FUNCTIONS:
            called = one.name.lower() if name == "Anonymous" else name.lower()
            raise NotAskableError(f"`{called}` is not asked of databases")
        if name == "DataType" and one.this.name not in _TYPES:
            raise NotAskableError(f"a cast to {one.this.name.lower()} is not asked of databases")
        if name == "With" and (one.args.get("recursive") or one.parent is not query):
            raise NotAskableError("WITH stands in front of the whole query, and without RECURSIVE")
        if name == "TimeToStr" and not one.args["format"].is_string:
            raise NotAskableError("the format of `strftime` is a text")
        if name == "Table" and (one.args.get("db") or one.args.get("catalog")):
            raise NotAskableError("tables are named without a schema")


def _check_texts(query: Expr, tables: Mapping[str, Sampled]) -> None:
    """Refuse numbers that are texts at the source, unless they are cast: there they would be compared as texts."""
    unlike = frozenset().union(*(table.unlike for table in tables.values()))
    secret = frozenset().union(*(table.secret for table in tables.values()))
    if unlike or secret:
        _check_by_name(query)
    is_ordered = query.args.get("order") is not None
    for column in _columns(query):
        name = column.name.lower()
        is_shown = column.parent is query and not is_ordered
        if name in secret and not is_shown:
            raise NotAskableError(
                f"`{column.name}` holds secrets: it is shown with their names, and nothing is made of it"
            )
        if name in unlike and not is_shown and type(column.parent).__name__ != "Cast":
            raise NotAskableError(f"`{column.name}` is text at the source: write `CAST({column.name} AS REAL)`")


def _check_by_name(query: Expr) -> None:
    """Refuse what reaches a column without its name, or hands it on under another: `*` in a subquery, `GROUP BY 2`."""
    for one in query.walk():
        name = type(one).__name__
        hands_on = name in {"Subquery", "With", "Union", "Intersect", "Except"}
        renames = name == "TableAlias" and one.args.get("columns")
        joins = name == "Join" and (one.args.get("using") or one.args.get("method"))
        is_distinct = name == "Distinct" and type(one.parent).__name__ == "Select"
        by_number = name == "Literal" and type(one.parent).__name__ in {"Group", "Ordered"}
        if hands_on or renames or joins or is_distinct or by_number or (name == "Select" and one is not query):
            raise NotAskableError("a table has texts that are numbers here, or secrets: ask it in one SELECT, by names")


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
    for column in [one for one in _columns(query) if one.name in truths]:
        parent = column.parent
        if type(parent).__name__ in _TRUTHS and not (isinstance(parent, exp.If) and column.arg_key != "this"):
            column.replace(exp.NEQ(this=column.copy(), expression=exp.Literal.number(0)))
    for like in list(query.find_all(exp.Like)):
        like.replace(exp.ILike(**like.args))


def _name_tables(query: Expr, tables: Mapping[str, Sampled], dialect: str) -> None:
    """In place of each table a subquery that reads it at the source, with the columns called as here."""
    from sqlglot import exp

    parts: list[Any] = query.args["with_"].expressions if query.args.get("with_") else []
    # A part of WITH sees those before it, and what is behind them sees all. Any other name is that of a table.
    within = {id(table): at for at, part in enumerate(parts) for table in part.find_all(exp.Table)}
    names = [part.alias for part in parts]
    if shared := set(names) & set(tables):
        raise NotAskableError(f"`{shared.pop()}` names a table and a part of the query")
    for number, inner in enumerate(query.find_all(exp.Subquery)):
        if not inner.alias and isinstance(inner.parent, exp.From | exp.Join):  # two of the three want a name
            inner.set("alias", exp.TableAlias(this=exp.to_identifier(f"part_{number}", quoted=True)))
    for table in list(query.find_all(exp.Table)):
        if table.name in tables:
            table.replace(_subquery(table, tables[table.name], dialect))
        elif table.name not in names[: within.get(id(table))]:
            raise NotAskableError(f"`{table.name}` is no table of this database")


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
        raise NotAskableError("LIMIT is followed by a number")
    if int(limit.expression.name) > most:
        limit.set("expression", exp.Literal.number(most))


def _columns(query: Expr) -> Iterator[Any]:
    from sqlglot import exp

    return iter(list(query.find_all(exp.Column)))
