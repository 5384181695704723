"""What becomes of an error that a function catches, or that is given back to it."""

from __future__ import annotations

import re
from typing import Final

from citeline.text import last_part

from ..facts import Fact
from ..passage import contains_name
from ..values import is_literal
from .errors import ERROR_VALUE
from .finding import UNKNOWN, Found
from .ground import Ground
from .walking import Told

_LOGS: Final = re.compile(r"debug|info|warn(?:ing)?|log|print(?:ln)?")


def check_converts(fact: Fact, ground: Ground) -> Found:
    """Which error is raised where another one is caught."""
    passage, caught, made = ground.passage, last_part(fact.subject), last_part(fact.object)
    raised = [one for one in ground.inside(fact.place) if one.saying == "raises" and one.under.caught]
    here = [one.value for one in raised if contains_name(one.under.caught, caught)]
    if made in here:
        return "proved", f"{passage.lines} catch `{caught}` and raise `{made}`"
    turned_round = any(one.value == caught and contains_name(one.under.caught, made) for one in raised)
    if turned_round or (here and all(name[:1].isupper() for name in here)):
        told = here[0] if here else caught
        return "contradicted", f"{passage.lines} raise `{told}` where `{made if turned_round else caught}` is caught"
    return UNKNOWN


def check_swallows(fact: Fact, ground: Ground) -> Found:
    """Also whether it propagates, which is the opposite."""
    caught = last_part(fact.object)
    told = [one for one in ground.inside(fact.subject) if one.saying == "catches"]
    handlers = [one for one in told if contains_name(f"{one.value} {one.name}", caught)]
    if not handlers:
        return _check_given_back(fact, caught, ground)
    inside = [one for one in ground.inside(fact.subject) if any(_is_in(one, handler) for handler in handlers)]
    there = [one.value for one in inside if one.saying == "raises"]
    if any(one.saying == "raises" and one.run.tried for one in inside):
        return UNKNOWN
    telling = [one for one in inside if _may_tell(one)]
    if (
        not there
        and telling
        and (fact.relation == "swallows" or not all(_ends_there(one, handlers) for one in telling))
    ):
        return UNKNOWN
    other, again = bool(there), bool({"", caught} & set(there))
    swallows = fact.relation == "swallows"
    if (swallows and not other) or (not swallows and again):
        return (
            "proved",
            f"{ground.passage.lines}, inside `{fact.subject}`, {'catch' if swallows else 'pass on'} `{caught}`",
        )
    if (swallows and other) or not again:
        return (
            "contradicted",
            f"{ground.passage.lines}, inside `{fact.subject}`, {'raise' if other else 'end'} it there",
        )
    return UNKNOWN


def _check_given_back(fact: Fact, failing: str, ground: Ground) -> Found:
    """The same where errors are values: what returns one when a call has failed passes it on."""
    for one in ground.inside(fact.subject):
        failed = [text for text, holds in ground.spelled_out(one).guards if holds and text.endswith(" is Err(_)")]
        if one.saying == "returns" and ERROR_VALUE.match(one.value) and any(contains_name(f, failing) for f in failed):
            return "proved" if fact.relation == "propagates" else "contradicted", f"`{one.value}` is returned there"
    return UNKNOWN


def _may_tell(told: Told) -> bool:
    """Whether a handler may pass the error on, or end, by a call or a value."""
    if told.saying == "returns":
        return not is_literal(told.value or "None")
    if told.saying == "value":
        return not is_literal(told.value)
    return told.saying == "panics" or (told.saying == "calls" and not _LOGS.fullmatch(told.name))


def _ends_there(told: Told, handlers: list[Told]) -> bool:
    """Whether a handler gives a value back that is not made of what it caught."""
    error = ERROR_VALUE.match(told.value) or any(contains_name(one.value, told.value) for one in handlers)
    return told.saying == "returns" and not error


def _is_in(told: Told, handler: Told) -> bool:
    guard = (f"{handler.name} is Err(_)", True)
    return told.under.caught == (handler.value or " ") and guard in told.under.guards
