"""A SQLite database in memory that can be read and nothing else."""

from __future__ import annotations

import re
import sqlite3
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Final

from citeline.dataclass import dataclass

from ..docql.language.errors import DocQLError
from ..docql.language.patterns import compile_pattern
from .plain_numbers import CHECK, is_plain, without_checks

_FUNCTIONS: Final = frozenset(
    (  # noqa: SIM905 - as a list it fills two pages
        "-> ->> abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling char coalesce concat concat_ws cos cosh"
        " count cume_dist current_date current_time current_timestamp date datetime degrees dense_rank exp first_value"
        " floor format glob group_concat hex if ifnull iif instr json json_array json_array_length json_extract"
        " json_group_array json_group_object json_insert json_object json_patch json_quote json_remove json_replace"
        " json_set json_type json_valid julianday lag last_value lead length like likelihood likely ln log log10 log2"
        " lower ltrim max median min mod nth_value ntile nullif octet_length percent_rank pi pow power printf quote"
        " radians random rank regexp replace round row_number rtrim sign sin sinh soundex sqlite_version sqrt strftime"
        " string_agg substr substring sum tan tanh time timediff total trim trunc typeof unhex unicode unixepoch"
        " unlikely upper"
    ).split()
)
"""Those that compute; `load_extension`, `fts3_tokenizer` and whatever a later SQLite brings are not among them."""
_TABLE_FUNCTIONS: Final = frozenset(["json_each", "json_tree"])
_BY_NAME: Final = re.compile(r"\b(?:natural|using)\b", re.IGNORECASE)
"""A join by columns of the same name, about which the authorizer is not asked."""
_STEPS: Final = 10_000
"""Of SQLite's machine between two looks at the clock, some 0.1 ms."""
_PAGE_BYTES: Final = 4096


@dataclass(frozen=True, slots=True)
class Limits:
    """What one query may cost."""

    seconds: float = 5.0
    memory_bytes: int = 256 * 1024 * 1024
    """Of the tables that it names; sorting goes to a temporary file beyond 2 MB."""
    cell_bytes: int = 1_000_000
    """Of one value, as long as it is computed."""
    result_bytes: int = 32 * 1024 * 1024


class Guarded:
    """A connection; what it refuses raises sqlite3.DatabaseError.

    The authorizer is asked about everything that a statement does before it runs.
    """

    def __init__(self, limits: Limits) -> None:
        self.tables: dict[str, Sequence[str]] = {}
        """What may be read: names of tables, with their columns."""
        self.refused = ""
        """What the last statement wanted to do and may not."""
        self.wrong: DocQLError | None = None
        """What is wrong with a pattern."""
        self.text: str | None = None
        """What stands where a number is summed or computed with."""
        self._limits = limits
        self.start()
        self._filling = False
        self._reached: defaultdict[str, set[str]] = defaultdict(set)
        # The authorizer is asked when a statement is prepared, and of one that is kept never again.
        self._connection = connection = sqlite3.connect(":memory:", isolation_level=None, cached_statements=0)
        connection.execute(f"PRAGMA max_page_count = {limits.memory_bytes // _PAGE_BYTES}")
        connection.execute("PRAGMA temp_store = FILE")
        connection.execute("SELECT 1 FROM json_each('[]'), json_tree('[]')")  # they are made on first use
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits.cell_bytes)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 500)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.create_function("regexp", 2, self._matches, deterministic=True)
        connection.create_function(CHECK, 1, self._number, deterministic=True)
        connection.set_authorizer(self._allow)
        connection.set_progress_handler(self.is_late, _STEPS)

    def start(self) -> None:
        """Begin to count the seconds: what the index has done before is not what the query costs."""
        self._until = time.monotonic() + self._limits.seconds

    def is_late(self, share: float = 1.0) -> bool:
        """Whether the seconds are over, or this share of them."""
        return time.monotonic() > self._until - (1 - share) * self._limits.seconds

    @contextmanager
    def filling(self) -> Iterator[sqlite3.Connection]:
        """The connection, for what we write ourselves."""
        self._filling = True
        try:
            yield self._connection
        finally:
            self._filling = False

    def reached(self, sql: str) -> Mapping[str, Collection[str]]:
        """The columns that a statement may read, by table. It is prepared, and does not run."""
        self.refused = ""
        self._reached.clear()
        self._connection.execute(f"EXPLAIN {sql}").close()
        return dict(self.tables) if _BY_NAME.search(sql) else {name: self._reached[name] for name in self.tables}

    def holds_text(self, table: str, columns: Collection[str]) -> bool:
        """Whether one of these columns has a text in a row."""
        looked = " OR ".join(f"typeof({quoted(name)}) = 'text'" for name in self.tables[table] if name in columns)
        found = looked and self._connection.execute(f"SELECT 1 FROM {quoted(table)} WHERE {looked} LIMIT 1").fetchone()
        return bool(found)

    def read(self, sql: str, most: int) -> tuple[list[str], list[tuple[object, ...]]]:
        """Names of the columns, and up to `most` rows."""
        self.refused = ""
        cursor = self._connection.execute(sql)
        rows: list[tuple[object, ...]] = []
        size = 0
        try:
            for row in islice(cursor, most):
                rows.append(row)
                size += _size(row)
                if size > self._limits.result_bytes:
                    raise sqlite3.DataError("the result is too large")
            return [without_checks(column[0]) for column in cursor.description or ()], rows
        finally:
            cursor.close()

    def close(self) -> None:
        """Let go of the memory."""
        self._connection.close()

    def _matches(self, pattern: object, text: object) -> bool | None:
        """`text REGEXP pattern`; RE2, which takes time in proportion to the text, whatever the pattern."""
        if pattern is None or text is None:
            return None
        try:
            return compile_pattern(str(pattern)).search(str(text))
        except DocQLError as error:
            self.wrong = error
            raise

    def _number(self, value: str | bytes | float | None) -> str | bytes | float | None:
        """The value, if it is no text; SQLite ends the statement and keeps what is raised to itself."""
        if isinstance(value, str) and not is_plain(value):
            self.text = value
            raise ValueError(f"{value!r} is no number")
        return value

    def _allow(self, action: int, first: str | None, second: str | None, *_: str | None) -> int:
        if self._filling or action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE):
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_READ:
            # Without a column only rows are counted, of a subquery with a name too.
            if first in self.tables or first in _TABLE_FUNCTIONS or not second:
                self._reached[str(first)].add(str(second))
                return sqlite3.SQLITE_OK
            self.refused = f"reading `{first}`"
        elif action == sqlite3.SQLITE_FUNCTION:
            if str(second).lower() in _FUNCTIONS | {CHECK}:
                return sqlite3.SQLITE_OK
            self.refused = f"the function `{second}`"
        else:
            self.refused = self.refused or "anything but SELECT"
        return sqlite3.SQLITE_DENY


def _size(row: Sequence[object]) -> int:
    return sum(len(value) if isinstance(value, str | bytes) else 8 for value in row)


def quoted(name: str) -> str:
    """A name of a table or column in double quotes, whatever it has."""
    return '"' + name.replace('"', '""') + '"'
