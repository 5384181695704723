"""What is meant where a name stands for a value: the type or function that it holds."""

from __future__ import annotations

from collections.abc import Sequence

from citeline.model import VALUE_KINDS

from .candidates import FITTING, Candidate, Resolved, chosen, resolved
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
        if None in held or (kind == "inherits" and any(c.is_doubtful for one in held for c in one or ())):
            return []  # one of them holds what we do not know
        return chosen(kind, [one for found in held for one in found or () if one.kind in FITTING[kind]])

    def known(self, near: Document, found: list[Candidate]) -> list[Candidate]:
        """Without values that hold nothing of ours that a call could mean."""
        return [c for c in found if not is_value(near, c) or self._receivers.held(c) is not None]

    def called(self, near: Document, found: Resolved) -> Resolved:
        """What is called where a value or a property is: what it holds or gives; nothing when that is unknown."""
        if not any(c.is_property or is_value(near, c) for c in found.candidates):
            return found
        kept: dict[int, Candidate] = {}
        for candidate in found.candidates:
            held: Sequence[Candidate] = (candidate,)
            if candidate.is_property or is_value(near, candidate):
                # Of Python all values in the file are known; elsewhere a variable need not hold what it was made with.
                is_open = candidate.is_doubtful or not near.reach.only_bound
                held = self._receivers.held(candidate) or ()
                held = [c._replace(is_doubtful=True) for c in held] if is_open else held
            kept.update((c.node, c) for c in held)
        alternatives = [c for c in found.candidates if c.kind != "constructor"] or found.candidates
        return resolved(chosen("calls", [*kept.values()]), found.weight * len(alternatives))

    def doubted(self, documents: Sequence[Document], name: str, found: list[Candidate]) -> list[Candidate]:
        """What files define or import under a name; in doubt where one binds it to something else as well, as in
        `run = wrap(run)` below a function of that name, and `from fast import run` beside it.
        """
        if not found or not found[0].document.reach.only_bound:
            return found
        for one in documents:
            own = self._doors.defined_in(name, one.id)
            is_value = bool(own) and own[-1].kind in VALUE_KINDS
            if (is_value and any(c.kind not in VALUE_KINDS for c in own)) or (
                own and self._doors.imports_at_top(one, name)
            ):
                return [c._replace(is_doubtful=True) for c in found]
        return found


def is_value(near: Document, candidate: Candidate) -> bool:
    """Whether it only holds what is called."""
    return candidate.kind in VALUE_KINDS and not near.reach.calls_values
