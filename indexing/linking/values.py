"""What is meant where a name stands for a value: the type or function that it holds."""

from __future__ import annotations

from collections.abc import Sequence

from citeline.model import VALUE_KINDS

from .candidates import FITTING, Candidate, chosen
from .documents import Document
from .doors import Doors
from .receivers import Receivers


class Values:
    """Looks up what values hold."""

    def __init__(self, doors: Doors, receivers: Receivers) -> None:
        self._doors = doors
        self._receivers = receivers

    def held_in(self, documents: Sequence[Document], kind: str, name: str) -> list[Candidate]:
        """What a name that files give a value stands for: `Form = Shape`; nothing of ours when that is unknown."""
        if kind not in {"calls", "inherits"} or not all(one.reach.only_bound for one in documents):
            return []
        values = [c for one in documents for c in self._doors.defined_in(name, one.id) if c.kind in VALUE_KINDS]
        held = [self._receivers.held(c) for c in values]
        if None in held:
            return []  # one of them holds what we do not know
        return chosen(kind, [one for found in held for one in found or () if one.kind in FITTING[kind]])

    def called_in(self, near: Document, found: list[Candidate]) -> list[Candidate]:
        """What is called when a value is: the type or function that it holds; nothing of ours when that is unknown."""
        kept: list[Candidate] = []
        for candidate in found:
            if candidate.kind not in VALUE_KINDS or near.reach.calls_values:
                kept.append(candidate)
            elif (held := self._receivers.held(candidate)) is not None:
                kept += held
        return kept
