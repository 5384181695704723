"""What people write in the SQL of other programs, and sums that would silently be wrong: errors that teach."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from .catalog import TypedTable
from .columns import Column, Value
from .errors import TableQueryError
from .numbers import read_number
from .sums import summed_columns

_FOREIGN: Final[tuple[tuple[str, str], ...]] = (
    (r"^\s*(?:describe|desc|show)\b", "`citeline tables` lists the tables with their columns"),
    (r"\bselect\s+(?:distinct\s+)?top\s*\(?\s*\d", "write `LIMIT 5` at the end in place of `TOP 5`"),
    (r"\bfetch\s+(?:first|next)\b", "write `LIMIT 5` in place of `FETCH FIRST 5 ROWS ONLY`"),
    (r"\bconcat(?:_ws)?\s*\(", "join texts by `a || b` in place of `CONCAT(a, b)`"),
    (r"\bisnull\s*\(|\bnvl\s*\(", "write `ifnull(a, b)`"),
    (r"\blen\s*\(", "write `length(a)`"),
    (r"\b(?:left|right)\s*\(", "write `substr(a, 1, 3)` for `LEFT(a, 3)`, `substr(a, -3)` for `RIGHT(a, 3)`"),
    (r"\b(?:getdate|now|curdate|sysdate)\s*\(", "write `date('now')`"),
    (r"\b(?:year|month|day|extract|date_(?:trunc|part)|to_char)\s*\(", "write `strftime('%Y', a)` for a year"),
    (r"\bilike\b", "write `LIKE`, which does not look at the case of letters"),
    (r"::\s*\w", "write `CAST(a AS INTEGER)` in place of `a::int`"),
)  # fmt: skip
"""What a query has that SQLite does not know, and what to write."""
_HINTS: Final = [(re.compile(pattern, re.IGNORECASE), hint) for pattern, hint in _FOREIGN]
_WIDTH: Final = re.compile(r"%[-+ 0#,!]*(?:\*|\d{7,})|%[-+ 0#,!\d]*\.(?:\*|\d{7,})")
_PRINTF: Final = re.compile(r"\b(?:printf|format)\s*\(", re.IGNORECASE)
_OF_ALL: Final = re.compile(r"\b(sum|avg|total|count|group_concat)\s*\(|\b(min|max)\s*\([^(),]*\)", re.IGNORECASE)
"""What says something of all rows; `max(a, b)` is of one."""
_QUOTED: Final = re.compile(r"'[^']*'|\"[^\"]*\"")
_LOOKED_AT: Final = 200


def dialect_hint(sql: str, message: str) -> str:
    """What to write in place of what another program understands; empty where nothing of it is known."""
    if "syntax" not in message and "no such function" not in message and "unrecognized" not in message:
        return ""
    return next((hint for pattern, hint in _HINTS if pattern.search(sql)), "")


def check_formats(sql: str) -> None:
    """Refuse a width that SQLite would answer with an empty cell. Raises TableQueryError."""
    if _PRINTF.search(sql) and (width := _WIDTH.search(sql)):
        raise TableQueryError(
            "limit", f"`{width[0]}` may make a text of any length", hint="write a width of at most six digits"
        )


def check_samples(sql: str, sampled: Mapping[str, str], unasked: str = "") -> None:
    """Refuse what is computed of a table, by name, of which the index has only so many rows; `unasked` says why its
    database was not asked. Raises TableQueryError.
    """
    found = _OF_ALL.search(_QUOTED.sub("x", sql))
    if found is None or not sampled:
        return
    table, rows = next(iter(sampled.items()))
    raise TableQueryError(
        "refused",
        f"`{(found[1] or found[2]).lower()}` would be of the {rows} rows of `{table}` that the index has"
        + (", and the others were not asked" if unasked else ""),
        hint=unasked
        or "`sample` in citeline.toml says how many rows of a database the index has, up to 1,000; of a large file "
        "CITELINE_MAX_FILE_BYTES says it. Rows can be asked for as they are",
    )


def check_sums(sql: str, tables: Mapping[str, TypedTable]) -> None:
    """Refuse the sum of a column of texts: SQLite takes `24/7` for 24, and any word for 0. `tables` are by the names
    that the query uses. Raises TableQueryError.
    """
    for summed in summed_columns(sql, tables):
        found = [_column(table, summed.column) for table in summed.tables]
        # Of two tables that have such a column, one with numbers may be meant.
        if all(column.type == "text" for column, _ in found):
            for column, values in found:
                if texts := [*_texts_in(values)]:
                    raise _text_error(summed.function, column, texts)


def _column(table: TypedTable, name: str) -> tuple[Column, Sequence[Value]]:
    return next(one for one in zip(table.columns, table.values, strict=True) if one[0].name == name)


def _texts_in(values: Sequence[Value]) -> Iterator[str]:
    """Some different texts, those first that look like numbers."""
    texts = list(dict.fromkeys(value for value in values if isinstance(value, str)))[:_LOOKED_AT]
    yield from sorted(texts, key=lambda text: not any(read_number(text, point) for point in (".", ",")))


def _text_error(function: str, column: Column, examples: Sequence[str]) -> TableQueryError:
    unlike = {"".join(char for char in text if not char.isdecimal()).strip(): text for text in examples}
    shown = " and ".join(f"`{text}`" for text in list(unlike.values())[:2])
    return TableQueryError(
        "refused",
        f"`{function.lower()}` of `{column.name}`, which is text such as {shown}",
        hint=f"its cells have several units or ways of writing: choose some by `WHERE {column.name} LIKE …`, and take "
        f"the number out by `CAST(replace({column.name}, '$', '') AS REAL)`",
    )
