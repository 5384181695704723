"""Which actions a question asks for, told without a model, and the question without that part."""

from __future__ import annotations

import re
from typing import Final

from citeline.text import unique

from .registry import Action, ActionRegistry

_PARTS: Final = re.compile(
    # A full stop inside of a name, as in `calendar.create`, divides nothing.
    r"(?:(?:[,;，。；、]|\.(?=\s|$)|(?<=[?!？！]))\s*(?:and then|and|then|also|并且?|然后)?"
    r"|\b(?:and then|and|then)\b|并且|然后)\s*",
    re.I,
)
_SENTENCE: Final = re.compile(r"(?:[.;](?=\s|$)|[?!？！。；])\s*")
_POLITE: Final = re.compile(r"^\W*(?:also |then )?(?:please|kindly|(?:can|could|would|will) you)\b|请|麻烦", re.I)
"""Asks whoever reads, whatever the sentence began with."""
_HOW: Final = re.compile(
    r"(?:^|[,;]\s*|\band\s+)(?:so |then )?"
    r"(?:how (?!many|much|long|often|old|large|big|far)|what happens\b"
    r"|what (?:must|should|do|can|shall|would|does) \w+(?: have to| need to)? do\b|(?:i|we|you|users?|they) \w)"
    r"|如何|怎么|怎样|怎麼",
    re.I,
)
"""After it, in the same sentence, `create a meeting` is a step of what is asked about."""
_GOVERNS: Final = re.compile(
    r"\b(?:where|why|whether|how (?!many|much|long|often)|if|after|before|once|while|whenever|until)\b"
    r"|\bwhen (?!do|does|did|is|are|was|will|can)",
    re.I,
)
"""The same, where nothing but an `and` stands between."""
_TOPIC: Final = re.compile(r"[:：].*(?:[?？]|\b(?:how|where|why|which|what|who)\b)", re.I | re.S)
"""`create a meeting: how?` asks about meetings."""


def wanted_actions(actions: ActionRegistry, question: str) -> tuple[list[Action], str]:
    """The actions, and what is left to search for; all of the question when nothing would be left.

    A part of a question asks for an action when it is an imperative, and no step of what the sentence asks about.
    """
    wanted: list[Action] = []
    rest = question
    for start, end in _spans(question):
        part = question[start:end]
        found = [action for action in actions if action.wanted is not None and action.wanted(part)]
        if found and _asks(question, start, end):
            wanted += found
            rest = rest.replace(question[_lead(question, start) : end], "", 1)
    left = rest.lstrip(" ,;.，；、。").rstrip(" ,;.，；、。") if wanted else question
    names = unique(action.name for action in wanted)
    return [action for action in actions if action.name in names], left if re.search(r"\w", left) else question


def _asks(question: str, start: int, end: int) -> bool:
    """Whether an imperative part is a request, by the sentence that it stands in."""
    ends = [found.end() for found in _SENTENCE.finditer(question)]
    begin = max((at for at in ends if at <= start), default=0)
    stop = min((at for at in ends if at >= end), default=len(question))
    before, part = question[begin:start], question[start:stop]
    if _POLITE.search(question[start:end]):
        return True
    if _TOPIC.search(part):
        return False
    # What leads from the sentence to the part: `and`, a comma, or nothing.
    lead = question[max(begin, _lead(question, start)) : start]
    governing = before[: len(before) - len(lead)]
    if not re.search(r"\w", governing):
        return True
    if _HOW.search(governing) or re.search(r"[?？]\s*$", part):
        return False
    return bool(re.search(r"[,;，；、]|并|然后", lead)) or not _GOVERNS.search(governing)


def _spans(question: str) -> list[tuple[int, int]]:
    cuts = [(found.start(), found.end()) for found in _PARTS.finditer(question)]
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(question)]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if end > start]


def _lead(question: str, start: int) -> int:
    """Where the comma or `and` before a part begins."""
    before = [found.start() for found in _PARTS.finditer(question) if found.end() == start]
    return before[0] if before else start
