"""What decided an answer, gathered while it is made: the plan, what each channel found, the pieces it was made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from citeline.errors import UsageError
from citeline.graph.events import StepEndEvent
from citeline.graph.pauses import Pause

_PLANNED: Final = ("intent", "mode", "why")
_PIECE: Final = ("chunk_id", "path", "start_line", "end_line", "name", "relevance", "channels")


@dataclass(slots=True)
class Decided:
    """Filled by the steps of one run, and kept with its answer."""

    plan: Mapping[str, str] = field(default_factory=dict)
    found: dict[str, int] = field(default_factory=dict)
    """Channel to how many of its chunks travel in the state."""
    pieces: list[Mapping[str, Any]] = field(default_factory=list)
    """What the answer was made from, best first, each with its place in every channel that found it."""

    def take(self, event: StepEndEvent) -> None:
        """Keep what a step has decided; a later round takes the place of an earlier one."""
        changed = event.changed
        if "plan" in changed:
            self.plan = {name: str(changed["plan"].get(name, "")) for name in _PLANNED}
        for channel, hits in changed.get("rankings", {}).items():
            self.found[channel] = len(hits)
        if event.step == "assemble_context":
            self.pieces = [{name: piece[name] for name in _PIECE} for piece in changed.get("context", ())]

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return {"plan": self.plan, "found": self.found, "pieces": self.pieces}


def only(chunk: int) -> Any:
    """What decides, where a run asks for a review of the evidence, that one piece alone is used."""

    def decide(pause: Pause) -> Mapping[str, Any]:
        ids = [piece["id"] for piece in pause.shown["evidence"] if piece["chunk_id"] == chunk]
        if not ids:  # an empty list means all of them
            raise UsageError("this piece is not found any more: its file has changed", remedy="ask again without it")
        return {"only": ids}

    return decide
