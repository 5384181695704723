"""Takes a sentence that says several things at once apart, into sentences that say one each."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from .facts import Relation, phrasings

DISTRIBUTED: Final[frozenset[Relation]] = frozenset(
    {"raises", "throws", "calls", "default", "swallows", "propagates", "inherits", "decorated", "member",
     "uses", "converts", "optional", "required", "undefaulted", "sets", "defined_in"}
)  # fmt: skip
"""Relations that hold of each of several names when they hold of all: what returns `a` and `b` returns neither."""
_MOST: Final = 6
_NAMES: Final = re.compile(r"`[^`]+`(?:,? (?:and|or) `[^`]+`|, `[^`]+`)+")
_NAME: Final = re.compile(r"`[^`]+`")


def alternatives_of(sentence: str) -> list[str]:
    """`A when it holds` and `B unless it holds` of "A when it holds, and B otherwise"; empty for anything else."""
    for pattern in _otherwise():
        if found := pattern.match(sentence):
            main, first, join, condition, second = (found[name] for name in ("main", "first", "join", "said", "second"))
            return [f"{main}{first} {join} {condition}", f"{main}{second} unless {condition}"]
    return []


def members_of(sentence: str) -> list[tuple[str, str]]:
    """A sentence for each name of the only list of names in it, with that name; empty where there is no list."""
    lists = list(_NAMES.finditer(sentence))
    if len(lists) != 1:
        return []
    names = _NAME.findall(lists[0][0])
    before, after = sentence[: lists[0].start()], sentence[lists[0].end() :]
    after = re.sub(phrasings()["clauses"]["together"], " ", after)
    if after.startswith(" are "):
        after = f" is {after[5:]}"
    return [(f"{before}{name}{after}", name.strip("`")) for name in names] if len(names) <= _MOST else []


def conjuncts_of(sentence: str) -> list[str]:
    """Each of the facts of "By default, `a` is 1, and `b` is 2"; empty for a sentence that does not begin anew."""
    found = re.match(phrasings()["clauses"]["conjunction"], sentence)
    return [f"{found['lead'] or ''}{part}" for part in (found["first"], found["second"])] if found else []


@cache
def _otherwise() -> tuple[re.Pattern[str], ...]:
    value = phrasings()["clauses"]["value"]
    return tuple(
        re.compile(pattern.replace("{value}", value), re.IGNORECASE) for pattern in phrasings()["clauses"]["otherwise"]
    )
