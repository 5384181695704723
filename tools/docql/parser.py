"""Turns the text of a query into its tree, and the tree into a plan of which everything is known to make sense."""

from __future__ import annotations

from .checking.check_steps import plan_of
from .checking.repair import to_error
from .language.mistakes import Mistake
from .language.parse_steps import read_query
from .language.plan import Plan
from .language.printer import show
from .language.syntax import Query


def parse(text: str) -> Query:
    """The tree of a query. Raises DocQLError of kind `syntax`, in time linear in the text."""
    try:
        return read_query(text)
    except Mistake as mistake:
        raise to_error(mistake, text) from None


def plan(query: Query) -> Plan:
    """What a query means. Raises DocQLError of kind `name`, `type` or `regex`."""
    try:
        return plan_of(query)
    except Mistake as mistake:
        raise to_error(mistake, query.text or show(query), query) from None
