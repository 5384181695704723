"""Which actions a question asks for, told without a model, and the question without that part."""

from __future__ import annotations

import re
from typing import Final

from citeline.text import unique

from .registry import Action, ActionRegistry

_PARTS: Final = re.compile(
    r"(?:(?:[,;.，。；、]|(?<=[?!？！]))\s*(?:and then|and|then|also|并且?|然后)?"
    r"|\b(?:and then|and|then)\b|并且|然后)\s*",
    re.I,
)


def wanted_actions(actions: ActionRegistry, question: str) -> tuple[list[Action], str]:
    """The actions, and what is left to search for; all of the question when nothing would be left."""
    wanted: list[Action] = []
    rest = question
    for start, end in _spans(question):
        part = question[start:end]
        found = [action for action in actions if action.wanted is not None and action.wanted(part)]
        if found:
            wanted += found
            rest = rest.replace(question[_lead(question, start) : end], "", 1)
    left = rest.lstrip(" ,;.，；、。").rstrip(" ,;.，；、。") if wanted else question
    names = unique(action.name for action in wanted)
    return [action for action in actions if action.name in names], left if re.search(r"\w", left) else question


def _spans(question: str) -> list[tuple[int, int]]:
    cuts = [(found.start(), found.end()) for found in _PARTS.finditer(question)]
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(question)]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if end > start]


def _lead(question: str, start: int) -> int:
    """Where the comma or `and` before a part begins."""
    before = [found.start() for found in _PARTS.finditer(question) if found.end() == start]
    return before[0] if before else start
