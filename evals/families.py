"""Which cases ask the same thing in other words: those of one `group`, and those that reword one case (`same_as`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from .outcome import Outcome


def families(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """Wordings of each question, in the order of the dataset; a question with one wording is none.

    The key is the group, or the id of the case that is reworded.
    """
    chosen = list(outcomes)
    group_of = {one.case.id: one.case.group for one in chosen}
    found: dict[str, list[Outcome]] = defaultdict(list)
    for one in chosen:
        original = one.case.same_as or one.case.id
        found[group_of.get(original) or original].append(one)
    return {key: members for key, members in found.items() if len(members) > 1}
