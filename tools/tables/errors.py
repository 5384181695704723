"""What is wrong with a query over tables, and what to write instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from citeline.errors import UsageError
from citeline.patterns import re

ErrorKind: TypeAlias = Literal["syntax", "name", "refused", "limit"]
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
_SHOWN: Final = 60
"""Characters of a cell."""


class TableQueryError(UsageError):
    """SQL that cannot be answered as it stands."""

    def __init__(self, kind: ErrorKind, message: str, *, hint: str) -> None:
        super().__init__(message, remedy=hint)
        self.kind: ErrorKind = kind
        """`refused` is what would do more than read, `limit` what takes too long or needs too much memory."""
        self.message = message
        self.hint = hint

    def to_json(self) -> dict[str, Any]:
        """The printed form: `{"error": {"type", "message", "hint"}}`."""
        return {"error": {"type": self.kind, "message": self.message, "hint": self.hint}}


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


def text_error(text: str, column: str) -> TableQueryError:
    """Of a text that stands where a number is summed or computed with; `column` is empty where it cannot be told."""
    name = column or "a"
    return TableQueryError(
        "refused",
        f"a sum {f'of `{column}` ' if column else ''}meets `{text[:_SHOWN]}`, which is text",
        hint=f"leave such cells out by `WHERE typeof({name}) <> 'text'`, or choose some of one way of writing by "
        f"`WHERE {name} LIKE …` and take the number out by `CAST(replace({name}, '$', '') AS REAL)`",
    )


def unchecked_error() -> TableQueryError:
    """Of a query that sums in a form of SQL in which values are not told from what stands around them."""
    return TableQueryError(
        "refused",
        "the query sums and reads texts, and in this form texts among the numbers would not be noticed",
        hint="put parentheses around each value that is computed with, as in `sum((a COLLATE nocase) + 1)`",
    )
