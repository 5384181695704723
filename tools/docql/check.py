"""Turns the tree of a query into a plan, of which everything is known to make sense."""

from __future__ import annotations

from . import syntax
from .check_steps import plan_of
from .mistakes import Mistake
from .plan import Plan
from .printer import show
from .repair import to_error


def plan(query: syntax.Query) -> Plan:
    """What a query means. Raises DocQLError of kind `name`, `type` or `regex`."""
    try:
        return plan_of(query)
    except Mistake as mistake:
        raise to_error(mistake, query.text or show(query), query) from None
