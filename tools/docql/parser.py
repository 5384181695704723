"""Turns the text of a query into its tree."""

from __future__ import annotations

from .checking.repair import to_error
from .language.mistakes import Mistake
from .language.parse_steps import read_query
from .language.syntax import Query


def parse(text: str) -> Query:
    """The tree of a query. Raises DocQLError of kind `syntax`, in time linear in the text."""
    try:
        return read_query(text)
    except Mistake as mistake:
        raise to_error(mistake, text) from None
