"""Turns the text of a query into its tree."""

from __future__ import annotations

from .mistakes import Mistake
from .parse_steps import read_query
from .repair import to_error
from .syntax import Query


def parse(text: str) -> Query:
    """The tree of a query. Raises DocQLError of kind `syntax`, in time linear in the text."""
    try:
        return read_query(text)
    except Mistake as mistake:
        raise to_error(mistake, text) from None
