"""The values that a name is given in cited lines."""

from __future__ import annotations

from collections.abc import Callable

from citeline.text import last_part, parts_of

from ..facts import Fact
from ..passage import contains_name
from .ground import Ground, bare
from .walking import Told


def named_values(fact: Fact, ground: Ground) -> list[Told]:
    """What a name is given, inside of all that the sentence calls its owners."""
    owners = [part for part in parts_of(fact.subject)[:-1] if part not in ("self", "this")]
    found, around = ground.inside(fact.place), ground.around(fact.place)
    if sum(map(_names(fact), found)) != sum(map(_names(fact), around)):
        return []  # a function inside of it has one of that name
    return [
        one
        for one in found
        if one.saying == "value"
        and bare(one.name) == bare(last_part(fact.subject))
        and (
            (one.of == owners[-1] if owners and one.of else all(ground.is_inside(owner, one.chain) for owner in owners))
            or contains_name(ground.passage.text, f"{'.'.join(owners)}.{one.name}")
        )
    ]


def _names(fact: Fact) -> Callable[[Told], bool]:
    name = bare(last_part(fact.subject))
    return lambda told: told.saying == "value" and bare(told.name) == name
