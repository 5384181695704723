"""Turns the text of a query into its tree, and the tree into a plan of which everything is known to make sense."""

from __future__ import annotations

from functools import partial
from typing import Final

from .checking.check_steps import plan_of
from .language.errors import DocQLError, Edit, Mistake, SwapStep, SwapTest
from .language.parse_steps import read_query
from .language.plan import Plan
from .language.printer import show
from .language.reader import MAX_LENGTH
from .language.syntax import Condition, Filter, Property, Query, Step, Test, with_tests

_ROUNDS: Final = 12
"""Mistakes of one query that are put right before giving up; each costs one more reading of it."""
_LONGEST: Final = 300
"""Characters of an example that still teaches anything."""
_FALLBACK: Final = "$.toc"


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


def to_error(mistake: Mistake, text: str, query: Query | None = None) -> DocQLError:
    """The error that callers see; `query` is the tree, if there is one."""
    return DocQLError(
        mistake.kind,
        mistake.message,
        position=mistake.position,
        hint=mistake.hint,
        example=example_for(mistake, text, query),
        query=text,
    )


def example_for(mistake: Mistake, text: str, query: Query | None = None) -> str:
    """A query that parses and checks: the user's own with its mistakes put right, else its sound beginning."""
    seen, before = {text}, mistake.before
    for _ in range(_ROUNDS):
        fixed = _apply(mistake, text, query)
        if fixed is None or fixed in seen or len(fixed) > MAX_LENGTH:
            break
        text, query = fixed, None
        seen.add(text)
        try:
            query = read_query(text)
            plan_of(query)
        except Mistake as next_one:
            mistake = next_one
            continue
        shown = show(query)
        if len(shown) <= _LONGEST:
            return shown
        break
    return _beginning(before)


def _apply(mistake: Mistake, text: str, query: Query | None) -> str | None:
    fix = mistake.fix
    if isinstance(fix, Edit):
        return text[: fix.start] + fix.text + text[fix.end :]
    if fix is None or query is None:
        return None
    steps: list[Step] = []
    for step in query.steps:
        if isinstance(fix, SwapStep):
            steps += fix.new if step is fix.old else (step,)
        else:
            swap = partial(_swapped, fix)
            steps.append(with_tests(step, swap) if isinstance(step, Filter) else step)
    try:
        return show(steps) if steps else None
    except ValueError:
        return None


def _swapped(fix: SwapTest, test: Test) -> Condition:
    return fix.new if test is fix.old else test


def _beginning(steps: tuple[Step, ...]) -> str:
    """The longest beginning of the steps that is a query."""
    for length in range(len(steps), 0, -1):
        try:
            query = Query(steps[:length])
            plan_of(query)
            text = show(query)
        except (Mistake, ValueError):
            continue
        if len(text) <= _LONGEST:
            return text
    branch = steps[0] if steps else None
    if isinstance(branch, Property) and branch.name in {"content", "code"}:
        return "$.content.chunks()" if branch.name == "content" else "$.code.classes"
    return _FALLBACK
