"""Tables of every format as data: named, with typed columns, and asked in SQL that can only read.

Owns the names and types that SQL sees. Parses no file: rows come from the index, and each answer names their lines.
"""

from .catalog import TableCatalog, TableEntry, TypedTable
from .columns import Column
from .errors import TableQueryError
from .query import query_tables
from .result import TableResult
from .rows import Lines

__all__ = [
    "Column",
    "Lines",
    "TableCatalog",
    "TableEntry",
    "TableQueryError",
    "TableResult",
    "TypedTable",
    "query_tables",
]
