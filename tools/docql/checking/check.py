"""Turns the tree of a query into a plan, of which everything is known to make sense."""

from __future__ import annotations

from ..language import syntax
from ..language.mistakes import Mistake
from ..language.plan import Plan
from ..language.printer import show
from .check_steps import plan_of
from .repair import to_error


def plan(query: syntax.Query) -> Plan:
    """What a query means. Raises DocQLError of kind `name`, `type` or `regex`."""
    try:
        return plan_of(query)
    except Mistake as mistake:
        raise to_error(mistake, query.text or show(query), query) from None
